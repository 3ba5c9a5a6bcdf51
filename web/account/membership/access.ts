import { useQuery } from "@tanstack/react-query"
import type { Level } from "#contract/accounts.ts"
import type { AccessStatus } from "#contract/memberships.ts"
import { call } from "../../api/client.ts"

/** What the level allows, and what of it is used; asked again when the level changes, and when somebody comes back to the tab. */
export function useAccess(level: Level) {
  return useQuery({
    queryKey: ["access-status", level],
    queryFn: ({ signal }) => call<AccessStatus>("GET /chat/access-status", { signal }),
    enabled: level !== "free",
    refetchOnWindowFocus: "always",
  })
}
