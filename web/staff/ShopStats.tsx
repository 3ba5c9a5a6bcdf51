import { useQuery } from "@tanstack/react-query"
import { staffTexts } from "#contract/memberText.ts"
import { explain } from "../api/client.ts"
import { money } from "../ui/format.ts"
import { ErrorState, Skeleton } from "../ui/states.tsx"
import { StatStrip } from "./StatStrip.tsx"
import { statsQuery } from "./stats.ts"

/** Three or four key figures of the shop. */
export function ShopStats() {
  const { data, error, refetch } = useQuery(statsQuery)
  if (!data && error) {
    return <ErrorState title={staffTexts.dashboardFailed} detail={explain(error)} retry={() => void refetch()} />
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Loading statistics</span>
        <Skeleton className="h-24" />
      </div>
    )
  }
  return (
    <StatStrip
      stats={[
        { label: "Users", value: data.total_users.toLocaleString("en-US"), note: data.users_change },
        { label: "Active subscriptions", value: data.active_subscriptions, note: data.subscriptions_change },
        ...(data.monthly_revenue === null
          ? []
          : [{ label: "Revenue this month", value: money(data.monthly_revenue), note: data.revenue_change }]),
        { label: "Flagged", value: data.flagged_messages, note: data.flagged_change },
      ]}
    />
  )
}
