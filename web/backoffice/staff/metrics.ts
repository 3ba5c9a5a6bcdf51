import { queryOptions } from "@tanstack/react-query"
import { changeTexts } from "#contract/adminText.ts"
import { call } from "../../platform/api/client.ts"
import { percent } from "../../platform/ui/percent.ts"

export const metricsQuery = (owner: string) => query(["moderator-metrics", owner], "GET /moderators/dashboard")

/** Only for admins. */
export const metricsOfQuery = (id: number) => query(["moderator-metrics", id], `GET /moderators/${id}/metrics`)

const query = (queryKey: readonly unknown[], what: "GET /moderators/dashboard" | `GET /moderators/${number}/metrics`) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(what, { signal }),
    refetchOnMount: "always",
  })

/** Formats as `+12.5% from last month` or `No change from last month`. Returns null without a previous month. */
export function changeOf(share: number | null): string | null {
  if (share === null) return null
  if (Number(share.toFixed(1)) === 0) return changeTexts.none
  return changeTexts.fromLastMonth(percent(share, { minimumFractionDigits: 1, signDisplay: "exceptZero" }))
}
