import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"
import { t } from "#contract/t.ts"
import { isRightToLeft } from "./direction.ts"

interface MenuProps {
  /** The content of the button; an icon needs a `label` too. */
  button: ReactNode
  label?: string
  /**
   * Links and buttons with `role="menuitem"` and `className={menuItem}`. Those with `menuitemcheckbox` leave the menu
   * open.
   */
  children: ReactNode
  className?: string
}

export const menuItem = "menu-item"

/**
 * A button with a menu. The menu is a native popover, so Escape or a click elsewhere closes it; the arrow keys, Home
 * and End move in it.
 */
export function Menu({ button, label, children, className }: MenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const place = () => {
    const box = opener.current!.getBoundingClientRect()
    menu.current!.style.top = `clamp(0px, 100dvh - 14rem, ${box.bottom + 4}px)`
    const fromEnd = isRightToLeft() ? box.left : document.documentElement.clientWidth - box.right
    menu.current!.style.insetInlineEnd = `${fromEnd}px`
  }
  const openAt = (which: 0 | -1) => {
    menu.current!.showPopover()
    itemsOf(menu.current!).at(which)?.focus()
  }
  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
    event.preventDefault()
    openAt(event.key === "ArrowDown" ? 0 : -1)
  }
  const onMenuKey = (event: KeyboardEvent) => {
    const items = itemsOf(menu.current!)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === "Tab") menu.current!.hidePopover()
    if (next === undefined) return
    event.preventDefault()
    items.at(next % items.length)?.focus()
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        aria-label={label}
        onKeyDown={onButtonKey}
        className={className}
      >
        {button}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label ?? t`Account`}
        onBeforeToggle={(event) => event.newState === "open" && place()}
        onToggle={(event) => {
          setOpen(event.newState === "open")
          if (event.newState === "open" && !menu.current!.contains(document.activeElement)) {
            itemsOf(menu.current!)[0]?.focus()
          }
        }}
        onKeyDown={onMenuKey}
        onClick={(event) => (event.target as Element).closest('[role="menuitem"]') && menu.current!.hidePopover()}
        className="fixed inset-auto m-0 min-w-56 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface py-2 text-ink shadow-pop"
      >
        {children}
      </div>
    </>
  )
}

/** Skips the items of other roles, which CSS hides. */
function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role^=menuitem]")].filter((item) => item.checkVisibility())
}
