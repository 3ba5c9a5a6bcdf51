import { expect, test } from "vitest"
import type { Order } from "#contract/orders.ts"
import { stepsOf } from "./OrderTimeline.tsx"

const now = new Date("2026-11-21T12:00:00Z")
const order = (given: Partial<Order>) =>
  ({ paymentTime: null, shippedAt: null, payment: null, shippingAddress: { country: "US" }, ...given }) as Order
const states = (given: Partial<Order>) => stepsOf(order(given), now)?.map(({ state }) => state)
const paymentTime = "2026-11-20T15:00:00.000Z"
const shippedAt = "2026-11-21T09:00:00.000Z"

test("an order is paid, then packed, then shipped", () => {
  expect(states({ status: "unpaid" })).toEqual(["current", "ahead", "ahead"])
  expect(states({ status: "to_be_shipped", paymentTime })).toEqual(["done", "current", "ahead"])
  expect(stepsOf(order({ status: "to_be_shipped", paymentTime }), now)![1]!.label).toBe("Packing")
  expect(states({ status: "shipped", paymentTime, shippedAt })).toEqual(["done", "done", "done"])
})

test("packing has the date of the parcel, and the shipped step its own line for the delivery", () => {
  const notes = stepsOf(order({ status: "shipped", paymentTime, shippedAt }), now)!.map(({ note }) => note)
  expect(notes).toEqual([
    "November 20, 2026",
    "November 21, 2026",
    expect.stringMatching(/^November 21, 2026\nEstimated delivery: December\u00a01[^ ]+4,\u00a02026$/),
  ])
})

test("an unpaid order says what is missing", () => {
  const payment = { state: "partial", arrived: 380, missing: 380 } as Order["payment"]
  expect(stepsOf(order({ status: "unpaid", payment }), now)![0]!.note).toBe(
    "We've received $380.00. $380.00 is still missing.",
  )
  expect(stepsOf(order({ status: "unpaid" }), now)![0]!.note).toBe("Waiting for the payment")
})

test("an order that will not be shipped has no steps", () => {
  for (const status of ["cancelled", "needs_review", "refund_due", "refunded"] as const) {
    expect(states({ status })).toBeUndefined()
  }
})
