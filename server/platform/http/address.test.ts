import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { listen } from "#test/sockets.ts"

/** Requests that only a raw connection can send: client libraries do not let them through. */
let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await openShop({ PUBLIC_URL: "https://shop.example", RATE_LIMIT_SCALE: "1" })
  port = Number(new URL(await listen(shop.app)).port)
})
afterAll(() => shop.close())

async function send(head: string, to = port): Promise<{ status: number; headers: string; body: string }> {
  const socket = connect(to, "127.0.0.1")
  socket.write(head.replaceAll("\n", "\r\n"))
  const chunks: Buffer[] = []
  socket.on("data", (chunk) => chunks.push(chunk))
  await once(socket, "close")
  const [headers = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n", 2)
  return { status: Number(headers.split(" ", 2)[1]), headers: headers.toLowerCase(), body }
}

const ask = (url: string, host = "shop.example", method = "GET", more = "") =>
  send(`${method} ${url} HTTP/1.1\nhost: ${host}\nconnection: close\n${more}\n`)

const secure = [
  "content-security-policy: default-src 'none'",
  "x-content-type-options: nosniff",
  "x-frame-options: deny",
  "referrer-policy: no-referrer",
  "strict-transport-security: max-age=31536000; includesubdomains",
]

test.each([
  "http://shop.example/api/auth/me",
  "HTTPS://shop.example/api/auth/me",
  "//api/auth/me",
  "///api/auth/me",
  "/%61pi/auth/me",
  "/api/%61uth/me",
])("%s is treated as /api/auth/me: the same policy, the same headers, the same user", async (url) => {
  const refused = await ask(url)
  expect(refused.status).toBe(401)
  for (const header of secure) expect(refused.headers).toContain(header)
  const someone = await shop.aUser()
  const answer = await ask(url, "shop.example", "GET", `authorization: Bearer ${someone.token}\n`)
  expect(answer.status).toBe(200)
  expect(answer.body).toContain(someone.email)
  expect(answer.headers).toContain("cache-control: private, no-store")
})

test.each([
  "/admin/../api/auth/me",
  "/admin/%2e%2e/api/auth/me",
  "/admin/.%2E/./api/auth/me",
  "/admin\\..\\api/auth/me",
  "/admin/x/..\\../api/auth/me",
  "/\\evil.example/../api/auth/me",
  "/..//api/auth/me",
  "http://shop.example/admin/../api/auth/me?next=/..",
])("%s is resolved as a URL is, before any route or access check sees it", async (url) => {
  expect((await ask(url)).status).toBe(401)
})

test("an absolute URL counts against the same limit as any other", async () => {
  const someone = await shop.aUser()
  const statuses: number[] = []
  const urls = ["http://shop.example/api/cart", "//api/cart", "/%61pi/cart"]
  for (let n = 0; n < 123; n++) {
    const answer = await ask(urls[n % 3]!, "shop.example", "DELETE", `authorization: Bearer ${someone.token}\n`)
    statuses.push(answer.status)
  }
  expect(statuses.slice(0, 120)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
})

test("the host of an absolute URL takes precedence over the header: a foreign one is redirected", async () => {
  const answer = await ask("http://evil.example/models", "shop.example")
  expect(answer.status).toBe(308)
  expect(answer.headers).toContain("location: https://shop.example/models")
})

test("maintenance mode applies to every spelling of an address", async () => {
  const closed = await openShop()
  const boss = await closed.anAdmin()
  const settings = await closed.call("GET /api/admin/settings", { as: boss })
  const put = await closed.call("PATCH /api/admin/settings", {
    as: boss,
    body: { maintenance: true },
    headers: { "if-match": String(settings.headers.etag) },
  })
  expect(put.status).toBe(200)
  const to = Number(new URL(await listen(closed.app)).port)
  for (const url of ["http://localhost/api/dolls", "/admin/../models", "/models#.png"]) {
    const head = `GET ${url} HTTP/1.1\nhost: localhost\nconnection: close\n\n`
    expect((await send(head, to)).status, url).toBe(503)
  }
  await closed.close()
})

test.each([
  ["/api/dolls/%E0%A4%A", "the escapes are no text"],
  ["/api/dolls/%00", "a NUL in the path"],
  ["/api/dolls?q=%00", "a NUL in the query"],
  ["/models/%E0%A4%A", "a page's address that is no text"],
  ["/models?q=%00", "a NUL in a page's query"],
  ["/model/%00", "a NUL in a page's path"],
  ["/media/%00", "a NUL in a file's name"],
  [`/api/dolls/${"1".repeat(600)}`, "a part that is too long"],
  ["/api/dolls/\x01", "a control character"],
  ["*", "no address at all"],
])("%s is refused with all security headers (%s)", async (url) => {
  for (const method of ["GET", "POST"]) {
    const { status, headers } = await ask(url, "shop.example", method, method === "POST" ? "content-length: 0\n" : "")
    expect(status, method).toBeGreaterThanOrEqual(400)
    expect(status, method).toBeLessThan(500)
    for (const header of secure.slice(1)) expect(headers, method).toContain(header)
    if (url.includes("%")) expect(status).toBe(400)
  }
})

test("requests without a host, or with an invalid one, are refused as problems with all security headers", async () => {
  for (const head of [
    "GET /api/dolls HTTP/1.1\nconnection: close\n\n",
    "what is this\n\n",
    "GET / HTTP/1.1\nhost\n\n",
  ]) {
    const { status, headers, body } = await send(head)
    expect(status).toBe(400)
    for (const header of secure) expect(headers).toContain(header)
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: "MALFORMED" })
  }
})

test("a refused upgrade has them too, and an absolute URL reaches the same endpoint", async () => {
  const upgrade =
    "upgrade: websocket\nconnection: upgrade\nsec-websocket-version: 13\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\n"
  const unknown = await send(`GET /api/nothing HTTP/1.1\nhost: shop.example\n${upgrade}\n`)
  expect(unknown.status).toBe(404)
  for (const header of secure) expect(unknown.headers).toContain(header)
  const foreign = await send(
    `GET http://shop.example/api/ws HTTP/1.1\nhost: shop.example\norigin: https://evil.example\n${upgrade}\n`,
  )
  expect(foreign.status).toBe(403)
})

test("a slow header is ended within a minute", async () => {
  const { server } = shop.app.http
  const allowed = server.headersTimeout
  // Node compares the time of each connection with it every five seconds.
  server.headersTimeout = 1000
  const socket = connect(port, "127.0.0.1")
  socket.on("error", () => {})
  socket.write("GET /api/dolls HTTP/1.1\r\nhost: shop.example\r\n")
  const drip = setInterval(() => socket.write("x-a: b\r\n"), 100)
  const began = performance.now()
  socket.resume()
  await once(socket, "close")
  clearInterval(drip)
  server.headersTimeout = allowed
  expect(performance.now() - began + allowed - 1000).toBeLessThan(45_000)
})

/**
 * Sends a byte between any two ticks of the server's body watch; returns after how many seconds of ticks it was closed.
 */
async function drips(
  method: string,
  url: string,
  most: number,
  more = "",
  part: () => string = () => " ",
): Promise<number> {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  const socket = connect(port, "127.0.0.1")
  let isOver = false
  socket
    .on("error", () => {})
    .on("close", () => {
      isOver = true
    })
  socket.resume()
  socket.write(`${method} ${url} HTTP/1.1\r\nhost: shop.example\r\ncontent-length: 50000000\r\n${more}\r\n`)
  let passed = 0
  try {
    for (; passed < most && !isOver; passed += 5) {
      socket.write(part())
      await new Promise((resolve) => setTimeout(resolve, 30))
      vi.advanceTimersByTime(5000)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  } finally {
    vi.useRealTimers()
    socket.destroy()
  }
  return isOver ? passed : Number.POSITIVE_INFINITY
}

test.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
  "a slow body of a %s is ended within a minute, refused or not",
  async (method) => {
    for (const url of ["/api/auth/login", "/api/nothing", "/"]) {
      expect(await drips(method, url, 90, "content-type: application/json\r\n"), url).toBeLessThanOrEqual(60)
    }
  },
)

test("a slow upload is ended within a minute, and one that makes progress continues", async () => {
  const boss = await shop.anAdmin()
  const more = `authorization: Bearer ${boss.token}\r\ncontent-type: multipart/form-data; boundary=cut\r\n`
  const url = `/api/images/upload`
  expect(await drips("POST", url, 90, more)).toBeLessThanOrEqual(60)
  expect(await drips("POST", url, 120, more, () => `--cut\r\n${"x".repeat(10_000)}`)).toBe(Number.POSITIVE_INFINITY)
})
