import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { dolls, images } from "#server/shopfront/catalog/tables.ts"
import { addToCart } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("one line a model: adding again adds the quantities", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ priceCents: 20_050, stock: 10 })
  await shop.app.store.db.insert(images).values({
    ...{ dollId: doll.id, key: "demo/a", isPrimary: true, width: 1280, height: 1600, color: "#ccc" },
    ...{ widths: [320, 640], formats: ["avif", "webp"], createdAt: shop.clock.now() },
  })
  const first = await addToCart(shop, buyer, doll.id, 2)
  expect(first).toMatchObject({ status: 200, body: { doll_id: doll.id, quantity: 2, price: 200.5, available: 10 } })
  expect(first.body.image.image_url).toBe("/media/demo/a/640.webp")
  const second = await addToCart(shop, buyer, doll.id, 3)
  expect(second.body).toMatchObject({ id: first.body.id, quantity: 5, notice: null })
  const plain = await shop.call("POST /api/cart", { as: buyer, body: { doll_id: doll.id } })
  expect(plain.body.quantity).toBe(6)
})

test("a line holds 1 to 99 of a model, and returns an error for more", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll()
  for (const quantity of [0, -1, 1.5, 100, "2", null, 1e21]) {
    expect((await shop.call("POST /api/cart/", { as: buyer, body: { doll_id: doll.id, quantity } })).status).toBe(422)
  }
  await addToCart(shop, buyer, doll.id, 95)
  expect(await addToCart(shop, buyer, doll.id, 5)).toMatchObject({
    status: 409,
    body: { code: "CONFLICT", detail: "You can have up to 99 of each model in your cart. You already have 95." },
  })
  expect((await addToCart(shop, buyer, doll.id, 4)).body.quantity).toBe(99)
})

test("more than the stock is accepted and shown on the line, and so is a model that has left the shop", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 2 })
  expect((await addToCart(shop, buyer, doll.id, 3)).body).toMatchObject({ available: 2, notice: "Only 2 left" })
  const line = async () => (await shop.call("GET /api/cart/?skip=0&limit=100", { as: buyer })).body[0]
  await shop.app.store.db.update(dolls).set({ stock: 0 }).where(eq(dolls.id, doll.id))
  expect(await line()).toMatchObject({ available: 0, notice: "Sold out" })
  await shop.app.store.db.update(dolls).set({ stock: null }).where(eq(dolls.id, doll.id))
  expect(await line()).toMatchObject({ available: null, notice: null })
  await shop.app.store.db.update(dolls).set({ isAvailable: false }).where(eq(dolls.id, doll.id))
  expect(await line()).toMatchObject({ available: 0, notice: "This model is no longer available." })
  expect(await addToCart(shop, buyer, doll.id)).toMatchObject({ status: 404, body: { detail: "Model not found" } })
  expect((await addToCart(shop, buyer, 2_000_000_000)).status).toBe(404)
})

test("a price that has changed is shown on its line, a guest's too, until it is the old one again", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ priceCents: 10_000 })
  const priced = (priceCents: number) =>
    shop.app.store.db.update(dolls).set({ priceCents }).where(eq(dolls.id, doll.id))
  const lineOf = async (as = buyer) => (await shop.call("GET /api/cart", { as })).body[0]
  expect((await addToCart(shop, buyer, doll.id)).body).toMatchObject({ price: 100, price_was: null })
  await priced(12_500)
  const line = await lineOf()
  expect(line).toMatchObject({ price: 125, price_was: 100, notice: null })
  const changed = await shop.call(`PUT /api/cart/${line.id}`, { as: buyer, body: { quantity: 2 } })
  expect(changed.body).toMatchObject({ price: 125, price_was: 100 })
  const guest = await shop.aUser()
  const items = [{ doll_id: doll.id, quantity: 1, price: 90.5 }]
  const { body } = await shop.call("POST /api/cart/merge", { as: guest, body: { items } })
  expect(body.items[0]).toMatchObject({ price: 125, price_was: 90.5 })
  await priced(10_000)
  expect(await lineOf()).toMatchObject({ price: 100, price_was: null })
  await priced(12_500)
  expect((await addToCart(shop, buyer, doll.id)).body).toMatchObject({ price: 125, price_was: null })
})

test("lines can be changed and removed by their owner only", async () => {
  const buyer = await shop.aUser()
  const stranger = await shop.aUser()
  const { body: line } = await addToCart(shop, buyer, (await shop.aDoll()).id, 2)
  const put = (as: typeof buyer, quantity: unknown) => shop.call(`PUT /api/cart/${line.id}`, { as, body: { quantity } })
  expect((await put(stranger, 3)).status).toBe(404)
  expect((await shop.call(`DELETE /api/cart/${line.id}`, { as: stranger })).status).toBe(404)
  expect((await put(buyer, 99)).body).toMatchObject({ id: line.id, quantity: 99 })
  expect((await put(buyer, 0)).status).toBe(422)
  expect((await shop.call("PUT /api/cart/zero", { as: buyer, body: { quantity: 1 } })).status).toBe(422)
  expect((await shop.call(`DELETE /api/cart/${line.id}`, { as: buyer })).status).toBe(204)
  expect((await shop.call(`DELETE /api/cart/${line.id}`, { as: buyer })).status).toBe(404)
})

test("a cart is read in pages, newest first, and emptied at once", async () => {
  const buyer = await shop.aUser()
  const ids: number[] = []
  for (let turn = 0; turn < 3; turn++) {
    const doll = await shop.aDoll()
    await addToCart(shop, buyer, doll.id)
    ids.unshift(doll.id)
  }
  const page = await shop.call("GET /api/cart/?skip=1&limit=1", { as: buyer })
  expect(page.body.map((line: { doll_id: number }) => line.doll_id)).toEqual([ids[1]])
  expect(page.headers["x-total-count"]).toBe("3")
  expect((await shop.call("GET /api/cart/", { as: buyer })).body).toHaveLength(3)
  expect((await shop.call("DELETE /api/cart/", { as: buyer })).status).toBe(204)
  expect((await shop.call("GET /api/cart/", { as: buyer })).body).toEqual([])
})

test("guests are asked to sign in; staff have an empty cart and cannot fill it", async () => {
  const doll = await shop.aDoll()
  expect((await shop.call("GET /api/cart/")).status).toBe(401)
  expect((await shop.call("POST /api/cart/", { body: { doll_id: doll.id, quantity: 1 } })).status).toBe(401)
  for (const staff of [await shop.anAdmin(), await shop.aModerator()]) {
    expect(await shop.call("GET /api/cart/", { as: staff })).toMatchObject({ status: 200, body: [] })
    const refused = { status: 403, body: { detail: "Cart functionality is not available for staff accounts" } }
    expect(await addToCart(shop, staff, doll.id)).toMatchObject(refused)
    expect(await shop.call("PUT /api/cart/1", { as: staff, body: { quantity: 1 } })).toMatchObject(refused)
    expect(await shop.call("DELETE /api/cart/1", { as: staff })).toMatchObject(refused)
    expect(await shop.call("DELETE /api/cart/", { as: staff })).toMatchObject(refused)
    expect(await shop.call("POST /api/cart/merge", { as: staff, body: { items: [] } })).toMatchObject(refused)
    expect(await shop.call("POST /api/orders", { as: staff, body: {} })).toMatchObject(refused)
  }
})

test("a guest's cart is merged: quantities add up to 99, and missing models are named, but drafts are not", async () => {
  const buyer = await shop.aUser()
  const [kept, fresh, full, gone] = [await shop.aDoll(), await shop.aDoll(), await shop.aDoll(), await shop.aDoll()]
  const secret = [
    await shop.aDoll({ isAvailable: false, draftAvailable: true }),
    await shop.aDoll({ needsApproval: true }),
  ]
  await addToCart(shop, buyer, kept.id, 2)
  await addToCart(shop, buyer, full.id, 90)
  await shop.app.store.db.update(dolls).set({ deletedAt: shop.clock.now() }).where(eq(dolls.id, gone.id))
  const items = [
    { doll_id: kept.id, quantity: 1 },
    { doll_id: kept.id, quantity: 2 },
    { doll_id: fresh.id, quantity: 4 },
    { doll_id: full.id, quantity: 20 },
    { doll_id: gone.id, quantity: 1 },
    { doll_id: 1_999_999_999, quantity: 1 },
    ...secret.map(({ id }) => ({ doll_id: id, quantity: 1 })),
  ]
  const merged = await shop.call("POST /api/cart/merge", { as: buyer, body: { items } })
  const quantities = Object.fromEntries(merged.body.items.map((line: any) => [line.doll_id, line.quantity]))
  expect(quantities).toEqual({ [kept.id]: 5, [fresh.id]: 4, [full.id]: 99 })
  expect(merged.body.skipped).toEqual([
    { doll_id: full.id, detail: `You can have up to 99 of “${full.name}” in your cart.` },
    { doll_id: gone.id, detail: `“${gone.name}” is no longer available.` },
    { doll_id: 1_999_999_999, detail: "We couldn't find this model." },
    ...secret.map(({ id }) => ({ doll_id: id, detail: "We couldn't find this model." })),
  ])
})

test("an addition sent twice with its key is added once; the key of a refused one stays free", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll()
  const add = (quantity: number, key: string) =>
    shop.call("POST /api/cart/", {
      as: buyer,
      body: { doll_id: doll.id, quantity },
      headers: { "idempotency-key": key },
    })
  const first = await add(2, "first-click")
  const again = await add(2, "first-click")
  expect(again).toMatchObject({ status: 200, headers: { "idempotent-replayed": "true" } })
  expect(again.body).toEqual(first.body)
  expect(await add(98, "too-many")).toMatchObject({ status: 409, body: { code: "CONFLICT" } })
  const put = await shop.call(`PUT /api/cart/${first.body.id}`, { as: buyer, body: { quantity: 1 } })
  expect(put.status).toBe(200)
  expect((await add(98, "too-many")).body.quantity).toBe(99)
})

test("a merge sent twice with its key is merged once", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll()
  const merge = () =>
    shop.call("POST /api/cart/merge", {
      as: buyer,
      body: { items: [{ doll_id: doll.id, quantity: 2 }] },
      headers: { "idempotency-key": "login-of-today" },
    })
  const first = await merge()
  expect((await merge()).body).toEqual(first.body)
  expect((await shop.call("GET /api/cart/", { as: buyer })).body[0].quantity).toBe(2)
})
