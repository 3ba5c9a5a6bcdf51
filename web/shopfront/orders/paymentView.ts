import { giftTexts, membershipTexts, paymentTexts } from "#contract/buyingText.ts"
import type { PaymentState } from "#contract/payments.ts"
import { t } from "#contract/t.ts"

export interface PaymentView {
  title: string
  text: string
  kind: "waiting" | "confirmed" | "trouble"
}

/** Only a paid order is called confirmed. */
export function paymentView({ status, order_status, remaining }: Payment): PaymentView {
  if (order_status === "shipped" || order_status === "completed") return shipped
  if (order_status ? order_status === "to_be_shipped" : status === "completed") return confirmed
  if (order_status === "needs_review") return beingChecked
  if (order_status === "refund_due" || order_status === "refunded" || status === "refunded") return refundDue
  if (status === "partially_paid") return partial(remaining)
  if (status === "failed") return failed
  if (order_status === "cancelled") return ended
  return waiting
}

type Payment = Pick<PaymentState, "status" | "order_status" | "remaining">

const confirmed: PaymentView = {
  kind: "confirmed",
  title: paymentTexts.confirmed,
  text: t`Thank you. We'll email you when your order ships.`,
}

const shipped: PaymentView = { ...confirmed, text: t`Thank you. Your order has shipped.` }

const waiting: PaymentView = {
  kind: "waiting",
  title: paymentTexts.waiting,
  text: t`The network needs a few minutes to confirm it. This page updates automatically, and we'll email you when it's done.`,
}

const failed: PaymentView = {
  kind: "trouble",
  title: t`Your payment didn't go through`,
  text: t`You haven't been charged. You can try again while the order is reserved for you.`,
}

const ended: PaymentView = {
  kind: "trouble",
  title: t`The order was cancelled`,
  text: t`We didn't receive a payment in time. If you've already sent one, we'll see it when it arrives and contact you.`,
}

const refundDue: PaymentView = {
  kind: "trouble",
  title: t`Your payment is being refunded`,
  text: t`We couldn't fulfill your order, so we're returning your money.`,
}

function partial(remaining: string | null): PaymentView {
  const missing = remaining
    ? t`Please send the remaining ${remaining} to the same address.`
    : t`If the rest doesn't arrive, our team will review it.`
  return {
    kind: "trouble",
    title: t`Part of the payment is missing`,
    text: t`We've received part of your payment. ${missing}`,
  }
}

const beingChecked: PaymentView = {
  kind: "trouble",
  title: t`Your payment is being checked`,
  text: t`Your payment didn't match your order, so our team is reviewing it. Your money is safe, and there's nothing you need to do.`,
}

/** A membership has no order, so the payment's status decides. */
export function membershipView({ status, remaining, membership, gift }: MembershipPayment): PaymentView {
  if (status === "completed" && gift) return giftReady
  if (status === "completed") return membership.starts_at ? success : nothingBought
  if (status === "refunded") return refunded
  if (status === "partially_paid") return partial(remaining)
  if (status === "failed") return { ...failed, text: t`You haven't been charged. You can try again at any time.` }
  return waiting
}

type MembershipPayment = Pick<PaymentState, "status" | "remaining"> & {
  gift?: PaymentState["gift"]
  membership: NonNullable<PaymentState["membership"]>
}

const success: PaymentView = {
  kind: "confirmed",
  title: membershipTexts.bought,
  text: t`Thank you. Your payment is confirmed. Your membership won't renew automatically, so there's nothing to cancel.`,
}

const giftReady: PaymentView = {
  kind: "confirmed",
  title: giftTexts.bought,
  text: t`Thank you. Your payment is confirmed. Pass the code on: whoever redeems it first gets the membership.`,
}

const nothingBought: PaymentView = {
  kind: "trouble",
  title: t`Your payment is being checked`,
  text: t`You already had this level with no end date, so this payment added nothing. Our team is reviewing it and will contact you.`,
}

const refunded: PaymentView = {
  kind: "trouble",
  title: t`Your payment was refunded`,
  text: t`The money is on its way back to you, and the membership time it paid for has ended.`,
}

/** Milliseconds until the next poll. They grow with each poll, up to 15 seconds. */
export function nextQuestion(asked: number): number {
  return Math.min(15_000, 1000 * 1.4 ** Math.max(0, asked - 1))
}
