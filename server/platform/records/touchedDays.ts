import { after, beginOf, dayOf, daysBetween, endOf } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { touchedDays } from "./tables.ts"

/** Marks the day of a sale that has changed, for example by a refund, so that its figures are counted again. */
export async function touchDay(tx: Tx, soldAt: Date): Promise<void> {
  await tx.db.insert(touchedDays).values({ day: dayOf(soldAt) })
}

/** Returns the days of a zone that overlap touched days, which are in UTC, each once. */
export const localDaysOf = (touched: string[], zone: string) =>
  [
    ...new Set(touched.flatMap((day) => daysBetween(dayOf(beginOf(day), zone), dayOf(after(endOf(day), -1), zone)))),
  ].sort()
