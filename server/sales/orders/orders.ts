import { and, count, desc, eq, isNull, type SQL } from "drizzle-orm"
import { orderTexts, paymentTexts } from "#contract/buyingText.ts"
import type { Order, OrderQuery } from "#contract/orders.ts"
import { type Actor, assertUser } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { lockOrder } from "./locks.ts"
import { hasPayment } from "./payment.ts"
import { erasePhotos, photosOf } from "./photos.ts"
import { withItems } from "./present.ts"
import { hasOpenReturn } from "./refundLedger.ts"
import { orders } from "./tables.ts"
import { transition } from "./transitions.ts"

export async function listOrders(tx: Tx, actor: Actor, { skip, limit, status }: OrderQuery) {
  assertUser(actor)
  return pageOf(
    tx,
    and(eq(orders.userId, actor.id), isNull(orders.hiddenAt), status === "all" ? undefined : eq(orders.status, status)),
    { skip, limit },
  )
}

export async function getOrder(tx: Tx, actor: Actor, id: number): Promise<Order> {
  assertUser(actor)
  const [row] = await tx.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, actor.id), isNull(orders.hiddenAt)))
  if (!row) throw notFound()
  return (await withItems(tx, [row]))[0]!
}

/** Cancels an order while nothing is paid and no payment is pending, and releases its stock. */
export async function cancelOrder(tx: Tx, actor: Actor, id: number, home: string): Promise<Order> {
  assertUser(actor)
  const locked = await lockOrder(tx, id)
  if (!locked || locked.order.userId !== actor.id || locked.order.hiddenAt) throw notFound()
  if (locked.order.status !== "unpaid") throw new Refusal("WRONG_STATE", orderTexts.notCancellable)
  if (hasPayment(locked.order)) throw new Refusal("WRONG_STATE", paymentTexts.underWay)
  const moved = await transition(tx, locked, "cancelled", { actorId: actor.id, note: "by the customer", home })
  return (await withItems(tx, [moved]))[0]!
}

/** Hides the order from the customer's list. Staff still see it, but without the photographs of its returns. */
export async function hideOrder(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertUser(actor)
  const [row] = await tx.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.userId, actor.id), isNull(orders.hiddenAt)))
    .for("update")
  if (!row) throw notFound()
  const ended = row.status === "completed" || row.status === "cancelled" || row.status === "refunded"
  const isOwed = row.refundDueCents > 0 || row.review === "open" || row.review === "refund_due"
  if (!ended || isOwed || (await hasOpenReturn(tx, id))) {
    throw new Refusal("WRONG_STATE", orderTexts.notEnded)
  }
  await tx.db.update(orders).set({ hiddenAt: tx.now() }).where(eq(orders.id, id))
  await erasePhotos(tx, photosOf(tx, [id]))
}

export async function pageOf(tx: Tx, where: SQL | undefined, { skip, limit }: { skip: number; limit: number }) {
  const rows = await tx.db
    .select()
    .from(orders)
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(skip)
  const [{ total } = { total: 0 }] = await tx.db.select({ total: count() }).from(orders).where(where)
  return { items: await withItems(tx, rows), total }
}
