import { queryOptions } from "@tanstack/react-query"
import { call } from "../api/client.ts"

/** A moderator's own metrics. */
export const metricsQuery = (owner: string) => query(["moderator-metrics", owner], "GET /moderators/dashboard")

/** A moderator's metrics, for admins. */
export const metricsOfQuery = (id: number) => query(["moderator-metrics", id], `GET /moderators/${id}/metrics`)

const query = (queryKey: readonly unknown[], what: "GET /moderators/dashboard" | `GET /moderators/${number}/metrics`) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(what, { signal }),
    refetchOnMount: "always",
  })

/** `3.5 minutes`, `2 hours` */
export function durationOf(minutes: number | null): string {
  if (minutes === null) return "No answers yet"
  if (minutes < 120) return `${minutes.toFixed(1)} minutes`
  const hours = minutes / 60
  return hours < 48 ? `${hours.toFixed(1)} hours` : `${(hours / 24).toFixed(1)} days`
}

/** `+12.5% from last month`; null without a previous month. */
export function changeOf(percent: number | null): string | null {
  if (percent === null) return null
  return `${percent > 0 ? "+" : ""}${percent.toFixed(1)}% from last month`
}
