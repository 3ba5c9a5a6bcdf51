import { useQuery } from "@tanstack/react-query"
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react"
import type { CannedReply } from "#contract/chat.ts"
import { plural, t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { cannedQuery, commandIn, filled, matching, type Names } from "./canned.ts"

export interface CannedHandle {
  /** Passes the composer's text. */
  onText(text: string): void
  /** Returns true if the key was handled. */
  press(event: KeyboardEvent<HTMLTextAreaElement>): boolean
}

interface CannedMenuProps {
  handle: Ref<CannedHandle>
  owner: string
  /** Values of the placeholders. */
  names: Names
  /** Replaces the composer's text. */
  insert(text: string): void
  manage(): void
}

const none: CannedReply[] = []
/** Leaves room for the field and some messages. `useRestOfScreen` sets `--above`. */
const listHeight = "max-h-[min(15rem,max(4.5rem,calc(var(--room-height,100dvh)-var(--above,10rem)-24rem)))]"

/** Shows the saved replies while the text begins with `/`. Arrow keys select, Enter or Tab inserts, Escape closes. */
export function CannedMenu({ handle, owner, names, insert, manage }: CannedMenuProps) {
  const [text, setText] = useState("")
  const [left, setLeft] = useState<string>()
  const [chosen, setChosen] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const asked = commandIn(text)
  const isOpen = asked !== null && left !== text
  const { data: replies = none, isPending } = useQuery({ ...cannedQuery(owner), enabled: asked !== null })
  const matches = isOpen ? matching(replies, asked) : none
  const at = Math.min(chosen, Math.max(0, matches.length - 1))
  const current = matches[at] ? `${id}-${matches[at].id}` : null

  useImperativeHandle(handle, () => ({
    onText: (next) => {
      setText(next)
      setChosen(0)
    },
    press,
  }))
  // The composer keeps the focus, so the selected option is its `aria-activedescendant`.
  useEffect(() => {
    const field = fieldOf(box.current)
    if (!field) return
    field.setAttribute("aria-autocomplete", "list")
    field.setAttribute("aria-controls", id)
    if (current) field.setAttribute("aria-activedescendant", current)
    return () => {
      for (const name of ["aria-autocomplete", "aria-controls", "aria-activedescendant"]) field.removeAttribute(name)
    }
  }, [id, current])

  function press(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false
    // With Alt, some keyboards produce other characters, so the position of the key counts.
    const digit = event.altKey && /^Digit([1-9])$/.exec(event.code)?.[1]
    if (digit && matches[Number(digit) - 1]) {
      event.preventDefault()
      take(matches[Number(digit) - 1]!)
      return true
    }
    if (event.altKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const takes = (event.key === "Enter" || event.key === "Tab") && !event.shiftKey
    if (event.key === "Escape") setLeft(text)
    else if (step && matches.length > 0) setChosen((at + step + matches.length) % matches.length)
    else if (takes && matches[at]) take(matches[at])
    else return false
    event.preventDefault()
    return true
  }

  function take({ content }: CannedReply): void {
    fieldOf(box.current)?.select()
    insert(filled(content, names))
  }

  if (!isOpen) return null
  return (
    <div ref={box} className="mb-2 rounded-card border border-line bg-surface shadow-pop">
      <div id={id} role="listbox" aria-label={t`Saved replies`} className={cx("overflow-y-auto", listHeight)}>
        {matches.map((reply, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the composer keeps the focus and handles the keys
          <div
            key={reply.id}
            id={`${id}-${reply.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            ref={index === at ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(reply)}
            className={cx("min-h-11 cursor-pointer px-4 py-2", index === at && "bg-plum-soft")}
          >
            <span className="flex items-baseline gap-2 text-ui">
              <span className="min-w-0 flex-1 truncate font-semibold">{reply.title}</span>
              {index < 9 && (
                <kbd aria-hidden className="shrink-0 text-ink-3 text-meta max-md:hidden pointer-coarse:hidden">
                  Alt {index + 1}
                </kbd>
              )}
            </span>
            <span className={cx("block text-ink-2 text-meta", index === at ? "whitespace-pre-wrap" : "truncate")}>
              {filled(reply.content, names)}
            </span>
          </div>
        ))}
      </div>
      <div
        className={cx(
          "flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-4 text-meta",
          matches.length > 0 && "border-line border-t",
        )}
      >
        <p role="status" className="text-ink-2">
          {isPending && t`Loading`}
          {!isPending &&
            matches.length === 0 &&
            (replies.length > 0 ? t`No saved replies match.` : t`You have no saved replies yet.`)}
          {matches.length > 0 && plural(matches.length, { one: "1 reply", other: `${matches.length} replies` })}
          {matches.length > 0 && (
            <span className="max-md:hidden pointer-coarse:hidden">{t`: press Enter to insert the selected one.`}</span>
          )}
        </p>
        <button type="button" onClick={manage} className="link min-h-11">{t`Manage replies`}</button>
      </div>
    </div>
  )
}

function fieldOf(inside: HTMLElement | null): HTMLTextAreaElement | null {
  return inside?.closest("form")?.querySelector("textarea") ?? null
}
