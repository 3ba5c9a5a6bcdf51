import { expect, test } from "vitest"
import { api } from "#contract/api.ts"
import { openShop } from "#test/shop.ts"

/** Registered calls that `contract/api.ts` omits: they take or return files, or belong to the payment provider. */
const others = [
  "GET /openapi.json",
  "GET /chat/files/{name}",
  "GET /admin/flagged-messages/{id}/file",
  "GET /returns/{id}/photos/{photoId}",
  "GET /videos/{id}/media",
  "GET /videos/{id}/captions",
  "POST /nowpayments/ipn",
  "POST /newsletter/reports",
]

test("every call of the API is in the contract, and every call of the contract is registered", async () => {
  const shop = await openShop()
  const registered = shop.app.http.routes
    .filter(({ method, url }) => url.startsWith("/api/") && method !== "HEAD")
    .map(({ method, url }) => `${method} ${url.replace(/^\/api/, "").replace(/:(\w+)/g, "{$1}")}`)
  const promised = Object.keys(api).map((call) => call.replace(/\/$/, ""))
  expect(registered.sort()).toEqual([...promised, ...others].sort())
  await shop.close()
})
