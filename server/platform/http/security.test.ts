import { get } from "node:http"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { WebSocket } from "ws"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ PUBLIC_URL: "https://shop.example", METRICS_TOKEN: "let-me-measure" })
})
afterAll(() => shop.close())

const dataOnly = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const at = (host: string, url = "/api/auth/me", method: "GET" | "POST" = "GET") =>
  shop.app.http.inject({ method, url, headers: { host } })

test("every API response, errors too, carries the security headers and a policy that loads nothing", async () => {
  for (const as of [undefined, "not-a-token"]) {
    const { headers } = await shop.call("GET /api/auth/me", { as })
    expect(headers).toMatchObject({
      "content-security-policy": dataOnly,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "permissions-policy": expect.stringContaining("camera=()"),
    })
  }
})

test("whatever is not a page has the same policy: files, redirects, health, what does not exist", async () => {
  for (const url of ["/media/none/320.avif", "/media/%2e%2e/secret", "/assets/none.js", "/healthz", "/none"]) {
    const { headers } = await at("shop.example", url)
    expect([url, headers["content-security-policy"]]).toEqual([url, dataOnly])
  }
  expect((await at("www.shop.example", "/models")).headers["content-security-policy"]).toBe(dataOnly)
})

test("JSON that is sent as text, which a page of another site may do without asking, is refused", async () => {
  const as = await shop.aUser()
  const doll = await shop.aDoll()
  const payload = JSON.stringify({ doll_id: doll.id, quantity: 1 })
  for (const type of ["text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded"]) {
    const { status, body } = await shop.call("POST /api/cart/", { as, payload, headers: { "content-type": type } })
    expect([type, status, body.code]).toEqual([type, 415, "UNSUPPORTED_MEDIA"])
  }
  const sent = await shop.call("POST /api/cart/", { as, payload, headers: { "content-type": "application/json" } })
  expect(sent.status).toBe(200)
})

test("no method echoes a request", async () => {
  for (const method of ["TRACE", "CONNECT"]) {
    const { statusCode, body } = await shop.app.http.inject({
      method: method as "GET",
      url: "/api/auth/me",
      headers: { host: "shop.example", "x-secret": "echo" },
    })
    expect([method, statusCode >= 400, body.includes("echo")]).toEqual([method, true, false])
  }
})

test("the API documentation page is available only where enabled, with its own policy", async () => {
  expect((await shop.call("GET /api/docs/")).status).toBe(404)
  expect((await shop.call("GET /api/openapi.json")).status).toBe(200)
  const described = await openShop({ API_DOCS: "1" })
  const { status, headers } = await described.call("GET /api/docs/")
  expect(status).toBe(200)
  expect(headers["content-security-policy"]).toContain("script-src")
  await described.close()
})

test("a shop without https does not require it", async () => {
  const plain = await openShop()
  expect((await plain.call("GET /healthz")).headers["strict-transport-security"]).toBeUndefined()
  expect((await plain.call("GET /healthz")).headers["x-content-type-options"]).toBe("nosniff")
  await plain.close()
})

test("a request for another host is redirected to the shop's own, method and URL kept", async () => {
  const sent = await at("www.shop.example", "/models?q=a", "POST")
  expect(sent.statusCode).toBe(308)
  expect(sent.headers.location).toBe("https://shop.example/models?q=a")
  expect((await at("shop.example")).statusCode).toBe(401)
  expect((await at("SHOP.example:443")).statusCode).toBe(401)
  expect((await at("127.0.0.1:3000")).statusCode).toBe(401)
  expect((await at("10.0.0.7", "/readyz")).statusCode).toBe(200)
})

test("a call of the API for another host is refused: a redirect would hide that it went the wrong way", async () => {
  const sent = await at("www.shop.example", "/api/auth/login", "POST")
  expect([sent.statusCode, sent.json().code, sent.headers.location]).toEqual([421, "MISDIRECTED", undefined])
})

test("links begin with PUBLIC_URL, whatever host the request names", async () => {
  const body = { email: "v@demo.example", password: "Turned-Brass-7", full_name: "Vera", region: "eu" }
  await shop.call("POST /api/auth/register", { body, headers: { host: "localhost" } })
  const { mailOutbox } = await import("../mail/tables.ts")
  const [email] = await shop.app.store.db.select().from(mailOutbox)
  expect(email!.bodyText).toContain("https://shop.example/verify-email?oob_code=")
})

test.each([
  ["a tunnel", { host: "shop.example" }],
  ["DNS rebinding", { host: "127.0.0.1.evil.example:3000" }],
  ["a proxy", { host: "localhost", "x-forwarded-for": "203.0.113.9" }],
  ["a proxy of the other kind", { host: "localhost", forwarded: "for=203.0.113.9" }],
])("a shop without PUBLIC_URL answers its own machine only: %s gets nothing of it", async (_, headers) => {
  const demo = await openShop({ DEMO: "1" })
  const said = vi.spyOn(demo.app.log, "error")
  const body = { email: "admin@demo.example", password: "Vitrine2025" }
  for (const what of ["POST /api/auth/login", "GET /api/dolls", "GET /models", "GET /metrics"]) {
    // Twice: the second would come from memory.
    for (const times of [1, 2]) {
      const { status, raw } = await demo.call(what, { headers, ...(what.startsWith("POST") && { body }) })
      expect([what, times, status, raw.toString().includes("PUBLIC_URL and TRUST_PROXY")]).toEqual([
        what,
        times,
        421,
        true,
      ])
    }
  }
  expect((await demo.call("POST /api/auth/login", { body })).status).toBe(200)
  expect((await demo.call("GET /metrics")).status).toBe(200)
  const address = new URL(await demo.app.http.listen({ port: 0, host: "127.0.0.1" }))
  // A response to this machine is not sent from memory to others.
  const overHttp = (sent: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      get(`${address.origin}/api/dolls`, { headers: sent }, (response) => resolve(response.resume().statusCode!)).on(
        "error",
        reject,
      )
    })
  expect([await overHttp({}), await overHttp({}), await overHttp(headers)]).toEqual([200, 200, 421])
  const socket = new WebSocket(`ws://${address.host}/api/ws`, { headers })
  const refused = await new Promise<number | undefined>((resolve) => {
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode))
    socket.on("open", () => resolve(101))
  })
  expect(refused).toBe(421)
  expect((await demo.call("GET /healthz", { headers })).status).toBe(200)
  expect(said).toHaveBeenCalledTimes(1)
  await demo.close()
})

test.each([
  [{ TRUST_PROXY: "1" }, { host: "evil.example" }],
  [{ TRUST_PROXY: "1" }, { host: "127.0.0.1.evil.example" }],
  [{ TRUST_PROXY: "1" }, { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" }],
  [{ TRUST_PROXY: "1" }, { "x-forwarded-host": "localhost:6666" }],
])("without PUBLIC_URL and with %j no link of an email begins with what %j says", async (env, headers) => {
  const plain = await openShop(env)
  const body = { email: "v@demo.example", password: "Turned-Brass-7", full_name: "Vera", region: "eu" }
  await plain.call("POST /api/auth/register", { body, headers })
  const { mailOutbox } = await import("../mail/tables.ts")
  const [email] = await plain.app.store.db.select().from(mailOutbox)
  expect(email!.bodyText).not.toMatch(/evil|6666/)
  expect(email!.bodyText).toMatch(/http:\/\/(localhost|127\.0\.0\.1)/)
  await plain.close()
})

test("the metrics have durations by route, for this machine or with the token", async () => {
  const alone = await openShop()
  await alone.call("GET /api/auth/me")
  const read = (remoteAddress: string, headers: Record<string, string> = {}, of = shop) =>
    of.app.http.inject({ url: "/metrics", remoteAddress, headers })
  const here = await read("127.0.0.1", {}, alone)
  expect(here.statusCode).toBe(200)
  expect(here.body).toContain('http_request_duration_seconds_count{method="GET",route="/api/auth/me",status="401"}')
  expect(here.body).toContain("process_resident_memory_bytes")
  expect((await read("198.51.100.1", {}, alone)).statusCode).toBe(404)
  expect((await read("127.0.0.1", { "x-forwarded-for": "198.51.100.1" }, alone)).statusCode).toBe(421)
  await alone.close()
  expect((await read("198.51.100.1", { authorization: "Bearer let-me-measure" })).statusCode).toBe(200)
  expect((await read("198.51.100.1", { authorization: "Bearer guess" })).statusCode).toBe(404)
})

test("a token for the metrics is replaced while both are listed", async () => {
  const both = await openShop({ PUBLIC_URL: "https://shop.example", METRICS_TOKEN: "new-token, old-token" })
  const read = (token: string) =>
    both.app.http.inject({ url: "/metrics", headers: { authorization: `Bearer ${token}` } })
  expect((await read("new-token")).statusCode).toBe(200)
  expect((await read("old-token")).statusCode).toBe(200)
  for (const wrong of ["new-token,", "new-token,old-token", "older"]) expect((await read(wrong)).statusCode).toBe(404)
  await both.close()
})

test.each<Record<string, string>>([{ PUBLIC_URL: "https://shop.example" }, { TRUST_PROXY: "1" }])(
  "with %j a proxy that says nothing of itself reads no metrics without the token",
  async (env) => {
    const proxied = await openShop({ ...env, METRICS_TOKEN: "let-me-measure" })
    const read = (headers: Record<string, string>) =>
      proxied.app.http.inject({ url: "/metrics", remoteAddress: "127.0.0.1", headers })
    expect((await read({ host: "127.0.0.1" })).statusCode).toBe(404)
    expect((await read({ host: "127.0.0.1", authorization: "Bearer let-me-measure" })).statusCode).toBe(200)
    await proxied.close()
  },
)
