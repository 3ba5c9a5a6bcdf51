import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { dolls, images } from "#server/catalog/tables.ts"
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

test("a line holds 1 to 99 of a model, and says so when more is asked for", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll()
  for (const quantity of [0, -1, 1.5, 100, "2", null, 1e21]) {
    expect((await shop.call("POST /api/cart/", { as: buyer, body: { doll_id: doll.id, quantity } })).status).toBe(422)
  }
  await addToCart(shop, buyer, doll.id, 95)
  expect(await addToCart(shop, buyer, doll.id, 5)).toMatchObject({
    status: 409,
    body: { code: "CONFLICT", detail: "At most 99 of one model fit in the cart; it holds 95 already." },
  })
  expect((await addToCart(shop, buyer, doll.id, 4)).body.quantity).toBe(99)
})

test("more than is in stock is accepted and said on the line, and so is what has left the shop", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 2 })
  expect((await addToCart(shop, buyer, doll.id, 3)).body).toMatchObject({ available: 2, notice: "Only 2 left" })
  const line = async () => (await shop.call("GET /api/cart/?skip=0&limit=100", { as: buyer })).body[0]
  await shop.app.store.db.update(dolls).set({ stock: 0 }).where(eq(dolls.id, doll.id))
  expect(await line()).toMatchObject({ available: 0, notice: "Out of stock" })
  await shop.app.store.db.update(dolls).set({ stock: null }).where(eq(dolls.id, doll.id))
  expect(await line()).toMatchObject({ available: null, notice: null })
  await shop.app.store.db.update(dolls).set({ isAvailable: false }).where(eq(dolls.id, doll.id))
  expect(await line()).toMatchObject({ available: 0, notice: "This model is no longer available." })
  expect(await addToCart(shop, buyer, doll.id)).toMatchObject({ status: 404, body: { detail: "Model not found" } })
  expect((await addToCart(shop, buyer, 2_000_000_000)).status).toBe(404)
})

test("lines are changed and removed by their owner only", async () => {
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
    expect((await shop.call("POST /api/orders", { as: staff, body: {} })).status).toBe(422)
  }
})

test("a guest's cart is merged in: quantities add up to 99, and what the shop does not have is named", async () => {
  const buyer = await shop.aUser()
  const [kept, fresh, full, gone] = [await shop.aDoll(), await shop.aDoll(), await shop.aDoll(), await shop.aDoll()]
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
  ]
  const merged = await shop.call("POST /api/cart/merge", { as: buyer, body: { items } })
  const quantities = Object.fromEntries(merged.body.items.map((line: any) => [line.doll_id, line.quantity]))
  expect(quantities).toEqual({ [kept.id]: 5, [fresh.id]: 4, [full.id]: 99 })
  expect(merged.body.skipped).toEqual([
    { doll_id: full.id, detail: `At most 99 of “${full.name}” fit in the cart.` },
    { doll_id: gone.id, detail: `“${gone.name}” is no longer available.` },
    { doll_id: 1_999_999_999, detail: "This model is not in the shop." },
  ])
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
