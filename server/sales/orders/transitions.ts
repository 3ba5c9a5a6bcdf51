import { eq, sql } from "drizzle-orm"
import { orderTexts } from "#contract/buyingText.ts"
import type { OrderStatus } from "#contract/orders.ts"
import type { Tx } from "../../platform/db/store.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { recordActivity } from "../../platform/records/activity.ts"
import { Refusal } from "../../platform/refusal.ts"
import * as cart from "../cart/cart.ts"
import { issueInvoices } from "../invoicing/issue.ts"
import { emailStatus } from "./emails.ts"
import { noteEvent, recordOrderEvent } from "./events.ts"
import { saleOf } from "./invoice.ts"
import type { LockedOrder } from "./locks.ts"
import { notificationFor, notifyOfSale, notifyOrderAdmins, publishWaiting } from "./notifications.ts"
import { openRest, type Payout, settleAllDue } from "./refundLedger.ts"
import { releaseStock, reserveStock } from "./reservations.ts"
import { canTransition, noMove } from "./states.ts"
import { type ItemRow, type OrderRow, orders } from "./tables.ts"

/** The states in which the order no longer reserves stock. */
const releasing: readonly OrderStatus[] = ["cancelled", "refund_due", "refunded"]

export interface Move {
  actorId?: number
  note?: string
  trackingNumber?: string
  carrierId?: number | null
  /** The shop's origin, for the link in the email. */
  home: string
  /** The provider's payout, for the refunds that this change settles. */
  payout?: Payout
  /** The reason why staff cancel the order, which is sent to the customer. */
  reason?: string
  /** Suppresses the email: the customer is looking at the order that replaces this one. */
  quietly?: boolean
}

/**
 * Changes an order's status; apart from `reopen`, nothing else does. Checks the transition, adjusts the stock, records
 * the event and enqueues the email.
 */
export async function transition(tx: Tx, { order, items }: LockedOrder, to: OrderStatus, how: Move): Promise<OrderRow> {
  if (!canTransition(order.status, to)) throw noMove(order.status, to)
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
  // The money of an ended order is recorded as due and then as refunded, whoever ended it.
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

/** Returns the columns of a sale, and issues its invoice, whose number waits for the commit of other sales. */
async function recordSale(tx: Tx, order: OrderRow, items: ItemRow[]) {
  const [paidAt, paidCents] = [tx.now(), order.paidCents]
  const [invoiceNumber] = await issueInvoices(tx, [saleOf(order, items, { paidAt, paidCents })])
  return { paidAt, revenueCents: paidCents, invoiceNumber: invoiceNumber! }
}
