import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { hours, minutes } from "#server/platform/clock.ts"
import { testBucket } from "#test/bucket.ts"
import { aForm } from "#test/forms.ts"
import { aMember } from "#test/members.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { readVideoFile } from "#test/videoFiles.ts"
import { policy } from "../http/policy.ts"
import { readSettings } from "../settings.ts"

let shop: TestShop
let vip: TestPerson
let film: Buffer
const env = testBucket()
const publicUrl = `${env.S3_ENDPOINT}/${env.S3_BUCKET}`
beforeAll(async () => {
  shop = await openShop({ ...env, S3_PUBLIC_URL: publicUrl })
  vip = await aMember(shop, "vip")
  film = await readVideoFile()
})
afterAll(() => shop.close())

async function aVideo(): Promise<number> {
  const fields = { title: "One turn", description: "It turns.", doll_id: (await shop.aDoll()).id }
  const form = await aForm(fields, { file: film })
  return (await shop.call("POST /api/videos/upload", { as: await shop.anAdmin("content_admin"), ...form })).body.id
}
const linkOf = async (id: number) => (await shop.call(`GET /api/videos/${id}`, { as: vip })).body.url as string

test("a video's link leads to a pre-signed address, which sends ranges and is not cached by others", async () => {
  const answer = await shop.call(`GET ${await linkOf(await aVideo())}`)
  expect([answer.status, answer.headers["cache-control"]]).toEqual([302, "private, no-store"])
  const address = String(answer.headers.location)
  const whole = await fetch(address)
  expect([whole.status, whole.headers.get("content-type"), whole.headers.get("cache-control")]).toEqual([
    200,
    "video/mp4",
    "private, no-store",
  ])
  expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true)
  const part = await fetch(address, { headers: { range: "bytes=100-199" } })
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-199/${film.length}`])
  expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(100, 200))).toBe(true)
})

test("a pre-signed address is of one file and cannot be changed, and without a signature nothing private is read", async () => {
  const { location } = (await shop.call(`GET ${await linkOf(await aVideo())}`)).headers
  const address = new URL(String(location))
  const changed = (change: (url: URL) => void) => {
    const url = new URL(address)
    change(url)
    return fetch(url)
  }
  const refused = await Promise.all([
    changed((url) => url.searchParams.set("X-Amz-Expires", "604800")),
    changed((url) => url.searchParams.set("response-content-type", "text/html")),
    changed((url) => (url.pathname = url.pathname.replace(/film\.mp4$/, "other.mp4"))),
    changed((url) => (url.search = "")),
  ])
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
})

test("a pre-signed address ends with the link, and after an hour at the latest", async () => {
  const link = await linkOf(await aVideo())
  const lifetime = async () => {
    const { location } = (await shop.call(`GET ${link}`)).headers
    return Number(new URL(String(location)).searchParams.get("X-Amz-Expires"))
  }
  expect(await lifetime()).toBeLessThanOrEqual(3600)
  shop.clock.advance(minutes(58))
  // The link lasts for the video's two seconds and an hour, less the duration of this test.
  expect(await lifetime()).toBeLessThanOrEqual(122)
  expect(await lifetime()).toBeGreaterThan(60)
  shop.clock.advance(hours(1))
  expect((await shop.call(`GET ${link}`)).status).toBe(403)
  await shop.app.storage.put("private/videos/one/film.mp4", film)
  const address = (await shop.app.storage.signedUrl("private/videos/one/film.mp4", "video/mp4", 4))!
  expect((await fetch(address)).status).toBe(200)
  await new Promise((done) => setTimeout(done, 5100))
  expect((await fetch(address)).status).toBe(403)
})

test("public files are read from the public address as well as from the server, and cached forever", async () => {
  const name = "slides/one/320.webp"
  await shop.app.storage.put(name, randomBytes(100))
  const [near, far] = await Promise.all([shop.call(`GET /media/${name}`), fetch(`${publicUrl}/${name}`)])
  expect(near.raw.equals(Buffer.from(await far.arrayBuffer()))).toBe(true)
  expect([near.headers["content-type"], far.headers.get("content-type")]).toEqual(["image/webp", "image/webp"])
  expect(far.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
})

test("pages may load pictures and videos from the two origins of the bucket, and from no other", () => {
  const directives = (more: Record<string, string>) =>
    policy([], readSettings({ ...env, ...more }).s3)
      .split("; ")
      .filter((one) => /^(?:img|media|connect|default)-src/.test(one))
  expect(directives({ S3_PUBLIC_URL: "https://cdn.example/files" })).toEqual([
    "default-src 'none'",
    "img-src 'self' data: blob: https://cdn.example",
    `media-src 'self' blob: https://cdn.example ${env.S3_ENDPOINT}`,
    "connect-src 'self'",
  ])
  expect(directives({})).toEqual(
    policy([])
      .split("; ")
      .filter((one) => /^(?:img|media|connect|default)-src/.test(one)),
  )
})
