import { afterAll, beforeAll, expect, test } from "vitest"
import * as z from "zod"
import { api } from "#contract/api.ts"
import { openShop, type TestShop } from "#test/shop.ts"

/** Registered calls that `contract/api.ts` omits: they take or return files, or belong to the payment provider. */
const others = [
  "GET /openapi.json",
  "GET /chat/files/{name}",
  "GET /admin/flagged-messages/{id}/file",
  "GET /returns/{id}/photos/{photoId}",
  "GET /videos/{id}/media",
  "GET /videos/{id}/captions",
  "POST /nowpayments/ipn",
]

interface Registered {
  body?: z.ZodType
  query?: z.ZodType
  responses: z.ZodType[]
}

let shop: TestShop
const routes = new Map<string, Registered>()
beforeAll(async () => {
  shop = await openShop()
  for (const { method, url, schema } of shop.app.http.routes) {
    if (!url.startsWith("/api/") || method === "HEAD") continue
    const path = url.replace(/^\/api/, "").replace(/:(\w+)/g, "{$1}")
    routes.set(`${method} ${path}`, {
      body: schemaIn(schema?.body),
      query: schemaIn(schema?.querystring),
      responses: Object.values(schema?.response ?? {}).flatMap((one) => schemaIn(one) ?? []),
    })
  }
})
afterAll(() => shop.close())

/** An empty body counts as none: a form may be sent instead. */
function schemaIn(given: unknown): z.ZodType | undefined {
  if (!(given instanceof z.ZodType) || given instanceof z.ZodNull || given instanceof z.ZodUndefined) return
  return given
}

/** The same schema object, or arrays of the same one. */
function isSame(one: z.ZodType | undefined, other: z.ZodType | undefined): boolean {
  if (one instanceof z.ZodArray && other instanceof z.ZodArray) return one.element === other.element
  return one === other
}

test("every call of the API is in the contract, and every call of the contract is registered", () => {
  const promised = Object.keys(api).map((call) => call.replace(/\/$/, ""))
  expect([...routes.keys()].sort()).toEqual([...promised, ...others].sort())
})

test("the server uses the same schema objects as the contract", () => {
  const differing: string[] = []
  for (const [call, named] of Object.entries<{ body?: z.ZodType; query?: z.ZodType; response?: z.ZodType }>(api)) {
    const route = routes.get(call.replace(/\/$/, ""))!
    if (!isSame(route.body, named.body)) differing.push(`${call} body`)
    if (route.query !== named.query) differing.push(`${call} query`)
    const responses = route.responses.length > 0 ? route.responses : [undefined]
    if (!responses.every((response) => isSame(response, named.response))) differing.push(`${call} response`)
  }
  expect(differing).toEqual([])
})
