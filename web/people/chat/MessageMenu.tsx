import { type KeyboardEvent, useLayoutEffect, useRef } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { isRightToLeft } from "../../platform/ui/direction.ts"
import { Copy, Flag, FlagOff, type Icon, MessageSquareWarning, TextSelect, Trash2 } from "../../platform/ui/icons.ts"
import { toast } from "../../platform/ui/toast.tsx"
import type { RowActions } from "./Row.tsx"
import { timeOf } from "./times.ts"

/** Pixels between the menu and its message (`gap`), and between the menu and the edge of the screen (`edge`). */
const gap = 4
const edge = 8

interface MessageMenuProps {
  message: ChatMessage
  mine: boolean
  /** A long press opened the menu, so it is placed at the message instead of its button. */
  isPressed: boolean
  actions: RowActions
  close(): void
}

/**
 * The actions of one message. The popover is manual: lifting the finger that opened an automatic one would close it.
 */
export function MessageMenu({ message, mine, isPressed, actions, close }: MessageMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const { id, content, file_url, flagged } = message
  const anchor = () => {
    const row = document.querySelector<HTMLElement>(`[data-message="${id}"]`)
    return row?.querySelector<HTMLElement>(isPressed ? ".bubble" : ".message-more") ?? null
  }
  const leave = () => {
    document.querySelector<HTMLElement>(`[data-message="${id}"] .message-more`)?.focus({ preventScroll: true })
    close()
  }
  const latest = useRef({ anchor, close })
  useLayoutEffect(() => {
    latest.current = { anchor, close }
  })

  useLayoutEffect(() => {
    const box = menu.current!
    box.showPopover()
    const follow = () => {
      const target = latest.current.anchor()
      if (target && isInSight(target)) place(box, target, mine && isPressed)
      else latest.current.close()
    }
    follow()
    itemsOf(box)[0]?.focus({ preventScroll: true })
    const press = ({ target }: Event) => {
      const isOwn = target instanceof Element && target.closest(`[data-message="${id}"] .message-more`)
      if (!isOwn && !box.contains(target as Node)) latest.current.close()
    }
    addEventListener("pointerdown", press, true)
    addEventListener("scroll", follow, true)
    addEventListener("resize", follow)
    visualViewport?.addEventListener("resize", follow)
    return () => {
      removeEventListener("pointerdown", press, true)
      removeEventListener("scroll", follow, true)
      removeEventListener("resize", follow)
      visualViewport?.removeEventListener("resize", follow)
    }
  }, [id, mine, isPressed])

  const onKeyDown = (event: KeyboardEvent) => {
    const items = itemsOf(menu.current!)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    // Tab continues from the message.
    if (event.key === "Tab") return leave()
    if (event.key === "Escape") leave()
    else if (next !== undefined) items.at(next % items.length)?.focus()
    else {
      const item = items.find(({ dataset }) => dataset.key === event.key.toLowerCase())
      if (!item) return
      item.click()
    }
    event.preventDefault()
  }
  const choose = (run: () => void) => () => {
    leave()
    run()
  }
  const mayAct = mine ? actions.remove : (actions.report ?? actions.flag)
  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      aria-label={t`Actions for the message from ${timeOf(message.created_at)}`}
      onKeyDown={onKeyDown}
      className="fixed inset-auto m-0 min-w-48 max-w-[calc(100vw-1rem)] rounded-card border border-line bg-surface py-2 text-ink shadow-pop"
    >
      {!file_url && <Item icon={Copy} label={t`Copy`} run={choose(() => void copyMessage(content))} />}
      {!file_url && (
        <Item icon={TextSelect} label={t`Select text`} run={choose(() => select(id))} className="pointer-fine:hidden" />
      )}
      {!mine && actions.report && (
        <Item icon={MessageSquareWarning} label={t`Report`} run={choose(() => actions.report!(id))} />
      )}
      {!mine && actions.flag && (
        <Item
          icon={flagged ? FlagOff : Flag}
          label={flagged ? t`Unflag` : t`Flag`}
          keys={["f", "F"]}
          run={choose(() => actions.flag!(id, !flagged))}
        />
      )}
      {mine && actions.remove && (
        <Item
          icon={Trash2}
          label={t`Delete`}
          keys={["delete", "Del"]}
          run={choose(() => actions.remove!(id))}
          className="text-danger"
        />
      )}
      {!mayAct && (
        <div role="menuitem" aria-disabled tabIndex={-1} className="menu-item max-w-64 text-ink-2">
          {accountTexts.notWhileSuspended}
        </div>
      )}
    </div>
  )
}

interface ItemProps {
  icon: Icon
  label: string
  /** The key of a focused message that does the same, and its name. */
  keys?: [string, string]
  run(): void
  className?: string
}

function Item({ icon: Icon, label, keys, run, className }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      data-key={keys?.[0]}
      onClick={run}
      className={cx("menu-item", className)}
    >
      <Icon aria-hidden size={18} strokeWidth={1.5} />
      {label}
      {keys && (
        <kbd aria-hidden className="ms-auto text-ink-3 text-meta pointer-coarse:hidden">
          {keys[1]}
        </kbd>
      )}
    </button>
  )
}

/** Places the menu below the anchor, or above it if there is no room below. */
function place(menu: HTMLElement, anchor: HTMLElement, atEnd: boolean): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const screen = visualViewport && visualViewport.scale === 1 ? visualViewport : null
  const first = (screen?.offsetTop ?? 0) + edge
  const last = (screen ? screen.offsetTop + screen.height : innerHeight) - height - edge
  const below = bottom + gap
  const above = top - gap - height
  const y = below <= last ? below : above >= first ? above : last
  const x = Math.min(
    atEnd !== isRightToLeft() ? right - width : left,
    document.documentElement.clientWidth - width - edge,
  )
  menu.style.top = `${Math.max(first, y)}px`
  menu.style.left = `${Math.max(edge, x)}px`
}

/** Whether the anchor is still in view. */
function isInSight(anchor: HTMLElement): boolean {
  const log = anchor.closest("[role=log]")!.getBoundingClientRect()
  const { top, bottom } = anchor.getBoundingClientRect()
  return bottom > log.top && top < log.bottom
}

/** Skips hidden items: some are for touch screens only. */
function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")].filter((item) => item.checkVisibility())
}

export async function copyMessage(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(t`Copied`, { key: "copy", kind: "success" })
  } catch {
    toast(t`Failed to copy`, { key: "copy", kind: "error" })
  }
}

/** A long press opens the menu, so touch can select a message's text only after this. */
function select(id: number): void {
  const bubble = document.querySelector<HTMLElement>(`[data-message="${id}"] .bubble`)
  if (!bubble) return
  bubble.dataset.selectable = ""
  getSelection()?.selectAllChildren(bubble)
}
