import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { catalogChanged } from "#server/shopfront/catalog/changes.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { filledIn, operationsOf } from "#test/operations.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

let shop: TestShop
let content: TestPerson
beforeAll(async () => {
  shop = await openShop()
  content = await shop.anAdmin("content_admin")
})
beforeEach(async () => {
  await shop.app.store.db.delete(dolls)
  catalogChanged(shop.app.store)
})
afterAll(() => shop.close())

const get = (headers: Record<string, string> = {}, url = "/api/dolls") => shop.call(`GET ${url}`, { headers })

test("a public response may be cached, has an ETag for each encoding, and is the same from memory", async () => {
  await shop.aDoll()
  const plain = [await get(), await get()]
  const br = [
    await get({ "accept-encoding": "gzip, deflate, br" }),
    await get({ "accept-encoding": "gzip, deflate, br" }),
  ]
  const gzip = [await get({ "accept-encoding": "gzip" }), await get({ "accept-encoding": "br;q=0, gzip" })]
  for (const { headers, status } of [...plain, ...br, ...gzip]) {
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=0, s-maxage=1",
      "content-type": "application/json; charset=utf-8",
      "x-total-count": "1",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    })
  }
  expect(brotliDecompressSync(br[1]!.raw).equals(plain[0]!.raw)).toBe(true)
  expect(gunzipSync(gzip[1]!.raw).equals(plain[0]!.raw)).toBe(true)
  const tags = [plain, br, gzip].map((pair) => pair.map(({ headers }) => headers.etag))
  for (const [first, second] of tags) expect(first).toBe(second)
  expect(new Set(tags.flat()).size).toBe(3)
  expect([br[1]!.headers["content-encoding"], gzip[1]!.headers["content-encoding"]]).toEqual(["br", "gzip"])
})

test("behind a proxy a response is kept until the end of its second, from memory too", async () => {
  const behind = await openShop({ TRUST_PROXY: "1" }, { clock: shop.clock })
  for (let call = 0; call < 3; call++) {
    const { headers } = await behind.call("GET /api/dolls?limit=3")
    expect(headers["x-accel-expires"]).toBe(`@${Math.floor(shop.clock.now().getTime() / 1000)}`)
    shop.clock.advance(1000)
  }
  expect(
    (await behind.call("GET /api/auth/me", { as: await behind.aUser() })).headers["x-accel-expires"],
  ).toBeUndefined()
  expect((await get()).headers["x-accel-expires"]).toBeUndefined()
  await behind.close()
})

test("a client with the current version gets 304 without a body", async () => {
  await shop.aDoll()
  const etag = String((await get()).headers.etag)
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`, "*"]) {
    const answer = await get({ "if-none-match": known })
    expect([answer.status, answer.raw.length, answer.headers.etag]).toEqual([304, 0, etag])
    expect(answer.headers["content-length"]).toBeUndefined()
  }
  shop.app.cache.clear()
  expect((await get({ "if-none-match": etag })).status).toBe(304)
  expect((await get({ "if-none-match": '"other"' })).status).toBe(200)
  expect((await get({ "if-none-match": etag, "accept-encoding": "br" })).status).toBe(200)
})

test("a change is seen by the next request", async () => {
  const { body } = await shop.call("POST /api/dolls/create/", {
    as: content,
    body: { name: "One", price: 5, description: "d", doll_height: 160 },
  })
  const before = await get()
  expect(before.body[0].name).toBe("One")
  await shop.call(`PATCH /api/dolls/${body.id}`, { as: content, body: { name: "Two" } })
  const now = await get({ "if-none-match": String(before.headers.etag) })
  expect([now.status, now.body[0].name]).toEqual([200, "Two"])
  await shop.call(`DELETE /api/dolls/delete/${body.id}`, { as: content })
  const after = await get()
  expect([after.body, after.headers["x-total-count"]]).toEqual([[], "0"])
})

test("without a change event, nothing is older than 30 s, not even a total", async () => {
  expect((await get()).body).toEqual([])
  await shop.aDoll()
  expect((await get()).body).toEqual([])
  shop.clock.advance(30_001)
  const now = await get()
  expect([now.body.length, now.headers["x-total-count"]]).toEqual([1, "1"])
})

test("all spellings of a URL share one entry, and unknown parameters create no other", async () => {
  await shop.aDoll()
  await get({}, "/api/dolls?limit=10&skip=0")
  await shop.aDoll()
  for (const url of ["/api/dolls?skip=0&limit=10", "/api/dolls/?skip=0&limit=10&utm=1", "/api/dolls?limit=10&x=%20"]) {
    expect((await get({}, url)).body).toHaveLength(1)
  }
  expect((await get({}, "/api/dolls?limit=11")).body).toHaveLength(2)
})

test("responses to requests with a token are neither stored in nor served from the cache", async () => {
  await shop.aDoll()
  await get()
  await shop.aDoll()
  const own = await shop.call("GET /api/dolls", { as: await shop.aUser() })
  expect([own.body.length, own.headers["cache-control"], own.headers.etag]).toEqual([2, "private, no-store", undefined])
  expect((await get({ authorization: "Bearer wrong" })).status).toBe(401)
  expect((await get()).body).toHaveLength(1)
})

test("concurrent requests cause one read", async () => {
  let asked = 0
  const { store } = shop.app
  const session = (store.db as any)._.session
  const prepare = session.prepareQuery
  session.prepareQuery = (...given: any[]) => {
    if (given[0].sql.includes("from dolls d where d.deleted_at")) asked++
    return prepare.apply(session, given)
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => get()))
  session.prepareQuery = prepare
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(asked).toBe(1)
})

test("a read from before a change is not cached after it", async () => {
  const { store } = shop.app
  const session = (store.db as any)._.session
  const prepare = session.prepareQuery
  let release = () => {}
  const gate = new Promise<void>((open) => {
    release = open
  })
  session.prepareQuery = (...given: any[]) => {
    const prepared = prepare.apply(session, given)
    if (!given[0].sql.includes("from dolls d where d.deleted_at")) return prepared
    session.prepareQuery = prepare
    return {
      execute: async () => {
        const rows = await prepared.execute()
        await gate
        return rows
      },
    }
  }
  const slow = get()
  await new Promise((done) => setTimeout(done, 50))
  await shop.aDoll()
  catalogChanged(shop.app.store)
  const quick = await get()
  release()
  expect((await slow).body).toHaveLength(0)
  expect(quick.body).toHaveLength(1)
  expect((await get()).body).toHaveLength(1)
})

test("HEAD responds like GET, without the body", async () => {
  await shop.aDoll()
  const { headers } = await get()
  for (let n = 0; n < 2; n++) {
    const head = await shop.call("HEAD /api/dolls")
    expect([head.status, head.raw.length]).toEqual([200, 0])
    expect(head.headers).toMatchObject({
      etag: headers.etag,
      "content-length": headers["content-length"],
      "x-total-count": "1",
    })
  }
})

test("an error is not cached", async () => {
  const doll = await shop.aDoll()
  expect((await get({}, `/api/dolls/${doll.id + 1}`)).status).toBe(404)
  await shop.aDoll()
  expect((await get({}, `/api/dolls/${doll.id + 1}`)).status).toBe(200)
})

test("a header that only a proxy should send changes nothing in what others are answered", async () => {
  const forged = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "evil",
    "x-forwarded-prefix": "/evil",
    "x-original-url": "/api/evil",
    "x-rewrite-url": "/api/evil",
    "x-http-method-override": "DELETE",
    forwarded: "host=evil.example;proto=evil",
  }
  const own = await openShop({ PUBLIC_URL: "https://shop.example" })
  await own.aDoll()
  const calls = operationsOf(own).filter(({ method }) => method === "GET")
  let stored = 0
  for (const operation of calls) {
    const url = filledIn(operation, { category: "standard", tag: "x", name: "x" })
    const first = await own.call(url, { headers: forged })
    const second = await own.call(url)
    expect([url, second.status]).toEqual([url, first.status])
    if (second.status !== 200) continue
    stored++
    expect(second.raw.equals(first.raw), url).toBe(true)
    expect(JSON.stringify([second.headers, String(second.raw)]), url).not.toContain("evil")
  }
  expect(stored).toBeGreaterThan(8)
  await own.close()
})
