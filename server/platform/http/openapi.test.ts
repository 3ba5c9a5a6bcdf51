import { expect, test } from "vitest"
import { openShop } from "#test/shop.ts"

test("the OpenAPI document has every call under /api, its responses, and its errors", async () => {
  const shop = await openShop()
  const { status, body } = await shop.call("GET /api/openapi.json")
  expect(status).toBe(200)
  expect(body.openapi).toBe("3.1.0")
  const { responses } = body.paths["/api/auth/login"].post
  expect(responses["200"].content["application/json"].schema.anyOf[0].properties.access_token).toEqual({
    type: "string",
  })
  expect(responses.default.content["application/problem+json"].schema.properties.detail).toEqual({ type: "string" })
  const upload = body.paths["/api/chat/messages/{id}/upload"].post.requestBody.content["multipart/form-data"].schema
  expect([Object.keys(upload.properties), upload.required]).toEqual([["file", "client_id"], ["file"]])
  const file = body.paths["/api/chat/files/{name}"].get.responses["200"]
  expect(Object.keys(file.content)).toEqual(expect.arrayContaining(["image/webp", "application/pdf"]))
  expect(Object.keys(body.paths["/api/chat/unread-count"].get.responses)).toEqual(["200", "304", "default"])
  expect(body.paths["/api/admin/orders"].get.security).toEqual([{ bearer: [] }, { apiKey: ["orders:read"] }])
  expect(body.components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" })
  for (const path of Object.keys(body.paths)) expect(path).toMatch(/^\/api\//)
  await shop.close()
})
