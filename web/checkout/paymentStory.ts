import type { PaymentState } from "#contract/payments.ts"
import { paymentTexts } from "#contract/texts.ts"

export interface Story {
  title: string
  text: string
  kind: "waiting" | "confirmed" | "trouble"
}

const paidOrders = ["to_be_shipped", "shipped", "completed"]

/** What is said of a payment: only one that has done its work is called confirmed. */
export function tellPayment(state: Pick<PaymentState, "status" | "order_status" | "remaining">): Story {
  switch (state.status) {
    case "completed":
      if (state.order_status && !paidOrders.includes(state.order_status)) return beingChecked
      return {
        kind: "confirmed",
        title: paymentTexts.confirmed,
        text: "Thank you. We will write when it is on its way.",
      }
    case "partially_paid":
      return {
        kind: "trouble",
        title: "Part of the payment is missing",
        text: state.remaining
          ? `We have received a part of it. ${state.remaining} are still to be sent, to the same address as before.`
          : "We have received a part of it. A person is looking at it; your money is accounted for.",
      }
    case "failed":
      return {
        kind: "trouble",
        title: "The payment did not go through",
        text: "Nothing was charged. You can try it again as long as the order is held for you.",
      }
    case "refunded":
      return { kind: "trouble", title: "The payment was refunded", text: "The amount is on its way back to you." }
    default:
      if (state.order_status === "needs_review") return beingChecked
      return {
        kind: "waiting",
        title: paymentTexts.waiting,
        text: "The network needs a few minutes to confirm it. This page follows the payment; you can also leave it, and we will write.",
      }
  }
}

const beingChecked: Story = {
  kind: "trouble",
  title: "Your payment is being checked",
  text: "It was not quite what we expected, so a person is looking at it. Your money is accounted for.",
}

/** Milliseconds until the next question: often at first, then patiently. */
export function nextQuestion(asked: number): number {
  return Math.min(15_000, 1000 * 1.4 ** Math.max(0, asked - 1))
}
