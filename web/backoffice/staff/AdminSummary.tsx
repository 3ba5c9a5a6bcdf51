import { queryOptions, useQuery } from "@tanstack/react-query"
import type { User } from "#contract/accounts.ts"
import type { DashboardStats } from "#contract/admin.ts"
import { staffTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { PanelTitle } from "../../people/account/PanelTitle.tsx"
import { explain, list } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { money } from "../../platform/ui/format.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Activity } from "./Activity.tsx"
import { monthOf, statsQuery } from "./stats.ts"

interface Card {
  label: string
  tab: string
  /** Types of admins that may open the tab and see the card. */
  admins: readonly User["admin_type"][]
  value(stats: DashboardStats, admins: number): string | number
  /** Says what the figure counts, or how it compares. */
  note(stats: DashboardStats): string | null
}

const cards: Card[] = [
  {
    label: t`Flagged`,
    tab: "flagged",
    admins: ["super_admin", "content_admin"],
    value: (stats) => stats.flagged_messages,
    note: () => t`Open items`,
  },
  {
    label: t`Payments`,
    tab: "payments",
    admins: ["super_admin", "financial_admin"],
    value: (stats) => money(stats.monthly_revenue ?? 0),
    note: (stats) => t`Revenue in ${monthOf(stats)}`,
  },
  {
    label: t`Subscriptions`,
    tab: "subscriptions",
    admins: ["super_admin", "financial_admin"],
    value: (stats) => stats.active_subscriptions,
    note: () => t`Active`,
  },
  {
    label: t`Models`,
    tab: "models",
    admins: ["super_admin", "content_admin"],
    value: (stats) => stats.active_models,
    note: () => t`In shop`,
  },
  {
    label: t`Moderators`,
    tab: "moderators",
    admins: ["super_admin"],
    value: (stats) => stats.active_moderators,
    note: () => t`Active`,
  },
  {
    label: t`Admins`,
    tab: "admins",
    admins: ["super_admin"],
    value: (_, admins) => admins,
    note: () => t`With access to the panel`,
  },
]

/** Only super admins may run this query. */
const adminsQuery = queryOptions({
  queryKey: ["admins", "count"],
  queryFn: async ({ signal }) => (await list("GET /admin/admins", { query: { limit: 1 }, signal })).total,
})

/** The areas of the panel, each with a figure and a link to its tab, and the recent activity. */
export function AdminSummary({ user }: { user: User }) {
  const stats = useQuery(statsQuery)
  const admins = useQuery({ ...adminsQuery, enabled: user.admin_type === "super_admin" })
  const shown = cards.filter((card) => card.admins.includes(user.admin_type))
  const error = stats.error ?? admins.error
  const data = user.admin_type === "super_admin" && admins.data === undefined ? undefined : stats.data
  const again = () => void Promise.all([stats.refetch(), admins.refetch()])
  return (
    <>
      <PanelTitle>{t`Admin summary`}</PanelTitle>
      <div className="mt-4">
        {!data && error && <ErrorState title={staffTexts.dashboardFailed} detail={explain(error)} retry={again} />}
        {!data && !error && (
          <div role="status" className={grid}>
            <span className="sr-only">{t`Loading the summary`}</span>
            {shown.map(({ tab }) => (
              <div key={tab} className={cell}>
                <Skeleton className="h-20" />
              </div>
            ))}
          </div>
        )}
        {data && (
          <ul className={grid}>
            {shown.map(({ label, tab, value, note }) => (
              <li key={tab} className={cell}>
                <Link to={`/admin?tab=${tab}`} className="group block h-full p-4 hover:bg-sunken sm:p-5">
                  <span className="block font-semibold text-ui group-hover:underline">{label}</span>
                  <span className="tabular wrap-anywhere mt-3 block font-semibold text-h3 max-sm:text-lead">
                    {value(data, admins.data ?? 0)}
                  </span>
                  <span className="mt-0.5 block text-ink-3 text-meta">{note(data)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {data && <Activity />}
    </>
  )
}

/** Draws hairlines between the cells. */
const grid = "grid grid-cols-2 border-line border-t border-s xl:grid-cols-3"
const cell = "min-w-0 border-line border-e border-b bg-surface"
