import { expect, test } from "vitest"
import type { Order } from "#contract/orders.ts"
import { expectedDelivery } from "./deliveryDays.ts"

const now = new Date("2026-11-21T12:00:00Z")
const order = (given: Partial<Order>, country = "US") => {
  const base = { status: "to_be_shipped", paymentTime: "2026-11-20T15:00:00.000Z", shippedAt: null }
  return { ...base, shippingAddress: { country }, ...given } as Order
}
const days = (given: Partial<Order>, country?: string) => {
  const found = expectedDelivery(order(given, country), now)
  return found && [found.from, found.until]
}

test("a paid order arrives after handling and shipping, without weekends", () => {
  // This is a Friday; the others are 10 and 15 business days later.
  expect(days({})).toEqual(["2026-12-04", "2026-12-11"])
})

test("shipping to another country takes longer", () => {
  expect(days({}, "GB")).toEqual(["2026-12-09", "2026-12-17"])
})

test("a shipped order is counted from its day of shipping", () => {
  expect(days({ status: "shipped", shippedAt: "2026-11-21T09:00:00.000Z" })).toEqual(["2026-12-01", "2026-12-04"])
})

test("no estimate for orders that are unpaid, delivered or late", () => {
  expect(days({ status: "unpaid", paymentTime: null })).toBeNull()
  expect(days({ status: "completed" })).toBeNull()
  expect(days({ paymentTime: "2026-10-01T09:00:00.000Z" })).toBeNull()
})
