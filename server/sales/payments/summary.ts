import { and, eq, gt, inArray, sql } from "drizzle-orm"
import type { Store, Tx } from "../../platform/db/store.ts"
import { lockOrder } from "../orders/locks.ts"
import { type PaymentSummary, setPaymentSummary } from "../orders/payment.ts"
import { type OrderRow, orders } from "../orders/tables.ts"
import { isPending, isReceived } from "./money.ts"
import { leadingPayment, receivedCents, remaining } from "./progress.ts"
import { invoices, payments } from "./tables.ts"

/** Updates the payment summary in the order's row. The caller holds the order's lock. */
export async function summarizePayments(tx: Tx, order: Pick<OrderRow, "id" | "totalCents">): Promise<OrderRow> {
  const rows = await tx.db
    .select({ payment: payments, invoice: invoices })
    .from(payments)
    .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(eq(payments.orderId, order.id))
  return setPaymentSummary(tx, order.id, summaryOf(rows, order.totalCents))
}

interface Seen {
  payment: typeof payments.$inferSelect
  invoice: typeof invoices.$inferSelect | null
}

function summaryOf(rows: Seen[], totalCents: number): PaymentSummary {
  const all = rows.map(({ payment }) => payment)
  const pending = all.filter(isPending)
  const received = all.filter(isReceived)
  const paidCents = receivedCents(all, totalCents)
  const first = leadingPayment(rows.filter(({ invoice }) => invoice !== null)) ?? leadingPayment(rows)
  return {
    paymentState: !first ? null : isPending(first.payment) ? "coming" : paidCents < totalCents ? "partial" : "arrived",
    paidCents,
    paymentsReceived: received.length,
    paymentPendingAt: latest(pending),
    paymentInvoiceId: first?.invoice?.id ?? null,
    paymentInvoiceUrl: first?.invoice?.invoiceUrl ?? null,
    paymentRemaining: first ? remaining(first.payment) : null,
    paymentUpdatedAt: latest(all),
  }
}

const latest = (rows: { updatedAt: Date }[]) =>
  rows.reduce<Date | null>((last, { updatedAt }) => (last && last > updatedAt ? last : updatedAt), null)

/**
 * Updates outdated summaries of open orders: nodes of an older version, which may run at the same time, do not write
 * them.
 */
export async function refreshSummaries(store: Store): Promise<void> {
  const stale = await store.db
    .selectDistinct({ id: orders.id })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(
        inArray(orders.status, ["unpaid", "needs_review"]),
        gt(payments.updatedAt, sql`coalesce(${orders.paymentUpdatedAt}, '-infinity')`),
      ),
    )
  for (const { id } of stale) {
    await store.transaction(async (tx) => {
      const locked = await lockOrder(tx, id)
      if (locked) await summarizePayments(tx, locked.order)
    })
  }
}
