import { plural, t } from "#contract/t.ts"
import type { Address } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { daysNote } from "../staff-ui/dates.ts"
import { CountChart } from "./CountChart.tsx"
import { ModeratorStats, WithMetrics, type WithMetricsProps } from "./Metrics.tsx"
import { TopModels } from "./TopModels.tsx"

interface ActivityMetricsProps extends Pick<WithMetricsProps, "of"> {
  /** Classes of the grid's columns. */
  columns: string
  to(dollId: number): Address
  empty: string
}

/** The messages of a moderator over time and by model. */
export function ActivityMetrics({ of, columns, to, empty }: ActivityMetricsProps) {
  return (
    <WithMetrics of={of}>
      {(metrics) => (
        <div className="grid gap-10">
          <ModeratorStats metrics={metrics} />
          <div className={cx("grid gap-10", columns)}>
            <CountChart
              by="month"
              counts={metrics.messages_per_month}
              before={metrics.previous.messages_per_month}
              title={t`Messages per month`}
              unit={t`Messages`}
            />
            <CountChart
              by="day"
              counts={metrics.messages_per_day}
              before={metrics.previous.messages_per_day}
              title={t`Messages per day`}
              unit={t`Messages`}
            />
          </div>
          <div>
            <TopModels models={metrics.top_dolls} to={to} empty={empty} />
            <p className="mt-3 text-ink-3 text-meta">
              {plural(metrics.monthly_report.total_messages, {
                other: `${metrics.monthly_report.total_messages} messages in total.`,
              })}{" "}
              {daysNote()}
            </p>
          </div>
        </div>
      )}
    </WithMetrics>
  )
}
