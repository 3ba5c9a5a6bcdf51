import { and, desc, eq } from "drizzle-orm"
import { giftTexts, membershipTexts, paymentTexts } from "#contract/buyingText.ts"
import type { PaymentState } from "#contract/payments.ts"
import { timeBought } from "../../people/membership/membership.ts"
import { type Actor, assertSignedIn } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { fromCents } from "../../platform/money.ts"
import { notFound } from "../../platform/refusal.ts"
import { holdEnded } from "../orders/states.ts"
import { orders } from "../orders/tables.ts"
import { giftOf } from "./gifts.ts"
import { isPartiallyPaid, leadingPayment, remaining } from "./progress.ts"
import { invoices, payments } from "./tables.ts"

/** Lists partly paid memberships, and where the rest can be paid. */
export async function listPartlyPaid(tx: Tx, actor: Actor): Promise<PaymentState[]> {
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

/** Returns the state for the pages to which the provider returns; they poll until the payment is confirmed. */
export async function paymentState(tx: Tx, actor: Actor, invoiceId: number): Promise<PaymentState> {
  assertSignedIn(actor)
  const [row] = await tx.db
    .select({ invoice: invoices, order: orders })
    .from(invoices)
    .leftJoin(orders, eq(orders.id, invoices.orderId))
    .where(and(eq(invoices.id, invoiceId), eq(invoices.userId, actor.id)))
  if (!row) throw notFound()
  const { invoice, order } = row
  const seen = await tx.db.select({ payment: payments }).from(payments).where(eq(payments.invoiceId, invoice.id))
  const latest = seen.toSorted((a, b) => b.payment.rank - a.payment.rank || b.payment.id - a.payment.id)[0]
  const completed = seen.find(({ payment }) => payment.status === "completed")
  const payment = (completed ?? leadingPayment(seen) ?? latest)?.payment
  const confirmed = order
    ? order.status === "to_be_shipped" || order.status === "shipped" || order.status === "completed"
    : invoice.state === "paid"
  const isPartly = payment !== undefined && isPartiallyPaid(payment)
  const waits = order ? order.status === "unpaid" && !holdEnded(order, tx.now()) : isPartly && invoice.state === "open"
  const told = invoice.isGift ? giftTexts.bought : invoice.level ? membershipTexts.bought : paymentTexts.confirmed
  return {
    payment_id: invoice.id,
    status: isPartly ? "partially_paid" : (payment?.status ?? "pending"),
    title: confirmed ? told : paymentTexts.waiting,
    amount: fromCents(invoice.amountCents),
    currency: "USD",
    order_id: order?.id ?? null,
    orderNumber: order?.orderNumber ?? null,
    order_status: order?.status ?? null,
    remaining: payment && !(order && order.paidCents >= order.totalCents) ? remaining(payment) : null,
    invoice_url: waits ? invoice.invoiceUrl : null,
    membership: invoice.level && {
      level: invoice.level,
      days: invoice.days,
      ...(payment && !invoice.isGift ? await timeBought(tx, actor, payment.id) : { starts_at: null, ends_at: null }),
    },
    is_gift: invoice.isGift,
    gift: payment && invoice.isGift ? await giftOf(tx, actor.id, payment.id) : null,
  }
}
