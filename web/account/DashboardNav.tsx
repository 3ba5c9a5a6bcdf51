import {
  Bell,
  Crown,
  Heart,
  LogOut,
  type LucideIcon,
  MessageSquareText,
  Package,
  Settings,
  UserRound,
} from "lucide-react"
import { useEffect, useRef } from "react"
import { signOut } from "../auth/user.ts"
import { useUnread } from "../notifications/notifications.ts"
import { Link } from "../router.ts"
import { cx } from "../ui/cx.ts"
import type { Tab } from "./tabs.ts"

const icons: Record<string, LucideIcon> = {
  overview: UserRound,
  orders: Package,
  vip: Crown,
  favorites: Heart,
  reviews: MessageSquareText,
  notifications: Bell,
  settings: Settings,
}

/** A rail beside the page, or a scrolling row on small screens. Logout acts at once; its tab asks first. */
export function DashboardNav({ tabs, current }: { tabs: Tab[]; current: string }) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another part is shown
  useEffect(() => {
    const row = nav.current!
    // Late fonts and the badge change its width.
    const sizes = new ResizeObserver(() => {
      const link = row.querySelector<HTMLElement>("[aria-current]")
      if (link) row.scrollLeft = link.offsetLeft - row.offsetLeft - 16
    })
    sizes.observe(row.firstElementChild!)
    return () => sizes.disconnect()
  }, [current])
  return (
    <nav
      ref={nav}
      aria-label="Dashboard"
      className="-mx-1 overflow-x-auto border-line border-b px-1 pb-2 lg:overflow-visible lg:border-b-0 lg:pb-0"
    >
      <ul className="flex w-max gap-1 lg:w-auto lg:flex-col">
        {tabs.map(({ id, label }) => {
          const Icon = icons[id]
          if (!Icon) return null
          const isCurrent = id === current
          return (
            <li key={id} className="shrink-0">
              <Link
                to={id === "overview" ? "/dashboard" : `/dashboard?tab=${id}`}
                preventScrollReset
                aria-current={isCurrent ? "page" : undefined}
                className={cx(item, isCurrent ? now : later)}
              >
                <Icon aria-hidden size={18} strokeWidth={1.5} />
                {label}
                {id === "notifications" && <Unread />}
              </Link>
            </li>
          )
        })}
        <li className="shrink-0 lg:mt-2 lg:border-line lg:border-t lg:pt-2">
          <button
            type="button"
            aria-current={current === "logout" ? "page" : undefined}
            onClick={() => void signOut()}
            className={cx(item, "w-full", current === "logout" ? now : later)}
          >
            <LogOut aria-hidden size={18} strokeWidth={1.5} />
            Logout
          </button>
        </li>
      </ul>
    </nav>
  )
}

function Unread() {
  const count = useUnread()
  if (count === 0) return null
  return (
    <>
      <span aria-hidden className="badge badge-notices badge-inline" />
      <span className="sr-only">{`, ${count} unread`}</span>
    </>
  )
}

const item = "relative flex min-h-11 items-center gap-3 whitespace-nowrap rounded-card px-3 text-ui"
const now = "bg-surface font-semibold text-ink"
const later = "text-ink-2 hover:text-ink"
