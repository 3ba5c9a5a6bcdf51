import { useQuery } from "@tanstack/react-query"
import { staffTexts } from "#contract/memberText.ts"
import { locale, t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { money } from "../../platform/ui/format.ts"
import { ErrorState } from "../../platform/ui/states.tsx"
import { StatStrip } from "./StatStrip.tsx"
import { monthOf, statsQuery } from "./stats.ts"

/** Keeps the height of a note while it is loading. */
const blank = "\u00a0"

/** Three or four key figures of the shop, with the month they are compared to. Revenue needs `mayMoney`. */
export function ShopStats({ mayMoney }: { mayMoney: boolean }) {
  const { data, error, refetch } = useQuery(statsQuery)
  return (
    <section aria-labelledby="figures">
      <h3 id="figures" className="font-semibold text-ui">{t`Shop figures`}</h3>
      <div className="mt-2">
        {!data && error ? (
          <ErrorState title={staffTexts.dashboardFailed} detail={explain(error)} retry={() => void refetch()} />
        ) : (
          <StatStrip
            stats={[
              ...(mayMoney
                ? [
                    {
                      label: data ? t`Revenue, ${monthOf(data)}` : t`Revenue`,
                      value: data && money(data.monthly_revenue ?? 0),
                      note: data ? data.revenue_change : blank,
                    },
                  ]
                : []),
              {
                label: t`Active subscriptions`,
                value: data?.active_subscriptions,
                note: data?.subscriptions_change ?? blank,
              },
              {
                label: t`Customers`,
                value: data?.total_users.toLocaleString(locale),
                note: data?.users_change ?? blank,
              },
              { label: t`Active models`, value: data?.active_models, note: data?.models_change ?? blank },
            ]}
          />
        )}
      </div>
    </section>
  )
}
