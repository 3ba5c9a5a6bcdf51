import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { membershipTexts } from "#contract/buyingText.ts"
import { ServerFrame } from "#contract/chat.ts"
import { chatTexts, moderationTexts } from "#contract/memberText.ts"
import { aRoom, form, headSeq, inRoom, post, says, type TestRoom, unreadOf } from "#test/chat.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { listen, openSocket } from "#test/sockets.ts"
import { roomTopic } from "./events.ts"
import { chatReads } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const path = (room: { id: number }, person: { id: number }) => `/api/chat/ws/${room.id}/${person.id}`

test("a message goes to everyone in the room, and to its sender as the acknowledgement", async () => {
  const room = await aRoom(shop)
  const member = await inRoom(shop.app, room, room.member)
  const moderator = await inRoom(shop.app, room, room.moderator)
  member.say({ type: "create", message: " Good evening ", chat_room_id: room.id, client_id: "aaaa-0001", sender_id: 1 })
  const ack = await member.next("create")
  expect(ack).toMatchObject({
    seq: 1,
    client_id: "aaaa-0001",
    message: { content: "Good evening", sender_id: room.member.id, seq: 1, client_id: "aaaa-0001" },
  })
  expect(ack.message).not.toHaveProperty("flagged")
  expect((await moderator.next("create")).message).toEqual({ ...ack.message, flagged: false })
  moderator.say({ type: "create", content: "Good evening to you", client_id: "bbbb-0001" })
  expect((await member.next("create")).seq).toBe(2)
  await moderator.next("create")
  // A message sent over HTTP is received too.
  await says(shop, room, room.member, "By email")
  expect(await moderator.next("create")).toMatchObject({ seq: 3, message: { content: "By email" } })
  for (const frame of [...member.frames, ...moderator.frames]) ServerFrame.parse(frame)
})

test("joining returns the newest fifty, or the changes since", async () => {
  const room = await aRoom(shop)
  const ids: number[] = []
  for (let n = 0; n < 55; n++) ids.push((await says(shop, room, room.moderator, `Line ${n}`)).id)
  const fresh = await openSocket(shop.app, room.member, { path: path(room, room.member) })
  fresh.say({ type: "join" })
  const history = await fresh.next("history")
  expect(history.messages.map((message: any) => message.id)).toEqual(ids.slice(5))
  expect([history.head_seq, history.has_more]).toEqual([55, true])
  await shop.call(`DELETE /api/chat/messages/${ids[50]}`, { as: room.moderator })
  await says(shop, room, room.member, "Thank you")
  const back = await openSocket(shop.app, room.member, { path: path(room, room.member) })
  back.say({ type: "join", last_seq: 54 })
  const missed = await back.next("history")
  expect(missed.messages).toMatchObject([
    { id: ids[54], seq: 55 },
    { id: ids[50], seq: 56, deleted: true },
    { seq: 57 },
  ])
  expect([missed.head_seq, missed.has_more]).toEqual([57, false])
  back.say({ type: "join", last_seq: 57 })
  expect((await back.next("history")).messages).toEqual([])
})

test("changes beyond one frame are split into several, each of which moves the cursor", async () => {
  const room = await aRoom(shop)
  await shop.app.store.db.execute(sql`
    insert into chat_messages (room_id, sender_id, seq, created_seq, type, content, created_at, updated_at)
    select ${room.id}, ${room.moderator.id}, n, n, 'TEXT', 'Line ' || n, now(), now() from generate_series(1, 450) n`)
  await shop.app.store.db.execute(sql`update chat_rooms set head_seq = 450, message_count = 450 where id = ${room.id}`)
  const socket = await openSocket(shop.app, room.member, { path: path(room, room.member) })
  socket.say({ type: "join", last_seq: 0 })
  const frames = [await socket.next("history"), await socket.next("history"), await socket.next("history")]
  expect(frames.map((frame) => [frame.messages.length, frame.head_seq, frame.has_more])).toEqual([
    [200, 200, true],
    [200, 400, true],
    [50, 450, false],
  ])
})

test("no further history is read for a client that has disconnected", async () => {
  const room = await aRoom(shop)
  await shop.app.store.db.execute(sql`
    insert into chat_messages (room_id, sender_id, seq, created_seq, type, content, created_at, updated_at)
    select ${room.id}, ${room.moderator.id}, n, n, 'TEXT', 'Line ' || n, now(), now() from generate_series(1, 6000) n`)
  await shop.app.store.db.execute(
    sql`update chat_rooms set head_seq = 6000, message_count = 6000 where id = ${room.id}`,
  )
  const socket = await inRoom(shop.app, room, room.member, 6000)
  const { session } = (shop.app.store.db as any)._
  const asks = session.prepareQuery.bind(session)
  let pages = 0
  const spy = vi.spyOn(session, "prepareQuery").mockImplementation(((...given: any[]) => {
    if (given[2] === "chat_since" && ++pages === 1) socket.ws.terminate()
    return asks(...given)
  }) as never)
  socket.say({ type: "join", last_seq: 0 })
  await socket.closed()
  await new Promise((resolve) => setTimeout(resolve, 500))
  spy.mockRestore()
  expect(pages).toBeGreaterThan(0)
  expect(pages).toBeLessThan(30)
})

test("deletions and flags are sent in order, and a flag to staff only", async () => {
  const room = await aRoom(shop)
  const { id } = await says(shop, room, room.member, "Once")
  const member = await inRoom(shop.app, room, room.member, 1)
  const moderator = await inRoom(shop.app, room, room.moderator, 1)
  await shop.call(`PATCH /api/chat/messages/${id}/flag`, { as: room.moderator, body: { flagged: true } })
  const seen = await member.next("update")
  expect(seen).toMatchObject({ seq: 2, message: { id, seq: 2 } })
  expect(seen.message).not.toHaveProperty("flagged")
  expect((await moderator.next("update")).message.flagged).toBe(true)
  await shop.call(`DELETE /api/chat/messages/${id}`, { as: room.member })
  expect(await moderator.next("delete")).toEqual({ type: "delete", message_id: id, seq: 3 })
})

test("a read mark whose event was never published reaches the others when it is sent again", async () => {
  const room = await aRoom(shop)
  await says(shop, room, room.member, "Before")
  const [member, moderator] = [await inRoom(shop.app, room, room.member), await inRoom(shop.app, room, room.moderator)]
  const page = await openSocket(shop.app, room.moderator)
  expect(await page.next("unread")).toMatchObject({ total_unread: 1 })
  // The rows are those of a commit whose answer was lost.
  const { db } = shop.app.store
  await db.execute(sql`insert into chat_reads (room_id, user_id, last_message_id)
    select room_id, ${room.moderator.id}, id from chat_messages where room_id = ${room.id}`)
  await db.execute(sql`update chat_rooms set moderator_unread = 0 where id = ${room.id}`)
  const [mark] = await db.select().from(chatReads).where(eq(chatReads.roomId, room.id))
  const id = mark!.lastMessageId
  moderator.say({ type: "read", last_message_id: id })
  for (const socket of [member, moderator])
    expect(await socket.next("read")).toMatchObject({ user_id: room.moderator.id, last_message_id: id })
  expect(await page.next("unread")).toMatchObject({ total_unread: 0 })
  for (const socket of [member, moderator, page]) socket.close()
})

test("reading, typing and presence reach the other side", async () => {
  const room = await aRoom(shop)
  const member = await inRoom(shop.app, room, room.member)
  expect(await member.next("presence")).toEqual({ type: "presence", user_id: room.moderator.id, online: false })
  const moderator = await inRoom(shop.app, room, room.moderator)
  expect(await member.next("presence")).toMatchObject({ user_id: room.moderator.id, online: true })
  expect(await moderator.next("presence")).toMatchObject({ user_id: room.member.id, online: true })
  member.say({ type: "typing", is_typing: true })
  expect(await moderator.next("typing")).toEqual({ type: "typing", user_id: room.member.id, is_typing: true })
  member.say({ type: "typing", is_typing: false })
  expect((await moderator.next("typing")).is_typing).toBe(false)
  const { id } = await says(shop, room, room.member, "Hello")
  await moderator.next("create")
  moderator.say({ type: "read", last_message_id: id })
  expect(await member.next("read")).toEqual({ type: "read", user_id: room.moderator.id, last_message_id: id })
  expect(await unreadOf(shop, room.moderator)).toEqual({})
  const listed = await shop.call("GET /api/chat/user/rooms/", { as: room.member })
  expect(listed.body[0]).toMatchObject({ other_online: true, other_read_message_id: id })
  moderator.close()
  expect(await member.next("presence")).toMatchObject({ user_id: room.moderator.id, online: false })
  // A reconnecting socket receives the other side's read mark.
  const again = await inRoom(shop.app, room, room.member)
  expect(await again.next("read")).toEqual({ type: "read", user_id: room.moderator.id, last_message_id: id })
})

test("typing that is never ended ends after three seconds, or with its socket", async () => {
  const room = await aRoom(shop)
  const member = await inRoom(shop.app, room, room.member)
  const moderator = await inRoom(shop.app, room, room.moderator)
  member.say({ type: "typing", is_typing: true })
  await moderator.next("typing")
  const begun = performance.now()
  expect((await moderator.next("typing", 6000)).is_typing).toBe(false)
  expect(performance.now() - begun).toBeGreaterThan(2500)
  member.say({ type: "typing", is_typing: true })
  await moderator.next("typing")
  member.close()
  expect((await moderator.next("typing", 1500)).is_typing).toBe(false)
})

test("a repeated client_id returns the stored message, to its sender only", async () => {
  const room = await aRoom(shop, { level: "standard" })
  const member = await inRoom(shop.app, room, room.member)
  const moderator = await inRoom(shop.app, room, room.moderator)
  const create = { type: "create", message: "Once", client_id: "cccc-0001" }
  member.say(create)
  member.say(create)
  member.say({ ...create, message: "Twice" })
  const acks = [await member.next("create"), await member.next("create"), await member.next("create")]
  expect(new Set(acks.map((ack) => ack.message.id)).size).toBe(1)
  expect((await post(shop, room.member, { content: "x", chat_room_id: room.id, client_id: "cccc-0001" })).status).toBe(
    200,
  )
  await says(shop, room, room.moderator, "Seen")
  await moderator.next("create")
  expect((await moderator.next("create")).message.content).toBe("Seen")
  expect(await headSeq(shop, room)).toBe(2)
  expect((await shop.call("GET /api/chat/access-status", { as: room.member })).body.allowance.messages.used).toBe(1)
})

test("a repeated message is not moderated again, whatever was sent since", async () => {
  const room = await aRoom(shop)
  const first = await says(shop, room, room.member, "15", "cccc-0002")
  await says(shop, room, room.moderator, "she is only")
  const again = await post(shop, room.member, { content: "15", chat_room_id: room.id, client_id: "cccc-0002" })
  expect([again.status, again.body.id]).toEqual([200, first.id])
  const file = { name: "15.pdf", bytes: "%PDF-1.4\n%%EOF" }
  const url = `POST /api/chat/messages/${room.id}/upload`
  const sent = await shop.call(url, { as: room.member, ...form(file, { client_id: "cccc-0002" }) })
  expect([sent.status, sent.body.id]).toEqual([200, first.id])
  expect((await shop.call(`GET /api/chat/rooms/${room.id}`, { as: room.member })).body.frozen).toBe(false)
  expect((await post(shop, room.member, { content: "15", chat_room_id: room.id })).body.code).toBe("BLOCKED")
})

test("a client that cannot be caught up is closed, so that it reconnects", async () => {
  const room = await aRoom(shop)
  const socket = await inRoom(shop.app, room, room.member)
  const { session } = (shop.app.store.db as any)._
  const asks = session.prepareQuery.bind(session)
  const spy = vi
    .spyOn(session, "prepareQuery")
    .mockImplementation(((...given: any[]) =>
      given[2] === "chat_since" ? { execute: () => Promise.reject(new Error("away")) } : asks(...given)) as never)
  socket.say({ type: "join", last_seq: 0 })
  expect(await socket.closed()).toBe(1011)
  spy.mockRestore()
})

test("a client that has not joined gets responses, and no events", async () => {
  const room = await aRoom(shop)
  const socket = await inRoom(shop.app, room, room.member, false)
  socket.say({ type: "create", message: "Early", client_id: "dddd-0001" })
  expect((await socket.next("create")).seq).toBe(1)
  await says(shop, room, room.moderator, "Not yet for you")
  socket.say({ type: "ping" })
  await socket.next("pong")
  expect(socket.frames.filter((frame) => frame.type === "create")).toHaveLength(1)
})

test("only participants of a room may enter", async () => {
  const room = await aRoom(shop)
  const other = await aRoom(shop)
  const free = await shop.aUser()
  const closes = async (as: TestPerson, url: string, hello = {}) =>
    (await openSocket(shop.app, as, { path: url, hello })).closed()
  expect(await closes(other.member, path(room, other.member))).toBe(4403)
  expect(await closes(other.moderator, path(room, other.moderator))).toBe(4403)
  expect(await closes(free, path(room, free))).toBe(4403)
  expect(await closes(room.member, path(room, room.moderator))).toBe(4403)
  expect(await closes(room.member, path(room, room.member), { user_id: room.moderator.id })).toBe(4403)
  expect(await closes(room.member, path(room, room.member), { chat_room_id: other.id })).toBe(4403)
  for (const id of [2_000_000_000, 9_999_999_999])
    expect(await closes(room.member, path({ id }, room.member))).toBe(4403)
  for (const hello of [{ user_id: "abc" }, { user_uuid: 7 }, { user_uuid: {} }, { chat_room_id: "abc" }]) {
    expect(await closes(room.member, path(room, room.member), hello)).toBe(4403)
  }
  expect(await closes({ ...room.member, token: "x" }, path(room, room.member))).toBe(4401)
  const admin = await shop.anAdmin("content_admin")
  const reader = await inRoom(shop.app, room, admin)
  reader.say({ type: "create", message: "Hello", client_id: "eeee-0001" })
  expect(await reader.next("error")).toMatchObject({ detail: membershipTexts.used, client_id: "eeee-0001" })
  reader.say({ type: "typing", is_typing: true })
  reader.say({ type: "read", last_message_id: 1 })
  const found = await shop.app.store.db.execute(sql`select action from audit_log where actor_id = ${admin.id}`)
  expect((found as any).rows).toEqual([{ action: "chat.read" }])
})

test("invalid frames get an error, and break nothing", async () => {
  const room = await aRoom(shop)
  const socket = await inRoom(shop.app, room, room.member)
  const refused = async (frame: unknown) => {
    socket.say(frame)
    return socket.next("error")
  }
  for (const frame of [
    "{",
    "[]",
    "null",
    '"text"',
    {},
    { type: "nothing" },
    { type: "join", last_seq: -1 },
    { type: "read" },
  ]) {
    expect((await refused(frame)).code).toBe("INVALID")
  }
  const blank = { type: "create", message: " \u200b ", client_id: "ffff-0001" }
  expect(await refused(blank)).toMatchObject({ detail: chatTexts.empty, client_id: "ffff-0001" })
  for (const chat_room_id of [1e9, "abc", true]) {
    expect((await refused({ type: "create", message: "Hi", chat_room_id })).detail).toBe(chatTexts.invalidRoom)
  }
  expect((await refused({ type: "create", message: "x".repeat(5000) })).detail).toBe(
    "Must be 4000 characters or fewer.",
  )
  expect((await refused({ type: "create", message: "bell \u0007" })).code).toBe("INVALID")
  socket.say({ type: "create", message: "<img src=x onerror=alert(1)>", client_id: "ffff-0002" })
  expect((await socket.next("create")).message.content).toBe("<img src=x onerror=alert(1)>")
  socket.ws.send(Buffer.from([1, 2, 3]))
  expect(await socket.closed()).toBe(1003)
  const large = await inRoom(shop.app, room, room.member)
  large.say({ type: "create", message: "x".repeat(100_000) })
  expect(await large.closed()).toBe(1009)
  expect(await headSeq(shop, room)).toBe(1)
})

test("a blocked message is not delivered, and the frozen room accepts no more", async () => {
  const room = await aRoom(shop)
  const member = await inRoom(shop.app, room, room.member)
  const moderator = await inRoom(shop.app, room, room.moderator)
  moderator.say({ type: "create", message: "Welcome", client_id: "gggg-0000" })
  const { message: stored } = await moderator.next("create")
  member.say({ type: "create", message: "a schoolgirl, please", client_id: "gggg-0001" })
  expect(await member.next("error")).toMatchObject({
    code: "BLOCKED",
    detail: moderationTexts.frozen,
    client_id: "gggg-0001",
  })
  await new Promise((resolve) => setTimeout(resolve, 200))
  moderator.say({ type: "create", message: "Good evening", client_id: "gggg-0002" })
  expect((await moderator.next("error")).code).toBe("ROOM_FROZEN")
  // A stored message is still acknowledged to a sender who missed the acknowledgement.
  moderator.say({ type: "create", message: "Welcome", client_id: "gggg-0000" })
  expect((await moderator.next("create")).message).toEqual(stored)
  const created = moderator.frames.filter((frame) => frame.type === "create")
  expect(created.map(({ message }) => message.content)).toEqual(["Welcome", "Welcome"])
})

test("users who lose access are disconnected within five seconds", async () => {
  const admin = await shop.anAdmin()
  const room = await aRoom(shop, { level: "standard" })
  const member = await inRoom(shop.app, room, room.member)
  const moderator = await inRoom(shop.app, room, room.moderator)
  await shop.call(`DELETE /api/moderators/${room.moderator.id}/dolls/${room.dollId}`, { as: admin })
  expect(await moderator.closed(5000)).toBe(4403)
  expect(await member.next("room")).toEqual({ type: "room", moderator_id: room.moderator.id, frozen: false })
  expect(await member.next("room")).toEqual({ type: "room", moderator_id: null, frozen: false })
  const next = await shop.aModerator()
  await shop.call(`POST /api/moderators/${next.id}/dolls/${room.dollId}`, { as: admin })
  expect(await member.next("room")).toMatchObject({ moderator_id: next.id })
  const other = await inRoom(shop.app, room, next)
  await shop.call("POST /api/auth/logout", { as: next })
  expect(await other.closed(5000)).toBe(4401)
  shop.clock.advance(31 * 24 * 3600 * 1000)
  expect(await member.closed(5000)).toBeGreaterThanOrEqual(4401)
})

test("events that arrive out of order are sent in order, and lost ones are read from the database", async () => {
  const room = await aRoom(shop)
  await says(shop, room, room.moderator, "One")
  const member = await inRoom(shop.app, room, room.member)
  const first = await shop.call(`GET /api/chat/rooms/${room.id}`, { as: room.member })
  const message = (n: number) => ({ ...first.body.messages[0], id: 1_000_000 + n, content: `Line ${n}`, seq: n })
  const tell = (n: number) => shop.app.bus.publish(roomTopic(room.id), { kind: "create", seq: n, message: message(n) })
  tell(4)
  tell(3)
  tell(2)
  tell(3)
  const seqs = [await member.next("create"), await member.next("create"), await member.next("create")].map(
    (one) => one.seq,
  )
  expect(seqs).toEqual([2, 3, 4])
  const lost = await aRoom(shop)
  const socket = await inRoom(shop.app, lost, lost.member)
  await quietly(lost, "Nobody was told")
  await quietly(lost, "Nor of this")
  // Within two sweeps.
  const history = await socket.next("history", 6000)
  expect(history.messages.map((one: any) => one.content)).toEqual(["Nobody was told", "Nor of this"])
  expect([history.head_seq, history.has_more]).toEqual([2, false])
  await quietly(lost, "A gap")
  await says(shop, lost, lost.moderator, "After the gap")
  const gap = await socket.next("history", 1000)
  expect(gap.messages.map((one: any) => one.content)).toEqual(["A gap", "After the gap"])
})

/** Stores a message as if the node was killed after the commit, before it published. */
async function quietly(room: { id: number; moderator: TestPerson }, content: string): Promise<void> {
  await shop.app.store.db.execute(sql`
    with room as (update chat_rooms set head_seq = head_seq + 1 where id = ${room.id} returning head_seq)
    insert into chat_messages (room_id, sender_id, seq, created_seq, type, content, created_at, updated_at)
    select ${room.id}, ${room.moderator.id}, head_seq, head_seq, 'TEXT', ${content}, now(), now() from room`)
}

test("an account's pages receive the unread count", async () => {
  const room = await aRoom(shop)
  const page = await openSocket(shop.app, room.member)
  expect(await page.next("unread")).toEqual({ type: "unread", total_unread: 0, unread_per_room: {} })
  const { id } = await says(shop, room, room.moderator, "Hello")
  expect(await page.next("unread")).toMatchObject({ total_unread: 1, unread_per_room: { [room.id]: 1 } })
  await shop.call(`POST /api/chat/rooms/${room.id}/read`, { as: room.member, body: { last_message_id: id } })
  expect(await page.next("unread")).toMatchObject({ total_unread: 0 })
  page.close()
})

test("an absent member gets a notification without content, which is read with the room", async () => {
  const room = await aRoom(shop)
  const { id } = await says(shop, room, room.moderator, "A secret of the kiln")
  await says(shop, room, room.moderator, "And another")
  const notices = () => shop.call("GET /api/notifications", { as: room.member })
  await expect.poll(async () => (await notices()).body.filter((one: any) => one.kind === "new_message").length).toBe(1)
  const [notice] = (await notices()).body
  expect(notice).toMatchObject({
    title: "New message",
    body: "Someone sent you a message.",
    link: `/model-chat/${room.dollId}?roomId=${room.id}`,
    read_at: null,
  })
  await shop.call(`POST /api/chat/rooms/${room.id}/read`, { as: room.member, body: { last_message_id: id } })
  expect((await notices()).body[0].read_at).not.toBeNull()
})

test("thirty messages in ten seconds over all channels, and then a pause; a flood closes the socket", async () => {
  const strict = await openShop({ RATE_LIMIT_SCALE: "1" })
  await listen(strict.app)
  const room = await aRoom(strict)
  const socket = await inRoom(strict.app, room, room.moderator)
  for (let n = 0; n < 15; n++) {
    socket.say({ type: "create", message: `Line ${n}`, client_id: `line-000${n}` })
    await socket.next("create")
    await says(strict, room, room.moderator, `Line ${n} by email`)
  }
  socket.say({ type: "create", message: "One more", client_id: "one-more-1" })
  const error = await socket.next("error")
  expect(error).toMatchObject({ code: "RATE_LIMITED", client_id: "one-more-1" })
  // Depends on how long the thirty took.
  expect([10, 9, 8, 7, 6]).toContain(error.retry_after)
  for (let n = 0; n < 250; n++) socket.say({ type: "typing", is_typing: n % 2 === 0 })
  expect(await socket.closed()).toBe(4429)
  await strict.close()
})

test("requesting history too often, on any number of sockets, closes with 4429", async () => {
  // A tenth of the usual limit: ten joins in ten seconds.
  const strict = await openShop({ RATE_LIMIT_SCALE: "0.1" })
  const room = await aRoom(strict)
  const sockets = [await inRoom(strict.app, room, room.member), await inRoom(strict.app, room, room.member)]
  const other = await inRoom(strict.app, room, room.moderator)
  for (let n = 0; n < 4; n++) {
    for (const socket of sockets) {
      socket.say({ type: "join", last_seq: 0 })
      await socket.next("history")
    }
  }
  sockets[0]!.say({ type: "join", last_seq: 0 })
  expect(await sockets[0]!.closed()).toBe(4429)
  other.say({ type: "join", last_seq: 0 })
  await other.next("history")
  await strict.close()
})

test("long histories are sent in pieces, one per room at a time, and delay nobody else", async () => {
  // A twentieth of the usual limit: half a megabyte a minute.
  const strict = await openShop({ RATE_LIMIT_SCALE: "0.05" })
  const room = await aRoom(strict)
  await fill(strict, room, { messages: 3000, characters: 300 })
  const open = () => openSocket(strict.app, room.member, { path: path(room, room.member) })
  const sockets = [await open(), await open(), await open()]
  for (const socket of sockets) socket.say({ type: "join", last_seq: 0 })
  await sockets[0]!.next("history")
  const moderator = await inRoom(strict.app, room, room.moderator)
  moderator.say({ type: "create", message: "Good evening", client_id: "evening-01" })
  await moderator.next("create")
  await new Promise((done) => setTimeout(done, 1000))
  const told = sockets.map(({ frames }) => JSON.stringify(frames).length)
  expect(told[0]).toBeGreaterThan(400_000)
  expect(told[0]).toBeLessThan(900_000)
  expect(told.slice(1).every((bytes) => bytes < 1000)).toBe(true)
  // Closed sockets do not hold up the others.
  sockets[0]!.close()
  sockets[1]!.close()
  await strict.close()
})

test("a slow reader gets a long history as fast as it reads", async () => {
  const room = await aRoom(shop)
  await fill(shop, room, { messages: 6000, characters: 3500 })
  const socket = await openSocket(shop.app, room.member, { path: path(room, room.member) })
  socket.say({ type: "join", last_seq: 0 })
  await socket.next("history", 20_000)
  socket.ws.pause()
  await new Promise((done) => setTimeout(done, 3000))
  socket.ws.resume()
  await socket.next("room", 20_000)
  const seqs = socket.frames.flatMap((frame) =>
    frame.type === "history" ? frame.messages.map((one: any) => one.seq) : [],
  )
  expect([seqs.length, seqs.at(-1)]).toEqual([6000, 6000])
})

async function fill(
  { app }: TestShop,
  room: TestRoom,
  { messages, characters }: { messages: number; characters: number },
): Promise<void> {
  await app.store.db.execute(sql`
    insert into chat_messages (room_id, sender_id, moderator_id, seq, created_seq, type, content, judged_by, created_at, updated_at)
    select ${room.id}, ${room.moderator.id}, ${room.moderator.id}, n, n, 'TEXT', repeat('a', ${characters}::int), 'rules', now(), now()
    from generate_series(1, ${messages}::int) n`)
  await app.store.db.execute(
    sql`update chat_rooms set head_seq = ${messages}, message_count = ${messages} where id = ${room.id}`,
  )
}

test("a server that stops closes its sockets with 1012", async () => {
  const other = await openShop()
  const room = await aRoom(other)
  const socket = await inRoom(other.app, room, room.member)
  await other.close()
  expect(await socket.closed()).toBe(1012)
})
