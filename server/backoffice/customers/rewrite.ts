import { and, eq, isNotNull } from "drizzle-orm"
import type { ReturnStatus } from "#contract/refunds.ts"
import { queueOf } from "../../people/membership/ledger.ts"
import { dashboardPage, membershipPage, periodBought } from "../../people/membership/membership.ts"
import type { Tx } from "../../platform/db/store.ts"
import * as emails from "../../platform/mail/emails.ts"
import type { Email } from "../../platform/mail/outbox.ts"
import { tracking } from "../../sales/carriers/carriers.ts"
import { aboutOrder, piecesOf } from "../../sales/orders/emails.ts"
import { isCorrectable } from "../../sales/orders/states.ts"
import { type OrderRow, refunds, returns } from "../../sales/orders/tables.ts"
import { incompleteEmail } from "../../sales/payments/effects.ts"
import { giftReadyEmail, stateOf } from "../../sales/payments/gifts.ts"
import { paymentProgress } from "../../sales/payments/money.ts"
import { gifts, payments } from "../../sales/payments/tables.ts"
import type { CustomerRow } from "./subjects.ts"

interface About {
  tx: Tx
  customer: CustomerRow
  /** The refund, return or payment that the email is about. */
  id: number
  home: string
}

type Writer<Subject extends unknown[]> = (...given: [...Subject, About]) => Email | null | Promise<Email | null>

/**
 * Writers of emails about an order. The text of a sent email is not stored, so it is written again from the current
 * order; null if that would no longer be true.
 */
export const orderWriters: Record<string, Writer<[OrderRow]>> = {
  order_received: async (order, { tx, customer, home }) =>
    order.status === "unpaid"
      ? emails.orderReceived({
          ...aboutOrder(order, home, order.userId === customer.id ? customer.timeZone : null),
          pieces: await piecesOf(tx, order),
        })
      : null,
  order_paid: async (order, { tx, home }) =>
    ["to_be_shipped", "shipped", "completed"].includes(order.status)
      ? emails.orderPaid({ ...aboutOrder(order, home), pieces: await piecesOf(tx, order) })
      : null,
  order_shipped: async (order, { tx, home }) =>
    ["shipped", "completed"].includes(order.status) && order.trackingNumber
      ? emails.orderShipped({
          ...aboutOrder(order, home),
          ...(await tracking(tx, [order]))(order),
          pieces: await piecesOf(tx, order),
          trackingNumber: order.trackingNumber,
        })
      : null,
  order_cancelled: async (order, { tx, home }) =>
    order.status === "cancelled"
      ? emails.orderCancelled({ ...aboutOrder(order, home), pieces: await piecesOf(tx, order) })
      : null,
  order_address_changed: (order, { id, home }) =>
    isCorrectable(order) ? emails.orderAddressChanged({ ...aboutOrder(order, home), version: id }) : null,
  payment_being_checked: (order, { home }) =>
    order.status === "needs_review" ? emails.paymentBeingChecked(aboutOrder(order, home)) : null,
  payment_incomplete: async (order, { tx, home }) => {
    if (order.status !== "unpaid") return null
    const payment = (await paymentProgress(tx, order.id)).received.at(-1)
    return payment ? incompleteEmail(order, payment, home) : null
  },
  refund_sent: async (order, { tx, id, home }) => {
    const isThis = and(eq(refunds.id, id), eq(refunds.orderId, order.id), eq(refunds.status, "settled"))
    const [refund] = await tx.db.select().from(refunds).where(isThis)
    return refund ? emails.refundSent({ ...aboutOrder(order, home), ...refund, refundId: id }) : null
  },
  return_approved: aboutReturn("approved", emails.returnApproved),
  return_refused: aboutReturn("refused", emails.returnRefused),
  return_received: aboutReturn("received", emails.returnReceived),
}

function aboutReturn(status: ReturnStatus, write: typeof emails.returnApproved): Writer<[OrderRow]> {
  return async (order, { tx, id, home }) => {
    const isThis = and(eq(returns.id, id), eq(returns.orderId, order.id), eq(returns.status, status))
    const found = await tx.db.select({ id: returns.id }).from(returns).where(isThis)
    return found.length > 0 ? write({ ...aboutOrder(order, home), returnId: id }) : null
  }
}

export const accountWriters: Record<string, Writer<[]>> = {
  membership_bought: async (about) => {
    const time = await timeOf(about)
    return time && emails.membershipBought({ ...time, happens: time.startsAt > about.tx.now() ? "waits" : "new" })
  },
  gift_redeemed: async (about) => {
    const time = await timeOf(about)
    return time && emails.giftRedeemed(time)
  },
  membership_refunded: async (about) => {
    const { tx, customer, id } = about
    const isThis = and(eq(payments.id, id), eq(payments.userId, customer.id), isNotNull(payments.refundedAt))
    const found = await tx.db.select({ id: payments.id }).from(payments).where(isThis)
    if (found.length === 0) return null
    const queue = await queueOf(tx, customer)
    return emails.membershipRefunded({
      ...toMember(about),
      isOver: queue.length === 0,
      endsAt: queue.at(-1)?.endsAt ?? null,
    })
  },
  membership_soon_over: (about) => {
    const { membershipRemindedFor, membershipExpiresAt: endsAt, membershipNextLevel } = about.customer
    const isStillSo = endsAt && endsAt > about.tx.now() && membershipRemindedFor?.getTime() === endsAt.getTime()
    return isStillSo
      ? emails.membershipReminder({ ...toMember(about), endsAt, goesOn: membershipNextLevel !== null })
      : null
  },
  membership_over: async (about) =>
    (await queueOf(about.tx, about.customer)).length === 0
      ? emails.membershipEnded({ ...toMember(about), goesOn: false })
      : null,
  gift_ready: async (about) => {
    const { tx, customer, home } = about
    const gift = await giftOf(about)
    return gift?.buyerId === customer.id && stateOf(gift, tx.now()) === "open"
      ? giftReadyEmail(gift, customer, home)
      : null
  },
  gift_voided: async (about) => {
    const { customer, id, home } = about
    const gift = await giftOf(about)
    return gift?.buyerId === customer.id && gift.voidedAt
      ? emails.giftVoided({ to: customer.email, paymentId: id, url: home })
      : null
  },
  gift_refunded: async (about) => {
    const gift = await giftOf(about)
    return gift?.redeemedBy === about.customer.id && gift.voidedAt ? emails.giftRefunded(toMember(about)) : null
  },
  account_suspended: ({ customer: { email: to, suspendedAt }, home }) =>
    suspendedAt ? emails.accountSuspended({ to, url: `${home}/contact` }) : null,
  account_restored: ({ customer: { email: to, suspendedAt }, home }) =>
    suspendedAt ? null : emails.accountRestored({ to, url: `${home}/login`, byMistake: false }),
}

const toMember = ({ customer: { email: to, timeZone: zone }, home, id: paymentId }: About) => ({
  to,
  zone,
  url: membershipPage(home),
  paymentId,
})

async function giftOf({ tx, id }: About) {
  const [gift] = await tx.db.select().from(gifts).where(eq(gifts.paymentId, id))
  return gift
}

async function timeOf(about: About) {
  const bought = await periodBought(about.tx, about.customer, about.id)
  if (!bought || bought.isRevoked || bought.endsAt <= about.tx.now()) return null
  return { ...bought, ...toMember(about), url: dashboardPage(about.home) }
}
