import { afterAll, beforeAll, expect, test } from "vitest"
import * as z from "zod"
import { ClientFrame, RoomIdentify } from "#contract/chat.ts"
import { storable } from "#contract/common.ts"
import { Identify } from "#contract/sockets.ts"
import { aRoom, form, inRoom, type TestFile } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"

/** Every schema that validates input: of all routes, from the route table, and of the sockets' frames. */
let shop: TestShop
let schemas: [where: string, schema: z.ZodType][]
beforeAll(async () => {
  shop = await openShop()
  schemas = [
    ["frame", ClientFrame],
    ["identify", Identify],
    ["identify in a room", RoomIdentify],
  ]
  for (const { method, url, schema, config } of shop.app.http.routes) {
    for (const part of ["body", "querystring", "params", "headers"] as const) {
      const given = schema?.[part]
      if (given instanceof z.ZodType) schemas.push([`${method} ${url} ${part}`, given])
    }
    if (config?.form) schemas.push([`${method} ${url} form`, config.form])
  }
})
afterAll(() => shop.close())

interface Leaf {
  path: string
  schema: z.ZodType
}

/** The leaves of a schema; of a pipe, those of its input. */
function* leavesOf(schema: z.ZodType, path: string): Generator<Leaf> {
  const { def } = schema as unknown as { def: Record<string, any> & { type: string } }
  if (def.type === "object") {
    for (const [name, inner] of Object.entries(def.shape)) yield* leavesOf(inner as z.ZodType, `${path}.${name}`)
  } else if (def.type === "array") yield* leavesOf(def.element, `${path}[]`)
  else if (def.type === "union") for (const one of def.options) yield* leavesOf(one, path)
  else if (def.type === "pipe") yield* leavesOf(def.in.def.type === "transform" ? def.out : def.in, path)
  else if (def.type === "record") {
    yield* leavesOf(def.keyType, `${path} key`)
    yield* leavesOf(def.valueType, `${path} value`)
  } else if (def.innerType) yield* leavesOf(def.innerType, path)
  else yield { path, schema }
}

/** Formats that leave no room for any other character. */
const strict = ["email", "uuid", "guid", "date", "datetime"]

test("every text input refuses what no column can store", () => {
  const open: string[] = []
  let texts = 0
  for (const [where, schema] of schemas) {
    for (const { path, schema: leaf } of leavesOf(schema, where)) {
      const { type, format, checks = [] } = leaf.def as { type: string; format?: string; checks?: unknown[] }
      if (type !== "string") continue
      texts++
      if (!checks.includes(storable) && !strict.includes(format ?? "")) open.push(path)
    }
  }
  expect(texts).toBeGreaterThan(100)
  expect(open).toEqual([])
})

/** Claims of a client about itself, which are compared with the token's and never stored. */
const claims = ["user_id", "user_uuid", "user_role", "chat_room_id"]

test("no input keeps a field that its schema does not name", () => {
  const open: string[] = []
  const walk = (schema: z.ZodType, path: string) => {
    const { def } = schema as unknown as { def: Record<string, any> & { type: string } }
    if (["any", "unknown", "record", "map"].includes(def.type)) {
      if (!claims.includes(path.split(".").at(-1)!)) open.push(`${path} is any ${def.type}`)
    }
    if (def.type === "object" && def.catchall) open.push(`${path} keeps what it does not know`)
    if (def.type === "object")
      for (const [name, inner] of Object.entries(def.shape)) walk(inner as z.ZodType, `${path}.${name}`)
    for (const inner of [def.element, def.innerType, def.in, def.out, def.left, def.right, ...(def.options ?? [])])
      if (inner) walk(inner, path)
  }
  for (const [where, schema] of schemas) walk(schema, where)
  expect(open).toEqual([])
})

test.each(["a\0b", "\0", "a\ud800b", "\udc00"])("%j is refused wherever a text is expected", (bad) => {
  const passed: string[] = []
  for (const [where, schema] of schemas) {
    for (const { path, schema: leaf } of leavesOf(schema, where)) {
      if (leaf.def.type === "string" && leaf.safeParse(bad).success) passed.push(path)
    }
  }
  expect(passed).toEqual([])
})

/** Values of every type; most are invalid everywhere. */
const wrong: unknown[] = [
  undefined,
  null,
  "",
  " ",
  "no",
  "x".repeat(300_000),
  "\0",
  "2025-13-45",
  "0000-01-01",
  true,
  -1,
  0,
  1.234,
  1e308,
  Number.NaN,
  [],
  Array.from({ length: 2000 }, () => "x"),
  {},
  { a: 1 },
  new Date(),
]

test("every validation message can be shown to users", () => {
  const unfit = new Set<string>()
  let said = 0
  const judge = (where: string, schema: z.ZodType, value: unknown) => {
    for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
      said++
      const isSentence =
        /^[A-Z“].*\w.*[^\s:,]$/s.test(message) &&
        !/[a-z]_[a-z]|[<>{}[\]]|\b(input|expected|received|NaN|undefined|null|regex|pattern)\b/i.test(message)
      if (!isSentence) unfit.add(`${where} ${path.join(".")}: ${message}`)
    }
  }
  for (const [where, schema] of schemas) {
    for (const value of wrong) judge(where, schema, value)
    for (const { path, schema: leaf } of leavesOf(schema, where)) for (const value of wrong) judge(path, leaf, value)
  }
  expect(said).toBeGreaterThan(5000)
  expect([...unfit]).toEqual([])
})

test("a limit is written in readable units", async () => {
  const as = await shop.anAdmin()
  const refused = await shop.call("GET /api/dolls?limit=500")
  expect(refused).toMatchObject({ status: 422, body: { detail: "Must be 100 or less." } })
  const body = { name: "A piece", price: 10, description: "Glazed.", stock: 1.5 }
  const { body: told } = await shop.call("POST /api/dolls/create", { as, body: { ...body, name: "x".repeat(5000) } })
  expect(told.errors).toContainEqual({
    path: "name",
    message: expect.stringMatching(/^Must be \d+ characters or fewer\.$/),
  })
})

test("what no column can store is refused in a form, a file name, a header and a frame", async () => {
  const room = await aRoom(shop)
  const upload = (file: TestFile, fields: Record<string, string> = {}) =>
    shop.call(`POST /api/chat/messages/${room.id}/upload`, { as: room.member, ...form(file, fields) })
  const pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
  const statuses: [string, number][] = []
  for (const name of ["a\0b.pdf", "a.pdf\"; filename*=UTF-8''a%00b.pdf; x=\"", "a\ud800.pdf"])
    statuses.push([`a name ${JSON.stringify(name)}`, (await upload({ name, bytes: pdf })).status])
  for (const client_id of ["\0".repeat(10), "a\0bcdefghijk"])
    statuses.push(["a field", (await upload({ name: "a.pdf", bytes: pdf }, { client_id })).status])
  const as = await shop.anAdmin()
  const doll = await shop.aDoll()
  const caption = form({ name: "a.png", bytes: "no picture" }, { doll_id: String(doll.id), caption: "a\0b" })
  statuses.push(["a caption", (await shop.call("POST /api/images/upload", { as, ...caption })).status])
  for (const value of ["a\u0080\u00ff", "%00", "\u00ed\u00a0\u0080"]) {
    for (const name of [
      "idempotency-key",
      "if-match",
      "user-agent",
      "x-request-id",
      "authorization",
      "if-none-match",
    ]) {
      const headers = { [name]: value }
      const { status } = await shop.call("POST /api/cart", {
        as: room.member,
        headers,
        body: { doll_id: doll.id, quantity: 1 },
      })
      statuses.push([`${name}: ${value}`, status])
      const login = { email: "nobody@demo.example", password: "Turned-Brass-7" }
      statuses.push([`${name}: ${value}`, (await shop.call("POST /api/auth/login", { headers, body: login })).status])
    }
  }
  expect(statuses.filter(([, status]) => status >= 500)).toEqual([])
  // A file name is cleaned to be readable; a field is refused.
  expect(
    statuses.filter(([what, status]) => (what === "a field" || what === "a caption" ? status !== 422 : false)),
  ).toEqual([])

  const socket = await inRoom(shop.app, room, room.member)
  for (const message of ["a\0b", "a\ud800b"]) {
    socket.say({ type: "create", message, client_id: "0123456789" })
    expect(await socket.next("error")).toMatchObject({ code: "INVALID" })
  }
  socket.say({ type: "create", message: "Good evening", client_id: "9876543210" })
  expect(await socket.next("create")).toMatchObject({ message: { content: "Good evening" } })
  await socket.close()
})

test("the first day of a calendar can be stored", async () => {
  const as = await shop.anAdmin()
  for (const url of [
    "/api/admin/audit-log?from=0000-01-01",
    "/api/videos?since=0000-01-01",
    "/api/admin/revenue?from=0000-01-01&to=0000-01-02",
  ])
    expect((await shop.call(`GET ${url}`, { as })).status, url).toBe(422)
  const body = { name: "A piece", price: 10, description: "Glazed.", release_date: "0000-01-01" }
  expect((await shop.call("POST /api/dolls/create", { as, body })).status).toBe(422)
})
