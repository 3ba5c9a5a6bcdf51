import { eq, sql } from "drizzle-orm"
import { orderTexts } from "#contract/buyingText.ts"
import type { Tx } from "../../platform/db/store.ts"
import { Refusal } from "../../platform/refusal.ts"
import { noteEvent } from "./events.ts"
import { publishWaiting } from "./notifications.ts"
import { reopenableUntil } from "./states.ts"
import { type OrderRow, orders } from "./tables.ts"

/**
 * Reverts a completion: the order is shipped again, as before. The completion sent nothing and moved neither stock nor
 * money, so there is nothing else to revert; the time for returns runs from the shipping again.
 */
export async function reopen(tx: Tx, order: OrderRow, actorId: number): Promise<OrderRow> {
  const now = tx.now()
  if (!reopenableUntil(order, now)) throw new Refusal("WRONG_STATE", orderTexts.notReopenable)
  const [reopened] = await tx.db
    .update(orders)
    .set({
      status: "shipped",
      completedAt: null,
      reopenedAt: now,
      hiddenAt: null,
      version: sql`${orders.version} + 1`,
      updatedAt: now,
    })
    .where(eq(orders.id, order.id))
    .returning()
  await noteEvent(tx, order, "shipped", { actorId, note: "completion taken back" })
  publishWaiting(tx)
  return reopened!
}
