import Fastify from "fastify"
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod"
import { expect, test } from "vitest"
import type { Http } from "./http.ts"
import { routesOf } from "./route.ts"

const route = routesOf("Tests")

/** A server with two calls, of which one has an empty response. */
function server() {
  const http = Fastify() as unknown as Http
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  route(http, "POST /newsletter", { status: 202, handler: ({ body }) => ({ message: `Hello ${body.email}` }) })
  route(http, "DELETE /cart/{id}", { handler: async ({ params }, reply) => void reply.header("x-deleted", params.id) })
  return http
}

test("a call takes its schemas and its path from the contract, and answers with its status", async () => {
  const http = server()
  const sent = await http.inject({ method: "POST", url: "/api/newsletter", body: { email: "ada@example.com" } })
  expect([sent.statusCode, sent.json()]).toEqual([202, { message: "Hello ada@example.com" }])
  const refused = await http.inject({ method: "POST", url: "/api/newsletter", body: { email: "ada" } })
  expect(refused.statusCode).toBe(400)
})

test("a call without a response is answered with 204, and each parameter of its path is an id", async () => {
  const http = server()
  const sent = await http.inject({ method: "DELETE", url: "/api/cart/7" })
  expect([sent.statusCode, sent.body, sent.headers["x-deleted"]]).toEqual([204, "", "7"])
  const refused = await http.inject({ method: "DELETE", url: "/api/cart/seven" })
  expect(refused.statusCode).toBe(400)
})

test("a handler that reads or returns what the contract does not name is not compiled", () => {
  const http = { route: () => {} } as unknown as Http
  // @ts-expect-error: there is no such call.
  expect(() => route(http, "GET /newsletters", { handler: () => ({ message: "" }) })).toThrow()
  // @ts-expect-error: the response has a message.
  route(http, "POST /newsletter", { handler: async () => ({ messages: "" }) })
  // @ts-expect-error: a call with a response returns it.
  route(http, "POST /newsletter", { handler: async () => {} })
  // @ts-expect-error: the same for a response that is sent.
  route(http, "POST /newsletter", { handler: (_, reply) => reply.status(202).send({ messages: "" }) })
  route(http, "POST /newsletter", {
    // @ts-expect-error: the body has an email address.
    handler: ({ body }) => ({ message: body.address }),
  })
  // @ts-expect-error: the parameter is called id.
  route(http, "DELETE /cart/{id}", { handler: ({ params }) => params.dollId })
})
