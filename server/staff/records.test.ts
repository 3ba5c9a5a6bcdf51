import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { auditLog } from "./tables.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin()
})
afterAll(() => shop.close())

const csv = { accept: "text/csv" }

test("what people write is listed, found, ticked off and exported", async () => {
  const body = { name: "Ada", email: "ada@demo.example", subject: "A question", message: "=cmd|' /C calc'!A0" }
  await shop.call("POST /api/contact", { body })
  await shop.call("POST /api/contact", { body: { ...body, subject: "Another", message: "Where is my parcel?" } })
  const list = async (query = "") => (await shop.call(`GET /api/admin/contacts${query}`, { as: boss })).body
  expect(await list()).toMatchObject([{ subject: "Another", handled_at: null }, { subject: "A question" }])
  expect(await list("?q=PARCEL")).toMatchObject([{ subject: "Another" }])
  const [{ id }] = await list("?q=parcel")
  const tick = (handled: boolean) => shop.call(`PATCH /api/admin/contacts/${id}`, { as: boss, body: { handled } })
  expect((await tick(true)).body.handled_at).not.toBeNull()
  expect(await list("?handled=false")).toMatchObject([{ subject: "A question" }])
  expect(await list("?handled=true")).toMatchObject([{ subject: "Another" }])
  expect((await tick(false)).body.handled_at).toBeNull()
  expect((await shop.call("PATCH /api/admin/contacts/999", { as: boss, body: { handled: true } })).status).toBe(404)
  const { body: file } = await shop.call("GET /api/admin/contacts", { as: boss, headers: csv })
  expect(String(file)).toContain(",'=cmd|' /C calc'!A0,")
  expect((await shop.call("GET /api/admin/contacts", { as: await shop.aModerator() })).status).toBe(403)
})

test("the log is searched, exported and checked; whoever changes an entry or takes one out is found out", async () => {
  const person = await shop.aUser()
  for (const what of ["deactivate", "reactivate", "sign-out"]) {
    await shop.call(`POST /api/admin/users/${person.id}/${what}`, { as: boss })
  }
  const list = async (query: string) => (await shop.call(`GET /api/admin/audit-log?${query}`, { as: boss })).body
  const actions = (rows: { action: string }[]) => rows.map(({ action }) => action)
  expect(actions(await list(`target_kind=user&target_id=${person.id}`))).toEqual([
    "user.sign_out",
    "user.reactivate",
    "user.deactivate",
  ])
  expect(actions(await list("q=REACTIV"))).toEqual(["user.reactivate"])
  expect((await list(`q=${encodeURIComponent(boss.fullName)}`)).length).toBeGreaterThan(3)
  expect(await list("q=nobody%20at%20all")).toEqual([])
  const today = shop.clock.now().toISOString().slice(0, 10)
  expect((await list(`from=${today}&to=${today}`)).length).toBeGreaterThan(3)
  expect(await list("to=2000-01-01")).toEqual([])
  expect((await list("action=user.sign_out"))[0]).toMatchObject({ actor: boss.fullName, actor_id: boss.id })
  const { body: file } = await shop.call("GET /api/admin/audit-log", { as: boss, headers: csv })
  expect(String(file)).toContain('"{""is_active"":false}"')

  const verify = async () => (await shop.call("GET /api/admin/audit-log/verify", { as: boss })).body
  const rows = await shop.app.store.db.select().from(auditLog).orderBy(auditLog.id)
  const head = rows.at(-1)!.hash.toString("hex")
  expect(await verify()).toEqual({ intact: true, checked: rows.length, first_broken_id: null, head })
  const second = rows[1]!
  await shop.app.store.db.execute(sql`update audit_log set target_id = 1 where id = ${second.id}`)
  expect(await verify()).toMatchObject({ intact: false, first_broken_id: second.id })
  await shop.app.store.db.execute(sql`delete from audit_log where id = ${second.id}`)
  expect(await verify()).toMatchObject({ intact: false, first_broken_id: rows[2]!.id })
  for (const type of ["content_admin", "financial_admin"] as const) {
    expect((await shop.call("GET /api/admin/audit-log", { as: await shop.anAdmin(type) })).status).toBe(403)
  }
})
