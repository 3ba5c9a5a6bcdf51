import { useEffect } from "react"
import type { Doll } from "#contract/catalog.ts"
import { ApiError, call } from "../../platform/api/client.ts"
import { guestLines, writeGuestLines } from "./guestCart.ts"
import { type CartLine, refreshed } from "./lines.ts"

/** Refreshes a guest's prices and stock each time the cart opens. */
export function useFreshPrices(wanted: boolean): void {
  useEffect(() => {
    if (wanted) void refreshPrices()
  }, [wanted])
}

/** A line whose request fails stays as it is; one whose model was deleted is marked. */
async function refreshPrices(): Promise<void> {
  const fresh = new Map<number, Doll | null>()
  await Promise.all(guestLines().map(async (line) => ask(line, fresh)))
  if (fresh.size === 0) return
  const update = (line: CartLine) => {
    const doll = fresh.get(line.doll_id)
    return doll === undefined ? line : refreshed(line, doll)
  }
  writeGuestLines(guestLines().map(update))
}

async function ask({ doll_id }: CartLine, fresh: Map<number, Doll | null>): Promise<void> {
  try {
    fresh.set(doll_id, await call(`GET /dolls/${doll_id}`))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) fresh.set(doll_id, null)
  }
}
