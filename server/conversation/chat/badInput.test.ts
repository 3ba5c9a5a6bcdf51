import { readdir } from "node:fs/promises"
import { request } from "node:http"
import { join } from "node:path"
import { Writable } from "node:stream"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { chatTexts } from "#contract/memberText.ts"
import { createLog } from "#server/platform/log.ts"
import { aRoom, form, headSeq, inRoom, post, type TestFile, type TestRoom } from "#test/chat.ts"
import { type Answer, openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { listen } from "#test/sockets.ts"

let shop: TestShop
let room: TestRoom
let foreign: TestRoom
/** The errors that the server logs as its own. */
const logged: string[] = []
beforeAll(async () => {
  const write = (line: Buffer, _: string, done: () => void) => {
    logged.push(String(line))
    done()
  }
  shop = await openShop({ LOG_LEVEL: "error" }, { log: createLog("error", new Writable({ write })) })
  room = await aRoom(shop)
  foreign = await aRoom(shop)
})
afterAll(() => shop.close())

/** Must never appear in an answer: paths, SQL, stack traces, secrets. */
const leaks = /node_modules|\.ts:\d|select |insert into|argon2|\/tmp\/|stack|password/i

const isRefused = (answer: Answer<any>) => {
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(JSON.stringify(answer.body)).not.toMatch(leaks)
}

const contents: [string, unknown][] = [
  ["nothing", undefined],
  ["an empty text", ""],
  ["blanks", " \t\n "],
  ["marks that cannot be seen", "\u200b\u2060\u00ad\u202e"],
  ["100,000 characters", "x".repeat(100_000)],
  ["100,000 signs of two halves", "\ud83d\ude00".repeat(50_000)],
  ["a bell", "ding \u0007"],
  ["a null", "nu\u0000ll"],
  ["an escape", "\u001b[2J"],
  ["a number", 7],
  ["a list", ["text"]],
  ["an object", { toString: "x" }],
  ["true", true],
]

test.each(contents)("%s is not accepted as a message, over HTTP or the socket", async (_, content) => {
  isRefused(await post(shop, room.member, { chat_room_id: room.id, content }))
  const socket = await inRoom(shop.app, room, room.member)
  socket.say({ type: "create", message: content, client_id: "bad-input-1" })
  if (JSON.stringify({ content }).length > 16_000) expect(await socket.closed()).toBe(1009)
  else expect(JSON.stringify(await socket.next("error"))).not.toMatch(leaks)
  socket.close()
  expect(await headSeq(shop, room)).toBe(0)
})

const strange: [string, string][] = [
  ["markup", `<img src=x onerror="alert(1)"><script>alert(2)</script>`],
  ["quotes and a comment", `'; drop table users; -- " \\`],
  ["a template", "{{constructor}} <%= 7 %>"],
  ["marks above marks", `a${"\u0301".repeat(200)}`],
  ["both directions", "abc שלום 123 مرحبا"],
]

test.each(strange)("%s is accepted as text", async (_, content) => {
  const own = await aRoom(shop)
  const sent = await post(shop, own.member, { chat_room_id: own.id, content })
  expect([sent.status, sent.body.content]).toEqual([201, content])
  const socket = await inRoom(shop.app, own, own.member)
  socket.say({ type: "create", message: content, client_id: "strange-01" })
  expect((await socket.next("create")).message.content).toBe(content)
  socket.close()
})

const ids = [
  true,
  [1],
  "1e0",
  " 1",
  0,
  -1,
  1.5,
  2_147_483_647,
  2_147_483_648,
  9_007_199_254_740_992,
  1e300,
  "1e9",
  "0x10",
  "1; drop",
  null,
  {},
]

test.each(ids)("an id of %j is not found", async (id) => {
  const as = room.member
  const path = encodeURIComponent(typeof id === "string" ? id : JSON.stringify(id))
  isRefused(await post(shop, as, { chat_room_id: id, content: "Hello" }))
  isRefused(await shop.call("POST /api/chat/rooms/", { as, body: { doll_id: id } }))
  for (const what of [
    `GET /api/chat/rooms/${path}`,
    `GET /api/chat/rooms/${path}/messages`,
    `DELETE /api/chat/messages/${path}`,
    `PATCH /api/chat/messages/${path}/flag`,
    `POST /api/chat/rooms/${path}/read`,
    `POST /api/chat/messages/${path}/upload`,
  ]) {
    const body = what.startsWith("PATCH")
      ? { flagged: true }
      : what.endsWith("read")
        ? { last_message_id: 1 }
        : undefined
    isRefused(await shop.call(what, { as, ...(what.endsWith("upload") ? form({ bytes: "x" }) : { body }) }))
  }
  const read = await shop.call(`POST /api/chat/rooms/${room.id}/read`, { as, body: { last_message_id: id } })
  expect(read.status).toBeLessThan(500)
  const socket = await inRoom(shop.app, room, as)
  for (const frame of [
    { type: "read", last_message_id: id },
    { type: "join", last_seq: id },
    { type: "create", message: "Hello", chat_room_id: id, client_id: "future-id-1" },
  ]) {
    socket.say(frame)
  }
  socket.say({ type: "ping" })
  await socket.next("pong")
  expect(JSON.stringify(socket.frames)).not.toMatch(/"code":"INTERNAL"/)
  socket.close()
})

test("another user's room and name are useless on the socket too", async () => {
  const before = await headSeq(shop, foreign)
  const socket = await inRoom(shop.app, room, room.member)
  const spoofed = { sender_id: room.moderator.id, sender_uuid: room.moderator.uuid, moderator_id: foreign.moderator.id }
  socket.say({ type: "create", message: "Mine", client_id: "spoofed-01", ...spoofed })
  expect((await socket.next("create")).message).toMatchObject({
    sender_id: room.member.id,
    sender_uuid: room.member.uuid,
  })
  socket.say({ type: "create", message: "Yours", chat_room_id: foreign.id, client_id: "spoofed-02" })
  expect(await socket.next("error")).toMatchObject({ detail: chatTexts.invalidRoom })
  socket.close()
  expect(await headSeq(shop, foreign)).toBe(before)
})

test("invalid JSON, deep nesting and wrong types get a response", async () => {
  const send = (payload: string, type = "application/json") =>
    shop.call("POST /api/chat/messages/", { as: room.member, headers: { "content-type": type }, payload })
  for (const payload of [
    "{",
    "[]",
    "null",
    '"text"',
    "\u0000",
    `${"[".repeat(5000)}${"]".repeat(5000)}`,
    '{"__proto__":{}}',
  ])
    isRefused(await send(payload))
  isRefused(await send("content=Hello", "application/x-www-form-urlencoded"))
  isRefused(await send("<content/>", "text/xml"))
  isRefused(await send("x".repeat(2_000_000)))
})

const upload = (file: TestFile | null, fields = {}) =>
  shop.call(`POST /api/chat/messages/${room.id}/upload`, { as: room.moderator, ...form(file, fields) })
const incoming = () => readdir(join(shop.app.settings.dataDir, "incoming")).catch(() => [])

test("a form with false declarations is refused and leaves nothing behind", async () => {
  const send = (payload: string, type: string) =>
    shop.call(`POST /api/chat/messages/${room.id}/upload`, {
      as: room.moderator,
      headers: { "content-type": type },
      payload,
    })
  const part = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n%%EOF\r\n'
  const type = "multipart/form-data; boundary=cut"
  isRefused(await send(`--cut\r\n${part}`, type))
  isRefused(await send(`--other\r\n${part}--other--\r\n`, type))
  isRefused(await send(`--cut\r\n${part}--cut--\r\n`, "multipart/form-data"))
  const two = await send(`--cut\r\n${part}--cut\r\n${part}--cut--\r\n`, type)
  expect([two.status, two.body.detail]).toEqual([413, "There are too many files in this form."])
  isRefused(await upload({ bytes: pdf }, { client_id: "../../x" }))
  isRefused(await upload({ bytes: pdf }, { client_id: "x".repeat(20_000) }))
  isRefused(await upload({ bytes: pdf }, Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, "x"]))))
  expect(await incoming()).toEqual([])
})

test("an aborted upload leaves no file behind, and does not block others", async () => {
  const url = `${await listen(shop.app)}/api/chat/messages/${room.id}/upload`
  const headers = {
    authorization: `Bearer ${room.moderator.token}`,
    "content-type": "multipart/form-data; boundary=cut",
  }
  const sending = request(url, { method: "POST", headers: { ...headers, "content-length": 5_000_000 } })
  sending.on("error", () => {})
  sending.write('--cut\r\ncontent-disposition: form-data; name="file"; filename="slow.pdf"\r\n\r\n%PDF-1.4\n')
  sending.write(Buffer.alloc(200_000, "x"))
  await expect.poll(incoming).toHaveLength(1)
  expect((await upload({ bytes: pdf })).status).toBe(201)
  sending.destroy()
  await expect.poll(incoming).toEqual([])
})

test("a user who is signed out while a body is being sent has sent nothing", async () => {
  const own = await aRoom(shop)
  const text = JSON.stringify({ chat_room_id: own.id, content: "Late" })
  const file = form({ name: "late.pdf", bytes: pdf })
  const halfway = async (path: string, type: string, body: Buffer, as: TestPerson) => {
    const sending = request((await listen(shop.app)) + path, {
      method: "POST",
      headers: { authorization: `Bearer ${as.token}`, "content-type": type, "content-length": body.length },
    })
    sending.write(body.subarray(0, -10))
    return () =>
      new Promise<number>((resolve) => {
        sending.on("response", (answer) => resolve(answer.statusCode!))
        sending.end(body.subarray(-10))
      })
  }
  const upload = `/api/chat/messages/${own.id}/upload`
  const ends = [
    await halfway("/api/chat/messages/", "application/json", Buffer.from(text), own.member),
    await halfway(upload, "multipart/form-data; boundary=cut", file.payload as Buffer, own.moderator),
  ]
  await expect.poll(incoming).toHaveLength(1)
  for (const as of [own.member, own.moderator]) await shop.call("POST /api/auth/logout", { as })
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect(await Promise.all(ends.map((end) => end()))).toEqual([401, 401])
  expect(await headSeq(shop, own)).toBe(0)
  expect(await incoming()).toEqual([])
})

test("a document that would fill a disk, hides macros or writes elsewhere is refused", async () => {
  const parts = [{ name: "[Content_Types].xml" }, { name: "word/document.xml" }]
  const types = (text: string) => [{ name: "[Content_Types].xml", text }, { name: "word/document.xml" }]
  expect((await upload({ name: "a.docx", bytes: zip(parts) })).status).toBe(201)
  for (const bytes of [
    zip([...parts, { name: "word/media/image1.png", unpacked: 4_000_000_000 }]),
    zip([...parts, ...Array.from({ length: 40 }, (_, n) => ({ name: `word/${n}.xml`, unpacked: 9_000_000 }))]),
    zip([...parts, { name: "word/a.xml", packed: 5_000 }]),
    zip([...parts, { name: "../../etc/cron.d/x" }]),
    zip([...parts, { name: "/etc/passwd" }]),
    zip(types('<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>')),
    Buffer.concat([zip(parts), Buffer.from("<script>alert(1)</script>")]),
  ]) {
    expect((await upload({ name: "a.docx", bytes })).status).toBe(415)
  }
  const word97 = (...names: string[]) =>
    Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.alloc(504),
      ...names.flatMap((name) => [Buffer.from(name, "utf16le"), Buffer.alloc(128 - name.length * 2)]),
    ])
  expect((await upload({ name: "a.doc", bytes: word97("WordDocument") })).status).toBe(201)
  expect((await upload({ name: "a.doc", bytes: word97("WordDocument", "Macros") })).status).toBe(415)
})

test("a file of two types is sent as one of them, or refused", async () => {
  const gif = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#7a6a5a" } })
    .gif()
    .toBuffer()
  const both = await upload({ name: "a.gif", bytes: Buffer.concat([gif, Buffer.from("<script>alert(1)</script>")]) })
  expect(both.body).toMatchObject({ message_type: "IMAGE", file_type: "image/webp" })
  const shown = await shop.call(`GET ${both.body.file_url}`, { as: room.member })
  expect(shown.raw.includes("script")).toBe(false)
  const active = `%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>\nendobj\n<script>alert(1)</script>\n%%EOF\n`
  const sent = await upload({ name: "a.html", type: "text/html", bytes: active })
  expect(sent.body).toMatchObject({ message_type: "FILE", file_type: "application/pdf", file_name: "a.pdf" })
  for (const range of ["bytes=0-", "bytes=0-3", "bytes=9-1,-0"]) {
    const file = await shop.call(`GET ${sent.body.file_url}`, { as: room.member, headers: { range } })
    expect(file.status).toBe(200)
    expect(file.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^attachment; /),
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    })
  }
  expect((await shop.call(`HEAD ${sent.body.file_url}`, { as: foreign.member })).status).toBe(404)
})

test("pictures of enormous dimensions are refused before they are decoded", async () => {
  const header = (width: number, height: number) => {
    const ihdr = Buffer.from("0000000d49484452000000000000000008020000000000000000000049454e44ae426082", "hex")
    ihdr.writeUInt32BE(width, 8)
    ihdr.writeUInt32BE(height, 12)
    return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ihdr])
  }
  for (const [width, height] of [
    [60_000, 60_000],
    [2_147_483_647, 2_147_483_647],
    [0, 0],
  ] as const) {
    isRefused(await upload({ name: "a.png", bytes: header(width, height) }))
  }
  const large = await sharp({ create: { width: 9000, height: 8000, channels: 3, background: "#fff" } })
    .png()
    .toBuffer()
  expect((await upload({ name: "a.png", bytes: large })).status).toBe(413)
})

test.each([
  "../../../etc/passwd",
  "a\u2028b\u2029c.pdf",
  `${"\u{1F600}".repeat(80)}.pdf`,
  `a${"\u{1F600}".repeat(80)}.pdf`,
  "a;b='c'.pdf",
  "con.pdf",
  "   ",
  "%0d%0aset-cookie: a=b.pdf",
])("a file called %j keeps a name of one line that can be sent back", async (name) => {
  const sent = await upload({ name, bytes: pdf })
  expect(sent.status).toBe(201)
  expect(sent.body.file_name).toBe(sent.body.file_name.toWellFormed())
  expect(sent.body.file_name).not.toMatch(/["\\/\r\n\u2028\u2029\ufffd]/)
  const file = await shop.call(`GET ${sent.body.file_url}`, { as: room.member })
  expect(file.status).toBe(200)
  expect(file.headers["set-cookie"]).toBeUndefined()
})

test("none of this was logged as a server error", () => {
  expect(logged).toEqual([])
})

const pdf = "%PDF-1.4\n%%EOF\n"

interface Part {
  name: string
  text?: string
  /** The sizes that its directory entry claims. */
  packed?: number
  unpacked?: number
}

/** A ZIP archive of stored entries, with its central directory. */
function zip(parts: Part[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, text = "", packed = text.length, unpacked = text.length } of parts) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt32LE(packed, 20)
    entry.writeUInt32LE(unpacked, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    files.push(local, Buffer.from(name + text))
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + text.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...directory, end])
}
