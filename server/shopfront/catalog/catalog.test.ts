import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { NewDoll } from "#contract/catalog.ts"
import { forFacts } from "#contract/modelFacts.ts"
import { fieldNames, inSql, modelFields, searchedFields } from "#contract/modelFields.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { assertTexts } from "#server/shopfront/catalog/catalog.ts"
import { catalogChanged } from "#server/shopfront/catalog/changes.ts"
import { aForm } from "#test/forms.ts"
import { aMember } from "#test/members.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

let shop: TestShop
let content: TestPerson
beforeAll(async () => {
  shop = await openShop()
  content = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const ids = (body: { id: number }[]) => body.map((doll) => doll.id)
const found = async (query: string) => {
  const { body, headers } = await shop.call(`GET /api/dolls?${query}`)
  expect(headers["x-total-count"]).toBe(String(body.length))
  return ids(body)
}
const whole = {
  name: "Isolde",
  price: 549.99,
  description: "White porcelain, mended in gold.",
  long_description: "A long text.",
  doll_category: "premium",
  release_date: "2025-03-14",
  doll_height: 168.5,
  doll_material: "Porcelain",
  doll_vaginal_depth: 18.1,
  doll_anal_depth: 16,
  doll_oral_depth: 12.3,
  doll_weight: 33.3,
  doll_gross_weight: 41,
  doll_packing_size: "172 x 50 x 40 cm",
  doll_body_size: "88-60-90 cm",
  specifications: [{ name: "Edition", value: "1 of 12" }],
  stock: 3,
}

test("a list pages through everything once, with its real total, in any order and with equal keys", async () => {
  const at = shop.clock.now()
  for (let n = 0; n < 7; n++)
    await shop.aDoll({ category: "premium", priceCents: 20_000, createdAt: at, verifiedCount: 1, verifiedSum: 4 })
  catalogChanged(shop.app.store)
  for (const path of ["/api/dolls?category=premium&", "/api/dolls/category/premium?"]) {
    for (const sort of ["newest", "price_asc", "price_desc", "rating"]) {
      const seen: number[] = []
      for (let skip = 0; skip < 8; skip += 2) {
        const page = await shop.call(`GET ${path}sort=${sort}&skip=${skip}&limit=2`)
        expect([page.status, page.headers["x-total-count"]]).toEqual([200, "7"])
        seen.push(...ids(page.body))
      }
      expect([seen.length, new Set(seen).size]).toEqual([7, 7])
    }
  }
})

test("a list is narrowed to a form, which is the type among the specifications, and to a material", async () => {
  const typed = (value: string) => ({ specifications: [{ name: "Type", value }] })
  const { id: loop } = await shop.aDoll({ material: "Basalt", ...typed("Closed loop") })
  const { id: bust } = await shop.aDoll({ material: "Basalt", ...typed("Bust") })
  await shop.aDoll({ material: "Bronze", specifications: [{ name: "Edition", value: "Bust" }] })
  catalogChanged(shop.app.store)
  expect(await found("form=Closed%20loop")).toEqual([loop])
  expect(await found("form=Bust")).toEqual([bust])
  expect(await found("material=Basalt&sort=newest")).toEqual([bust, loop])
  expect(await found("form=Bust&material=Bronze")).toEqual([])
})

test("far into a list, and beyond its end, the total is right", async () => {
  for (const skip of [1000, 5000]) {
    const page = await shop.call(`GET /api/dolls?skip=${skip}`)
    expect([page.status, page.body]).toEqual([200, []])
    expect(Number(page.headers["x-total-count"])).toBeGreaterThan(0)
  }
})

test("the sorts and the price filter work as documented, bounds included", async () => {
  const [low, middle, high] = [
    await shop.aDoll({ category: "limited_edition", priceCents: 19_999, verifiedCount: 1, verifiedSum: 3 }),
    await shop.aDoll({ category: "limited_edition", priceCents: 20_000, verifiedCount: 1, verifiedSum: 5 }),
    await shop.aDoll({ category: "limited_edition", priceCents: 55_001, verifiedCount: 1, verifiedSum: 4 }),
  ].map((doll) => doll.id)
  catalogChanged(shop.app.store)
  const limited = (query: string) => found(`category=limited_edition&${query}`)
  expect(await limited("sort=price_asc")).toEqual([low, middle, high])
  expect(await limited("sort=price_desc")).toEqual([high, middle, low])
  expect(await limited("sort=rating")).toEqual([middle, high, low])
  expect(await limited("sort=newest")).toEqual([high, middle, low])
  expect(await limited("max_price=199.99")).toEqual([low])
  expect(await limited("min_price=200&max_price=550")).toEqual([middle])
  expect(await limited("min_price=550.01")).toEqual([high])
})

test("catalogue admins can sort by every sortable column, and nobody else can", async () => {
  const keeper = await openShop()
  try {
    const as = await keeper.anAdmin("content_admin")
    const b = await keeper.aDoll({ name: "bisque", category: "standard", stock: 4, priceCents: 300 })
    const a = await keeper.aDoll({ name: "Alabaster", category: "premium", stock: null, priceCents: 200 })
    const c = await keeper.aDoll({
      name: "Celadon",
      category: "limited_edition",
      stock: 0,
      priceCents: 100,
      isAvailable: false,
    })
    const sorted = async (sort: string) =>
      ids((await keeper.call(`GET /api/dolls?all=1&sort=${sort}`, { as })).body).map(
        (id) => "abc"[[a.id, b.id, c.id].indexOf(id)],
      )
    const orders: Record<string, string> = {
      name: "abc",
      name_desc: "cba",
      stock_asc: "cba",
      stock_desc: "abc",
      category: "cab",
      category_desc: "bac",
      oldest: "bac",
      newest: "cab",
      price_asc: "cab",
    }
    for (const [sort, wanted] of Object.entries(orders)) {
      expect((await sorted(sort)).join(""), sort).toBe(wanted)
      const file = await keeper.call(`GET /api/dolls?all=1&sort=${sort}`, { as, headers: { accept: "text/csv" } })
      const names = String(file.body).match(/Alabaster|bisque|Celadon/g)!
      expect(names.map((name) => name[0]!.toLowerCase()).join(""), `${sort} as a file`).toBe(wanted)
    }
    expect((await keeper.call("GET /api/dolls?sort=name")).status).toBe(401)
    expect((await keeper.call("GET /api/dolls?sort=stock_asc", { as: await keeper.aUser() })).status).toBe(403)
  } finally {
    await keeper.close()
  }
})

test("a list that is narrowed in every way at once keeps its order when the order is reversed", async () => {
  const same = {
    ...{ category: "premium" as const, material: "Tin", specifications: [{ name: "Type", value: "Closed loop" }] },
    ...{ priceCents: 20_000, deletedAt: shop.clock.now(), isAvailable: false, draftAvailable: true },
  }
  const [first, second] = [await shop.aDoll(same), await shop.aDoll(same)]
  const list = async (sort: string) => {
    const filters = "archived=1&drafts=1&category=premium&form=Closed+loop&material=Tin&min_price=1&max_price=900"
    return ids((await shop.call(`GET /api/dolls?${filters}&sort=${sort}`, { as: content })).body)
  }
  expect(await list("category")).toEqual([first.id, second.id])
  expect(await list("category_desc")).toEqual([second.id, first.id])
})

test("a search finds text anywhere in name or description, ignores case, and needs no escaping", async () => {
  const doll = await shop.aDoll({ name: "Élodie QX", description: "Glaze 100%_pure back\\slash 'quoted' \"twice\"" })
  catalogChanged(shop.app.store)
  for (const q of [
    "élodie",
    "ÉLODIE",
    "lodie qx",
    "GLAZE 100",
    "100%_PURE",
    "%_",
    "\\slash",
    "'quoted'",
    '"twice"',
    "qx",
  ]) {
    expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, [doll.id]])
  }
  for (const q of ["%lodie", "lodie_qx", "100_", "zzz", "é%", "'; drop table dolls; --"]) {
    expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, []])
  }
  expect((await shop.call("GET /api/dolls?q=%20%20")).body.length).toBeGreaterThan(1)
})

test("a search that points at minors returns no results", async () => {
  await shop.aDoll({ name: "Canteen", description: "A fifteen-piece set." })
  catalogChanged(shop.app.store)
  expect(await found("q=teen")).toEqual([])
  expect(await found("q=canteen")).toHaveLength(1)
})

test.each([
  "limit=0",
  "limit=101",
  "limit=abc",
  "limit=1.5",
  "skip=-1",
  "skip=1e9",
  "sort=cheapest",
  "category=other",
  "min_price=-1",
  "min_price=abc",
  `q=${"a".repeat(201)}`,
])("%s is refused with the field it is about", async (query) => {
  const { status, body } = await shop.call(`GET /api/dolls?${query}`)
  expect([status, body.errors[0].path]).toEqual([422, query.split("=")[0]])
})

test("an invalid id is 422, a missing one 404, and an invalid category 422", async () => {
  for (const id of ["0", "-1", "abc", "1.5", "99999999999"]) {
    expect((await shop.call(`GET /api/dolls/${id}`)).status).toBe(422)
  }
  const absent = await shop.call("GET /api/dolls/987654")
  expect([absent.status, absent.body.detail]).toEqual([404, "Model not found"])
  expect((await shop.call("GET /api/dolls/987654/related")).status).toBe(404)
  expect((await shop.call("GET /api/dolls/category/other")).status).toBe(422)
  expect((await shop.call("DELETE /api/dolls")).status).toBe(405)
})

test("a model is created with every field of the specification, and returned with them", async () => {
  const made = await shop.call("POST /api/dolls/create/", {
    as: content,
    body: { ...whole, rating: 1, id: 5, role: "x" },
  })
  expect(made.status).toBe(201)
  const { body, status } = await shop.call(`GET /api/dolls/${made.body.id}/`)
  expect(status).toBe(200)
  expect(body).toEqual({
    ...forFacts(
      () => null,
      () => null,
    ),
    ...whole,
    id: made.body.id,
    is_available: true,
    rating: 4.5,
    review_count: 0,
    images: [],
    in_stock: true,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  const least = { name: "Least", price: 1, description: "Enough." }
  const small = await shop.call("POST /api/dolls/create", { as: content, body: least })
  expect([small.status, small.body.doll_category, small.body.stock, small.body.in_stock]).toEqual([
    201,
    "standard",
    null,
    true,
  ])
})

test.each([
  [{ name: undefined }, "name"],
  [{ name: "  " }, "name"],
  [{ description: "" }, "description"],
  [{ price: undefined }, "price"],
  [{ price: "12" }, "price"],
  [{ price: 0 }, "price"],
  [{ price: 1.999 }, "price"],
  [{ doll_category: "other" }, "doll_category"],
  [{ doll_height: -1 }, "doll_height"],
  [{ doll_height: 168.55 }, "doll_height"],
  [{ stock: -1 }, "stock"],
  [{ stock: 1.5 }, "stock"],
  [{ release_date: "tomorrow" }, "release_date"],
  [{ name: "Teen doll" }, "name"],
  [{ description: "She is 16 years old." }, "description"],
  [{ long_description: "for kids" }, "long_description"],
  [{ specifications: [{ name: "Outfit", value: "School uniform" }] }, "specifications"],
])("%j is refused at its field", async (fields, path) => {
  const { status, body } = await shop.call("POST /api/dolls/create/", { as: content, body: { ...whole, ...fields } })
  expect([status, body.errors[0].path]).toEqual([422, path])
})

test("an edit changes only the fields that are sent", async () => {
  const { body: made } = await shop.call("POST /api/dolls/create/", { as: content, body: whole })
  const { status, body } = await shop.call(`PATCH /api/dolls/${made.id}`, {
    as: content,
    body: { price: 600, stock: 0, id: 1 },
  })
  expect(status).toBe(200)
  expect(body).toEqual({ ...made, price: 600, stock: 0, in_stock: false, version: 2 })
  expect((await shop.call(`PATCH /api/dolls/${made.id}`, { as: content, body: { name: "a loli" } })).status).toBe(422)
  expect((await shop.call(`GET /api/dolls/${made.id}`)).body.name).toBe("Isolde")
})

test("an editor of an older version gets a conflict; an order in between only matters for the stock", async () => {
  const { body: made, headers } = await shop.call("POST /api/dolls/create/", { as: content, body: whole })
  const path = `/api/dolls/${made.id}`
  const edit = (body: object, tag: unknown) =>
    shop.call(`PATCH ${path}`, { as: content, body, headers: { "if-match": String(tag) } })
  const publicTag = (await shop.call(`GET ${path}`)).headers.etag
  const ownTag = (await shop.call(`GET ${path}`, { as: content })).headers.etag
  expect(ownTag).toBe(headers.etag)
  const { dolls } = await import("#server/shopfront/catalog/tables.ts")
  const { eq } = await import("drizzle-orm")
  await shop.app.store.db.update(dolls).set({ stock: 2 }).where(eq(dolls.id, made.id))
  const overselling = await edit({ stock: 3 }, ownTag)
  expect([overselling.status, overselling.body.code]).toEqual([412, "STALE"])
  const first = await edit({ name: "Renamed" }, publicTag)
  expect([first.status, first.body.stock]).toEqual([200, 2])
  for (const stale of [ownTag, publicTag, '"v99"', '"nonsense"'])
    expect((await edit({ name: "Late" }, stale)).status).toBe(412)
  expect((await edit({ stock: 7 }, first.headers.etag)).body).toMatchObject({ name: "Renamed", stock: 7 })
  expect((await edit({ name: "Whatever" }, "*")).status).toBe(200)
  expect((await edit({ name: "Listed" }, `"v1s3", "v4s7"`)).status).toBe(200)
  expect(
    (await shop.call(`DELETE /api/dolls/delete/${made.id}`, { as: content, headers: { "if-match": '"v1s3"' } })).status,
  ).toBe(412)
})

test("a deleted model is gone from the shop, for every user and every call", async () => {
  const doll = await shop.aDoll({ name: "Leaving" })
  catalogChanged(shop.app.store)
  expect(await found("q=leaving")).toEqual([doll.id])
  expect((await shop.call(`DELETE /api/dolls/delete/${doll.id}`, { as: content })).status).toBe(204)
  expect(await found("q=leaving")).toEqual([])
  expect((await shop.call(`GET /api/dolls/${doll.id}`)).status).toBe(404)
})

test("who changes a model that somebody has archived is told so, by every call", async () => {
  const doll = await shop.aDoll({ needsApproval: true })
  const image = { doll_id: doll.id }
  const file = await sharp({ create: { width: 50, height: 50, channels: 3, background: "#456" } })
    .png()
    .toBuffer()
  const added = await shop.call("POST /api/images/upload", { as: content, ...(await aForm(image, { file })) })
  const moderator = await shop.aModerator()
  await shop.call(`DELETE /api/dolls/delete/${doll.id}`, { as: content })
  const calls: [string, object][] = [
    [`PATCH /api/dolls/${doll.id}`, { body: { name: "Typed meanwhile" }, headers: { "if-match": '"v1"' } }],
    [`POST /api/dolls/${doll.id}/approve`, {}],
    [`DELETE /api/dolls/delete/${doll.id}`, {}],
    ["POST /api/images/upload", await aForm(image, { file })],
    [`POST /api/images/${doll.id}/images/bulk`, await aForm({}, { files: file })],
    [`PATCH /api/images/${added.body.id}`, { body: { caption: "Side" } }],
    [`POST /api/moderators/${moderator.id}/dolls/${doll.id}`, {}],
  ]
  for (const [path, options] of calls) {
    const { status, body } = await shop.call(path as "POST /api", { as: content, ...options })
    expect([path, status, body.code, body.detail]).toEqual([path, 409, "ARCHIVED", modelAdminTexts.archived])
  }
})

test("a change that is sent again after a lost answer counts as saved; another one is still told", async () => {
  const { body: made, headers } = await shop.call("POST /api/dolls/create/", { as: content, body: whole })
  const edit = (body: object) =>
    shop.call(`PATCH /api/dolls/${made.id}`, {
      as: content,
      body,
      headers: { "if-match": String(headers.etag) },
    })
  const change = { name: "Renamed", price: 600, stock: 9, specifications: [] }
  const first = await edit(change)
  const again = await edit(change)
  expect([again.status, again.body, again.headers.etag]).toEqual([200, first.body, first.headers.etag])
  for (const other of [{ name: "Other" }, { ...change, stock: 8 }]) expect((await edit(other)).status).toBe(412)
})

test("an archived model is found by its filter, keeps its catalogue page, and is restored as it was", async () => {
  const doll = await shop.aDoll({ name: "Put away", stock: 4 })
  await shop.call(`DELETE /api/dolls/delete/${doll.id}`, { as: content })
  const archived = await shop.call("GET /api/dolls?archived=1&q=put+away", { as: content })
  expect(archived.body).toMatchObject([{ id: doll.id, archived_at: expect.any(String) }])
  const file = await shop.call("GET /api/dolls?archived=1", { as: content, headers: { accept: "text/csv" } })
  expect(String(file.body)).toContain("Put away")
  expect((await shop.call(`GET /api/dolls/${doll.id}`, { as: content })).body).toMatchObject({ name: "Put away" })
  for (const as of [undefined, await shop.aUser(), await shop.aModerator(), await shop.anAdmin("financial_admin")]) {
    expect((await shop.call("GET /api/dolls?archived=1", { as })).status).toBe(as ? 403 : 401)
    expect((await shop.call(`GET /api/dolls/${doll.id}`, { as })).status).toBe(404)
    expect((await shop.call(`POST /api/dolls/${doll.id}/restore`, { as })).status).toBe(as ? 403 : 401)
  }
  const back = await shop.call(`POST /api/dolls/${doll.id}/restore`, { as: content })
  expect([back.status, back.body.archived_at, back.body.stock]).toEqual([200, null, 4])
  expect(await found("q=put+away")).toEqual([doll.id])
  const again = await shop.call(`POST /api/dolls/${doll.id}/restore`, { as: content })
  expect([again.status, again.body, again.headers.etag]).toEqual([200, back.body, back.headers.etag])
  expect((await shop.call("POST /api/dolls/2000000000/restore", { as: content })).status).toBe(404)
})

test("a model under 140 cm is pending until an admin other than its creator and editors approves it", async () => {
  const { body: made } = await shop.call("POST /api/dolls/create/", {
    as: content,
    body: { ...whole, name: "Bust", doll_height: 139.9 },
  })
  expect(made.needs_approval).toBe(true)
  expect((await shop.call(`GET /api/dolls/${made.id}`)).status).toBe(404)
  expect(await found("q=bust")).toEqual([])
  expect((await shop.call(`GET /api/dolls/${made.id}`, { as: content })).body.needs_approval).toBe(true)
  const mayApprove = async (as: TestPerson) => (await shop.call(`GET /api/dolls/${made.id}`, { as })).body.may_approve
  expect([await mayApprove(content), await mayApprove(await shop.anAdmin())]).toEqual([false, true])
  const refused = (detail: string) => ({ status: 403, body: { detail } })
  const approve = (as?: TestPerson) => shop.call(`POST /api/dolls/${made.id}/approve`, as ? { as } : {})
  expect((await approve(content)).status).toBe(403)
  expect((await approve()).status).toBe(401)
  expect(await approve(await shop.aUser())).toMatchObject(refused("Access denied. Admin privileges required."))
  const financial = await shop.anAdmin("financial_admin")
  expect(await approve(financial)).toMatchObject(refused("Access denied. Insufficient privileges."))
  const second = await shop.anAdmin("content_admin")
  expect((await approve(second)).body.needs_approval).toBe(false)
  expect(await found("q=bust")).toEqual([made.id])
  expect((await approve(second)).status).toBe(200)
  expect((await approve(content)).status).toBe(409)

  const tall = (await shop.call("POST /api/dolls/create/", { as: content, body: whole })).body
  const shrunk = await shop.call(`PATCH /api/dolls/${tall.id}`, { as: second, body: { doll_height: 120 } })
  expect(shrunk.body.needs_approval).toBe(true)
  for (const one of [content, second])
    expect((await shop.call(`POST /api/dolls/${tall.id}/approve`, { as: one })).status).toBe(403)
  expect((await shop.call(`POST /api/dolls/${tall.id}/approve`, { as: await shop.anAdmin() })).status).toBe(200)
  await shop.call(`PATCH /api/dolls/${tall.id}`, { as: second, body: { doll_height: 120, price: 9 } })
  expect((await shop.call(`GET /api/dolls/${tall.id}`)).status).toBe(200)
})

test("a draft is visible only to catalogue admins until it is published as entered", async () => {
  const member = await aMember(shop, "vip")
  const create = async (body: object) =>
    (await shop.call("POST /api/dolls/create/", { as: content, body: { ...whole, draft: true, ...body } })).body
  const edit = (id: number, body: object) => shop.call(`PATCH /api/dolls/${id}`, { as: content, body })
  const draft = await create({ name: "Unpainted" })
  expect(draft).toMatchObject({ draft: true, is_available: true })
  // Other changes do not publish a draft.
  expect((await edit(draft.id, { is_available: true, price: 99 })).body).toMatchObject({ draft: true, price: 99 })
  expect(await found("q=unpainted")).toEqual([])
  for (const as of [undefined, member, await shop.aModerator(), await shop.anAdmin("financial_admin")]) {
    expect((await shop.call(`GET /api/dolls/${draft.id}`, as ? { as } : {})).status).toBe(404)
    expect((await shop.call(`GET /api/images/${draft.id}/images`, as ? { as } : {})).status).toBe(404)
  }
  const wishes: [string, object][] = [
    ["POST /api/cart/", { doll_id: draft.id, quantity: 1 }],
    ["POST /api/favorites/", { doll_id: draft.id }],
    ["POST /api/reviews/", { doll_id: draft.id, rating: 5, comment: "Never seen" }],
    ["POST /api/chat/rooms/", { doll_id: draft.id }],
    ["POST /api/reports", { kind: "doll", id: draft.id, reason: "Never seen" }],
  ]
  for (const [what, body] of wishes) expect((await shop.call(what, { as: member, body })).status).not.toBeLessThan(400)
  expect(ids((await shop.call("GET /api/dolls?q=unpainted&all=1", { as: content })).body)).toEqual([draft.id])

  expect((await edit(draft.id, { draft: false })).body).toMatchObject({ draft: false, is_available: true })
  expect(await found("q=unpainted")).toEqual([draft.id])
  expect((await shop.call(`GET /api/dolls/${draft.id}`)).body).not.toHaveProperty("draft")

  // Publishing does not change what was entered: it may be unavailable or need approval.
  const paused = await create({ name: "Unpainted, kept back", is_available: false })
  const low = await create({ name: "Unpainted, low", doll_height: 120 })
  for (const { id } of [paused, low]) expect((await edit(id, { draft: false })).body.draft).toBe(false)
  expect(await found("q=unpainted")).toEqual([draft.id])
  expect((await shop.call(`GET /api/dolls/${paused.id}`)).body.is_available).toBe(false)
  expect((await shop.call(`GET /api/dolls/${low.id}`)).status).toBe(404)
})

test("only content_admin and super_admin may write", async () => {
  const doll = await shop.aDoll()
  const people: [TestPerson | null, number[]][] = [
    [null, [401, 401, 401]],
    [await shop.aUser(), [403, 403, 403]],
    [await shop.aModerator(), [403, 403, 403]],
    [await shop.anAdmin("financial_admin"), [403, 403, 403]],
    [content, [201, 200, 204]],
    [await shop.anAdmin("super_admin"), [201, 200, 409]],
  ]
  for (const [as, expected] of people) {
    const options = as ? { as } : {}
    const statuses = [
      (await shop.call("POST /api/dolls/create/", { ...options, body: whole })).status,
      (await shop.call(`PATCH /api/dolls/${(await shop.aDoll()).id}`, { ...options, body: { price: 1 } })).status,
      (await shop.call(`DELETE /api/dolls/delete/${doll.id}`, options)).status,
    ]
    expect(statuses).toEqual(expected)
  }
})

test("an unavailable model is not listed but can still be opened; only catalogue admins list it", async () => {
  const doll = await shop.aDoll({ name: "Paused", isAvailable: false })
  catalogChanged(shop.app.store)
  expect(await found("q=paused")).toEqual([])
  expect((await shop.call(`GET /api/dolls/${doll.id}`)).body).toMatchObject({ is_available: false, in_stock: false })
  expect(ids((await shop.call("GET /api/dolls?q=paused&all=1", { as: content })).body)).toEqual([doll.id])
  expect((await shop.call("GET /api/dolls?all=1")).status).toBe(401)
  expect((await shop.call("GET /api/dolls?all=1", { as: await shop.aUser() })).status).toBe(403)
})

test("related models are three of the category, without itself", async () => {
  const own = await openShop()
  const [first, second, third, fourth] = [await own.aDoll(), await own.aDoll(), await own.aDoll(), await own.aDoll()]
  await own.aDoll({ category: "premium" })
  expect(ids((await own.call(`GET /api/dolls/${fourth!.id}/related`)).body)).toEqual([third!.id, second!.id, first!.id])
  expect((await own.call(`GET /api/dolls/${first!.id}/related`)).body).toHaveLength(3)
  await own.close()
})

test("a moderator sees the models assigned to them and no others; admins see unassigned ones", async () => {
  const [moderator, other] = [await shop.aModerator(), await shop.aModerator()]
  const mine = await shop.aDoll({ moderatorId: moderator.id, isAvailable: false })
  const path = `GET /api/dolls/moderator/${moderator.id}/`
  for (const as of [moderator, content]) expect(ids((await shop.call(path, { as })).body)).toEqual([mine.id])
  expect((await shop.call(path, { as: other })).status).toBe(404)
  expect(await shop.call(path, { as: await shop.aUser() })).toMatchObject({
    status: 403,
    body: { detail: "Access denied. Moderator privileges required." },
  })
  expect((await shop.call(path)).status).toBe(401)
  const free = await shop.call("GET /api/dolls/assigned/false", { as: content })
  expect([free.status, free.body.length]).toEqual([200, 10])
  expect(ids(free.body)).not.toContain(mine.id)
  const name = free.body[0].name.toUpperCase()
  const found = await shop.call(`GET /api/dolls/assigned/false?q=${encodeURIComponent(name)}`, { as: content })
  expect(ids(found.body)).toContain(free.body[0].id)
  expect((await shop.call("GET /api/dolls/assigned/false?q=100%25_no", { as: content })).body).toEqual([])
  expect((await shop.call("GET /api/dolls/assigned/false?limit=11", { as: content })).status).toBe(422)
  expect((await shop.call("GET /api/dolls/assigned/false", { as: moderator })).status).toBe(403)
})

test("every text of a model that everybody sees must be about adults", () => {
  const young = "a 15 year old girl"
  const texts = fieldNames.filter(
    (name) => !modelFields[name].isForStaff && NewDoll.shape[name].safeParse(young).success,
  )
  expect(texts).toEqual(expect.arrayContaining(["name", "long_description", "doll_material"]))
  for (const name of texts) expect(() => assertTexts({ [name]: young }), name).toThrow()
})

test("a search looks in the fields that say so, and in no other", async () => {
  const { rows } = (await shop.app.store.db.execute(
    "select generation_expression as text from information_schema.columns where table_name = 'dolls' and column_name = 'search_text'",
  )) as unknown as { rows: { text: string }[] }
  const words = rows[0]!.text.match(/\w+/g)!
  const columnOf = (name: (typeof fieldNames)[number]) => inSql(modelFields[name].column)
  expect(fieldNames.filter((name) => words.includes(columnOf(name)))).toEqual(searchedFields)
})
