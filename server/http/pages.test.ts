import { createHash } from "node:crypto"
import { pino } from "pino"
import { expect, test } from "vitest"
import { readSettings } from "../settings.ts"
import { createHttp } from "./http.ts"
import { type Pages, servePages, type Web } from "./pages.ts"

const boot = "boot()"
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** The door to pages with a house behind it that counts how often it is asked. */
async function openDoor(page: (path: string, nonce: string) => string | Response | Promise<string>) {
  const asked: string[] = []
  const web: Web = {
    constantScripts: [boot],
    render: async (request, { nonce }) => {
      const { pathname, search } = new URL(request.url)
      asked.push(pathname + search)
      const made = await page(pathname, nonce)
      return made instanceof Response
        ? made
        : new Response(made, { headers: { "content-type": "text/html; charset=utf-8" } })
    },
  }
  const settings = readSettings({ PORT: "0" })
  let pages: Pages | undefined
  const http = createHttp(settings, {
    log: pino({ level: "silent" }),
    hit: (request, reply) => pages?.hit(request, reply) ?? false,
    actorOf: () => Promise.reject(new Error("nobody signs in here")),
  })
  pages = await servePages(http, settings, {} as never, { take: async () => {}, takeAtOnce: () => {} }, web)
  const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    http.inject({ method, url, headers: { host: "localhost", ...headers } })
  return { asked, get, pages }
}

test("the policy names our own inline scripts and no other, and the mark does not leave the house", async () => {
  const { get } = await openDoor(
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

test("a page is made once, however its address is spelled", async () => {
  const { get, asked } = await openDoor(() => "<p>models</p>")
  await get("/models?page=2&category=premium")
  await get("/models?category=premium&utm_source=letter&page=2")
  await get("/models/?category=premium&page=2")
  expect(asked).toEqual(["/models?category=premium&page=2"])
  await get("/models?page=3")
  expect(asked).toHaveLength(2)
})

test("only the parameters that a page knows reach it", async () => {
  const { get, asked } = await openDoor(() => "<p>home</p>")
  await get("/?page=2&q=x")
  expect(asked).toEqual(["/"])
})

test("many who ask at once cause one rendering", async () => {
  const { get, asked } = await openDoor(async () => {
    await new Promise((done) => setTimeout(done, 20))
    return "<p>slow</p>"
  })
  await Promise.all(Array.from({ length: 20 }, () => get("/models")))
  expect(asked).toHaveLength(1)
})

test("a change drops what was kept, and what was being made during the change is not kept", async () => {
  let text = "old"
  let reached = () => {}
  const underWay = new Promise<void>((done) => {
    reached = done
  })
  const { get, asked, pages } = await openDoor(async () => {
    const seen = text
    reached()
    await new Promise((done) => setTimeout(done, 20))
    return `<p>${seen}</p>`
  })
  const first = get("/models")
  await underWay
  text = "new"
  pages.drop()
  await first
  expect((await get("/models")).body).toBe("<p>new</p>")
  await get("/models")
  expect(asked).toHaveLength(2)
  pages.drop()
  await get("/models")
  expect(asked).toHaveLength(3)
})

test("a page that failed is not kept", async () => {
  const { get, asked } = await openDoor(() => new Response("broken", { status: 500 }))
  expect((await get("/")).statusCode).toBe(500)
  await get("/")
  expect(asked).toHaveLength(2)
})

test("each encoding has its own tag, and a known one is answered with 304 and no body", async () => {
  const { get } = await openDoor(() => `<p>${"long ".repeat(400)}</p>`)
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

test("HEAD answers with the same headers and no body, made or from memory", async () => {
  const { get } = await openDoor(() => "<p>home</p>")
  for (const _ of ["made", "from memory"]) {
    const answer = await get("/", {}, "HEAD")
    expect([answer.statusCode, answer.body, answer.headers["content-length"]]).toEqual([200, "", "11"])
  }
})

test("security headers leave with a page from memory too, and no request's id does", async () => {
  const { get } = await openDoor(() => "<p>home</p>")
  await get("/")
  const { headers } = await get("/")
  expect(headers["x-content-type-options"]).toBe("nosniff")
  expect(headers["referrer-policy"]).toBe("no-referrer")
  expect(headers["x-request-id"]).toBeUndefined()
})

test("the data of a page may be kept for ten seconds, so that what was fetched ahead is used", async () => {
  const { get } = await openDoor(() => new Response("[]", { headers: { "content-type": "text/x-script" } }))
  expect((await get("/models.data?page=2")).headers["cache-control"]).toContain("max-age=10")
})

test("an unknown address of the API is never a page", async () => {
  const { get, asked } = await openDoor(() => "<p>home</p>")
  expect((await get("/api/nothing")).statusCode).toBe(404)
  expect(asked).toEqual([])
})

test("modules are set aside until the page has been painted, and the policy still knows what they will be", async () => {
  const { get } = await openDoor(
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
