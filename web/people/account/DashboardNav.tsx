import { t } from "#contract/t.ts"
import { signOut } from "../../platform/auth/user.ts"
import { TabItem, TabRail } from "../../platform/ui/TabRail.tsx"
import { useUnread } from "../notifications/notifications.ts"
import type { Tab } from "./tabs.ts"

/** The button logs out at once, while the tab asks first. */
export function DashboardNav({ tabs, current }: { tabs: Tab[]; current: string }) {
  return (
    <TabRail label={t`Dashboard`} current={current}>
      {tabs.map(({ id, label }) =>
        id === "logout" ? (
          <TabItem key={id} isCurrent={current === id} onClick={() => void signOut()}>
            {label}
          </TabItem>
        ) : (
          <TabItem key={id} to={id === "overview" ? "/dashboard" : `/dashboard?tab=${id}`} isCurrent={id === current}>
            {label}
            {id === "notifications" && <Unread />}
          </TabItem>
        ),
      )}
    </TabRail>
  )
}

function Unread() {
  const count = useUnread()
  if (count === 0) return null
  return (
    <>
      <span aria-hidden className="badge badge-notices badge-inline" />
      <span className="sr-only">{t`, ${count} unread`}</span>
    </>
  )
}
