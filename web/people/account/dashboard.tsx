import { t } from "#contract/t.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import "../../platform/ui/zod.ts"
import { useEffect } from "react"
import { useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { Paused } from "../../platform/auth/Paused.tsx"
import { useMe } from "../../platform/auth/user.ts"
import { titled } from "../../platform/meta/shop.ts"
import { useTitle } from "../../platform/meta/useTitle.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { DashboardNav } from "./DashboardNav.tsx"
import { Favorites } from "./Favorites.tsx"
import { LogoutTab } from "./LogoutTab.tsx"
import { MemberBadge } from "./MemberBadge.tsx"
import { Notifications } from "./Notifications.tsx"
import { OrdersTab } from "./OrdersTab.tsx"
import { Overview } from "./Overview.tsx"
import { OwnReviews } from "./OwnReviews.tsx"
import { Settings } from "./Settings.tsx"
import { type Tab, tabsFor } from "./tabs.ts"
import { VipTab } from "./VipTab.tsx"

export const meta = () => [{ title: titled(t`Dashboard`) }, { name: "robots", content: "noindex" }]

export default function DashboardRoute() {
  return (
    <Guard roles={["user"]} wrongTo="/staff-dashboard">
      <Dashboard />
    </Guard>
  )
}

function Dashboard() {
  const { user, status } = useMe()
  const [params, setParams] = useSearchParams()
  const tabs = user ? tabsFor(user) : []
  const asked = params.get("tab")
  const knownTab = tabs.find((one) => one.id === asked)
  // A tab that is unknown, or belongs to another level, redirects to the first tab.
  const isLost = status === "in" && asked !== null && !knownTab
  useEffect(() => {
    if (isLost) setParams({}, { replace: true, preventScrollReset: true })
  }, [isLost, setParams])
  if (!user) return null
  const tab = knownTab ?? tabs[0]!
  return <Part user={user} tabs={tabs} tab={tab} />
}

function Part({ user, tabs, tab }: { user: User; tabs: Tab[]; tab: Tab }) {
  useTitle(tab.title ?? tab.label)
  const Panel = panels[tab.id]!
  const isOverview = tab.id === "overview"
  return (
    <div className="wrap py-5 sm:py-12">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <h1 className={cx("min-w-0 font-display", isOverview ? "text-h1" : "text-h3")}>
          <Trans>Welcome, {firstName(user)}!</Trans>
        </h1>
        <MemberBadge user={user} isNamed={isOverview} />
      </div>
      {user.suspended && <Paused className="mt-6 max-w-measure" />}
      <div className="mt-4 grid gap-5 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-12">
        <DashboardNav tabs={tabs} current={tab.id} />
        <section aria-label={tab.label} className="min-w-0">
          <Panel user={user} />
        </section>
      </div>
    </div>
  )
}

const panels: Record<string, (props: { user: User }) => React.ReactNode> = {
  overview: Overview,
  orders: OrdersTab,
  vip: VipTab,
  favorites: Favorites,
  reviews: OwnReviews,
  notifications: Notifications,
  settings: Settings,
  logout: LogoutTab,
}

function firstName(user: User): string {
  return user.full_name.trim().split(/\s+/)[0] || "friend"
}
