import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { generalTexts } from "#contract/texts.ts"
import { forgetEnded } from "#server/platform/auth/sessions.ts"
import { sessions } from "#server/platform/auth/tables.ts"
import { aRoom, says } from "#test/chat.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"
import { auditLog } from "../../platform/records/tables.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin()
})
afterAll(() => shop.close())

const password = "Copper-Lathe-25"
const newAdmin = (email: string, admin_type = "content_admin") => ({
  email,
  full_name: "Nora New",
  admin_type,
  password,
})

async function actions(): Promise<string[]> {
  return (await shop.app.store.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action }) => action)
}

test("a super admin creates and removes admins, and each step is audited", async () => {
  const made = await shop.call("POST /api/admin/admins", { as: boss, body: newAdmin("nora@demo.example") })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ email: "nora@demo.example", region: "global", is_active: true, role: "admin" })
  const body = { email: "nora@demo.example", password }
  const entered = await shop.call("POST /api/auth/login", { body })
  expect(entered.body.user.admin_type).toBe("content_admin")
  const token = entered.body.access_token

  const twice = await shop.call("POST /api/admin/admins", { as: boss, body: newAdmin("nora@demo.example") })
  expect([twice.status, twice.body.detail]).toEqual([409, staffAnswerTexts.addressTaken])
  const weak = { ...newAdmin("weak@demo.example"), password: "short" }
  expect((await shop.call("POST /api/admin/admins", { as: boss, body: weak })).status).toBe(422)

  const { body: list, headers } = await shop.call("GET /api/admin/admins?q=NORA", { as: boss })
  expect(list).toMatchObject([{ id: made.body.id, full_name: "Nora New", admin_type: "content_admin" }])
  expect(Number(headers["x-total-count"])).toBe(1)

  expect((await shop.call(`DELETE /api/admin/admins/${made.body.id}`, { as: boss })).status).toBe(204)
  expect((await shop.call("GET /api/auth/me", { as: token })).status).toBe(401)
  expect((await shop.call(`DELETE /api/admin/admins/${made.body.id}`, { as: boss })).status).toBe(404)
  expect(await actions()).toEqual(expect.arrayContaining(["admin.create", "admin.delete"]))
  // The address can be used again.
  expect((await shop.call("POST /api/admin/admins", { as: boss, body: newAdmin("nora@demo.example") })).status).toBe(
    201,
  )
})

test("a super admin changes an admin's name and type; permissions change at once", async () => {
  const made = await shop.call("POST /api/admin/admins", { as: boss, body: newAdmin("edda@demo.example") })
  const login = await shop.call("POST /api/auth/login", { body: { email: "edda@demo.example", password } })
  const as = login.body.access_token
  const edit = (id: number, body: object, more: object = {}) =>
    shop.call(`PUT /api/admin/admins/${id}`, { as: boss, body, ...more })
  expect((await shop.call("GET /api/admin/orders", { as })).status).toBe(403)
  const body = { full_name: "Edda Else", admin_type: "financial_admin" }
  const changed = await edit(made.body.id, body)
  expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(body)])
  expect((await shop.call("GET /api/admin/orders", { as })).status).toBe(200)
  expect((await shop.call("GET /api/admin/flagged-messages", { as })).status).toBe(403)
  expect((await edit(made.body.id, {}, { as })).status).toBe(403)
  // A client with an older version gets 412, and nothing changes.
  const headers = { "if-match": `"v${made.body.version}"` }
  expect((await edit(made.body.id, { full_name: "Nobody" }, { headers })).status).toBe(412)
  expect((await edit(made.body.id, { email: boss.email })).body.detail).toBe(staffAnswerTexts.addressTaken)
  const moderator = await shop.aModerator()
  for (const id of [999_999, moderator.id]) expect((await edit(id, { full_name: "X Y" })).status).toBe(404)
  const [entry] = (
    await shop.call(`GET /api/admin/audit-log?action=admin.edit&target_id=${made.body.id}`, { as: boss })
  ).body
  expect([entry.before, entry.after]).toEqual([
    { fullName: "Nora New", adminType: "content_admin" },
    { fullName: "Edda Else", adminType: "financial_admin" },
  ])
  expect(entry.actor_id).toBe(boss.id)
})

test.each([
  ["admin/admins", "admin/admins"],
  ["admin/moderators", "moderators/moderators"],
])("an address set for an account of %s hands it over: earlier links and sessions end", async (path, edited) => {
  const v = visitorsOf(shop)
  const [old, wanted, heir] = ["old", "wanted", "heir"].map((name) => `${name}@${path.split("/")[1]}.example`)
  const made = await shop.call(`POST /api/${path}`, { as: boss, body: newAdmin(old!) })
  const token = (await v.signIn(old!, password)).body.access_token
  const body = { email: wanted, current_password: password }
  expect((await shop.call("PATCH /api/auth/me", { as: token, body })).status).toBe(200)
  const [undoing, confirming] = [await v.codeFor(old!), await v.codeFor(wanted!)]
  await shop.call("POST /api/auth/password-reset/request", { body: { email: old } })
  const resetting = await v.codeFor(old!)
  const handed = await shop.call(`PUT /api/${edited}/${made.body.id}`, { as: boss, body: { email: heir } })
  expect([handed.status, handed.body.email]).toEqual([200, heir])
  const spend = async (what: string, oob_code: string, rest = {}) =>
    (await shop.call(`POST /api/auth/${what}`, { body: { oob_code, ...rest } })).body.code
  expect(await spend("email-change/undo", undoing)).toBe("BAD_CODE")
  expect(await spend("verify-email/confirm", confirming)).toBe("BAD_CODE")
  expect(await spend("password-reset/confirm", resetting, { new_password: "Glazed-Porcelain-8" })).toBe("BAD_CODE")
  expect(await v.statusOf(token)).toBe(401)
  const { user } = (await v.signIn(heir!, password)).body
  expect([user.id, user.pending_email]).toEqual([made.body.id, null])
})

test("undoing a staff account's change of address is audited", async () => {
  const v = visitorsOf(shop)
  const [old, wanted] = ["before@staff.example", "after@staff.example"]
  const made = await shop.call("POST /api/admin/admins", { as: boss, body: newAdmin(old) })
  const token = (await v.signIn(old, password)).body.access_token
  await shop.call("PATCH /api/auth/me", { as: token, body: { email: wanted, current_password: password } })
  const undoing = await v.codeFor(old)
  await shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code: await v.codeFor(wanted) } })
  expect((await shop.call("POST /api/auth/email-change/undo", { body: { oob_code: undoing } })).status).toBe(200)
  const log = await shop.call(`GET /api/admin/audit-log?action=user.restore_email&target_id=${made.body.id}`, {
    as: boss,
  })
  expect(log.body).toMatchObject([{ actor_id: null, before: { email: wanted }, after: { email: old } }])
})

test("nobody changes their own type or address, nor the type of the last super admin", async () => {
  const alone = await openShop()
  try {
    const [first, second] = [await alone.anAdmin(), await alone.anAdmin()]
    const edit = (as: TestPerson, id: number, body: object) => alone.call(`PUT /api/admin/admins/${id}`, { as, body })
    for (const body of [{ admin_type: "content_admin" }, { email: "new@demo.example" }]) {
      const { status, body: said } = await edit(first, first.id, body)
      expect([status, said.detail]).toEqual([409, staffAnswerTexts.notYourself])
    }
    expect((await edit(first, first.id, { full_name: "Myself Again" })).status).toBe(200)
    await alone.call(`POST /api/admin/users/${second.id}/deactivate`, { as: first })
    // A deactivated super admin does not count: demoting it still leaves the first one.
    expect((await edit(first, second.id, { admin_type: "content_admin" })).status).toBe(200)
    expect((await edit(first, second.id, { admin_type: "super_admin" })).status).toBe(200)
  } finally {
    await alone.close()
  }
})

test("nobody removes themselves, nor the last super admin", async () => {
  const alone = await openShop()
  const first = await alone.anAdmin()
  const itself = await alone.call(`DELETE /api/admin/admins/${first.id}`, { as: first })
  expect([itself.status, itself.body.detail]).toEqual([409, staffAnswerTexts.notYourself])
  const off = await alone.call(`POST /api/admin/users/${first.id}/deactivate`, { as: first })
  expect([off.status, off.body.detail]).toEqual([409, staffAnswerTexts.notYourself])
  const second = await alone.anAdmin()
  expect((await alone.call(`POST /api/admin/users/${second.id}/deactivate`, { as: first })).status).toBe(204)
  // A deactivated one does not count: the first is the last.
  await alone.app.store.transaction(async (tx) => {
    const { assertAnotherSuperAdmin } = await import("./members.ts")
    const { users } = await import("../../platform/auth/tables.ts")
    const row = (await tx.db.select().from(users)).find(({ id }) => id === first.id)!
    await expect(assertAnotherSuperAdmin(tx, row)).rejects.toThrow(staffAnswerTexts.lastSuperAdmin)
  })
  await alone.close()
})

test("a moderator is created with models, edited, and returns them when removed; the messages stay", async () => {
  const room = await aRoom(shop)
  const free = await shop.aDoll()
  const body = { email: "mo@demo.example", full_name: "Mo Moderator", region: "Asia", password }
  const taken = await shop.call("POST /api/admin/moderators", {
    as: boss,
    body: { ...body, assigned_dolls: [free.id, room.dollId] },
  })
  expect(taken.status).toBe(409)
  const { body: theirs } = await shop.call(`GET /api/dolls/${room.dollId}`)
  expect(taken.body.detail).toBe(staffAnswerTexts.modelTaken(theirs.name))
  const made = await shop.call("POST /api/admin/moderators", { as: boss, body: { ...body, assigned_dolls: [free.id] } })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ region: "asia", assigned_dolls: [free.id], assignedModels: [{ name: free.name }] })
  const address = `/api/moderators/moderators/${made.body.id}`

  const seen = await shop.call(`GET ${address}`, { as: boss })
  const edit = (fields: unknown, headers: Record<string, string> = {}) =>
    shop.call(`PUT ${address}`, { as: boss, body: fields, headers })
  const other = await shop.aDoll()
  const changed = await edit(
    { full_name: "Mo Renamed", assigned_dolls: [other.id] },
    { "if-match": `${seen.headers.etag}` },
  )
  expect(changed.body).toMatchObject({ full_name: "Mo Renamed", assigned_dolls: [other.id] })
  const again = await edit(
    { full_name: "Mo Renamed", assigned_dolls: [other.id] },
    { "if-match": `${seen.headers.etag}` },
  )
  expect([again.status, again.body]).toEqual([200, changed.body])
  const stale = await edit({ full_name: "Too late" }, { "if-match": `${seen.headers.etag}` })
  expect([stale.status, stale.body.detail]).toEqual([412, staffAnswerTexts.changed])
  const staleModels = await edit({ assigned_dolls: [] }, { "if-match": `${seen.headers.etag}` })
  expect(staleModels.status).toBe(412)
  const gone = await edit({ assigned_dolls: [999_999] })
  expect([gone.status, gone.body.detail]).toEqual([422, staffAnswerTexts.modelGone])
  expect((await edit({ email: boss.email })).status).toBe(409)

  // Reassigns the room's model, writes in the room, and deletes the moderator.
  await shop.call(`DELETE /api/moderators/${room.moderator.id}/dolls/${room.dollId}`, { as: boss })
  expect((await edit({ assigned_dolls: [other.id, room.dollId] })).status).toBe(200)
  const { body: entered } = await shop.call("POST /api/auth/login", { body: { email: "mo@demo.example", password } })
  await says(shop, room, { ...room.moderator, token: entered.access_token }, "Good evening")
  expect((await shop.call(`DELETE /api/moderators/${made.body.id}`, { as: boss })).status).toBe(204)
  expect((await shop.call("GET /api/auth/me", { as: entered.access_token })).status).toBe(401)
  const unassigned = await shop.call("GET /api/dolls/assigned/false", { as: boss })
  expect(unassigned.body.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([other.id, room.dollId]))
  const kept = await shop.call(`GET /api/chat/rooms/${room.id}`, { as: room.member })
  expect(kept.body.messages.map(({ content }: { content: string }) => content)).toContain("Good evening")
  expect(await actions()).toEqual(
    expect.arrayContaining(["moderator.create", "moderator.edit", "moderator.delete", "doll.assign", "doll.unassign"]),
  )
})

test("admins see all moderators, a moderator only themselves, and other users none", async () => {
  const moderator = await shop.aModerator()
  const list = (as?: TestPerson, query = "") => shop.call(`GET /api/moderators/moderators${query}`, { as })
  expect((await list(moderator)).body).toMatchObject([{ id: moderator.id }])
  for (const type of ["super_admin", "content_admin", "financial_admin"] as const) {
    expect((await list(await shop.anAdmin(type))).body.length).toBeGreaterThan(1)
  }
  const refused = await list(await shop.aUser())
  expect([refused.status, refused.body.detail]).toEqual([403, generalTexts.insufficient])
  expect((await list()).status).toBe(401)
  await shop.call(`POST /api/admin/users/${moderator.id}/deactivate`, { as: boss })
  const inactive = await list(boss, "?active=false")
  expect(inactive.body).toMatchObject([{ id: moderator.id, is_active: false }])
  expect((await list(boss, `?active=true&q=${encodeURIComponent(moderator.fullName)}`)).body).toEqual([])
})

test("accounts are found by name, address, level and role, with the current level", async () => {
  const now = shop.clock.now()
  const member = await shop.aUser({ fullName: "Ünal 100% Vip", membershipLevel: "vip", membershipExpiresAt: now })
  const other = await shop.aUser({
    fullName: "Zed Vip",
    membershipLevel: "vip",
    membershipExpiresAt: new Date(now.getTime() + 60_000),
  })
  const found = async (query: string) => {
    const { body, headers } = await shop.call(`GET /api/admin/users?limit=100&${query}`, { as: boss })
    expect(Number(headers["x-total-count"])).toBe(body.length)
    return body.map(({ id }: { id: number }) => id)
  }
  expect(await found("q=100%25")).toEqual([member.id])
  expect(await found(`q=${other.email.toUpperCase()}`)).toEqual([other.id])
  expect(await found("level=vip")).toEqual([other.id])
  expect(await found("level=free")).toContain(member.id)
  expect(await found("role=admin")).toContain(boss.id)
  expect(await found("role=admin")).not.toContain(member.id)
  expect(await found("active=false&role=user")).toEqual([])
  const page = await shop.call("GET /api/admin/users?skip=1&limit=2", { as: boss })
  expect(page.body).toHaveLength(2)
})

test("a deactivated account loses access at once everywhere, and is restored unchanged", async () => {
  const person = await shop.aUser()
  const act = (what: string) => shop.call(`POST /api/admin/users/${person.id}/${what}`, { as: boss })
  expect((await shop.call("GET /api/auth/me", { as: person })).status).toBe(200)
  expect((await act("sign-out")).status).toBe(204)
  expect((await shop.call("GET /api/auth/me", { as: person })).status).toBe(401)
  expect((await act("deactivate")).status).toBe(204)
  expect((await act("deactivate")).status).toBe(204)
  expect((await act("reactivate")).status).toBe(204)
  expect((await shop.call("POST /api/admin/users/999999/deactivate", { as: boss })).status).toBe(404)
  const about = (await shop.app.store.db.select().from(auditLog)).filter(({ targetId }) => targetId === person.id)
  expect(about.map(({ action, before, after }) => [action, before, after])).toEqual([
    ["user.sign_out", null, null],
    ["user.deactivate", { is_active: true }, { is_active: false }],
    ["user.reactivate", { is_active: false }, { is_active: true }],
  ])
})

test("a table is exported as CSV: all matching rows, and no cell that a spreadsheet would execute", async () => {
  const bad = await shop.aUser({ fullName: '=HYPERLINK("http://evil.example","x")' })
  await shop.aUser({ fullName: "Plain, but quoted" })
  const headers = { accept: "text/csv" }
  const { status, body, headers: said } = await shop.call("GET /api/admin/users?limit=1", { as: boss, headers })
  expect(status).toBe(200)
  expect(said["content-type"]).toBe("text/csv; charset=utf-8; header=present")
  expect(said["content-disposition"]).toBe('attachment; filename="users.csv"')
  const lines = String(body).split("\r\n")
  expect(lines[0]).toBe(
    "\ufeffid,full_name,email,region,role,admin_type,membership_level,membership_expires_at,is_active,suspended,email_verified,created_at,last_seen_at",
  )
  expect(lines.at(-1)).toBe("")
  expect(lines.length).toBeGreaterThan(5)
  expect(body).toContain(`${bad.id},"'=HYPERLINK(""http://evil.example"",""x"")",${bad.email}`)
  expect(body).toContain('"Plain, but quoted"')
  const refused = await shop.call("GET /api/admin/users", { as: bad, headers })
  expect(refused.status).toBe(403)
  for (const table of ["admin/admins", "moderators/moderators"]) {
    const answer = await shop.call(`GET /api/${table}`, { as: boss, headers })
    expect(String(answer.body).startsWith("\ufeffid,full_name,email")).toBe(true)
  }
})

test("the dependents of an account are listed before it is deactivated", async () => {
  const room = await aRoom(shop)
  await shop.aDoll({ moderatorId: room.moderator.id })
  await shop.aDoll({ moderatorId: room.moderator.id, deletedAt: shop.clock.now() })
  const ask = (id: number, as = boss) => shop.call(`GET /api/admin/users/${id}/dependents`, { as })
  expect((await ask(room.moderator.id)).body).toEqual({ models: 2, chats: 1, orders: 0, membership: null })
  expect((await ask(room.member.id)).body).toMatchObject({ models: 0, chats: 0, membership: "vvip" })
  expect((await ask(room.member.id, await shop.anAdmin("content_admin"))).status).toBe(403)
  expect((await ask(2_000_000_000)).status).toBe(404)
})

test("content and finance admins list the customers, and nobody else's account", async () => {
  const customer = await shop.aUser()
  await shop.aModerator()
  for (const type of ["content_admin", "financial_admin"] as const) {
    const as = await shop.anAdmin(type)
    const { status, body } = await shop.call("GET /api/admin/users?limit=100&role=admin", { as })
    expect(status).toBe(200)
    expect(body.map(({ id }: { id: number }) => id)).toContain(customer.id)
    expect(new Set(body.map(({ role }: { role: string }) => role))).toEqual(new Set(["user"]))
    expect((await shop.call("GET /api/admin/users", { as, headers: { accept: "text/csv" } })).status).toBe(403)
  }
})

test("a user's last activity is kept after they sign out, are deactivated or stay away for long", async () => {
  const seen = async (id: number, as = boss) => {
    const { body } = await shop.call("GET /api/admin/users?limit=100", { as })
    return body.find((user: any) => user.id === id).last_seen_at
  }
  const person = await shop.aUser()
  const never = await shop.aUser()
  await shop.app.store.db.delete(sessions).where(eq(sessions.userId, never.id))
  const at = await seen(person.id)
  expect(at).not.toBeNull()
  await shop.call(`POST /api/admin/users/${person.id}/deactivate`, { as: boss })
  expect(await seen(person.id)).toBe(at)
  shop.clock.advance(100 * 86_400_000)
  await forgetEnded(shop.app.store)
  expect(await shop.app.store.db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([])
  const later = await shop.anAdmin()
  expect(await seen(person.id, later)).toBe(at)
  expect(await seen(never.id, later)).toBeNull()
})
