import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { generalTexts } from "#contract/texts.ts"
import * as sessions from "#server/platform/auth/sessions.ts"
import { dayAfter } from "#server/platform/clock.ts"
import { aRoom, says } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { rollUpAnswers } from "../../conversation/chat/responseTimes.ts"
import { chatMessages, chatRooms, moderatorDays } from "../../conversation/chat/tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const minute = 60_000
const day = 24 * 60 * minute

test("a moderator's statistics are counted from the messages", async () => {
  const room = await aRoom(shop)
  const { member, moderator } = room
  const quiet = await aRoom(shop, { moderator })
  // Signs in each time: sessions end as months pass.
  const numbers = async () => {
    const { token: as } = await sessions.openSession(shop.app.store, moderator.id, true, null)
    return (await shop.call("GET /api/moderators/dashboard", { as })).body
  }
  expect(await numbers()).toMatchObject({
    assigned_dolls: 2,
    active_chat_rooms: 0,
    avg_response_time_minutes: null,
    monthly_report: { total_messages: 0, messages_this_month: 0, monthly_change: null },
    top_dolls: [],
  })
  await says(shop, room, moderator, "Good evening. Ask whatever you like.")
  shop.clock.advance(minute)
  await says(shop, room, member, "How tall is she?")
  shop.clock.advance(2 * minute)
  await says(shop, room, member, "And how heavy?")
  shop.clock.advance(4 * minute)
  // Answered six minutes after the first question, in two messages.
  await says(shop, room, moderator, "168 cm.")
  await says(shop, room, moderator, "Eleven kilograms.")
  await says(shop, room, member, "Thank you")
  shop.clock.advance(3 * minute)
  const gone = await says(shop, room, moderator, "A slip of the hand")
  await shop.call(`DELETE /api/chat/messages/${gone.id}`, { as: moderator })
  await says(shop, quiet, quiet.member, "Is it porcelain?")
  shop.clock.advance(minute)
  await says(shop, quiet, moderator, "It is bisque.")

  const said = await numbers()
  const today = shop.clock.now().toISOString().slice(0, 10)
  expect(said).toMatchObject({ assigned_dolls: 2, active_chat_rooms: 2, avg_response_time_minutes: 3.5 })
  expect(Object.keys(said.messages_per_day)).toHaveLength(30)
  expect(Object.keys(said.messages_per_day).at(-1)).toBe(today)
  expect(said.messages_per_day[today]).toBe(4)
  expect(Object.keys(said.messages_per_month)).toHaveLength(12)
  expect(Object.entries(said.messages_per_month).at(-1)).toEqual([today.slice(0, 7), 4])
  expect(said.top_dolls.map((one: { id: number; message_count: number }) => [one.id, one.message_count])).toEqual([
    [room.dollId, 3],
    [quiet.dollId, 1],
  ])
  expect(said.monthly_report).toEqual({ total_messages: 4, messages_this_month: 4, monthly_change: null })
  // An admin gets the same figures.
  const admin = await shop.anAdmin("financial_admin")
  expect((await shop.call(`GET /api/moderators/${moderator.id}/metrics`, { as: admin })).body).toEqual(said)

  // A month later: one after four is 75 per cent less; no room is active, and the old messages are outside the thirty
  // days.
  const later = new Date(shop.clock.now())
  later.setUTCMonth(later.getUTCMonth() + 1, 28)
  shop.clock.advance(later.getTime() - shop.clock.now().getTime())
  const after = await numbers()
  expect(after).toMatchObject({ active_chat_rooms: 0, assigned_dolls: 2 })
  expect(after.monthly_report).toEqual({ total_messages: 4, messages_this_month: 0, monthly_change: -100 })
  // The period before has as many days and months, and ends where this one begins.
  shop.clock.advance(new Date(`${today}T12:00:00Z`).getTime() + 35 * day - shop.clock.now().getTime())
  const { previous, ...current } = await numbers()
  expect(Object.keys(previous.messages_per_day)).toHaveLength(30)
  expect(previous.messages_per_day[today]).toBe(4)
  expect(Object.keys(current.messages_per_day)[0]).toBe(dayAfter(Object.keys(previous.messages_per_day).at(-1)!))
  expect(Object.keys(previous.messages_per_month)).toHaveLength(12)
  expect(Object.values(previous.messages_per_month)).toEqual(Array(12).fill(0))
  shop.clock.advance(60 * day)
  expect(Object.values((await numbers()).messages_per_day)).toEqual(Array(30).fill(0))
})

test("past days are summed up once, and later deletions are subtracted", async () => {
  const room = await aRoom(shop)
  const { member, moderator } = room
  const numbers = async () => {
    const { token: as } = await sessions.openSession(shop.app.store, moderator.id, true, null)
    return (await shop.call("GET /api/moderators/dashboard", { as })).body
  }
  // Moves the clock to noon, so that adding minutes stays within the day.
  const toNoon = () => shop.clock.advance(day - ((shop.clock.now().getTime() + day / 2) % day))
  toNoon()
  await says(shop, room, member, "Is she heavy?")
  shop.clock.advance(5 * minute)
  const answer = await says(shop, room, moderator, "Eleven kilograms.")
  const second = await says(shop, room, moderator, "Without the stand.")
  const date = shop.clock.now().toISOString().slice(0, 10)
  toNoon()
  const token = (await sessions.openSession(shop.app.store, moderator.id, true, null)).token
  await Promise.all([rollUpAnswers(shop.app.store), rollUpAnswers(shop.app.store)])
  expect(
    await shop.app.store.db.select().from(moderatorDays).where(eq(moderatorDays.moderatorId, moderator.id)),
  ).toEqual([{ moderatorId: moderator.id, day: date, messages: 2, answers: 1, waitedSeconds: expect.closeTo(300, 0) }])
  await says(shop, room, member, "Thank you.")
  shop.clock.advance(minute)
  await says(shop, room, moderator, "With pleasure.")
  const both = await numbers()
  expect([both.messages_per_day[date], both.monthly_report.total_messages]).toEqual([2, 3])
  expect(both.avg_response_time_minutes).toBe(3)
  expect(both.top_dolls).toEqual([{ id: room.dollId, name: expect.any(String), message_count: 3 }])

  for (const { id } of [second, second]) await shop.call(`DELETE /api/chat/messages/${id}`, { as: token })
  const less = await numbers()
  expect([less.messages_per_day[date], less.monthly_report.total_messages]).toEqual([1, 2])
  expect(less.top_dolls[0].message_count).toBe(2)
  await shop.call(`DELETE /api/chat/messages/${answer.id}`, { as: token })
  expect((await numbers()).top_dolls[0].message_count).toBe(1)
})

test("a busy day is counted again every 30 seconds", async () => {
  const room = await aRoom(shop)
  const { moderator } = room
  const { token: as } = await sessions.openSession(shop.app.store, moderator.id, true, null)
  const total = async () =>
    (await shop.call("GET /api/moderators/dashboard", { as })).body.monthly_report.total_messages as number
  await rollUpAnswers(shop.app.store)
  const now = shop.clock.now()
  await shop.app.store.db.insert(chatMessages).values(
    Array.from({ length: 501 }, (_, n) => ({
      ...{ roomId: room.id, senderId: moderator.id, moderatorId: moderator.id, seq: n + 1, createdSeq: n + 1 },
      ...{ type: "TEXT" as const, content: "It is bisque.", createdAt: now, updatedAt: now },
    })),
  )
  await shop.app.store.db.update(chatRooms).set({ headSeq: 501, messageCount: 501 }).where(eq(chatRooms.id, room.id))
  expect(await total()).toBe(501)
  await says(shop, room, moderator, "It was fired twice.")
  expect(await total()).toBe(501)
  shop.clock.advance(minute)
  await expect.poll(total).toBe(502)
})

test("statistics and assignments are visible to the moderator and admins only", async () => {
  const moderator = await shop.aModerator()
  const other = await shop.aModerator()
  const user = await shop.aUser()
  const admin = await shop.anAdmin("content_admin")
  const doll = await shop.aDoll({ moderatorId: moderator.id })
  const status = async (what: string, as?: typeof user) =>
    (await shop.call(`GET /api/moderators/${what}`, { as })).status

  expect(await status("dashboard", moderator)).toBe(200)
  for (const as of [user, admin]) {
    const refused = await shop.call("GET /api/moderators/dashboard", { as })
    expect(refused.status).toBe(403)
    expect(refused.body.detail).toBe(generalTexts.moderatorRequired)
  }
  expect(await status("dashboard")).toBe(401)

  const metrics = `${moderator.id}/metrics`
  expect(await status(metrics, admin)).toBe(200)
  for (const as of [user, moderator, other]) expect(await status(metrics, as)).toBe(403)
  expect(await status(metrics)).toBe(401)
  expect(await status(`${user.id}/metrics`, admin)).toBe(404)

  const dolls = `${moderator.id}/dolls`
  for (const as of [moderator, admin]) {
    const { body, headers } = await shop.call(`GET /api/moderators/${dolls}`, { as })
    expect(body.map(({ id }: { id: number }) => id)).toEqual([doll.id])
    expect(Number(headers["x-total-count"])).toBe(1)
  }
  expect(await status(dolls, other)).toBe(404)
  expect(await status(dolls, user)).toBe(403)
  expect(await status(dolls)).toBe(401)
  expect(await status("x/dolls", admin)).toBe(422)
})
