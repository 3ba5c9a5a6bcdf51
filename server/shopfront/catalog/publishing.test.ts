import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { modelAdminTexts } from "#contract/panelText.ts"
import { aForm } from "#test/forms.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { minutes } from "../../platform/clock.ts"
import { publishDue } from "./publishing.ts"

let shop: TestShop
let content: TestPerson
beforeAll(async () => {
  shop = await openShop()
  content = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const isListed = async (id: number) => {
  const { body } = await shop.call("GET /api/dolls?limit=100")
  return body.some((doll: { id: number }) => doll.id === id)
}
const edit = (id: number, body: object, headers = {}) =>
  shop.call(`PATCH /api/dolls/${id}`, { as: content, body, headers })
const inMinutes = (count: number) => new Date(shop.clock.now().getTime() + minutes(count)).toISOString()
const aPicture = () =>
  sharp({ create: { width: 400, height: 500, channels: 3, background: "#305070" } })
    .jpeg()
    .toBuffer()
const aDraft = async (fields = {}) => {
  const body = { name: "Thea", description: "Grey porcelain.", price: 300, doll_height: 160, draft: true, ...fields }
  return (await shop.call("POST /api/dolls/create", { as: content, body })).body
}

test("a scheduled draft appears at its time and not before, in lists, on its own and in the sitemap", async () => {
  const at = inMinutes(10)
  const { id, publish_at } = await aDraft({ publish_at: at })
  expect(publish_at).toBe(at)
  await publishDue(shop.app.store)
  expect(await isListed(id)).toBe(false)
  expect((await shop.call(`GET /api/dolls/${id}`)).status).toBe(404)
  shop.clock.advance(minutes(10))
  await publishDue(shop.app.store)
  expect(await isListed(id)).toBe(true)
  expect((await shop.call(`GET /api/dolls/${id}`)).body).not.toHaveProperty("publish_at")
  const { body } = await shop.call(`GET /api/dolls/${id}`, { as: content })
  expect([body.draft, body.publish_at, body.is_available]).toEqual([false, null, true])
  const boss = await shop.anAdmin()
  const log = await shop.call("GET /api/admin/audit-log?action=doll.publish", { as: boss })
  expect(log.body[0]).toMatchObject({ action: "doll.publish", target_id: id })
})

test("a low model that is published at its time still waits for a second admin", async () => {
  const { id } = await aDraft({ doll_height: 120, publish_at: inMinutes(1) })
  shop.clock.advance(minutes(2))
  await publishDue(shop.app.store)
  expect(await isListed(id)).toBe(false)
  const second = await shop.anAdmin("content_admin")
  expect((await shop.call(`POST /api/dolls/${id}/approve`, { as: second })).status).toBe(200)
  expect(await isListed(id)).toBe(true)
})

test("a model is scheduled, rescheduled, taken off the schedule and unpublished; a time in the past is refused", async () => {
  const { id } = await aDraft()
  const past = await edit(id, { publish_at: inMinutes(-1) })
  expect([past.status, past.body.errors]).toEqual([
    422,
    [{ path: "publish_at", message: modelAdminTexts.publishLater }],
  ])
  const at = inMinutes(1)
  expect((await edit(id, { publish_at: at })).body.publish_at).toBe(at)
  expect((await edit(id, { publish_at: null })).body.publish_at).toBeNull()
  shop.clock.advance(minutes(2))
  await publishDue(shop.app.store)
  expect(await isListed(id)).toBe(false)
  expect((await edit(id, { draft: false })).body.draft).toBe(false)
  expect(await isListed(id)).toBe(true)
  const late = await edit(id, { publish_at: inMinutes(5) })
  expect([late.status, late.body.errors[0].message]).toEqual([422, modelAdminTexts.notADraft])
  expect((await edit(id, { draft: true })).body).toMatchObject({ draft: true, is_available: true })
  expect(await isListed(id)).toBe(false)
  expect((await shop.call(`GET /api/dolls/${id}`)).status).toBe(404)
})

test("a model's copy is a draft with pictures of its own, no pieces and no reference", async () => {
  const { id } = await aDraft({ stock: 4, reference: "VT-100", draft: false, doll_material: "Basalt" })
  const form = await aForm({ doll_id: String(id), caption: "From the left" }, { file: await aPicture() })
  const { body: image } = await shop.call("POST /api/images/upload", { as: content, ...form })
  await shop.call(`PATCH /api/images/${image.id}`, { as: content, body: { alt: "Thea on her stand" } })
  const headers = { "idempotency-key": "copy-of-thea-1" }
  const answers = await Promise.all(
    [1, 2].map(() => shop.call(`POST /api/dolls/${id}/duplicate`, { as: content, headers })),
  )
  const { body: copy } = answers.find(({ status }) => status === 201)!
  expect(copy).toMatchObject({ name: "Thea (Copy)", draft: true, stock: 0, reference: null, doll_material: "Basalt" })
  expect(copy.images).toMatchObject([{ caption: "From the left", alt: "Thea on her stand", is_primary: true }])
  expect(copy.images[0].image_url).not.toBe(image.image_url)
  const { body: all } = await shop.call("GET /api/dolls?all=1&q=Thea%20(Copy)", { as: content })
  expect(all).toHaveLength(1)
  await shop.call(`DELETE /api/images/${image.id}`, { as: content })
  await expect.poll(async () => (await shop.call(`GET ${image.image_url}`)).status).toBe(404)
  expect((await shop.call(`GET ${copy.images[0].image_url}`)).status).toBe(200)
})

test("an alternative text must be about adults, and is read again on a model that needed approval", async () => {
  const { id } = await aDraft({ draft: false, doll_height: 120 })
  const form = await aForm({ doll_id: String(id) }, { file: await aPicture() })
  const { body: image } = await shop.call("POST /api/images/upload", { as: content, ...form })
  const second = await shop.anAdmin("content_admin")
  expect((await shop.call(`POST /api/dolls/${id}/approve`, { as: second })).status).toBe(200)
  const refused = await shop.call(`PATCH /api/images/${image.id}`, { as: content, body: { alt: "A schoolgirl of 15" } })
  expect([refused.status, refused.body.code, refused.body.errors[0].path]).toEqual([422, "ADULTS_ONLY", "alt"])
  expect((await shop.call(`GET /api/dolls/${id}`)).status).toBe(200)
  await shop.call(`PATCH /api/images/${image.id}`, { as: content, body: { alt: "Thea from the left" } })
  expect((await shop.call(`GET /api/dolls/${id}`)).status).toBe(404)
})

test("each row of the grid is saved or refused by itself", async () => {
  const [one, two, three] = [await aDraft(), await aDraft(), await aDraft({ reference: "VT-200" })]
  await edit(two.id, { price: 999 })
  const rows = [
    { id: one.id, version: one.version, fields: { price: 310, name: "Thea II" } },
    { id: two.id, version: two.version, fields: { price: 320 } },
    { id: three.id, version: three.version, fields: { name: "A girl of 15" } },
    { id: 2_000_000, version: 1, fields: { price: 320 } },
  ]
  const save = async () => (await shop.call("POST /api/dolls/edit-many", { as: content, body: { rows } })).body
  const results = await save()
  expect(results.map(({ code }: { code: string }) => code)).toEqual([null, "STALE", "ADULTS_ONLY", "NOT_FOUND"])
  expect(results[0].doll).toMatchObject({ price: 310, name: "Thea II", version: one.version + 1 })
  expect(results[1].doll).toMatchObject({ price: 999 })
  expect(results[2].errors[0].path).toBe("name")
  // Sent again after a lost answer.
  expect((await save())[0].code).toBeNull()
  const taken = [{ id: one.id, version: one.version + 1, fields: { reference: "VT-200" } }]
  const { body } = await shop.call("POST /api/dolls/edit-many", { as: content, body: { rows: taken } })
  expect(body[0].errors).toEqual([{ path: "reference", message: modelAdminTexts.referenceTaken }])
  const stock = [{ id: one.id, version: one.version + 1, fields: { stock: 7 } }]
  await shop.call("POST /api/dolls/edit-many", { as: content, body: { rows: stock } })
  expect((await shop.call(`GET /api/dolls/${one.id}`, { as: content })).body.stock).toBeNull()
})
