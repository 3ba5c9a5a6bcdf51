import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { eraseFavorites } from "./erasure.ts"
import { sharedFavorites } from "./share.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const tokenOf = async (as: TestPerson) => (await shop.call("GET /api/favorites/link", { as })).body.token
const share = async (as: TestPerson): Promise<string> => (await shop.call("PUT /api/favorites/link", { as })).body.token
const turnOff = (as: TestPerson) => shop.call("DELETE /api/favorites/link", { as })
/** Returns the models as the page shows them. */
const namesOf = async (token: string) => (await sharedFavorites(shop.app.store, token)).map(({ name }) => name)
const none = { code: "NOT_FOUND" }

async function aFan(names: string[]): Promise<TestPerson> {
  const as = await shop.aUser()
  for (const name of names) {
    const doll = await shop.aDoll({ name })
    await shop.call("POST /api/favorites", { as, body: { doll_id: doll.id } })
    shop.clock.advance(1000)
  }
  return as
}

test("a link shows the favorites, newest first, with what is added later, until it is turned off", async () => {
  const fan = await aFan(["Isolde", "Oriel"])
  expect(await tokenOf(fan)).toBeNull()
  const token = await share(fan)
  expect(token).toMatch(/^[\w-]{22}$/)
  expect([await share(fan), await tokenOf(fan)]).toEqual([token, token])
  expect(await namesOf(token)).toEqual(["Oriel", "Isolde"])
  const doll = await shop.aDoll({ name: "Vesper" })
  await shop.call("POST /api/favorites", { as: fan, body: { doll_id: doll.id } })
  expect(await namesOf(token)).toEqual(["Vesper", "Oriel", "Isolde"])

  expect((await turnOff(fan)).status).toBe(204)
  expect((await turnOff(fan)).status).toBe(204)
  await expect(namesOf(token)).rejects.toMatchObject(none)
  const other = await share(fan)
  expect(other).not.toBe(token)
  await expect(namesOf(token)).rejects.toMatchObject(none)
  expect(await namesOf(other)).toHaveLength(3)
})

test("drafts, archived models and those that wait for approval are not on it, nor anything of the owner", async () => {
  const fan = await aFan(["Isolde"])
  const editor = await shop.anAdmin("content_admin")
  const hidden = [await shop.aDoll({ name: "Archived" }), await shop.aDoll({ name: "Draft" }), await shop.aDoll()]
  for (const { id } of hidden) await shop.call("POST /api/favorites", { as: fan, body: { doll_id: id } })
  await shop.call(`DELETE /api/dolls/delete/${hidden[0]!.id}`, { as: editor })
  const { db } = shop.app.store
  await db.update(dolls).set({ draftAvailable: true }).where(eq(dolls.id, hidden[1]!.id))
  await db.update(dolls).set({ needsApproval: true }).where(eq(dolls.id, hidden[2]!.id))
  const token = await share(fan)
  expect(await namesOf(token)).toEqual(["Isolde"])
  const told = JSON.stringify(await sharedFavorites(shop.app.store, token))
  expect(told).not.toContain(fan.email)
  expect(told).not.toContain(fan.fullName)
})

test("a token that nobody has, and one of a deleted account, show nothing", async () => {
  for (const token of ["", "x", "' or 1=1", "../admin", "\u0000", "a".repeat(10_000)]) {
    await expect(namesOf(token)).rejects.toMatchObject(none)
  }
  const fan = await aFan(["Isolde"])
  const token = await share(fan)
  const { body } = await shop.call("GET /api/users/account/export", { as: fan })
  expect(body.favorites_link).toEqual({ token, created_at: expect.any(String) })
  await shop.app.store.transaction((tx) => eraseFavorites(tx, fan.id))
  await expect(namesOf(token)).rejects.toMatchObject(none)
})
