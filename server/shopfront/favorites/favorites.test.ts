import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("adding twice returns the first favorite; check finds it; both ways of removing work", async () => {
  const user = await shop.aUser()
  const doll = await shop.aDoll({ name: "Isolde" })
  const first = await shop.call("POST /api/favorites/", { as: user, body: { doll_id: doll.id } })
  expect([first.status, first.body.doll.name]).toEqual([201, "Isolde"])
  const again = await shop.call("POST /api/favorites/", { as: user, body: { doll_id: doll.id } })
  expect([again.status, again.body]).toEqual([200, first.body])
  const check = () => shop.call(`GET /api/favorites/check/${doll.id}`, { as: user })
  expect((await check()).body).toEqual({ is_favorite: true, favorite_id: first.body.id })
  expect((await shop.call(`DELETE /api/favorites/by-id/${first.body.id}`, { as: user })).status).toBe(204)
  expect((await check()).body).toEqual({ is_favorite: false, favorite_id: null })
  const second = await shop.call("POST /api/favorites/", { as: user, body: { doll_id: doll.id } })
  expect((await shop.call(`DELETE /api/favorites/${second.body.id}`, { as: user })).status).toBe(204)
  expect((await shop.call(`DELETE /api/favorites/${second.body.id}`, { as: user })).status).toBe(404)
})

test("the list is newest first, ten a page, with the model, or null when it has left the shop", async () => {
  const user = await shop.aUser()
  const admin = await shop.anAdmin("content_admin")
  const dolls = []
  for (let n = 0; n < 11; n++) {
    const doll = await shop.aDoll()
    dolls.push(doll)
    await shop.call("POST /api/favorites/", { as: user, body: { doll_id: doll.id } })
    shop.clock.advance(1000)
  }
  await shop.call(`DELETE /api/dolls/delete/${dolls[10]!.id}`, { as: admin })
  const { body, headers } = await shop.call("GET /api/favorites/", { as: user })
  expect([body.length, headers["x-total-count"]]).toEqual([10, "11"])
  expect(body[0]).toMatchObject({ doll_id: dolls[10]!.id, doll: null })
  expect(body[1].doll.id).toBe(dolls[9]!.id)
  const rest = await shop.call("GET /api/favorites/?skip=10&limit=10", { as: user })
  expect(rest.body.map((each: any) => each.doll_id)).toEqual([dolls[0]!.id])
})

test("the list shows the models in the language of the page", async () => {
  const [user, admin] = [await shop.aUser(), await shop.anAdmin("content_admin")]
  const doll = await shop.aDoll({ material: "Loam" })
  await shop.call("POST /api/favorites/", { as: user, body: { doll_id: doll.id } })
  const body = { description: "Aus Lehm.", terms: [{ term: "Loam", translation: "Lehm" }] }
  await shop.call(`PUT /api/dolls/${doll.id}/texts/de`, { as: admin, body })
  const shownIn = async (language: string) =>
    (await shop.call("GET /api/favorites/", { as: user, headers: { "accept-language": language } })).body[0].doll
  expect(await shownIn("de")).toMatchObject({ description: "Aus Lehm.", doll_material: "Lehm" })
  expect(await shownIn("en")).toMatchObject({ description: doll.description, doll_material: "Loam" })
})

test("favorites are private to their owner, and for customers only", async () => {
  const [owner, stranger] = [await shop.aUser(), await shop.aUser()]
  const doll = await shop.aDoll()
  const { body } = await shop.call("POST /api/favorites/", { as: owner, body: { doll_id: doll.id } })
  expect((await shop.call(`DELETE /api/favorites/${body.id}`, { as: stranger })).status).toBe(404)
  expect((await shop.call("GET /api/favorites/", { as: stranger })).body).toEqual([])
  expect((await shop.call("GET /api/favorites/")).status).toBe(401)
  expect((await shop.call("POST /api/favorites/", { body: { doll_id: doll.id } })).status).toBe(401)
  expect(
    (await shop.call("POST /api/favorites/", { as: await shop.anAdmin(), body: { doll_id: doll.id } })).status,
  ).toBe(403)
  expect((await shop.call("POST /api/favorites/", { as: owner, body: { doll_id: 987_654 } })).status).toBe(404)
  expect((await shop.call("POST /api/favorites/", { as: owner, body: { doll_id: "x" } })).status).toBe(422)
  const hidden = await shop.aDoll({ needsApproval: true })
  expect((await shop.call("POST /api/favorites/", { as: owner, body: { doll_id: hidden.id } })).status).toBe(404)
})
