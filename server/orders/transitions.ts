import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm"
import type { OrderStatus } from "#contract/orders.ts"
import { cartTexts, orderTexts } from "#contract/texts.ts"
import * as cart from "../cart/cart.ts"
import { catalogChanged } from "../catalog/changes.ts"
import { dolls } from "../catalog/tables.ts"
import type { Tx } from "../db/store.ts"
import { enqueue } from "../mail/outbox.ts"
import { notify } from "../notifications/notifications.ts"
import { Refusal } from "../refusal.ts"
import { happened } from "../staff/activity.ts"
import { letterFor } from "./letters.ts"
import { noticeFor } from "./notices.ts"
import { orderEvents, orderItems, orders } from "./tables.ts"

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof orderItems.$inferSelect
export interface LockedOrder {
  order: OrderRow
  items: ItemRow[]
}

/** Every way an order can go. What is not here does not happen. */
const ways: Record<OrderStatus, readonly OrderStatus[]> = {
  unpaid: ["to_be_shipped", "cancelled", "needs_review"],
  cancelled: ["needs_review"],
  needs_review: ["to_be_shipped", "refund_due"],
  to_be_shipped: ["shipped", "refund_due"],
  shipped: ["completed"],
  completed: [],
  refund_due: ["refunded"],
  refunded: [],
}
/** Orders in these states do not need their pieces any more. */
const gaveUp: readonly OrderStatus[] = ["cancelled", "refund_due", "refunded"]

export interface Move {
  actorId?: number
  note?: string
  trackingNumber?: string
  /** The shop's origin, for the link in the letter. */
  home: string
  /** Without a letter: the customer is looking at what has replaced the order. */
  quietly?: boolean
}

/**
 * Locks an order for a change, together with the stock the change may touch: models by id first, then the order, as everywhere.
 * The lines of an order never change, so they may be read before.
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

export function waysOf(from: OrderStatus): readonly OrderStatus[] {
  return ways[from]
}

export function mayMove(from: OrderStatus, to: OrderStatus): boolean {
  return ways[from].includes(to)
}

/** The one place where an order changes its status: checks the way, moves the stock with it, notes it, writes the letter. */
export async function move(tx: Tx, { order, items }: LockedOrder, to: OrderStatus, how: Move): Promise<OrderRow> {
  if (!mayMove(order.status, to)) throw new Refusal("WRONG_STATE", orderTexts.noMove(order.status, to))
  const trackingNumber = how.trackingNumber ?? order.trackingNumber
  if (to === "shipped" && !trackingNumber) throw new Refusal("WRONG_STATE", orderTexts.trackingRequired)
  let holdsStock = order.holdsStock
  if (holdsStock && gaveUp.includes(to)) {
    await giveBack(tx, items)
    holdsStock = false
  } else if (!holdsStock && to === "to_be_shipped") {
    await take(tx, items)
    holdsStock = true
  }
  const now = tx.now()
  const [moved] = await tx.db
    .update(orders)
    .set({
      status: to,
      holdsStock,
      trackingNumber,
      holdExpiresAt: null,
      version: sql`${orders.version} + 1`,
      updatedAt: now,
      ...(to === "to_be_shipped" ? { paidAt: order.paidAt ?? now } : {}),
      ...(to === "shipped" ? { shippedAt: now } : {}),
      ...(to === "completed" ? { completedAt: now } : {}),
      ...(to === "cancelled" ? { cancelledAt: now } : {}),
      ...(to === "refunded" ? { refundedAt: now } : {}),
      // What needs somebody's eye again comes back into the customer's list.
      ...(to === "needs_review" ? { hiddenAt: null } : {}),
    })
    .where(eq(orders.id, order.id))
    .returning()
  await noteEvent(tx, order, to, how)
  if (to === "to_be_shipped" && !order.paidAt) {
    const { userId, id: subjectId, totalCents: amountCents, orderNumber: detail } = order
    await happened(tx, "model_purchase", { userId, subjectId, amountCents, detail })
  }
  // What is paid leaves the cart now, whoever has confirmed it; what was added since stays.
  if (to === "to_be_shipped" && order.userId !== null) await cart.subtract(tx, order.userId, items)
  const letter = how.quietly ? null : letterFor(moved!, how.home)
  if (letter) await enqueue(tx, letter)
  const notice = how.quietly ? null : noticeFor(moved!, how.actorId)
  if (notice) await notify(tx, order.userId, notice)
  return moved!
}

/** Money beyond what the order asked for has a way of its own, which never moves the order. */
export async function setReview(tx: Tx, order: OrderRow, review: "open" | "refunded", why: string): Promise<void> {
  await tx.db
    .update(orders)
    .set({ review, reviewReason: why, hiddenAt: null, version: sql`${orders.version} + 1`, updatedAt: tx.now() })
    .where(eq(orders.id, order.id))
  await noteEvent(tx, order, order.status, { note: `review ${review}: ${why}` })
}

export async function noteEvent(tx: Tx, order: OrderRow, to: OrderStatus, how: Pick<Move, "actorId" | "note">) {
  await tx.db.insert(orderEvents).values({
    orderId: order.id,
    actorId: how.actorId ?? null,
    fromStatus: order.status,
    toStatus: to,
    note: how.note ?? null,
    createdAt: tx.now(),
  })
}

/** Pieces off the shelf for an order. Throws OUT_OF_STOCK, naming the model; the caller holds the models' locks. */
export async function take(tx: Tx, items: Pick<ItemRow, "id" | "dollId" | "quantity" | "name">[]): Promise<void> {
  for (const { id, dollId, quantity, name } of items) {
    const [doll] = await tx.db
      .update(dolls)
      .set({ stock: sql`${dolls.stock} - ${quantity}` })
      .where(and(eq(dolls.id, dollId), sql`(${dolls.stock} is null or ${dolls.stock} >= ${quantity})`))
      .returning({ stock: dolls.stock })
    if (!doll) await refuseStock(tx, dollId, name)
    await tx.db
      .update(orderItems)
      .set({ held: doll!.stock === null ? 0 : quantity })
      .where(eq(orderItems.id, id))
  }
  catalogChanged(tx)
}

async function giveBack(tx: Tx, items: ItemRow[]): Promise<void> {
  for (const { dollId, held } of items.filter((item) => item.held > 0)) {
    await tx.db
      .update(dolls)
      .set({ stock: sql`${dolls.stock} + ${held}` })
      .where(and(eq(dolls.id, dollId), isNotNull(dolls.stock)))
  }
  catalogChanged(tx)
}

async function refuseStock(tx: Tx, dollId: number, name: string): Promise<never> {
  const [doll] = await tx.db.select({ stock: dolls.stock }).from(dolls).where(eq(dolls.id, dollId))
  const left = doll?.stock ?? 0
  throw new Refusal("OUT_OF_STOCK", left === 0 ? cartTexts.soldOutNamed(name) : cartTexts.onlyLeftNamed(name, left))
}
