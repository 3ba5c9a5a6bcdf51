import { afterAll, beforeAll, expect, test } from "vitest"
import { addToCart } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("a hundred concurrent additions to one cart add up exactly", async () => {
  const buyer = await shop.aUser()
  const pieces = await someDolls(4)
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, turn) => addToCart(shop, buyer, pieces[turn % 4]!.id, 2)),
  )
  expect(answers.every((one) => one.status === 200)).toBe(true)
  expect(await quantities(buyer)).toEqual(pieces.map((doll) => [doll.id, 50]))
})

test("concurrent additions never make more than 99 of one model", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll()
  const answers = await Promise.all(Array.from({ length: 30 }, () => addToCart(shop, buyer, doll.id, 10)))
  expect(answers.filter((one) => one.status === 200)).toHaveLength(9)
  expect(answers.filter((one) => one.status === 409)).toHaveLength(21)
  expect(await quantities(buyer)).toEqual([[doll.id, 90]])
})

test("a guest's cart that several tabs merge concurrently at sign-in, with one key, is merged once", async () => {
  const buyer = await shop.aUser()
  const pieces = await someDolls(3)
  const items = pieces.map((doll) => ({ doll_id: doll.id, quantity: 2 }))
  const merge = (headers = {}) => shop.call("POST /api/cart/merge", { as: buyer, body: { items }, headers })
  const answers = await Promise.all(Array.from({ length: 8 }, () => merge({ "idempotency-key": "this-guest-cart" })))
  for (const one of answers) expect([200, 409]).toContain(one.status)
  expect(await quantities(buyer)).toEqual(pieces.map((doll) => [doll.id, 2]))
})

test("merges of different guests into one account, in different orders, add up", async () => {
  const buyer = await shop.aUser()
  const pieces = await someDolls(3)
  const items = pieces.map((doll) => ({ doll_id: doll.id, quantity: 2 }))
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      shop.call("POST /api/cart/merge", { as: buyer, body: { items: turn % 2 ? items : [...items].reverse() } }),
    ),
  )
  expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200))
  expect(await quantities(buyer)).toEqual(pieces.map((doll) => [doll.id, 20]))
})

async function someDolls(count: number) {
  const made = await Promise.all(Array.from({ length: count }, () => shop.aDoll()))
  return made.sort((a, b) => a.id - b.id)
}

async function quantities(buyer: TestPerson): Promise<number[][]> {
  const { body } = await shop.call("GET /api/cart/", { as: buyer })
  return body.map((line: any) => [line.doll_id, line.quantity]).sort((a: number[], b: number[]) => a[0]! - b[0]!)
}
