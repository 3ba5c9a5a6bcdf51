import { expect, test } from "vitest"
import { sitemap } from "./sitemapXml.ts"

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

test("a sitemap never contains more than 50,000 URLs", () => {
  const many = Array.from({ length: 50_100 }, (_, id) => ({ path: `/model/${id}` }))
  expect(sitemap("", many).match(/<url>/g)).toHaveLength(50_000)
})
