import { eq } from "drizzle-orm"
import * as membership from "../../people/membership/membership.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, minutes } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { paymentBeingChecked, paymentIncomplete } from "../../platform/mail/emails.ts"
import { type Email, enqueue } from "../../platform/mail/outbox.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { recordActivity } from "../../platform/records/activity.ts"
import { aboutOrder } from "../orders/emails.ts"
import { noteEvent } from "../orders/events.ts"
import { extendHold } from "../orders/holds.ts"
import type { LockedOrder } from "../orders/locks.ts"
import { publishOrder, publishWaiting, reviewNotification } from "../orders/notifications.ts"
import { openRest, refundableCents, settleAllDue } from "../orders/refundLedger.ts"
import { setReview } from "../orders/review.ts"
import { canTransition, holdEnded } from "../orders/states.ts"
import type { OrderRow } from "../orders/tables.ts"
import { transition } from "../orders/transitions.ts"
import { remainder } from "./decimal.ts"
import { endGift, makeGift } from "./gifts.ts"
import { isPending, isReceived, type PaymentRow, paymentProgress } from "./money.ts"
import { arrivedCents, receivedCentsOf } from "./progress.ts"
import { invoiceMembership, unsellMembership } from "./salesInvoices.ts"
import { type InvoiceRow, invoices, payments } from "./tables.ts"

/** Reasons why a finished payment needs a review. */
export type Fault = "redeposit" | "foreign" | "short"

interface OrderPayment {
  tx: Tx
  locked: LockedOrder
  payment: PaymentRow
  invoice: InvoiceRow
  fault: Fault | null
  /** Whether an earlier webhook had reported the payment as pending. */
  wasPending: boolean
  home: string
}

/** Applies a payment's new state to its order. Returns a note for the event. */
export async function settleOrder(found: OrderPayment): Promise<string | null> {
  const { tx, payment, locked } = found
  publishOrder(tx, locked.order)
  if (payment.status === "refunded") return refunded(found)
  if (isPending(payment)) return keepHold(tx, locked.order)
  if (!isReceived(payment)) return null
  const finished = payment.rank === 6
  if (finished && !found.fault && isWithinHold(found)) return pay(found)
  if (locked.order.status === "unpaid" && !finished) return partial(found)
  return reviewPayment(found)
}

export interface Subscription {
  tx: Tx
  payment: PaymentRow
  invoice: InvoiceRow
  mail: membership.MailContext
}

/** Grants a membership, once for each payment. The only lock is that of the account. */
export async function grantMembership({ tx, payment, invoice, mail }: Subscription): Promise<string | null> {
  if (payment.effect || !invoice.userId || !invoice.level) return null
  if (await isGone(tx, invoice.userId)) {
    await flag(tx, payment, "former_member")
    await openPaymentReview(tx, payment)
    return "the account is gone: money to be looked at"
  }
  const { userId, level, days, termsId } = invoice
  const bought = { level, days, termsId, priceCents: payment.amountCents }
  const isGranted = invoice.isGift
    ? await makeGift(tx, { ...bought, buyerId: userId, paymentId: payment.id }, mail)
    : await membership.grant(tx, userId, bought, payment.id, mail)
  await did(tx, payment, "membership")
  await invoiceMembership(tx, { ...payment, effectAt: tx.now() })
  if (!isGranted) await openPaymentReview(tx, { ...payment, effect: "membership" })
  // A partial payment has been completed.
  else if (payment.review) await tx.db.update(payments).set({ review: "settled" }).where(eq(payments.id, payment.id))
  await tx.db.update(invoices).set({ state: "paid", nextCheckAt: null }).where(eq(invoices.id, invoice.id))
  return invoice.isGift ? "gift code made" : "membership granted"
}

/** Checked under the account's lock, which the deletion of the account takes too. */
async function isGone(tx: Tx, userId: number): Promise<boolean> {
  const [user] = await tx.db.select().from(users).where(eq(users.id, userId)).for("no key update")
  return !user || user.deletedAt !== null
}

export async function revokeMembership({ tx, payment, invoice, mail }: Subscription): Promise<string | null> {
  if (payment.effect !== "membership" || !invoice.userId) return null
  const note = invoice.isGift
    ? await endGift(tx, payment.id, mail)
    : await takeBack(tx, invoice.userId, payment.id, mail)
  await unsellMembership(tx, payment, tx.now())
  return note
}

async function takeBack(tx: Tx, userId: number, paymentId: number, mail: membership.MailContext): Promise<string> {
  const ended = await membership.revoke(tx, userId, paymentId, mail)
  return ended ? "membership taken back" : "the membership was over"
}

/** Returns whether the money came before the hold ended, or whether coins were pending then. */
function isWithinHold({ tx, locked: { order }, wasPending }: OrderPayment): boolean {
  return order.status === "unpaid" && (wasPending || !holdEnded(order, tx.now()))
}

async function pay({ tx, locked, payment, invoice, home }: OrderPayment): Promise<string> {
  const order = await transition(tx, locked, "to_be_shipped", { note: `payment ${payment.id}`, home })
  await did(tx, payment, "paid")
  await tx.db.update(invoices).set({ state: "paid", nextCheckAt: null }).where(eq(invoices.id, invoice.id))
  if ((await othersArrived(tx, payment)).length > 0) await openReview(tx, order, "another payment came before", home)
  return "order paid"
}

/** Extends the hold to at least an hour from now while coins are pending; the sweep extends it further. */
async function keepHold(tx: Tx, order: OrderRow): Promise<string | null> {
  if (order.status !== "unpaid") return null
  const until = after(tx.now(), minutes(60))
  if (order.holdExpiresAt && order.holdExpiresAt < until) await extendHold(tx, order, until)
  return "hold extended"
}

/** Handles a partial payment: the customer is emailed what is missing. The end of the hold decides about the order. */
async function partial({ tx, locked: { order }, payment, home }: OrderPayment): Promise<string> {
  await keepHold(tx, order)
  const email = incompleteEmail(order, payment, home)
  if (email) await enqueue(tx, email, order.language)
  return "paid in part"
}

/** Returns null if nothing is missing. */
export function incompleteEmail(
  order: OrderRow,
  { payAmount, actuallyPaid, payCurrency }: PaymentRow,
  home: string,
): Email | null {
  const missing = remainder(payAmount, actuallyPaid)
  if (!missing || !payCurrency) return null
  return paymentIncomplete({ ...aboutOrder(order, home), missing: `${missing} ${payCurrency.toUpperCase()}` })
}

/** Opens a review of money that does not simply pay its order: late, short, for another price, or a second payment. */
async function reviewPayment(found: OrderPayment): Promise<string> {
  const { tx, locked, payment, fault, home } = found
  if (payment.effect) return "already under review"
  if (canTransition(locked.order.status, "needs_review")) {
    const why = fault ?? "late"
    await flag(tx, payment, why)
    await did(tx, payment, "review")
    await transition(tx, locked, "needs_review", { note: `payment ${payment.id}: ${why}`, home })
    return why
  }
  if ((await othersArrived(tx, payment)).length === 0) {
    await did(tx, payment, "review")
    return "the order is under review already"
  }
  await flag(tx, payment, "second")
  await did(tx, payment, "second")
  await openReview(tx, locked.order, `payment ${payment.id} is a second one`, home)
  return "second payment"
}

async function refunded({ tx, locked, payment, home }: OrderPayment): Promise<string | null> {
  const { order } = locked
  const others = await othersArrived(tx, payment)
  if (payment.effect === "second") {
    const more = others.some((other) => other.effect === "second")
    if (order.review && !more) await setReview(tx, order, "refunded", `payment ${payment.id} was refunded`)
    return "second payment refunded"
  }
  if (payment.effect !== "paid" && others.length > 0) return null
  const received = arrivedCents(payment, order.totalCents)
  // The order's summary no longer counts this payment.
  const whole = { ...order, paidCents: order.paidCents + received }
  const left = refundableCents(whole)
  const isPart = order.refundedCents > 0 || (order.refundDueCents > 0 && left > 0)
  const payout = {
    payoutId: payment.paymentId,
    // The provider does not report how much of a payment it sent back.
    payoutAmount: isPart ? null : payment.actuallyPaid,
    payoutCurrency: payment.payCurrency,
  }
  const note = `payment ${payment.id} was refunded`
  if (order.status !== "refund_due" && (order.refundDueCents > 0 || (isPart && left === 0))) {
    const settled = await settleAllDue(tx, order, { payout, home })
    await noteEvent(tx, settled, order.status, { note })
    publishWaiting(tx)
    return settled.refundedCents > order.refundedCents ? "refund settled" : "refunded already"
  }
  // It may be the payout that staff recorded, or another one: only they can tell.
  if (order.status !== "refund_due" && isPart) {
    await openReview(tx, order, `${note} after a partial refund`, home)
    return "refunded after a partial refund"
  }
  if (order.status === "shipped" || order.status === "completed") {
    await settleAllDue(tx, await openRest(tx, whole, locked.items), { payout, home })
    await openReview(tx, order, `${note} after shipping`, home)
    return "refunded after shipping"
  }
  const how = { note, payout, home }
  let at = whole
  if (canTransition(at.status, "refund_due")) at = await transition(tx, locked, "refund_due", how)
  if (canTransition(at.status, "refunded")) at = await transition(tx, { ...locked, order: at }, "refunded", how)
  return at === whole ? null : "order refunded"
}

async function othersArrived(tx: Tx, payment: PaymentRow): Promise<PaymentRow[]> {
  const { received } = await paymentProgress(tx, payment.orderId!)
  return received.filter((other) => other.id !== payment.id)
}

async function openReview(tx: Tx, order: OrderRow, why: string, home: string): Promise<void> {
  await setReview(tx, order, "open", why)
  await enqueue(tx, paymentBeingChecked(aboutOrder(order, home)), order.language)
  await notify(tx, order.userId, reviewNotification(order))
}

async function did(tx: Tx, payment: PaymentRow, effect: NonNullable<PaymentRow["effect"]>): Promise<void> {
  await tx.db.update(payments).set({ effect, effectAt: tx.now() }).where(eq(payments.id, payment.id))
  if (!payment.review) await arrived(tx, payment)
}

/** Records the payment in the activity feed when its money takes effect. */
async function arrived(tx: Tx, payment: PaymentRow): Promise<void> {
  const { id: subjectId, userId, amountCents } = payment
  await recordActivity(tx, "payment", { userId, subjectId, amountCents: receivedCentsOf(payment, amountCents) })
}

/** Records the rest of a payment whose first part is already in the activity feed. */
export async function recordRest(tx: Tx, before: PaymentRow, payment: PaymentRow): Promise<void> {
  if (!before.effect && !before.review) return
  const { id: subjectId, userId, amountCents } = payment
  const rest = receivedCentsOf(payment, amountCents) - receivedCentsOf(before, amountCents)
  if (rest > 0) await recordActivity(tx, "payment", { userId, subjectId, amountCents: rest })
}

/** Opens the review of a payment that bought nothing and belongs to no order. */
export async function openPaymentReview(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.review) return
  await tx.db.update(payments).set({ review: "open" }).where(eq(payments.id, payment.id))
  if (!payment.effect) await arrived(tx, payment)
}

async function flag(tx: Tx, payment: PaymentRow, what: string): Promise<void> {
  const flags = [...new Set([...payment.flags, what])]
  await tx.db.update(payments).set({ flags }).where(eq(payments.id, payment.id))
}
