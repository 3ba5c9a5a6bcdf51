import { t } from "#contract/t.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import "../../platform/ui/zod.ts"
import { useEffect } from "react"
import { useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { staffTexts } from "#contract/memberText.ts"
import { generalTexts } from "#contract/texts.ts"
import { sameSitePath } from "../../people/account/next.ts"
import { sendTokenWithPages } from "../../platform/api/staffPass.ts"
import { useMe } from "../../platform/auth/user.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { Link, useNavigate } from "../../platform/router.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { EmptyState, Tag } from "../../platform/ui/states.tsx"
import { roleOf } from "../staff-ui/levels.ts"
import { PageSkeleton } from "../staff-ui/PageSkeleton.tsx"
import { AdminSummary } from "./AdminSummary.tsx"
import { ChatActivity } from "./ChatActivity.tsx"
import { ModerationSummary } from "./ModerationSummary.tsx"
import { Overview } from "./Overview.tsx"
import { Settings } from "./Settings.tsx"
import { StaffNav } from "./StaffNav.tsx"
import { StaffNotifications } from "./StaffNotifications.tsx"
import { staffTabs } from "./tabs.ts"
import { UserManagement } from "./UserManagement.tsx"

export const meta = () => privateMeta(t`Staff dashboard`)

export default function StaffDashboardRoute() {
  return (
    <Guard roles={["admin", "moderator"]} wrongTo="/dashboard" waiting={<Waiting />}>
      <StaffDashboard />
    </Guard>
  )
}

const desks = {
  admin: { to: "/admin", label: t`Admin panel` },
  moderator: { to: "/moderator", label: t`Chats` },
} as const

function StaffDashboard() {
  const { user, status } = useMe()
  const [params] = useSearchParams()
  const go = useNavigate()
  // In maintenance mode, the page can only be opened with the token.
  const opens = sameSitePath(params.get("open"))
  const isIn = status === "in"
  useEffect(() => {
    if (!isIn || opens === null) return
    sendTokenWithPages()
    void go(opens, { replace: true })
  }, [isIn, opens, go])
  if (!user || user.role === "user" || opens !== null) return <Waiting />
  const desk = desks[user.role]
  const tabs = staffTabs(user)
  const asked = params.get("tab") ?? "overview"
  const tab = tabs.find(({ id }) => id === asked)
  const Panel = tab && panels[tab.id]!
  const isOfOthers = Object.hasOwn(panels, asked)
  return (
    <div className="wrap py-6 max-md:pt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="font-display text-h2">
          <Trans>Welcome, {user.full_name.trim().split(/\s+/)[0] || t`friend`}!</Trans>
        </h1>
        <Tag tone="plum">{roleOf(user)}</Tag>
        <Link to={desk.to} className="link ms-auto inline-flex min-h-11 items-center text-ui">
          {desk.label}
        </Link>
      </div>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10">
        <StaffNav tabs={tabs} current={tab?.id ?? null} />
        <section aria-label={tab?.label ?? t`Not available yet`} className="min-w-0">
          {Panel ? (
            <Panel user={user} />
          ) : (
            <EmptyState title={isOfOthers ? generalTexts.insufficient : staffTexts.underDevelopment}>
              <ButtonLink to={desk.to} variant="outline">
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

const Waiting = () => (
  <div className="wrap">
    <PageSkeleton />
  </div>
)
