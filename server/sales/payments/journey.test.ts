import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { minutes } from "#server/platform/clock.ts"
import { orderEvents } from "#server/sales/orders/tables.ts"
import { addToCart, anOrder, checkOut } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { payments } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  await shop.app.http.listen({ port: 0 })
})
afterAll(() => shop.close())

test("a cart becomes an order, is paid in the sandbox, confirmed and shipped", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 3 })
  await addToCart(shop, buyer, doll.id, 2)
  const order = await checkOut(shop, buyer)
  expect(order).toMatchObject({ status: 201, body: { status: "unpaid", paymentAmount: 600 } })

  const invoice = await shop.call("POST /api/nowpayments/create-invoice", {
    body: { order_id: order.body.reference, success_url: "/success?x=1", cancel_url: "/cancel" },
  })
  expect(invoice.status).toBe(200)
  const page = await fetch(here(invoice.body.invoice_url))
  expect(await page.text()).toContain("$600.00")
  const before = await shop.call(`GET /api/payments/${invoice.body.payment_id}/status`, { as: buyer })
  expect(before.body).toMatchObject({ title: "Waiting for the payment", status: "pending" })

  const paid = await pay(invoice.body.invoice_url, "finished")
  expect(paid.status).toBe(303)
  expect(paid.headers.get("location")).toMatch(new RegExp(`/success\\?x=1&payment=${invoice.body.payment_id}$`))
  const state = await shop.call(`GET /api/payments/${invoice.body.payment_id}/status`, { as: buyer })
  expect(state.body).toMatchObject({ title: "Order Confirmed!", status: "completed", order_status: "to_be_shipped" })
  expect((await shop.call("GET /api/cart/", { as: buyer })).body).toEqual([])

  const staff = await shop.anAdmin("financial_admin")
  const shipped = await shop.call(`PATCH /api/admin/orders/${order.body.id}`, {
    as: staff,
    body: { status: "shipped", tracking_number: "RM 12 34" },
  })
  expect(shipped.body).toMatchObject({ status: "shipped", trackingNumber: "RM 12 34" })
})

for (const [outcome, status] of [
  ["failed", "failed"],
  ["expired", "failed"],
  ["partially_paid", "partially_paid"],
] as const) {
  test(`a sandbox payment that is ${outcome} leads to cancel_url and leaves the order unpaid`, async () => {
    const buyer = await shop.aUser()
    const { order, invoice } = await anOrder(shop, buyer)
    const answer = await pay(invoice.invoice_url, outcome)
    expect(answer.headers.get("location")).toMatch(/\/cancel$/)
    const state = await shop.call(`GET /api/payments/${invoice.payment_id}/status`, { as: buyer })
    expect(state.body).toMatchObject({ title: "Waiting for the payment", status, order_status: "unpaid" })
    expect((await shop.call(`GET /api/orders/${order.id}`, { as: buyer })).body.status).toBe("unpaid")
  })
}

test("a partial payment is shown with the order, and the rest goes to the same invoice and pays it once", async () => {
  const buyer = await shop.aUser()
  const { doll, order, invoice } = await anOrder(shop, buyer)
  const orderNow = async () => (await shop.call(`GET /api/orders/${order.id}`, { as: buyer })).body
  expect(order.payment).toBeNull()
  await pay(invoice.invoice_url, "partially_paid")
  expect(await orderNow()).toMatchObject({
    status: "unpaid",
    payment: {
      payment_id: invoice.payment_id,
      state: "partial",
      arrived: 150,
      missing: 150,
      remaining: "150 USDC",
      invoice_url: invoice.invoice_url,
    },
  })
  const listed = await shop.call("GET /api/orders?status=unpaid", { as: buyer })
  expect(listed.body[0].payment).toMatchObject({ state: "partial", missing: 150 })
  const state = await shop.call(`GET /api/payments/${invoice.payment_id}/status`, { as: buyer })
  expect(state.body).toMatchObject({ remaining: "150 USDC", invoice_url: invoice.invoice_url })

  const again = await shop.call("POST /api/nowpayments/create-invoice", { body: { order_id: order.reference } })
  expect(again).toMatchObject({ status: 200, body: { invoice_id: invoice.invoice_id, payment_id: invoice.payment_id } })
  const page = await (await fetch(here(invoice.invoice_url))).text()
  expect(page).toContain("$150.00 USD missing")
  expect(page).toContain("Send the rest")
  expect(page).not.toContain("Pay in full")

  const rest = await pay(invoice.invoice_url, "finished")
  expect(rest.headers.get("location")).toMatch(new RegExp(`/success\\?payment=${invoice.payment_id}$`))
  await pay(invoice.invoice_url, "finished")
  expect(await orderNow()).toMatchObject({ status: "to_be_shipped", review: null, payment: null })
  expect(await shop.app.store.db.select().from(payments).where(eq(payments.orderId, order.id))).toHaveLength(1)
  const moves = await shop.app.store.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id))
  expect(moves.filter((event) => event.toStatus === "to_be_shipped")).toHaveLength(1)
  expect((await shop.call(`GET /api/dolls/${doll.id}`)).body.stock).toBe(2)
  const over = await (await fetch(here(invoice.invoice_url))).text()
  expect(over).toContain("This invoice is paid")
  expect(over).not.toContain("<form")
})

test("a partly paid membership is shown until the rest has arrived, to its buyer only", async () => {
  const buyer = await shop.aUser()
  const half = async (as = buyer) => (await shop.call("GET /api/payments/half-paid", { as })).body
  const invoice = await shop.call("POST /api/nowpayments/create-subscription-invoice", {
    as: buyer,
    body: { level: "vip" },
  })
  expect(await half()).toEqual([])
  const { invoice_url, payment_id } = invoice.body
  await pay(invoice_url, "partially_paid")
  expect(await half()).toMatchObject([
    { payment_id, status: "partially_paid", remaining: "10 USDC", invoice_url, membership: { level: "vip" } },
  ])
  expect(await half(await shop.aUser())).toEqual([])
  expect((await shop.call("GET /api/payments/half-paid")).status).toBe(401)
  await pay(invoice_url, "finished")
  expect(await half()).toEqual([])
})

test("an expired partial payment is still shown, with where to send the rest, until the reservation ends", async () => {
  const buyer = await shop.aUser()
  const { order, invoice } = await anOrder(shop, buyer)
  await pay(invoice.invoice_url, "partially_paid")
  await pay(invoice.invoice_url, "expired")
  const state = await shop.call(`GET /api/payments/${invoice.payment_id}/status`, { as: buyer })
  expect(state.body).toMatchObject({ status: "partially_paid", remaining: "150 USDC", order_status: "unpaid" })
  shop.clock.advance(minutes(61))
  const { body } = await shop.call(`GET /api/orders/${order.id}`, { as: buyer })
  expect(body.payment).toMatchObject({ arrived: 150, missing: 150, invoice_url: null })
})

function pay(url: string, outcome: string): Promise<Response> {
  return fetch(here(url), { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" })
}

/** Injected requests have their own host name; a browser would stay on one host. */
function here(url: string): URL {
  return new URL(new URL(url).pathname, shop.app.http.listeningOrigin)
}
