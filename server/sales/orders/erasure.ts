import { and, asc, desc, eq, inArray } from "drizzle-orm"
import { accountTexts } from "#contract/memberText.ts"
import type { Person } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { Refusal } from "../../platform/refusal.ts"
import { lockCheckout } from "./checkout.ts"
import { type LockedOrder, lockDolls, lockOrder } from "./locks.ts"
import { hasPayment } from "./payment.ts"
import { erasePhotos, photosOf } from "./photos.ts"
import { withItems } from "./present.ts"
import { hasOpenReturn, openReturns } from "./refundLedger.ts"
import { type OrderRow, orderEvents, orderItems, orders, refunds, returns } from "./tables.ts"
import { transition } from "./transitions.ts"

/** Locks in the usual order: the checkout lock, every model of every order, then the orders; the account comes last. */
export async function endOrders(tx: Tx, actor: Person, home: string): Promise<OrderRow[]> {
  await lockCheckout(tx, actor.id)
  const mine = eq(orders.userId, actor.id)
  const lines = await tx.db
    .selectDistinct({ dollId: orderItems.dollId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(mine)
  await lockDolls(
    tx,
    lines.map((line) => line.dollId),
  )
  const ended: OrderRow[] = []
  for (const { id } of await tx.db.select({ id: orders.id }).from(orders).where(mine).orderBy(asc(orders.id))) {
    const locked = await lockOrder(tx, id)
    if (locked) ended.push(await endOrder(tx, actor, locked, home))
  }
  return ended
}

async function endOrder(tx: Tx, actor: Person, locked: LockedOrder, home: string): Promise<OrderRow> {
  const { order } = locked
  if (isUnderWay(order) || (await hasOpenReturn(tx, order.id, ["received"])))
    throw new Refusal("WRONG_STATE", accountTexts.orderUnderWay(order.orderNumber))
  if (order.status !== "unpaid") return order
  return transition(tx, locked, "cancelled", {
    actorId: actor.id,
    note: "the account was deleted",
    home,
    quietly: true,
  })
}

function isUnderWay(order: OrderRow): boolean {
  const { status, review } = order
  return (
    (status === "unpaid" && hasPayment(order)) ||
    status === "to_be_shipped" ||
    status === "shipped" ||
    status === "needs_review" ||
    status === "refund_due" ||
    review === "open" ||
    review === "refund_due" ||
    order.refundDueCents > 0
  )
}

/**
 * Erases addresses and photographs. The books need the country that a parcel went to, and nothing else of the address.
 * Returns that have not arrived are withdrawn.
 */
export async function eraseAddresses(tx: Tx, rows: OrderRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await tx.db
      .update(returns)
      .set({ status: "withdrawn", endedAt: tx.now() })
      .where(and(inArray(returns.orderId, ids), inArray(returns.status, openReturns)))
    await tx.db
      .update(returns)
      .set({ note: null, payoutAddress: null, instructions: null, refusal: null, condition: null })
      .where(inArray(returns.orderId, ids))
    await erasePhotos(tx, photosOf(tx, ids))
    await tx.db.update(refunds).set({ payoutAddress: null, note: null }).where(inArray(refunds.orderId, ids))
  }
  const empty = { firstName: "", lastName: "", email: "", phone: "", address: "", city: "", state: "", zipCode: "" }
  for (const { id, shipping } of rows) {
    await tx.db
      .update(orders)
      .set({
        shipping: { ...empty, country: shipping.country },
        trackingNumber: null,
        cancelReason: null,
        placedFrom: null,
        returnsWaiting: 0,
      })
      .where(eq(orders.id, id))
  }
}

/** Exports the orders, also those removed from the customer's list. Notes on events belong to the shop. */
export async function exportOrders(tx: Tx, userId: number) {
  const rows = await tx.db.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.id))
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const events = await tx.db
    .select()
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, ids))
    .orderBy(asc(orderEvents.id))
  const byOrder = Map.groupBy(events, (event) => event.orderId)
  return (await withItems(tx, rows)).map((order, index) => ({
    ...order,
    terms_version: rows[index]!.termsVersion,
    privacy_version: rows[index]!.privacyVersion,
    events: (byOrder.get(order.id) ?? []).map((event) => ({
      from: event.fromStatus,
      to: event.toStatus,
      at: event.createdAt.toISOString(),
    })),
  }))
}
