import type { User } from "#contract/accounts.ts"
import { PanelTitle } from "../account/PanelTitle.tsx"
import type { Address } from "../router.ts"
import { roleOf } from "../staff-ui/levels.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { dateOf } from "../ui/format.ts"
import { ModeratorStats, WithMetrics } from "./Metrics.tsx"
import { metricsQuery } from "./metrics.ts"
import { ReadOnly } from "./ReadOnly.tsx"
import { ShopStats } from "./ShopStats.tsx"

interface Action {
  to: Address
  label: string
}
const manageUsers: Action = { to: "/staff-dashboard?tab=user-management", label: "Manage Users" }
const accountSettings: Action = { to: "/staff-dashboard?tab=settings", label: "Account Settings" }

function actionsOf({ role, admin_type }: User): Action[] {
  if (role === "moderator") {
    return [
      { to: "/moderator", label: "Active Chats" },
      { to: "/moderator?queue=flagged", label: "Flagged Content" },
    ]
  }
  return [
    ...(admin_type === "super_admin" ? [manageUsers] : []),
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
        <section aria-label="Your statistics" className="mt-8">
          <WithMetrics of={metricsQuery(user.uuid)}>{(metrics) => <ModeratorStats metrics={metrics} />}</WithMetrics>
        </section>
      )}
      {user.role === "admin" && (
        <section aria-label="Shop statistics" className="mt-8">
          <ShopStats />
        </section>
      )}
      <section aria-labelledby="quick" className="mt-10">
        <h3 id="quick" className="font-display text-h3">
          Quick actions
        </h3>
        <div className="mt-4 flex flex-wrap gap-3">
          {[...actionsOf(user), accountSettings].map(({ to, label }, at) => (
            <ButtonLink key={label} to={to} variant={at === 0 ? "primary" : "outline"}>
              {label}
            </ButtonLink>
          ))}
        </div>
      </section>
    </>
  )
}
