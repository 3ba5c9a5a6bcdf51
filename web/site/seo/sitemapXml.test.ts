import { expect, test } from "vitest"
import { sitemap, sitemapIndex } from "./sitemapXml.ts"

test("a sitemap contains absolute URLs, and when a model last changed", () => {
  const text = sitemap("https://vitrine.example", [
    { path: "/" },
    { path: "/model/7", changed: "2026-11-21T10:00:00.000Z" },
  ])
  expect(text).toContain("<url><loc>https://vitrine.example/</loc></url>")
  expect(text).toContain(
    "<url><loc>https://vitrine.example/model/7</loc><lastmod>2026-11-21T10:00:00.000Z</lastmod></url>",
  )
})

test("characters with a meaning in XML are escaped", () => {
  expect(sitemap("https://vitrine.example", [{ path: "/models?a=1&b=<2>" }])).toContain("/models?a=1&amp;b=&lt;2>")
})

test("a sitemap and an index never contain more than 50,000 URLs", () => {
  const many = Array.from({ length: 50_001 }, (_, id) => ({ path: `/model/${id}` }))
  expect(sitemap("", many.slice(1)).match(/<url>/g)).toHaveLength(50_000)
  expect(() => sitemap("", many)).toThrow(RangeError)
  expect(() => sitemapIndex("", many)).toThrow(RangeError)
})

test("an index names its sitemaps, and when each last changed", () => {
  const text = sitemapIndex("https://vitrine.example", [{ path: "/a.xml", changed: "2026-11-21T10:00:00.000Z" }])
  expect(text).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  expect(text).toContain(
    "<sitemap><loc>https://vitrine.example/a.xml</loc><lastmod>2026-11-21T10:00:00.000Z</lastmod></sitemap>",
  )
})
