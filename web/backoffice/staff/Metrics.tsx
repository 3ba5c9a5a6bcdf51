import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { staffTexts } from "#contract/memberText.ts"
import type { ModeratorMetrics } from "#contract/staff.ts"
import { t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { ErrorState } from "../../platform/ui/states.tsx"
import { durationOf } from "../moderator/durations.ts"
import { changeOf, type metricsQuery } from "./metrics.ts"
import { StatStrip } from "./StatStrip.tsx"

export interface WithMetricsProps {
  of: ReturnType<typeof metricsQuery>
  children(metrics: ModeratorMetrics): ReactNode
}

/** Loads a moderator's metrics, and shows a skeleton or the error meanwhile. */
export function WithMetrics({ of, children }: WithMetricsProps) {
  const { data, error, refetch } = useQuery(of)
  if (data) return children(data)
  if (error) {
    return <ErrorState title={staffTexts.dashboardFailed} detail={explain(error)} retry={() => void refetch()} />
  }
  return (
    <div role="status">
      <span className="sr-only">{t`Loading statistics`}</span>
      <ModeratorStats />
    </div>
  )
}

/** Without metrics, it has the height that they will have. */
export function ModeratorStats({ metrics }: { metrics?: ModeratorMetrics }) {
  return (
    <StatStrip
      stats={[
        { label: t`Assigned models`, value: metrics?.assigned_dolls },
        { label: t`Active chats`, value: metrics?.active_chat_rooms, note: t`Last 7 days` },
        {
          label: t`Average response time`,
          value: metrics && durationOf(metrics.avg_response_time_minutes),
          note: t`Last 30 days`,
        },
        {
          label: t`Rating by members`,
          value: metrics && (metrics.ratings.average === null ? t`No ratings yet` : t`${metrics.ratings.average} of 5`),
          note: metrics?.ratings.count ? t`${metrics.ratings.count} in the last 30 days` : t`Last 30 days`,
        },
        {
          label: t`Messages this month`,
          value: metrics?.monthly_report.messages_this_month,
          note: metrics ? (changeOf(metrics.monthly_report.monthly_change) ?? t`No messages last month`) : "\u00a0",
        },
      ]}
    />
  )
}
