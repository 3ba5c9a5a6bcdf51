import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { orders } from "#server/sales/orders/tables.ts"
import { addToCart, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { auditLog } from "../../platform/records/tables.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin()
})
afterAll(() => shop.close())

/** Sets the order to paid. */
async function aPaidOrder(customer: TestPerson, to: Partial<typeof shipping> = {}) {
  await addToCart(shop, customer, (await shop.aDoll({ stock: 3 })).id)
  const { body, status } = await shop.call("POST /api/orders", { as: customer, body: { ...shipping, ...to } })
  expect([status, body.detail]).toEqual([201, undefined])
  const [order] = await shop.app.store.db
    .update(orders)
    .set({ status: "to_be_shipped", paidAt: shop.clock.now() })
    .where(eq(orders.orderNumber, body.orderNumber))
    .returning()
  return order!
}

const csv = { accept: "text/csv" }

test("contact messages are listed, found, marked and exported", async () => {
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

test("the log is searched, exported and verified; changed or removed entries are detected", async () => {
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

test("entries about a customer, an order or a model are found by name, number or id and name it", async () => {
  const customer = await shop.aUser({ fullName: "Quirina Feldberg" })
  const order = await aPaidOrder(customer)
  await shop.call(`POST /api/admin/users/${customer.id}/sign-out`, { as: boss })
  const moderator = await shop.aModerator()
  const doll = await shop.aDoll({ name: "Nightjar" })
  await shop.call(`POST /api/moderators/${moderator.id}/dolls/${doll.id}`, { as: boss })
  await shop.call(`PATCH /api/admin/orders/${order.id}`, {
    as: boss,
    body: { status: "shipped", tracking_number: "T-1" },
  })
  const found = async (q: string) => {
    const answer = await shop.call(`GET /api/admin/audit-log?q=${encodeURIComponent(q)}`, { as: boss })
    return answer.body.map((entry: any) => [entry.action, entry.target_name])
  }
  const signedOut = ["user.sign_out", "Quirina Feldberg"]
  const moved = ["order.move", order.orderNumber]
  const assigned = ["doll.assign", "Nightjar"]
  expect(await found("quirina")).toEqual([moved, signedOut])
  expect(await found(customer.email)).toEqual([moved, signedOut])
  expect(await found(order.orderNumber)).toEqual([moved])
  expect(await found("nightjar")).toEqual([assigned])
  expect(await found(`#${customer.id}`)).toContainEqual(signedOut)
  const [entry] = (await shop.call(`GET /api/admin/audit-log?target_kind=doll&target_id=${doll.id}`, { as: boss })).body
  expect(entry).toMatchObject({ moderator: moderator.fullName })
})

test("every file begins with a byte-order mark, and that of the orders has what a carrier needs", async () => {
  const customer = await shop.aUser()
  const order = await aPaidOrder(customer, { phone: "+49 30 1234567", firstName: "Jörg" })
  const answer = await shop.call(`GET /api/admin/orders?q=${order.orderNumber}`, { as: boss, headers: csv })
  expect([...answer.raw.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, row] = String(answer.body).split("\r\n")
  for (const name of ["ship_to", "street", "city", "zip_code", "country", "phone", "email", "pieces"]) {
    expect(head!.split(",")).toContain(name)
  }
  expect(row).toContain(",+49 30 1234567,")
  expect(row).toContain("Jörg")
})
