import type { Gift } from "#contract/gifts.ts"
import type { PaidLevel } from "#contract/membership.ts"
import { type FakeNowPayments, type FakePayment, hmac } from "./nowpayments.ts"
import type { TestPerson, TestShop } from "./shop.ts"

/** Requests the invoice of a gift and pays it through the provider. */
export async function aGift(shop: TestShop, provider: FakeNowPayments, buyer: TestPerson, level: PaidLevel) {
  const body = { level, gift: true }
  const { body: invoice } = await shop.call("POST /api/nowpayments/create-subscription-invoice", { as: buyer, body })
  const payment = provider.pay(invoice.invoice_id)
  await tell(shop, provider, payment, "finished")
  const { body: gifts } = await shop.call<Gift[]>("GET /api/gifts", { as: buyer })
  return { gift: gifts[0]!, payment, invoice }
}

export async function tell(shop: TestShop, provider: FakeNowPayments, payment: FakePayment, payment_status: string) {
  const payload = JSON.stringify({ ...payment, payment_status, actually_paid: payment.pay_amount })
  const headers = { "content-type": "application/json", "x-nowpayments-sig": hmac(payload, provider.secret) }
  return (await shop.call("POST /api/nowpayments/ipn", { payload, headers })).status
}

export const redeem = (shop: TestShop, as: TestPerson, code: string) =>
  shop.call("POST /api/gifts/redeem", { as, body: { code } })
