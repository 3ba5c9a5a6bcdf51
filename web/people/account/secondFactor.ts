import { queryOptions } from "@tanstack/react-query"
import { call } from "../../platform/api/client.ts"

export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: ({ signal }) => call("GET /auth/second-factor", { signal }),
  refetchOnMount: "always",
})
