import { afterAll, beforeAll, expect, test } from "vitest"
import { integrationTexts } from "#contract/panelText.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"

let shop: TestShop
let boss: TestPerson
let other: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin()
  other = await shop.anAdmin()
})
afterAll(() => shop.close())

const key = (name: string) =>
  shop.call("POST /api/admin/api-keys", { as: boss, body: { name, scopes: ["orders:read"], days: null } })

test("every super admin, and nobody else, is told of a new key and of each new address of a webhook", async () => {
  const content = await shop.anAdmin("content_admin")
  await key("Warehouse")
  const body = { url: "https://one.example/hook", events: ["order.paid"] }
  const hook = (await shop.call("POST /api/admin/webhooks", { as: boss, body })).body
  const edit = (body: object) => shop.call(`PATCH /api/admin/webhooks/${hook.id}`, { as: boss, body })
  await edit({ events: ["order.shipped"] })
  await edit({ url: "https://two.example/hook" })
  const { key: created, webhook, address } = integrationTexts.addedTitle
  for (const { email } of [boss, other]) {
    const sent = await visitorsOf(shop).emailsTo(email)
    expect(sent.map(({ subject }) => subject)).toEqual([address, webhook, created])
    expect(sent[1]!.bodyText).toContain(`/admin?tab=integrations&webhook=${hook.id}`)
  }
  const notices = (await shop.call("GET /api/notifications", { as: other })).body
  expect(notices.map(({ title }: { title: string }) => title)).toEqual(expect.arrayContaining([webhook, created]))
  expect(notices.map(({ body }: { body: string }) => body)).toContain(integrationTexts.addedBody)
  expect(await visitorsOf(shop).emailsTo(content.email)).toEqual([])
})

test("they are told of a new signing secret, and of each new super admin, but not of other admins", async () => {
  const body = { url: "https://three.example/hook", events: ["order.paid"] }
  const hook = (await shop.call("POST /api/admin/webhooks", { as: boss, body })).body
  await shop.call(`POST /api/admin/webhooks/${hook.id}/rotate-secret`, { as: boss })
  const admin = { full_name: "Nora Demo", region: "global", password: "Correct horse 9!", is_active: true }
  const create = async (email: string, admin_type: string) =>
    (await shop.call("POST /api/admin/admins", { as: boss, body: { ...admin, email, admin_type } })).body
  await create("first@demo.example", "super_admin")
  const second = await create("second@demo.example", "content_admin")
  const raise = () => shop.call(`PUT /api/admin/admins/${second.id}`, { as: boss, body: { admin_type: "super_admin" } })
  expect([(await raise()).status, (await raise()).status]).toEqual([200, 200])
  const { webhook, secret, admin: added } = integrationTexts.addedTitle
  const sent = await visitorsOf(shop).emailsTo(other.email)
  expect(sent.slice(0, 4).map(({ subject }) => subject)).toEqual([added, added, secret, webhook])
  expect(sent[1]!.bodyText).toContain("/admin?tab=admins&q=first%40demo.example")
  expect((await visitorsOf(shop).emailsTo("first@demo.example")).map(({ subject }) => subject)).toEqual([added])
})

test("another super admin revokes all keys of an account, which outlive the end of its sessions", async () => {
  const { secret } = (await key("Intruder")).body
  const use = async () => (await shop.call("GET /api/admin/orders", { as: secret })).status
  const act = (what: string) => shop.call(`POST /api/admin/users/${boss.id}/${what}`, { as: other })
  expect([(await act("sign-out")).status, await use()]).toEqual([204, 200])
  expect([(await act("revoke-keys")).status, await use()]).toEqual([204, 401])
  const [noted] = (await shop.call("GET /api/admin/audit-log?action=user.revoke_keys", { as: other })).body
  expect(noted).toMatchObject({ actor_id: other.id, target_id: boss.id })
})
