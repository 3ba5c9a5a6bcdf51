import { asc, eq, inArray, sql } from "drizzle-orm"
import { notificationTexts, orderTexts } from "#contract/buyingText.ts"
import type { OrderStatus } from "#contract/orders.ts"
import { cartTexts } from "#contract/texts.ts"
import * as cart from "../cart/cart.ts"
import { changeStock, type Why } from "../catalog/stock.ts"
import { dolls } from "../catalog/tables.ts"
import { after, hours } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { recordEvent } from "../integrations/events.ts"
import { issueInvoices } from "../invoicing/issue.ts"
import { fromCents } from "../money.ts"
import { notifyAdmins } from "../notifications/adminAlerts.ts"
import { notify } from "../notifications/notifications.ts"
import { recordActivity } from "../records/activity.ts"
import { Refusal } from "../refusal.ts"
import { emailSale, emailStatus } from "./emails.ts"
import { saleOf } from "./invoice.ts"
import { notificationFor, publishOrder } from "./notifications.ts"
import { openRest, type Payout, settleAllDue } from "./refundLedger.ts"
import { orderEvents, orderItems, orders } from "./tables.ts"

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof orderItems.$inferSelect
export interface LockedOrder {
  order: OrderRow
  items: ItemRow[]
}

/** Whether the time to pay is over. A pending payment extends the hold, so the clock is sufficient. */
export function holdEnded(order: OrderRow, now: Date): boolean {
  return order.status === "unpaid" && order.holdExpiresAt !== null && order.holdExpiresAt <= now
}

/** All allowed status transitions. */
const allowedTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  unpaid: ["to_be_shipped", "cancelled", "needs_review"],
  cancelled: ["needs_review"],
  needs_review: ["to_be_shipped", "refund_due"],
  to_be_shipped: ["shipped", "refund_due"],
  shipped: ["completed"],
  completed: [],
  refund_due: ["refunded"],
  refunded: [],
}
/** In these states the order no longer reserves stock. */
const releasing: readonly OrderStatus[] = ["cancelled", "refund_due", "refunded"]

export interface Move {
  actorId?: number
  note?: string
  trackingNumber?: string
  carrierId?: number | null
  /** The shop's origin, for the link in the email. */
  home: string
  /** What the provider paid out, for the refunds that this move settles. */
  payout?: Payout
  /** Why staff cancel it: the customer is told. */
  reason?: string
  /** Sends no email: the customer is looking at the order that replaces this one. */
  quietly?: boolean
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

export function nextStatuses(from: OrderStatus): readonly OrderStatus[] {
  return allowedTransitions[from]
}

export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return allowedTransitions[from].includes(to)
}

/**
 * Changes an order's status, as nothing else does but `reopen`: checks the transition, adjusts the stock, records the
 * event and enqueues the email.
 */
export async function transition(tx: Tx, { order, items }: LockedOrder, to: OrderStatus, how: Move): Promise<OrderRow> {
  if (!canTransition(order.status, to)) throw new Refusal("WRONG_STATE", orderTexts.noMove(order.status, to))
  const trackingNumber = how.trackingNumber ?? order.trackingNumber
  if (to === "shipped" && !trackingNumber) throw new Refusal("WRONG_STATE", orderTexts.trackingRequired)
  let holdsStock = order.holdsStock
  if (holdsStock && releasing.includes(to)) {
    await releaseStock(tx, items, {
      actorId: how.actorId,
      reason: to === "cancelled" ? "order_ended" : "order_refunded",
    })
    holdsStock = false
  } else if (!holdsStock && to === "to_be_shipped") {
    await reserveStock(tx, items, { actorId: how.actorId, reason: "order_revived" })
    holdsStock = true
  }
  // Whoever ends an order, its money is recorded as due and then as refunded.
  if (to === "refund_due") await openRest(tx, order, items, how.actorId)
  if (to === "refunded") await settleAllDue(tx, order, how)
  const now = tx.now()
  const isSale = to === "to_be_shipped" && !order.paidAt
  const sale = isSale ? await recordSale(tx, order, items) : null
  const [moved] = await tx.db
    .update(orders)
    .set({
      status: to,
      holdsStock,
      trackingNumber,
      carrierId: how.carrierId === undefined ? order.carrierId : how.carrierId,
      holdExpiresAt: null,
      placedFrom: null,
      version: sql`${orders.version} + 1`,
      updatedAt: now,
      ...sale,
      ...(to === "shipped" ? { shippedAt: now } : {}),
      ...(to === "completed" ? { completedAt: now } : {}),
      ...(to === "cancelled" ? { cancelledAt: now, cancelReason: how.reason ?? null } : {}),
      ...(to === "refunded" ? { refundedAt: now } : {}),
      // An order that needs review again returns to the customer's list.
      ...(to === "needs_review" ? { hiddenAt: null } : {}),
    })
    .where(eq(orders.id, order.id))
    .returning()
  await noteEvent(tx, order, to, how)
  if (isSale) {
    const { userId, id: subjectId, paidCents: amountCents, orderNumber: detail } = order
    await recordActivity(tx, "model_purchase", { userId, subjectId, amountCents, detail })
    await notifyOfSale(tx, moved!, how.home)
  }
  const event = isSale ? "order.paid" : to === "shipped" ? "order.shipped" : null
  if (event) await recordOrderEvent(tx, event, moved!)
  // Paid items leave the cart now, whoever confirmed the payment; items added since stay.
  if (to === "to_be_shipped" && order.userId !== null) await cart.subtract(tx, order.userId, items)
  if (!how.quietly) await emailStatus(tx, moved!, how.home)
  const notice = how.quietly ? null : notificationFor(moved!, how.actorId)
  if (notice) await notify(tx, order.userId, notice)
  if (to === "needs_review") await notifyOrderAdmins(tx, moved!)
  publishWaiting(tx)
  return moved!
}

/** Whether the address can still be corrected. */
export const isCorrectable = ({ status }: OrderRow) =>
  status === "unpaid" || status === "needs_review" || status === "to_be_shipped"

/** How long a completion can be taken back. */
const reopenWithin = hours(24)

/** Until when the completion of an order can be taken back; null if it cannot. */
export function reopenableUntil({ status, completedAt }: OrderRow, now: Date): Date | null {
  if (status !== "completed" || !completedAt) return null
  const until = after(completedAt, reopenWithin)
  return until > now ? until : null
}

/**
 * Takes a completion back: the order is shipped again, as before. Completing it sent nothing, moved no stock and no
 * money, so there is nothing else to take back; the time for returns runs from the shipping again.
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

/** The columns of a sale; its invoice is issued, whose number waits for other sales until they are committed. */
async function recordSale(tx: Tx, order: OrderRow, items: ItemRow[]) {
  const [paidAt, paidCents] = [tx.now(), order.paidCents]
  const [invoiceNumber] = await issueInvoices(tx, [saleOf(order, items, { paidAt, paidCents })])
  return { paidAt, revenueCents: paidCents, invoiceNumber: invoiceNumber! }
}

const recordOrderEvent = (tx: Tx, event: "order.paid" | "order.shipped", order: OrderRow) =>
  recordEvent(tx, event, {
    order_id: order.id,
    order_number: order.orderNumber,
    status: order.status,
    total: fromCents(order.totalCents),
  })

/** The review of excess money has its own status, which never changes the order's. */
export async function setReview(tx: Tx, order: OrderRow, review: "open" | "refunded", why: string): Promise<void> {
  await tx.db
    .update(orders)
    .set({ review, reviewReason: why, hiddenAt: null, version: sql`${orders.version} + 1`, updatedAt: tx.now() })
    .where(eq(orders.id, order.id))
  await noteEvent(tx, order, order.status, { note: `review ${review}: ${why}` })
  if (review === "open") await notifyOrderAdmins(tx, order)
  publishWaiting(tx)
}

/** The number of orders that need attention may have changed. */
export const waitingTopic = "orders-waiting"

export function publishWaiting(tx: Tx): void {
  tx.publish(waitingTopic, null)
}

/** Notifies the admins who handle payments. */
function notifyOrderAdmins(tx: Tx, { id, orderNumber }: OrderRow): Promise<void> {
  const { title, body } = notificationTexts.orderWaits
  const link = `/admin?tab=orders&order=${id}`
  return notifyAdmins(tx, "orders", { kind: "order_waits", title, body: body(orderNumber), link })
}

/** Notifies and emails the admins of orders about a paid order, as each of them has chosen. */
async function notifyOfSale(tx: Tx, order: OrderRow, home: string): Promise<void> {
  const { id, orderNumber } = order
  const { title, body } = notificationTexts.newOrder
  const link = `/admin?tab=orders&order=${id}`
  await notifyAdmins(tx, "paid", { kind: "new_order", title, body: body(orderNumber), link })
  await emailSale(tx, order, `${home}${link}`)
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
  publishOrder(tx, order)
}

/** Reserves stock for an order. Throws OUT_OF_STOCK, naming the model; the caller holds the models' locks. */
export async function reserveStock(
  tx: Tx,
  items: Pick<ItemRow, "id" | "orderId" | "dollId" | "quantity" | "name">[],
  why: Why,
): Promise<void> {
  for (const { id, orderId, dollId, quantity, name } of items) {
    const doll = await changeStock(tx, dollId, { by: -quantity }, { ...why, orderId })
    if (!doll) await refuseStock(tx, dollId, name)
    await tx.db
      .update(orderItems)
      .set({ held: doll!.stock === null ? 0 : quantity })
      .where(eq(orderItems.id, id))
  }
}

async function releaseStock(tx: Tx, items: ItemRow[], why: Why): Promise<void> {
  for (const { orderId, dollId, held } of items) {
    if (held > 0) await changeStock(tx, dollId, { by: held }, { ...why, orderId })
  }
}

async function refuseStock(tx: Tx, dollId: number, name: string): Promise<never> {
  const [doll] = await tx.db.select({ stock: dolls.stock }).from(dolls).where(eq(dolls.id, dollId))
  const left = doll?.stock ?? 0
  throw new Refusal("OUT_OF_STOCK", left === 0 ? cartTexts.soldOutNamed(name) : cartTexts.onlyLeftNamed(name, left))
}
