import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { minutes } from "#server/platform/clock.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { type FakeNowPayments, startNowPayments } from "#test/nowpayments.ts"
import { addToCart, anOrder, checkOut } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { invoices } from "./tables.ts"

let provider: FakeNowPayments
let shop: TestShop
beforeAll(async () => {
  provider = await startNowPayments()
  shop = await openShop({ ...provider.env, PUBLIC_URL: "https://shop.example" })
  provider.shopAt = await shop.app.http.listen({ port: 0 })
})
afterAll(async () => {
  await shop.close()
  await provider.stop()
})

test("a price that binary fractions cannot express exactly is the order's price", async () => {
  const buyer = await shop.aUser()
  await addToCart(shop, buyer, (await shop.aDoll({ priceCents: 110 })).id, 3)
  const { body: order } = await checkOut(shop, buyer)
  expect((await invoiceFor(order, { price_amount: 1.1 * 3 })).status).toBe(200)
  expect((await invoiceFor(order, { price_amount: 3.31 })).body.code).toBe("PRICE_CHANGED")
})

test("the provider is called with the order's own price, neutral texts and URLs of this site", async () => {
  const { order, doll } = await anUnpaid(2)
  const answer = await invoiceFor(order, {
    price_amount: 600,
    price_currency: "USD",
    user_id: 999,
    description: "Something else",
    success_url: "/success?from=checkout",
    cancel_url: "https://shop.example/cancel",
  })
  expect(answer).toMatchObject({ status: 200, body: { expires_at: order.holdExpiresAt } })
  const asked = provider.requests.at(-1)!
  expect(asked.headers["x-api-key"]).toBe("fake-api-key")
  expect(asked.body).not.toContain(doll.name)
  const sent = JSON.parse(asked.body)
  expect(sent).toEqual({
    price_amount: 600,
    price_currency: "usd",
    order_id: expect.any(String),
    order_description: `Order ${order.orderNumber}`,
    ipn_callback_url: "https://shop.example/api/nowpayments/ipn",
    success_url: `https://shop.example/success?from=checkout&payment=${answer.body.payment_id}`,
    cancel_url: "https://shop.example/cancel",
  })
  expect(sent.order_id).not.toBe(order.reference)
  expect(answer.body.invoice_url).toBe(`https://nowpayments.io/payment/?iid=${answer.body.invoice_id}`)
})

test("a repeated request, also from two tabs at once, returns the same open invoice", async () => {
  const { order } = await anUnpaid()
  const before = provider.invoices.length
  const answers = await Promise.all([1, 2, 3].map(() => invoiceFor(order)))
  expect(new Set(answers.map((one) => one.body.invoice_id)).size).toBe(1)
  expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
  expect(provider.invoices.length).toBe(before + 1)
})

test("another price or currency than the order's is a conflict, and creates no invoice", async () => {
  const { order } = await anUnpaid()
  const detail = "The price doesn't match this order. Please reload the page."
  for (const body of [{ price_amount: 1 }, { price_amount: 299.99 }, { price_currency: "eur" }]) {
    expect(await invoiceFor(order, body)).toMatchObject({ status: 409, body: { code: "PRICE_CHANGED", detail } })
  }
})

test("return pages are on this site", async () => {
  const { order } = await anUnpaid()
  for (const url of [
    "https://evil.example/success",
    "//evil.example/success",
    "/\\evil.example",
    "https://shop.example.evil.example/",
    "https://shop.example@evil.example/",
    "https://me@shop.example/",
    "http://shop.example/success",
    "javascript:alert(1)",
    "success",
    " /success",
    "/succ\ness",
    "",
  ]) {
    const answer = await invoiceFor(order, { success_url: url })
    expect(answer.status, url).toBe(422)
    expect(answer.body.errors[0]).toEqual({ path: "success_url", message: "This URL doesn't belong to this site." })
    expect((await invoiceFor(order, { cancel_url: url })).status, url).toBe(422)
  }
})

test("an order that is missing, ended, or without its reservation gets no invoice", async () => {
  expect((await invoiceFor({ reference: "x".repeat(32) })).status).toBe(404)
  expect((await invoiceFor({ reference: "short" })).status).toBe(422)
  const buyer = await shop.aUser()
  const { order } = await anOrder(shop, buyer)
  await shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer })
  const over = "This order isn't awaiting payment."
  expect(await invoiceFor(order)).toMatchObject({ status: 409, body: { code: "WRONG_STATE", detail: over } })
  const late = await anUnpaid()
  shop.clock.advance(minutes(61))
  const detail = "The time to pay for this order has run out. Please order again."
  expect(await invoiceFor(late.order)).toMatchObject({ status: 409, body: { detail } })
})

test("a failure of the provider is reported, and the next attempt creates a new invoice", async () => {
  const { order } = await anUnpaid()
  for (const [trouble, detail] of [
    ["error", "Failed to create NowPayments invoice"],
    ["garbage", "Failed to get invoice URL from NowPayments. Please try again."],
    ["noUrl", "Failed to get invoice URL from NowPayments. Please try again."],
    ["elsewhere", "Failed to get invoice URL from NowPayments. Please try again."],
  ] as const) {
    provider.trouble = trouble
    const answer = await invoiceFor(order)
    expect(answer).toMatchObject({ status: 503, body: { code: "PROVIDER_DOWN", detail } })
    expect(answer.headers["retry-after"]).toBeDefined()
  }
  expect((await invoiceFor(order)).status).toBe(200)

  provider.trouble = "error"
  const as = await shop.aUser()
  expect(
    await shop.call("POST /api/nowpayments/create-subscription-invoice", { as, body: { level: "vip" } }),
  ).toMatchObject({ status: 503, body: { detail: "Failed to create NowPayments subscription invoice" } })
})

test("when the provider's response is lost, a payment of that invoice still finds its order", async () => {
  const { order } = await anUnpaid()
  provider.trouble = "lost"
  expect((await invoiceFor(order)).status).toBe(503)
  const lost = provider.invoices.at(-1)!
  const { body: second } = await invoiceFor(order)
  expect(second.invoice_id).not.toBe(lost.id)
  await provider.play(provider.pay(lost.id), ["waiting", "finished"])
  expect(await rowOf(order.id)).toMatchObject({ status: "to_be_shipped", review: null })
  await provider.play(provider.pay(second.invoice_id), ["finished"])
  expect(await rowOf(order.id)).toMatchObject({ status: "to_be_shipped", review: "open" })
})

test("a process that died during its request does not prevent payment of the order", async () => {
  const { order } = await anUnpaid()
  const now = shop.clock.now()
  const attempt = {
    reference: "died-in-flight",
    provider: "nowpayments",
    amountCents: 30_000,
    successUrl: "/",
    cancelUrl: "/",
  }
  const [died] = await shop.app.store.db
    .insert(invoices)
    .values({ kind: "order", orderId: order.id, ...attempt, createdAt: now, updatedAt: now })
    .returning()
  shop.clock.advance(30_000)
  expect((await invoiceFor(order)).status).toBe(200)
  const [row] = await shop.app.store.db.select().from(invoices).where(eq(invoices.id, died!.id))
  expect(row!.state).toBe("void")
})

test("an Idempotency-Key returns the first response, and is bound to its order and body", async () => {
  const { order } = await anUnpaid()
  const headers = { "idempotency-key": "checkout-0001" }
  const first = await invoiceFor(order, {}, headers)
  const again = await invoiceFor(order, {}, headers)
  expect(again).toMatchObject({ status: 200, body: first.body })
  expect(again.headers["idempotent-replayed"]).toBe("true")
  expect(await invoiceFor(order, { cancel_url: "/" }, headers)).toMatchObject({
    status: 409,
    body: { code: "IDEMPOTENCY_MISMATCH" },
  })
  const other = await anUnpaid()
  expect((await invoiceFor(other.order, {}, headers)).body.invoice_id).not.toBe(first.body.invoice_id)
})

test("subscriptions are sold to users at the server's price, and only existing levels", async () => {
  const buyer = await shop.aUser()
  const subscribe = (body: unknown, as = buyer) =>
    shop.call("POST /api/nowpayments/create-subscription-invoice", { as, body })
  const { body } = await subscribe({
    level: "vvip",
    price: 50,
    currency: "usd",
    features: [],
    success_url: "/success-subscription",
  })
  expect(provider.invoice(body.invoice_id)).toMatchObject({
    price_amount: "50",
    order_description: `Order ${body.payment_id}`,
  })
  expect((await subscribe({ level: "vip", price: 1 })).status).toBe(409)
  for (const level of ["gold", "free", undefined]) {
    expect(await subscribe({ level })).toMatchObject({ status: 422, body: { detail: "Invalid subscription plan." } })
  }
  const [one, two] = await Promise.all([subscribe({ level: "vip" }), subscribe({ level: "vip" })])
  expect(one.body.invoice_id).toBe(two.body.invoice_id)
  shop.clock.advance(minutes(60 * 25))
  expect((await subscribe({ level: "vip" })).body.invoice_id).not.toBe(one.body.invoice_id)
  expect((await subscribe({ level: "vip" }, await shop.aModerator())).status).toBe(403)
  expect(
    (await shop.call("POST /api/nowpayments/create-subscription-invoice", { body: { level: "vip" } })).status,
  ).toBe(401)
})

test("the state of a payment is visible to its user only", async () => {
  const buyer = await shop.aUser()
  const { invoice } = await anOrder(shop, buyer)
  const path = `GET /api/payments/${invoice.payment_id}/status`
  expect((await shop.call(path, { as: buyer })).status).toBe(200)
  expect((await shop.call(path, { as: await shop.aUser() })).status).toBe(404)
  expect((await shop.call(path)).status).toBe(401)
})

test("without keys and without the sandbox both calls return an error", async () => {
  const closed = await openShop({ PAYMENTS_SANDBOX: "0" })
  try {
    const buyer = await closed.aUser()
    const said = { status: 503, body: { detail: "Payments are not configured" } }
    const { order } = await anOrder(closed, buyer)
    expect(
      await closed.call("POST /api/nowpayments/create-invoice", { body: { order_id: order.reference } }),
    ).toMatchObject(said)
    expect(
      await closed.call("POST /api/nowpayments/create-subscription-invoice", { as: buyer, body: { level: "vip" } }),
    ).toMatchObject(said)
    expect((await closed.call("POST /api/nowpayments/ipn", { body: {} })).status).toBe(503)
    expect((await closed.call("GET /sandbox/api/v1/status")).status).toBe(404)
  } finally {
    await closed.close()
  }
})

async function anUnpaid(quantity = 1) {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 5 })
  await addToCart(shop, buyer, doll.id, quantity)
  return { buyer, doll, order: (await checkOut(shop, buyer)).body }
}

function invoiceFor(
  order: { reference: string },
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  return shop.call("POST /api/nowpayments/create-invoice", { body: { order_id: order.reference, ...body }, headers })
}

async function rowOf(id: number) {
  return (await shop.app.store.db.select().from(orders).where(eq(orders.id, id)))[0]!
}
