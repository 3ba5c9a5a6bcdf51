import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { type IncomingMessage, request } from "node:http"
import { join } from "node:path"
import { desc, eq, sql } from "drizzle-orm"
import sharp from "sharp"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { videoAdminTexts, videoTexts } from "#contract/videoText.ts"
import { openSession } from "#server/platform/auth/sessions.ts"
import { sessions, users } from "#server/platform/auth/tables.ts"
import { hours, minutes } from "#server/platform/clock.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { clearBrokenUploads, sweepVideoFiles } from "#server/shopfront/videos/files.ts"
import { videoFileEnds, videos } from "#server/shopfront/videos/tables.ts"
import { aForm } from "#test/forms.ts"
import { aMember } from "#test/members.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { readVideoFile } from "#test/videoFiles.ts"

let shop: TestShop
let admin: TestPerson
let vip: TestPerson
let free: TestPerson
let model: { id: number; name: string }
let film: Buffer
beforeAll(async () => {
  shop = await openShop()
  model = await shop.aDoll()
  film = await readVideoFile()
})
beforeEach(async () => {
  // The clock of an earlier test may have ended all sessions.
  admin = await shop.anAdmin("content_admin")
  vip = await aMember(shop, "vip")
  free = await shop.aUser()
  await shop.app.store.db.delete(videos)
  for (const folder of ["private", "posters"]) await shop.app.storage.remove(folder)
  shop.app.cache.clear()
})
afterAll(() => shop.close())

const sweep = () => sweepVideoFiles(shop.app.store, shop.app.storage)
const facts = (more: object = {}) => ({ title: "One turn", description: "It turns.", doll_id: model.id, ...more })
const upload = async (file: Uint8Array = film, fields: object = {}, as: TestPerson | null = admin) =>
  shop.call("POST /api/videos/upload", { ...(as ? { as } : {}), ...(await aForm(facts(fields) as any, { file })) })
const aVideo = async (fields: object = {}) => (await upload(film, fields)).body
const stored = () => shop.filesIn("private/videos")
/** The folders of posters. */
const posters = async () => [...new Set((await shop.filesIn("posters")).map((name) => name.split("/")[0]))]
const incoming = () => readdir(join(shop.app.settings.dataDir, "incoming")).catch(() => [] as string[])
const picture = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: "#456" } })
    .png()
    .toBuffer()

test("a video is recognized by its content, and its duration and size are read", async () => {
  for (const [name, type] of [
    ["whole.mp4", "video/mp4"],
    ["whole.webm", "video/webm"],
    ["quicktime.mov", "video/mp4"],
  ] as const) {
    const bytes = await readVideoFile(name)
    const { status, body } = await upload(bytes, { title: ` ${name} `, is_featured: "true", tags: "Gilt, light,gilt" })
    expect(status, name).toBe(201)
    expect(body).toMatchObject({
      title: name,
      duration: 2,
      width: 160,
      height: 90,
      model_name: model.name,
      doll_id: model.id,
      is_featured: true,
      tags: ["gilt", "light"],
      likes: 0,
      views: 0,
      locked: false,
      file: { type, size: bytes.length },
    })
    const whole = await shop.call(`GET ${body.url}`)
    expect([whole.status, whole.headers["content-type"], whole.raw.equals(bytes)]).toEqual([200, type, true])
  }
  const list = await shop.call("GET /api/videos?limit=2")
  expect(list.headers["x-total-count"]).toBe("3")
  expect(list.body.map((one: any) => one.title)).toEqual(["quicktime.mov", "whole.webm"])
  expect(list.body[0]).toMatchObject({ locked: true, model_id: model.id })
  expect(list.body[0]).not.toHaveProperty("url")
})

test("a file that is not a video is refused, whatever its name, and nothing of it stays", async () => {
  const text = await upload(Buffer.from("A text that is called film.mp4."))
  expect([text.status, text.body.detail]).toEqual([415, videoAdminTexts.notAVideo])
  expect((await upload(await picture())).status).toBe(415)
  expect((await upload(await readVideoFile("sound.mp4"))).status).toBe(415)
  expect((await upload(film.subarray(0, 100))).status).toBe(415)
  for (const [name, text] of [
    ["hevc.mov", videoAdminTexts.hevc],
    ["part2.mp4", videoAdminTexts.unplayable("MPEG-4 Part 2")],
    ["whole.ogv", videoAdminTexts.unplayable("Ogg")],
  ] as const) {
    const { status, body } = await upload(await readVideoFile(name))
    expect([status, body.detail]).toEqual([415, text])
  }
  const none = await shop.call("POST /api/videos/upload", { as: admin, ...(await aForm(facts() as any)) })
  expect([none.status, none.body.errors]).toEqual([422, [{ path: "file", message: videoAdminTexts.notAVideo }]])
  expect([await stored(), await incoming(), await posters()]).toEqual([[], [], []])
})

test("title, description and model are required, and all depicted must be adults", async () => {
  for (const [fields, path, message] of [
    [{ title: " " }, "title", videoAdminTexts.titleRequired],
    [{ description: "" }, "description", videoAdminTexts.descriptionRequired],
    [{ doll_id: "" }, "doll_id", videoAdminTexts.modelRequired],
    [{ doll_id: 9999 }, "doll_id", videoAdminTexts.unknownModel],
  ] as const) {
    const { status, body } = await upload(film, fields)
    expect([status, body.errors?.[0].path], path).toEqual([422, path])
    if (path !== "doll_id" || fields.doll_id === 9999) expect(body.detail).toBe(message)
  }
  for (const fields of [{ title: "Schoolgirl" }, { description: "A teenage look" }, { tags: "loli" }]) {
    expect((await upload(film, fields)).body.code, JSON.stringify(fields)).toBe("ADULTS_ONLY")
  }
  expect(await stored()).toEqual([])
})

test("more than 300 MB is refused by its declared length, before anything is read", async () => {
  const claim = await shop.call("POST /api/videos/upload", {
    as: admin,
    headers: { "content-type": "multipart/form-data; boundary=x", "content-length": String(4 * 1024 ** 3) },
    payload: "",
  })
  expect([claim.status, claim.body.detail]).toEqual([413, videoAdminTexts.tooLarge])
  expect(await incoming()).toEqual([])
})

test("an aborted connection, and a declared length of 4 GB, leave nothing behind", async () => {
  const address = await shop.app.http.listen({ port: 0, host: "127.0.0.1" })
  const begin = (length: number) => {
    const sending = request(`${address}/api/videos/upload`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${admin.token}`,
        "content-type": "multipart/form-data; boundary=x",
        "content-length": length,
      },
    })
    sending.on("error", () => {})
    sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n')
    return sending
  }
  const claim = begin(4 * 1024 ** 3)
  const [answer] = (await once(claim, "response")) as [IncomingMessage]
  expect(answer.statusCode).toBe(413)
  claim.destroy()
  const broken = begin(50_000_000)
  for (let sent = 0; sent < 20; sent++) broken.write(Buffer.alloc(1024 * 1024, 7))
  await expect.poll(() => incoming()).toHaveLength(1)
  broken.destroy()
  await expect.poll(() => incoming()).toEqual([])
  expect([await stored(), (await shop.call("GET /api/videos?all=1", { as: admin })).body]).toEqual([[], []])
})

test("only content admins write, and each change is in the audit log", async () => {
  const { id } = await aVideo()
  for (const as of [null, free, vip, await shop.aModerator(), await shop.anAdmin("financial_admin")]) {
    const who = as ? { as } : {}
    const wanted = as ? 403 : 401
    expect((await upload(film, {}, as)).status).toBe(wanted)
    expect((await shop.call("POST /api/videos/", { ...who, body: facts() })).status).toBe(wanted)
    expect((await shop.call(`PUT /api/videos/${id}`, { ...who, body: { title: "Mine" } })).status).toBe(wanted)
    expect((await shop.call(`DELETE /api/videos/${id}`, who)).status).toBe(wanted)
    const thumbnail = await aForm({}, { file: await picture() })
    expect((await shop.call(`POST /api/videos/${id}/thumbnail`, { ...who, ...thumbnail })).status).toBe(wanted)
  }
  await shop.call(`PUT /api/videos/${id}`, { as: admin, body: { title: "Another" } })
  await shop.call(`DELETE /api/videos/${id}`, { as: await shop.anAdmin("super_admin") })
  const log = await shop.app.store.db
    .select({ action: auditLog.action, before: auditLog.before })
    .from(auditLog)
    .where(eq(auditLog.targetId, id))
    .orderBy(desc(auditLog.id))
    .limit(3)
  expect(log.map((entry) => entry.action)).toEqual(["video.delete", "video.edit", "video.create"])
  expect(log[1]!.before).toEqual({ title: "One turn" })
})

test("vip, vvip and staff get a link; others get the details, and no link", async () => {
  const { id } = await aVideo()
  for (const as of [vip, await aMember(shop, "vvip"), await shop.aModerator(), await shop.anAdmin("financial_admin")]) {
    const { body } = await shop.call(`GET /api/videos/${id}`, { as })
    expect(body).toMatchObject({ locked: false, url: expect.stringContaining(`/api/videos/${id}/media?`) })
  }
  for (const as of [free, await aMember(shop, "standard"), undefined]) {
    const { status, body } = await shop.call(`GET /api/videos/${id}`, as ? { as } : {})
    expect([status, body.locked, body.url, body.title]).toEqual([200, true, null, "One turn"])
    const view = await shop.call(`POST /api/videos/${id}/views`, as ? { as } : {})
    expect(view.status).toBe(as ? 403 : 401)
    if (as) expect(view.body.detail).toBe(videoTexts.notAllowed)
    expect((await shop.call(`POST /api/videos/${id}/likes`, as ? { as } : {})).status).toBe(as ? 403 : 401)
  }
  const unknown = await shop.call("GET /api/videos/99999")
  expect([unknown.status, unknown.body.detail]).toEqual([404, videoTexts.notFound])
})

test("the media are served in ranges, privately, to a link that we signed", async () => {
  const { id } = await aVideo()
  const { url } = (await shop.call(`GET /api/videos/${id}`, { as: vip })).body
  const get = (headers: Record<string, string> = {}, address = url) => shop.call(`GET ${address}`, { headers })
  const part = await get({ range: "bytes=4-7" })
  expect([part.status, part.raw.toString(), part.headers["content-range"]]).toEqual([
    206,
    "ftyp",
    `bytes 4-7/${film.length}`,
  ])
  expect(part.headers["cache-control"]).toBe("private, no-cache")
  expect((await get({ range: "bytes=-8" })).raw.equals(film.subarray(-8))).toBe(true)
  expect((await get({ range: `bytes=${film.length}-` })).status).toBe(416)
  const etag = String(part.headers.etag)
  expect((await get({ range: "bytes=0-1", "if-range": etag })).status).toBe(206)
  expect((await get({ range: "bytes=0-1", "if-range": '"another"' })).raw.length).toBe(film.length)
  expect((await get({ "if-none-match": etag })).status).toBe(304)
  const other = await aVideo()
  for (const forged of [
    url.replace(/seal=./, url.includes("seal=A") ? "seal=B" : "seal=A"),
    url.replace(/u=\d+/, `u=${free.id}`),
    url.replace(/s=\d+/, (text: string) => `s=${Number(text.slice(2)) - 1}`),
    url.replace(/until=\d+/, (text: string) => `until=${Number(text.slice(6)) + 60}`),
    url.replace(`/${id}/`, `/${other.id}/`),
  ]) {
    const answer = await get({}, forged)
    expect([answer.status, answer.body.detail], forged).toEqual([403, videoTexts.notAllowed])
  }
  expect((await get({}, `/api/videos/${id}/media`)).status).toBe(422)
  // The storage key is not served directly.
  const [row] = await shop.app.store.db.select().from(videos).where(eq(videos.id, id))
  expect((await shop.call(`GET /media/${row!.file}`)).status).toBe(404)
})

test("in maintenance mode staff can watch, and a member's link is refused", async () => {
  const { id } = await aVideo()
  const linkOf = async (as: TestPerson) => (await shop.call(`GET /api/videos/${id}`, { as })).body.url
  const [mine, theirs] = [await linkOf(admin), await linkOf(vip)]
  const boss = await shop.anAdmin("super_admin")
  const close = async (maintenance: boolean) => {
    await shop.call("PATCH /api/admin/settings", { as: boss, body: { maintenance } })
    await vi.waitFor(() => expect(shop.app.shop.current.maintenance).toBe(maintenance))
  }
  await close(true)
  expect((await shop.call(`GET ${mine}`)).status).toBe(200)
  const refused = await shop.call(`GET ${theirs}`)
  expect([refused.status, refused.body.code]).toEqual([503, "MAINTENANCE"])
  await close(false)
  expect((await shop.call(`GET ${theirs}`)).status).toBe(200)
})

test("captions are WebVTT, with the same link", async () => {
  const { id } = await aVideo()
  const put = (captions: string) => shop.call(`PUT /api/videos/${id}`, { as: admin, body: { captions } })
  const wrong = await put("1\n00:00:01,000 --> 00:00:02,000\nHello")
  expect([wrong.status, wrong.body.detail]).toEqual([422, videoAdminTexts.notCaptions])
  expect((await put("WEBVTT\n\n00:00.000 --> 00:02.000\nA schoolgirl")).body.code).toBe("ADULTS_ONLY")
  const text = "WEBVTT\n\n00:00.000 --> 00:02.000\nA silent film"
  await put(`\ufeff${text}\n`)
  const { captions_url } = (await shop.call(`GET /api/videos/${id}`, { as: vip })).body
  const { headers, raw } = await shop.call(`GET ${captions_url}`)
  expect([headers["content-type"], raw.toString()]).toEqual(["text/vtt; charset=utf-8", text])
  expect((await shop.call(`GET ${captions_url.replace(/seal=[\w-]+/, "seal=0")}`)).status).toBe(403)
  expect((await put("")).body.captions_url).toBeNull()
})

test("a link expires an hour after its video would end, or at once with its user's level or account", async () => {
  const { id } = await aVideo()
  const linkOf = async (as: TestPerson) => (await shop.call(`GET /api/videos/${id}`, { as })).body.url
  const person = await aMember(shop, "vip")
  const url = await linkOf(person)
  shop.clock.advance(minutes(59))
  expect((await shop.call(`GET ${url}`)).status).toBe(200)
  shop.clock.advance(minutes(2))
  expect((await shop.call(`GET ${url}`)).status).toBe(403)
  const again = await linkOf(person)
  await shop.app.store.db.update(users).set({ isActive: false }).where(eq(users.id, person.id))
  expect((await shop.call(`GET ${again}`)).status).toBe(403)
  const short = await shop.aUser({ membershipLevel: "vip", membershipExpiresAt: new Date(+shop.clock.now() + 60_000) })
  const mine = await linkOf(short)
  expect((await shop.call(`GET ${mine}`)).status).toBe(200)
  shop.clock.advance(minutes(2))
  const ended = await shop.call(`GET ${mine}`)
  expect([ended.status, ended.body.detail]).toEqual([403, videoTexts.notAllowed])
})

test("a link ends with its session: by sign-out, a new password, or expiry", async () => {
  const { id } = await aVideo()
  const person = await aMember(shop, "vip")
  const status = async (url: string) => (await shop.call(`GET ${url}`, { headers: { range: "bytes=0-" } })).status
  const signedIn = async (remember = true) => {
    const { token } = await openSession(shop.app.store, person.id, remember, null)
    return { token, url: (await shop.call(`GET /api/videos/${id}`, { as: token })).body.url as string }
  }
  const [here, there] = [await signedIn(), await signedIn()]
  expect([await status(here.url), await status(there.url)]).toEqual([206, 206])
  await shop.call("POST /api/auth/logout", { as: here.token })
  expect([await status(here.url), await status(there.url)]).toEqual([403, 206])
  const mine = await signedIn()
  await shop.call("DELETE /api/auth/sessions", { as: mine.token })
  expect([await status(there.url), await status(mine.url)]).toEqual([403, 206])
  const end = new Date(+shop.clock.now() + minutes(5))
  await shop.app.store.db.update(sessions).set({ expiresAt: end }).where(eq(sessions.userId, person.id))
  shop.clock.advance(minutes(6))
  expect(await status(mine.url)).toBe(403)
})

test("the key of links is replaced without ending those in use, which end when it is deleted", async () => {
  const { id } = await aVideo()
  const { db } = shop.app.store
  const link = async () => (await shop.call(`GET /api/videos/${id}`, { as: vip })).body.url
  const status = async (url: string) => (await shop.call(`GET ${url}`)).status
  // docs/operations.md describes this replacement.
  const replace = async () => {
    await db.execute(sql`delete from house_keys where name = 'video links, previous'`)
    await db.execute(sql`update house_keys set name = 'video links, previous' where name = 'video links'`)
    shop.clock.advance(minutes(1))
  }
  const first = await link()
  await replace()
  const second = await link()
  expect([await status(first), await status(second)]).toEqual([200, 200])
  await replace()
  expect([await status(first), await status(second), await status(await link())]).toEqual([403, 200, 200])
})

test("a link stops working for members once its video is hidden or taken out, and staff can still watch", async () => {
  const { id } = await aVideo()
  const linkOf = async (as: TestPerson) => (await shop.call(`GET /api/videos/${id}`, { as })).body.url as string
  const [mine, theirs] = [await linkOf(vip), await linkOf(admin)]
  const status = async (url: string) => (await shop.call(`GET ${url}`)).status
  expect([await status(mine), await status(theirs)]).toEqual([200, 200])
  await shop.call(`PUT /api/videos/${id}`, { as: admin, body: { is_published: false } })
  expect([await status(mine), await status(theirs)]).toEqual([403, 200])
})

test("a video is served in pieces, so that a user who loses access gets no more of it", async () => {
  const { id } = await aVideo()
  const [row] = await shop.app.store.db.select().from(videos).where(eq(videos.id, id))
  const long = Buffer.alloc(5 * 1024 * 1024)
  await shop.app.storage.put(row!.file!, long)
  const { url } = (await shop.call(`GET /api/videos/${id}`, { as: vip })).body
  const get = (range: string) => shop.call(`GET ${url}`, { headers: { range } })
  const first = await get("bytes=0-")
  expect([first.status, first.headers["content-range"]]).toEqual([206, `bytes 0-4194303/${long.length}`])
  expect((await get(`bytes=1-${long.length - 1}`)).headers["content-range"]).toBe(`bytes 1-4194304/${long.length}`)
  expect((await get("bytes=4194304-")).headers["content-range"]).toBe(`bytes 4194304-5242879/${long.length}`)
  await shop.call("POST /api/auth/logout", { as: vip })
  expect((await get("bytes=4194304-")).status).toBe(403)
})

test("views count once per user and day, and the account counts different videos of its period", async () => {
  const [one, two] = [await aVideo(), await aVideo()]
  const person = await aMember(shop, "vip")
  const watch = async (id: number, as = person) => (await shop.call(`POST /api/videos/${id}/views`, { as })).body.views
  const opened = async () => {
    const { token } = await openSession(shop.app.store, person.id, true, null)
    return (await shop.call("GET /api/auth/me", { as: token })).body.video_access_count
  }
  expect([await watch(one.id), await watch(one.id), await watch(one.id, vip)]).toEqual([1, 1, 2])
  expect(await watch(one.id, admin)).toBe(2)
  expect(await opened()).toBe(1)
  shop.clock.advance(hours(24))
  expect([await watch(one.id), await watch(two.id)]).toEqual([3, 1])
  expect(await opened()).toBe(2)
  shop.clock.advance(hours(24 * 40))
  expect(await opened()).toBe(0)
})

test("a second like removes the first", async () => {
  const { id } = await aVideo()
  const like = async (as: TestPerson) => (await shop.call(`POST /api/videos/${id}/likes`, { as })).body
  const other = await aMember(shop, "vvip")
  const person = await aMember(shop, "vip")
  expect(await like(person)).toEqual({ likes: 1, liked: true })
  expect(await like(other)).toEqual({ likes: 2, liked: true })
  expect((await shop.call(`GET /api/videos/${id}`, { as: person })).body).toMatchObject({ likes: 2, liked: true })
  expect(await like(person)).toEqual({ likes: 1, liked: false })
  expect((await shop.call(`GET /api/videos/${id}`, { as: person })).body.liked).toBe(false)
})

test("lists are filtered by words, category, tag, model and featured, and neighbours follow the list", async () => {
  const other = await shop.aDoll()
  const a = await aVideo({ title: "Gilt 100% turn", category: "Turn", tags: "gilt" })
  shop.clock.advance(1000)
  const b = await aVideo({ title: "Lamp", description: "A gilt edge.", category: "lamp", is_featured: "1" })
  shop.clock.advance(1000)
  const c = await aVideo({ title: "Near", category: "turn", doll_id: other.id })
  const ids = async (query: string) => (await shop.call(`GET /api/videos${query}`)).body.map((one: any) => one.id)
  expect(await ids("/?skip=1")).toEqual([b.id, a.id])
  expect(await ids("?q=GILT")).toEqual([b.id, a.id])
  expect(await ids(`?q=${encodeURIComponent("100%")}`)).toEqual([a.id])
  expect(await ids(`?q=${encodeURIComponent("0_t")}`)).toEqual([])
  expect(await ids("?q=schoolgirl")).toEqual([])
  expect(await ids("/category/TURN")).toEqual([c.id, a.id])
  expect(await ids("/tag/gilt")).toEqual([a.id])
  expect(await ids(`/doll/${other.id}?limit=5`)).toEqual([c.id])
  expect(await ids("?featured=1")).toEqual([b.id])
  expect(await ids(`?since=${shop.clock.now().toISOString().slice(0, 10)}`)).toHaveLength(3)
  expect(await ids("?since=2999-01-01")).toEqual([])
  expect(await ids("?sort=oldest")).toEqual([a.id, b.id, c.id])
  expect((await shop.call("GET /api/videos/categories")).body).toEqual([
    { category: "turn", count: 2 },
    { category: "lamp", count: 1 },
  ])
  const middle = (await shop.call(`GET /api/videos/${b.id}`)).body
  expect([middle.previous_id, middle.next_id]).toEqual([c.id, a.id])
  expect((await shop.call(`GET /api/videos/${c.id}`)).body.previous_id).toBeNull()
  expect((await shop.call(`GET /api/videos/${a.id}`)).body.next_id).toBeNull()
})

test("a record without a file or before its release date is visible to video admins only", async () => {
  const later = new Date(+shop.clock.now() + 86_400_000).toISOString().slice(0, 10)
  const empty = await shop.call("POST /api/videos/", { as: admin, body: facts({ title: "Waits" }) })
  expect([empty.status, empty.body.url, empty.body.file]).toEqual([201, null, null])
  const coming = await aVideo({ release_date: later })
  for (const { id } of [empty.body, coming]) {
    expect((await shop.call(`GET /api/videos/${id}`, { as: vip })).status).toBe(404)
    expect((await shop.call(`GET /api/videos/${id}`, { as: admin })).status).toBe(200)
  }
  expect((await shop.call("GET /api/videos", { as: vip })).body).toEqual([])
  expect((await shop.call("GET /api/videos?all=1", { as: admin })).body).toHaveLength(2)
  expect((await shop.call("GET /api/videos?all=1", { as: vip })).status).toBe(403)
  // The record gets its file; the other video reaches its release date.
  const given = await shop.call("POST /api/videos/upload", {
    as: admin,
    ...(await aForm({ video_id: empty.body.id }, { file: film })),
  })
  expect([given.status, given.body.duration, given.body.title]).toEqual([201, 2, "Waits"])
  shop.clock.advance(hours(24))
  expect((await shop.call("GET /api/videos", { as: await aMember(shop, "vip") })).body).toHaveLength(2)
})

test("an editor of an older version gets a conflict, and nothing is changed", async () => {
  const { id } = await aVideo()
  const tag = async (as?: TestPerson) =>
    String((await shop.call(`GET /api/videos/${id}`, as ? { as } : {})).headers.etag)
  const [first, asGuest] = [await tag(admin), await tag()]
  const put = (body: object, etag: string) =>
    shop.call(`PUT /api/videos/${id}`, { as: admin, body, headers: { "if-match": etag } })
  const changed = await put({ title: "New", is_featured: true, tags: ["a", "b"], release_date: null }, first)
  expect([changed.status, changed.body.title, changed.body.tags]).toEqual([200, "New", ["a", "b"]])
  for (const stale of [first, asGuest]) expect((await put({ title: "Late" }, stale)).status).toBe(412)
  // Repeating the same change after a lost answer is no conflict.
  const again = await put({ title: "New", tags: ["a", "b"] }, first)
  expect([again.status, again.headers.etag]).toEqual([200, changed.headers.etag])
  expect((await put({ description: "Words" }, String(changed.headers.etag))).body).toMatchObject({
    title: "New",
    description: "Words",
    is_featured: true,
  })
  expect((await put({ title: "" }, "*")).status).toBe(422)
  expect((await put({ description: "She is 16" }, "*")).body.code).toBe("ADULTS_ONLY")
  const gone = await shop.call(`DELETE /api/videos/${id}`, { as: admin, headers: { "if-match": first } })
  expect(gone.status).toBe(412)
})

test("a deleted video is removed with its files", async () => {
  const { id } = await aVideo()
  const { url } = (await shop.call(`GET /api/videos/${id}`, { as: vip })).body
  expect(await stored()).toHaveLength(1)
  expect((await shop.call(`DELETE /api/videos/${id}`, { as: admin })).status).toBe(204)
  await sweep()
  expect([await stored(), await posters()]).toEqual([[], []])
  expect((await shop.call(`GET ${url}`)).status).toBe(404)
  expect((await shop.call(`DELETE /api/videos/${id}`, { as: admin })).status).toBe(404)
})

test("a thumbnail can be uploaded in each of the three ways, and replaces the previous one", async () => {
  const { id } = await aVideo()
  const bytes = await picture()
  let last: string | null = null
  for (const [way, field] of [
    [`PUT /api/images/videos/${id}/thumbnail`, "thumbnail"],
    [`POST /api/videos/${id}/thumbnail`, "file"],
    [`PUT /api/videos/${id}`, "thumbnail_file"],
  ] as const) {
    const { status, body } = await shop.call(way, { as: admin, ...(await aForm({}, { [field]: bytes })) })
    expect([status, body.thumbnail.width, body.thumbnail_url === last], way).toEqual([200, 640, false])
    expect((await shop.call(`GET ${body.thumbnail_url}`)).headers["content-type"]).toBe("image/webp")
    last = body.thumbnail_url
  }
  await sweep()
  expect(await posters()).toHaveLength(1)
  const send = async (file: Uint8Array) =>
    shop.call(`POST /api/videos/${id}/thumbnail`, { as: admin, ...(await aForm({}, { file })) })
  const wrong = await send(Buffer.from("no picture"))
  expect([wrong.status, wrong.body.detail]).toEqual([415, videoAdminTexts.notAnImage])
  const large = await send(Buffer.alloc(20 * 1024 * 1024 + 1, 7))
  expect([large.status, large.body.detail]).toEqual([413, videoAdminTexts.thumbnailTooLarge])
  const none = await shop.call(`POST /api/videos/${id}/thumbnail`, { as: admin, ...(await aForm({ a: "b" })) })
  expect(none.body.errors).toEqual([{ path: "file", message: videoAdminTexts.notAnImage }])
  await sweep()
  expect(await posters()).toHaveLength(1)
})

test("a thumbnail can be uploaded by the specification's form, which has both parts", async () => {
  const { id } = await aVideo()
  const both = await aForm({}, { file: await picture(), thumbnail: await picture() })
  for (const way of [`PUT /api/images/videos/${id}/thumbnail`, `POST /api/videos/${id}/thumbnail`]) {
    const { status, body } = await shop.call(way, { as: admin, ...both })
    expect([status, body.thumbnail?.width], way).toEqual([200, 640])
  }
  // The part named `thumbnail` is used; at most two files are accepted.
  const mixed = await aForm({}, { file: Buffer.from("a film"), thumbnail: await picture() })
  expect((await shop.call(`POST /api/videos/${id}/thumbnail`, { as: admin, ...mixed })).status).toBe(200)
  const three = await aForm({}, { file: [await picture(), await picture()], thumbnail: await picture() })
  expect((await shop.call(`POST /api/videos/${id}/thumbnail`, { as: admin, ...three })).status).toBe(413)
})

test("files left by a killed process are removed at the next start", async () => {
  const { dataDir } = shop.app.settings
  const { id } = await aVideo()
  const half = "private/videos/0f0f/film.mp4"
  await shop.app.store.db.insert(videoFileEnds).values({ key: half, dueAt: new Date(+shop.clock.now() + hours(6)) })
  for (const path of [`media/${half}.7.part`, "incoming/form-x/film"]) {
    await mkdir(join(dataDir, path, ".."), { recursive: true })
    await writeFile(join(dataDir, path), "half a film")
  }
  await clearBrokenUploads(shop.app.store, shop.app.storage, dataDir, false)
  expect(existsSync(join(dataDir, "incoming/form-x"))).toBe(true)
  await clearBrokenUploads(shop.app.store, shop.app.storage, dataDir, true)
  expect([existsSync(join(dataDir, "incoming/form-x")), await stored()]).toEqual([false, [expect.any(String)]])
  expect((await shop.call(`GET /api/videos/${id}`, { as: vip })).status).toBe(200)
})

test("a reported video is queued, and no longer listed when it is deleted there", async () => {
  const { id } = await aVideo()
  const report = await shop.call("POST /api/reports", { body: { kind: "video", id, reason: "Not as described" } })
  expect(report.status).toBeLessThan(300)
  const [item] = (await shop.call("GET /api/admin/flagged-messages", { as: admin })).body
  expect(item).toMatchObject({ kind: "video", subject_id: id, content: "One turn: It turns." })
  await shop.call(`DELETE /api/admin/flagged-messages/${item.id}/delete`, { as: admin })
  expect((await shop.call(`GET /api/videos/${id}`, { as: vip })).status).toBe(404)
  expect((await shop.call(`GET /api/videos/${id}`, { as: admin })).body.is_published).toBe(false)
  await shop.call(`POST /api/videos/${id}/approve`, { as: await shop.anAdmin() })
  await shop.call(`PUT /api/videos/${id}`, { as: admin, body: { is_published: true } })
  expect((await shop.call(`GET /api/videos/${id}`, { as: vip })).status).toBe(200)
})

test("the export has the views and likes of an account, and deletion removes its likes", async () => {
  const { id } = await aVideo()
  const person = await aMember(shop, "vip")
  for (const what of ["views", "likes"]) await shop.call(`POST /api/videos/${id}/${what}`, { as: person })
  const exported = (await shop.call("GET /api/users/account/export", { as: person })).body
  const seen = { video_id: id, title: "One turn", at: expect.any(String) }
  expect(exported.videos).toEqual({ watched: [seen], liked: [seen] })
  expect((await shop.call("DELETE /api/users/account", { as: person, body: {} })).status).toBe(204)
  expect((await shop.call(`GET /api/videos/${id}`)).body).toMatchObject({ likes: 0, views: 1 })
})
