import { afterAll, beforeAll, expect, test } from "vitest"
import { maxNoteLength } from "#contract/adminLimits.ts"
import { notificationTexts } from "#contract/buyingText.ts"
import type { Note } from "#contract/customers.ts"
import type { Notification } from "#contract/notifications.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { aRoom, says } from "#test/chat.ts"
import { anOrder } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { listen } from "#test/sockets.ts"
import { visitorsOf } from "#test/visitors.ts"
import { minutes } from "../../platform/clock.ts"
import { auditLog } from "../../platform/records/tables.ts"
import { customerTags, notes } from "./tables.ts"

let shop: TestShop
let boss: TestPerson
let books: TestPerson
let content: TestPerson
beforeAll(async () => {
  shop = await openShop()
  await listen(shop.app)
  boss = await shop.anAdmin()
  books = await shop.anAdmin("financial_admin")
  content = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const write = (base: string, as: TestPerson, content: string, mentions: number[] = []) =>
  shop.call<Note>(`POST /api${base}/notes`, { as, body: { content, mentions } })
const read = async (base: string, as: TestPerson) => {
  const { status, body } = await shop.call(`GET /api${base}/notes`, { as })
  return status === 200 ? body.items.map((note: Note) => note.content) : status
}
const told = async (as: TestPerson) =>
  (await shop.call<Notification[]>("GET /api/notifications", { as })).body.flatMap(({ kind, title, body, link }) =>
    kind === "mentioned" ? [[kind, title, body, link]] : [],
  )

async function aCase() {
  const room = await aRoom(shop)
  await says(shop, room, room.member, "Good evening")
  const { order } = await anOrder(shop, room.member)
  const addresses = {
    customer: `/admin/customers/${room.member.id}`,
    order: `/admin/orders/${order.id}`,
    room: `/chat/rooms/${room.id}`,
  }
  return { ...room, order, addresses }
}

test("staff write notes on what they work on, and read each other's; a customer never does", async () => {
  const { addresses, moderator, member } = await aCase()
  expect((await write(addresses.customer, content, "Prefers email.\nBack in May.")).status).toBe(201)
  expect((await write(addresses.order, books, "Called about the parcel.")).status).toBe(201)
  expect((await write(addresses.room, moderator, "Asks for a discount.")).status).toBe(201)
  expect(await read(addresses.customer, books)).toEqual(["Prefers email.\nBack in May."])
  expect(await read(addresses.order, boss)).toEqual(["Called about the parcel."])
  expect(await read(addresses.room, content)).toEqual(["Asks for a discount."])
  expect(await read(addresses.room, moderator)).toEqual(["Asks for a discount."])
  const other = await shop.aModerator()
  expect(await read(addresses.order, content)).toBe(403)
  expect(await read(addresses.customer, moderator)).toBe(403)
  expect(await read(addresses.room, books)).toBe(404)
  expect(await read(addresses.room, other)).toBe(404)
  for (const base of Object.values(addresses)) expect(await read(base, member)).toBe(403)
  expect((await write(addresses.room, other, "Mine?")).status).toBe(404)
})

test("a room's notes follow it to its next moderator", async () => {
  const { addresses, moderator, dollId } = await aCase()
  await write(addresses.room, moderator, "Handed over.")
  const next = await shop.aModerator()
  await shop.call(`DELETE /api/moderators/${moderator.id}/dolls/${dollId}`, { as: boss })
  await shop.call(`POST /api/moderators/${next.id}/dolls/${dollId}`, { as: boss })
  expect(await read(addresses.room, next)).toEqual(["Handed over."])
  expect(await read(addresses.room, moderator)).toBe(404)
})

test("the author edits a note; the author and admins delete it, and that is audited without its text", async () => {
  const { addresses, moderator, id } = await aCase()
  const { body: note } = await write(addresses.room, moderator, "First words")
  expect(note).toMatchObject({ author: moderator.fullName, can_edit: true, can_delete: true, edited_at: null })
  shop.clock.advance(minutes(1))
  const edit = (as: TestPerson, noteId = note.id) =>
    shop.call(`PATCH /api/notes/${noteId}`, { as, body: { content: "Other words" } })
  const refused = await edit(content)
  expect([refused.status, refused.body.detail]).toEqual([403, customerTexts.notYours])
  const changed = await edit(moderator)
  expect([changed.status, changed.body.content]).toEqual([200, "Other words"])
  expect(changed.body.edited_at > changed.body.created_at).toBe(true)
  const stranger = await shop.aModerator()
  for (const as of [stranger, books]) {
    const answer = await edit(as)
    expect([answer.status, answer.body.detail]).toEqual([404, "Note not found"])
    expect((await shop.call(`DELETE /api/notes/${note.id}`, { as })).status).toBe(404)
  }
  const { body: seen } = await shop.call(`GET /api${addresses.room}/notes`, { as: content })
  expect(seen.items[0]).toMatchObject({ can_edit: false, can_delete: true })
  expect((await shop.call(`DELETE /api/notes/${note.id}`, { as: content })).status).toBe(204)
  expect((await edit(moderator)).status).toBe(404)
  const { body: admins } = await write(addresses.room, content, "Not yours")
  const kept = await shop.call(`DELETE /api/notes/${admins.id}`, { as: moderator })
  expect([kept.status, kept.body.detail]).toEqual([403, customerTexts.notYours])
  const log = (await shop.app.store.db.select().from(auditLog)).filter(({ action }) => action === "note.delete")
  expect(log).toMatchObject([{ actorId: content.id, targetKind: "chat_room", targetId: id, before: null, after: null }])
})

test.each([
  ["", customerTexts.noteRequired],
  ["   \n ", customerTexts.noteRequired],
  ["x".repeat(maxNoteLength + 1), "Must be 1,000 characters or fewer."],
])("a note of %j is refused", async (content, message) => {
  const customer = await shop.aUser()
  const { status, body } = await write(`/admin/customers/${customer.id}`, boss, content)
  const { errors } = body as unknown as { errors: { message: string }[] }
  expect([status, errors[0]!.message]).toEqual([422, message])
})

test("whoever is mentioned is notified once, in neutral words, and only if they may read the note", async () => {
  const { addresses, moderator, id, member } = await aCase()
  const helper = await shop.anAdmin("content_admin")
  const outsider = await shop.aModerator()
  const { body: people } = await shop.call(`GET /api${addresses.room}/notes/people`, { as: moderator })
  const names = people.map((person: { id: number }) => person.id)
  expect(names).toEqual(expect.arrayContaining([boss.id, content.id, helper.id, moderator.id]))
  for (const { id } of [books, outsider, member]) expect(names).not.toContain(id)

  const all = [helper.id, books.id, outsider.id, member.id, content.id]
  const { body: note } = await write(addresses.room, content, `@${helper.fullName} please look`, all)
  expect(note.mentions.map(({ id }) => id).sort()).toEqual([content.id, helper.id].sort())
  const { title, body } = notificationTexts.mentioned
  const link = `/admin/customer/${member.id}?chat=${id}`
  expect(await told(helper)).toEqual([["mentioned", title, body, link]])
  for (const person of [books, outsider, member]) expect(await told(person)).toEqual([])
  // Oneself is not told of one's own words.
  expect((await told(content)).flat()).not.toContain(link)

  const edited = { content: `@${helper.fullName} @${moderator.fullName} now`, mentions: [helper.id, moderator.id] }
  expect((await shop.call(`PATCH /api/notes/${note.id}`, { as: content, body: edited })).status).toBe(200)
  expect(await told(helper)).toHaveLength(1)
  expect(await told(moderator)).toEqual([["mentioned", title, body, `/moderator?room=${id}`]])

  await write(addresses.order, boss, "For you", [books.id])
  await write(addresses.customer, boss, "For you", [books.id])
  expect((await told(books)).map(([, , , to]) => to)).toEqual([
    `${addresses.customer.replace("customers", "customer")}#notes`,
    `/admin?tab=orders&order=${addresses.order.split("/").at(-1)}`,
  ])
})

test("notes are paged by key, newest first", async () => {
  const base = `/admin/customers/${(await shop.aUser()).id}`
  for (let number = 1; number <= 5; number++) await write(base, boss, `Note ${number}`)
  const first = await shop.call(`GET /api${base}/notes?limit=3`, { as: boss })
  const second = await shop.call(`GET /api${base}/notes?limit=3&before=${first.body.next}`, { as: boss })
  const contents = [...first.body.items, ...second.body.items].map((note: Note) => note.content)
  expect(contents).toEqual(["Note 5", "Note 4", "Note 3", "Note 2", "Note 1"])
  expect(second.body.next).toBeNull()
})

test("a suspended moderator reads notes and writes none", async () => {
  const { addresses, moderator } = await aCase()
  const { body: note } = await write(addresses.room, moderator, "Before")
  await shop.call(`POST /api/admin/users/${moderator.id}/suspend`, { as: boss })
  expect(await read(addresses.room, moderator)).toEqual(["Before"])
  const call = (what: string, body?: unknown) => shop.call(what, { as: moderator, body })
  for (const answer of [
    await write(addresses.room, moderator, "After"),
    await call(`PATCH /api/notes/${note.id}`, { content: "After" }),
    await call(`DELETE /api/notes/${note.id}`),
  ])
    expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([403, "SUSPENDED"])
})

test("a customer gets what was written about them with their data, without names, and it goes with the account", async () => {
  const v = visitorsOf(shop)
  const { id, token, email } = await v.aCustomer()
  const { order } = await anOrder(shop, { id, token, email } as TestPerson)
  await write(`/admin/customers/${id}`, boss, "Polite on the phone", [content.id])
  await write(`/admin/orders/${order.id}`, books, "Paid in two parts")
  await shop.call(`POST /api/admin/customers/${id}/tags`, { as: boss, body: { tag: "wholesale" } })
  const { body: data } = await shop.call("GET /api/users/account/export", { as: token })
  expect(data.notes).toMatchObject([
    { about: "customer", content: "Polite on the phone" },
    { about: "order", content: "Paid in two parts" },
  ])
  expect(data.tags).toMatchObject([{ tag: "wholesale" }])
  expect(JSON.stringify([data.notes, data.tags])).not.toContain(boss.fullName)

  const body = { password: "Turned-Brass-7" }
  expect((await shop.call("DELETE /api/users/account", { as: token, body })).status).toBe(204)
  const left = (await shop.app.store.db.select().from(notes)).filter(({ userId }) => userId === id)
  const tags = (await shop.app.store.db.select().from(customerTags)).filter(({ userId }) => userId === id)
  expect([left, tags]).toEqual([[], []])
  const late = await write(`/admin/orders/${order.id}`, books, "About somebody who left")
  expect([late.status, (late.body as unknown as { detail: string }).detail]).toEqual([409, customerTexts.gone])
})
