import { useQuery } from "@tanstack/react-query"
import { staffTexts } from "#contract/memberText.ts"
import { explain } from "../api/client.ts"
import { money } from "../ui/format.ts"
import { ErrorState, Skeleton } from "../ui/states.tsx"
import { StatStrip } from "./StatStrip.tsx"
import { monthOf, statsQuery } from "./stats.ts"

/** Three or four key figures of the shop, with the month they are compared with. */
export function ShopStats() {
  const { data, error, refetch } = useQuery(statsQuery)
  return (
    <section aria-labelledby="figures">
      <h3 id="figures" className="font-semibold text-ui">
        Shop figures
      </h3>
      <div className="mt-2">
        {data ? (
          <StatStrip
            stats={[
              ...(data.monthly_revenue === null
                ? []
                : [
                    {
                      label: `Revenue, ${monthOf(data)}`,
                      value: money(data.monthly_revenue),
                      note: data.revenue_change,
                    },
                  ]),
              { label: "Active subscriptions", value: data.active_subscriptions, note: data.subscriptions_change },
              { label: "Customers", value: data.total_users.toLocaleString("en-US"), note: data.users_change },
              { label: "Active models", value: data.active_models, note: data.models_change },
            ]}
          />
        ) : error ? (
          <ErrorState title={staffTexts.dashboardFailed} detail={explain(error)} retry={() => void refetch()} />
        ) : (
          <div role="status">
            <span className="sr-only">Loading statistics</span>
            <Skeleton className="h-24" />
          </div>
        )}
      </div>
    </section>
  )
}
