import { membershipTexts, paymentTexts } from "#contract/buyingText.ts"
import type { PaymentState } from "#contract/payments.ts"

export interface Story {
  title: string
  text: string
  kind: "waiting" | "confirmed" | "trouble"
}

const paid = ["to_be_shipped", "shipped", "completed"]

/** What is said of a payment. The order has the last word: only one that was paid is called confirmed. */
export function tellPayment({ status, order_status, remaining }: Told): Story {
  if (order_status ? paid.includes(order_status) : status === "completed") return confirmed
  if (order_status === "needs_review") return beingChecked
  if (order_status === "refund_due" || order_status === "refunded" || status === "refunded") return goesBack
  if (status === "partially_paid") return partial(remaining)
  if (status === "failed") return failed
  if (order_status === "cancelled") return ended
  return waiting
}

type Told = Pick<PaymentState, "status" | "order_status" | "remaining">

const confirmed: Story = {
  kind: "confirmed",
  title: paymentTexts.confirmed,
  text: "Thank you. We will write when it is on its way.",
}

const waiting: Story = {
  kind: "waiting",
  title: paymentTexts.waiting,
  text: "The network needs a few minutes to confirm it. This page follows the payment; you can also leave it, and we will write.",
}

const failed: Story = {
  kind: "trouble",
  title: "The payment did not go through",
  text: "Nothing was charged. You can try it again as long as the order is held for you.",
}

const ended: Story = {
  kind: "trouble",
  title: "The order was cancelled",
  text: "No payment has arrived in time. If you have sent one all the same, we will see it and write to you.",
}

const goesBack: Story = {
  kind: "trouble",
  title: "The payment is sent back",
  text: "The order could not be kept for you, so the amount goes back to where it came from.",
}

function partial(remaining: string | null): Story {
  const missing = remaining
    ? `${remaining} are still to be sent, to the same address as before.`
    : "If the rest does not arrive, a person will look at it."
  return {
    kind: "trouble",
    title: "Part of the payment is missing",
    text: `We have received a part of it, and it is accounted for. ${missing}`,
  }
}

const beingChecked: Story = {
  kind: "trouble",
  title: "Your payment is being checked",
  text: "It was not quite what we expected, so a person is looking at it. Your money is accounted for.",
}

/** The same of a membership, which has no order: the payment itself decides. */
export function tellMembership({ status, remaining, membership }: ToldMembership): Story {
  if (status === "completed") return membership.starts_at ? success : nothingBought
  if (status === "refunded") return tookBack
  if (status === "partially_paid") return partial(remaining)
  if (status === "failed") return { ...failed, text: "Nothing was charged. The memberships are still there." }
  return waiting
}

type ToldMembership = Pick<PaymentState, "status" | "remaining"> & {
  membership: NonNullable<PaymentState["membership"]>
}

const success: Story = {
  kind: "confirmed",
  title: membershipTexts.bought,
  text: "Thank you. Your payment is confirmed, and there is nothing to cancel: it ends by itself.",
}

const nothingBought: Story = {
  kind: "trouble",
  title: "Your payment is being checked",
  text: "You held this level without an end already, so it has bought nothing. A person is looking at it and will write to you.",
}

const tookBack: Story = {
  kind: "trouble",
  title: "The payment was refunded",
  text: "The amount goes back to where it came from, and the time it had paid for has ended.",
}

/** Milliseconds until the next question: often at first, then patiently. */
export function nextQuestion(asked: number): number {
  return Math.min(15_000, 1000 * 1.4 ** Math.max(0, asked - 1))
}
