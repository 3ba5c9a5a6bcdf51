import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { deskTexts } from "#contract/memberText.ts"
import { aRoom, inRoom, says, type TestRoom, unreadOf } from "#test/chat.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { recount } from "../../conversation/chat/recount.ts"
import { chatRooms } from "../../conversation/chat/tables.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, days, hours, minutes } from "../../platform/clock.ts"
import { flaggedItems } from "../../platform/moderation/tables.ts"
import { auditLog } from "../../platform/records/tables.ts"
import { answerDue } from "../../platform/shop-settings/answerDue.ts"
import { askForRatings } from "./ratings.ts"
import { indexMessages } from "./search.ts"
import { endSnoozes } from "./snooze.ts"
import { chatRatings, chatWords } from "./tables.ts"
import { excerptOf } from "./words.ts"

/** A Tuesday, in the hours of the shop's settings. */
let now = new Date("2026-11-24T18:00:00.000Z")
let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, { clock: { now: () => now } })
})
afterAll(() => shop.close())

const queueOf = async (as: TestPerson, queue: string) =>
  (await shop.call(`GET /api/chat/moderator/rooms?queue=${queue}`, { as })).body.map(({ id }: { id: number }) => id)
const snoozed = (room: TestRoom, until: Date | null, last_message_id = 2 ** 31 - 1, as = room.moderator) =>
  shop.call(`PUT /api/chat/rooms/${room.id}/snooze`, { as, body: { until, last_message_id } })
const roomOf = async (room: TestRoom, as = room.moderator) =>
  (await shop.call(`GET /api/chat/rooms/${room.id}`, { as })).body

test("a target counts only the hours in which chats are answered, in the shop's time zone", () => {
  const rules = {
    answer_target: 120,
    answer_days: [1, 2, 3, 4, 5],
    answer_from: "08:00",
    answer_to: "17:00",
    answer_zone: "America/Los_Angeles",
  }
  const due = (since: string, changed = {}) => answerDue(new Date(since), { ...rules, ...changed }).toISOString()
  expect(due("2026-11-24T18:00:00.000Z")).toBe("2026-11-24T20:00:00.000Z")
  // It is 16:30 there: half an hour counts today, the rest tomorrow.
  expect(due("2026-11-25T00:30:00.000Z")).toBe("2026-11-25T17:30:00.000Z")
  // It is Friday evening: the answer is due on Monday.
  expect(due("2026-11-28T02:00:00.000Z")).toBe("2026-11-30T18:00:00.000Z")
  // Over the change to summer time.
  expect(due("2027-03-13T02:00:00.000Z")).toBe("2027-03-15T17:00:00.000Z")
  expect(due("2026-11-24T23:59:30.000Z", { answer_target: 2880 })).toBe("2026-12-02T17:59:30.000Z")
  expect(due("2026-11-24T18:00:00.000Z", { answer_days: [7] })).toBe("2026-11-29T18:00:00.000Z")
  expect(due("2026-11-24T18:00:00.000Z", { answer_from: "00:00", answer_to: "00:01" })).toMatch(/^2027-05/)
})

test("the longest waiting chat is first in the queue, an answer takes it out, and a deleted answer brings it back", async () => {
  const moderator = await shop.aModerator()
  const [first, second] = [await aRoom(shop, { moderator }), await aRoom(shop, { moderator })]
  const begun = now
  await says(shop, first, first.member, "Is the seam raised?")
  now = after(now, minutes(10))
  await says(shop, second, second.member, "Is she in stock?")
  now = after(now, minutes(10))
  await says(shop, first, first.member, "Or level with the glaze?")
  expect(await queueOf(moderator, "waiting")).toEqual([first.id, second.id])
  expect(await roomOf(first)).toMatchObject({
    waiting_since: begun.toISOString(),
    answer_due_at: after(begun, hours(2)).toISOString(),
    snoozed: null,
    handed_over: false,
  })
  const seen = await roomOf(first, first.member)
  for (const name of ["waiting_since", "answer_due_at", "snoozed", "handed_over"]) expect(seen).not.toHaveProperty(name)
  const answer = await says(shop, first, moderator, "Level with it.")
  expect(await queueOf(moderator, "waiting")).toEqual([second.id])
  await shop.call(`DELETE /api/chat/messages/${answer.id}`, { as: moderator })
  expect(await queueOf(moderator, "waiting")).toEqual([first.id, second.id])
  // A node of the version before does not know the column; the job corrects it.
  await shop.app.store.db.update(chatRooms).set({ waitingSince: null }).where(eq(chatRooms.id, second.id))
  await recount(shop.app.store)
  expect(await queueOf(moderator, "waiting")).toEqual([first.id, second.id])
})

test("a snoozed chat leaves the queues and comes back by the clock, on every page", async () => {
  const room = await aRoom(shop)
  const { moderator } = room
  await says(shop, room, room.member, "Good evening")
  const pages = [await pageOf(moderator), await pageOf(moderator)]
  const until = after(now, hours(1))
  expect((await snoozed(room, until)).body.snoozed).toEqual({ until: until.toISOString() })
  for (const page of pages) expect(await page.next("desk")).toMatchObject({ room_id: room.id })
  for (const queue of ["waiting", "unread"]) expect(await queueOf(moderator, queue)).toEqual([])
  expect(await queueOf(moderator, "snoozed")).toEqual([room.id])
  // Unread messages are counted as before.
  expect(await unreadOf(shop, moderator)).toEqual({ [room.id]: 1 })
  expect(await endSnoozes(shop.app.store)).toBe(0)
  now = until
  // The list changes at once, and not only when the job runs.
  expect(await queueOf(moderator, "waiting")).toEqual([room.id])
  expect(await endSnoozes(shop.app.store)).toBe(1)
  for (const page of pages) {
    expect(await page.next("desk")).toMatchObject({ room_id: room.id })
    page.close()
  }
  expect(await queueOf(moderator, "snoozed")).toEqual([])
})

test("a message of the member ends a snooze, an answer does not, and an unseen message prevents one", async () => {
  const room = await aRoom(shop)
  const { moderator, member } = room
  const { id } = await says(shop, room, member, "Good evening")
  expect((await snoozed(room, null, id)).body.snoozed).toEqual({ until: null })
  await says(shop, room, moderator, "Good evening. I'll ask the workshop.")
  expect(await queueOf(moderator, "snoozed")).toEqual([room.id])
  await says(shop, room, member, "Thank you")
  expect(await queueOf(moderator, "snoozed")).toEqual([])
  const unseen = await snoozed(room, null, id)
  expect([unseen.status, unseen.body.detail]).toEqual([409, deskTexts.newMessage])
  for (const until of [now, after(now, -1000), after(now, days(91))]) {
    const { status, body } = await snoozed(room, until)
    expect([status, body.errors[0]]).toEqual([422, { path: "until", message: deskTexts.snoozeTime }])
  }
  await snoozed(room, after(now, hours(1)))
  const woken = await shop.call(`DELETE /api/chat/rooms/${room.id}/snooze`, { as: moderator })
  expect([woken.status, woken.body.snoozed]).toEqual([200, null])
  for (const as of [await shop.aModerator(), await shop.anAdmin(), member]) {
    expect([403, 404]).toContain((await snoozed(room, null, id, as)).status)
  }
})

test("a chat is handed over with a note: one moderator is cut off, the other told, and the member reads on", async () => {
  const room = await aRoom(shop)
  const { moderator, member } = room
  const other = await shop.aModerator()
  const sibling = await shop.call("POST /api/chat/rooms", { as: await memberOf(), body: { doll_id: room.dollId } })
  await says(shop, room, member, "Good evening")
  await snoozed(room, null)
  const [mine, theirs, reads] = [
    await inRoom(shop.app, room, moderator),
    await pageOf(other),
    await inRoom(shop.app, room, member),
  ]
  const colleagues = (await shop.call("GET /api/chat/moderators", { as: moderator })).body
  expect(colleagues.find(({ id }: { id: number }) => id === other.id)).toMatchObject({ full_name: other.fullName })
  expect(colleagues.map(({ id }: { id: number }) => id)).not.toContain(moderator.id)
  const body = { moderator_id: other.id, note: "She asks about the crate." }
  const handed = await shop.call(`POST /api/chat/rooms/${room.id}/hand-over`, { as: moderator, body })
  expect(handed.status).toBe(204)
  expect(await mine.closed()).toBe(4403)
  let frame = await reads.next("room")
  while (frame.moderator_id !== other.id) frame = await reads.next("room")
  expect(await theirs.next("desk")).toMatchObject({ room_id: room.id })
  reads.close()
  theirs.close()

  expect(await queueOf(moderator, "waiting")).toEqual([])
  expect(await unreadOf(shop, moderator)).toEqual({})
  expect((await shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: moderator })).status).toBe(404)
  expect(await queueOf(other, "waiting")).toEqual([room.id])
  expect(await unreadOf(shop, other)).toEqual({ [room.id]: 1 })
  expect(await roomOf(room, other)).toMatchObject({ moderator_id: other.id, handed_over: true, snoozed: null })
  const notes = (await shop.call(`GET /api/chat/rooms/${room.id}/notes`, { as: other })).body.items
  expect(notes).toMatchObject([{ content: body.note, author: moderator.fullName }])
  const told = (await shop.call("GET /api/notifications", { as: other })).body
  expect(told[0]).toMatchObject({ kind: "chat_handed_over", link: `/moderator?room=${room.id}` })
  const log = await shop.app.store.db.select().from(auditLog).where(eq(auditLog.action, "chat.hand_over"))
  expect(log.at(-1)).toMatchObject({ actorId: moderator.id, targetId: room.id, after: { moderator_id: other.id } })
  // The answer counts for whoever gives it.
  expect((await says(shop, room, other, "The crate has handles.")).moderator_id).toBe(other.id)
  // Another chat about the same model stays.
  expect((await roomOf({ ...room, id: sibling.body.id })).moderator_id).toBe(moderator.id)

  // Assigning the model to somebody else does not move it; whoever leaves gives it back.
  const boss = await shop.anAdmin()
  const third = await shop.aModerator()
  await shop.call(`DELETE /api/moderators/${moderator.id}/dolls/${room.dollId}`, { as: boss })
  await shop.call(`POST /api/moderators/${third.id}/dolls/${room.dollId}`, { as: boss })
  expect((await roomOf({ ...room, id: sibling.body.id }, third)).moderator_id).toBe(third.id)
  expect((await roomOf(room, other)).moderator_id).toBe(other.id)
  const left = await shop.call(`PUT /api/moderators/moderators/${other.id}`, { as: boss, body: { is_active: false } })
  expect(left.status).toBeLessThan(300)
  expect(await roomOf(room, third)).toMatchObject({ moderator_id: third.id, handed_over: false })
})

test("a chat is handed to an active moderator only, by the one who answers in it", async () => {
  const room = await aRoom(shop)
  const member = await memberOf()
  const gone = await shop.aModerator()
  await shop.app.store.db.update(users).set({ isActive: false }).where(eq(users.id, gone.id))
  const handOver = (as: TestPerson, moderator_id: number) =>
    shop.call(`POST /api/chat/rooms/${room.id}/hand-over`, { as, body: { moderator_id } })
  for (const id of [member.id, gone.id, room.moderator.id, 999_999]) {
    const { status, body } = await handOver(room.moderator, id)
    expect([status, body.errors[0]]).toEqual([422, { path: "moderator_id", message: deskTexts.notAModerator }])
  }
  const other = await shop.aModerator()
  expect((await handOver(other, room.moderator.id)).status).toBe(404)
  expect((await handOver(room.moderator, other.id)).status).toBe(204)
  expect((await handOver(room.moderator, other.id)).status).toBe(404)
  // Back to the moderator of the model: an ordinary room again.
  expect((await handOver(other, room.moderator.id)).status).toBe(204)
  expect((await roomOf(room)).handed_over).toBe(false)
})

test("whoever had a chat before is told who has it now; to everybody else it does not exist", async () => {
  const room = await aRoom(shop)
  const [first, second, third] = [room.moderator, await shop.aModerator(), await shop.aModerator()]
  const give = (from: TestPerson, to: TestPerson) =>
    shop.call(`POST /api/chat/rooms/${room.id}/hand-over`, { as: from, body: { moderator_id: to.id } })
  const read = (as: TestPerson) => shop.call(`GET /api/chat/rooms/${room.id}`, { as })
  const has = ({ fullName }: TestPerson) => ({
    status: 403,
    body: { code: "CHAT_MOVED", detail: deskTexts.moved(fullName) },
  })
  await give(first, second)
  expect(await read(first)).toMatchObject(has(second))
  await give(second, third)
  expect(await read(first)).toMatchObject(has(third))
  expect(await read(second)).toMatchObject(has(third))
  for (const as of [await shop.aModerator(), await memberOf()]) expect((await read(as)).status).toBe(404)
  // Back again, and then moved with the model.
  await give(third, first)
  expect((await read(first)).status).toBe(200)
  expect(await read(third)).toMatchObject(has(first))
  const boss = await shop.anAdmin()
  await shop.call(`DELETE /api/moderators/${first.id}/dolls/${room.dollId}`, { as: boss })
  expect((await read(first)).status).toBe(404)
  await shop.call(`POST /api/moderators/${second.id}/dolls/${room.dollId}`, { as: boss })
  expect(await read(first)).toMatchObject(has(second))
  const [row] = await shop.app.store.db.select().from(chatRooms).where(eq(chatRooms.id, room.id))
  expect(row!.formerModeratorIds.sort()).toEqual([first.id, second.id, third.id].sort())
})

test("words are found in the messages of one's own rooms, newest first, never in deleted ones", async () => {
  const room = await aRoom(shop)
  const strangers = await aRoom(shop)
  await says(shop, strangers, strangers.member, "The porcelain hand is cold")
  await says(shop, room, room.member, "Is the PORCELAIN hand-painted?")
  const deleted = await says(shop, room, room.moderator, "The porcelain, by hand")
  await says(shop, room, room.moderator, "Every porcelain face is painted by hand.")
  await shop.call(`DELETE /api/chat/messages/${deleted.id}`, { as: room.moderator })
  await indexMessages(shop.app.store)
  const search = async (q: string, as = room.moderator) =>
    (await shop.call(`GET /api/chat/moderator/messages?q=${encodeURIComponent(q)}`, { as })).body.items
  const found = await search("hand porce")
  expect(found).toMatchObject([
    { chat_room_id: room.id, by_member: false, member_name: room.member.fullName },
    { chat_room_id: room.id, by_member: true },
  ])
  expect(found[1].excerpt).toEqual([
    { text: "Is the ", marked: false },
    { text: "PORCE", marked: true },
    { text: "LAIN ", marked: false },
    { text: "hand", marked: true },
    { text: "-painted?", marked: false },
  ])
  expect(await search("porcelain", strangers.moderator)).toHaveLength(1)
  expect(await search("#1 & ! | :* '--")).toEqual([])
  expect(await search("' | porcelain:*")).toHaveLength(2)
  expect((await shop.call("GET /api/chat/moderator/messages?q=a", { as: room.moderator })).status).toBe(422)
  // Deleted after it was indexed: its words go too.
  const [last] = found
  await shop.call(`DELETE /api/chat/messages/${last.id}`, { as: room.moderator })
  expect(await search("porcelain")).toHaveLength(1)
  expect(await shop.app.store.db.select().from(chatWords).where(eq(chatWords.messageId, last.id))).toEqual([])
})

test("an accented word is found, whether the accent is a character of its own in the message, the search or both", async () => {
  const room = await aRoom(shop)
  await says(shop, room, room.member, "Vitr\u00e9e".normalize("NFC"))
  await says(shop, room, room.member, "vitr\u00e9e".normalize("NFD"))
  await indexMessages(shop.app.store)
  for (const form of ["NFC", "NFD"]) {
    const path = `GET /api/chat/moderator/messages?q=${encodeURIComponent("vitr\u00e9e".normalize(form))}` as const
    const { items } = (await shop.call(path, { as: room.moderator })).body
    expect(items.map(({ excerpt }: { excerpt: unknown[] }) => excerpt)).toEqual([
      [{ text: "vitr\u00e9e", marked: true }],
      [{ text: "Vitr\u00e9e", marked: true }],
    ])
  }
})

test("order numbers, addresses and decimals are found as they are written, and by their parts", async () => {
  const room = await aRoom(shop)
  const text = "ORD-104233: 12.5 cm for $1,240.00 on 2026-11-24, see www.care.example/wax_kit?x=1"
  await says(shop, room, room.member, text)
  await indexMessages(shop.app.store)
  for (const q of [
    "ORD-104233",
    "104233",
    "12.5",
    "1,240.00",
    "2026-11-24",
    "www.care.example/wax_kit",
    "kit",
    "care",
  ]) {
    const path = `GET /api/chat/moderator/messages?q=${encodeURIComponent(q)}` as const
    expect([q, (await shop.call(path, { as: room.moderator })).body.items]).toMatchObject([q, [{ by_member: true }]])
  }
})

test("pages of a search neither repeat nor skip a message, and a room opens around one of them", async () => {
  const room = await aRoom(shop)
  const ids: number[] = []
  for (let at = 0; at < 45; at++) {
    now = after(now, minutes(1))
    ids.push((await says(shop, room, at % 2 ? room.moderator : room.member, `Varnish number ${at}`)).id)
  }
  await indexMessages(shop.app.store)
  const found: number[] = []
  for (let before: number | null = null; ; ) {
    const query: string = before === null ? "" : `&before=${before}`
    const { body } = await shop.call(`GET /api/chat/moderator/messages?q=varnish${query}`, { as: room.moderator })
    found.push(...body.items.map(({ id }: { id: number }) => id))
    before = body.next
    if (before === null) break
  }
  expect(found).toEqual(ids.toReversed())
  const page = async (query: string) =>
    (await shop.call(`GET /api/chat/rooms/${room.id}/messages?${query}`, { as: room.moderator })).body.map(
      ({ id }: { id: number }) => id,
    )
  expect(await page(`around_id=${ids[20]}&limit=10`)).toEqual(ids.slice(16, 26))
  expect(await page(`after_id=${ids[25]}&limit=10`)).toEqual(ids.slice(26, 36))
  expect(await page(`around_id=${ids[44]}&limit=10`)).toEqual(ids.slice(40))
})

test("an excerpt is the place of the first match, in whole words", () => {
  const text = `${"quiet ".repeat(40)}porcelain ${"light ".repeat(60)}`
  const parts = excerptOf(text, ["porcelain"])
  expect(parts.map(({ text }) => text).join("")).toMatch(/^… (quiet )+porcelain (light )+…$/)
  expect(parts.filter(({ marked }) => marked)).toEqual([{ text: "porcelain", marked: true }])
  expect(
    excerptOf("x".repeat(1000), ["x"])
      .map(({ text }) => text)
      .join("").length,
  ).toBeLessThan(300)
})

test("a member is asked once after a talk has rested for a day, and the answer reaches the moderator", async () => {
  const room = await aRoom(shop)
  const { member, moderator } = room
  const question = async (as = member) =>
    (await shop.call(`GET /api/chat/rooms/${room.id}/rating`, { as })).body.question
  await says(shop, room, member, "Is she glazed?")
  await says(shop, room, moderator, "Twice.")
  now = after(now, hours(23))
  await askForRatings(shop.app.store)
  expect(await question()).toBeNull()
  now = after(now, hours(2))
  const page = await pageOf(member)
  await askForRatings(shop.app.store)
  expect(await page.next("rating")).toMatchObject({ room_id: room.id })
  page.close()
  await askForRatings(shop.app.store)
  const asked = await question()
  const rows = () => shop.app.store.db.select().from(chatRatings).where(eq(chatRatings.roomId, room.id))
  expect(await rows()).toHaveLength(1)
  const answer = (body: object, as = member) => shop.call(`POST /api/chat/rooms/${room.id}/rating`, { as, body })
  expect((await answer({ id: asked.id, score: 6 })).status).toBe(422)
  expect((await answer({ id: asked.id, score: 4, words: "Quick and kind." })).status).toBe(204)
  const again = await answer({ id: asked.id, score: 1 })
  expect([again.status, again.body.detail]).toEqual([409, deskTexts.ratingGone])
  expect(await question()).toBeNull()
  const seen = (await shop.call(`GET /api/chat/rooms/${room.id}/ratings`, { as: moderator })).body
  expect(seen).toMatchObject([{ score: 4, words: "Quick and kind." }])
  const metrics = (await shop.call("GET /api/moderators/dashboard", { as: moderator })).body
  expect(metrics.ratings).toEqual({ count: 1, average: 4 })
  const exported = (await shop.call("GET /api/users/account/export", { as: member })).body
  expect(exported.chat_ratings).toMatchObject([{ room_id: room.id, score: 4, words: "Quick and kind." }])
  // Nothing was said since: not again. After another talk: again.
  now = after(now, hours(25))
  await askForRatings(shop.app.store)
  expect(await question()).toBeNull()
  await says(shop, room, member, "One more question")
  await says(shop, room, moderator, "Of course.")
  now = after(now, hours(25))
  await askForRatings(shop.app.store)
  const second = await question()
  expect(second.id).not.toBe(asked.id)
  // Whoever would rather not say is not shown it any more.
  expect((await answer({ id: second.id, score: null })).status).toBe(204)
  expect(await question()).toBeNull()
  expect((await shop.call(`GET /api/chat/rooms/${room.id}/ratings`, { as: moderator })).body).toHaveLength(1)
})

test("who waits for an answer, who is on the free level and whose talk ended long ago is not asked", async () => {
  const rooms = [await aRoom(shop), await aRoom(shop), await aRoom(shop)]
  const [waits, free, long] = rooms as [TestRoom, TestRoom, TestRoom]
  await says(shop, long, long.member, "Is she glazed?")
  await says(shop, long, long.moderator, "Twice.")
  now = after(now, days(4))
  for (const room of [waits, free]) {
    await says(shop, room, room.member, "Is she glazed?")
    await says(shop, room, room.moderator, "Twice.")
  }
  await says(shop, waits, waits.member, "Why twice?")
  now = after(now, hours(25))
  const ended = { membershipLevel: "free" as const, membershipExpiresAt: null }
  await shop.app.store.db.update(users).set(ended).where(eq(users.id, free.member.id))
  await askForRatings(shop.app.store)
  const asked = await shop.app.store.db.select().from(chatRatings)
  for (const room of rooms) expect(asked.filter(({ roomId }) => roomId === room.id)).toEqual([])
  expect((await shop.call(`GET /api/chat/rooms/${free.id}/rating`, { as: free.member })).status).toBe(403)
})

test("what is written about a talk is checked: blocked words reach nobody but the queue", async () => {
  const room = await aRoom(shop)
  const values = { roomId: room.id, userId: room.member.id, moderatorId: room.moderator.id, askedAt: now }
  const [row] = await shop.app.store.db.insert(chatRatings).values(values).returning()
  const body = { id: row!.id, score: 1, words: "I will kill you" }
  const refused = await shop.call(`POST /api/chat/rooms/${room.id}/rating`, { as: room.member, body })
  expect([refused.status, refused.body.code]).toEqual([422, "BLOCKED"])
  const mine = and(eq(flaggedItems.authorId, room.member.id), eq(flaggedItems.roomId, room.id))
  expect(await shop.app.store.db.select().from(flaggedItems).where(mine)).toHaveLength(1)
  expect((await shop.call(`GET /api/chat/rooms/${room.id}/rating`, { as: room.member })).body.question.id).toBe(row!.id)
})

/** A page of an account that receives its frames. */
async function pageOf(as: TestPerson) {
  const page = await openSocket(shop.app, as)
  await page.next("account")
  return page
}

const memberOf = async () => (await aRoom(shop)).member
