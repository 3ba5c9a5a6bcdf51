import { after, dayBefore, dayOf, hours } from "../clock.ts"
import { statement } from "./statement.ts"
import type { Store, Tx } from "./store.ts"

/** Daily totals (UTC), stored once the day is over. */
interface RollUp {
  /** Key of the advisory lock: of two nodes that compute the same days one waits for the other. */
  lock: number
  /** The last day stored. */
  lastDay(tx: Tx): Promise<string | null>
  /** Computes and stores the days after `last`, up to `until`. */
  keep(tx: Tx, last: string | null, until: string): Promise<void>
}

/** Work in progress at midnight has ended by then. */
const settled = hours(1)

/** Stores each finished day once; returns the last day stored. */
export async function rollUpDays(store: Store, { lock, lastDay, keep }: RollUp): Promise<string | null> {
  const until = dayBefore(dayOf(after(store.now(), -settled)))
  const known = await lastDay(store)
  if (known && known >= until) return known
  return store.longRunning(async (tx) => {
    await statement(tx, "", "select pg_advisory_xact_lock($1)", [lock])
    const last = await lastDay(tx)
    if (last && last >= until) return last
    await keep(tx, last, until)
    return until
  })
}
