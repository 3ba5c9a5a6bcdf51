import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { FlaggedContext } from "#contract/admin.ts"
import { aRoom, says } from "#test/chat.ts"
import { aForm } from "#test/forms.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { auditLog } from "../../platform/records/tables.ts"

let shop: TestShop
let content: TestPerson
beforeAll(async () => {
  shop = await openShop()
  content = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

async function trail(kind: string) {
  const rows = await shop.app.store.db.select().from(auditLog).orderBy(auditLog.id)
  return rows
    .filter(({ targetKind }) => targetKind === kind)
    .map(({ action, before, after }) => [action, before, after])
}

test("changes of a model are audited with the values before and after", async () => {
  const body = { name: "Trail", price: 10, description: "Glazed." }
  const { body: doll } = await shop.call("POST /api/dolls/create/", { as: content, body })
  await shop.call(`PATCH /api/dolls/${doll.id}`, { as: content, body: { price: 12.5, name: "Trail" } })
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#888" } })
    .png()
    .toBuffer()
  const form = await aForm({ doll_id: doll.id, is_primary: "true" }, { file: picture })
  const { body: image } = await shop.call("POST /api/images/upload", { as: content, ...form })
  await shop.call(`PATCH /api/images/${image.id}`, { as: content, body: { caption: "Front" } })
  await shop.call(`DELETE /api/images/${image.id}`, { as: content })
  await shop.call(`DELETE /api/dolls/delete/${doll.id}`, { as: content })
  expect(await trail("doll")).toMatchObject([
    ["doll.create", null, { name: "Trail", price: 10 }],
    ["doll.edit", { priceCents: 1000 }, { priceCents: 1250 }],
    ["image.add", null, { image_id: image.id, is_primary: true }],
    ["image.edit", { caption: null }, { caption: "Front" }],
    ["image.delete", { caption: "Front" }, null],
    ["doll.delete", { name: "Trail" }, null],
  ])
  expect((await trail("doll"))[1]).toEqual(["doll.edit", { priceCents: 1000 }, { priceCents: 1250 }])
})

test("so are changes of the slideshow", async () => {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#888" } })
    .png()
    .toBuffer()
  const form = await aForm({ caption: "First" }, { file: picture })
  const { body: slide } = await shop.call("POST /api/slideshow/upload", { as: content, ...form })
  await shop.call(`PATCH /api/slideshow/slideshows/${slide.id}`, { as: content, body: { caption: "Second" } })
  await shop.call(`DELETE /api/slideshow/slideshows/${slide.id}`, { as: content })
  expect(await trail("slide")).toEqual([
    ["slide.add", null, { caption: "First", is_video: false }],
    ["slide.edit", { caption: "First" }, { caption: "Second" }],
    ["slide.delete", { caption: "Second", is_video: false }, null],
  ])
})

test("a flagged message is shown in its context, and reading that is audited", async () => {
  const room = await aRoom(shop)
  for (let turn = 1; turn <= 8; turn++) await says(shop, room, room.member, `Before ${turn}`)
  const message = await says(shop, room, room.member, "The one")
  await says(shop, room, room.moderator, "After")
  await shop.call(`PATCH /api/chat/messages/${message.id}/flag`, { as: room.moderator, body: { flagged: true } })
  const { body: queue } = await shop.call("GET /api/admin/flagged-messages", { as: content })
  const read = (as: TestPerson) =>
    shop.call<FlaggedContext>(`GET /api/admin/flagged-messages/${queue[0].id}/context`, { as })
  const { messages } = (await read(content)).body
  expect(messages.map((one) => one.content)).toEqual([
    ...[4, 5, 6, 7, 8].map((turn) => `Before ${turn}`),
    "The one",
    "After",
  ])
  expect(messages.filter((one) => one.is_flagged_one).map(({ id }) => id)).toEqual([message.id])
  expect(messages.at(-1)).toMatchObject({ sender: room.moderator.fullName, sender_role: "moderator" })
  expect((await trail("chat_room")).map(([action]) => action)).toEqual(["chat.read"])
  expect((await read(await shop.anAdmin("financial_admin"))).status).toBe(403)
  const csv = await shop.call("GET /api/admin/flagged-messages", { as: content, headers: { accept: "text/csv" } })
  expect(String(csv.body)).toContain(",message,false,Flagged by a moderator,")
  await shop.call(`POST /api/admin/flagged-messages/${queue[0].id}/approve`, { as: content })
  expect((await read(content)).status).toBe(404)
})

test("models are exported as CSV too, for catalogue admins", async () => {
  const doll = await shop.aDoll({ name: "@Sum(1)", isAvailable: false })
  const headers = { accept: "text/csv" }
  const { body } = await shop.call("GET /api/dolls?all=1&q=Sum", { as: content, headers })
  expect(String(body).split("\r\n")[1]).toMatch(new RegExp(`^${doll.id},,'@Sum\\(1\\),standard,300,,false,`))
  expect((await shop.call("GET /api/dolls?all=1", { as: await shop.aUser(), headers })).status).toBe(403)
})
