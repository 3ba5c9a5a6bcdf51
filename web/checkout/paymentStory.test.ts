import { expect, test } from "vitest"
import { nextQuestion, tellMembership, tellPayment } from "./paymentStory.ts"

const state = { status: "pending", order_status: "unpaid", remaining: null } as const

test("a payment is waited for until it is confirmed", () => {
  expect(tellPayment(state).title).toBe("Waiting for the payment")
  expect(tellPayment({ ...state, status: "processing" }).title).toBe("Waiting for the payment")
  expect(tellPayment({ ...state, status: "completed", order_status: "to_be_shipped" }).title).toBe("Order Confirmed!")
})

test("money that came for an order that had ended is not called confirmed", () => {
  expect(tellPayment({ ...state, status: "completed", order_status: "needs_review" }).kind).toBe("trouble")
  expect(tellPayment({ ...state, status: "completed", order_status: "refund_due" }).kind).toBe("trouble")
})

test("an order that was paid by another payment is confirmed all the same", () => {
  expect(tellPayment({ ...state, status: "failed", order_status: "shipped" }).kind).toBe("confirmed")
})

test("without an order the payment itself decides", () => {
  expect(tellPayment({ ...state, status: "completed", order_status: null }).kind).toBe("confirmed")
  expect(tellPayment({ ...state, status: "processing", order_status: null }).kind).toBe("waiting")
})

test("an order that ended unpaid is not waited for", () => {
  expect(tellPayment({ ...state, order_status: "cancelled" }).title).toBe("The order was cancelled")
  expect(tellPayment({ ...state, status: "failed" }).title).toBe("The payment did not go through")
})

test("a part of the amount says what is missing", () => {
  const story = tellPayment({ ...state, status: "partially_paid", remaining: "0.0021 BTC" })
  expect(story.text).toContain("0.0021 BTC")
})

test("a membership is told by its payment", () => {
  const membership = { level: "vip", starts_at: "2026-11-21T12:00:00.000Z", ends_at: null } as const
  const state = { remaining: null, membership }
  expect(tellMembership({ ...state, status: "completed" }).title).toBe("Subscription Successful!")
  expect(tellMembership({ ...state, status: "processing" }).title).toBe("Waiting for the payment")
  expect(tellMembership({ ...state, status: "failed" }).title).toBe("The payment did not go through")
  expect(tellMembership({ ...state, status: "refunded" }).title).toBe("The payment was refunded")
  expect(tellMembership({ ...state, status: "partially_paid", remaining: "2 USDC" }).text).toContain("2 USDC")
})

test("money for a level that is held already is not called a success", () => {
  const membership = { level: "vip", starts_at: null, ends_at: null } as const
  expect(tellMembership({ status: "completed", remaining: null, membership }).kind).toBe("trouble")
})

test("the page asks often at first and patiently later", () => {
  expect(nextQuestion(1)).toBe(1000)
  expect(nextQuestion(4)).toBeGreaterThan(2000)
  expect(nextQuestion(1000)).toBe(15_000)
})
