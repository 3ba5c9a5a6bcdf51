import { queryOptions } from "@tanstack/react-query"
import { changeTexts } from "#contract/adminText.ts"
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

/** `4 min`, `1 h 22 min`, `3 days` */
export function durationOf(minutes: number | null): string {
  if (minutes === null) return "No answers yet"
  const whole = Math.round(minutes)
  if (whole < 1) return "Under 1 min"
  if (whole >= 48 * 60) return `${Math.round(whole / (24 * 60))} days`
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ")
}

/** `+12.5% from last month`, or `No change from last month`; null without a previous month. */
export function changeOf(percent: number | null): string | null {
  if (percent === null) return null
  const rounded = percent.toFixed(1)
  if (Number(rounded) === 0) return changeTexts.none
  return changeTexts.fromLastMonth(`${percent > 0 ? "+" : ""}${rounded}%`)
}
