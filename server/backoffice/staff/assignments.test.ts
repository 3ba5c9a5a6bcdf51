import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aRoom, says, unreadOf } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { seal } from "../../platform/records/audit.ts"
import { auditLog } from "../../platform/records/tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("a model has at most one moderator, and its rooms are reassigned with it", async () => {
  const admin = await shop.anAdmin("content_admin")
  const room = await aRoom(shop)
  const next = await shop.aModerator()
  await says(shop, room, room.member, "Hello")
  await says(shop, room, room.moderator, "Good evening")
  const assign = (method: string, moderatorId: number, as = admin) =>
    shop.call(`${method} /api/moderators/${moderatorId}/dolls/${room.dollId}`, { as })
  expect((await assign("POST", next.id)).status).toBe(409)
  expect((await assign("POST", room.moderator.id)).status).toBe(204)
  expect((await assign("DELETE", next.id)).status).toBe(404)
  expect((await assign("DELETE", room.moderator.id)).status).toBe(204)
  expect((await shop.call(`GET /api/chat/rooms/${room.id}`, { as: room.moderator })).status).toBe(404)
  expect(await unreadOf(shop, room.moderator)).toEqual({})
  // The room has no moderator; messages sent meanwhile are there for the next one.
  await says(shop, room, room.member, "Is anybody there?")
  expect((await assign("POST", next.id)).status).toBe(204)
  const seen = await shop.call(`GET /api/chat/rooms/${room.id}`, { as: next })
  expect(seen.body.messages).toHaveLength(3)
  expect(await unreadOf(shop, next)).toEqual({ [room.id]: 3 })
  await says(shop, room, next, "I am.")
  expect((await assign("DELETE", next.id)).status).toBe(204)
  await assign("POST", room.moderator.id)
  // Its own message, the first, does not count as unread.
  expect(await unreadOf(shop, room.moderator)).toEqual({ [room.id]: 3 })
})

test("only content admins assign, and only to moderators", async () => {
  const doll = await shop.aDoll()
  const moderator = await shop.aModerator()
  const url = `POST /api/moderators/${moderator.id}/dolls/${doll.id}`
  for (const as of [moderator, await shop.aUser(), await shop.anAdmin("financial_admin")]) {
    expect((await shop.call(url, { as })).status).toBe(403)
  }
  expect((await shop.call(url)).status).toBe(401)
  const admin = await shop.anAdmin()
  expect((await shop.call(`POST /api/moderators/${admin.id}/dolls/${doll.id}`, { as: admin })).status).toBe(404)
  expect((await shop.call(`POST /api/moderators/${moderator.id}/dolls/999999`, { as: admin })).status).toBe(404)
})

test("the audit log is a chain: an entry that is changed afterwards is detected", async () => {
  const rows = await shop.app.store.db.select().from(auditLog).orderBy(auditLog.id)
  expect(rows.length).toBeGreaterThan(3)
  let previous = Buffer.alloc(32)
  for (const { hash, previousHash, id: _, ...entry } of rows) {
    expect(previousHash).toEqual(previous)
    expect(seal(previous, entry)).toEqual(hash)
    previous = Buffer.from(hash)
  }
  await shop.app.store.db.execute(sql`update audit_log set action = 'nothing' where id = ${rows[1]!.id}`)
  const [changed] = await shop.app.store.db
    .execute(sql`select 1`)
    .then(() => shop.app.store.db.select().from(auditLog).where(sql`id = ${rows[1]!.id}`))
  const { hash, previousHash, id: _, ...entry } = changed!
  expect(seal(previousHash, entry)).not.toEqual(hash)
})
