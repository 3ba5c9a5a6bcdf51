import { t } from "#contract/t.ts"
import {
  Activity,
  Bell,
  type Icon,
  LayoutList,
  Settings,
  ShieldCheck,
  UserRound,
  Users,
} from "../../platform/ui/icons.ts"
import { TabItem, TabRail } from "../../platform/ui/TabRail.tsx"
import type { Tab } from "./tabs.ts"

const icons: Record<string, Icon> = {
  overview: UserRound,
  "admin-summary": LayoutList,
  "user-management": Users,
  "moderation-summary": ShieldCheck,
  "chat-activity": Activity,
  notifications: Bell,
  settings: Settings,
}

export function StaffNav({ tabs, current }: { tabs: Tab[]; current: string | null }) {
  return (
    <TabRail label={t`Staff dashboard`} current={current}>
      {tabs.map(({ id, label }) => (
        <TabItem
          key={id}
          to={id === "overview" ? "/staff-dashboard" : `/staff-dashboard?tab=${id}`}
          icon={icons[id]}
          isCurrent={id === current}
        >
          {label}
        </TabItem>
      ))}
    </TabRail>
  )
}
