import { eq, inArray } from "drizzle-orm"
import type { OrderPayment } from "#contract/orders.ts"
import type { Tx } from "../db/store.ts"
import { fromCents } from "../money.ts"
import { holdEnded } from "../orders/holds.ts"
import type { OrderRow } from "../orders/transitions.ts"
import { remainder, shareOf } from "./decimal.ts"
import type { InvoiceRow } from "./invoices.ts"
import { hasArrived, isComing, type PaymentRow } from "./money.ts"
import { invoices, payments } from "./tables.ts"

interface Seen {
  payment: PaymentRow
  invoice: InvoiceRow
}

/** What has been seen of the money of orders that are not settled yet, by order; nothing of one that nobody has paid at. */
export async function moneySeen(tx: Tx, orders: OrderRow[]): Promise<Map<number, OrderPayment>> {
  const open = orders.filter((order) => order.status === "unpaid" || order.status === "needs_review")
  if (open.length === 0) return new Map()
  const rows = await tx.db
    .select({ payment: payments, invoice: invoices })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(
      inArray(
        payments.orderId,
        open.map((order) => order.id),
      ),
    )
  const byOrder = Map.groupBy(rows, ({ payment }) => payment.orderId!)
  const told = open.map((order) => [order.id, tell(order, byOrder.get(order.id) ?? [], tx.now())] as const)
  return new Map(told.filter((one): one is readonly [number, OrderPayment] => one[1] !== null))
}

function tell(order: OrderRow, rows: Seen[], now: Date): OrderPayment | null {
  const first = leading(rows)
  if (!first) return null
  const sums = rows.map(({ payment }) => centsArrived(payment, order.totalCents))
  const arrived = Math.min(
    order.totalCents,
    sums.reduce((sum, cents) => sum + cents, 0),
  )
  const isOpen = order.status === "unpaid" && !holdEnded(order, now)
  return {
    payment_id: first.invoice.id,
    state: isComing(first.payment) ? "coming" : arrived < order.totalCents ? "partial" : "arrived",
    arrived: fromCents(arrived),
    missing: fromCents(order.totalCents - arrived),
    remaining: remaining(first.payment),
    invoice_url: isOpen ? first.invoice.invoiceUrl : null,
  }
}

/** The payment that speaks for the others: coins on their way before those that are here; none when no money was seen. */
export function leading<T extends { payment: PaymentRow }>(rows: T[]): T | null {
  const seen = rows.toSorted((a, b) => b.payment.rank - a.payment.rank || b.payment.id - a.payment.id)
  return (
    seen.find(({ payment }) => isComing(payment)) ??
    seen.find(({ payment }) => isPart(payment)) ??
    seen.find(({ payment }) => hasArrived(payment)) ??
    null
  )
}

/** Some of it is here, and it was not all; it may have expired or failed since. */
export function isPart(payment: PaymentRow): boolean {
  return hasArrived(payment) && payment.status !== "completed"
}

/** What is missing, in the coin that was chosen: `1259 USDC`. */
export function remaining(payment: PaymentRow): string | null {
  const missing = isPart(payment) ? remainder(payment.payAmount, payment.actuallyPaid) : null
  return missing && payment.payCurrency ? `${missing} ${payment.payCurrency.toUpperCase()}` : null
}

/** By the rate that the amount was asked at. Cents are rounded down: what is missing is never called less than it is. */
function centsArrived(payment: PaymentRow, total: number): number {
  if (!hasArrived(payment)) return 0
  return payment.status === "completed" ? total : shareOf(total, payment.actuallyPaid, payment.payAmount)
}

/** The invoice that money is under way at, or has arrived at in part: the rest goes nowhere else. */
export async function invoiceWithMoney(tx: Tx, orderId: number): Promise<InvoiceRow | null> {
  const rows = await tx.db
    .select({ payment: payments, invoice: invoices })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(eq(payments.orderId, orderId))
  return leading(rows.filter(({ invoice }) => invoice.invoiceUrl !== null))?.invoice ?? null
}
