import { queryOptions } from "@tanstack/react-query"
import type { DashboardStats } from "#contract/admin.ts"
import { call } from "../api/client.ts"

/** The shop in numbers, for every admin; money only for those who may see it. */
export const statsQuery = queryOptions({
  queryKey: ["dashboard-stats"],
  queryFn: ({ signal }) => call<DashboardStats>("GET /admin/dashboard-stats", { signal }),
  refetchOnMount: "always",
})
