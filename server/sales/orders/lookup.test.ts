import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { orderTexts } from "#contract/buyingText.ts"
import { anOrder, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { hours } from "../../platform/clock.ts"
import { orders } from "./tables.ts"

let shop: TestShop
let buyer: TestPerson
let number: string
beforeAll(async () => {
  shop = await openShop()
  buyer = await shop.aUser()
  number = (await anOrder(shop, buyer)).order.orderNumber
})
afterAll(() => shop.close())

const { email } = shipping
const lookUp = (order_number: string, address = email, where = shop) =>
  where.call("POST /api/orders/lookup", { body: { order_number, email: address } })

test("anyone sees how far an order is by its number and email address, and nothing else of it", async () => {
  const { status, body, headers } = await lookUp(number)
  expect(status).toBe(200)
  expect(body).toEqual({
    orderNumber: number,
    createdAt: expect.any(String),
    paymentTime: null,
    status: "unpaid",
    trackingNumber: null,
    carrier: null,
    trackingUrl: null,
    shippedAt: null,
  })
  expect(headers["cache-control"]).toContain("no-store")
})

test("it is found as people write it: without ORD-, with #, in small letters, with spaces", async () => {
  const digits = number.slice(4)
  for (const written of [digits, `#${digits}`, `# ord-${digits}`, `ord ${digits}`, ` ${number} `, `ORD${digits}`]) {
    expect([written, (await lookUp(written, ` ${email.toUpperCase()} `)).status]).toEqual([written, 200])
  }
  for (const wrong of ["ORD-12345", "ORD-1234567", "1234 56", "ORD-12345\u0660", "order"]) {
    const { status, body } = await lookUp(wrong)
    expect([wrong, status, body.errors[0].message]).toEqual([wrong, 422, orderTexts.numberShape])
  }
})

test("an unknown number, another address and an order the customer deleted get the same answer", async () => {
  const unknown = number === "ORD-000001" ? "ORD-000002" : "ORD-000001"
  const { order } = await anOrder(shop, buyer)
  await shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer })
  expect((await lookUp(order.orderNumber)).body.status).toBe("cancelled")
  await shop.call(`DELETE /api/orders/${order.id}`, { as: buyer })
  const answers = [await lookUp(unknown), await lookUp(number, "other@demo.example"), await lookUp(order.orderNumber)]
  for (const { status, body } of answers) {
    expect({ status, ...body, request_id: "" }).toEqual({ status: 404, ...answers[0]!.body, request_id: "" })
    expect(body.detail).toBe(orderTexts.notFound)
  }
})

test("a shipped order shows its carrier, its number and the carrier's page about it", async () => {
  const admin = await shop.anAdmin()
  const carrier = { name: "Red Post", tracking_url: "https://carrier.example/{number}", number_format: null }
  await shop.call("POST /api/admin/carriers", { as: admin, body: { ...carrier, is_active: true } })
  const { order } = await anOrder(shop, await shop.aUser())
  await shop.app.store.transaction(async (tx) => {
    await tx.db.update(orders).set({ status: "to_be_shipped", paidAt: tx.now() }).where(eq(orders.id, order.id))
  })
  const parcel = { status: "shipped", tracking_number: "RR 1", carrier: "Red Post" }
  expect((await shop.call(`PATCH /api/admin/orders/${order.id}`, { as: admin, body: parcel })).status).toBe(200)
  expect((await lookUp(order.orderNumber)).body).toMatchObject({
    status: "shipped",
    trackingNumber: "RR 1",
    carrier: "Red Post",
    trackingUrl: "https://carrier.example/RR1",
    shippedAt: expect.any(String),
  })
})

test("guesses are limited by network address, alone and with a number or an email address, and keep nobody else out", async () => {
  const strict = await openShop({ RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" })
  const { orderNumber } = (await anOrder(strict, await strict.aUser())).order
  const from = async (ip: number, order_number: string, address: string) =>
    (
      await strict.call("POST /api/orders/lookup", {
        headers: { "x-forwarded-for": `203.0.113.${ip}` },
        body: { order_number, email: address },
      })
    ).status
  const statuses = async (count: number, call: (n: number) => Promise<number>) => {
    const found: number[] = []
    for (let n = 0; n < count; n++) found.push(await call(n))
    return [found.filter((status) => status === 404).length, found.at(-1)]
  }
  const numberOf = (n: number) => `ORD-${String(n).padStart(6, "0")}`
  expect(await statuses(21, (n) => from(1, numberOf(n), `a${n}@demo.example`))).toEqual([20, 429])
  expect(await statuses(11, (n) => from(2, orderNumber, `b${n}@demo.example`))).toEqual([10, 429])
  expect(await statuses(10, (n) => from(3, numberOf(n), email))).toEqual([10, 404])
  strict.clock.advance(hours(2))
  expect(await statuses(11, (n) => from(3, numberOf(20 + n), email))).toEqual([10, 429])
  // The right pair from elsewhere, and as often as somebody reloads the page.
  for (let n = 0; n < 30; n++) expect(await from(4, orderNumber, email)).toBe(200)
  await strict.close()
})
