import { and, desc, eq } from "drizzle-orm"
import { membershipTexts, paymentTexts } from "#contract/buyingText.ts"
import type { PaymentState } from "#contract/payments.ts"
import { type Actor, assertSignedIn } from "../accounts/actor.ts"
import type { Tx } from "../db/store.ts"
import { timeBought } from "../membership/membership.ts"
import { fromCents } from "../money.ts"
import { holdEnded } from "../orders/holds.ts"
import { orders } from "../orders/tables.ts"
import { notFound } from "../refusal.ts"
import { isPart, leading, remaining } from "./seen.ts"
import { invoices, payments } from "./tables.ts"

/** Memberships of which a part is paid, and where the rest can be sent. */
export async function halfPaid(tx: Tx, actor: Actor): Promise<PaymentState[]> {
  assertSignedIn(actor)
  const rows = await tx.db
    .selectDistinct({ id: invoices.id })
    .from(invoices)
    .innerJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(and(eq(invoices.userId, actor.id), eq(invoices.kind, "subscription"), eq(invoices.state, "open")))
    .orderBy(desc(invoices.id))
  const states: PaymentState[] = []
  for (const { id } of rows) states.push(await paymentState(tx, actor, id))
  return states.filter(({ status, invoice_url }) => status === "partially_paid" && invoice_url !== null)
}

/** For the pages that people come back to from the provider; they ask until it is confirmed. */
export async function paymentState(tx: Tx, actor: Actor, invoiceId: number): Promise<PaymentState> {
  assertSignedIn(actor)
  const [found] = await tx.db
    .select({ invoice: invoices, order: orders })
    .from(invoices)
    .leftJoin(orders, eq(orders.id, invoices.orderId))
    .where(and(eq(invoices.id, invoiceId), eq(invoices.userId, actor.id)))
  if (!found) throw notFound()
  const { invoice, order } = found
  const seen = await tx.db.select({ payment: payments }).from(payments).where(eq(payments.invoiceId, invoice.id))
  const latest = seen.toSorted((a, b) => b.payment.rank - a.payment.rank || b.payment.id - a.payment.id)[0]
  const completed = seen.find(({ payment }) => payment.status === "completed")
  const payment = (completed ?? leading(seen) ?? latest)?.payment
  const confirmed = order
    ? order.status === "to_be_shipped" || order.status === "shipped" || order.status === "completed"
    : invoice.state === "paid"
  const isPartly = payment !== undefined && isPart(payment)
  const waits = order ? order.status === "unpaid" && !holdEnded(order, tx.now()) : isPartly && invoice.state === "open"
  const told = invoice.level ? membershipTexts.bought : paymentTexts.confirmed
  return {
    payment_id: invoice.id,
    status: isPartly ? "partially_paid" : (payment?.status ?? "pending"),
    title: confirmed ? told : paymentTexts.waiting,
    amount: fromCents(invoice.amountCents),
    currency: "USD",
    order_id: order?.id ?? null,
    orderNumber: order?.orderNumber ?? null,
    order_status: order?.status ?? null,
    remaining: payment ? remaining(payment) : null,
    invoice_url: waits ? invoice.invoiceUrl : null,
    membership: invoice.level && {
      level: invoice.level,
      ...(payment ? await timeBought(tx, actor, payment.id) : { starts_at: null, ends_at: null }),
    },
  }
}
