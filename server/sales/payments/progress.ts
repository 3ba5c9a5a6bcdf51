import { eq } from "drizzle-orm"
import type { Tx } from "../../platform/db/store.ts"
import { remainder, shareOf } from "./decimal.ts"
import { isPending, isReceived, type PaymentRow } from "./money.ts"
import { type InvoiceRow, invoices, payments } from "./tables.ts"

/** Returns the payment that determines the order's state: a pending one before a received one; null for none. */
export function leadingPayment<T extends { payment: PaymentRow }>(rows: T[]): T | null {
  const seen = rows.toSorted((a, b) => b.payment.rank - a.payment.rank || b.payment.id - a.payment.id)
  return (
    seen.find(({ payment }) => isPending(payment)) ??
    seen.find(({ payment }) => isPartiallyPaid(payment)) ??
    seen.find(({ payment }) => isReceived(payment)) ??
    null
  )
}

/** Returns whether a part of the money has arrived; the payment may have expired or failed since. */
export function isPartiallyPaid(payment: PaymentRow): boolean {
  return isReceived(payment) && payment.status !== "completed"
}

/** Returns the missing amount in the chosen coin, such as `1259 USDC`. */
export function remaining(payment: PaymentRow): string | null {
  const missing = isPartiallyPaid(payment) ? remainder(payment.payAmount, payment.actuallyPaid) : null
  return missing && payment.payCurrency ? `${missing} ${payment.payCurrency.toUpperCase()}` : null
}

/**
 * Returns what has been received, in cents of the total. Converts at the rate of the request, rounded down, so that the
 * missing amount is never understated.
 */
export function receivedCentsOf(payment: PaymentRow, total: number): number {
  if (!isReceived(payment)) return 0
  // The provider requested another amount than the order's.
  const requested = payment.flags.includes("foreign") ? Math.min(total, requestedCents(payment)) : total
  return payment.status === "completed" ? requested : shareOf(requested, payment.actuallyPaid, payment.payAmount)
}

/** Returns what has arrived of a payment, in cents of the total, also if it was refunded since. */
export function arrivedCents(payment: PaymentRow, total: number): number {
  return receivedCentsOf(payment.status === "refunded" ? { ...payment, status: "partially_paid" } : payment, total)
}

function requestedCents({ priceAmount, priceCurrency }: PaymentRow): number {
  return priceCurrency === "usd" ? Math.floor(Number(priceAmount ?? 0) * 100 + 1e-6) || 0 : 0
}

/** Returns how much of an order's total has arrived, in cents. */
export const receivedCents = (rows: PaymentRow[], total: number) =>
  Math.min(
    total,
    rows.reduce((sum, payment) => sum + receivedCentsOf(payment, total), 0),
  )

/** Returns the invoice whose payment is pending or partly received, where the rest is paid too. */
export async function invoiceInUse(tx: Tx, orderId: number): Promise<InvoiceRow | null> {
  const rows = await tx.db
    .select({ payment: payments, invoice: invoices })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(eq(payments.orderId, orderId))
  return leadingPayment(rows.filter(({ invoice }) => invoice.invoiceUrl !== null))?.invoice ?? null
}
