import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { days, hours, minutes } from "#server/platform/clock.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { type FakeNowPayments, openPayingShop, startNowPayments } from "#test/nowpayments.ts"
import { anOrder } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { reconcile } from "./reconcile.ts"
import { payments } from "./tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
})
afterAll(() => close())

test("a payment whose last webhooks were lost is polled, and then pays its order", async () => {
  const { order, payment } = await aPayment()
  await provider.play(payment, ["waiting"])
  await provider.play(payment, ["confirming", "finished"], "drop")
  shop.clock.advance(minutes(2))
  await reconcile(shop.app.paymentContext)
  expect(await statusOf(order.id)).toBe("to_be_shipped")
})

test("a payment without any webhook is found by its invoice", async () => {
  const { order, payment } = await aPayment()
  await provider.play(payment, ["finished"], "drop")
  shop.clock.advance(minutes(3))
  await reconcile(shop.app.paymentContext)
  expect(await statusOf(order.id)).toBe("to_be_shipped")
})

test("it is polled less and less often, at most once an hour, and not after eight days", async () => {
  const { payment } = await aPayment()
  await provider.play(payment, ["waiting"])
  const asked = () => provider.requests.filter((one) => one.path === `/v1/payment/${payment.payment_id}`).length
  const rounds: number[] = []
  for (let minute = 0; minute < 180; minute++) {
    shop.clock.advance(minutes(1))
    const before = asked()
    await reconcile(shop.app.paymentContext)
    if (asked() > before) rounds.push(minute)
  }
  const waits = rounds.slice(1).map((at, index) => at - rounds[index]!)
  expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32])
  for (let hour = 0; hour < 24 * 8; hour++) {
    shop.clock.advance(hours(1))
    await reconcile(shop.app.paymentContext)
  }
  const total = asked()
  shop.clock.advance(days(1))
  await reconcile(shop.app.paymentContext)
  expect(asked()).toBe(total)
})

test("money that arrives after a payment has expired is found by polling, or when staff query it", async () => {
  const staff = await shop.anAdmin("financial_admin")
  const inUsdc = { pay_amount: 100, pay_currency: "usdc" }
  for (const ask of ["poll", "recheck", "lookup"]) {
    const { order, payment } = await aPayment(inUsdc)
    await provider.play(payment, ["waiting", "expired"])
    Object.assign(payment, { payment_status: "partially_paid", actually_paid: 50 })
    shop.clock.advance(minutes(2))
    const [row] = await shop.app.store.db
      .select()
      .from(payments)
      .where(eq(payments.paymentId, String(payment.payment_id)))
    if (ask === "poll") await reconcile(shop.app.paymentContext)
    else if (ask === "recheck") await shop.call(`POST /api/admin/payments/${row!.id}/recheck`, { as: staff })
    else await shop.call("POST /api/admin/payments/lookup", { as: staff, body: { payment_id: row!.paymentId } })
    const { body } = await shop.call(`GET /api/admin/orders/${order.id}`, { as: staff })
    expect(body.payment, ask).toMatchObject({ state: "partial", arrived: 150, remaining: "50 USDC" })
  }
})

test("staff can query a payment again, or enter one by its id", async () => {
  const staff = await shop.anAdmin("financial_admin")
  const known = await aPayment()
  await provider.play(known.payment, ["waiting"])
  await provider.play(known.payment, ["finished"], "drop")
  const [row] = await shop.app.store.db
    .select()
    .from(payments)
    .where(eq(payments.paymentId, String(known.payment.payment_id)))
  const rechecked = await shop.call(`POST /api/admin/payments/${row!.id}/recheck`, { as: staff })
  expect(rechecked).toMatchObject({ status: 200, body: { status: "completed", order_status: "to_be_shipped" } })

  const unknown = await aPayment()
  await provider.play(unknown.payment, ["finished"], "drop")
  const lookup = (payment_id: unknown, as = staff) =>
    shop.call("POST /api/admin/payments/lookup", { as, body: { payment_id } })
  const found = await lookup(String(unknown.payment.payment_id))
  expect(found).toMatchObject({ status: 200, body: { orderNumber: unknown.order.orderNumber, status: "completed" } })
  expect((await lookup("4000000001")).status).toBe(404)
  expect((await lookup("../status")).status).toBe(422)
  expect((await lookup("1", await shop.anAdmin("content_admin"))).status).toBe(403)
  expect((await lookup("1", await shop.aUser())).status).toBe(403)
})

test("an unavailable provider is polled again in the next run", async () => {
  const away = await startNowPayments()
  const other = await openShop(away.env)
  await other.app.http.listen({ port: 0 })
  try {
    const { order, invoice } = await anOrder(other, await other.aUser())
    const payment = away.pay(invoice.invoice_id)
    await away.play(payment, ["waiting"])
    await away.stop()
    other.clock.advance(minutes(3))
    await reconcile(other.app.paymentContext)
    const staff = await other.anAdmin()
    const answer = await other.call("POST /api/admin/payments/lookup", { as: staff, body: { payment_id: "5" } })
    expect(answer).toMatchObject({ status: 503, body: { code: "PROVIDER_DOWN" } })
    expect(
      (await other.call("POST /api/nowpayments/create-invoice", { body: { order_id: order.reference } })).status,
    ).toBe(200)
  } finally {
    await other.close()
  }
})

async function aPayment(fields: Record<string, unknown> = {}) {
  const { order, invoice } = await anOrder(shop, await shop.aUser())
  return { order, payment: provider.pay(invoice.invoice_id, fields) }
}

async function statusOf(id: number) {
  return (await shop.app.store.db.select().from(orders).where(eq(orders.id, id)))[0]!.status
}
