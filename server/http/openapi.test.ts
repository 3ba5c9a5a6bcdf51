import { expect, test } from "vitest"
import { openShop } from "#test/shop.ts"

test("the API describes itself: every call under /api, its answers, and how it refuses", async () => {
  const shop = await openShop()
  const { status, body } = await shop.call("GET /api/openapi.json")
  expect(status).toBe(200)
  expect(body.openapi).toBe("3.1.0")
  const { responses } = body.paths["/api/auth/login"].post
  expect(responses["200"].content["application/json"].schema.properties.access_token).toEqual({ type: "string" })
  expect(responses.default.content["application/problem+json"].schema.properties.detail).toEqual({ type: "string" })
  for (const path of Object.keys(body.paths)) expect(path).toMatch(/^\/api\//)
  await shop.close()
})
