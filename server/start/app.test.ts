import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("the process reports that it is running and ready", async () => {
  expect((await shop.call("GET /healthz")).status).toBe(200)
  expect((await shop.call("GET /readyz")).body).toEqual({ status: "ready" })
})

test("an unknown address under /api is a problem document", async () => {
  const answer = await shop.call("GET /api/nothing")
  expect(answer.status).toBe(404)
  expect(answer.headers["content-type"]).toContain("application/problem+json")
  expect(answer.body).toMatchObject({ status: 404, code: "NOT_FOUND", detail: "Not found" })
})

test("a known address with another method returns 405 and lists the methods", async () => {
  const answer = await shop.call("DELETE /api/openapi.json")
  expect(answer.status).toBe(405)
  expect(answer.headers.allow).toContain("GET")
  const german = await shop.call("DELETE /api/openapi.json", { headers: { "accept-language": "de" } })
  expect(german.body.detail).toBe("Diese Methode ist hier nicht erlaubt.")
})

test("an invalid token is refused with a message and a challenge", async () => {
  const answer = await shop.call("GET /api/openapi.json", { as: "not-a-token" })
  expect(answer.status).toBe(401)
  expect(answer.headers["www-authenticate"]).toBe("Bearer")
  expect(answer.body.detail).toBe("Authentication failed. Please log in again.")
})

test("an address that cannot be decoded is refused with a message of our own", async () => {
  const answer = await shop.call("GET /api/dolls/%E0%A4%A")
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: "MALFORMED", detail: "The URL is not valid." })
})
