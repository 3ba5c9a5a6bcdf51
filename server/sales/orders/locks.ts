import { asc, eq, inArray } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { type ItemRow, type OrderRow, orderItems, orders } from "./tables.ts"

export interface LockedOrder {
  order: OrderRow
  items: ItemRow[]
}

/**
 * Locks an order for a change together with the stock it may touch. Lock order, as everywhere: models by id, then the
 * order. The lines of an order never change, so they are read before.
 */
export async function lockOrder(tx: Tx, id: number): Promise<LockedOrder | null> {
  const items = await tx.db.select().from(orderItems).where(eq(orderItems.orderId, id)).orderBy(asc(orderItems.dollId))
  await lockDolls(
    tx,
    items.map((item) => item.dollId),
  )
  const [order] = await tx.db.select().from(orders).where(eq(orders.id, id)).for("update")
  return order ? { order, items } : null
}

export async function lockDolls(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.db
    .select({ id: dolls.id })
    .from(dolls)
    .where(inArray(dolls.id, ids))
    .orderBy(asc(dolls.id))
    .for("no key update")
}
