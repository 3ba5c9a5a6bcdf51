import { expect, test } from "vitest"
import { membershipView, nextQuestion, paymentView } from "./paymentView.ts"

const state = { status: "pending", order_status: "unpaid", remaining: null } as const

test("a payment is waited for until it is confirmed", () => {
  expect(paymentView(state).title).toBe("Waiting for the payment")
  expect(paymentView({ ...state, status: "processing" }).title).toBe("Waiting for the payment")
  expect(paymentView({ ...state, status: "completed", order_status: "to_be_shipped" }).title).toBe("Order Confirmed!")
})

test("a payment for an order that had ended is not called confirmed", () => {
  expect(paymentView({ ...state, status: "completed", order_status: "needs_review" }).kind).toBe("trouble")
  expect(paymentView({ ...state, status: "completed", order_status: "refund_due" }).kind).toBe("trouble")
})

test("an order that was paid by another payment is confirmed all the same", () => {
  expect(paymentView({ ...state, status: "failed", order_status: "shipped" }).kind).toBe("confirmed")
  expect(paymentView({ ...state, status: "completed", order_status: "shipped" }).text).toContain("has shipped")
})

test("without an order the payment itself decides", () => {
  expect(paymentView({ ...state, status: "completed", order_status: null }).kind).toBe("confirmed")
  expect(paymentView({ ...state, status: "processing", order_status: null }).kind).toBe("waiting")
})

test("an order that ended unpaid is not waited for", () => {
  expect(paymentView({ ...state, order_status: "cancelled" }).title).toBe("The order was cancelled")
  expect(paymentView({ ...state, status: "failed" }).title).toBe("Your payment didn't go through")
})

test("a partial payment shows the missing amount", () => {
  const view = paymentView({ ...state, status: "partially_paid", remaining: "0.0021 BTC" })
  expect(view.text).toContain("0.0021 BTC")
})

test("a membership is shown by its payment", () => {
  const membership = { level: "vip", days: 30, starts_at: "2026-11-21T12:00:00.000Z", ends_at: null } as const
  const state = { remaining: null, membership }
  expect(membershipView({ ...state, status: "completed" }).title).toBe("Subscription Successful!")
  expect(membershipView({ ...state, status: "processing" }).title).toBe("Waiting for the payment")
  expect(membershipView({ ...state, status: "failed" }).title).toBe("Your payment didn't go through")
  expect(membershipView({ ...state, status: "refunded" }).title).toBe("Your payment was refunded")
  expect(membershipView({ ...state, status: "partially_paid", remaining: "2 USDC" }).text).toContain("2 USDC")
})

test("a payment for a level that is already held is not called a success", () => {
  const membership = { level: "vip", days: 30, starts_at: null, ends_at: null } as const
  expect(membershipView({ status: "completed", remaining: null, membership }).kind).toBe("trouble")
})

test("the page polls often at first and less often later", () => {
  expect(nextQuestion(1)).toBe(1000)
  expect(nextQuestion(4)).toBeGreaterThan(2000)
  expect(nextQuestion(1000)).toBe(15_000)
})
