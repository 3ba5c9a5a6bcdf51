import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { aRoom, inRoom, post, says, type TestRoom, unreadOf } from "#test/chat.ts"
import { createDatabase } from "#test/postgres.ts"
import { hasRedis, startRedis } from "#test/redis.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { allowanceUses } from "../../people/membership/tables.ts"
import { openPostgres } from "../../platform/db/open.ts"
import { notify } from "../../platform/notifications/notifications.ts"

/** Two nodes on one PostgreSQL and one Redis. */
let redis: Awaited<ReturnType<typeof startRedis>>
let one: TestShop
let two: TestShop
/** Both nodes' connection to Redis. */
let wire: Wire
beforeAll(async () => {
  if (!hasRedis) return
  redis = await startRedis()
  const database = await createDatabase(inject("postgresUrl"))
  wire = await wireTo(redis!.url)
  const env = { DATABASE_URL: database, REDIS_URL: wire.url }
  one = await openShop(env, { database: openPostgres(database) })
  two = await openShop(env, { database: openPostgres(database) })
  // Nodes learn of each other by heartbeats.
  await new Promise((resolve) => setTimeout(resolve, 500))
})
afterAll(async () => {
  await one?.close()
  await two?.close()
  await wire?.close()
  await redis?.stop()
})

const seqs = (socket: { frames: any[] }) =>
  socket.frames.filter((frame) => /create|update|delete/.test(frame.type)).map((frame) => frame.seq)

test.skipIf(!hasRedis)("messages of two nodes arrive in one order, everywhere", async () => {
  const room = await aRoom(one)
  const member = await inRoom(one.app, room, room.member)
  const moderator = await inRoom(two.app, room, room.moderator)
  for (let n = 0; n < 40; n++) {
    member.say({ type: "create", message: `Question ${n}`, client_id: `question-${n}` })
    moderator.say({ type: "create", message: `Answer ${n}`, client_id: `answer-00${n}` })
  }
  for (const socket of [member, moderator]) {
    await expect.poll(() => known(socket), { timeout: 10_000 }).toBe(80)
    const live = seqs(socket)
    expect(live).toEqual([...live].sort((a, b) => a - b))
    const ids = new Set(everyId(socket))
    expect(ids.size).toBe(80)
  }
})

test.skipIf(!hasRedis)(
  "presence, typing, read marks, unread counts and loss of access cross from node to node",
  async () => {
    const room = await aRoom(one)
    const member = await inRoom(one.app, room, room.member)
    await member.next("presence")
    const page = await openSocket(two.app, room.moderator)
    expect(await member.next("presence")).toMatchObject({ user_id: room.moderator.id, online: true })
    expect(await unreadOf(two, room.moderator)).toEqual({})
    const { id } = await says(one, room, room.member, "Hello over there")
    await expect.poll(() => unreadOf(two, room.moderator)).toEqual({ [room.id]: 1 })
    await expect.poll(() => page.frames.some((frame) => frame.type === "unread" && frame.total_unread === 1)).toBe(true)
    const moderator = await inRoom(two.app, room, room.moderator)
    expect(await moderator.next("presence")).toMatchObject({ user_id: room.member.id, online: true })
    moderator.say({ type: "typing", is_typing: true })
    expect(await member.next("typing")).toMatchObject({ user_id: room.moderator.id, is_typing: true })
    moderator.say({ type: "read", last_message_id: id })
    expect(await member.next("read")).toMatchObject({ user_id: room.moderator.id, last_message_id: id })
    page.close()
    moderator.close()
    expect(await member.next("presence")).toMatchObject({ user_id: room.moderator.id, online: false })
    const again = await inRoom(two.app, room, room.moderator)
    const admin = await one.anAdmin()
    await one.call(`DELETE /api/moderators/${room.moderator.id}/dolls/${room.dollId}`, { as: admin })
    expect(await again.closed(5000)).toBe(4403)
  },
)

test.skipIf(!hasRedis)("a client that reconnects to the other node gets what it missed", async () => {
  const room: TestRoom = await aRoom(one)
  const first = await inRoom(one.app, room, room.member)
  const { id } = await says(one, room, room.moderator, "One")
  await first.next("create")
  first.close()
  await says(two, room, room.moderator, "Two")
  await one.call(`DELETE /api/chat/messages/${id}`, { as: room.moderator })
  const back = await openSocket(two.app, room.member, { path: `/api/chat/ws/${room.id}/${room.member.id}` })
  back.say({ type: "join", last_seq: 1 })
  const missed = await back.next("history")
  expect(missed).toMatchObject({
    head_seq: 3,
    messages: [
      { content: "Two", seq: 2 },
      { id, seq: 3, deleted: true },
    ],
  })
})

test.skipIf(!hasRedis)(
  "a message that is sent to both nodes concurrently, and needs review, is stored once",
  async () => {
    const room = await aRoom(one)
    for (const [n, as] of Array.from({ length: 20 }, (_, n) => [n, n % 2 ? room.member : room.moderator] as const)) {
      const body = { chat_room_id: room.id, content: `You are an idiot, ${n}`, client_id: `at-once-${n}` }
      const answers = await Promise.all([one, two].map((node) => post(node, as, body)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
      expect(answers[0]!.body.id).toBe(answers[1]!.body.id)
    }
  },
)

test.skipIf(!hasRedis)(
  "the last message of an allowance that is sent to both nodes is acknowledged by both",
  async () => {
    const room = await aRoom(one, { level: "standard" })
    for (let n = 0; n < 9; n++) await says(one, room, room.member, `Before ${n}`)
    // Needs review, so that it is stored in a transaction of its own.
    const body = { chat_room_id: room.id, content: "You are an idiot", client_id: "last-of-all-1" }
    let sent: ReturnType<typeof post>[] = []
    // Both have found that nobody has stored it, and wait for the allowance.
    await one.app.store.transaction(async (tx) => {
      await tx.db.select().from(allowanceUses).for("update")
      sent = [one, two].map((node) => post(node, room.member, body))
      await new Promise((resolve) => setTimeout(resolve, 1000))
    })
    const answers = await Promise.all(sent)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(answers[0]!.body.id).toBe(answers[1]!.body.id)
    const other = await post(two, room.member, { ...body, client_id: "one-too-many-1" })
    expect([other.status, other.body.code]).toEqual([403, "ALLOWANCE_USED"])
  },
)

test.skipIf(!hasRedis)(
  "while Redis is unavailable, messages, read marks and counts still reach the other node",
  async () => {
    const room = await aRoom(one)
    const member = await inRoom(one.app, room, room.member)
    const moderator = await inRoom(two.app, room, room.moderator)
    const page = await openSocket(two.app, room.moderator)
    const last = (type: string) =>
      expect.poll(() => page.frames.findLast((frame) => frame.type === type), { timeout: 10_000 })
    await last("unread").toMatchObject({ total_unread: 0 })
    const first = await says(one, room, room.member, "Before")
    await last("unread").toMatchObject({ total_unread: 1 })
    wire.cut()
    await expect.poll(() => [one.app.bus.up, two.app.bus.up]).toEqual([false, false])
    moderator.say({ type: "read", last_message_id: first.id })
    expect(await member.next("read", 8000)).toMatchObject({ user_id: room.moderator.id, last_message_id: first.id })
    await says(one, room, room.member, "Meanwhile")
    // It has missed the message before its own, and is acknowledged nevertheless.
    moderator.say({ type: "create", message: "Here", client_id: "meanwhile-0001" })
    await expect
      .poll(() => moderator.frames.some((frame) => frame.type === "create" && frame.client_id === "meanwhile-0001"))
      .toBe(true)
    await last("unread").toMatchObject({ total_unread: 1 })
    await one.app.store.transaction((tx) =>
      notify(tx, room.moderator.id, { kind: "order_paid", title: "Paid", body: "It is paid." }),
    )
    await last("notice").toMatchObject({ unread: 1 })
    wire.mend()
    await expect.poll(() => [one.app.bus.up, two.app.bus.up], { timeout: 15_000 }).toEqual([true, true])
    page.close()
  },
)

/** The highest `seq` that a client knows. */
function known({ frames }: { frames: any[] }): number {
  return Math.max(0, ...frames.map((frame) => frame.head_seq ?? frame.seq ?? 0))
}

function everyId({ frames }: { frames: any[] }): number[] {
  return frames
    .flatMap((frame) => frame.messages ?? (frame.message ? [frame.message] : []))
    .map((message) => message.id)
}
