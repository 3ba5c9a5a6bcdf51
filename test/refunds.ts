import type { AdminOrderDetail } from "#contract/admin.ts"
import type { FakeNowPayments } from "./nowpayments.ts"
import { addToCart, shipping } from "./orders.ts"
import type { TestPerson, TestShop } from "./shop.ts"

interface Sent {
  staff: TestPerson
  quantity?: number
  stock?: number
  code?: string
  ship?: boolean
  buyer?: TestPerson
}

/** A paid order of one model at $300, shipped unless told otherwise. */
export async function aSentOrder(shop: TestShop, provider: FakeNowPayments, options: Sent) {
  const { staff, quantity = 1, stock = quantity, code, ship = true } = options
  const buyer = options.buyer ?? (await shop.aUser())
  const doll = await shop.aDoll({ stock })
  await addToCart(shop, buyer, doll.id, quantity)
  const body = { ...shipping, ...(code && { discount_code: code }) }
  const { body: order } = await shop.call("POST /api/orders", { as: buyer, body })
  const { body: invoice } = await shop.call("POST /api/nowpayments/create-invoice", {
    body: { order_id: order.reference },
  })
  const payment = provider.pay(invoice.invoice_id)
  await provider.play(payment, ["waiting", "finished"])
  if (ship) {
    const parcels = [{ order_number: order.orderNumber, tracking_number: "RM 1" }]
    await shop.call("POST /api/admin/orders/ship", { as: staff, body: { parcels } })
  }
  return { buyer, doll, order, payment }
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

/** Records the payouts of all that is due for an order. Answers as the last one. */
export async function settleRefunds(shop: TestShop, staff: TestPerson, id: number) {
  let answer = await shop.call<AdminOrderDetail>(`GET /api/admin/orders/${id}`, { as: staff })
  for (const refund of answer.body.refunds.filter(({ status }) => status === "due")) {
    answer = await shop.call(`POST /api/admin/refunds/${refund.id}/settle`, { as: staff, body: payout })
  }
  return answer
}
