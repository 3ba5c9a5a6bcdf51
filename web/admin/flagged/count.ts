import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { call } from "../../api/client.ts"
import { onFrame } from "../../session/frames.ts"
import { refresh } from "../table/useRows.ts"

const tenMinutes = 10 * 60_000

/** How much waits for a decision: asked every ten minutes, and whenever the server says that something has come. */
export function useFlaggedCount(enabled: boolean): number {
  const { data } = useQuery({
    queryKey: ["admin", "flagged", "count"],
    queryFn: () => call<{ count: number }>("GET /admin/flagged-messages/count"),
    enabled,
    refetchInterval: tenMinutes,
    staleTime: 5000,
  })
  useEffect(() => (enabled ? onFrame("flagged", () => refresh("flagged")) : undefined), [enabled])
  return data?.count ?? 0
}
