import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest"
import { aRoom, inRoom, says, type TestRoom } from "#test/chat.ts"
import { createDatabase } from "#test/postgres.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { openSocket, type TestSocket } from "#test/sockets.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { unreadTopic } from "../../conversation/chat/events.ts"
import { chatRooms } from "../../conversation/chat/tables.ts"
import { endSessions, peopleTopic } from "../auth/sessions.ts"
import { openPostgres } from "../db/open.ts"
import { flag, queueTopic } from "../moderation/queue.ts"
import { accountTopic, notify } from "../notifications/notifications.ts"

/** One node has lost its database, another has not. Events of the other still arrive. */
let here: TestShop
let there: TestShop
let wire: Wire
const open: TestSocket[] = []
beforeAll(async () => {
  const address = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  wire = await wireTo(address)
  here = await openShop({}, { database: openPostgres(wire.url, { timeouts: { statement: 800, silence: 1500 } }) })
  there = await openShop({}, { database: openPostgres(address) })
})
afterEach(() => {
  wire.mend()
  for (const socket of open.splice(0)) socket.close()
})
afterAll(async () => {
  await here.close()
  await there.close()
  await wire.close()
})

async function aPage(as: TestPerson): Promise<TestSocket> {
  const socket = await openSocket(here.app, as)
  open.push(socket)
  await socket.next("account")
  return socket
}
async function aSeat(room: TestRoom, as: TestPerson): Promise<TestSocket> {
  const socket = await inRoom(here.app, room, as, false)
  open.push(socket)
  // Answered once the socket has entered.
  socket.say({ type: "ping" })
  await socket.next("pong")
  return socket
}
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const heard = (topic: string, message: Parameters<typeof here.app.bus.publish>[1]) =>
  here.app.bus.publish(topic, message)
const notice = { kind: "order_paid", title: "Paid", body: "It is paid." } as const

for (const way of ["cut", "freeze"] as const) {
  test(`a client that connects during an outage of the database (${way}) is asked to reconnect`, async () => {
    const room = await aRoom(there)
    wire[way]()
    const comers = await Promise.all([
      openSocket(here.app, room.member),
      openSocket(here.app, room.member, { path: `/api/chat/ws/${room.id}/${room.member.id}` }),
    ])
    expect(await Promise.all(comers.map((socket) => socket.closed(10_000)))).toEqual([1011, 1011])
    expect(here.app.sockets.count).toBe(0)
    wire.mend()
    await aPage(room.member)
    await aSeat(room, room.member)
  })

  test(`an open page stays connected during an outage of the database (${way}), and catches up after it`, async () => {
    const room = await aRoom(there)
    const admin = await there.anAdmin()
    const page = await aPage(room.moderator)
    expect([await page.next("notice"), await page.next("unread")]).toMatchObject([{ unread: 0 }, { total_unread: 0 }])
    const member = await aPage(room.member)
    expect(await page.next("presence")).toMatchObject({ user_id: room.member.id, online: true })
    const queue = await aPage(admin)
    const { count } = await queue.next("flagged")
    wire[way]()
    const { id } = await says(there, room, room.member, "Meanwhile")
    await there.app.store.transaction((tx) => notify(tx, room.moderator.id, notice))
    await there.app.store.transaction((tx) => flag(tx, { kind: "message", subjectId: id, roomId: room.id }))
    heard(unreadTopic, { users: [room.moderator.id] })
    heard(accountTopic(room.moderator.id), { type: "notice", notification: null })
    heard(queueTopic, null)
    heard(peopleTopic, room.moderator.id)
    member.close()
    await pause(2500)
    page.say({ type: "ping" })
    await page.next("pong")
    wire.mend()
    expect(await page.next("unread", 12_000)).toMatchObject({ total_unread: 1 })
    expect(await page.next("notice", 12_000)).toMatchObject({ unread: 1 })
    expect(await page.next("presence", 12_000)).toMatchObject({ user_id: room.member.id, online: false })
    expect(await queue.next("flagged", 12_000)).toEqual({ type: "flagged", count: count + 1 })
  })

  test(`a user signed out elsewhere during an outage of the database (${way}) is disconnected after it`, async () => {
    const person = await there.aUser()
    const page = await aPage(person)
    wire[way]()
    await endSessions(there.app.store, person.id, null)
    heard(peopleTopic, person.id)
    await pause(2500)
    wire.mend()
    expect(await page.closed(10_000)).toBe(4401)
  })
}

test("a client in a room that has not joined gets an error, and stays connected", async () => {
  const room = await aRoom(there)
  const { id } = await says(there, room, room.moderator, "Before")
  const socket = await aSeat(room, room.member)
  wire.cut()
  socket.say({ type: "create", message: "Anybody?", client_id: "kept-by-the-page" })
  expect(await socket.next("error")).toMatchObject({
    code: "UNREADY",
    client_id: "kept-by-the-page",
    retry_after: 5,
  })
  socket.say({ type: "read", last_message_id: id })
  expect(await socket.next("error")).toMatchObject({ code: "UNREADY" })
  socket.say({ type: "typing", is_typing: true })
  await pause(2500)
  wire.mend()
  socket.say({ type: "create", message: "Anybody?", client_id: "kept-by-the-page" })
  expect(await socket.next("create")).toMatchObject({ message: { content: "Anybody?" } })
  socket.say({ type: "join" })
  expect((await socket.next("history")).messages).toHaveLength(2)
})

test("a client that cannot be caught up must reconnect", async () => {
  const room = await aRoom(there)
  const socket = await aSeat(room, room.member)
  wire.cut()
  socket.say({ type: "join" })
  expect(await socket.closed()).toBe(1011)
})

test("a user who loses access to a room during a database outage is disconnected after it, joined or not", async () => {
  const room = await aRoom(there)
  const sitting = await aSeat(room, room.moderator)
  wire.cut()
  await there.app.store.db.update(chatRooms).set({ moderatorId: null }).where(eq(chatRooms.id, room.id))
  await pause(2500)
  wire.mend()
  expect(await sitting.closed()).toBe(4403)
})

test("however long the database is unavailable, a page is notified once when it is back", async () => {
  const page = await aPage(await there.aUser())
  await page.next("notice")
  const { bus } = here.app
  wire.cut()
  Object.assign(bus, { up: false })
  await pause(10_000)
  wire.mend()
  Object.assign(bus, { up: true })
  await pause(4000)
  expect(page.frames.filter(({ type }) => type === "notice").length).toBeLessThan(3)
})
