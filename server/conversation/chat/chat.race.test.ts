import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aRoom, form, headSeq, inRoom, post, says, type TestRoom, unreadOf } from "#test/chat.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const rows = async (query: ReturnType<typeof sql>): Promise<any[]> =>
  ((await shop.app.store.db.execute(query)) as any).rows

test("of forty messages with an allowance of ten, in three rooms over two channels, ten are stored", async () => {
  const first = await aRoom(shop, { level: "standard" })
  const rooms = [first, await aRoom(shop, { member: first.member }), await aRoom(shop, { member: first.member })]
  const sockets = await Promise.all(rooms.map((room) => inRoom(shop.app, room, first.member)))
  for (let n = 0; n < 20; n++)
    sockets[n % 3]!.say({ type: "create", message: `Line ${100 + n}`, client_id: `socket-${n}` })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      post(shop, first.member, { content: `Message `, chat_room_id: rooms[n % 3]!.id }),
    ),
  )
  await expect
    .poll(() => sockets.flatMap((socket) => socket.frames).filter((frame) => frame.type === "error").length)
    .toBe(20 - (10 - answers.filter((answer) => answer.status === 201).length))
  const heads = await Promise.all(rooms.map((room) => headSeq(shop, room)))
  expect(heads.reduce((sum, head) => sum + head)).toBe(10)
  const { allowance } = (await shop.call("GET /api/chat/access-status", { as: first.member })).body
  expect(allowance.messages.used).toBe(10)
  for (const socket of sockets) socket.close()
})

test("with concurrent changes, every change has its own number, and all clients receive them in order", async () => {
  const room = await aRoom(shop)
  const listeners = [await inRoom(shop.app, room, room.member), await inRoom(shop.app, room, room.moderator)]
  const sent = await Promise.all(
    Array.from({ length: 40 }, (_, n) => says(shop, room, n % 2 ? room.member : room.moderator, `Line ${100 + n}`)),
  )
  const own = sent.filter((message) => message.sender_id === room.member.id)
  await Promise.all([
    ...own.slice(0, 8).map(({ id }) => shop.call(`DELETE /api/chat/messages/${id}`, { as: room.member })),
    // Twice: the second call changes nothing.
    ...own.slice(0, 8).map(({ id }) => shop.call(`DELETE /api/chat/messages/${id}`, { as: room.member })),
    ...own.slice(8, 14).map(({ id }) => flag(room, id, true)),
    ...own.slice(8, 14).map(({ id }) => flag(room, id, true)),
    ...Array.from({ length: 20 }, (_, n) => says(shop, room, room.moderator, `More ${100 + n}`)),
  ])
  const changes = 40 + 8 + 6 + 20
  expect(await headSeq(shop, room)).toBe(changes)
  for (const listener of listeners) {
    const seqs = () =>
      listener.frames.filter((frame) => /create|update|delete/.test(frame.type)).map((frame) => frame.seq)
    await expect.poll(() => seqs().length).toBe(changes)
    expect(seqs()).toEqual(Array.from({ length: changes }, (_, n) => n + 1))
  }
  const [counted] = await rows(sql`
    select r.message_count, (select count(*)::int from chat_messages m where m.room_id = r.id and m.deleted_at is null) as real
    from chat_rooms r where r.id = ${room.id}`)
  expect(counted.message_count).toBe(counted.real)
})

test("one client_id by socket, by HTTP and with a file concurrently creates one message", async () => {
  const room = await aRoom(shop, { level: "vip" })
  const sockets = await Promise.all([1, 2, 3].map(() => inRoom(shop.app, room, room.member)))
  const client_id = "the-only-one"
  for (const socket of sockets) socket.say({ type: "create", message: "Once", client_id })
  const upload = () =>
    shop.call(`POST /api/chat/messages/${room.id}/upload`, {
      as: room.member,
      ...form({ name: "a.pdf", bytes: "%PDF-1.4\n%%EOF" }, { client_id }),
    })
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => post(shop, room.member, { content: "Once", chat_room_id: room.id, client_id })),
    upload(),
    upload(),
  ])
  const ids = new Set(answers.map((answer) => answer.body.id))
  expect(ids.size).toBe(1)
  for (const socket of sockets) expect(ids).toContain((await socket.next("create")).message.id)
  expect(await headSeq(shop, room)).toBe(1)
  const { allowance } = (await shop.call("GET /api/chat/access-status", { as: room.member })).body
  expect(allowance.messages.used).toBe(1)
})

test("read marks set in any order end at the highest, and the count is what follows it", async () => {
  const room = await aRoom(shop)
  const sent = await Promise.all(Array.from({ length: 12 }, (_, n) => says(shop, room, room.member, `Line ${100 + n}`)))
  const ids = sent.map((message) => message.id).sort((a, b) => a - b)
  await Promise.all([
    ...ids.slice(0, 9).map((id) => read(room, room.moderator, id)),
    shop.call(`DELETE /api/chat/messages/${ids[10]}`, { as: room.member }),
    shop.call(`DELETE /api/chat/messages/${ids[2]}`, { as: room.member }),
    ...Array.from({ length: 4 }, (_, n) => says(shop, room, room.member, `More ${100 + n}`)),
    says(shop, room, room.moderator, "Mine"),
  ])
  const [mark] = await rows(sql`
    select c.last_message_id, r.moderator_unread as unread, (select count(*)::int from chat_messages m
      where m.room_id = c.room_id and m.id > c.last_message_id and m.sender_id <> c.user_id and m.deleted_at is null) as real
    from chat_reads c join chat_rooms r on r.id = c.room_id where c.room_id = ${room.id} and c.user_id = ${room.moderator.id}`)
  expect(mark.last_message_id).toBe(ids[8])
  expect(mark.unread).toBe(mark.real)
  expect(await unreadOf(shop, room.moderator)).toEqual({ [room.id]: 2 + 4 })
})

test("a model that is reassigned during messages loses no unread count", async () => {
  const admin = await shop.anAdmin()
  const room = await aRoom(shop)
  const next = await shop.aModerator()
  const writing = Promise.all(Array.from({ length: 30 }, (_, n) => says(shop, room, room.member, `Line ${100 + n}`)))
  await shop.call(`DELETE /api/moderators/${room.moderator.id}/dolls/${room.dollId}`, { as: admin })
  await shop.call(`POST /api/moderators/${next.id}/dolls/${room.dollId}`, { as: admin })
  await writing
  expect(await unreadOf(shop, next)).toEqual({ [room.id]: 30 })
  expect(await headSeq(shop, room)).toBe(30)
})

test.each([
  ["somebody", "nobody", 1],
  ["nobody", "somebody", 2],
])("a message that is sent while its room goes from %s to %s counts as it is stored", async (before, after, used) => {
  const room = await aRoom(shop)
  const assign = (to: string) =>
    sql`update chat_rooms set moderator_id = ${to === "nobody" ? null : room.moderator.id} where id = ${room.id}`
  const first = await says(shop, room, room.member, "Good evening")
  await rows(assign(before))
  const { second } = await shop.app.store.transaction(async (tx) => {
    await tx.db.execute(assign(after))
    const second = says(shop, room, room.member, "Is anybody there?")
    await wait(400)
    return { second }
  })
  expect((await second).id).toBeGreaterThan(first.id)
  const { allowance } = (await shop.call("GET /api/chat/access-status", { as: room.member })).body
  expect(allowance.messages.used).toBe(used)
})

test("messages that are sent while their room loses its moderator and gets one again are stored", async () => {
  const room = await aRoom(shop)
  let isWriting = true
  const writing = (async () => {
    for (let n = 0; n < 60; n++) await says(shop, room, room.member, `Line ${100 + n}`)
  })().finally(() => {
    isWriting = false
  })
  const assign = (to: number | null) => rows(sql`update chat_rooms set moderator_id = ${to} where id = ${room.id}`)
  while (isWriting) {
    await assign(null)
    await assign(room.moderator.id)
    await wait(2)
  }
  await writing
  expect(await headSeq(shop, room)).toBe(60)
})

test.each(["flagged", "reported"])(
  "a message that is %s and concurrently deleted is in the queue with its text, or was deleted first and is not",
  async (how) => {
    const room = await aRoom(shop)
    const ids: number[] = []
    for (let n = 0; n < 20; n++) ids.push((await says(shop, room, room.member, `Line ${100 + n}`)).id)
    const point = (id: number) =>
      how === "flagged"
        ? flag(room, id, true)
        : shop.call("POST /api/reports", { as: room.moderator, body: { kind: "message", id, reason: "Odd" } })
    const pointed = await Promise.all(
      ids.map(async (id) => {
        const takeBack = shop.call(`DELETE /api/chat/messages/${id}`, { as: room.member })
        const [{ status }, gone] = await Promise.all([point(id), takeBack])
        expect([200, 202, 404]).toContain(status)
        expect(gone.status).toBe(204)
        return status !== 404
      }),
    )
    expect(await waitingIn(room)).toEqual(
      ids.flatMap((id, n) => (pointed[n] ? [{ subject_id: id, held_text: `Line ${100 + n}`, is_gone: true }] : [])),
    )
  },
)

test("concurrent requests for one room create one", async () => {
  const room = await aRoom(shop)
  const doll = await shop.aDoll()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      shop.call("POST /api/chat/rooms/", { as: room.member, body: { doll_id: doll.id } }),
    ),
  )
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
})

test("a message deleted concurrently with a flag is in the queue only if it was flagged first", async () => {
  const room = await aRoom(shop)
  const takeBack = (id: number) => shop.call(`DELETE /api/chat/messages/${id}`, { as: room.member })
  const report = (id: number) =>
    shop.call("POST /api/reports", { as: room.moderator, body: { kind: "message", id, reason: "Not like this" } })
  const expected: object[] = []
  for (let n = 0; n < 20; n++) {
    const { id } = await says(shop, room, room.member, `Line ${100 + n}`)
    const [{ status }] = await Promise.all([n % 2 ? flag(room, id, true) : report(id), takeBack(id)])
    if (status !== 404) expected.push({ subject_id: id, held_text: `Line ${100 + n}`, is_gone: true })
  }
  expect(await waitingIn(room)).toEqual(expected)
})

test("after a concurrent flag and unflag the message and the queue agree", async () => {
  const room = await aRoom(shop)
  for (let n = 0; n < 15; n++) {
    const { id } = await says(shop, room, room.member, `Line ${100 + n}`)
    await Promise.all([true, false, true, false].map((flagged) => flag(room, id, flagged)))
  }
  const split = await rows(sql`
    select m.id from chat_messages m where m.room_id = ${room.id} and m.flagged <> exists (
      select from flagged_items f where f.kind = 'message' and f.subject_id = m.id and f.resolved_at is null)`)
  expect(split).toEqual([])
})

test("a moderator who saves many canned replies concurrently cannot exceed the limit", async () => {
  const as = await shop.aModerator()
  const keep = (n: number) =>
    shop.call("POST /api/chat/canned-replies", { as, body: { title: `T ${n}`, content: "x" } })
  for (let n = 0; n < 95; n++) await keep(n)
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => keep(n)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, ...Array(7).fill(409)])
})

test("a text in two halves, sent concurrently, is never stored in the order in which it would be blocked", async () => {
  const halves = ["she is only", "15"]
  for (let n = 0; n < 15; n++) {
    const room = await aRoom(shop)
    await Promise.all(halves.map((content) => post(shop, room.member, { chat_room_id: room.id, content })))
    const said = await rows(sql`select content from chat_messages where room_id = ${room.id} order by id`)
    expect(said.map(({ content }) => content)).not.toEqual(halves)
  }
})

const waitingIn = (room: TestRoom) =>
  rows(sql`select subject_id, held_text, gone_at is not null as is_gone from flagged_items
    where room_id = ${room.id} and resolved_at is null order by subject_id`)
const flag = (room: TestRoom, id: number, flagged: boolean) =>
  shop.call(`PATCH /api/chat/messages/${id}/flag`, { as: room.moderator, body: { flagged } })
const read = (room: TestRoom, as: TestPerson, id: number) =>
  shop.call(`POST /api/chat/rooms/${room.id}/read`, { as, body: { last_message_id: id } })
