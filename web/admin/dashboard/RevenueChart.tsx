import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { call, explain } from "../../api/client.ts"
import { AreaChart } from "../../staff-ui/AreaChart.tsx"
import { money } from "../../ui/format.ts"
import { Select } from "../../ui/Select.tsx"
import { ErrorState, Skeleton } from "../../ui/states.tsx"

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" })
const month = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" })

/** Revenue minus refunds, by day or month. */
export function RevenueChart() {
  const [by, setBy] = useState<"day" | "month">("day")
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "revenue", by],
    queryFn: () => call("GET /admin/revenue", { query: { by } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Revenue" className="mt-10">
      {error && !data && <ErrorState detail={explain(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (
        <AreaChart
          title="Revenue"
          summary={`Revenue by ${data.by}: ${money(data.total)} in total`}
          unit="Revenue"
          format={money}
          points={data.points.map(({ date, total }) => ({
            label: data.by === "day" ? day.format(new Date(date)) : month.format(new Date(`${date}-01`)),
            value: total,
          }))}
        >
          <Select
            aria-label="Revenue by"
            value={by}
            onChange={(event) => setBy(event.target.value as "day" | "month")}
            className="h-11 rounded-input border border-line-strong bg-surface pl-3 text-ui"
          >
            <option value="day">Last 30 days</option>
            <option value="month">Last 12 months</option>
          </Select>
        </AreaChart>
      )}
    </section>
  )
}
