import type { AdminOrderDetail } from "#contract/admin.ts"
import type { FakeNowPayments } from "./nowpayments.ts"
import { aPaidOrder, type OrderOf } from "./orders.ts"
import type { TestPerson, TestShop } from "./shop.ts"

interface Sent extends OrderOf {
  staff: TestPerson
  buyer?: TestPerson
  ship?: boolean
}

/** Pays an order of one model at $300, and ships it unless `ship` is false. */
export async function aSentOrder(shop: TestShop, provider: FakeNowPayments, { staff, ship = true, ...about }: Sent) {
  const paid = await aPaidOrder(shop, provider, { stock: about.quantity ?? 1, ...about })
  const parcels = [{ order_number: paid.order.orderNumber, tracking_number: "RM 1" }]
  if (ship) await shop.call("POST /api/admin/orders/ship", { as: staff, body: { parcels } })
  return paid
}

export const payout = { payout_id: "tx-1", amount: "0.0125", currency: "BTC" }

export function refundWith(
  shop: TestShop,
  staff: TestPerson,
  id: number,
  body: object,
  headers: Record<string, string> = {},
) {
  return shop.call<AdminOrderDetail & { detail: string; errors: { path: string; message: string }[] }>(
    `POST /api/admin/orders/${id}/refunds`,
    { as: staff, body, headers },
  )
}

/** Records the payouts of all refunds that are due for an order. Returns the last answer. */
export async function settleRefunds(shop: TestShop, staff: TestPerson, id: number) {
  let answer = await shop.call<AdminOrderDetail>(`GET /api/admin/orders/${id}`, { as: staff })
  for (const refund of answer.body.refunds.filter(({ status }) => status === "due")) {
    answer = await shop.call(`POST /api/admin/refunds/${refund.id}/settle`, { as: staff, body: payout })
  }
  return answer
}
