import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { Revenue } from "#contract/admin.ts"
import { t } from "#contract/t.ts"
import { Chart } from "../../backoffice/staff-ui/Chart.tsx"
import { daysNote, periodName, periodNames } from "../../backoffice/staff-ui/dates.ts"
import { call, explain } from "../../platform/api/client.ts"
import { money } from "../../platform/ui/format.ts"
import { Select } from "../../platform/ui/Select.tsx"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"

/** Revenue minus refunds by day or month, beside that of the previous period. */
export function RevenueChart() {
  const [by, setBy] = useState<"day" | "month">("day")
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "revenue", by],
    queryFn: () => call("GET /admin/revenue", { query: { by } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label={t`Revenue`} className="mt-10">
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-80 w-full" />}
      {data && (
        <Chart
          title={t`Revenue`}
          note={
            <>
              {note} {daysNote()}
            </>
          }
          unit={t`Revenue`}
          by={data.by}
          format={money}
          now={period(data, data.by, 0)}
          before={period(data.previous, data.by, 1)}
        >
          <Select
            aria-label={t`Revenue by`}
            value={by}
            onChange={(event) => setBy(event.target.value as "day" | "month")}
            className="h-11 rounded-card border border-line-strong bg-surface ps-3 text-ui"
          >
            <option value="day">{periodNames.day[0]}</option>
            <option value="month">{periodNames.month[0]}</option>
          </Select>
        </Chart>
      )}
    </section>
  )
}

const note = t`Orders and memberships on the day they were paid, minus refunds on the day they were made. Reports count a refund on the day of its sale, and show memberships on their own.`

const period = ({ points, total }: Revenue["previous"], by: "day" | "month", which: 0 | 1) => ({
  name: periodNames[by][which],
  points: points.map(({ date, total }) => ({ label: periodName(date, by), value: total })),
  total: money(total),
})
