import type { User } from "#contract/accounts.ts"
import { PanelTitle } from "../account/PanelTitle.tsx"
import { ButtonLink } from "../ui/Button.tsx"
import { dateOf } from "../ui/format.ts"
import { roleOf } from "./levels.ts"
import { ModeratorStats, WithMetrics } from "./Metrics.tsx"
import { metricsQuery } from "./metrics.ts"
import { ReadOnly } from "./ReadOnly.tsx"
import { ShopStats } from "./ShopStats.tsx"

function actionsOf({ role, admin_type }: User): { to: string; label: string }[] {
  if (role === "moderator") {
    return [
      { to: "/moderator", label: "Active Chats" },
      { to: "/moderator?queue=flagged", label: "Flagged Content" },
    ]
  }
  return [
    ...(admin_type === "super_admin" ? [{ to: "/staff-dashboard?tab=user-management", label: "Manage Users" }] : []),
    { to: "/admin?tab=dashboard", label: "View Analytics" },
  ]
}

export function Overview({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>Overview</PanelTitle>
      <ReadOnly
        facts={[
          ["Full Name", user.full_name],
          ["Email Address", user.email],
          ["Role", roleOf(user)],
          ["Staff Since", dateOf(user.created_at)],
        ]}
      />
      {user.role === "moderator" && (
        <section aria-label="Your numbers" className="mt-8">
          <WithMetrics of={metricsQuery(user.uuid)}>{(metrics) => <ModeratorStats metrics={metrics} />}</WithMetrics>
        </section>
      )}
      {user.role === "admin" && (
        <section aria-label="The shop's numbers" className="mt-8">
          <ShopStats />
        </section>
      )}
      <section aria-labelledby="quick" className="mt-10">
        <h3 id="quick" className="font-display text-h3">
          Quick actions
        </h3>
        <div className="mt-4 flex flex-wrap gap-3">
          {[...actionsOf(user), { to: "/staff-dashboard?tab=settings", label: "Account Settings" }].map(
            ({ to, label }, at) => (
              <ButtonLink key={label} to={to} look={at === 0 ? "primary" : "outline"}>
                {label}
              </ButtonLink>
            ),
          )}
        </div>
      </section>
    </>
  )
}
