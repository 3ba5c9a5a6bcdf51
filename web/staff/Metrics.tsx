import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { staffTexts } from "#contract/memberText.ts"
import type { ModeratorMetrics } from "#contract/staff.ts"
import { explain } from "../api/client.ts"
import { ErrorState, Skeleton } from "../ui/states.tsx"
import { changeOf, durationOf, type metricsQuery } from "./metrics.ts"
import { StatStrip } from "./StatStrip.tsx"

export interface WithMetricsProps {
  of: ReturnType<typeof metricsQuery>
  children(metrics: ModeratorMetrics): ReactNode
}

/** Loads a moderator's metrics; shows a skeleton or the error. */
export function WithMetrics({ of, children }: WithMetricsProps) {
  const { data, error, refetch } = useQuery(of)
  if (data) return children(data)
  if (error) {
    return <ErrorState title={staffTexts.dashboardFailed} detail={explain(error)} retry={() => void refetch()} />
  }
  return (
    <div role="status" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <span className="sr-only">Loading statistics</span>
      {["one", "two", "three", "four"].map((name) => (
        <Skeleton key={name} className="h-20" />
      ))}
    </div>
  )
}

export function ModeratorStats({ metrics }: { metrics: ModeratorMetrics }) {
  const { assigned_dolls, active_chat_rooms, avg_response_time_minutes, monthly_report } = metrics
  return (
    <StatStrip
      stats={[
        { label: "Assigned models", value: assigned_dolls },
        { label: "Active chats", value: active_chat_rooms, note: "Last 7 days" },
        { label: "Average response time", value: durationOf(avg_response_time_minutes), note: "Last 30 days" },
        {
          label: "Messages this month",
          value: monthly_report.messages_this_month,
          note: changeOf(monthly_report.monthly_change) ?? "No messages last month",
        },
      ]}
    />
  )
}
