// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest"
import type { PaymentState } from "#contract/payments.ts"
import { queries } from "../../platform/api/queries.ts"
import { isOnScreen } from "./isOnScreen.ts"

const membership = { level: "vip", starts_at: null, ends_at: null } as const
const paid = { payment_id: 9, status: "completed", order_id: null, membership } as PaymentState

afterEach(() => {
  queries().clear()
  vi.unstubAllGlobals()
})

test.each([
  ["/success-subscription?payment=9", paid, "membership_bought", "/dashboard", true],
  ["/success-subscription", paid, "membership_bought", "/dashboard?tab=orders", true],
  ["/success-subscription?payment=9", paid, "order_paid", "/order/6", false],
  ["/success?payment=9", { ...paid, order_id: 6, membership: null }, "order_paid", "/order/6", true],
  ["/success?payment=9", { ...paid, order_id: 6, membership: null }, "order_paid", "/order/7", false],
  ["/success?payment=9", null, "order_paid", "/order/6", false],
  ["/order/6", null, "order_shipped", "/order/6", true],
  ["/order/7", null, "order_shipped", "/order/6", false],
  ["/dashboard?tab=notifications", null, "order_paid", "/order/6", true],
  ["/dashboard?tab=settings", null, "order_paid", "/order/6", false],
  ["/models", paid, "membership_bought", "/dashboard", false],
] as const)("at %s, what that page says is no toast as well (%#)", async (at, payment, kind, link, isSaid) => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }))
  history.replaceState(null, "", at)
  if (payment) queries().setQueryData(["payment", 9], payment)
  expect(await isOnScreen({ kind, link })).toBe(isSaid)
})
