import { sql } from "drizzle-orm"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { membershipTexts } from "#contract/buyingText.ts"
import { chatTexts, moderationTexts } from "#contract/memberText.ts"
import { generalTexts, modelTexts } from "#contract/texts.ts"
import { openSession } from "#server/platform/auth/sessions.ts"
import { aRoom, form, headSeq, inRoom, post, says, unreadOf } from "#test/chat.ts"
import { aMember } from "#test/members.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { sendText } from "./send.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("a member opens one room per model, and gets the same one when asking again", async () => {
  const member = await aMember(shop, "standard")
  const doll = await shop.aDoll()
  const first = await shop.call("POST /api/chat/rooms/", { as: member, body: { doll_id: doll.id } })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ doll_id: doll.id, moderator_id: null, head_seq: 0, unread_count: 0 })
  const again = await shop.call("POST /api/chat/rooms/", { as: member, body: { doll_id: String(doll.id) } })
  expect(again.status).toBe(200)
  expect(again.body.id).toBe(first.body.id)
})

test("users who may not chat get an error", async () => {
  const doll = await shop.aDoll()
  const free = await shop.aUser()
  const ask = (as: any, doll_id: unknown) => shop.call("POST /api/chat/rooms/", { as, body: { doll_id } })
  expect(await ask(undefined, doll.id)).toMatchObject({ status: 401, body: { detail: chatTexts.authentication } })
  const refused = await ask(free, doll.id)
  expect(refused.status).toBe(403)
  expect(refused.body.detail).toBe("Upgrade your membership to chat with models")
  const member = await aMember(shop, "vip")
  for (const wrong of [undefined, "x", -1, 1.5, null, {}]) {
    expect(await ask(member, wrong)).toMatchObject({ status: 422, body: { detail: chatTexts.invalidDoll } })
  }
  expect((await ask(member, 999_999)).status).toBe(404)
  expect((await ask(await shop.aModerator(), doll.id)).status).toBe(403)
  const hidden = await shop.aDoll({ isAvailable: false })
  expect((await ask(member, hidden.id)).status).toBe(404)
})

test("text is stored unchanged, whatever it would mean elsewhere", async () => {
  const room = await aRoom(shop)
  const lines = [
    'Say "hello", {softly}',
    'back\\slash and \\"quoted\\"',
    "NULL",
    "{}",
    "a,b,,c",
    "two\nlines\tand a tab",
    "' or $1 --",
  ]
  for (const line of lines) expect((await says(shop, room, room.member, line)).content).toBe(line)
  const { body } = await shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: room.moderator })
  expect(body.map((message: { content: string }) => message.content)).toEqual(lines)
})

test("the free level cannot use the chat, and the history returns with the next membership", async () => {
  const room = await aRoom(shop, { level: "standard" })
  const { id } = await says(shop, room, room.member, "Is the glaze matt?")
  shop.clock.advance(31 * 24 * 3600 * 1000)
  const { token } = await sessionOf(room.member.id)
  for (const what of [
    "GET /api/chat/user/rooms/",
    `GET /api/chat/rooms/${room.id}`,
    `GET /api/chat/rooms/${room.id}/messages`,
    `DELETE /api/chat/messages/${id}`,
  ]) {
    const answer = await shop.call(what, { as: token })
    expect([what, answer.status, answer.body.detail]).toEqual([what, 403, modelTexts.chatNeedsMembership])
  }
  const sent = await shop.call("POST /api/chat/messages/", {
    as: token,
    body: { content: "Hello", chat_room_id: room.id },
  })
  expect(sent.status).toBe(403)
  const unread = await shop.call("GET /api/chat/unread-count", { as: token })
  expect(unread.body).toEqual({ total_unread: 0, unread_per_room: {} })
  await shop.app.store.db.execute(
    sql`update users set membership_level = 'vip', membership_expires_at = null where id = ${room.member.id}`,
  )
  shop.clock.advance(61_000)
  const back = await shop.call(`GET /api/chat/rooms/${room.id}`, { as: token })
  expect(back.body.messages.map((message: any) => message.content)).toEqual(["Is the glaze matt?"])
})

test("a message arrives on the other side, is counted as unread, and is read", async () => {
  const room = await aRoom(shop)
  const first = await says(shop, room, room.member, "  Good evening. <b>Is she heavy?</b>\n ")
  expect(first).toMatchObject({
    content: "Good evening. <b>Is she heavy?</b>",
    sender_id: room.member.id,
    sender_uuid: room.member.uuid,
    sender_name: room.member.fullName,
    moderator_id: room.moderator.id,
    message_type: "TEXT",
    seq: 1,
    deleted: false,
  })
  expect(first).not.toHaveProperty("flagged")
  expect(await unreadOf(shop, room.moderator)).toEqual({ [room.id]: 1 })
  const second = await says(shop, room, room.moderator, "Twelve kilograms with the block.")
  expect(second.flagged).toBe(false)
  expect(await unreadOf(shop, room.member)).toEqual({ [room.id]: 1 })
  const read = await shop.call(`POST /api/chat/rooms/${room.id}/read`, {
    as: room.member,
    body: { last_message_id: second.id },
  })
  expect(read.status).toBe(204)
  expect(await unreadOf(shop, room.member)).toEqual({})
  // Read marks never move back.
  await shop.call(`POST /api/chat/rooms/${room.id}/read`, { as: room.member, body: { last_message_id: first.id } })
  expect(await unreadOf(shop, room.member)).toEqual({})
  const seen = await shop.call(`GET /api/chat/rooms/${room.id}`, { as: room.moderator })
  expect(seen.body).toMatchObject({
    unread_count: 1,
    head_seq: 2,
    other_read_message_id: second.id,
    latest_message: "Twelve kilograms with the block.",
    has_more: false,
    context: { membership_level: "vvip", orders_count: 0, has_left: false, model: { id: room.dollId } },
  })
  expect(seen.body.messages.map((message: any) => message.id)).toEqual([first.id, second.id])
  const own = await shop.call(`GET /api/chat/rooms/${room.id}`, { as: room.member })
  expect(own.body).not.toHaveProperty("context")
  expect(own.body).not.toHaveProperty("flagged_count")
  for (const message of own.body.messages) expect(message).not.toHaveProperty("flagged")
})

test("a read mark of a future message marks only existing ones", async () => {
  const room = await aRoom(shop)
  await says(shop, room, room.member, "One")
  const ahead = { as: room.moderator, body: { last_message_id: 2_000_000_000 } }
  expect((await shop.call(`POST /api/chat/rooms/${room.id}/read`, ahead)).status).toBe(204)
  await says(shop, room, room.member, "Two")
  expect(await unreadOf(shop, room.moderator)).toEqual({ [room.id]: 1 })
})

test("a message about a model that nobody answers for takes nothing from the allowance until somebody does", async () => {
  const member = await aMember(shop, "standard")
  const doll = await shop.aDoll({ priceCents: 61_500 })
  const { body: room } = await shop.call("POST /api/chat/rooms/", { as: member, body: { doll_id: doll.id } })
  expect(room).toMatchObject({ moderator_id: null, doll: { name: doll.name, price: 615 } })
  const used = async () => (await shop.call("GET /api/chat/access-status", { as: member })).body.allowance
  for (const line of ["Is anybody there?", "I can wait."]) await says(shop, room, member, line)
  const send = (bytes: Buffer | string) => {
    const file = form({ bytes, name: "seam.png", type: "image/png" }, { chat_room_id: String(room.id) })
    return shop.call(`POST /api/chat/messages/${room.id}/upload`, { as: member, ...file })
  }
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: "#7a6a5a" } })
  const bytes = await picture.png().toBuffer()
  expect((await send(bytes)).status).toBe(201)
  const broken = await send(bytes.subarray(0, 60))
  expect([broken.status, broken.body.detail]).toEqual([415, chatTexts.brokenPicture])
  expect(await used()).toMatchObject({ messages: { used: 0 }, photos: { used: 0 } })
  const moderator = await shop.aModerator()
  const boss = await shop.anAdmin()
  await shop.call(`POST /api/moderators/${moderator.id}/dolls/${doll.id}`, { as: boss })
  await says(shop, room, member, "Now it counts.")
  expect(await used()).toMatchObject({ messages: { used: 1 }, photos: { used: 0 } })
  // Used up, what is for somebody who can answer is refused, and what waits for somebody is not.
  for (let n = 1; n < 10; n++) await says(shop, room, member, `Number ${"i".repeat(n)}`)
  expect((await post(shop, member, { chat_room_id: room.id, content: "Too many" })).status).toBe(403)
  const alone = await shop.aDoll()
  const { body: other } = await shop.call("POST /api/chat/rooms/", { as: member, body: { doll_id: alone.id } })
  await says(shop, other, member, "For whoever comes.")
})

test("the same client_id creates one message, forever, also after it was deleted", async () => {
  const room = await aRoom(shop, { level: "standard" })
  const body = { chat_room_id: room.id, content: "Once", client_id: "3f0e8a52-aaaa" }
  const first = await post(shop, room.member, body)
  expect(first.status).toBe(201)
  const again = await post(shop, room.member, { ...body, content: "Twice" })
  expect([again.status, again.body.id, again.body.content]).toEqual([200, first.body.id, "Once"])
  expect(await headSeq(shop, room)).toBe(1)
  const access = await shop.call("GET /api/chat/access-status", { as: room.member })
  expect(access.body.allowance.messages.used).toBe(1)
  await shop.call(`DELETE /api/chat/messages/${first.body.id}`, { as: room.member })
  const after = await post(shop, room.member, body)
  expect([after.status, after.body.id, after.body.deleted]).toEqual([200, first.body.id, true])
  // The same `client_id` of another sender makes another message.
  expect((await post(shop, room.moderator, body)).status).toBe(201)
  // The same `client_id` in another room makes none, and does not reveal the existing one.
  const other = await aRoom(shop, { member: room.member })
  const there = await post(shop, room.member, { ...body, chat_room_id: other.id })
  expect([there.status, there.body.code]).toEqual([409, "CONFLICT"])
  const socket = await inRoom(shop.app, other, room.member)
  socket.say({ type: "create", message: "Once", client_id: body.client_id })
  expect(await socket.next("error")).toMatchObject({ code: "CONFLICT", client_id: body.client_id })
  expect(socket.frames.filter(({ type }) => type === "create")).toEqual([])
  socket.close()
})

test("a used-up allowance says when the next one begins, and deleting restores nothing", async () => {
  const room = await aRoom(shop, { level: "standard" })
  let last = 0
  for (let n = 1; n <= 10; n++) last = (await says(shop, room, room.member, `Question ${n}`)).id
  await shop.call(`DELETE /api/chat/messages/${last}`, { as: room.member })
  const refused = await post(shop, room.member, { chat_room_id: room.id, content: "One more" })
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ code: "ALLOWANCE_USED", detail: "You don't have permission to send messages" })
  expect(refused.body.period_ends_at).toMatch(/Z$/)
  // The moderator has no allowance.
  await says(shop, room, room.moderator, "Until next month, then.")
})

test("empty, too long or disguised text is refused as a message", async () => {
  const room = await aRoom(shop)
  const said = (content: unknown) => post(shop, room.member, { chat_room_id: room.id, content })
  for (const blank of ["", "   \n\t", "\u200b\u200d", "\u202e\u2066", "\u3164", undefined, null, 7, {}]) {
    expect(await said(blank)).toMatchObject({ status: 422, body: { detail: "Message content cannot be empty" } })
  }
  expect((await said("x".repeat(100_000))).status).toBe(422)
  expect((await said("x".repeat(4001))).body.detail).toBe("Must be 4000 characters or fewer.")
  expect((await said("bell \u0007")).status).toBe(422)
  expect((await said("null \u0000")).status).toBe(422)
  const turned = await said("abc \u202egnp.exe\u202c done")
  expect(turned.body.content).toBe("abc gnp.exe done")
  expect((await said("half \ud800 a pair")).status).toBe(422)
  expect((await said("👩🏽‍🎨 שלום مرحبا")).body.content).toBe("👩🏽‍🎨 שלום مرحبا")
})

test("rooms of other users are not found, whatever the claimed identity", async () => {
  const room = await aRoom(shop)
  const other = await aRoom(shop)
  const message = await says(shop, room, room.member, "Private")
  for (const as of [other.member, other.moderator]) {
    for (const what of [
      `GET /api/chat/rooms/${room.id}`,
      `GET /api/chat/rooms/${room.id}/messages`,
      `DELETE /api/chat/messages/${message.id}`,
    ]) {
      expect([what, (await shop.call(what, { as })).status]).toEqual([what, 404])
    }
    const flagged = await shop.call(`PATCH /api/chat/messages/${message.id}/flag`, { as, body: { flagged: true } })
    expect(flagged.status).toBe(404)
    const read = await shop.call(`POST /api/chat/rooms/${room.id}/read`, { as, body: { last_message_id: message.id } })
    expect(read.status).toBe(404)
  }
  const spoofed = await post(shop, other.member, {
    chat_room_id: room.id,
    content: "Hello",
    sender_id: room.member.id,
    sender_uuid: room.member.uuid,
    moderator_id: room.moderator.id,
  })
  expect(spoofed.status).toBe(404)
  const own = await post(shop, room.member, { chat_room_id: room.id, content: "Mine", sender_id: room.moderator.id })
  expect(own.body.sender_id).toBe(room.member.id)
  expect((await shop.call("GET /api/chat/rooms/xyz", { as: room.member })).body.detail).toBe("Invalid chat room ID")
  expect((await post(shop, room.member, { content: "Hello" })).body.detail).toBe(chatTexts.invalidRoom)
  expect((await post(shop, room.member, { content: "Hi", chat_room_id: room.id, message_type: "SYSTEM" })).status).toBe(
    422,
  )
  expect((await post(shop, undefined, { content: "Hello", chat_room_id: room.id })).body.detail).toBe(
    "Please login to send messages",
  )
  expect((await shop.call("GET /api/chat/user/rooms/")).status).toBe(401)
})

test("a deleted message disappears from every screen and every count", async () => {
  const room = await aRoom(shop)
  const first = await says(shop, room, room.member, "First")
  const second = await says(shop, room, room.member, "Second")
  expect((await shop.call(`DELETE /api/chat/messages/${first.id}`, { as: room.moderator })).status).toBe(403)
  expect((await shop.call(`DELETE /api/chat/messages/${first.id}`, { as: room.member })).status).toBe(204)
  expect((await shop.call(`DELETE /api/chat/messages/${first.id}`, { as: room.member })).status).toBe(204)
  expect(await headSeq(shop, room)).toBe(3)
  expect(await unreadOf(shop, room.moderator)).toEqual({ [room.id]: 1 })
  const page = await shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: room.moderator })
  expect(page.body.map((message: any) => message.id)).toEqual([second.id])
  expect([page.headers["x-total-count"], page.headers["x-head-seq"]]).toEqual(["1", "3"])
  const changes = await shop.call(`GET /api/chat/rooms/${room.id}/messages?after_seq=0`, { as: room.moderator })
  expect(changes.body).toMatchObject([
    { id: second.id, seq: 2 },
    { id: first.id, seq: 3, deleted: true },
  ])
  const none = await shop.call(`GET /api/chat/rooms/${room.id}/messages?after_seq=3`, { as: room.moderator })
  expect(none.body).toEqual([])
})

test("deleting a message that was read does not lower the count", async () => {
  const room = await aRoom(shop)
  const first = await says(shop, room, room.member, "First")
  await shop.call(`POST /api/chat/rooms/${room.id}/read`, { as: room.moderator, body: { last_message_id: first.id } })
  await says(shop, room, room.member, "Second")
  await shop.call(`DELETE /api/chat/messages/${first.id}`, { as: room.member })
  expect(await unreadOf(shop, room.moderator)).toEqual({ [room.id]: 1 })
})

test("a moderator flags and unflags; the member sees a change, but not the flag", async () => {
  const room = await aRoom(shop)
  const { id } = await says(shop, room, room.member, "Is there another crate?")
  const flag = (as: any, flagged: boolean) =>
    shop.call(`PATCH /api/chat/messages/${id}/flag`, { as, body: { flagged } })
  const refused = await flag(room.member, true)
  expect([refused.status, refused.body.detail]).toEqual([403, generalTexts.moderatorRequired])
  expect((await flag(room.moderator, true)).body).toMatchObject({ id, flagged: true, seq: 2 })
  await flag(room.moderator, true)
  expect(await headSeq(shop, room)).toBe(2)
  const queue = await shop.call("GET /api/chat/moderator/rooms/?queue=flagged", { as: room.moderator })
  expect(queue.body).toMatchObject([{ id: room.id, flagged_count: 1 }])
  await says(shop, room, room.member, "Something else")
  const pointedAt = (as: any) => shop.call(`GET /api/chat/rooms/${room.id}/messages?flagged=true`, { as })
  const pointed = await pointedAt(room.moderator)
  expect(pointed.body).toMatchObject([{ id, flagged: true }])
  expect(pointed.headers["x-total-count"]).toBe("1")
  expect(await pointedAt(room.member)).toMatchObject({ status: 403, body: { detail: generalTexts.moderatorRequired } })
  const seen = await shop.call(`GET /api/chat/rooms/${room.id}/messages?after_seq=1`, { as: room.member })
  expect(seen.body).toMatchObject([{ id, seq: 2 }, { content: "Something else" }])
  expect(seen.body[0]).not.toHaveProperty("flagged")
  await flag(room.moderator, false)
  const empty = await shop.call("GET /api/chat/moderator/rooms/?queue=flagged", { as: room.moderator })
  expect(empty.body).toEqual([])
})

test("pages of a long conversation neither repeat nor skip a message", async () => {
  const room = await aRoom(shop)
  const ids: number[] = []
  for (let n = 0; n < 7; n++) ids.push((await says(shop, room, room.moderator, `Line ${n}`)).id)
  const page = async (query: string) =>
    (await shop.call(`GET /api/chat/rooms/${room.id}/messages?${query}`, { as: room.member })).body.map(
      (m: any) => m.id,
    )
  expect(await page("limit=3")).toEqual(ids.slice(4))
  expect(await page("limit=3&offset=3")).toEqual(ids.slice(1, 4))
  expect(await page(`limit=3&before_id=${ids[4]}`)).toEqual(ids.slice(1, 4))
  expect(await page(`limit=3&before_id=${ids[1]}`)).toEqual(ids.slice(0, 1))
  expect((await shop.call(`GET /api/chat/rooms/${room.id}/messages?limit=101`, { as: room.member })).status).toBe(422)
})

test("a client without a socket catches up page by page, and ends at the head", async () => {
  const room = await aRoom(shop)
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push((await says(shop, room, room.moderator, `Line ${n}`)).id)
  await shop.call(`DELETE /api/chat/messages/${ids[1]}`, { as: room.moderator })
  const told: unknown[] = []
  let cursor = 0
  for (let isFull = true; isFull; ) {
    const url = `GET /api/chat/rooms/${room.id}/messages?after_seq=${cursor}&limit=2`
    const { body, headers } = await shop.call(url, { as: room.member })
    told.push(...body.map(({ id, seq, deleted }: any) => [id, seq, deleted]))
    isFull = body.length === 2
    cursor = isFull ? body.at(-1).seq : Number(headers["x-head-seq"])
  }
  expect(told).toEqual([
    [ids[0], 1, false],
    [ids[2], 3, false],
    [ids[3], 4, false],
    [ids[4], 5, false],
    [ids[1], 6, true],
  ])
  expect(cursor).toBe(6)
})

test("rooms are listed by latest activity, and a moderator's by queue, model and name", async () => {
  const moderator = await shop.aModerator()
  const member = await aMember(shop, "vvip")
  const older = await aRoom(shop, { moderator, member })
  shop.clock.advance(1000)
  const newer = await aRoom(shop, { moderator, member })
  shop.clock.advance(1000)
  await says(shop, older, member, "Again")
  const ids = async (as: any, url: string) => (await shop.call(url, { as })).body.map((room: any) => room.id)
  expect(await ids(member, "GET /api/chat/user/rooms/")).toEqual([older.id, newer.id])
  expect(await ids(moderator, "GET /api/chat/moderator/rooms/")).toEqual([older.id, newer.id])
  expect(await ids(moderator, "GET /api/chat/moderator/rooms/?queue=unread")).toEqual([older.id])
  expect(await ids(moderator, `GET /api/chat/moderator/rooms/?doll_id=${newer.dollId}`)).toEqual([newer.id])
  expect(await ids(moderator, "GET /api/chat/moderator/rooms/?q=nobody")).toEqual([])
  const name = encodeURIComponent(member.fullName.toUpperCase())
  expect(await ids(moderator, `GET /api/chat/moderator/rooms/?q=${name}`)).toEqual([older.id, newer.id])
  const paged = await shop.call("GET /api/chat/user/rooms/?skip=1&limit=1", { as: member })
  expect([paged.body.length, paged.headers["x-total-count"]]).toEqual([1, "2"])
  const denied = await shop.call("GET /api/chat/moderator/rooms/", { as: member })
  expect(denied.body.detail).toBe("Access denied. Moderator privileges required.")
})

test("reading by an admin is audited, and admins cannot write", async () => {
  const room = await aRoom(shop)
  await says(shop, room, room.member, "Good morning")
  const admin = await shop.anAdmin("content_admin")
  const seen = await shop.call(`GET /api/chat/rooms/${room.id}`, { as: admin })
  expect(seen.body.messages).toHaveLength(1)
  await shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: admin })
  const found = await shop.app.store.db.execute(
    sql`select action, target_id from audit_log where actor_id = ${admin.id} order by id`,
  )
  expect((found as any).rows).toEqual([{ action: "chat.read", target_id: room.id }])
  const refused = await post(shop, admin, { chat_room_id: room.id, content: "Hello" })
  expect([refused.status, refused.body.detail]).toEqual([403, membershipTexts.used])
  const finance = await shop.anAdmin("financial_admin")
  expect((await shop.call(`GET /api/chat/rooms/${room.id}`, { as: finance })).status).toBe(404)
})

test("a message that points at minors is not delivered, freezes the room and is queued for staff", async () => {
  const room = await aRoom(shop)
  const before = { chat_room_id: room.id, content: "Good evening", client_id: "before-it-closed" }
  const stored = await post(shop, room.member, before)
  const refused = await post(shop, room.member, { chat_room_id: room.id, content: "Do you have one of a schoolgirl?" })
  expect([refused.status, refused.body.detail]).toEqual([422, moderationTexts.frozen])
  const again = await post(shop, room.member, before)
  expect([stored.status, again.status, again.body]).toEqual([201, 200, stored.body])
  expect(await headSeq(shop, room)).toBe(1)
  const next = await post(shop, room.member, { chat_room_id: room.id, content: "Hello?" })
  expect([next.status, next.body.code, next.body.detail]).toEqual([403, "ROOM_FROZEN", membershipTexts.used])
  const seen = await shop.call(`GET /api/chat/rooms/${room.id}`, { as: room.member })
  expect(seen.body).toMatchObject({ frozen: true, messages: [{ content: "Good evening" }] })
  const items = await shop.app.store.db.execute(
    sql`select critical, room_id, held_text is not null as held from flagged_items where room_id = ${room.id}`,
  )
  expect((items as any).rows).toEqual([{ critical: true, room_id: room.id, held: true }])
  const stranger = await aRoom(shop)
  await post(shop, stranger.member, { chat_room_id: stranger.id, content: "Good day" })
  const foreign = await post(shop, stranger.member, { chat_room_id: room.id, content: "a schoolgirl" })
  expect(foreign.status).toBe(404)
})

test("messages sent concurrently are moderated together", async () => {
  for (const isLive of [false, true]) {
    const room = await aRoom(shop)
    const socket = isLive ? await inRoom(shop.app, room, room.moderator) : null
    const sender = await shop.app.tokens.personOf(room.member.token)
    const parts = ["she is only", "15"].map((content) =>
      sendText(shop.app.chat.sending, sender, { roomId: room.id, content, clientId: null, isFrozen: false }),
    )
    // The chat may freeze before the first part is stored.
    const [, second] = await Promise.allSettled(parts)
    expect(second).toMatchObject({ status: "rejected", reason: { code: "BLOCKED" } })
    expect(shop.app.chat.sending.pending.size).toBe(0)
    socket?.close()
  }
})

test("the limit is thirty messages in ten seconds", async () => {
  const strict = await openShop({ RATE_LIMIT_SCALE: "1" })
  const room = await aRoom(strict)
  for (let n = 0; n < 30; n++) await says(strict, room, room.moderator, `Line ${n}`)
  const refused = await post(strict, room.moderator, { chat_room_id: room.id, content: "One more" })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers["retry-after"])).toBeOneOf([8, 9, 10])
  await strict.close()
})

test("canned replies belong to one moderator", async () => {
  const moderator = await shop.aModerator()
  const body = { title: "Weight", content: "Between twelve\nand twenty kilograms." }
  const made = await shop.call("POST /api/chat/canned-replies", { as: moderator, body })
  expect(made.status).toBe(201)
  expect((await shop.call("GET /api/chat/canned-replies", { as: moderator })).body).toMatchObject([body])
  const other = await shop.aModerator()
  const headers = { "idempotency-key": "the-same-key" }
  const [first, again] = [
    await shop.call("POST /api/chat/canned-replies", { as: other, body, headers }),
    await shop.call("POST /api/chat/canned-replies", { as: other, body, headers }),
  ]
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await shop.call(`DELETE /api/chat/canned-replies/${made.body.id}`, { as: other })).status).toBe(404)
  expect((await shop.call(`DELETE /api/chat/canned-replies/${made.body.id}`, { as: moderator })).status).toBe(204)
  expect((await shop.call("GET /api/chat/canned-replies", { as: moderator })).body).toEqual([])
  expect((await shop.call("GET /api/chat/canned-replies", { as: await shop.aUser() })).status).toBe(403)
})

test("the unread count has an ETag, and returns 304 while it is unchanged", async () => {
  const room = await aRoom(shop)
  const first = await shop.call("GET /api/chat/unread-count", { as: room.moderator })
  expect(first.headers["cache-control"]).toBe("private, no-cache")
  const etag = String(first.headers.etag)
  const headers = { "if-none-match": etag }
  // A compressing proxy makes the tag weak, and a browser may send several tags.
  for (const one of [etag, `W/${etag}`, `"another", ${etag}`]) {
    const same = await shop.call("GET /api/chat/unread-count", {
      as: room.moderator,
      headers: { "if-none-match": one },
    })
    expect(same.status).toBe(304)
  }
  await says(shop, room, room.member, "Hello")
  const changed = await shop.call("GET /api/chat/unread-count", { as: room.moderator, headers })
  expect([changed.status, changed.body.total_unread]).toEqual([200, 1])
  expect((await shop.call("GET /api/chat/unread-count")).status).toBe(401)
})

test("the engine is stored with a message that is allowed, and as a decision for one that is flagged", async () => {
  const room = await aRoom(shop)
  const plain = await says(shop, room, room.member, "The glaze looks calm under the lamp.")
  const flagged = await says(shop, room, room.member, "write me at @somebody_else")
  const { rows } = (await shop.app.store.db.execute(
    sql`select m.id, m.judged_by, m.flagged, d.decision from chat_messages m
      left join moderation_decisions d on d.kind = 'message' and d.subject_id = m.id where m.room_id = ${room.id} order by m.id`,
  )) as unknown as { rows: unknown[] }
  expect(rows).toEqual([
    { id: plain.id, judged_by: expect.stringMatching(/^rules \d+$/), flagged: false, decision: null },
    { id: flagged.id, judged_by: null, flagged: true, decision: "flag" },
  ])
})

/** A session that outlasts the twelve-hour jumps of the test clock. */
async function sessionOf(userId: number): Promise<{ token: string }> {
  return openSession(shop.app.store, userId, true, null)
}
