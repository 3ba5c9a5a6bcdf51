import { queryOptions, useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { call } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import { onFrame, wasReceived } from "../../platform/session/frames.ts"
import { refresh } from "./useRows.ts"

const tenMinutes = 10 * 60_000
const paths = {
  flagged: "/admin/flagged-messages/count",
  orders: "/admin/orders/count",
  returns: "/admin/returns/count",
} as const
type Queue = keyof typeof paths

export const countQuery = (queue: Queue) =>
  queryOptions({ queryKey: ["admin", queue, "count"], queryFn: () => call(`GET ${paths[queue]}`) })

/** The size of a queue, fetched every ten minutes and updated by the account's socket. */
export function useWaiting(queue: Queue, enabled: boolean): number {
  const { data } = useQuery({ ...countQuery(queue), enabled, refetchInterval: tenMinutes, staleTime: 5000 })
  useEffect(() => {
    if (!enabled) return undefined
    // Returns have no frame of their own, but every change of one changes its order.
    return queue === "returns"
      ? onFrame<CountFrame>("orders", () => refresh("returns"))
      : onFrame<CountFrame>(queue, update)
  }, [queue, enabled])
  return data?.count ?? 0
}

interface CountFrame {
  type: Queue
  count: number
}

/** The first frame usually matches the fetched count. */
async function update({ type, count }: CountFrame): Promise<void> {
  const asked = wasReceived(type) ? null : queries().ensureQueryData(countQuery(type))
  const known = await asked?.catch(() => null)
  if (known?.count !== count) await refresh(type)
}
