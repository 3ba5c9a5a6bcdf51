import { and, asc, eq, gt, isNull, lte, or } from "drizzle-orm"
import { after, days, minutes } from "../../platform/clock.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { emailUnpaid } from "./emails.ts"
import { type LockedOrder, lockOrder } from "./locks.ts"
import { hasPayment } from "./payment.ts"
import { setReview } from "./review.ts"
import { holdEnded } from "./states.ts"
import { type OrderRow, orders } from "./tables.ts"
import { transition } from "./transitions.ts"

/** A payment that is pending for longer than this goes to review. */
const longest = days(8)
const completeAfter = days(14)
/** How long before the end of its hold an unpaid order is mentioned. */
const remindBefore = minutes(20)

/** Ends expired holds, each order in its own transaction, so that a failure does not affect the others. */
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

/**
 * Ends a hold. Without payments the order is cancelled; with received money it goes to review; while a payment is
 * pending the hold is extended, up to a limit.
 */
export async function endHold(tx: Tx, locked: LockedOrder, home: string): Promise<OrderRow> {
  const { order } = locked
  const now = tx.now()
  if (!holdEnded(order, now)) return order
  const { paymentPendingAt, paymentsReceived } = order
  if (paymentPendingAt && after(paymentPendingAt, longest) > now) return extendHold(tx, order, after(now, minutes(60)))
  if (hasPayment(order)) {
    const moved = await transition(tx, locked, "needs_review", { note: "the hold ended with money received", home })
    if (paymentsReceived > 1) await setReview(tx, moved, "open", "more than one payment in part")
    return moved
  }
  return transition(tx, locked, "cancelled", { note: "the hold ended", home })
}

/** Whether nothing is known of a payment, and the customer was not reminded. */
const isForgotten = (order: OrderRow) => order.status === "unpaid" && !order.remindedAt && !hasPayment(order)

/** Reminds customers once that their order is about to be cancelled, while no payment of it is known. */
export async function remindUnpaid(store: Store, home: string): Promise<void> {
  if (!(await shopSetting(store, "automatic_emails")).includes("unpaid_order")) return
  const now = store.now()
  const due = await store.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.status, "unpaid"),
        isNull(orders.remindedAt),
        gt(orders.holdExpiresAt, now),
        lte(orders.holdExpiresAt, after(now, remindBefore)),
      ),
    )
    .orderBy(asc(orders.holdExpiresAt))
    .limit(200)
  for (const { id } of due.filter(isForgotten)) {
    await store.transaction(async (tx) => {
      const locked = await lockOrder(tx, id)
      if (!locked || !isForgotten(locked.order) || holdEnded(locked.order, tx.now())) return
      await tx.db.update(orders).set({ remindedAt: tx.now() }).where(eq(orders.id, id))
      await emailUnpaid(tx, locked.order, home)
    })
  }
}

export async function extendHold(tx: Tx, order: OrderRow, until: Date): Promise<OrderRow> {
  const [row] = await tx.db.update(orders).set({ holdExpiresAt: until }).where(eq(orders.id, order.id)).returning()
  return row!
}

/** Completes orders two weeks after they were shipped, or after staff reverted their completion. */
export async function completeShipped(store: Store, home: string): Promise<number> {
  const long = after(store.now(), -completeAfter)
  const notReopened = or(isNull(orders.reopenedAt), lte(orders.reopenedAt, long))
  const due = await store.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, "shipped"), lte(orders.shippedAt, long), notReopened))
    .limit(200)
  let completed = 0
  for (const { id } of due) {
    await store.transaction(async (tx) => {
      const locked = await lockOrder(tx, id)
      if (locked?.order.status !== "shipped" || (locked.order.reopenedAt ?? long) > long) return
      await transition(tx, locked, "completed", { note: "14 days after shipping", home })
      completed++
    })
  }
  return completed
}
