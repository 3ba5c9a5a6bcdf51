import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { chatTexts } from "#contract/memberText.ts"
import { toast } from "../../platform/ui/toast.tsx"

interface MessageActions {
  meId: number
  onRemove?(id: number): void
  onFlag?(id: number, flagged: boolean): void
}

/**
 * Handles focus and keys within the messages. `stop` is the message in the tab order (roving tabindex): the one focused
 * last, or the newest.
 */
export function useMessageFocus(
  box: RefObject<HTMLDivElement | null>,
  messages: readonly ChatMessage[],
  { meId, onRemove, onFlag }: MessageActions,
) {
  const focused = useRef<{ id: number; isOwn: boolean } | null>(null)
  const [current, setCurrent] = useState<number | null>(null)
  const newest = messages.at(-1)
  const stop = messages.some(({ id }) => id === current) ? current : (newest?.id ?? null)

  // If the focused message was deleted, focus moves to the conversation. The toast for an own message offers to undo.
  useLayoutEffect(() => {
    const { current } = focused
    if (current === null || document.activeElement !== document.body) return
    focused.current = null
    if (messages.some(({ id }) => id === current.id)) return
    box.current!.focus({ preventScroll: true })
    if (!current.isOwn) toast(chatTexts.deleted)
  }, [box, messages])

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event.target)
    if (!row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const message = messages.find(({ id }) => id === Number(row.dataset.message))
    if (event.key === "ArrowUp" || event.key === "ArrowDown") stepFrom(row, event.key === "ArrowUp" ? -1 : 1)
    else if (!message) return
    else if (event.key === "Delete" && onRemove && message.sender_id === meId) {
      stepFrom(row, message.id === stop && message === newest ? -1 : 1)
      onRemove(message.id)
    } else if (event.key.toLowerCase() === "f" && onFlag && message.sender_id !== meId) {
      onFlag(message.id, !message.flagged)
    } else return
    event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const row = rowOf(target)
    focused.current = row && { id: Number(row.dataset.message), isOwn: row.querySelector(".bubble-own") !== null }
    if (row) setCurrent(Number(row.dataset.message))
  }
  const onBlur = () => {
    focused.current = null
  }
  return { stop, listeners: { onKeyDown, onFocus, onBlur } }
}

const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>("[data-message]")

/** Moves focus to the message above or below. */
function stepFrom(row: HTMLElement, by: 1 | -1): void {
  const log = row.closest("[role=log]")!
  const rows = [...log.querySelectorAll<HTMLElement>("[data-message]")]
  const next = rows[rows.indexOf(row) + by]
  next?.querySelector<HTMLElement>(".message-more")?.focus()
  next?.scrollIntoView({ block: "nearest" })
}
