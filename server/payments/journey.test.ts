import { afterAll, beforeAll, expect, test } from "vitest"
import { addToCart, anOrder, checkOut } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  await shop.app.http.listen({ port: 0 })
})
afterAll(() => shop.close())

test("a cart becomes an order, is paid at the sandbox, confirmed and shipped", async () => {
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

function pay(url: string, outcome: string): Promise<Response> {
  return fetch(here(url), { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" })
}

/** Requests that are injected come by a host of their own; a browser would stay with the one it is on. */
function here(url: string): URL {
  return new URL(new URL(url).pathname, shop.app.http.listeningOrigin)
}
