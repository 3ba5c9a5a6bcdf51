import { readdir } from "node:fs/promises"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { slideshowTexts } from "#contract/texts.ts"
import { videoAdminTexts } from "#contract/videoText.ts"
import { slideshowItems } from "#server/shopfront/slideshow/tables.ts"
import { aForm } from "#test/forms.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { readVideoFile } from "#test/videoFiles.ts"

let shop: TestShop
let admin: TestPerson
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.anAdmin("content_admin")
})
beforeEach(async () => {
  await shop.app.store.db.delete(slideshowItems)
  shop.app.cache.clear()
})
afterAll(() => shop.close())

const picture = () =>
  sharp({ create: { width: 500, height: 400, channels: 3, background: "#456" } })
    .png()
    .toBuffer()
const film = await readVideoFile()
const upload = async (file: Uint8Array, fields: Record<string, string> = {}, as: TestPerson | null = admin) =>
  shop.call("POST /api/slideshow/upload", { ...(as ? { as } : {}), ...(await aForm(fields, { file })) })
const list = async () => (await shop.call("GET /api/slideshow/slideshows")).body

test("a picture becomes a slide, whatever type the form declares", async () => {
  const { status, body } = await upload(await picture(), { caption: " The studio ", is_video: "true" })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    is_video: false,
    slideshow_caption: "The studio",
    slideshow_video_url: null,
    position: 0,
    width: 480,
  })
  expect((await shop.call(`GET ${body.slideshow_image_url}`)).headers["content-type"]).toBe("image/webp")
  expect(await list()).toEqual([body])
})

test.each([
  ["whole.mp4", "mp4", "video/mp4"],
  ["quicktime.mov", "mp4", "video/mp4"],
  ["whole.webm", "webm", "video/webm"],
])("a film is told by its content: %s", async (name, extension, type) => {
  const { status, body } = await upload(await readVideoFile(name), { is_video: "false" })
  expect([status, body.is_video, body.slideshow_image_url]).toEqual([201, true, null])
  expect(body.slideshow_video_url).toMatch(new RegExp(`^/media/slides/[0-9a-f-]+/film\\.${extension}$`))
  const file = await shop.call(`GET ${body.slideshow_video_url}`, { headers: { range: "bytes=0-3" } })
  expect([file.status, file.headers["content-type"], file.raw.length]).toEqual([206, type, 4])
})

test("files that are neither picture nor video are refused, and so are more than 30 MB", async () => {
  const wrong = await upload(Buffer.from("<svg></svg>"))
  expect([wrong.status, wrong.body.detail]).toEqual([415, "Please upload an image or a video (MP4, MOV or WebM)."])
  for (const [name, text] of [
    ["hevc.mov", videoAdminTexts.hevc],
    ["part2.mp4", videoAdminTexts.unplayable("MPEG-4 Part 2")],
  ] as const) {
    const { status, body } = await upload(await readVideoFile(name))
    expect([status, body.detail]).toEqual([415, text])
  }
  const big = await upload(Buffer.concat([film, Buffer.alloc(30 * 1024 * 1024)]))
  expect([big.status, big.body.detail]).toEqual([413, "Slideshow files must be less than 30MB."])
  const none = await shop.call("POST /api/slideshow/upload", { as: admin, ...(await aForm({ caption: "x" })) })
  expect([none.status, none.body.errors[0].path]).toEqual([422, "file"])
  const minors = await upload(film, { caption: "schoolgirl" })
  expect([minors.status, minors.body.code]).toEqual([422, "ADULTS_ONLY"])
  expect(await list()).toEqual([])
  expect(await readdir(join(shop.app.settings.dataDir, "incoming"))).toEqual([])
})

test("slides keep their order, can be moved and captioned; editing an older version is a conflict", async () => {
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push((await upload(film)).body.id)
  const path = `/api/slideshow/slideshows/${ids[2]}`
  const etag = String((await shop.call(`GET ${path}`, { as: admin })).headers.etag)
  const publicTag = String((await shop.call(`GET ${path}`)).headers.etag)
  const moved = await shop.call(`PATCH ${path}`, { as: admin, body: { position: 0 }, headers: { "if-match": etag } })
  expect([moved.status, moved.body.position]).toEqual([200, 0])
  expect((await list()).map((slide: any) => slide.id)).toEqual([ids[2], ids[0], ids[1]])
  for (const stale of [etag, publicTag]) {
    const late = await shop.call(`PATCH ${path}`, {
      as: admin,
      body: { caption: "Late" },
      headers: { "if-match": stale },
    })
    expect([late.status, late.body.code]).toEqual([412, "STALE"])
  }
  const again = await shop.call(`PATCH ${path}`, { as: admin, body: { position: 0 }, headers: { "if-match": etag } })
  expect([again.status, again.headers.etag]).toEqual([200, moved.headers.etag])
  const fresh = { "if-match": String(moved.headers.etag) }
  const renamed = await shop.call(`PATCH ${path}`, { as: admin, body: { caption: "New" }, headers: fresh })
  expect([renamed.status, renamed.body.slideshow_caption]).toEqual([200, "New"])
  expect((await shop.call(`PATCH ${path}`, { as: admin, body: { caption: "a teen" } })).status).toBe(422)
})

test("a picture has a dark version, which is replaced and removed with its files; a video has none", async () => {
  const { body: slide } = await upload(await picture())
  const path = `/api/slideshow/slideshows/${slide.id}/dark`
  const setDark = async () => shop.call(`PUT ${path}`, { as: admin, ...(await aForm({}, { file: await picture() })) })
  const fileOf = ({ variants: { base } }: { variants: { base: string } }) => `GET ${base}/480.webp`
  expect(slide.dark).toBe(null)
  const first = await setDark()
  expect([first.status, first.body.dark.width]).toEqual([200, 480])
  expect((await shop.call(fileOf(first.body.dark))).status).toBe(200)
  const second = await setDark()
  expect(await list()).toEqual([second.body])
  await expect.poll(async () => (await shop.call(fileOf(first.body.dark))).status).toBe(404)
  expect((await shop.call(`DELETE ${path}`, { as: admin })).body.dark).toBe(null)
  await expect.poll(async () => (await shop.call(fileOf(second.body.dark))).status).toBe(404)
  expect((await shop.call(fileOf(slide))).status).toBe(200)
  const { body: video } = await upload(film)
  const form = await aForm({}, { file: await picture() })
  const refused = await shop.call(`PUT /api/slideshow/slideshows/${video.id}/dark`, { as: admin, ...form })
  expect([refused.status, refused.body.detail]).toEqual([409, slideshowTexts.videoHasNoDark])
})

test("a deleted slide is removed with its file", async () => {
  const { body } = await upload(film)
  const path = `/api/slideshow/slideshows/${body.id}`
  expect((await shop.call(`DELETE ${path}`, { as: admin, headers: { "if-match": '"v9"' } })).status).toBe(412)
  expect((await shop.call(`DELETE ${path}`, { as: admin })).status).toBe(204)
  expect(await list()).toEqual([])
  await expect.poll(async () => (await shop.call(`GET ${body.slideshow_video_url}`)).status).toBe(404)
  expect((await shop.call(`DELETE ${path}`, { as: admin })).status).toBe(404)
  expect((await shop.call(`PATCH ${path}`, { as: admin, body: {} })).status).toBe(404)
})

test("only catalogue admins may write", async () => {
  const { body } = await upload(film)
  const people: [TestPerson | null, number][] = [
    [null, 401],
    [await shop.aUser(), 403],
    [await shop.aModerator(), 403],
    [await shop.anAdmin("financial_admin"), 403],
  ]
  for (const [as, status] of people) {
    expect((await upload(film, {}, as)).status).toBe(status)
    const options = as ? { as } : {}
    const path = `/api/slideshow/slideshows/${body.id}`
    expect((await shop.call(`PATCH ${path}`, { ...options, body: {} })).status).toBe(status)
    expect((await shop.call(`DELETE ${path}`, options)).status).toBe(status)
  }
})

test.each([
  "http://127.0.0.1/a.png",
  "http://localhost/a.png",
  "http://[::1]/a.png",
  "http://[::ffff:127.0.0.1]/a.png",
  "http://2130706433/a.png",
  "http://0x7f.1/a.png",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/a.png",
  "http://192.168.1.1/a.png",
  "http://0.0.0.0/a.png",
  "http://[fd00::1]/a.png",
  "http://example.com:8080/a.png",
  "http://user:secret@example.com/a.png",
  "ftp://example.com/a.png",
  "file:///etc/passwd",
  "not an address",
])("%s is not fetched", async (url) => {
  const answer = await shop.call("POST /api/slideshow/upload", { as: admin, ...(await aForm({ url })) })
  expect([answer.status, answer.body.errors[0].path]).toEqual([422, "url"])
  expect(await list()).toEqual([])
})
