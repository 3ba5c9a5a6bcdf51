import { after, beginOf, dayOf, daysBetween, endOf } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { touchedDays } from "./tables.ts"

/** Something sold at this time has changed, for example by a refund: the figures of its day are counted again. */
export async function touchDay(tx: Tx, soldAt: Date): Promise<void> {
  await tx.db.insert(touchedDays).values({ day: dayOf(soldAt) })
}

/** The days of a zone that touched days, which are in UTC, have a part of; each once. */
export const localDaysOf = (touched: string[], zone: string) =>
  [
    ...new Set(touched.flatMap((day) => daysBetween(dayOf(beginOf(day), zone), dayOf(after(endOf(day), -1), zone)))),
  ].sort()
