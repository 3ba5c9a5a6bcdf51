import { afterAll, beforeAll, expect, test } from "vitest"
import { type AddressForm, maxAddresses, type SavedAddress } from "#contract/addresses.ts"
import { accountTexts } from "#contract/memberText.ts"
import { addToCart, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const add = (as: TestPerson, more: Partial<AddressForm> = {}) =>
  shop.call("POST /api/auth/addresses", { as, body: { ...shipping, ...more } })
const list = async (as: TestPerson) => (await shop.call("GET /api/auth/addresses", { as })).body as SavedAddress[]
const defaults = async (as: TestPerson) => (await list(as)).filter((one) => one.is_default).map((one) => one.city)

test("an address is saved, edited and deleted; the default comes first", async () => {
  const buyer = await shop.aUser()
  const home = await add(buyer)
  expect([home.status, home.body.is_default]).toEqual([201, true])
  shop.clock.advance(1000)
  const studio = await add(buyer, { city: "Leeds" })
  expect([studio.status, studio.body.is_default]).toEqual([201, false])
  expect((await list(buyer)).map((one) => one.city)).toEqual([shipping.city, "Leeds"])

  const body = { ...shipping, city: "York", is_default: true }
  const edited = await shop.call(`PUT /api/auth/addresses/${studio.body.id}`, { as: buyer, body })
  expect(edited.body).toEqual({ id: studio.body.id, ...body })
  expect(await list(buyer)).toMatchObject([{ city: "York" }, { city: shipping.city, is_default: false }])

  expect((await shop.call(`DELETE /api/auth/addresses/${studio.body.id}`, { as: buyer })).status).toBe(204)
  expect((await shop.call(`DELETE /api/auth/addresses/${studio.body.id}`, { as: buyer })).status).toBe(404)
  expect(await list(buyer)).toMatchObject([{ city: shipping.city, is_default: false }])
})

test("what is wrong is said at its field", async () => {
  const buyer = await shop.aUser()
  const { status, body } = await add(buyer, { city: " ", phone: "call me", country: "XX" as "US" })
  expect(status).toBe(422)
  expect(body.errors.map((one: { path: string }) => one.path).sort()).toEqual(["city", "country", "phone"])
  expect(await list(buyer)).toEqual([])
})

test("the same address is saved once, however often and at once it is sent", async () => {
  const buyer = await shop.aUser()
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(buyer)))
  expect(answers.map((one) => one.status).sort()).toEqual([200, 200, 200, 200, 201])
  expect(new Set(answers.map((one) => one.body.id)).size).toBe(1)
})

test("there are no more than ten, and one default, also when they are sent at once", async () => {
  const buyer = await shop.aUser()
  const cities = Array.from({ length: maxAddresses + 3 }, (_, n) => `City ${n}`)
  const answers = await Promise.all(cities.map((city) => add(buyer, { city, is_default: true })))
  const refused = answers.filter((one) => one.status !== 201)
  expect(refused.map((one) => [one.status, one.body.detail])).toEqual(
    Array.from({ length: 3 }, () => [409, accountTexts.tooManyAddresses(maxAddresses)]),
  )
  expect(await list(buyer)).toHaveLength(maxAddresses)
  expect(await defaults(buyer)).toHaveLength(1)
})

test("a checkout saves its address if asked to, and an order is never refused because of it", async () => {
  const buyer = await shop.aUser()
  const { id } = await shop.aDoll({ stock: 99 })
  const order = async (more: object) => {
    await addToCart(shop, buyer, id)
    return (await shop.call("POST /api/orders", { as: buyer, body: { ...shipping, ...more } })).status
  }
  expect(await order({})).toBe(201)
  expect(await list(buyer)).toEqual([])
  expect(await order({ save_address: true })).toBe(201)
  expect(await order({ save_address: true })).toBe(201)
  expect(await list(buyer)).toMatchObject([{ ...shipping, is_default: true }])
  for (let n = 1; n < maxAddresses; n++) await add(buyer, { city: `City ${n}` })
  expect(await order({ save_address: true, city: "One too many" })).toBe(201)
  expect(await list(buyer)).toHaveLength(maxAddresses)
})
