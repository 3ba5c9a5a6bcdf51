import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { publishDue } from "./publishing.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("redirects that would make a loop together are not both made", async () => {
  const as = await shop.anAdmin("content_admin")
  const add = (from: string, to: string) => shop.call("POST /api/admin/redirects", { as, body: { from, to } })
  const made = await Promise.all([add("/a", "/b"), add("/b", "/c"), add("/c", "/a")])
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 422])
})

test("two imports of one file create each model once", async () => {
  const as = await shop.anAdmin("content_admin")
  const send = async (plan?: string) => {
    const form = new FormData()
    if (plan) form.set("plan", plan)
    form.set("file", new Blob(["reference,name,price_usd,description\nRACE-1,Thea,5,Clay."]), "models.csv")
    const encoded = new Response(form)
    const payload = Buffer.from(await encoded.arrayBuffer())
    const headers = { "content-type": encoded.headers.get("content-type")! }
    return shop.call("POST /api/dolls/import", { as, payload, headers })
  }
  const { body: check } = await send()
  const done = await Promise.all([1, 2, 3].map(() => send(check.plan)))
  expect(done.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status } of done) expect([200, 412, 422]).toContain(status)
  expect((await shop.call("GET /api/dolls?all=1&q=Thea", { as })).body).toHaveLength(1)
})

test("a draft that several nodes publish at once, while an admin takes it off the schedule, is published once or not", async () => {
  const as = await shop.anAdmin("content_admin")
  for (let turn = 0; turn < 5; turn++) {
    const publishAt = new Date(shop.clock.now().getTime() - 1)
    const { id } = await shop.aDoll({ isAvailable: false, draftAvailable: true, publishAt })
    const [edit] = await Promise.all([
      shop.call(`PATCH /api/dolls/${id}`, { as, body: { publish_at: null } }),
      publishDue(shop.app.store),
      publishDue(shop.app.store),
    ])
    const { body } = await shop.call(`GET /api/dolls/${id}`, { as })
    expect([edit.status, body.publish_at]).toEqual([200, null])
    const { body: log } = await shop.call(`GET /api/admin/audit-log?action=doll.publish`, { as: await shop.anAdmin() })
    const published = log.filter((one: { target_id: number }) => one.target_id === id).length
    expect(published).toBe(body.draft ? 0 : 1)
  }
})

test("of two admins who save the same row of the grid, one is told", async () => {
  const { id } = await shop.aDoll()
  const [one, two] = [await shop.anAdmin("content_admin"), await shop.anAdmin("content_admin")]
  const save = async (as: typeof one, price: number) => {
    const rows = [{ id, version: 1, fields: { price } }]
    return (await shop.call("POST /api/dolls/edit-many", { as, body: { rows } })).body[0].code
  }
  expect((await Promise.all([save(one, 11), save(two, 12)])).sort()).toEqual(["STALE", null].sort())
})
