import { and, eq } from "drizzle-orm"
import type { PaymentStatus } from "#contract/payments.ts"
import { after, days, minutes } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { type LockedOrder, lockOrder } from "../orders/locks.ts"
import { centsAsDecimal, compareDecimals, isPositive } from "./decimal.ts"
import {
  type Fault,
  grantMembership,
  openPaymentReview,
  recordRest,
  revokeMembership,
  type Subscription,
  settleOrder,
} from "./effects.ts"
import { isReceived, type PaymentRow, paymentProgress } from "./money.ts"
import type { WebhookPayload } from "./provider.ts"
import { summarizePayments } from "./summary.ts"
import { type InvoiceRow, invoices, payments } from "./tables.ts"

interface AppliedWebhook {
  provider: string
  webhook: WebhookPayload
  home: string
  support: string
}
export interface Outcome {
  applied: boolean
  note: string | null
}

/** The provider's statuses in their order, with our name for each. */
const statuses: Record<string, { rank: number; status: PaymentStatus }> = {
  waiting: { rank: 0, status: "pending" },
  confirming: { rank: 1, status: "processing" },
  confirmed: { rank: 2, status: "processing" },
  sending: { rank: 3, status: "processing" },
  partially_paid: { rank: 4, status: "partially_paid" },
  failed: { rank: 5, status: "failed" },
  expired: { rank: 5, status: "failed" },
  finished: { rank: 6, status: "completed" },
  refunded: { rank: 7, status: "refunded" },
}

export function rankOf(status: string): number | null {
  return Object.hasOwn(statuses, status) ? statuses[status]!.rank : null
}

/** How long an open payment is polled. */
export const pollFor = days(8)

/**
 * Applies the provider's state of a payment if its status is later than the stored one, or if more money has arrived:
 * a payment may be topped up under the same status, and after it has expired. Lock order: models, order, payment.
 */
export async function applyWebhook(tx: Tx, { provider, webhook, home, support }: AppliedWebhook): Promise<Outcome> {
  const rank = rankOf(webhook.status)
  if (rank === null) return { applied: false, note: "unknown status" }
  const invoice = await invoiceOf(tx, provider, webhook)
  const locked = invoice?.orderId ? await lockOrder(tx, invoice.orderId) : null
  const before = await lockPayment(tx, provider, webhook, invoice)
  const isLater = rank > before.rank
  if (!isLater && !hasMore(webhook, before)) return { applied: false, note: `not after ${before.providerStatus}` }

  const earlier = invoice?.orderId ? await paymentProgress(tx, invoice.orderId) : null
  const fault = invoice && rank === 6 ? faultOf(webhook, invoice) : null
  const payment = await updatePayment(tx, before, webhook, { rank, fault, isBound: invoice !== null })
  await recordRest(tx, before, payment)
  if (!invoice) {
    if (isReceived(payment)) await openPaymentReview(tx, payment)
    return { applied: true, note: "for no invoice of ours" }
  }
  const order = locked ? await summarizePayments(tx, locked.order) : null
  if (!isLater && before.effect) return { applied: true, note: "more money" }
  if (locked && earlier && order) {
    return settle({
      tx,
      locked: { ...locked, order },
      payment,
      invoice,
      fault,
      home,
      wasPending: earlier.pending.length > 0,
    })
  }
  return settleMembership({ tx, payment, invoice, mail: { home, support } }, rank === 6 && !fault)
}

/** Returns whether more has arrived than is stored. A refunded payment stays refunded. */
function hasMore({ actuallyPaid }: WebhookPayload, before: PaymentRow): boolean {
  const isMore =
    before.actuallyPaid === null ? isPositive(actuallyPaid) : compareDecimals(actuallyPaid, before.actuallyPaid) === 1
  return isMore && before.rank < rankOf("refunded")!
}

/** Returns the invoice bound to the payment when it was first seen, permanently; otherwise the one it names. */
async function invoiceOf(tx: Tx, provider: string, webhook: WebhookPayload): Promise<InvoiceRow | null> {
  const bound = await tx.db
    .select({ invoiceId: payments.invoiceId })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.paymentId, webhook.paymentId)))
  if (bound[0]) return bound[0].invoiceId === null ? null : byId(tx, bound[0].invoiceId)
  const named = webhook.orderRef ? await byReference(tx, provider, webhook.orderRef) : null
  if (named || !webhook.parentPaymentId) return named
  const [parent] = await tx.db
    .select({ invoiceId: payments.invoiceId })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.paymentId, webhook.parentPaymentId)))
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

async function lockPayment(tx: Tx, provider: string, webhook: WebhookPayload, invoice: InvoiceRow | null) {
  const now = tx.now()
  await tx.db
    .insert(payments)
    .values({
      provider,
      paymentId: webhook.paymentId,
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
    .where(and(eq(payments.provider, provider), eq(payments.paymentId, webhook.paymentId)))
    .for("update")
  return row!
}

interface PaymentUpdate {
  rank: number
  fault: Fault | null
  isBound: boolean
}

async function updatePayment(
  tx: Tx,
  before: PaymentRow,
  webhook: WebhookPayload,
  { rank, fault, isBound }: PaymentUpdate,
) {
  const now = tx.now()
  // An earlier status reports only money that came later. A payment that had failed becomes partially paid.
  const isReported = rank >= before.rank || (before.status === "failed" && webhook.status === "partially_paid")
  const reported = fault === "short" ? "partially_paid" : statuses[webhook.status]!.status
  // A later status never reduces the money that has arrived.
  const isLess = compareDecimals(webhook.actuallyPaid, before.actuallyPaid) === -1
  const actuallyPaid = isLess ? before.actuallyPaid : (webhook.actuallyPaid ?? before.actuallyPaid)
  const over = isPositive(webhook.payAmount) && compareDecimals(actuallyPaid, webhook.payAmount) === 1
  // Expired and failed payments are still polled, because coins may arrive late.
  const isOpen = Math.max(rank, before.rank) < rankOf("finished")! && after(before.createdAt, pollFor) > now
  const [row] = await tx.db
    .update(payments)
    .set({
      ...(isReported ? { status: reported, providerStatus: webhook.status } : {}),
      rank: Math.max(rank, before.rank),
      priceAmount: webhook.priceAmount ?? before.priceAmount,
      priceCurrency: webhook.priceCurrency ?? before.priceCurrency,
      payAmount: webhook.payAmount ?? before.payAmount,
      payCurrency: webhook.payCurrency ?? before.payCurrency,
      actuallyPaid,
      parentPaymentId: webhook.parentPaymentId ?? before.parentPaymentId,
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
      ...(rank === 7
        ? { refundedAt: before.refundedAt ?? now, ...(before.review ? { review: "refunded" as const } : {}) }
        : {}),
      updatedAt: now,
    })
    .where(eq(payments.id, before.id))
    .returning()
  return row!
}

/** Checks that a payment matches its invoice: this order, this price, paid in full, and not topped up later. */
function faultOf(webhook: WebhookPayload, invoice: InvoiceRow): Fault | null {
  if (webhook.parentPaymentId) return "redeposit"
  const samePrice =
    compareDecimals(webhook.priceAmount, centsAsDecimal(invoice.amountCents)) === 0 &&
    webhook.priceCurrency === invoice.currency
  const sameInvoice =
    webhook.invoiceId === null || invoice.providerInvoiceId === null || webhook.invoiceId === invoice.providerInvoiceId
  if (webhook.orderRef !== invoice.reference || !samePrice || !sameInvoice) return "foreign"
  const paid = compareDecimals(webhook.actuallyPaid, webhook.payAmount)
  // A payment of zero for a requested zero is complete, but pays for nothing.
  return paid === null || paid < 0 || !isPositive(webhook.payAmount) ? "short" : null
}

interface OrderSettlement {
  tx: Tx
  locked: LockedOrder
  payment: PaymentRow
  invoice: InvoiceRow
  fault: Fault | null
  home: string
  wasPending: boolean
}

async function settle(settling: OrderSettlement): Promise<Outcome> {
  return { applied: true, note: await settleOrder(settling) }
}

/** `isWhole` means that this webhook reports the full amount. */
async function settleMembership(found: Subscription, isWhole: boolean): Promise<Outcome> {
  const { payment } = found
  if (payment.status === "refunded") return { applied: true, note: await revokeMembership(found) }
  if (isWhole) return { applied: true, note: await grantMembership(found) }
  if (!isReceived(payment)) return { applied: true, note: null }
  await openPaymentReview(found.tx, payment)
  return { applied: true, note: "money to be looked at" }
}
