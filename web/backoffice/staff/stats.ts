import { queryOptions } from "@tanstack/react-query"
import type { DashboardStats } from "#contract/admin.ts"
import { locale } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"

/** The shop's key figures. Revenue is included only for admins who may see it. */
export const statsQuery = queryOptions({
  queryKey: ["dashboard-stats"],
  queryFn: ({ signal }) => call("GET /admin/dashboard-stats", { signal }),
  refetchOnMount: "always",
})

const month = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" })

/** The name of the current month in the figures, such as "November". */
export const monthOf = ({ series: { months } }: DashboardStats) => month.format(new Date(months.at(-1)!))
