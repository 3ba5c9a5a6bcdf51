import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aRoom, inRoom, says, type TestRoom } from "#test/chat.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { minutes, seconds } from "../../platform/clock.ts"
import { notifications } from "../../platform/notifications/tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  // Presence is known by then.
  shop.clock.advance(minutes(2))
})
afterAll(() => shop.close())

const ofMessages = ({ id }: TestPerson) => and(eq(notifications.userId, id), eq(notifications.kind, "new_message"))
const notices = (person: TestPerson) => shop.app.store.db.select().from(notifications).where(ofMessages(person))
/** Stores a message as if the node was killed right after it. */
async function unnotified(room: TestRoom, content = "Good evening"): Promise<void> {
  await says(shop, room, room.moderator, content)
  await expect.poll(() => notices(room.member)).toHaveLength(1)
  await shop.app.store.db.delete(notifications).where(ofMessages(room.member))
}
async function later(milliseconds = minutes(1)): Promise<void> {
  shop.clock.advance(milliseconds)
  await shop.app.chat.notifyMissed()
}

test("a missed notification is created a minute later, once", async () => {
  const room = await aRoom(shop)
  await unnotified(room)
  await later(seconds(10))
  expect(await notices(room.member)).toEqual([])
  for (let turn = 0; turn < 3; turn++) await later()
  expect(await notices(room.member)).toMatchObject([
    { link: `/model-chat/${room.dollId}?roomId=${room.id}`, readAt: null },
  ])
  await says(shop, room, room.moderator, "And another one")
  for (let turn = 0; turn < 3; turn++) await later()
  expect(await notices(room.member)).toHaveLength(1)
})

test("an existing one is not created again, read or not", async () => {
  const [room, read] = [await aRoom(shop), await aRoom(shop)]
  for (const { id, moderator } of [room, read]) await says(shop, { id }, moderator, "Good evening")
  for (const { member } of [room, read]) await expect.poll(() => notices(member)).toHaveLength(1)
  const [notice] = await notices(read.member)
  await shop.call(`POST /api/notifications/${notice!.id}/read`, { as: read.member })
  await later()
  for (const { member } of [room, read]) expect(await notices(member)).toHaveLength(1)
})

test("a member who has read the message, or is online by then, gets no notification", async () => {
  const [read, here] = [await aRoom(shop), await aRoom(shop)]
  for (const room of [read, here]) await unnotified(room)
  const reader = await inRoom(shop.app, read, read.member)
  const { id } = reader.frames.find(({ type }) => type === "history").messages[0]
  await shop.call(`POST /api/chat/rooms/${read.id}/read`, { as: read.member, body: { last_message_id: id } })
  reader.close()
  await reader.closed()
  const page = await openSocket(shop.app, here.member)
  await page.next("account")
  await later()
  expect([await notices(read.member), await notices(here.member)]).toEqual([[], []])
  page.close()
})

test("two nodes that check at the same moment create it once", async () => {
  const room = await aRoom(shop)
  await unnotified(room)
  shop.clock.advance(minutes(1))
  await Promise.all([shop.app.chat.notifyMissed(), shop.app.chat.notifyMissed()])
  expect(await notices(room.member)).toHaveLength(1)
})
