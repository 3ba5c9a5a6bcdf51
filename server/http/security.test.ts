import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ PUBLIC_URL: "https://shop.example", METRICS_TOKEN: "let-me-measure" })
})
afterAll(() => shop.close())

const at = (host: string, url = "/api/auth/me", method: "GET" | "POST" = "GET") =>
  shop.app.http.inject({ method, url, headers: { host } })

test("every answer of the API, a refusal too, carries the security headers and a policy that loads nothing", async () => {
  for (const as of [undefined, "not-a-token"]) {
    const { headers } = await shop.call("GET /api/auth/me", { as })
    expect(headers).toMatchObject({
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "strict-transport-security": "max-age=31536000",
      "permissions-policy": expect.stringContaining("camera=()"),
    })
  }
})

test("the page of the API's description has a policy of its own that it can live with", async () => {
  const { status, headers } = await shop.call("GET /api/docs/")
  expect(status).toBe(200)
  expect(headers["content-security-policy"]).toContain("script-src")
})

test("a shop without https does not ask for it", async () => {
  const plain = await openShop()
  expect((await plain.call("GET /healthz")).headers["strict-transport-security"]).toBeUndefined()
  expect((await plain.call("GET /healthz")).headers["x-content-type-options"]).toBe("nosniff")
  await plain.close()
})

test("a request for another host is sent on to the shop's own, method and address kept", async () => {
  const sent = await at("www.shop.example", "/models?q=a", "POST")
  expect(sent.statusCode).toBe(308)
  expect(sent.headers.location).toBe("https://shop.example/models?q=a")
  expect((await at("shop.example")).statusCode).toBe(401)
  expect((await at("SHOP.example:443")).statusCode).toBe(401)
  expect((await at("127.0.0.1:3000")).statusCode).toBe(401)
  expect((await at("10.0.0.7", "/readyz")).statusCode).toBe(200)
})

test("links begin with PUBLIC_URL, whatever host the request names", async () => {
  const body = { email: "v@demo.example", password: "Turned-Brass-7", full_name: "Vera", region: "eu" }
  await shop.call("POST /api/auth/register", { body, headers: { host: "localhost" } })
  const { mailOutbox } = await import("../mail/tables.ts")
  const [letter] = await shop.app.store.db.select().from(mailOutbox)
  expect(letter!.bodyText).toContain("https://shop.example/verify-email?oob_code=")
})

test("without PUBLIC_URL a foreign Host is not believed", async () => {
  const plain = await openShop()
  const body = { email: "v@demo.example", password: "Turned-Brass-7", full_name: "Vera", region: "eu" }
  await plain.call("POST /api/auth/register", { body, headers: { host: "evil.example" } })
  const { mailOutbox } = await import("../mail/tables.ts")
  const [letter] = await plain.app.store.db.select().from(mailOutbox)
  expect(letter!.bodyText).not.toContain("evil")
  expect(letter!.bodyText).toMatch(/http:\/\/(localhost|127\.0\.0\.1)/)
  await plain.close()
})

test("the metrics tell durations by route to this machine, or to who has the token", async () => {
  await shop.call("GET /api/auth/me")
  const read = (remoteAddress: string, headers: Record<string, string> = {}) =>
    shop.app.http.inject({ url: "/metrics", remoteAddress, headers })
  const here = await read("127.0.0.1")
  expect(here.statusCode).toBe(200)
  expect(here.body).toContain('http_request_duration_seconds_count{method="GET",route="/api/auth/me",status="401"}')
  expect(here.body).toContain("process_resident_memory_bytes")
  expect((await read("198.51.100.1")).statusCode).toBe(404)
  expect((await read("127.0.0.1", { "x-forwarded-for": "198.51.100.1" })).statusCode).toBe(404)
  expect((await read("198.51.100.1", { authorization: "Bearer let-me-measure" })).statusCode).toBe(200)
  expect((await read("198.51.100.1", { authorization: "Bearer guess" })).statusCode).toBe(404)
})
