import { type ReactNode, useEffect, useRef } from "react"
import { type Address, Link } from "../router.ts"
import { cx } from "./cx.ts"
import { isRightToLeft } from "./direction.ts"
import type { Icon } from "./icons.ts"

interface TabRailProps {
  label: string
  /** The current tab; the row scrolls to it. */
  current: string | null
  /** `TabItem` elements. */
  children: ReactNode
}

/** The tabs of a page: a column beside it, or on small screens a row that scrolls and fades at its end. */
export function TabRail({ label, current, children }: TabRailProps) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes
  useEffect(() => {
    const row = nav.current!
    const list = row.firstElementChild as HTMLElement
    // The list changes its width when fonts or a badge arrive late.
    const sizes = new ResizeObserver(() => {
      const item = row.querySelector<HTMLElement>("[aria-current]")
      if (!item) return
      const [outer, inner] = [row.getBoundingClientRect(), item.getBoundingClientRect()]
      row.scrollLeft += isRightToLeft() ? inner.right - outer.right + 48 : inner.left - outer.left - 48
    })
    sizes.observe(list)
    return () => sizes.disconnect()
  }, [current])
  return (
    <nav ref={nav} aria-label={label} className="strip">
      <ul className="flex gap-x-5 lg:flex-col">{children}</ul>
    </nav>
  )
}

interface TabItemProps {
  /** Without an address, the tab is a button. */
  to?: Address
  icon?: Icon
  isCurrent: boolean
  onClick?(): void
  children: ReactNode
}

export function TabItem({ to, icon: Icon, isCurrent, onClick, children }: TabItemProps) {
  const shared = {
    "aria-current": isCurrent ? ("page" as const) : undefined,
    onClick,
    className: cx(
      "relative flex min-h-11 w-full items-center gap-3 whitespace-nowrap text-ui after:absolute after:bg-ink max-lg:after:inset-x-0 max-lg:after:bottom-0 max-lg:after:h-0.5 lg:ps-4 lg:after:inset-y-2 lg:after:inset-s-0 lg:after:w-0.5",
      isCurrent ? "font-semibold text-ink" : "text-ink-2 after:hidden hover:text-ink",
    ),
  }
  const content = (
    <>
      {Icon && <Icon aria-hidden size={18} strokeWidth={1.5} />}
      {children}
    </>
  )
  return (
    <li className="shrink-0">
      {to ? (
        <Link to={to} preventScrollReset {...shared}>
          {content}
        </Link>
      ) : (
        <button type="button" {...shared}>
          {content}
        </button>
      )}
    </li>
  )
}
