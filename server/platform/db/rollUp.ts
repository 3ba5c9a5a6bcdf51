import { eq } from "drizzle-orm"
import { after, beginOf, dayBefore, dayOf, daysBetween, endOf, hours } from "../clock.ts"
import { shopSetting } from "./shopSetting.ts"
import { statement } from "./statement.ts"
import type { Store, Tx } from "./store.ts"
import { countedUntil } from "./tables.ts"

/** Daily totals, which are stored once the day is over. */
interface RollUp {
  /** The name of its row in `counted_until`. */
  name: string
  /** The key of the advisory lock: one of two nodes that compute the same days waits for the other. */
  lock: number
  /** Returns the last day stored, if `counted_until` does not have it. */
  lastDay?(tx: Tx): Promise<string | null>
  clear(tx: Tx): Promise<void>
  /** Computes and stores the days after `last`, up to `until`. */
  keep(tx: Tx, last: string | null, until: string, zone: string): Promise<void>
}

/** The last day that is stored, and the time zone of the days. */
export interface RolledUp {
  last: string
  zone: string
}

/** The time by which work in progress at midnight has ended. */
const settled = hours(1)

/** Stores each finished day once. When the time zone of the shop changes, all days are counted again. */
export async function rollUpDays(store: Store, { name, lock, lastDay, clear, keep }: RollUp): Promise<RolledUp> {
  const state = async (tx: Tx) => {
    const zone = await shopSetting(tx, "time_zone")
    const known = await rolledUp(tx, name)
    const last = lastDay ? await lastDay(tx) : (known?.last ?? null)
    const until = dayBefore(dayOf(after(tx.now(), -settled), zone))
    return { zone, until, last: (known?.zone ?? "UTC") === zone ? last : null }
  }
  const seen = await state(store)
  if (seen.last && seen.last >= seen.until) return { last: seen.last, zone: seen.zone }
  return store.longRunning(async (tx) => {
    await statement(tx, "", "select pg_advisory_xact_lock($1)", [lock])
    const { zone, until, last } = await state(tx)
    if (last && last >= until) return { last, zone }
    if (!last) await clear(tx)
    await keep(tx, last, until, zone)
    const set = { day: until, timeZone: zone }
    await tx.db
      .insert(countedUntil)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: countedUntil.name, set })
    return { last: until, zone }
  })
}

export async function rolledUp(tx: Tx, name: string): Promise<RolledUp | null> {
  const [row] = await tx.db.select().from(countedUntil).where(eq(countedUntil.name, name))
  return row ? { last: row.day, zone: row.timeZone } : null
}

/**
 * Returns the parameters of a statement that counts by day: the first moment of the days and the one after them, which
 * let the planner estimate the few rows of an index scan; the days; and their first moments. Moments are assigned to
 * days by these and not by `at time zone`, so that only the server's time zone rules apply.
 */
export function dayParams(from: string, to: string, zone: string): [Date, Date, string[], string[]] {
  const names = daysBetween(from, to)
  const begins = names.map((day) => beginOf(day, zone))
  return [beginOf(from, zone), endOf(to, zone), names, begins.map((begin) => begin.toISOString())]
}

/** SQL of the day of a moment, in a statement whose first parameters are those of `dayParams`. */
export const dayIn = (moment: string) => `($3::date[])[width_bucket(${moment}, $4::timestamptz[])]`
