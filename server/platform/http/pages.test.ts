import { createHash } from "node:crypto"
import { pino } from "pino"
import { expect, onTestFinished, test } from "vitest"
import { systemClock } from "../clock.ts"
import { readSettings } from "../settings.ts"
import { createResponseCache } from "./caching.ts"
import { createHttp } from "./createHttp.ts"
import { servePages, type Web } from "./pages.ts"

const boot = "boot()"
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** A server of pages whose renderer records what it is asked for. */
async function openPages(
  page: (path: string, nonce: string, fault: (error: unknown) => void) => string | Response | Promise<string>,
) {
  const asked: string[] = []
  const web: Web = {
    constantScripts: [boot],
    render: async (request, { nonce, fault }) => {
      const { pathname, search } = new URL(request.url)
      asked.push(pathname + search)
      const made = await page(pathname, nonce, fault)
      return made instanceof Response
        ? made
        : new Response(made, { headers: { "content-type": "text/html; charset=utf-8" } })
    },
  }
  const settings = readSettings({ PORT: "0" })
  const nothing = async () => {}
  const isReached = async () => false
  const free = { take: nothing, takeNow: nothing, assertNotExceeded: nothing, isReached, note: nothing }
  const cache = createResponseCache(systemClock, settings)
  const http = createHttp(settings, {
    log: pino({ level: "silent" }),
    hit: (request, response) => cache.hit(request, response) !== null,
    actorOf: () => Promise.reject(new Error("nobody signs in here")),
  })
  await servePages(http, settings, {} as never, free, cache, web)
  const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    http.inject({ method, url, headers: { host: "localhost", ...headers } })
  /** Over a connection, where the server answers from memory before its hooks. */
  const load = async (url: string, init: RequestInit = {}) => {
    const address = http.server.listening ? http.listeningOrigin : await http.listen({ port: 0, host: "127.0.0.1" })
    return fetch(address + url, init)
  }
  onTestFinished(() => http.close())
  return { asked, get, load, cache }
}

test("the policy contains only our own inline scripts, and the nonce is not sent", async () => {
  const { get } = await openPages(
    (_, nonce) => `<script nonce="${nonce}">ours()</script><p><script>injected()</script></p>`,
  )
  const answer = await get("/")
  const policy = String(answer.headers["content-security-policy"])
  expect(policy).toContain(hashOf("ours()"))
  expect(policy).toContain(hashOf(boot))
  expect(policy).not.toContain(hashOf("injected()"))
  expect(policy).not.toContain("unsafe-inline' 'sha256")
  expect(policy).toMatch(/script-src 'self' 'sha256-/)
  expect(answer.body).not.toContain("nonce")
})

test("a page is rendered once for all spellings of its URL", async () => {
  const { get, asked } = await openPages(() => "<p>models</p>")
  await get("/models?page=2&category=premium")
  await get("/models?category=premium&utm_source=letter&page=2")
  await get("/models/?category=premium&page=2")
  expect(asked).toEqual(["/models?category=premium&page=2"])
  await get("/models?page=3")
  expect(asked).toHaveLength(2)
})

test("only known parameters reach a page", async () => {
  const { get, asked } = await openPages(() => "<p>home</p>")
  await get("/?page=2&q=x")
  expect(asked).toEqual(["/"])
})

test("concurrent requests cause one rendering", async () => {
  const { get, asked } = await openPages(async () => {
    await new Promise((done) => setTimeout(done, 20))
    return "<p>slow</p>"
  })
  await Promise.all(Array.from({ length: 20 }, () => get("/models")))
  expect(asked).toHaveLength(1)
})

test("a change clears the cache, and a rendering in progress is not cached", async () => {
  let text = "old"
  let reached = () => {}
  const underWay = new Promise<void>((done) => {
    reached = done
  })
  const { get, asked, cache } = await openPages(async () => {
    const seen = text
    reached()
    await new Promise((done) => setTimeout(done, 20))
    return `<p>${seen}</p>`
  })
  const first = get("/models")
  await underWay
  text = "new"
  cache.clear()
  await first
  expect((await get("/models")).body).toBe("<p>new</p>")
  await get("/models")
  expect(asked).toHaveLength(2)
  cache.clear()
  await get("/models")
  expect(asked).toHaveLength(3)
})

test("a page that failed is not cached", async () => {
  const { get, asked } = await openPages(() => new Response("broken", { status: 500 }))
  expect((await get("/")).statusCode).toBe(500)
  await get("/")
  expect(asked).toHaveLength(2)
})

test("a page that finds no database says when to come back; another failure does not, and neither may be kept", async () => {
  const { get } = await openPages((path, _, fault) => {
    fault(path === "/models" ? Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) : new Error("broken"))
    return new Response("<p>Something went wrong.</p>", { status: 500, headers: { "content-type": "text/html" } })
  })
  const [away, broken] = [await get("/models"), await get("/model/1")]
  expect([away.statusCode, away.headers["retry-after"], away.headers["cache-control"]]).toEqual([503, "5", "no-store"])
  expect([broken.statusCode, broken.headers["retry-after"]]).toEqual([500, undefined])
  expect(broken.headers["cache-control"]).toBe("no-store")
})

test("a page that must not be kept is rendered for each visitor", async () => {
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }
  const { get, asked } = await openPages(() => new Response("<p>a shared list</p>", { headers }))
  expect((await get("/favorites/x")).headers["cache-control"]).toBe("no-store")
  await get("/favorites/x")
  expect(asked).toHaveLength(2)
})

test("each encoding has its own ETag, and a known one gets 304 and no body", async () => {
  const { get } = await openPages(() => `<p>${"long ".repeat(400)}</p>`)
  const tags = new Set<string>()
  for (const encoding of ["br", "gzip", "identity"]) {
    for (const _ of ["made", "from memory"]) {
      const answer = await get("/", { "accept-encoding": encoding })
      expect(answer.headers["content-encoding"]).toBe(encoding === "identity" ? undefined : encoding)
      expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length)
      const tag = String(answer.headers.etag)
      tags.add(tag)
      const again = await get("/", { "accept-encoding": encoding, "if-none-match": tag })
      expect([again.statusCode, again.body]).toEqual([304, ""])
    }
  }
  expect(tags.size).toBe(3)
  const refused = await get("/", { "accept-encoding": "br;q=0, gzip;q=0" })
  expect(refused.headers["content-encoding"]).toBeUndefined()
})

test("HEAD returns the same headers and no body, rendered or from memory", async () => {
  const { get } = await openPages(() => "<p>home</p>")
  for (const _ of ["made", "from memory"]) {
    const answer = await get("/", {}, "HEAD")
    expect([answer.statusCode, answer.body, answer.headers["content-length"]]).toEqual([200, "", "11"])
  }
})

test("a cached page has the security headers, and no request id", async () => {
  const { load, cache } = await openPages(() => "<p>home</p>")
  expect((await load("/")).headers.get("x-request-id")).toMatch(/-/)
  const again = await load("/")
  expect(cache.counts).toEqual({ hits: 1, misses: 1 })
  expect(await again.text()).toBe("<p>home</p>")
  expect(again.headers.get("x-content-type-options")).toBe("nosniff")
  expect(again.headers.get("referrer-policy")).toBe("no-referrer")
  expect(again.headers.get("x-request-id")).toBeNull()
  const known = { headers: { "if-none-match": again.headers.get("etag")! } }
  expect((await load("/", known)).status).toBe(304)
  const head = await load("/", { method: "HEAD" })
  expect([head.status, await head.text()]).toEqual([200, ""])
  expect(cache.counts).toEqual({ hits: 3, misses: 1 })
})

test("the data of a page may be cached for ten seconds, so that prefetched data is used", async () => {
  const { get } = await openPages(() => new Response("[]", { headers: { "content-type": "text/x-script" } }))
  expect((await get("/models.data?page=2")).headers["cache-control"]).toContain("max-age=10")
})

test("an unknown URL of the API is never a page", async () => {
  const { get, asked } = await openPages(() => "<p>home</p>")
  expect((await get("/api/nothing")).statusCode).toBe(404)
  expect(asked).toEqual([])
})

test("modules are deferred until the page has been painted, and the policy still allows them", async () => {
  const { get } = await openPages(
    (_, nonce) =>
      `<link rel="modulepreload" href="/a.js"/></head><script nonce="${nonce}" type="module" async="">import "/a.js"</script>` +
      `<script nonce="${nonce}">context()</script>`,
  )
  const { body, headers } = await get("/")
  expect(body).toContain('<link data-late="" href="/a.js"/>')
  expect(body).toContain('<script type="text/plain" data-late="">import "/a.js"</script>')
  expect(body).toContain("<script>context()</script>")
  expect(String(headers["content-security-policy"])).toContain(hashOf('import "/a.js"'))
})
