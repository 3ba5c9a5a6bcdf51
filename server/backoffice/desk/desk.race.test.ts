import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aRoom, inRoom, post, says, type TestRoom, unreadOf } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { waitingSince } from "../../conversation/chat/rows.ts"
import { chatRooms } from "../../conversation/chat/tables.ts"
import { after, hours } from "../../platform/clock.ts"
import { statement } from "../../platform/db/statement.ts"
import { askForRatings } from "./ratings.ts"
import { indexMessages } from "./search.ts"
import { chatRatings } from "./tables.ts"

let now = new Date("2026-11-24T18:00:00.000Z")
let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, { clock: { now: () => now } })
})
afterAll(() => shop.close())

const rowOf = async ({ id }: TestRoom) =>
  (await shop.app.store.db.select().from(chatRooms).where(eq(chatRooms.id, id)))[0]!

test("whatever the order of a snooze and a message, no chat with an unseen message stays snoozed", async () => {
  const outcomes = new Set<number>()
  for (let turn = 0; turn < 15; turn++) {
    const room = await aRoom(shop)
    const seen = await says(shop, room, room.member, "Good evening")
    const body = { until: null, last_message_id: seen.id }
    const snooze = () => shop.call(`PUT /api/chat/rooms/${room.id}/snooze`, { as: room.moderator, body })
    const write = () => says(shop, room, room.member, "Are you there?")
    const [first, second] = turn % 2 ? [snooze, write] : [write, snooze]
    const running = [first(), second()]
    const [one, two] = await Promise.all(running)
    outcomes.add(((turn % 2 ? one : two) as { status: number }).status)
    expect((await rowOf(room)).snoozedUntil).toBeNull()
  }
  for (const status of outcomes) expect([200, 409]).toContain(status)
})

test("a message that meets a hand-over is stored once or refused, and both moderators count the same", async () => {
  for (let turn = 0; turn < 12; turn++) {
    const room = await aRoom(shop)
    const other = await shop.aModerator()
    const socket = await inRoom(shop.app, room, room.moderator)
    const [handed, asked, answered] = await Promise.all([
      shop.call(`POST /api/chat/rooms/${room.id}/hand-over`, { as: room.moderator, body: { moderator_id: other.id } }),
      says(shop, room, room.member, "Good evening"),
      post(shop, room.moderator, { chat_room_id: room.id, content: "Good evening", client_id: `answer-${turn}` }),
    ])
    expect(handed.status).toBe(204)
    expect([201, 403, 404]).toContain(answered.status)
    expect(await socket.closed()).toBe(4403)
    const messages = (await shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: other })).body
    expect(messages).toHaveLength(answered.status === 201 ? 2 : 1)
    // The answer of the moderator before is not the new one's own either.
    const foreign = messages.filter(({ sender_id }: { sender_id: number }) => sender_id !== other.id)
    expect((await unreadOf(shop, other))[room.id]).toBe(foreign.length)
    expect(await unreadOf(shop, room.moderator)).toEqual({})
    const [row] = await statement<{ same: boolean }>(
      shop.app.store,
      "",
      `select r.waiting_since is not distinct from ${waitingSince} as same from chat_rooms r where r.id = $1`,
      [room.id],
    )
    expect(row!.same).toBe(true)
    expect((await rowOf(room)).moderatorId).toBe(other.id)
    expect(asked.id).toBeGreaterThan(0)
  }
})

test("of two hand-overs at once one takes effect, and the other finds no room", async () => {
  const room = await aRoom(shop)
  const others = [await shop.aModerator(), await shop.aModerator()]
  const answers = await Promise.all(
    others.map(({ id }) =>
      shop.call(`POST /api/chat/rooms/${room.id}/hand-over`, {
        as: room.moderator,
        body: { moderator_id: id, note: "Yours now" },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  const winner = others[answers.findIndex(({ status }) => status === 204)]!
  expect((await rowOf(room)).moderatorId).toBe(winner.id)
  // The note of the other was not kept.
  expect((await shop.call(`GET /api/chat/rooms/${room.id}/notes`, { as: winner })).body.items).toHaveLength(1)
})

test("a hand-over that meets a new assignment ends with one moderator, who can enter", async () => {
  const boss = await shop.anAdmin()
  for (let turn = 0; turn < 8; turn++) {
    const room = await aRoom(shop)
    const other = await shop.aModerator()
    const [handed] = await Promise.all([
      shop.call(`POST /api/chat/rooms/${room.id}/hand-over`, { as: room.moderator, body: { moderator_id: other.id } }),
      shop.call(`DELETE /api/moderators/${room.moderator.id}/dolls/${room.dollId}`, { as: boss }),
    ])
    const row = await rowOf(room)
    expect(row.moderatorId).toBe(handed.status === 204 ? other.id : null)
    if (handed.status !== 204) continue
    const { status } = await shop.call(`GET /api/chat/rooms/${room.id}`, { as: other })
    expect(status).toBe(200)
  }
})

test("two nodes that ask and index at the same time ask once and index each message once", async () => {
  const room = await aRoom(shop)
  await says(shop, room, room.member, "Is the varnish dry?")
  await says(shop, room, room.moderator, "The varnish is dry.")
  await Promise.all([1, 2, 3].map(() => indexMessages(shop.app.store)))
  await indexMessages(shop.app.store)
  const found = await shop.call("GET /api/chat/moderator/messages?q=varnish", { as: room.moderator })
  expect(found.body.items).toHaveLength(2)
  now = after(now, hours(25))
  await Promise.all([1, 2, 3].map(() => askForRatings(shop.app.store)))
  expect(await shop.app.store.db.select().from(chatRatings).where(eq(chatRatings.roomId, room.id))).toHaveLength(1)
})

test("of an answer in two tabs one counts", async () => {
  const room = await aRoom(shop)
  const values = { roomId: room.id, userId: room.member.id, moderatorId: room.moderator.id, askedAt: now }
  const [asked] = await shop.app.store.db.insert(chatRatings).values(values).returning()
  const answers = await Promise.all(
    [1, 5].map((score) =>
      shop.call(`POST /api/chat/rooms/${room.id}/rating`, { as: room.member, body: { id: asked!.id, score } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})
