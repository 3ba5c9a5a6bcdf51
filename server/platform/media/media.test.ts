import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
const film = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256))
beforeAll(async () => {
  shop = await openShop()
  await shop.app.storage.put("slides/one/film.mp4", film)
})
afterAll(() => shop.close())

const get = (range?: string, headers: Record<string, string> = {}) =>
  shop.call("GET /media/slides/one/film.mp4", { headers: { ...(range ? { range } : {}), ...headers } })

test("a video is served whole, and in ranges", async () => {
  const whole = await get()
  expect([whole.status, whole.headers["accept-ranges"], whole.raw.equals(film)]).toEqual([200, "bytes", true])
  const part = await get("bytes=100-199")
  expect([part.status, part.headers["content-range"], part.raw.equals(film.subarray(100, 200))]).toEqual([
    206,
    "bytes 100-199/1000",
    true,
  ])
  expect((await get("bytes=990-")).raw.equals(film.subarray(990))).toBe(true)
  expect((await get("bytes=-10")).raw.equals(film.subarray(990))).toBe(true)
  expect((await get("bytes=0-99999")).headers["content-range"]).toBe("bytes 0-999/1000")
  const outside = await get("bytes=1000-1001")
  expect([outside.status, outside.headers["content-range"]]).toEqual([416, "bytes */1000"])
  expect((await get("bytes=5-1")).status).toBe(416)
  expect((await get("lines=1-2")).status).toBe(200)
})

test("a browser with the current file gets 304, and a range of a changed file is the whole file", async () => {
  const etag = String((await get()).headers.etag)
  expect((await get(undefined, { "if-none-match": etag })).status).toBe(304)
  expect((await get("bytes=0-1", { "if-range": etag })).status).toBe(206)
  expect((await get("bytes=0-1", { "if-range": '"other"' })).status).toBe(200)
  const head = await shop.call("HEAD /media/slides/one/film.mp4")
  expect([head.status, head.headers["content-length"], head.raw.length]).toEqual([200, "1000", 0])
})

test.each([
  "/media/",
  "/media/slides",
  "/media/slides/one",
  "/media/slides/one/",
  "/media/slides/one/other.mp4",
  "/media/../db/PG_VERSION",
  "/media/..%2f..%2fpackage.json",
  "/media/%2e%2e/%2e%2e/package.json",
  "/media/slides/one/..%2f..%2f..%2flock",
  "/media/demo/manifest.json",
  "/media/demo/../manifest.ts",
  "/media/slides/one/film.mp4%00.webp",
  "/media/slides/one/FILM.MP4",
  "/media/slides/one/film.svg",
  "/media//etc/passwd.webp",
])("%s is not found", async (path) => {
  const answer = await shop.call(`GET ${path}`)
  expect([400, 404]).toContain(answer.status)
  expect(answer.raw.toString()).not.toContain("root:")
})

test("a file exists only once it is complete", async () => {
  const { Readable } = await import("node:stream")
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from("half")
      throw new Error("cut off")
    })(),
  )
  await expect(shop.app.storage.put("slides/two/film.mp4", broken)).rejects.toThrow("cut off")
  expect(await shop.app.storage.find("slides/two/film.mp4")).toBeNull()
  await expect(shop.app.storage.put("../out.mp4", film)).rejects.toThrow()
  await expect(shop.app.storage.put("demo/film.mp4", film)).rejects.toThrow()
})
