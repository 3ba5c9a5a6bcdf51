import { eq } from "drizzle-orm"
import { users } from "../accounts/tables.ts"
import { after, minutes } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { paymentBeingChecked, paymentIncomplete } from "../mail/letters.ts"
import { enqueue } from "../mail/outbox.ts"
import * as membership from "../membership/membership.ts"
import { notify } from "../notifications/notifications.ts"
import { extendHold, holdEnded } from "../orders/holds.ts"
import { aboutOrder } from "../orders/letters.ts"
import { beingChecked } from "../orders/notices.ts"
import { type LockedOrder, mayMove, move, type OrderRow, setReview } from "../orders/transitions.ts"
import { happened } from "../staff/activity.ts"
import type { Fault } from "./apply.ts"
import { remainder } from "./decimal.ts"
import type { InvoiceRow } from "./invoices.ts"
import { hasArrived, isComing, moneyOn, type PaymentRow } from "./money.ts"
import { invoices, payments } from "./tables.ts"

interface Case {
  tx: Tx
  locked: LockedOrder
  payment: PaymentRow
  invoice: InvoiceRow
  fault: Fault | null
  /** Whether another notice had shown coins on their way before this one. */
  wasComing: boolean
  home: string
}

/** What a payment, in the state it has just come to, does to its order. Returns a note on it. */
export async function settleOrder(found: Case): Promise<string | null> {
  const { tx, payment, locked } = found
  if (payment.status === "refunded") return refunded(found)
  if (isComing(payment)) return keepHold(tx, locked.order)
  if (!hasArrived(payment)) return null
  const finished = payment.rank === 6
  if (finished && !found.fault && isInTime(found)) return pay(found)
  if (locked.order.status === "unpaid" && !finished) return partial(found)
  return look(found)
}

export interface Subscription {
  tx: Tx
  payment: PaymentRow
  invoice: InvoiceRow
  desk: membership.Desk
}

/** A membership needs no lock but its own: each payment grants once. */
export async function grantMembership({ tx, payment, invoice, desk }: Subscription): Promise<string | null> {
  if (payment.effect || !invoice.userId || !invoice.level) return null
  if (await isGone(tx, invoice.userId)) {
    await flag(tx, payment, "former_member")
    await openPaymentReview(tx, payment)
    return "the account is gone: money to be looked at"
  }
  const isGranted = await membership.grant(tx, invoice.userId, invoice.level, payment.id, desk)
  await did(tx, payment, "membership")
  if (!isGranted) await openPaymentReview(tx, { ...payment, effect: "membership" })
  // What arrived in part has become the whole.
  else if (payment.review) await tx.db.update(payments).set({ review: "settled" }).where(eq(payments.id, payment.id))
  await tx.db.update(invoices).set({ state: "paid", nextCheckAt: null }).where(eq(invoices.id, invoice.id))
  return "membership granted"
}

/** Under the account's lock, which its deletion takes too. */
async function isGone(tx: Tx, userId: number): Promise<boolean> {
  const [user] = await tx.db.select().from(users).where(eq(users.id, userId)).for("no key update")
  return !user || user.deletedAt !== null
}

export async function revokeMembership({ tx, payment, invoice, desk }: Subscription): Promise<string | null> {
  if (payment.effect !== "membership" || !invoice.userId) return null
  const ended = await membership.revoke(tx, invoice.userId, payment.id, desk)
  return ended ? "membership taken back" : "the membership was over"
}

/** While the clock runs, or coins were on their way when it ran out. */
function isInTime({ tx, locked: { order }, wasComing }: Case): boolean {
  return order.status === "unpaid" && (wasComing || !holdEnded(order, tx.now()))
}

async function pay({ tx, locked, payment, invoice, home }: Case): Promise<string> {
  const order = await move(tx, locked, "to_be_shipped", { note: `payment ${payment.id}`, home })
  await did(tx, payment, "paid")
  await tx.db.update(invoices).set({ state: "paid", nextCheckAt: null }).where(eq(invoices.id, invoice.id))
  if ((await othersArrived(tx, payment)).length > 0) await openReview(tx, order, "another payment came before", home)
  return "order paid"
}

/** Coins are on their way: the pieces wait for them, at least another hour; the sweeper moves the end on from there. */
async function keepHold(tx: Tx, order: OrderRow): Promise<string | null> {
  if (order.status !== "unpaid") return null
  const until = after(tx.now(), minutes(60))
  if (order.holdExpiresAt && order.holdExpiresAt < until) await extendHold(tx, order, until)
  return "hold extended"
}

/** Not all of it: the customer is told what is missing, and the end of the hold decides. */
async function partial({ tx, locked: { order }, payment, home }: Case): Promise<string> {
  await keepHold(tx, order)
  const missing = remainder(payment.payAmount, payment.actuallyPaid)
  if (missing && payment.payCurrency) {
    const amount = `${missing} ${payment.payCurrency.toUpperCase()}`
    await enqueue(tx, paymentIncomplete({ ...aboutOrder(order, home), missing: amount }))
  }
  return "paid in part"
}

/** Money that does not simply pay its order: late, short, foreign, or a second one. */
async function look(found: Case): Promise<string> {
  const { tx, locked, payment, fault, home } = found
  if (payment.effect) return "already under review"
  if (mayMove(locked.order.status, "needs_review")) {
    const why = fault ?? "late"
    await flag(tx, payment, why)
    await did(tx, payment, "review")
    await move(tx, locked, "needs_review", { note: `payment ${payment.id}: ${why}`, home })
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

async function refunded({ tx, locked, payment, home }: Case): Promise<string | null> {
  const { order } = locked
  const others = await othersArrived(tx, payment)
  if (payment.effect === "second") {
    const more = others.some((other) => other.effect === "second")
    if (order.review && !more) await setReview(tx, order, "refunded", `payment ${payment.id} was refunded`)
    return "second payment refunded"
  }
  if (payment.effect !== "paid" && others.length > 0) return null
  if (order.status === "shipped" || order.status === "completed") {
    await openReview(tx, order, `payment ${payment.id} was refunded after shipping`, home)
    return "refunded after shipping"
  }
  const how = { note: `payment ${payment.id} was refunded`, home }
  let at = order
  if (mayMove(at.status, "refund_due")) at = await move(tx, locked, "refund_due", how)
  if (mayMove(at.status, "refunded")) at = await move(tx, { ...locked, order: at }, "refunded", how)
  return at === order ? null : "order refunded"
}

async function othersArrived(tx: Tx, payment: PaymentRow): Promise<PaymentRow[]> {
  const { arrived } = await moneyOn(tx, payment.orderId!)
  return arrived.filter((other) => other.id !== payment.id)
}

async function openReview(tx: Tx, order: OrderRow, why: string, home: string): Promise<void> {
  await setReview(tx, order, "open", why)
  await enqueue(tx, paymentBeingChecked(aboutOrder(order, home)))
  await notify(tx, order.userId, beingChecked(order))
}

async function did(tx: Tx, payment: PaymentRow, effect: NonNullable<PaymentRow["effect"]>): Promise<void> {
  await tx.db.update(payments).set({ effect, effectAt: tx.now() }).where(eq(payments.id, payment.id))
  if (!payment.review) await arrived(tx, payment)
}

/** For the feed: once for each payment, when its money counts for something. */
async function arrived(tx: Tx, { id, userId, amountCents }: PaymentRow): Promise<void> {
  await happened(tx, "payment", { userId, subjectId: id, amountCents })
}

/** Money that bought nothing, and belongs to no order: it waits for somebody of the staff. */
export async function openPaymentReview(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.review) return
  await tx.db.update(payments).set({ review: "open" }).where(eq(payments.id, payment.id))
  if (!payment.effect) await arrived(tx, payment)
}

async function flag(tx: Tx, payment: PaymentRow, what: string): Promise<void> {
  const flags = [...new Set([...payment.flags, what])]
  await tx.db.update(payments).set({ flags }).where(eq(payments.id, payment.id))
}
