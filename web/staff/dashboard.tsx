import "../ui/zod.ts"
import { Link, useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { staffTexts } from "#contract/texts.ts"
import { useMe } from "../session/account.ts"
import { Guard } from "../shell/Guard.tsx"
import { privateMeta } from "../shell/meta.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { EmptyState, PageSpinner, Tag } from "../ui/states.tsx"
import { AdminSummary } from "./AdminSummary.tsx"
import { ChatActivity } from "./ChatActivity.tsx"
import { roleOf } from "./levels.ts"
import { ModerationSummary } from "./ModerationSummary.tsx"
import { Overview } from "./Overview.tsx"
import { Settings } from "./Settings.tsx"
import { StaffNav } from "./StaffNav.tsx"
import { StaffNotifications } from "./StaffNotifications.tsx"
import { staffTabs } from "./tabs.ts"
import { UserManagement } from "./UserManagement.tsx"

export const meta = () => privateMeta("Staff dashboard")

export default function StaffDashboardRoute() {
  return (
    <Guard roles={["admin", "moderator"]} guestTo="/" wrongTo="/dashboard">
      <StaffDashboard />
    </Guard>
  )
}

const desks = {
  admin: { to: "/admin", label: "Admin panel" },
  moderator: { to: "/moderator", label: "Moderator dashboard" },
}

function StaffDashboard() {
  const { user } = useMe()
  const [params] = useSearchParams()
  if (!user || user.role === "user") return <PageSpinner />
  const desk = desks[user.role]
  const tabs = staffTabs(user)
  const asked = params.get("tab") ?? "overview"
  const tab = tabs.find(({ id }) => id === asked)
  const Panel = tab && panels[tab.id]!
  return (
    <div className="wrap py-8 sm:py-12">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="font-display text-h1">Welcome, {user.full_name.trim().split(/\s+/)[0] || "friend"}!</h1>
        <Tag tone="plum">{roleOf(user)}</Tag>
        <Link to={desk.to} className="link inline-flex min-h-11 items-center text-ui sm:ml-auto">
          {desk.label}
        </Link>
      </div>
      <div className="mt-8 grid gap-8 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-12">
        <StaffNav tabs={tabs} current={tab?.id ?? null} />
        <section aria-label={tab?.label ?? "Not there yet"} className="min-w-0">
          {Panel ? (
            <Panel user={user} />
          ) : (
            <EmptyState title={staffTexts.underDevelopment}>
              <ButtonLink to={desk.to} look="outline">
                {desk.label}
              </ButtonLink>
            </EmptyState>
          )}
        </section>
      </div>
    </div>
  )
}

const panels: Record<string, (props: { user: User }) => React.ReactNode> = {
  overview: Overview,
  "admin-summary": AdminSummary,
  "user-management": UserManagement,
  "moderation-summary": ModerationSummary,
  "chat-activity": ChatActivity,
  notifications: StaffNotifications,
  settings: Settings,
}
