import { Writable } from "node:stream"
import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { ApiKey, CreatedApiKey, Scope } from "#contract/integrations.ts"
import { integrationTexts } from "#contract/panelText.ts"
import { apiKeyTexts, generalTexts } from "#contract/texts.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { users } from "../auth/tables.ts"
import { days, hours, seconds } from "../clock.ts"
import { createLog } from "../log.ts"
import { auditLog } from "../records/tables.ts"
import { deleteOldKeys } from "./apiKeys.ts"
import { apiKeys } from "./tables.ts"

let shop: TestShop
let boss: TestPerson
let logged = ""
beforeAll(async () => {
  const write = (chunk: Buffer, _: string, done: () => void) => {
    logged += chunk
    done()
  }
  shop = await openShop({ LOG_LEVEL: "trace" }, { log: createLog("trace", new Writable({ write })) })
  boss = await shop.anAdmin()
})
afterAll(() => shop.close())

const list = "GET /api/admin/api-keys"
const read = "GET /api/admin/orders"
async function aKey(fields: { name?: string; scopes?: Scope[]; days?: number | null; as?: TestPerson } = {}) {
  const { as = boss, ...given } = fields
  const body = { name: "Warehouse", scopes: ["orders:read"], days: null, ...given }
  const answer = await shop.call<CreatedApiKey>("POST /api/admin/api-keys", { as, body })
  expect(answer.status).toBe(201)
  return answer.body
}
const listed = async (id: number) => (await shop.call<ApiKey[]>(list, { as: boss })).body.find((key) => key.id === id)!

test("a key is shown once; the database has its hash, and the log and the list nothing of it but its beginning", async () => {
  const { secret, ...key } = await aKey()
  expect(secret).toMatch(/^vk_[\w-]{43}$/)
  expect((await shop.call(read, { as: secret })).status).toBe(200)
  expect(await listed(key.id)).toMatchObject({ name: "Warehouse", prefix: secret.slice(0, 9), state: "active" })
  const { rows } = (await shop.app.store.db.execute(
    sql`select (select string_agg(k::text, ' ') from api_keys k) || (select string_agg(a::text, ' ') from audit_log a) as text`,
  )) as unknown as { rows: { text: string }[] }
  const { body } = await shop.call(list, { as: boss })
  for (const text of [rows[0]!.text, logged, JSON.stringify(body)]) expect(text).not.toContain(secret.slice(9))
})

test("a key acts for the admin who created it, within its scopes and within what the admin may do", async () => {
  const { secret } = await aKey({ scopes: ["orders:read", "models:write"] })
  const refused = await shop.call("GET /api/admin/payments", { as: secret })
  expect(refused).toMatchObject({ status: 403, body: { detail: apiKeyTexts.missingScope("payments:read") } })
  expect((await shop.call("GET /api/no-such-call", { as: secret })).status).toBe(404)
  const made = await shop.call("POST /api/dolls/create", {
    as: secret,
    body: { name: "Made by a program", price: 10, description: "Glazed." },
  })
  expect(made.status).toBe(201)
  const [entry] = await shop.app.store.db.select().from(auditLog).where(eq(auditLog.action, "doll.create"))
  expect(entry).toMatchObject({ actorId: boss.id, targetId: made.body.id, after: { api_key: "Warehouse" } })
  expect((await shop.call("GET /api/admin/audit-log/verify", { as: boss })).body.intact).toBe(true)
  const other = await shop.anAdmin()
  const { secret: weaker } = await aKey({ as: other })
  await shop.app.store.db.update(users).set({ adminType: "content_admin" }).where(eq(users.id, other.id))
  expect(await shop.call(read, { as: weaker })).toMatchObject({
    status: 403,
    body: { detail: generalTexts.insufficient },
  })
})

test("a key gets no file of all orders, no staff accounts, and no socket", async () => {
  const { secret } = await aKey({ scopes: ["orders:read", "customers:read"] })
  const csv = await shop.call(read, { as: secret, headers: { accept: "text/csv" } })
  expect(csv).toMatchObject({ status: 403, body: { detail: apiKeyTexts.notAllowed } })
  const customer = await shop.aUser()
  for (const filter of ["", "&role=admin", "&role=moderator"]) {
    const { body } = await shop.call(`GET /api/admin/users?limit=100${filter}`, { as: secret })
    expect(body.map(({ id }: { id: number }) => id)).toContain(customer.id)
    expect(new Set(body.map(({ role }: { role: string }) => role))).toEqual(new Set(["user"]))
  }
  await expect(shop.app.tokens.personOf(secret)).rejects.toMatchObject({ code: "UNAUTHENTICATED" })
})

test("the last use is recorded, at most once a minute", async () => {
  const { secret, id } = await aKey()
  expect((await listed(id)).last_used_at).toBeNull()
  await shop.call(read, { as: secret })
  const first = (await listed(id)).last_used_at
  expect(first).not.toBeNull()
  shop.clock.advance(seconds(30))
  await shop.call(read, { as: secret })
  expect((await listed(id)).last_used_at).toBe(first)
  shop.clock.advance(seconds(31))
  await shop.call(read, { as: secret })
  expect((await listed(id)).last_used_at! > first!).toBe(true)
})

test("a revoked key ends at once, an expired one at its time, and both are listed until a year later", async () => {
  const [revoked, expiring] = [await aKey(), await aKey({ days: 30 })]
  expect((await shop.call(read, { as: revoked.secret })).status).toBe(200)
  for (const _ of [1, 2]) {
    expect((await shop.call(`DELETE /api/admin/api-keys/${revoked.id}`, { as: boss })).status).toBe(204)
  }
  expect((await shop.call(read, { as: revoked.secret })).status).toBe(401)
  const gone = await shop.call("DELETE /api/admin/api-keys/999999", { as: boss })
  expect(gone).toMatchObject({ status: 404, body: { detail: integrationTexts.keyGone } })
  shop.clock.advance(days(30) - hours(1))
  boss = await shop.anAdmin()
  expect((await shop.call(read, { as: expiring.secret })).status).toBe(200)
  shop.clock.advance(hours(1))
  expect((await shop.call(read, { as: expiring.secret })).status).toBe(401)
  expect([(await listed(revoked.id)).state, (await listed(expiring.id)).state]).toEqual(["revoked", "expired"])
  shop.clock.advance(days(365))
  boss = await shop.anAdmin()
  const kept = await aKey()
  await shop.app.store.longRunning(deleteOldKeys)
  const left = await shop.app.store.db.select({ id: apiKeys.id }).from(apiKeys)
  expect(left.map(({ id }) => id)).toContain(kept.id)
  expect(left.map(({ id }) => id)).not.toContain(revoked.id)
  expect(left.map(({ id }) => id)).not.toContain(expiring.id)
})

test.each([
  ["suspended", { suspendedAt: new Date(0) }],
  ["inactive", { isActive: false }],
  ["no admin any more", { role: "moderator", adminType: null }],
  ["deleted", { deletedAt: new Date(0) }],
] as const)("the key of an admin who is %s does not work", async (_, fields) => {
  const admin = await shop.anAdmin()
  const { secret, id } = await aKey({ as: admin })
  expect((await shop.call(read, { as: secret })).status).toBe(200)
  await shop.app.store.db.update(users).set(fields).where(eq(users.id, admin.id))
  expect((await shop.call(read, { as: secret })).status).toBe(401)
  expect((await listed(id)).state).toBe("owner_inactive")
})

test("an admin with a second factor is asked for it before a key is created", async () => {
  const admin = await shop.anAdmin()
  await shop.app.store.db.update(users).set({ secondFactorSince: shop.clock.now() }).where(eq(users.id, admin.id))
  shop.clock.advance(hours(1))
  const body = { name: "Late", scopes: ["orders:read"], days: null }
  const answer = await shop.call("POST /api/admin/api-keys", { as: admin, body })
  expect(answer).toMatchObject({ status: 403, body: { code: "CONFIRMATION_REQUIRED" } })
})

test("each key has a limit of its own", async () => {
  const limited = await openShop({ RATE_LIMIT_SCALE: "0.01" })
  const as = await limited.anAdmin()
  const keys: string[] = []
  for (const name of ["One", "Two"]) {
    const body = { name, scopes: ["orders:read"], days: null }
    keys.push((await limited.call("POST /api/admin/api-keys", { as, body })).body.secret)
    limited.clock.advance(seconds(61))
  }
  const answers: number[] = []
  for (let turn = 0; turn < 7; turn++) answers.push((await limited.call(read, { as: keys[0]! })).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect((await limited.call(read, { as: keys[1]! })).status).toBe(200)
  await limited.close()
})

test("a key needs a name and at least one known scope, and there are at most a hundred", async () => {
  const post = (body: unknown) => shop.call("POST /api/admin/api-keys", { as: boss, body })
  const errorOf = async (body: unknown) => (await post(body)).body.errors?.[0]?.message
  expect(await errorOf({ name: " ", scopes: ["orders:read"], days: null })).toBe(integrationTexts.nameRequired)
  expect(await errorOf({ name: "A", scopes: [], days: null })).toBe(integrationTexts.scopeRequired)
  expect((await post({ name: "A", scopes: ["chat:read"], days: null })).status).toBe(422)
  const left = 100 - (await shop.app.store.db.$count(apiKeys, sql`revoked_at is null`))
  for (let turn = 0; turn < left; turn++) await aKey()
  expect(await post({ name: "A", scopes: ["orders:read"], days: null })).toMatchObject({
    status: 409,
    body: { detail: integrationTexts.tooManyKeys },
  })
})
