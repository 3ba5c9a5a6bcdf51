import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { standardMethods } from "#contract/selling.ts"
import { addToCart, shipping } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { orders } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("while a method is switched off and on and its price changes, every order costs what its page said", async () => {
  const boss = await shop.anAdmin()
  const doll = await shop.aDoll({ priceCents: 10_000, stock: 60 })
  const buyers = await Promise.all(Array.from({ length: 24 }, () => shop.aUser()))
  for (const buyer of buyers) await addToCart(shop, buyer, doll.id)
  const express = { ...standardMethods[1]!, id: 9, name: "Express", price: 20 }
  const states = [express, { ...express, is_on: false }, { ...express, price: 30 }, express]
  await shop.call("PATCH /api/admin/shipping", { as: boss, body: { methods: [standardMethods[1]!, express] } })
  const body = { ...shipping, shipping_method: 9, total: 120 }
  const [answers] = await Promise.all([
    Promise.all(buyers.map((as) => shop.call("POST /api/orders", { as, body }))),
    (async () => {
      for (const state of [...states, ...states])
        await shop.call("PATCH /api/admin/shipping", { as: boss, body: { methods: [standardMethods[1]!, state] } })
    })(),
  ])
  for (const { status, body } of answers) {
    if (status === 201) expect(body).toMatchObject({ shippingFee: 20, paymentAmount: 120 })
    else expect([status, ["PRICE_CHANGED", "SHIPPING_CHANGED"].includes(body.code)]).toEqual([409, true])
  }
  const rows = await shop.app.store.db.select().from(orders).where(eq(orders.shippingCents, 2000))
  expect(rows).toHaveLength(answers.filter(({ status }) => status === 201).length)
  expect(rows.every(({ totalCents, shippingMethod }) => totalCents === 12_000 && shippingMethod?.id === 9)).toBe(true)
})
