import { and, eq } from "drizzle-orm"
import type { PaymentStatus } from "#contract/payments.ts"
import { after, days, minutes } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { type LockedOrder, lockOrder } from "../orders/transitions.ts"
import { centsAsDecimal, compareDecimals } from "./decimal.ts"
import { grantMembership, openPaymentReview, revokeMembership, type Subscription, settleOrder } from "./effects.ts"
import type { InvoiceRow } from "./invoices.ts"
import { hasArrived, moneyOn, type PaymentRow } from "./money.ts"
import type { PaymentNotice } from "./provider.ts"
import { invoices, payments } from "./tables.ts"

interface Told {
  provider: string
  notice: PaymentNotice
  home: string
  support: string
}
export interface Outcome {
  applied: boolean
  note: string | null
}

/** How far along each status of the provider is, and what it is called here. Only a later one is believed. */
const statuses: Record<string, { rank: number; ours: PaymentStatus }> = {
  waiting: { rank: 0, ours: "pending" },
  confirming: { rank: 1, ours: "processing" },
  confirmed: { rank: 2, ours: "processing" },
  sending: { rank: 3, ours: "processing" },
  partially_paid: { rank: 4, ours: "partially_paid" },
  failed: { rank: 5, ours: "failed" },
  expired: { rank: 5, ours: "failed" },
  finished: { rank: 6, ours: "completed" },
  refunded: { rank: 7, ours: "refunded" },
}

export function rankOf(status: string): number | null {
  return Object.hasOwn(statuses, status) ? statuses[status]!.rank : null
}

/** What is wrong with a finished payment, if anything: then it is money that somebody has to look at. */
export type Fault = "redeposit" | "foreign" | "short"

/** How long the provider is asked about a payment that stays open. */
export const pollFor = days(8)

/** Applies what the provider says about a payment, if it is later than what is known. Takes its locks: models, order, payment. */
export async function applyNotice(tx: Tx, { provider, notice, home, support }: Told): Promise<Outcome> {
  const rank = rankOf(notice.status)
  if (rank === null) return { applied: false, note: "unknown status" }
  const invoice = await invoiceOf(tx, provider, notice)
  const locked = invoice?.orderId ? await lockOrder(tx, invoice.orderId) : null
  const before = await lockPayment(tx, provider, notice, invoice)
  if (rank <= before.rank) return { applied: false, note: `not after ${before.providerStatus}` }

  const earlier = invoice?.orderId ? await moneyOn(tx, invoice.orderId) : null
  const fault = invoice && rank === 6 ? faultOf(notice, invoice) : null
  const payment = await updatePayment(tx, before, notice, { rank, fault, isBound: invoice !== null })
  if (!invoice) {
    if (hasArrived(payment)) await openPaymentReview(tx, payment)
    return { applied: true, note: "for no invoice of ours" }
  }
  if (locked && earlier)
    return settle({ tx, locked, payment, invoice, fault, home, wasComing: earlier.coming.length > 0 })
  return settleMembership({ tx, payment, invoice, desk: { home, support } }, fault)
}

/** The invoice a payment belongs to: the one it was bound to when first seen, for good; else the one it names. */
async function invoiceOf(tx: Tx, provider: string, notice: PaymentNotice): Promise<InvoiceRow | null> {
  const bound = await tx.db
    .select({ invoiceId: payments.invoiceId })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.paymentId, notice.paymentId)))
  if (bound[0]) return bound[0].invoiceId === null ? null : byId(tx, bound[0].invoiceId)
  const named = notice.orderRef ? await byReference(tx, provider, notice.orderRef) : null
  if (named || !notice.parentPaymentId) return named
  const [parent] = await tx.db
    .select({ invoiceId: payments.invoiceId })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.paymentId, notice.parentPaymentId)))
  return parent?.invoiceId ? byId(tx, parent.invoiceId) : null
}

async function byId(tx: Tx, id: number): Promise<InvoiceRow | null> {
  return (await tx.db.select().from(invoices).where(eq(invoices.id, id)))[0] ?? null
}

async function byReference(tx: Tx, provider: string, reference: string): Promise<InvoiceRow | null> {
  const [row] = await tx.db
    .select()
    .from(invoices)
    .where(and(eq(invoices.provider, provider), eq(invoices.reference, reference)))
  return row ?? null
}

async function lockPayment(tx: Tx, provider: string, notice: PaymentNotice, invoice: InvoiceRow | null) {
  const now = tx.now()
  await tx.db
    .insert(payments)
    .values({
      provider,
      paymentId: notice.paymentId,
      invoiceId: invoice?.id ?? null,
      orderId: invoice?.orderId ?? null,
      userId: invoice?.userId ?? null,
      amountCents: invoice?.amountCents ?? 0,
      status: "pending",
      providerStatus: "unseen",
      rank: -1,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [payments.provider, payments.paymentId] })
  const [row] = await tx.db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.paymentId, notice.paymentId)))
    .for("update")
  return row!
}

interface Seen {
  rank: number
  fault: Fault | null
  isBound: boolean
}

async function updatePayment(tx: Tx, before: PaymentRow, notice: PaymentNotice, { rank, fault, isBound }: Seen) {
  const now = tx.now()
  const status = fault === "short" ? "partially_paid" : statuses[notice.status]!.ours
  const over = compareDecimals(notice.actuallyPaid, notice.payAmount) === 1
  const isOpen = rank < 5 && after(before.createdAt, pollFor) > now
  const [row] = await tx.db
    .update(payments)
    .set({
      status,
      providerStatus: notice.status,
      rank,
      priceAmount: notice.priceAmount ?? before.priceAmount,
      priceCurrency: notice.priceCurrency ?? before.priceCurrency,
      payAmount: notice.payAmount ?? before.payAmount,
      payCurrency: notice.payCurrency ?? before.payCurrency,
      actuallyPaid: notice.actuallyPaid ?? before.actuallyPaid,
      parentPaymentId: notice.parentPaymentId ?? before.parentPaymentId,
      flags: [
        ...new Set([
          ...before.flags,
          ...(fault ? [fault] : []),
          ...(over ? ["over"] : []),
          ...(isBound ? [] : ["unbound"]),
        ]),
      ],
      nextCheckAt: isOpen ? after(now, minutes(1)) : null,
      checks: 0,
      ...(rank === 7 ? { refundedAt: now, ...(before.review ? { review: "refunded" as const } : {}) } : {}),
      updatedAt: now,
    })
    .where(eq(payments.id, before.id))
    .returning()
  return row!
}

/** `finished` is believed only for the very thing that was asked for: this order, this price, all of it, no later top-up. */
function faultOf(notice: PaymentNotice, invoice: InvoiceRow): Fault | null {
  if (notice.parentPaymentId) return "redeposit"
  const samePrice =
    compareDecimals(notice.priceAmount, centsAsDecimal(invoice.amountCents)) === 0 &&
    notice.priceCurrency === invoice.currency
  const sameInvoice =
    notice.invoiceId === null || invoice.providerInvoiceId === null || notice.invoiceId === invoice.providerInvoiceId
  if (notice.orderRef !== invoice.reference || !samePrice || !sameInvoice) return "foreign"
  const paid = compareDecimals(notice.actuallyPaid, notice.payAmount)
  return paid === null || paid < 0 ? "short" : null
}

interface Settling {
  tx: Tx
  locked: LockedOrder
  payment: PaymentRow
  invoice: InvoiceRow
  fault: Fault | null
  home: string
  wasComing: boolean
}

async function settle(settling: Settling): Promise<Outcome> {
  return { applied: true, note: await settleOrder(settling) }
}

async function settleMembership(found: Subscription, fault: Fault | null): Promise<Outcome> {
  const { payment } = found
  if (payment.status === "refunded") return { applied: true, note: await revokeMembership(found) }
  if (payment.rank === 6 && !fault) return { applied: true, note: await grantMembership(found) }
  if (!hasArrived(payment)) return { applied: true, note: null }
  await openPaymentReview(found.tx, payment)
  return { applied: true, note: "money to be looked at" }
}
