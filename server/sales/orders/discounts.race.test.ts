import { afterAll, beforeAll, expect, test } from "vitest"
import { discountTexts } from "#contract/buyingText.ts"
import { aDiscount } from "#test/discounts.ts"
import { addToCart, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

let shop: TestShop
let admin: TestPerson
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.anAdmin("financial_admin")
})
afterAll(() => shop.close())

const order = (as: TestPerson, code?: string) =>
  shop.call("POST /api/orders", { as, body: { ...shipping, ...(code && { discount_code: code }) } })
const usesOf = async (id: number) =>
  (await shop.call(`GET /api/admin/discounts/${id}`, { as: admin })).body.uses as number
const buyersOf = async (dollIds: number[]) => {
  const buyers = await Promise.all(dollIds.map(() => shop.aUser()))
  for (const [index, buyer] of buyers.entries()) await addToCart(shop, buyer, dollIds[index]!)
  return buyers
}

test("forty buyers for a code with seven uses: seven orders have it, and the others are told", async () => {
  const { id, code } = await aDiscount(shop, admin, { max_uses: 7 })
  // The orders are for different models, so that only the discount makes them wait for each other.
  const dolls = await Promise.all(Array.from({ length: 40 }, () => shop.aDoll({ stock: 1 })))
  const buyers = await buyersOf(dolls.map((doll) => doll.id))
  const answers = await Promise.all(buyers.map((buyer) => order(buyer, code!)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(33)
  for (const { body } of refused) expect(body.detail).toBe(discountTexts.usedUp)
  expect(await usesOf(id)).toBe(7)
  expect((await order(buyers[answers.indexOf(refused[0]!)]!)).body.discount).toBe(null)
})

test("an automatic discount with a limit: nobody pays a price that was not shown", async () => {
  const doll = await shop.aDoll({ stock: 20 })
  const { id } = await aDiscount(shop, admin, { code: null, max_uses: 3, doll_ids: [doll.id], value: 50 })
  const buyers = await buyersOf(Array.from({ length: 20 }, () => doll.id))
  const body = { ...shipping, total: 150 }
  const answers = await Promise.all(buyers.map((as) => shop.call("POST /api/orders", { as, body })))
  const placed = answers.filter(({ status }) => status === 201)
  expect(placed.map(({ body }) => body.paymentAmount)).toEqual([150, 150, 150])
  expect(answers.filter(({ body }) => body.code === "PRICE_CHANGED")).toHaveLength(17)
  expect(await usesOf(id)).toBe(3)
})

test("a use that is given back while others wait for it is given once", async () => {
  const doll = await shop.aDoll({ stock: 30 })
  const { id, code } = await aDiscount(shop, admin, { max_uses: 1 })
  const [first, ...others] = await buyersOf(Array.from({ length: 15 }, () => doll.id))
  const { body: held } = await order(first!, code!)
  expect((await order(others[0]!, code!)).body.detail).toBe(discountTexts.usedUp)
  const answers = await Promise.all([
    shop.call(`POST /api/orders/${held.id}/cancel`, { as: first! }),
    ...others.map((buyer) => order(buyer, code!)),
  ])
  expect(answers[0]!.status).toBe(200)
  const later = await Promise.all(others.map((buyer) => order(buyer, code!)))
  expect([...answers, ...later].filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await usesOf(id)).toBe(1)
})

test("one customer's concurrent checkouts use a code once", async () => {
  const [buyer] = await buyersOf([(await shop.aDoll({ stock: 9 })).id])
  const { id, code } = await aDiscount(shop, admin, { max_uses_per_customer: 1 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => order(buyer!, code!)))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await usesOf(id)).toBe(1)
})

test("two admins who make the same code at once make one discount", async () => {
  const body = { title: "T", code: "same-code", kind: "fixed", value: 5, starts_at: shop.clock.now().toISOString() }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => shop.call("POST /api/admin/discounts", { as: admin, body })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(7)
})
