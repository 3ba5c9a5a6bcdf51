import { eq } from "drizzle-orm"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { sitePageTexts } from "#contract/sitePages.ts"
import { aForm } from "#test/forms.ts"
import { addToCart, checkOut } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { users } from "../auth/tables.ts"
import { legalVersions, listPageAddresses, pageLinks, showBuiltin, showOwn, showVersion } from "./shown.ts"

let shop: TestShop
let boss: TestPerson
let content: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin()
  content = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const english = { language: "en", publicFiles: null } as const
const german = { language: "de", publicFiles: null } as const
const text = (title: string, words = "Some words.") => ({ title, description: "", content: words })
const add = (slug: string) => shop.call("POST /api/admin/pages", { as: content, body: { slug } })
const idOf = async (builtin: string): Promise<number> => {
  const { body } = await shop.call("GET /api/admin/pages", { as: boss })
  return body.find((page: any) => page.builtin === builtin).id
}
const save = (id: number, fields: object, { as = boss, version }: { as?: TestPerson; version?: number } = {}) =>
  shop.call(`PUT /api/admin/pages/${id}`, {
    as,
    body: { place: "none", position: 1, texts: {}, ...fields },
    headers: version === undefined ? {} : { "if-match": `"v${version}"` },
  })
const act = (id: number, what: string, as = boss) => shop.call(`POST /api/admin/pages/${id}/${what}`, { as })

test("a page of the owner is written, published in two languages, linked, moved, hidden and deleted", async () => {
  const { status, body: made } = await add("our-studio")
  expect([status, made.path, made.state]).toEqual([201, "/pages/our-studio", "draft"])
  expect((await act(made.id, "publish")).body.errors).toEqual([
    { path: "texts.en.content", message: sitePageTexts.noEnglish },
  ])
  const texts = { en: text("Our studio", "Hello\n\n## Where\n\nIn *Oslo*."), de: text("Unser Atelier") }
  await save(made.id, { slug: "our-studio", place: "header", position: 2, texts }, { as: content })
  expect(await showOwn(shop.app.store, "our-studio", english)).toBe(null)
  expect(await pageLinks(shop.app.store, "en")).toEqual([])
  const { body: published } = await act(made.id, "publish", content)
  expect([published.state, published.published]).toEqual(["published", 1])
  const page = await showOwn(shop.app.store, "our-studio", english)
  expect(page).toMatchObject({ title: "Our studio", language: "en", languages: ["en", "de"], number: null })
  expect([page!.intro, page!.chapters]).toEqual([
    "<p>Hello</p>\n",
    [{ id: "section-1", title: "Where", html: "<p>In <em>Oslo</em>.</p>\n" }],
  ])
  expect((await showOwn(shop.app.store, "our-studio", german))!.title).toBe("Unser Atelier")
  expect(await showOwn(shop.app.store, "our-studio", { ...english, language: "ja" })).toMatchObject({
    title: "Our studio",
    language: "en",
  })
  expect(await pageLinks(shop.app.store, "de")).toEqual([
    { to: "/pages/our-studio", label: "Unser Atelier", place: "header" },
  ])
  expect((await act(made.id, "publish")).body.detail).toBe(sitePageTexts.nothingNew)

  await save(made.id, { slug: "studio", place: "footer", position: 2, texts: { ...texts, de: text("Das Atelier") } })
  expect((await showOwn(shop.app.store, "our-studio", german))!).toMatchObject({
    slug: "studio",
    title: "Unser Atelier",
  })
  expect((await listPageAddresses(shop.app.store)).map(({ slug }) => slug)).toEqual(["studio"])
  // Another page may take the address that was given up.
  expect((await add("studio")).body.errors).toEqual([{ path: "slug", message: sitePageTexts.slugTaken }])
  const { body: other } = await add("second")
  const taken = await save(other.id, { slug: "our-studio" })
  expect(taken.status).toBe(200)
  expect(await showOwn(shop.app.store, "our-studio", german)).toBe(null)

  expect((await act(made.id, "withdraw")).body).toMatchObject({ state: "draft", published: null })
  expect((await act(made.id, "withdraw")).body.detail).toBe(sitePageTexts.notPublished)
  expect(await showOwn(shop.app.store, "studio", english)).toBe(null)
  const first = await shop.call(`GET /api/admin/pages/${made.id}/versions/1`, { as: content })
  expect(first.body.texts.de.title).toBe("Unser Atelier")
  expect((await shop.call(`DELETE /api/admin/pages/${made.id}`, { as: content })).status).toBe(204)
  expect((await shop.call(`GET /api/admin/pages/${made.id}`, { as: content })).body.detail).toBe(sitePageTexts.missing)
  const { body: log } = await shop.call("GET /api/admin/audit-log?limit=50", { as: boss })
  const actions = log.filter((one: any) => one.target_id === made.id).map((one: any) => one.action)
  expect(actions).toEqual(["page.delete", "page.withdraw", "page.edit", "page.publish", "page.edit", "page.create"])
})

test("bad addresses and texts are refused at their fields, and invisible characters are removed", async () => {
  const { body: page } = await add("fields")
  for (const slug of ["", "a b", "../x", "a--b", "-a", "ä", "a/b"]) expect((await add(slug)).status, slug).toBe(422)
  const { body } = await save(page.id, { slug: "Fields ", texts: { en: text("A\u202eB", "x\u200by\u202dz\r\nw") } })
  expect(body.texts.en).toEqual({ title: "AB", description: "", content: "xyz\nw" })
  const faults: [object, string][] = [
    [text(""), "texts.en.title"],
    [text("A", ""), "texts.en.content"],
    [text("A", "\u0007"), "texts.en.content"],
    [text("A", "x".repeat(60_001)), "texts.en.content"],
    [text("A", "a schoolgirl"), "texts.en.content"],
  ]
  for (const [en, path] of faults) {
    const refused = await save(page.id, { slug: "fields", texts: { en } })
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, path])
  }
  const terms = await idOf("terms")
  const moved = await save(terms, { slug: "conditions" })
  expect(moved.body.errors).toEqual([{ path: "slug", message: sitePageTexts.notOwn }])
  expect((await shop.call(`DELETE /api/admin/pages/${terms}`, { as: boss })).body.detail).toBe(sitePageTexts.notOwn)
  // The terms have to speak of minors.
  const legal = await save(terms, {
    slug: "terms",
    texts: { en: text("Terms", "Accounts held by minors are closed.") },
  })
  expect(legal.status).toBe(200)
})

test("script and foreign addresses in Markdown do not become HTML", async () => {
  const show = async (words: string) => {
    const body = { language: "de", content: words }
    return (await shop.call("POST /api/admin/pages/preview", { as: content, body })).body.intro
  }
  expect(await show("<script>alert(1)</script>")).toBe("&lt;script&gt;alert(1)&lt;/script&gt;")
  expect(await show('a <img src=x onerror="alert(1)"> b')).not.toContain("<img")
  for (const href of ["javascript:alert(1)", "data:text/html,x", "//evil.example", "/\\evil", "/a/..//evil", "tel:1"]) {
    expect(await show(`[words](${href})`), href).toBe("<p>words</p>\n")
  }
  expect(await show("![A vase](https://evil.example/x.png)")).toBe("<p>A vase</p>\n")
  expect(await show("[shop](/models?q=1)")).toBe('<p><a data-go href="/de/models?q=1">shop</a></p>\n')
  expect(await show("[them](https://a.example)")).toBe('<p><a href="https://a.example" rel="noopener">them</a></p>\n')
  expect(await show("[us](mailto:a@b.example)")).toBe('<p><a href="mailto:a@b.example">us</a></p>\n')
})

test("a page shows pictures of its own, which go with the page", async () => {
  const { body: page } = await add("pictures")
  const file = await sharp({ create: { width: 500, height: 400, channels: 3, background: "#456" } })
    .png()
    .toBuffer()
  const sent = await shop.call(`POST /api/admin/pages/${page.id}/pictures`, {
    as: content,
    ...(await aForm({}, { file })),
  })
  expect([sent.status, sent.body.url]).toEqual([
    201,
    expect.stringMatching(/^\/media\/pages\/[0-9a-f-]{36}\/480\.webp$/),
  ])
  expect((await shop.call(`GET ${sent.body.url}`)).headers["content-type"]).toBe("image/webp")
  const body = { language: "en", content: `![A "vase"](${sent.body.url})` }
  const { intro } = (await shop.call("POST /api/admin/pages/preview", { as: content, body })).body
  expect(intro).toContain(`src="${sent.body.url}"`)
  expect(intro).toContain('width="480" height="384" alt="A &quot;vase&quot;"')
  const wrong = await aForm({}, { file: Buffer.from("<svg></svg>") })
  expect((await shop.call(`POST /api/admin/pages/${page.id}/pictures`, { as: content, ...wrong })).status).toBe(415)
  await shop.call(`DELETE /api/admin/pages/${page.id}`, { as: content })
  await expect.poll(async () => (await shop.call(`GET ${sent.body.url}`)).status).toBe(404)
})

test("two admins see each other's change, and only super admins edit legal pages", async () => {
  const { body: page } = await add("shared")
  const texts = { en: text("One") }
  expect((await save(page.id, { slug: "shared", texts }, { version: 1 })).body.version).toBe(2)
  const late = await save(page.id, { slug: "shared", texts: { en: text("Two") } }, { version: 1 })
  expect([late.status, late.body.detail]).toEqual([412, staffAnswerTexts.changed])
  const again = await save(page.id, { slug: "shared", texts }, { version: 1 })
  expect([again.status, again.body.version]).toEqual([200, 2])
  for (const name of ["terms", "privacy"]) {
    const id = await idOf(name)
    for (const refused of [
      await shop.call(`GET /api/admin/pages/${id}`, { as: content }),
      await save(id, { slug: name, texts }, { as: content }),
      await act(id, "publish", content),
      await act(id, "withdraw", content),
      await shop.call(`GET /api/admin/pages/${id}/versions/1`, { as: content }),
    ]) {
      expect([403, 404]).toContain(refused.status)
    }
  }
  const { body: all } = await shop.call("GET /api/admin/pages", { as: content })
  expect(all.filter((one: any) => !one.may_edit).map((one: any) => one.builtin)).toEqual(["privacy", "terms"])
})

test("a version of the terms is kept, and stored with the accounts and orders that it was accepted for", async () => {
  const as = await shop.aUser()
  const doll = await shop.aDoll({ stock: 5 })
  const id = await idOf("terms")
  await addToCart(shop, as, doll.id, 1)
  const place = async (key: string) => {
    const { status, body } = await checkOut(shop, as, { "idempotency-key": key })
    expect([200, 201], JSON.stringify(body)).toContain(status)
    return (await shop.call(`GET /api/admin/orders/${body.id}`, { as: boss })).body
  }
  const register = async (email: string) => {
    const body = {
      email,
      password: "Copper-Lathe-25",
      full_name: "Lea Late",
      region: "eu",
      terms_version: "May 2, 2025",
    }
    expect((await shop.call("POST /api/auth/register", { body })).status).toBe(201)
    const [row] = await shop.app.store.db.select().from(users).where(eq(users.email, email))
    return row!
  }
  expect(await legalVersions(shop.app.store)).toEqual({ terms: null, privacy: null })
  expect(await place("order-before")).toMatchObject({ terms_version: null, privacy_version: null })
  expect(await register("one@terms.example")).toMatchObject({
    termsVersion: "May 2, 2025",
    privacyVersion: "May 2, 2025",
    termsSeen: 0,
  })

  await save(id, { slug: "terms", texts: { en: text("Terms", "First.") } })
  await act(id, "publish")
  await save(id, { slug: "terms", texts: { en: text("Terms", "Second.") } })
  expect((await showBuiltin(shop.app.store, "terms", english))!.intro).toBe("<p>First.</p>\n")
  await act(id, "publish")
  const versionOf = (number: number) => showVersion(shop.app.store, { name: "terms", number }, english)
  expect(await versionOf(1)).toMatchObject({ number: 1, isFormer: true, intro: "<p>First.</p>\n" })
  expect(await versionOf(2)).toMatchObject({ number: 2, isFormer: false, intro: "<p>Second.</p>\n" })
  expect(await versionOf(3)).toBe(null)
  expect(await legalVersions(shop.app.store)).toEqual({ terms: 2, privacy: null })

  const late = await register("two@terms.example")
  expect(late).toMatchObject({ termsVersion: "2", privacyVersion: "May 2, 2025", termsSeen: 2, privacySeen: 0 })
  const { body: customer } = await shop.call(`GET /api/admin/customers/${late.id}`, { as: boss })
  expect(customer).toMatchObject({ terms_version: "2", privacy_version: "May 2, 2025" })
  // The unchanged cart keeps its order, which is now placed under the version in force.
  const order = await place("order-after")
  expect(order).toMatchObject({ terms_version: 2, privacy_version: null })
  const { body: exported } = await shop.call("GET /api/users/account/export", { as })
  expect(exported.orders.find((one: any) => one.id === order.id)).toMatchObject({ terms_version: 2 })

  // Somebody who had an account before is told, until it was dismissed.
  expect((await shop.call("GET /api/auth/me", { as })).body).toMatchObject({ terms_seen: 0 })
  await shop.call("PUT /api/auth/seen-terms", { as, body: { terms: 2, privacy: 0 } })
  await shop.call("PUT /api/auth/seen-terms", { as, body: { terms: 1, privacy: 0 } })
  expect((await shop.call("GET /api/auth/me", { as })).body).toMatchObject({ terms_seen: 2, privacy_seen: 0 })

  await act(id, "withdraw")
  expect(await legalVersions(shop.app.store)).toEqual({ terms: null, privacy: null })
  expect(await versionOf(2)).toMatchObject({ isFormer: true })
})
