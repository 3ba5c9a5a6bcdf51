import { queryOptions } from "@tanstack/react-query"
import { call } from "../api/client.ts"

/** The shop's key figures; revenue only for admins who may see it. */
export const statsQuery = queryOptions({
  queryKey: ["dashboard-stats"],
  queryFn: ({ signal }) => call("GET /admin/dashboard-stats", { signal }),
  refetchOnMount: "always",
})
