import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { flaggedItems, reports } from "#server/platform/moderation/tables.ts"
import { aRoom, form, headSeq, post, says, unreadOf } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { sweepFiles } from "../../platform/media/privateFiles.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("a deleted account takes along its reports; its held texts stay as evidence", async () => {
  const room = await aRoom(shop)
  const answer = await says(shop, room, room.moderator, "Good evening")
  const reason = "I was spoken to in a rude way"
  const about = { kind: "message", id: answer.id, reason }
  await shop.call("POST /api/reports", { as: room.member, body: about })
  expect((await post(shop, room.member, { chat_room_id: room.id, content: "I will kill you" })).status).toBe(422)
  const taken = await shop.call("GET /api/users/account/export", { as: room.member })
  expect(taken.body.reports).toMatchObject([{ kind: "message", subject_id: answer.id, reason, closed_at: null }])
  const held = () => shop.app.store.db.select().from(flaggedItems).where(eq(flaggedItems.authorId, room.member.id))
  const evidence = { kind: "message" as const, authorId: room.member.id, sources: ["engine" as const] }
  await shop.app.store.db
    .insert(flaggedItems)
    .values({ ...evidence, reason: "Points at minors", critical: true, heldText: "kept", createdAt: shop.clock.now() })
  expect((await held()).map(({ heldText }) => heldText).sort()).toEqual(["I will kill you", "kept"])
  expect((await shop.call("DELETE /api/users/account", { as: room.member, body: {} })).status).toBe(204)
  expect((await held()).map(({ heldText }) => heldText).sort()).toEqual(["I will kill you", "kept"])
  const [report] = await shop.app.store.db.select().from(reports).where(eq(reports.reporterId, room.member.id))
  expect(report).toMatchObject({ subjectId: answer.id, reason: "" })
})

test("a chat frozen for possible evidence stays frozen after its member has left, whatever the decision", async () => {
  const room = await aRoom(shop)
  await post(shop, room.member, { chat_room_id: room.id, content: "Do you have one of a schoolgirl?" })
  const [item] = await shop.app.store.db.select().from(flaggedItems).where(eq(flaggedItems.roomId, room.id))
  const admin = await shop.anAdmin("super_admin")
  expect((await shop.call("DELETE /api/users/account", { as: room.member, body: {} })).status).toBe(403)
  await shop.call(`POST /api/admin/users/${room.member.id}/unsuspend`, { as: admin })
  expect((await shop.call("DELETE /api/users/account", { as: room.member, body: {} })).status).toBe(204)
  const approved = await shop.call(`POST /api/admin/flagged-messages/${item!.id}/approve`, { as: admin })
  expect(approved.status).toBeLessThan(300)
  expect((await shop.call(`GET /api/chat/rooms/${room.id}`, { as: room.moderator })).body.frozen).toBe(true)
})

test("a flagged message stays in the queue with its text after its sender has deleted it or left", async () => {
  const admin = await shop.anAdmin()
  const list = async () => (await shop.call("GET /api/admin/flagged-messages?limit=100", { as: admin })).body as any[]
  const room = await aRoom(shop)
  const flagged = async (content: string) => {
    const { id } = await says(shop, room, room.member, content)
    await shop.call(`PATCH /api/chat/messages/${id}/flag`, { as: room.moderator, body: { flagged: true } })
    return id
  }
  const taken = await flagged("Words that were taken back")
  const left = await flagged("Words of somebody who leaves")
  await shop.call(`DELETE /api/chat/messages/${taken}`, { as: room.member })
  const sent = await shop.call(`POST /api/chat/messages/${room.id}/upload`, {
    as: room.member,
    ...form({ name: "left.pdf", bytes: "%PDF-1.4\n%%EOF" }),
  })
  await shop.call(`PATCH /api/chat/messages/${sent.body.id}/flag`, { as: room.moderator, body: { flagged: true } })
  expect((await shop.call("DELETE /api/users/account", { as: room.member, body: {} })).status).toBe(204)
  await sweepFiles(shop.app.store, shop.app.storage)
  const kept = (await list()).filter((item) => item.chat_room === room.id)
  expect(kept.every((item) => item.deleted_at !== null && item.user === null)).toBe(true)
  expect(kept.map((item) => [item.subject_id, item.content]).sort(([a], [b]) => a - b)).toEqual([
    [taken, "Words that were taken back"],
    [left, "Words of somebody who leaves"],
    [sent.body.id, "left.pdf"],
  ])
  const file = kept.find((item) => item.subject_id === sent.body.id)
  expect((await shop.call(`GET /api/admin/flagged-messages/${file.id}/file`, { as: admin })).status).toBe(200)
  const around = await shop.call(`GET /api/admin/flagged-messages/${kept[0].id}/context`, { as: admin })
  expect(around.body.messages.find((one: any) => one.is_flagged_one).content).toBe(kept[0].content)
})

test("a deleted account takes along its messages, and nobody can write to it", async () => {
  const room = await aRoom(shop)
  await says(shop, room, room.member, "Something of mine")
  await says(shop, room, room.moderator, "Good evening")
  const sent = await shop.call(`POST /api/chat/messages/${room.id}/upload`, {
    as: room.member,
    ...form({ name: "mine.pdf", bytes: "%PDF-1.4\n%%EOF" }),
  })
  const key = `chat/${sent.body.file_url.split("/").at(-1)}`
  const taken = await shop.call("GET /api/users/account/export", { as: room.member })
  expect(taken.body.conversations).toMatchObject([
    {
      room_id: room.id,
      messages: [
        { from: "you", content: "Something of mine" },
        { from: "shop", content: "Good evening" },
        { from: "you", file_name: "mine.pdf" },
      ],
    },
  ])
  expect((await shop.call("DELETE /api/users/account", { as: room.member, body: {} })).status).toBe(204)
  const seen = await shop.call(`GET /api/chat/rooms/${room.id}`, { as: room.moderator })
  expect(seen.body).toMatchObject({ frozen: true, head_seq: 5, user: { full_name: "Former member" } })
  expect(seen.body.messages.map((message: any) => message.content)).toEqual(["Good evening"])
  expect(await headSeq(shop, room)).toBe(5)
  expect(await unreadOf(shop, room.moderator)).toEqual({})
  expect((await post(shop, room.moderator, { chat_room_id: room.id, content: "Hello?" })).status).toBe(403)
  await sweepFiles(shop.app.store, shop.app.storage)
  expect(await shop.app.storage.find(key)).toBeNull()
})
