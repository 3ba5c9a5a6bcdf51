import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import { form } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const json = { "content-type": "application/json" }

test("a body that says it is compressed is not decompressed", async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
  for (const encoding of ["gzip", "deflate", "br", "zstd"]) {
    const headers = { ...json, "content-encoding": encoding }
    const { status } = await shop.call("POST /api/auth/login", { headers, payload: bomb })
    expect([encoding, status]).toEqual([encoding, 400])
  }
})

test("a body of a hundred thousand brackets, keys or repeated keys is refused within seconds", async () => {
  const bodies = [
    "[".repeat(100_000) + "]".repeat(100_000),
    `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
    `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`,
    `{${'"email":"x",'.repeat(60_000)}"email":"x"}`,
    `{"email":"${"a".repeat(900_000)}@demo.example","password":"x"}`,
    `{"email":"${"a@".repeat(400_000)}","password":"x"}`,
  ]
  for (const payload of bodies) {
    const began = performance.now()
    const { status } = await shop.call("POST /api/auth/login", { headers: json, payload })
    expect([400, 413, 422]).toContain(status)
    expect(performance.now() - began, payload.slice(0, 20)).toBeLessThan(5000)
  }
})

test("a form of two thousand fields, files or header lines is refused, and adds no picture", async () => {
  const as = await shop.anAdmin()
  const doll = await shop.aDoll()
  const part = (name: string) => `--cut\r\ncontent-disposition: form-data; ${name}\r\n\r\nx\r\n`
  const bodies = [
    part('name="caption"').repeat(2_000),
    part('name="file"; filename="a.png"').repeat(2_000),
    part(`name="file"; filename="a.png"\r\n${"x-a: b\r\n".repeat(50_000)}x: y`),
    part(`name="${"n".repeat(200_000)}"`),
  ]
  for (const body of bodies) {
    const { headers } = form(null)
    for (const path of ["/api/images/upload", `/api/images/${doll.id}/images/bulk`, "/api/videos/upload"]) {
      const { status } = await shop.call(`POST ${path}`, { as, headers, payload: `${body}--cut--\r\n` })
      // Several pictures at once are answered one by one.
      const refusals = path.endsWith("bulk") ? [200, 400, 413, 415, 422] : [400, 413, 415, 422]
      expect(refusals, `${path} ${body.slice(0, 60)}`).toContain(status)
    }
  }
  expect((await shop.call(`GET /api/images/${doll.id}/images`)).body).toEqual([])
})
