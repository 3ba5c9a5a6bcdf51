import { eq, sql } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { noteEvent } from "./events.ts"
import { notifyOrderAdmins, publishWaiting } from "./notifications.ts"
import { type OrderRow, orders } from "./tables.ts"

/** Sets the review of excess money, whose status never changes the order's. */
export async function setReview(tx: Tx, order: OrderRow, review: "open" | "refunded", why: string): Promise<void> {
  await tx.db
    .update(orders)
    .set({ review, reviewReason: why, hiddenAt: null, version: sql`${orders.version} + 1`, updatedAt: tx.now() })
    .where(eq(orders.id, order.id))
  await noteEvent(tx, order, order.status, { note: `review ${review}: ${why}` })
  if (review === "open") await notifyOrderAdmins(tx, order)
  publishWaiting(tx)
}
