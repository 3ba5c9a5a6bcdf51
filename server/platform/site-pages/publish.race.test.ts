import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("two admins who publish a page at once make one version", async () => {
  const [one, two] = [await shop.anAdmin(), await shop.anAdmin()]
  const { body: page } = await shop.call("POST /api/admin/pages", { as: one, body: { slug: "race" } })
  const texts = { en: { title: "Race", description: "", content: "Words." } }
  const body = { slug: "race", place: "none", position: 0, texts }
  await shop.call(`PUT /api/admin/pages/${page.id}`, { as: one, body })
  const answers = await Promise.all(
    [one, two].map((as) =>
      shop.call(`POST /api/admin/pages/${page.id}/publish`, { as, headers: { "if-match": '"v2"' } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
  const { body: now } = await shop.call(`GET /api/admin/pages/${page.id}`, { as: one })
  expect(now.versions).toHaveLength(1)
})
