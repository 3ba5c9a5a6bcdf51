import { eq } from "drizzle-orm"
import type { OrderPayment } from "#contract/orders.ts"
import type { Tx } from "../../platform/db/store.ts"
import { fromCents } from "../../platform/money.ts"
import { holdEnded } from "./states.ts"
import { type OrderRow, orders } from "./tables.ts"

export type PaymentSummary = Pick<
  OrderRow,
  | "paymentState"
  | "paidCents"
  | "paymentsReceived"
  | "paymentPendingAt"
  | "paymentInvoiceId"
  | "paymentInvoiceUrl"
  | "paymentRemaining"
  | "paymentUpdatedAt"
>

/** Called by `payments` with every change of a payment, in its transaction; the caller holds the order's lock. */
export async function setPaymentSummary(tx: Tx, orderId: number, summary: PaymentSummary): Promise<OrderRow> {
  const [row] = await tx.db.update(orders).set(summary).where(eq(orders.id, orderId)).returning()
  return row!
}

/** Whether a payment is pending or received. */
export const hasPayment = ({ paymentState }: OrderRow) => paymentState !== null

/** Returns the payment status of an unsettled order; null without payments. */
export function presentPayment(order: OrderRow, now: Date): OrderPayment | null {
  const { status, paymentState: state, paymentInvoiceId, totalCents, paidCents } = order
  if (state === null || paymentInvoiceId === null || (status !== "unpaid" && status !== "needs_review")) return null
  return {
    payment_id: paymentInvoiceId,
    state,
    arrived: fromCents(paidCents),
    missing: fromCents(totalCents - paidCents),
    // In the coin of one payment: the rest may have been paid in others.
    remaining: paidCents < totalCents ? order.paymentRemaining : null,
    invoice_url: status === "unpaid" && !holdEnded(order, now) ? order.paymentInvoiceUrl : null,
  }
}
