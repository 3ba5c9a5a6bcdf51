import { sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { aRoom, headSeq, inRoom, post, says, type TestRoom, unreadOf } from "#test/chat.ts"
import { createDatabase } from "#test/postgres.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { openPostgres } from "../../platform/db/open.ts"

/** A shop whose database connection accepts requests and delivers no answers for a while. */
let shop: TestShop
let wire: Wire
let room: TestRoom
beforeAll(async () => {
  wire = await wireTo(await createDatabase(inject("postgresUrl"), inject("postgresTemplate")))
  const database = openPostgres(wire.url, { timeouts: { statement: 800, silence: 1500 } })
  shop = await openShop({ DATABASE_URL: wire.url }, { database })
})
beforeEach(async () => {
  wire.mend()
  room = await aRoom(shop)
  await says(shop, room, room.member, "Before")
})
afterAll(async () => {
  wire.mend()
  await shop.close()
  await wire.close()
})

/** Opens connections first: a connection attempt on a frozen wire would send no request. */
async function freeze(what: "all" | "answers"): Promise<void> {
  await Promise.all(Array.from({ length: 5 }, () => shop.app.store.db.execute(sql`select pg_sleep(0.1)`)))
  wire.freeze(what)
}
async function contents(): Promise<string[]> {
  const query = sql`select content from chat_messages where room_id = ${room.id} order by seq`
  const { rows } = (await shop.app.store.db.execute(query)) as unknown as { rows: { content: string }[] }
  return rows.map(({ content }) => content)
}

test("a message whose response was lost is stored once, however often and over any channel it is resent", async () => {
  const socket = await inRoom(shop.app, room, room.member)
  await freeze("answers")
  socket.say({ type: "create", message: "Once", client_id: "once-and-for-all" })
  expect(await socket.next("error")).toMatchObject({ code: "UNREADY", client_id: "once-and-for-all", retry_after: 5 })
  const message = { chat_room_id: room.id, content: "Once", client_id: "once-and-for-all" }
  const early = await post(shop, room.member, message)
  expect([early.status, early.body.code, early.headers["retry-after"]]).toEqual([503, "UNREADY", "5"])
  wire.mend()
  const again = await post(shop, room.member, message)
  expect([again.status, again.body.content]).toEqual([200, "Once"])
  socket.say({ type: "create", message: "Once", client_id: "once-and-for-all" })
  expect(await socket.next("create")).toMatchObject({ message: { id: again.body.id } })
  socket.close()
  expect(await contents()).toEqual(["Before", "Once"])
  expect([await headSeq(shop, room), await unreadOf(shop, room.moderator)]).toEqual([2, { [room.id]: 2 }])
})

test("one that reaches the database after it was given up and sent again is stored once as well", async () => {
  const socket = await inRoom(shop.app, room, room.member)
  await freeze("all")
  const frame = { type: "create", message: "Late", client_id: "late-and-again" }
  socket.say(frame)
  expect(await socket.next("error")).toMatchObject({ code: "UNREADY" })
  // Whatever was held back arrives with this.
  wire.mend()
  socket.say(frame)
  expect(await socket.next("create")).toMatchObject({ message: { content: "Late" } })
  socket.close()
  expect(await contents()).toEqual(["Before", "Late"])
  expect(await headSeq(shop, room)).toBe(2)
})

test("the others receive it, and their unread count, though no event was published", async () => {
  const [member, moderator] = [await inRoom(shop.app, room, room.member), await inRoom(shop.app, room, room.moderator)]
  const page = await openSocket(shop.app, room.moderator)
  expect(await page.next("unread")).toMatchObject({ total_unread: 1 })
  await freeze("answers")
  member.say({ type: "create", message: "Unheard", client_id: "unheard-of-it" })
  await member.next("error")
  wire.mend()
  expect(await moderator.next("history", 8000)).toMatchObject({ messages: [{ content: "Unheard" }], head_seq: 2 })
  expect(await page.next("unread")).toMatchObject({ total_unread: 2 })
  for (const socket of [member, moderator, page]) socket.close()
})

test("sent again where the room is not open, it is counted at once for the reader", async () => {
  const page = await openSocket(shop.app, room.moderator)
  await page.next("unread")
  const socket = await inRoom(shop.app, room, room.member)
  await freeze("answers")
  const message = { chat_room_id: room.id, content: "Counted", client_id: "counted-again" }
  socket.say({ type: "create", message: "Counted", client_id: "counted-again" })
  await socket.next("error")
  socket.close()
  await socket.closed()
  wire.mend()
  // Until the server has noticed that the database is back, a request is refused with Retry-After.
  await expect.poll(async () => (await post(shop, room.member, message)).status, { timeout: 10_000 }).toBe(200)
  expect(await page.next("unread")).toMatchObject({ total_unread: 2 })
  page.close()
})
