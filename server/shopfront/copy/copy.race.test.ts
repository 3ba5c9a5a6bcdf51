import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { publishDueCopy } from "./copy.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("of two admins who save one page at once, one is told; both orders leave one text", async () => {
  const as = await shop.anAdmin("content_admin")
  const path = "/api/admin/copy/home/en"
  for (let turn = 0; turn < 5; turn++) {
    const { body: opened } = await shop.call(`GET ${path}`, { as })
    const headers = { "if-match": `"v${opened.version}"` }
    const texts = [`First ${turn}`, `Second ${turn}`]
    const sent = await Promise.all(
      texts.map((home_title) => shop.call(`PATCH ${path}`, { as, headers, body: { home_title, publish: "now" } })),
    )
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 412])
    const { body } = await shop.call(`GET ${path}`, { as })
    expect(body.texts[0].published).toBe(texts[sent.findIndex(({ status }) => status === 200)])
  }
})

test("texts that several nodes publish at once are published once", async () => {
  const as = await shop.anAdmin("content_admin")
  const publish = new Date(shop.clock.now().getTime() + 1000).toISOString()
  await shop.call("PATCH /api/admin/copy/models/en", { as, body: { models_lead: "Soon", publish } })
  shop.clock.advance(2000)
  await Promise.all([1, 2, 3].map(() => publishDueCopy(shop.app.store)))
  const { body: log } = await shop.call("GET /api/admin/audit-log?action=copy.publish", { as: await shop.anAdmin() })
  const own = log.filter(({ after }: { after: object }) => "models_lead" in after)
  expect(own).toHaveLength(1)
})
