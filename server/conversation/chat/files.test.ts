import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { chatTexts } from "#contract/memberText.ts"
import { aRoom, form, inRoom, says, type TestFile, type TestRoom } from "#test/chat.ts"
import { aForm } from "#test/forms.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { sweepFiles } from "../../platform/media/privateFiles.ts"
import { fileEnds } from "../../platform/media/tables.ts"

let shop: TestShop
let room: TestRoom
beforeAll(async () => {
  shop = await openShop()
  room = await aRoom(shop)
})
afterAll(() => shop.close())

const upload = (file: TestFile | null, fields = {}, as: TestPerson = room.moderator, to = room) =>
  shop.call(`POST /api/chat/messages/${to.id}/upload`, { as, ...form(file, fields) })
const fetchFile = (url: string, as?: TestPerson) => shop.call(`GET ${url}`, { as })
const nameIn = (url: string) => url.split("/").at(-1)!

test("a picture is re-encoded without its metadata", async () => {
  const bytes = await picture()
    .withExif({ IFD0: { Artist: "Somebody at Home" } })
    .jpeg()
    .toBuffer()
  const sent = await upload({ name: "IMG 1.jpg", bytes })
  expect(sent.status).toBe(201)
  expect(sent.body).toMatchObject({
    message_type: "IMAGE",
    content: "",
    file_name: "IMG 1.jpg",
    file_type: "image/webp",
    width: 60,
    height: 40,
    seq: 1,
  })
  const file = await fetchFile(sent.body.file_url, room.member)
  expect(file.headers).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-disposition": `inline; filename="IMG 1.webp"; filename*=UTF-8''IMG%201.webp`,
    "cache-control": "private, no-store",
  })
  const meta = await sharp(file.raw).metadata()
  expect([meta.format, meta.exif]).toEqual(["webp", undefined])
  expect(file.raw.includes("Somebody")).toBe(false)
  expect(file.raw.length).toBe(sent.body.file_size)
})

test("only participants of the room can get a file, and nobody without a token", async () => {
  const sent = await upload({ bytes: pdf })
  const other = await aRoom(shop)
  expect((await fetchFile(sent.body.file_url)).status).toBe(401)
  for (const as of [other.member, other.moderator]) expect((await fetchFile(sent.body.file_url, as)).status).toBe(404)
  expect((await fetchFile(sent.body.file_url, await shop.aUser())).status).toBe(403)
  expect((await fetchFile(sent.body.file_url, await shop.anAdmin("content_admin"))).status).toBe(200)
  for (const name of ["..%2f..%2fdb", "%2e%2e", "x.webp", "chat%2fx.webp", "a".repeat(300)]) {
    expect([404, 422]).toContain((await fetchFile(`/api/chat/files/${name}`, room.member)).status)
  }
  expect((await fetchFile("/api/chat/files/%00", room.member)).status).toBe(400)
  expect((await shop.call(`GET /media/chat/${nameIn(sent.body.file_url)}`)).status).toBe(404)
})

test.each([
  ["pdf", () => pdf, "application/pdf"],
  ["doc", () => word97, "application/msword"],
  [
    "docx",
    () => zip("[Content_Types].xml", "word/document.xml"),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
])(
  "a %s is known by what it holds, whatever it is called, and is never shown in the page",
  async (kind, bytes, type) => {
    const sent = await upload({ name: "holiday.png", type: "image/png", bytes: bytes() })
    expect(sent.body).toMatchObject({ message_type: "FILE", file_name: `holiday.${kind}`, file_type: type })
    const file = await fetchFile(sent.body.file_url, room.member)
    expect(file.raw).toEqual(Buffer.from(bytes()))
    expect(String(file.headers["content-disposition"])).toMatch(/^attachment; /)
    expect(file.headers["content-security-policy"]).toContain("sandbox")
  },
)

test.each<[string, string | Buffer]>([
  ["a page that calls itself a picture", "<html><script>alert(1)</script></html>"],
  ["a drawing with a script", "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"],
  ["a program", Buffer.from("4d5a900003000000", "hex")],
  ["an archive that is no document", zipOf("a.txt")],
  ["a document with macros", zipOf("[Content_Types].xml", "word/document.xml", "word/vbaProject.bin")],
  ["an archive that was cut off", zipOf("[Content_Types].xml", "word/document.xml").subarray(0, 80)],
  ["a PDF without an end", "%PDF-1.7\nnothing more"],
  [
    "a compound file that is no Word document",
    Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2000)]),
  ],
  ["a film", Buffer.from("000000186674797069736f6d0000020069736f6d69736f32", "hex")],
  ["one byte", "x"],
])("%s is refused", async (_, bytes) => {
  const refused = await upload({ name: "photo.jpg", type: "image/jpeg", bytes })
  expect([refused.status, refused.body.detail]).toEqual([415, "You can only send images, PDF and Word documents."])
})

test.each([
  ["Holiday.JPG", "Holiday.JPG"],
  ["drawing v1.2.png", "drawing v1.2.png"],
  ["holiday", "holiday.webp"],
  ["holiday.exe", "holiday.webp"],
])("a picture named %j is shown as %j, and downloaded with its real extension", async (name, kept) => {
  const sent = await upload({ name, bytes: await picture().jpeg().toBuffer() })
  expect(sent.body.file_name).toBe(kept)
  const { headers } = await fetchFile(sent.body.file_url, room.member)
  expect(headers["content-disposition"]).toMatch(/^inline; filename="[^"]+\.webp"/)
})

test("a picture that cannot be decoded is refused", async () => {
  const whole = await picture().jpeg().toBuffer()
  const refused = await upload({ name: "photo.jpg", bytes: whole.subarray(0, 200) })
  expect(refused.status).toBe(415)
})

test("a member's undecodable picture counts as a photo, and without photos left none is decoded", async () => {
  const own = await aRoom(shop, { level: "standard" })
  const bytes = (await noise(400, 300).jpeg().toBuffer()).subarray(0, 20_000)
  const broken = await upload({ bytes }, {}, own.member, own)
  expect([broken.status, broken.body.detail]).toEqual([415, chatTexts.brokenCounts])
  const { allowance } = (await shop.call("GET /api/chat/access-status", { as: own.member })).body
  expect(allowance.photos.used).toBe(1)
  expect((await upload({ bytes }, {}, own.member, own)).body.code).toBe("ALLOWANCE_USED")
  const byStaff = await upload({ bytes }, {}, own.moderator, own)
  expect([byStaff.status, byStaff.body.detail]).toEqual([415, chatTexts.brokenPicture])
})

test("the chat's limit for pictures is lower than the catalogue's; exceeding it does not count", async () => {
  const own = await aRoom(shop, { level: "standard" })
  const bytes = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: "#345" } })
    .png()
    .toBuffer()
  const refused = await upload({ bytes }, {}, own.member, own)
  expect([refused.status, refused.body.detail]).toEqual([413, chatTexts.tooManyPixels])
  const { allowance } = (await shop.call("GET /api/chat/access-status", { as: own.member })).body
  expect(allowance.photos.used).toBe(0)
  const model = await shop.aDoll()
  const admin = await shop.anAdmin("content_admin")
  const kept = await shop.call("POST /api/images/upload", {
    as: admin,
    ...(await aForm({ doll_id: model.id }, { file: bytes })),
  })
  expect(kept.status).toBe(201)
})

test("a user who sends many pictures waits for them; another member and an admin wait for one of them", async () => {
  const [many, one] = [await aRoom(shop), await aRoom(shop)]
  const model = await shop.aDoll()
  const admin = await shop.anAdmin("content_admin")
  const bytes = await picture().jpeg().toBuffer()
  const { storage, store, settings } = shop.app
  const gate = Promise.withResolvers<void>()
  const put = storage.put
  const spy = vi.spyOn(storage, "put").mockImplementation(async (...given) => {
    await gate.promise
    // The admin's request is in the queue before the second picture is done.
    await setTimeout(100)
    return put(...given)
  })
  const order: string[] = []
  const note = async (what: string, call: Promise<{ status: number }>) => {
    expect((await call).status).toBe(201)
    order.push(what)
  }
  const before = (await store.db.select().from(fileEnds)).length
  const calls = Array.from({ length: 12 }, () => note("many", upload({ bytes }, {}, many.moderator, many)))
  const queued = (pictures: number) =>
    vi.waitFor(
      async () => expect((await store.db.select().from(fileEnds)).length).toBeGreaterThanOrEqual(pictures),
      20_000,
    )
  await queued(before + 12)
  calls.push(note("one", upload({ bytes }, {}, one.member, one)))
  await queued(before + 13)
  const form = await aForm({ doll_id: model.id }, { file: bytes })
  calls.push(note("admin", shop.call("POST /api/images/upload", { as: admin, ...form })))
  await vi.waitFor(async () => expect((await readdir(join(settings.dataDir, "incoming"))).length).toBe(14), 20_000)
  gate.resolve()
  await Promise.all(calls)
  spy.mockRestore()
  expect(order.indexOf("one")).toBeLessThan(5)
  expect(order.indexOf("admin")).toBeLessThan(5)
})

test("a missing, an empty and a too large file get different errors", async () => {
  const none = await upload(null)
  expect([none.status, none.body.detail]).toEqual([422, "No file selected"])
  const empty = await upload({ bytes: "" })
  expect([empty.status, empty.body.detail]).toEqual([422, "This file is empty."])
  const large = await upload({ bytes: Buffer.alloc(10 * 1024 * 1024 + 1, "x") })
  expect([large.status, large.body.detail]).toEqual([413, "Maximum file size is 10MB"])
  const notAForm = await shop.call(`POST /api/chat/messages/${room.id}/upload`, { as: room.member, body: {} })
  expect(notAForm.status).toBe(415)
  const foreign = await aRoom(shop)
  expect((await upload({ bytes: pdf }, {}, foreign.member)).status).toBe(404)
})

test.each([
  ["../../../etc/passwd", "passwd.pdf"],
  ["C:\\\\temp\\\\plan.docx", "plan.pdf"],
  ["a%22; filename=%22evil.exe", null],
  [".htaccess", "htaccess.pdf"],
  ["résumé 履歴.pdf", "résumé 履歴.pdf"],
  ["\u202egnp.exe", "gnp.pdf"],
  ["...", "file.pdf"],
])("a file named %j gets a harmless name", async (name, kept) => {
  const sent = await upload({ name, bytes: pdf })
  expect(sent.status).toBe(201)
  if (kept) expect(sent.body.file_name).toBe(kept)
  expect(sent.body.file_name).not.toMatch(/["\\/\p{C}]/u)
  const { headers } = await fetchFile(sent.body.file_url, room.member)
  expect(String(headers["content-disposition"])).toMatch(
    /^attachment; filename="[\w.() -]+"; filename\*=UTF-8''[\w.%~!&+-]+$/,
  )
})

test("a file name is moderated as displayed, and is context for the next message", async () => {
  const splits: [TestFile | string, TestFile | string][] = [
    ["she is only", { name: "15.pdf", bytes: pdf }],
    [{ name: "she is only.pdf", bytes: pdf }, "15"],
    [
      { name: "she is only.pdf", bytes: pdf },
      { name: "15.pdf", bytes: pdf },
    ],
  ]
  for (const [first, second] of splits) {
    for (const isLive of [false, true]) {
      const own = await aRoom(shop)
      const socket = isLive ? await inRoom(shop.app, own, own.moderator) : null
      const say = (said: TestFile | string) =>
        typeof said === "string"
          ? shop.call("POST /api/chat/messages/", { as: own.member, body: { chat_room_id: own.id, content: said } })
          : upload(said, {}, own.member, own)
      expect((await say(first)).status).toBe(201)
      await socket?.next("create")
      expect((await say(second)).body).toMatchObject({ code: "BLOCKED" })
      socket?.close()
    }
  }
})

test("a file that was held for its name can be sent again once staff have approved it", async () => {
  const own = await aRoom(shop)
  const file = { name: "a doll after my niece.pdf", bytes: pdf }
  const send = () => upload(file, {}, own.member, own)
  expect((await send()).body).toMatchObject({ code: "BLOCKED" })
  const admin = await shop.anAdmin("super_admin")
  const { body: items } = await shop.call("GET /api/admin/flagged-messages?limit=100", { as: admin })
  const item = items.find(({ chat_room }: { chat_room: number }) => chat_room === own.id)
  expect(item).toMatchObject({ content: file.name, subject_id: null })
  await shop.call(`POST /api/admin/flagged-messages/${item.id}/approve`, { as: admin })
  expect((await send()).status).toBe(201)
  expect((await send()).body, "approved once").toMatchObject({ code: "BLOCKED" })
  const { body: decided } = await shop.call("GET /api/admin/flagged-messages?decided=1&limit=100", { as: admin })
  expect(decided.find(({ id }: { id: number }) => id === item.id)).toMatchObject({ decided_by: admin.fullName })
})

test("a photo counts only as a photo, and a document as a message", async () => {
  const own = await aRoom(shop, { level: "standard" })
  const bytes = await picture().png().toBuffer()
  expect((await upload({ bytes }, { client_id: "photo-0001" }, own.member, own)).status).toBe(201)
  const again = await upload({ bytes }, { client_id: "photo-0001" }, own.member, own)
  expect(again.status).toBe(200)
  const { allowance } = (await shop.call("GET /api/chat/access-status", { as: own.member })).body
  expect([allowance.photos.used, allowance.messages.used]).toEqual([1, 0])
  const second = await upload({ bytes }, {}, own.member, own)
  // The error names the photos, because text may still be sent.
  expect(second.body).toMatchObject({
    code: "ALLOWANCE_USED",
    detail: "You've sent all the photos included in this membership period.",
  })
  expect((await upload({ bytes: pdf }, {}, own.member, own)).status).toBe(201)
  expect((await shop.call("GET /api/chat/access-status", { as: own.member })).body.allowance.messages.used).toBe(1)
  await says(shop, own, own.member, "Words are still left")
})

test("a file is deleted with its message, and so is one without a message", async () => {
  const sent = await upload({ bytes: pdf })
  const key = `chat/${nameIn(sent.body.file_url)}`
  const { storage, store } = shop.app
  expect(await storage.find(key)).not.toBeNull()
  shop.clock.advance(2 * 3_600_000)
  await sweepFiles(store, storage)
  expect(await storage.find(key)).not.toBeNull()
  await shop.call(`DELETE /api/chat/messages/${sent.body.id}`, { as: room.moderator })
  expect((await fetchFile(sent.body.file_url, room.moderator)).status).toBe(404)
  expect(await sweepFiles(store, storage)).toBe(1)
  expect(await storage.find(key)).toBeNull()
  const repeated = { client_id: "document-1" }
  await upload({ bytes: pdf }, repeated)
  expect((await upload({ bytes: pdf }, repeated)).status).toBe(200)
  const lost = "chat/lost.pdf"
  await storage.put(lost, Buffer.from(pdf))
  await store.db.insert(fileEnds).values({ fileKey: lost, dueAt: new Date(shop.clock.now().getTime() + 3_600_000) })
  expect(await sweepFiles(store, storage)).toBe(0)
  shop.clock.advance(2 * 3_600_000)
  expect(await sweepFiles(store, storage)).toBe(1)
  expect(await storage.find(lost)).toBeNull()
})

test("nothing is decoded or stored without photos left, or for a repeated client_id", async () => {
  const own = await aRoom(shop, { level: "standard" })
  const bytes = await picture().png().toBuffer()
  const first = await upload({ bytes }, { client_id: "only-photo-1" }, own.member, own)
  const put = vi.spyOn(shop.app.storage, "put")
  const second = await upload({ bytes }, {}, own.member, own)
  expect(second.body).toMatchObject({ code: "ALLOWANCE_USED", period_ends_at: expect.any(String) })
  const again = await upload({ bytes }, { client_id: "only-photo-1" }, own.member, own)
  expect([again.status, again.body.id]).toEqual([200, first.body.id])
  expect(put).not.toHaveBeenCalled()
  put.mockRestore()
})

test("a file that cannot be deleted does not block others, and is retried", async () => {
  const { storage, store } = shop.app
  const sent = [await upload({ bytes: pdf }), await upload({ bytes: pdf })].map(({ body }) => body)
  for (const { id } of sent) await shop.call(`DELETE /api/chat/messages/${id}`, { as: room.moderator })
  const [stuck, other] = sent.map(({ file_url }) => `chat/${nameIn(file_url)}`)
  const remove = (key: string) => (key === stuck ? Promise.reject(new Error("busy")) : storage.remove(key))
  await expect(sweepFiles(store, { ...storage, remove })).rejects.toThrow("busy")
  expect(await storage.find(other!)).toBeNull()
  expect(await sweepFiles(store, storage)).toBe(1)
  expect(await storage.find(stuck!)).toBeNull()
})

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#000", noise: { type: "gaussian", mean: 128, sigma: 60 } },
  })
const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: "#7a6a5a" } })

const pdf = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"
const word97 = Buffer.concat([
  Buffer.from("d0cf11e0a1b11ae1", "hex"),
  Buffer.alloc(504),
  Buffer.from("WordDocument", "utf16le"),
  Buffer.alloc(1000),
])
const zip = zipOf

/** A ZIP archive of empty entries, with its central directory. */
function zipOf(...names: string[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const name of names) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, Buffer.from(name))
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(names.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}
