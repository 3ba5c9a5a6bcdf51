import { afterAll, beforeAll, expect, test } from "vitest"
import { deskTexts } from "#contract/adminText.ts"
import { generalTexts } from "#contract/texts.ts"
import { aRoom, says } from "#test/chat.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { auditLog } from "./tables.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin()
})
afterAll(() => shop.close())

const password = "Vitrine2025"
const newAdmin = (email: string, admin_type = "content_admin") => ({
  email,
  full_name: "Nora New",
  admin_type,
  password,
})

async function actions(): Promise<string[]> {
  return (await shop.app.store.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action }) => action)
}

test("a super admin makes and removes admins, and each step is written down", async () => {
  const made = await shop.call("POST /api/admin/admins", { as: boss, body: newAdmin("nora@demo.example") })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ email: "nora@demo.example", region: "global", is_active: true, role: "admin" })
  const body = { email: "nora@demo.example", password }
  const entered = await shop.call("POST /api/auth/login", { body })
  expect(entered.body.user.admin_type).toBe("content_admin")
  const token = entered.body.access_token

  const twice = await shop.call("POST /api/admin/admins", { as: boss, body: newAdmin("nora@demo.example") })
  expect([twice.status, twice.body.detail]).toEqual([409, deskTexts.addressTaken])
  const weak = { ...newAdmin("weak@demo.example"), password: "short" }
  expect((await shop.call("POST /api/admin/admins", { as: boss, body: weak })).status).toBe(422)

  const { body: list, headers } = await shop.call("GET /api/admin/admins?q=NORA", { as: boss })
  expect(list).toMatchObject([{ id: made.body.id, full_name: "Nora New", admin_type: "content_admin" }])
  expect(Number(headers["x-total-count"])).toBe(1)

  expect((await shop.call(`DELETE /api/admin/admins/${made.body.id}`, { as: boss })).status).toBe(204)
  expect((await shop.call("GET /api/auth/me", { as: token })).status).toBe(401)
  expect((await shop.call(`DELETE /api/admin/admins/${made.body.id}`, { as: boss })).status).toBe(404)
  expect(await actions()).toEqual(expect.arrayContaining(["admin.create", "admin.delete"]))
  // The address is free again.
  expect((await shop.call("POST /api/admin/admins", { as: boss, body: newAdmin("nora@demo.example") })).status).toBe(
    201,
  )
})

test("nobody removes themself, nor the last super admin", async () => {
  const alone = await openShop()
  const first = await alone.anAdmin()
  const itself = await alone.call(`DELETE /api/admin/admins/${first.id}`, { as: first })
  expect([itself.status, itself.body.detail]).toEqual([409, deskTexts.notYourself])
  const off = await alone.call(`POST /api/admin/users/${first.id}/deactivate`, { as: first })
  expect([off.status, off.body.detail]).toEqual([409, deskTexts.notYourself])
  const second = await alone.anAdmin()
  expect((await alone.call(`POST /api/admin/users/${second.id}/deactivate`, { as: first })).status).toBe(204)
  // What is switched off lets nobody in: the first one is the last.
  await alone.app.store.transaction(async (tx) => {
    const { assertAnotherSuperAdmin } = await import("../accounts/members.ts")
    const { users } = await import("../accounts/tables.ts")
    const row = (await tx.db.select().from(users)).find(({ id }) => id === first.id)!
    await expect(assertAnotherSuperAdmin(tx, row)).rejects.toThrow(deskTexts.lastSuperAdmin)
  })
  await alone.close()
})

test("a moderator is made with models, edited, and hands them back when removed; the messages stay", async () => {
  const room = await aRoom(shop)
  const free = await shop.aDoll()
  const body = { email: "mo@demo.example", full_name: "Mo Moderator", region: "Asia", password }
  const taken = await shop.call("POST /api/admin/moderators", {
    as: boss,
    body: { ...body, assigned_dolls: [free.id, room.dollId] },
  })
  expect(taken.status).toBe(409)
  const { body: theirs } = await shop.call(`GET /api/dolls/${room.dollId}`)
  expect(taken.body.detail).toBe(deskTexts.modelTaken(theirs.name))
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
  const stale = await edit({ full_name: "Too late" }, { "if-match": `${seen.headers.etag}` })
  expect([stale.status, stale.body.detail]).toEqual([412, deskTexts.changed])
  const staleModels = await edit({ assigned_dolls: [] }, { "if-match": `${seen.headers.etag}` })
  expect(staleModels.status).toBe(412)
  const gone = await edit({ assigned_dolls: [999_999] })
  expect([gone.status, gone.body.detail]).toEqual([422, deskTexts.modelGone])
  expect((await edit({ email: boss.email })).status).toBe(409)

  // Hands the room's model over, writes in it, and leaves.
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

test("admins see all moderators, a moderator itself, and others nobody", async () => {
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

test("accounts are found by name, address, level and role; the level is the one that counts now", async () => {
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

test("a deactivated account is out at once and everywhere, and comes back as it was", async () => {
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

test("a table leaves as CSV: everything that is found, and no cell that a spreadsheet would run", async () => {
  const bad = await shop.aUser({ fullName: '=HYPERLINK("http://evil.example","x")' })
  await shop.aUser({ fullName: "Plain, but quoted" })
  const headers = { accept: "text/csv" }
  const { status, body, headers: said } = await shop.call("GET /api/admin/users?limit=1", { as: boss, headers })
  expect(status).toBe(200)
  expect(said["content-type"]).toBe("text/csv; charset=utf-8; header=present")
  expect(said["content-disposition"]).toBe('attachment; filename="users.csv"')
  const lines = String(body).split("\r\n")
  expect(lines[0]).toBe(
    "id,full_name,email,region,role,admin_type,membership_level,membership_expires_at,is_active,email_verified,created_at,last_seen_at",
  )
  expect(lines.at(-1)).toBe("")
  expect(lines.length).toBeGreaterThan(5)
  expect(body).toContain(`${bad.id},"'=HYPERLINK(""http://evil.example"",""x"")",${bad.email}`)
  expect(body).toContain('"Plain, but quoted"')
  const refused = await shop.call("GET /api/admin/users", { as: bad, headers })
  expect(refused.status).toBe(403)
  for (const table of ["admin/admins", "moderators/moderators"]) {
    const answer = await shop.call(`GET /api/${table}`, { as: boss, headers })
    expect(String(answer.body).startsWith("id,full_name,email")).toBe(true)
  }
})
