import { eq, inArray } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { forgetTotals } from "#server/shopfront/catalog/totals.ts"
import { services } from "#server/start/services.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { sitemapOf } from "./sitemapParts.ts"

const origin = "https://vitrine.example"
const first = new Date("2026-11-01T10:00:00.000Z")

let shop: TestShop
let ids: number[]
beforeAll(async () => {
  shop = await openShop()
  ids = []
  for (let turn = 0; turn < 25; turn++) ids.push((await shop.aDoll({ updatedAt: first })).id)
})
afterAll(() => shop.close())
beforeEach(() => forgetTotals(shop.app.reads.db))

const ask = (part: string | null, size: number) => sitemapOf(services(shop.app), origin, part, size)
const urlsOf = (text: string | null) => [...text!.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!)
const modelsOf = (text: string | null) => urlsOf(text).filter((url) => url.includes("/model/"))

test("a shop with few models has one sitemap with all of them", async () => {
  const text = await ask(null, 25)
  expect(text).toContain("<urlset")
  expect(urlsOf(text)).toContain(`${origin}/contact`)
  expect(modelsOf(text).sort()).toEqual(ids.map((id) => `${origin}/model/${id}`).sort())
})

test("a shop with more has an index, whose parts name every public page once and no part too many", async () => {
  const index = await ask(null, 10)
  expect(index).toContain("<sitemapindex")
  const parts = urlsOf(index).map((url) => new URL(url))
  expect(parts.every((url) => url.href.startsWith(`${origin}/sitemap.xml?part=`))).toBe(true)
  const files = await Promise.all(parts.map((url) => ask(url.searchParams.get("part"), 10)))
  for (const file of files.slice(1)) expect(modelsOf(file).length).toBeLessThanOrEqual(10)
  expect(files.flatMap(modelsOf).sort()).toEqual(ids.map((id) => `${origin}/model/${id}`).sort())
  expect(urlsOf(files[0]!)).toContain(`${origin}/contact`)
})

test("a change of a model shows in its part and in that part's date in the index; other parts stay as they were", async () => {
  const before = await Promise.all(["1", "2"].map((part) => ask(part, 10)))
  const changed = new Date("2026-11-22T12:00:00.000Z")
  await shop.app.store.db.update(dolls).set({ updatedAt: changed }).where(eq(dolls.id, ids[14]!))
  forgetTotals(shop.app.reads.db)
  const part = Math.ceil(ids[14]! / 10)
  const address = `<loc>${origin}/sitemap.xml?part=`
  expect(await ask(null, 10)).toContain(`${address}${part}</loc><lastmod>${changed.toISOString()}</lastmod>`)
  expect(await ask(null, 10)).toContain(`${address}${part - 1}</loc><lastmod>${first.toISOString()}</lastmod>`)
  const after = await Promise.all(["1", "2"].map((one) => ask(one, 10)))
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})

test("models that nobody may see are in no part, and a part without models does not exist", async () => {
  await shop.app.store.db
    .update(dolls)
    .set({ isAvailable: false })
    .where(inArray(dolls.id, ids.slice(0, 10)))
  forgetTotals(shop.app.reads.db)
  expect(urlsOf(await ask(null, 10))).not.toContain(`${origin}/sitemap.xml?part=1`)
  for (const part of ["1", "4", "0", "-1", "1.5", "01", "99999999999", "x", ""]) expect(await ask(part, 10)).toBeNull()
})
