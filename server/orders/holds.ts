import { and, asc, eq, lte } from "drizzle-orm"
import { after, days, minutes } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { moneyOn } from "../payments/money.ts"
import { orders } from "./tables.ts"
import { type LockedOrder, lockOrder, move, type OrderRow, setReview } from "./transitions.ts"

/** A payment that has been on its way for longer than this is somebody's case. */
const longest = days(8)
const completeAfter = days(14)

/** Ends holds by the clock. Each order is its own transaction, so that one that fails keeps none of the others. */
export async function sweepHolds(store: Store, home: string): Promise<number> {
  const due = await store.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, "unpaid"), lte(orders.holdExpiresAt, store.now())))
    .orderBy(asc(orders.holdExpiresAt))
    .limit(200)
  let ended = 0
  for (const { id } of due) {
    const changed = await store.transaction(async (tx) => {
      const locked = await lockOrder(tx, id)
      return locked ? endHold(tx, locked, home) : null
    })
    if (changed && changed.status !== "unpaid") ended++
  }
  return ended
}

/** Whether the time to pay has run out. While a payment is being confirmed the hold is moved on, so the clock alone says it. */
export function holdEnded(order: OrderRow, now: Date): boolean {
  return order.status === "unpaid" && order.holdExpiresAt !== null && order.holdExpiresAt <= now
}

/** No money seen: cancelled. Money here: somebody looks. Money on its way: the hold goes on, but not for ever. */
export async function endHold(tx: Tx, locked: LockedOrder, home: string): Promise<OrderRow> {
  const { order } = locked
  const now = tx.now()
  if (!holdEnded(order, now)) return order
  const money = await moneyOn(tx, order.id)
  const waits = money.coming.some((payment) => after(payment.updatedAt, longest) > now)
  if (waits) return extendHold(tx, order, after(now, minutes(60)))
  if (money.any) {
    const moved = await move(tx, locked, "needs_review", { note: "the hold ended with money received", home })
    if (money.arrived.length > 1) await setReview(tx, moved, "open", "more than one payment in part")
    return moved
  }
  return move(tx, locked, "cancelled", { note: "the hold ended", home })
}

export async function extendHold(tx: Tx, order: OrderRow, until: Date): Promise<OrderRow> {
  const [row] = await tx.db.update(orders).set({ holdExpiresAt: until }).where(eq(orders.id, order.id)).returning()
  return row!
}

/** Two weeks after shipping an order counts as received. */
export async function completeShipped(store: Store, home: string): Promise<number> {
  const due = await store.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, "shipped"), lte(orders.shippedAt, after(store.now(), -completeAfter))))
    .limit(200)
  let completed = 0
  for (const { id } of due) {
    await store.transaction(async (tx) => {
      const locked = await lockOrder(tx, id)
      if (locked?.order.status !== "shipped") return
      await move(tx, locked, "completed", { note: "14 days after shipping", home })
      completed++
    })
  }
  return completed
}
