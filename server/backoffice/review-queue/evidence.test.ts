import { Readable } from "node:stream"
import { desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { moderationTexts } from "#contract/memberText.ts"
import { sweepFiles } from "#server/platform/media/privateFiles.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { sweepVideoFiles } from "#server/shopfront/videos/files.ts"
import { videos } from "#server/shopfront/videos/tables.ts"
import { aRoom, form, post } from "#test/chat.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { readVideoFile } from "#test/videoFiles.ts"
import { flaggedItems } from "../../platform/moderation/tables.ts"
import { deleteOldEvidence } from "./evidence.ts"

const day = 86_400_000
let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const list = "GET /api/admin/flagged-messages"
/** A new admin for each call: sessions expire while the clock is moved. */
const anAdmin = () => shop.anAdmin()
const queue = async () => (await shop.call(`${list}?limit=100`, { as: await anAdmin() })).body as any[]
const on = async (kind: string, subjectId: number) =>
  (await queue()).find((item) => item.kind === kind && item.subject_id === subjectId)
const act = async (what: "approve" | "delete", id: number, as?: TestPerson) =>
  shop.call(`${what === "delete" ? "DELETE" : "POST"} /api/admin/flagged-messages/${id}/${what}`, {
    as: as ?? (await anAdmin()),
  })
const report = (body: unknown) => shop.call("POST /api/reports", { body })

test("a flagged item that its author deletes or edits stays in the queue, marked, with its original text", async () => {
  const author = await shop.aUser()
  const { id: doll_id } = await shop.aDoll()
  const written = { doll_id, rating: 1, comment: "The stand arrived cracked and nobody answers." }
  const { body: told } = await shop.call("POST /api/reviews", { as: author, body: written })
  await report({ kind: "review", id: told.id, reason: "It is untrue" })
  const rewritten = { rating: 5, comment: "All is well now." }
  await shop.call(`PUT /api/reviews/${told.id}`, { as: author, body: rewritten })
  expect(await on("review", told.id)).toMatchObject({
    content: rewritten.comment,
    original: "The stand arrived cracked and nobody answers.",
    deleted_at: null,
  })
  expect((await shop.call(`DELETE /api/reviews/${told.id}`, { as: author })).status).toBe(204)
  const item = await on("review", told.id)
  expect(item).toMatchObject({ deleted_at: expect.any(String), user: author.fullName })
  expect(item.content).toContain("cracked")
  expect(item.content).toContain(rewritten.comment)
  expect((await act("approve", item.id)).status).toBe(204)
  expect(await on("review", told.id)).toBeUndefined()
})

test("text and file of a flagged message that its sender deletes are kept for staff until they expire", async () => {
  const { app, clock } = shop
  const room = await aRoom(shop)
  const sent = await shop.call(`POST /api/chat/messages/${room.id}/upload`, {
    as: room.member,
    ...form({ name: "offer.pdf", bytes: "%PDF-1.4\n%%EOF" }),
  })
  const address = `GET ${sent.body.file_url}`
  await shop.call(`PATCH /api/chat/messages/${sent.body.id}/flag`, { as: room.moderator, body: { flagged: true } })
  const { id } = await on("message", sent.body.id)
  const file = `GET /api/admin/flagged-messages/${id}/file`
  expect((await shop.call(`DELETE /api/chat/messages/${sent.body.id}`, { as: room.member })).status).toBe(204)
  await sweepFiles(app.store, app.storage)
  for (const as of [room.member, room.moderator, await anAdmin()])
    expect((await shop.call(address, { as })).status).toBe(404)
  const item = await on("message", sent.body.id)
  expect(item).toMatchObject({
    content: "offer.pdf",
    deleted_at: expect.any(String),
    file: { name: "offer.pdf", type: "application/pdf" },
    moderator: room.moderator.fullName,
  })
  for (const [as, status] of [
    [undefined, 401],
    [room.member, 403],
    [room.moderator, 403],
    [await shop.anAdmin("financial_admin"), 403],
  ] as const) {
    expect((await shop.call(file, { as })).status).toBe(status)
  }
  const seen = await shop.call(file, { as: await shop.anAdmin("content_admin") })
  expect([seen.status, seen.headers["content-disposition"]]).toEqual([200, expect.stringContaining("attachment")])
  expect(String(seen.body)).toContain("%PDF-1.4")
  const [entry] = await app.store.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  expect(entry).toMatchObject({ action: "flagged.file", targetId: id })

  // A decided item can be viewed for thirty days; then nothing of it remains.
  await act("delete", id)
  const decided = async () => {
    const all = await shop.call(`${list}?decided=1&limit=100`, { as: await anAdmin() })
    return all.body.find((one: any) => one.id === id)
  }
  clock.advance(29 * day)
  await deleteOldEvidence(app.store)
  expect(await decided()).toMatchObject({ outcome: "deleted", content: "offer.pdf" })
  expect((await shop.call(file, { as: await anAdmin() })).status).toBe(200)
  clock.advance(2 * day)
  await deleteOldEvidence(app.store)
  await sweepFiles(app.store, app.storage)
  expect(await decided()).toMatchObject({ content: "", file: null })
  expect((await shop.call(file, { as: await anAdmin() })).status).toBe(404)
  expect(await app.storage.find(`chat/${sent.body.file_url.split("/").at(-1)}`)).toBeNull()
})

test("undecided items are kept indefinitely; those that point at minors, a year after the decision", async () => {
  const room = await aRoom(shop)
  await post(shop, room.member, { chat_room_id: room.id, content: "an underage doll, please" })
  const [item] = await queue()
  const held = async () => {
    const [row] = await shop.app.store.db.select().from(flaggedItems).where(eq(flaggedItems.id, item.id))
    return row!.heldText
  }
  shop.clock.advance(100 * day)
  await deleteOldEvidence(shop.app.store)
  await act("delete", item.id)
  shop.clock.advance(364 * day)
  await deleteOldEvidence(shop.app.store)
  expect(await held()).toBe("an underage doll, please")
  shop.clock.advance(2 * day)
  await deleteOldEvidence(shop.app.store)
  expect(await held()).toBeNull()
})

test("a reported video that its author deletes stays in the queue, with its text and file", async () => {
  const { app } = shop
  const maker = await shop.anAdmin("content_admin")
  const { id: dollId } = await shop.aDoll()
  const key = "videos/one/film.mp4"
  await app.storage.put(key, Readable.from(["film"]))
  const [video] = await app.store.db
    .insert(videos)
    .values({
      dollId,
      title: "On the wheel",
      description: "A turn of the stand.",
      category: "",
      file: key,
      type: "video/mp4",
      size: 4,
      createdBy: maker.id,
      createdAt: shop.clock.now(),
      updatedAt: shop.clock.now(),
    })
    .returning()
  await report({ kind: "video", id: video!.id, reason: "It is a copy" })
  const own = await on("video", video!.id)
  const approved = await act("approve", own.id, maker)
  expect([approved.status, approved.body.detail]).toEqual([403, moderationTexts.notYourOwn])
  expect((await shop.call(`DELETE /api/videos/${video!.id}`, { as: maker })).status).toBe(204)
  await sweepVideoFiles(app.store, app.storage)
  expect(await on("video", video!.id)).toMatchObject({
    content: "On the wheel: A turn of the stand.",
    deleted_at: expect.any(String),
    file: { name: "On the wheel.mp4" },
  })
  expect((await shop.call(`GET /api/admin/flagged-messages/${own.id}/file`, { as: await anAdmin() })).status).toBe(200)
  await act("delete", own.id)
  shop.clock.advance(31 * day)
  await deleteOldEvidence(app.store)
  await sweepVideoFiles(app.store, app.storage)
  expect(await app.storage.find(key)).toBeNull()
})

test("a reported listing that its author hides or archives can still be read in the queue", async () => {
  const doll = await shop.aDoll({ name: "Hidden away" })
  await report({ kind: "doll", id: doll.id, reason: "It is a copy" })
  await shop.call(`DELETE /api/dolls/delete/${doll.id}`, { as: await anAdmin() })
  expect((await on("doll", doll.id)).content).toContain("Hidden away")
})

test("items that staff delete stay as evidence too: message, file and review, for 30 days or a year", async () => {
  const { app, clock } = shop
  const room = await aRoom(shop)
  const sent = await shop.call(`POST /api/chat/messages/${room.id}/upload`, {
    as: room.member,
    ...form({ name: "threat.pdf", bytes: "%PDF-1.4\n%%EOF" }),
  })
  await shop.call(`PATCH /api/chat/messages/${sent.body.id}/flag`, { as: room.moderator, body: { flagged: true } })
  const author = await shop.aUser()
  const { id: doll_id } = await shop.aDoll()
  const written = { doll_id, rating: 1, comment: "I know where you all live." }
  const { body: told } = await shop.call("POST /api/reviews", { as: author, body: written })
  await report({ kind: "review", id: told.id, reason: "It is a threat" })
  const [message, review] = [await on("message", sent.body.id), await on("review", told.id)]
  for (const { id } of [message, review]) expect((await act("delete", id)).status).toBe(204)
  expect((await shop.call(`GET ${sent.body.file_url}`, { as: room.member })).status).toBe(404)
  const decided = async (id: number) => {
    const all = await shop.call(`${list}?decided=1&limit=100`, { as: await anAdmin() })
    return all.body.find((one: any) => one.id === id)
  }
  clock.advance(29 * day)
  await deleteOldEvidence(app.store)
  await sweepFiles(app.store, app.storage)
  expect(await decided(message.id)).toMatchObject({
    content: "threat.pdf",
    file: { name: "threat.pdf" },
    deleted_at: null,
  })
  expect(await decided(review.id)).toMatchObject({ content: written.comment, deleted_at: null })
  const file = `GET /api/admin/flagged-messages/${message.id}/file`
  expect((await shop.call(file, { as: await anAdmin() })).status).toBe(200)
  clock.advance(2 * day)
  await deleteOldEvidence(app.store)
  await sweepFiles(app.store, app.storage)
  expect(await decided(review.id)).toMatchObject({ content: "" })
  expect((await shop.call(file, { as: await anAdmin() })).status).toBe(404)
})

test("a reported video stays when it is replaced, and the other is deleted with its record", async () => {
  const { app } = shop
  const maker = await shop.anAdmin("content_admin")
  const { id: dollId } = await shop.aDoll()
  const key = "videos/reported/film.mp4"
  await app.storage.put(key, Readable.from(["film"]))
  const now = shop.clock.now()
  const row = {
    dollId,
    title: "On the wheel",
    description: "A turn.",
    category: "",
    type: "video/mp4" as const,
    size: 4,
  }
  const [video] = await app.store.db
    .insert(videos)
    .values({ ...row, file: key, createdBy: maker.id, createdAt: now, updatedAt: now })
    .returning()
  await report({ kind: "video", id: video!.id, reason: "It is a copy" })
  const item = await on("video", video!.id)
  const another = await shop.call("POST /api/videos/upload", {
    as: maker,
    ...form({ name: "other.mp4", bytes: await readVideoFile() }, { video_id: String(video!.id) }),
  })
  expect(another.status).toBe(201)
  await sweepVideoFiles(app.store, app.storage)
  const seen = await shop.call(`GET /api/admin/flagged-messages/${item.id}/file`, { as: await anAdmin() })
  expect([seen.status, String(seen.body)]).toEqual([200, "film"])
  const [after] = await app.store.db.select().from(videos).where(eq(videos.id, video!.id))
  await shop.call(`DELETE /api/videos/${video!.id}`, { as: maker })
  await sweepVideoFiles(app.store, app.storage)
  expect(await app.storage.find(after!.file!)).toBeNull()
  expect(await app.storage.find(key)).not.toBeNull()
})
