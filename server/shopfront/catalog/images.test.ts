import { readdir } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aForm } from "#test/forms.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

let shop: TestShop
let admin: TestPerson
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const aPicture = (width = 700, height = 900, background = "#a03020") =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

async function upload(dollId: number, file: Uint8Array, fields: Record<string, string | number> = {}, as = admin) {
  return shop.call("POST /api/images/upload", { as, ...(await aForm({ doll_id: dollId, ...fields }, { file })) })
}

const filesOf = (dollId: number) => shop.filesIn(`dolls/${dollId}`)
const waiting = () => readdir(join(shop.app.settings.dataDir, "incoming"))

test("a picture is re-encoded at every width up to its own, in AVIF and WebP, and cached forever", async () => {
  const doll = await shop.aDoll()
  const { status, body } = await upload(doll.id, await aPicture(), { caption: "Front view" })
  expect(status).toBe(201)
  expect(body).toMatchObject({ is_primary: true, position: 0, caption: "Front view", width: 640, height: 823 })
  expect(body.variants).toMatchObject({ widths: [320, 480, 640], formats: ["avif", "webp"] })
  expect(body.color).toMatch(/^#[0-9a-f]{6}$/)
  for (const width of body.variants.widths) {
    for (const format of body.variants.formats) {
      const file = await shop.call(`GET ${body.variants.base}/${width}.${format}`)
      expect(file.status).toBe(200)
      expect(file.headers).toMatchObject({
        "content-type": `image/${format}`,
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
      })
      expect((await sharp(file.raw).metadata()).width).toBe(width)
    }
  }
  expect(body.image_url).toBe(`${body.variants.base}/640.webp`)
  expect((await shop.call(`GET /api/dolls/${doll.id}`)).body.images).toHaveLength(1)
  expect((await shop.call(`GET /api/images/${doll.id}/images`)).body).toEqual([body])
  expect(await waiting()).toEqual([])
})

test("metadata is stripped and the orientation applied", async () => {
  const doll = await shop.aDoll()
  const turned = await sharp({ create: { width: 400, height: 200, channels: 3, background: "#305070" } })
    .withExif({ IFD0: { Copyright: "somebody", Artist: "a secret name" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { body } = await upload(doll.id, turned)
  expect([body.variants.widths, body.width, body.height]).toEqual([[200], 200, 400])
  const file = await shop.call(`GET ${body.variants.base}/200.webp`)
  const found = await sharp(file.raw).metadata()
  expect([found.width, found.height, found.exif, found.orientation]).toEqual([200, 400, undefined, undefined])
})

test("a large picture is kept up to 1920 pixels wide", async () => {
  const doll = await shop.aDoll()
  const wide = await sharp({ create: { width: 2000, height: 500, channels: 3, background: "#305070" } })
    .jpeg()
    .toBuffer()
  const { body } = await upload(doll.id, wide)
  expect(body.variants.widths).toEqual([320, 480, 640, 960, 1280, 1920])
  expect([body.width, body.height]).toEqual([1920, 480])
})

test("a small picture is not enlarged; a transparent PNG, a GIF, a WebP and an AVIF are accepted", async () => {
  const doll = await shop.aDoll()
  const source = sharp({ create: { width: 60, height: 50, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } })
  for (const format of ["png", "gif", "webp", "avif"] as const) {
    const { status, body } = await upload(doll.id, await source.clone().toFormat(format).toBuffer())
    expect([format, status, body.variants?.widths]).toEqual([format, 201, [60]])
  }
})

test.each([
  ["text", Buffer.from("not an image at all")],
  ["an empty file", Buffer.alloc(0)],
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>1</script></svg>')],
  ["PDF", Buffer.from("%PDF-1.7\n1 0 obj <<>> endobj")],
  ["HTML behind a JPEG's first bytes", Buffer.from("\xff\xd8\xff<html><script>alert(1)</script>", "latin1")],
  ["a GIF that is none", Buffer.from("GIF89a/*<script>*/")],
  ["a PNG that ends early", Buffer.from("89504e470d0a1a0a0000000d49484452000000640000006408020000", "hex")],
])("%s is no picture: 415 with a sentence, and nothing is left behind", async (_, bytes) => {
  const doll = await shop.aDoll()
  const { status, body } = await upload(doll.id, bytes)
  expect([status, body.detail]).toEqual([415, "Please upload an image file"])
  expect(await filesOf(doll.id)).toEqual([])
  expect(await waiting()).toEqual([])
  expect((await shop.call(`GET /api/images/${doll.id}/images`)).body).toEqual([])
})

test("a truncated picture is refused", async () => {
  const doll = await shop.aDoll()
  const noise = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      noise: { type: "gaussian", mean: 100, sigma: 50 },
      background: "#000",
    },
  })
    .png()
    .toBuffer()
  expect((await upload(doll.id, noise.subarray(0, noise.length / 2))).status).toBe(415)
})

test("a decompression bomb is refused before decoding: a tiny PNG that claims 10,000 by 6,000", async () => {
  const doll = await shop.aDoll()
  const bomb = await sharp({
    create: { width: 10_000, height: 6000, channels: 3, background: "#000" },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  expect(bomb.length).toBeLessThan(300_000)
  const before = process.memoryUsage().rss
  const { status, body } = await upload(doll.id, bomb)
  expect([status, body.detail]).toEqual([413, "Images can have at most 50 megapixels."])
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test("more than 20 MB is refused", async () => {
  const doll = await shop.aDoll()
  const { status, body } = await upload(doll.id, Buffer.alloc(20 * 1024 * 1024 + 1, 7))
  expect([status, body.detail]).toEqual([413, "Images must be less than 20MB."])
  expect(await waiting()).toEqual([])
})

test("a picture that is too narrow is refused", async () => {
  const doll = await shop.aDoll()
  expect((await upload(doll.id, await aPicture(1000, 20))).status).toBe(422)
})

test("a bulk upload returns the result of each file", async () => {
  const doll = await shop.aDoll()
  const files = [await aPicture(100, 100), Buffer.from("nothing"), await aPicture(120, 120)]
  const form = await aForm({ is_primary: "false" }, { files })
  const { status, body } = await shop.call(`POST /api/images/${doll.id}/images/bulk`, { as: admin, ...form })
  expect(status).toBe(201)
  expect(body.images.map((image: any) => [image.width, image.is_primary])).toEqual([
    [100, true],
    [120, false],
  ])
  expect(body.failed).toEqual([{ file_name: "files1.bin", detail: "Please upload an image file" }])
})

test("exactly one picture is primary, pictures can be moved, and the next one replaces a deleted primary", async () => {
  const doll = await shop.aDoll()
  const ids: number[] = []
  for (const width of [50, 60, 70]) ids.push((await upload(doll.id, await aPicture(width, 60))).body.id)
  const list = async () => (await shop.call(`GET /api/images/${doll.id}/images`)).body
  const primary = async () => (await list()).filter((image: any) => image.is_primary).map((image: any) => image.id)
  expect(await primary()).toEqual([ids[0]])
  await shop.call(`PATCH /api/images/${ids[2]}`, { as: admin, body: { is_primary: true, caption: " Side " } })
  expect(await primary()).toEqual([ids[2]])
  expect((await list())[2].caption).toBe("Side")
  const moved = await shop.call(`PATCH /api/images/${ids[2]}`, { as: admin, body: { position: 0 } })
  expect(moved.body.position).toBe(0)
  expect((await list()).map((image: any) => image.id)).toEqual([ids[2], ids[0], ids[1]])
  expect((await shop.call(`DELETE /api/images/${ids[2]}`, { as: admin })).status).toBe(204)
  expect(await primary()).toEqual([ids[0]])
  await expect.poll(() => filesOf(doll.id)).toHaveLength(4)
  expect((await shop.call(`DELETE /api/images/${ids[2]}`, { as: admin })).status).toBe(404)
})

test("a picture has a dark version, which is replaced, removed and deleted with its files", async () => {
  const doll = await shop.aDoll()
  const { body: image } = await upload(doll.id, await aPicture())
  expect(image.dark).toBe(null)
  const setDark = async (background: string, as = admin) =>
    shop.call(`PUT /api/images/${image.id}/dark`, {
      as,
      ...(await aForm({}, { file: await aPicture(700, 900, background) })),
    })
  const own = await filesOf(doll.id)
  const first = await setDark("#101010")
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ id: image.id, color: image.color, dark: { width: 640, height: 823 } })
  expect(first.body.dark.color).not.toBe(image.color)
  expect((await shop.call(`GET ${first.body.dark.variants.base}/640.avif`)).status).toBe(200)
  const second = await setDark("#202020")
  expect((await shop.call(`GET /api/images/${doll.id}/images`, { as: admin })).body).toEqual([second.body])
  expect((await shop.call(`GET /api/dolls/${doll.id}`, { as: admin })).body).toMatchObject({ images: [second.body] })
  await expect.poll(() => filesOf(doll.id)).toHaveLength(2 * own.length)
  expect((await shop.call(`GET ${first.body.dark.variants.base}/640.avif`)).status).toBe(404)
  expect((await shop.call(`DELETE /api/images/${image.id}/dark`, { as: admin })).body).toEqual(image)
  await expect.poll(() => filesOf(doll.id)).toEqual(own)
  await setDark("#303030")
  expect((await shop.call(`DELETE /api/images/${image.id}`, { as: admin })).status).toBe(204)
  await expect.poll(() => filesOf(doll.id)).toEqual([])
  const stranger = await shop.aUser()
  expect((await setDark("#404040", stranger)).status).toBe(403)
  expect((await setDark("#404040")).status).toBe(404)
})

test("an upload marked as primary replaces the previous primary", async () => {
  const doll = await shop.aDoll()
  await upload(doll.id, await aPicture(50, 50))
  const second = await upload(doll.id, await aPicture(60, 60), { is_primary: "true" })
  const list = (await shop.call(`GET /api/images/${doll.id}/images`)).body
  expect(list.filter((image: any) => image.is_primary).map((image: any) => image.id)).toEqual([second.body.id])
})

test("pictures of a missing or deleted model are refused", async () => {
  expect((await upload(987_654, await aPicture(50, 50))).status).toBe(404)
  expect((await shop.call("GET /api/images/987654/images")).status).toBe(404)
  const form = await aForm({}, { files: await aPicture(50, 50) })
  expect((await shop.call("POST /api/images/987654/images/bulk", { as: admin, ...form })).status).toBe(404)
  const gone = await shop.aDoll({ deletedAt: new Date() })
  expect((await upload(gone.id, await aPicture(50, 50))).status).toBe(409)
  expect(await filesOf(gone.id)).toEqual([])
})

test("an invalid form is refused with a message", async () => {
  const doll = await shop.aDoll()
  const asJson = await shop.call("POST /api/images/upload", { as: admin, body: { doll_id: doll.id } })
  expect(asJson.status).toBe(415)
  const withoutFile = await shop.call("POST /api/images/upload", { as: admin, ...(await aForm({ doll_id: doll.id })) })
  expect([withoutFile.status, withoutFile.body.errors[0].path]).toEqual([422, "file"])
  const withoutDoll = await shop.call("POST /api/images/upload", {
    as: admin,
    ...(await aForm({}, { file: await aPicture(50, 50) })),
  })
  expect([withoutDoll.status, withoutDoll.body.errors[0].path]).toEqual([422, "doll_id"])
  const form = await aForm({ doll_id: doll.id }, { file: await aPicture(50, 50) })
  const cut = await shop.call("POST /api/images/upload", { as: admin, ...form, payload: form.payload.subarray(0, -60) })
  expect(cut.status).toBe(400)
  const boundless = await shop.call("POST /api/images/upload", {
    as: admin,
    payload: form.payload,
    headers: { "content-type": "multipart/form-data" },
  })
  expect(boundless.status).toBe(400)
  expect(await waiting()).toEqual([])
})

test("a caption that points at minors is refused", async () => {
  const doll = await shop.aDoll()
  const answer = await upload(doll.id, await aPicture(50, 50), { caption: "teen look" })
  expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([422, "ADULTS_ONLY", "caption"])
  expect(await filesOf(doll.id)).toEqual([])
})

test("only catalogue admins may write pictures", async () => {
  const doll = await shop.aDoll()
  const image = (await upload(doll.id, await aPicture(50, 50))).body
  const people: [TestPerson | undefined, number][] = [
    [undefined, 401],
    [await shop.aUser(), 403],
    [await shop.aModerator(), 403],
    [await shop.anAdmin("financial_admin"), 403],
  ]
  for (const [as, status] of people) {
    const form = await aForm({ doll_id: doll.id }, { file: await aPicture(50, 50) })
    const options = as ? { as } : {}
    expect((await shop.call("POST /api/images/upload", { ...options, ...form })).status).toBe(status)
    expect((await shop.call(`POST /api/images/${doll.id}/images/bulk`, { ...options, ...form })).status).toBe(status)
    expect((await shop.call(`PATCH /api/images/${image.id}`, { ...options, body: {} })).status).toBe(status)
    expect((await shop.call(`DELETE /api/images/${image.id}`, options)).status).toBe(status)
  }
  expect((await upload(doll.id, await aPicture(50, 50), {}, await shop.anAdmin("super_admin"))).status).toBe(201)
})
