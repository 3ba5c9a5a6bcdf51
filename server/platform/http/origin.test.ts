import type { FastifyRequest } from "fastify"
import { expect, test } from "vitest"
import { readSettings } from "../settings.ts"
import { byName, originOf } from "./origin.ts"

test.each([
  ["http://127.0.0.1:3000", "http://localhost:3000"],
  ["http://[::1]:3000", "http://localhost:3000"],
  ["http://127.0.0.1", "http://localhost"],
  ["http://192.168.1.20:3000", "http://192.168.1.20:3000"],
  ["http://0.0.0.0:3000", "http://0.0.0.0:3000"],
])("the shop at %s says to be at %s", (origin, said) => {
  expect(byName(origin)).toBe(said)
})

test.each([
  ["localhost:3000", "http://localhost:3000"],
  ["127.0.0.1:3000", "http://127.0.0.1:3000"],
  ["localhost:4000", "http://127.0.0.1:3000"],
  ["shop.example", "http://127.0.0.1:3000"],
])("a public server without PUBLIC_URL that is asked as %s links to %s", (host, origin) => {
  const raw = { socket: { localAddress: "127.0.0.1", localPort: 3000 } }
  const request = { host, protocol: "http", raw } as FastifyRequest
  expect(originOf(request, readSettings({ TRUST_PROXY: "1", EMBEDDED: "public" }))).toBe(origin)
})
