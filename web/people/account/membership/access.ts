import { useQuery } from "@tanstack/react-query"
import type { Level } from "#contract/accounts.ts"
import { call } from "../../../platform/api/client.ts"

/** What the level allows and what has been used. Refetched when the level changes and when the tab gets focus. */
export function useAccess(level: Level) {
  return useQuery({
    queryKey: ["access-status", level],
    queryFn: ({ signal }) => call("GET /chat/access-status", { signal }),
    enabled: level !== "free",
    refetchOnWindowFocus: "always",
  })
}
