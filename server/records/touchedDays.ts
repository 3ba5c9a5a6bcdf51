import { dayOf } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { touchedDays } from "./tables.ts"

/** Something sold at this time has changed, for example by a refund: the figures of its day are counted again. */
export async function touchDay(tx: Tx, soldAt: Date): Promise<void> {
  await tx.db.insert(touchedDays).values({ day: dayOf(soldAt) })
}
