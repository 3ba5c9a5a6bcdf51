import { afterAll, beforeAll, expect, test } from "vitest"
import { redirectTexts } from "#contract/redirects.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { redirectOf } from "./redirects.ts"

let shop: TestShop
let content: TestPerson
beforeAll(async () => {
  shop = await openShop()
  content = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const add = (from: string, to: string) => shop.call("POST /api/admin/redirects", { as: content, body: { from, to } })
const leadsTo = (path: string) => redirectOf(shop.app.reads, path)

test("an address that has left the shop leads to another page, through as many redirects as there are", async () => {
  const gone = await shop.aDoll({ deletedAt: shop.clock.now() })
  const { status, body } = await add(`/model/${gone.id}/`, "/models?category=premium#top")
  expect([status, body.from, body.to]).toEqual([201, `/model/${gone.id}`, "/models?category=premium#top"])
  await add("/old shop/dolls.html", `/model/${gone.id}`)
  for (const path of [
    `/model/${gone.id}`,
    "/old%20shop/dolls.html",
    "/old%20shop/dolls.html/",
    "/old shop/dolls.html",
  ]) {
    expect(await leadsTo(path)).toBe("/models?category=premium#top")
  }
  expect(await leadsTo("/OLD%20shop/dolls.html")).toBeNull()
})

test("a page of the shop, another host, a loop and a second redirect are refused at their field", async () => {
  const doll = await shop.aDoll()
  const draft = await shop.aDoll({ isAvailable: false, draftAvailable: true })
  await add("/a", "/b")
  await add("/b", "/c")
  const faults: [string, string, string, string][] = [
    ["/", "/models", "from", redirectTexts.own],
    ["/models", "/", "from", redirectTexts.own],
    ["/admin/anything", "/", "from", redirectTexts.own],
    ["/licenses.txt", "/", "from", redirectTexts.own],
    ["/plain/page.css", "/", "from", redirectTexts.own],
    ["/api/dolls", "/", "from", redirectTexts.own],
    [`/model/${doll.id}`, "/", "from", redirectTexts.own],
    ["https://elsewhere.example/a", "/", "from", redirectTexts.form],
    ["//elsewhere.example", "/", "from", redirectTexts.form],
    ["/x", "//elsewhere.example", "to", redirectTexts.form],
    ["/x", "/\\elsewhere.example", "to", redirectTexts.form],
    ["/x", "/.//elsewhere.example", "to", redirectTexts.form],
    ["/x", "/a/%2e%2E//elsewhere.example", "to", redirectTexts.form],
    ["/.//elsewhere.example", "/", "from", redirectTexts.form],
    ["/x", "javascript:alert(1)", "to", redirectTexts.form],
    ["/x?y=1", "/", "from", redirectTexts.plainPath],
    ["/a", "/models", "from", redirectTexts.taken],
    ["/x", "/x/", "to", redirectTexts.itself],
    ["/c", "/a", "to", redirectTexts.loop],
    ["/x", `/model/${draft.id}`, "to", redirectTexts.noTarget],
  ]
  for (const [from, to, path, message] of faults) {
    const { status, body } = await add(from, to)
    expect([from, to, status, body.errors]).toEqual([from, to, 422, [{ path, message }]])
  }
})

test("two admins who change a redirect at once do not undo each other, and its hits are counted", async () => {
  const { body: made } = await add("/spring", "/models")
  const change = (to: string) =>
    shop.call(`PUT /api/admin/redirects/${made.id}`, {
      as: content,
      body: { from: "/spring", to },
      headers: { "if-match": '"v1"' },
    })
  expect((await change("/upgrade")).body).toMatchObject({ to: "/upgrade", version: 2 })
  expect((await change("/contact")).status).toBe(412)
  for (const url of ["/spring", "/spring/?utm=1", "/nothing", "//x"]) shop.app.redirectHits.note(url)
  await shop.app.redirectHits.write()
  const { body } = await shop.call("GET /api/admin/redirects?q=spring", { as: content })
  expect(body).toMatchObject([{ hits: 2, last_hit_at: expect.any(String) }])
  expect((await shop.call(`DELETE /api/admin/redirects/${made.id}`, { as: content })).status).toBe(204)
  expect(await leadsTo("/spring")).toBeNull()
  const { body: log } = await shop.call("GET /api/admin/audit-log?limit=3", { as: await shop.anAdmin() })
  expect(log.map(({ action }: { action: string }) => action)).toEqual([
    "redirect.delete",
    "redirect.edit",
    "redirect.create",
  ])
})
