import { Activity, Bell, LayoutList, type LucideIcon, Settings, ShieldCheck, UserRound, Users } from "lucide-react"
import { useEffect, useRef } from "react"
import { Link } from "../router.ts"
import { cx } from "../ui/cx.ts"
import type { Tab } from "./tabs.ts"

const icons: Record<string, LucideIcon> = {
  overview: UserRound,
  "admin-summary": LayoutList,
  "user-management": Users,
  "moderation-summary": ShieldCheck,
  "chat-activity": Activity,
  notifications: Bell,
  settings: Settings,
}

/** A rail beside the page, or a scrolling row on small screens. */
export function StaffNav({ tabs, current }: { tabs: Tab[]; current: string | null }) {
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another part is shown
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]")
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - 48
  }, [current])
  return (
    <nav ref={nav} aria-label="Staff dashboard" className="-mx-1 overflow-x-auto px-1 lg:overflow-visible">
      <ul className="flex w-max min-w-full gap-1 border-line border-b pb-2 lg:w-auto lg:flex-col lg:border-b-0 lg:pb-0">
        {tabs.map(({ id, label }) => {
          const Icon = icons[id]!
          const isCurrent = id === current
          return (
            <li key={id} className="shrink-0">
              <Link
                to={id === "overview" ? "/staff-dashboard" : `/staff-dashboard?tab=${id}`}
                preventScrollReset
                aria-current={isCurrent ? "page" : undefined}
                className={cx(
                  "flex min-h-11 items-center gap-3 whitespace-nowrap rounded-card px-3 text-ui",
                  isCurrent ? "bg-surface font-semibold text-ink" : "text-ink-2 hover:text-ink",
                )}
              >
                <Icon aria-hidden size={18} strokeWidth={1.5} />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
