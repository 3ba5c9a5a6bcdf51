import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { addToCart, checkOut } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { orders } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("fifty buyers for the last five pieces: five orders, forty-five clear refusals, and nothing left", async () => {
  const doll = await shop.aDoll({ stock: 5 })
  const buyers = await Promise.all(Array.from({ length: 50 }, () => shop.aUser()))
  for (const buyer of buyers) await addToCart(shop, buyer, doll.id)
  const answers = await Promise.all(buyers.map((buyer) => checkOut(shop, buyer)))
  expect(answers.filter((one) => one.status === 201)).toHaveLength(5)
  const refused = answers.filter((one) => one.status === 409)
  expect(refused).toHaveLength(45)
  for (const { body } of refused) expect(body.detail).toBe(`“${doll.name}” is sold out.`)
  expect(await stockOf(doll.id)).toBe(0)
})

test("buyers of the same models in different order do not deadlock", async () => {
  const pieces = await Promise.all([1, 2, 3].map(() => shop.aDoll({ stock: 20 })))
  const buyers = await Promise.all(Array.from({ length: 20 }, () => shop.aUser()))
  for (const [index, buyer] of buyers.entries()) {
    for (const doll of index % 2 ? pieces : [...pieces].reverse()) await addToCart(shop, buyer, doll.id)
  }
  const answers = await Promise.all(buyers.map((buyer) => checkOut(shop, buyer)))
  expect(answers.map((one) => one.status)).toEqual(buyers.map(() => 201))
  for (const doll of pieces) expect(await stockOf(doll.id)).toBe(0)
})

test("concurrent checkouts of one account create one order and one reservation", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 9 })
  await addToCart(shop, buyer, doll.id, 3)
  const answers = await Promise.all(Array.from({ length: 12 }, () => checkOut(shop, buyer)))
  expect(new Set(answers.map((one) => one.body.id)).size).toBe(1)
  expect(answers.filter((one) => one.status === 201)).toHaveLength(1)
  expect(answers.filter((one) => one.status === 200)).toHaveLength(11)
  expect(await stockOf(doll.id)).toBe(6)
})

test("the same key sent concurrently creates one order; the others wait or get its response", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 9 })
  await addToCart(shop, buyer, doll.id)
  const headers = { "idempotency-key": "one-and-only" }
  const answers = await Promise.all(Array.from({ length: 12 }, () => checkOut(shop, buyer, headers)))
  for (const one of answers) expect([201, 409]).toContain(one.status)
  expect(answers.filter((one) => one.status === 409).every((one) => one.body.code === "IDEMPOTENCY_IN_FLIGHT")).toBe(
    true,
  )
  expect((await shop.app.store.db.select().from(orders).where(eq(orders.userId, buyer.id))).length).toBe(1)
})

test("an order that is cancelled concurrently releases its stock once", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 4 })
  await addToCart(shop, buyer, doll.id, 4)
  const { body: order } = await checkOut(shop, buyer)
  const cancel = () => shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer })
  const answers = await Promise.all(Array.from({ length: 10 }, cancel))
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
  expect(await stockOf(doll.id)).toBe(4)
})

async function stockOf(id: number) {
  return (await shop.app.store.db.select().from(dolls).where(eq(dolls.id, id)))[0]!.stock
}
