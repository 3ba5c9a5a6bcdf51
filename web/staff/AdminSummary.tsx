import { queryOptions, useQuery } from "@tanstack/react-query"
import type { User } from "#contract/accounts.ts"
import type { DashboardStats } from "#contract/admin.ts"
import { staffTexts } from "#contract/memberText.ts"
import { PanelTitle } from "../account/PanelTitle.tsx"
import { explain, list } from "../api/client.ts"
import { Link } from "../router.ts"
import { money } from "../ui/format.ts"
import { ErrorState, Skeleton } from "../ui/states.tsx"
import { statsQuery } from "./stats.ts"

interface Card {
  label: string
  tab: string
  /** Admin types that may open the tab and see the card. */
  admins: readonly User["admin_type"][]
  value(stats: DashboardStats, admins: number): string | number
  note(stats: DashboardStats): string | null
}

const cards: Card[] = [
  {
    label: "Admins",
    tab: "admins",
    admins: ["super_admin"],
    value: (_, admins) => admins,
    note: () => "People with access to the panel",
  },
  {
    label: "Models",
    tab: "models",
    admins: ["super_admin", "content_admin"],
    value: (stats) => stats.active_models,
    note: (stats) => stats.models_change,
  },
  {
    label: "Payments",
    tab: "payments",
    admins: ["super_admin", "financial_admin"],
    value: (stats) => money(stats.monthly_revenue ?? 0),
    note: (stats) => stats.revenue_change,
  },
  {
    label: "Subscriptions",
    tab: "subscriptions",
    admins: ["super_admin", "financial_admin"],
    value: (stats) => stats.active_subscriptions,
    note: (stats) => stats.subscriptions_change,
  },
  {
    label: "Flagged",
    tab: "flagged",
    admins: ["super_admin", "content_admin"],
    value: (stats) => stats.flagged_messages,
    note: (stats) => stats.flagged_change,
  },
  {
    label: "Moderators",
    tab: "moderators",
    admins: ["super_admin"],
    value: (stats) => stats.active_moderators,
    note: (stats) => stats.moderators_change,
  },
]

/** Only super admins may query this. */
const adminsQuery = queryOptions({
  queryKey: ["admins", "count"],
  queryFn: async ({ signal }) => (await list("GET /admin/admins", { query: { limit: 1 }, signal })).total,
})

/** Key figures of the shop, each linking to its tab. */
export function AdminSummary({ user }: { user: User }) {
  const stats = useQuery(statsQuery)
  const admins = useQuery({ ...adminsQuery, enabled: user.admin_type === "super_admin" })
  const shown = cards.filter((card) => card.admins.includes(user.admin_type))
  const error = stats.error ?? admins.error
  const data = user.admin_type === "super_admin" && admins.data === undefined ? undefined : stats.data
  const again = () => void Promise.all([stats.refetch(), admins.refetch()])
  return (
    <>
      <PanelTitle>Admin Summary</PanelTitle>
      <div className="mt-5">
        {!data && error && <ErrorState title={staffTexts.dashboardFailed} detail={explain(error)} retry={again} />}
        {!data && !error && (
          <div role="status" className={grid}>
            <span className="sr-only">Loading the summary</span>
            {shown.map(({ tab }) => (
              <Skeleton key={tab} className="h-32" />
            ))}
          </div>
        )}
        {data && (
          <ul className={grid}>
            {shown.map(({ label, tab, value, note }) => (
              <li key={tab}>
                <Link
                  to={`/admin?tab=${tab}`}
                  className="block h-full rounded-card border border-line bg-surface p-5 hover:border-line-strong"
                >
                  <span className="block text-ink-2 text-meta">{label}</span>
                  <span className="tabular mt-1 block font-display text-h2">{value(data, admins.data ?? 0)}</span>
                  <span className="mt-1 block text-ink-3 text-meta">{note(data)}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

const grid = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3"
