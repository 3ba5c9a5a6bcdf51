import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { type Code, statusOf } from "#contract/codes.ts"
import { Problem } from "#contract/common.ts"
import { everything } from "#test/allRows.ts"
import { form } from "#test/chat.ts"
import { onPostgres } from "#test/database.ts"
import { anEstate, type Estate } from "#test/estate.ts"
import { filledIn, type Operation, operationsOf, type Schema, sampleOf } from "#test/operations.ts"
import { type Answer, type CallOptions, openShop, type TestPerson, type TestShop } from "#test/shop.ts"

/**
 * Requests generated from our own OpenAPI document, mostly valid, with wrong, huge and hostile values in one or two
 * places, sent by every kind of user. HOSTILE_SEED makes others, HOSTILE_REQUESTS more.
 */
const seed = Number(process.env.HOSTILE_SEED ?? 1)
const isSecondRun = inject("postgresUrl") !== "" && !onPostgres
const total = Number(process.env.HOSTILE_REQUESTS ?? (isSecondRun ? 1_000 : 10_000))

let shop: TestShop
let estate: Estate
let operations: Operation[]
const newcomers: Record<string, () => Promise<TestPerson | undefined>> = {
  guest: async () => undefined,
  member: () => shop.aUser({ membershipLevel: "vvip" }),
  moderator: () => shop.aModerator(),
  admin: () => shop.anAdmin(),
}
beforeAll(async () => {
  shop = await openShop({ RATE_LIMIT_SCALE: "100000", PUBLIC_URL: "https://shop.example" })
  estate = await anEstate(shop)
  operations = operationsOf(shop)
})
afterAll(() => shop.close())

test.each(Object.keys(newcomers))(
  "nothing a %s sends causes a server error, an undocumented answer or a change of what is not theirs",
  { timeout: 240_000 },
  async (who) => {
    const random = mulberry(seed * 1000 + who.length)
    const failures: string[] = []
    const before = await rowsOf(estate.owner)
    let as = await newcomers[who]!()
    let accepted = 0
    let allowed = 0
    for (let i = 0; i < Math.max(total / Object.keys(newcomers).length, 2 * operations.length); i++) {
      const operation = operations[i % operations.length]!
      const { call, ...options } = requestTo(operation, random)
      const answer = await shop.call(call, { as, ...options })
      if (answer.status < 300) accepted++
      if (answer.status !== 401 && answer.status !== 403) allowed++
      for (const fault of faultsOf(operation, answer))
        failures.push(`request ${i}: ${fault}: ${call} ${JSON.stringify(options).slice(0, 500)}`)
      // It has signed out, or deleted its account.
      if (answer.status === 401 || operation.call === "DELETE /api/users/account") as = await newcomers[who]!()
    }
    expect(failures.slice(0, 20), `HOSTILE_SEED=${seed}`).toEqual([])
    // Otherwise nothing passes the first schema.
    expect(accepted).toBeGreaterThan(allowed / 5)
    if (who !== "admin") expect(await rowsOf(estate.owner)).toEqual(before)
  },
)

test("afterwards the shop answers, its audit log is whole, and no stock is below zero", async () => {
  const boss = await shop.anAdmin()
  expect((await shop.call("GET /readyz")).status).toBe(200)
  const { body } = await shop.call("GET /api/admin/audit-log/verify", { as: boss })
  expect(body).toMatchObject({ intact: true })
  const { body: dolls } = await shop.call("GET /api/dolls?limit=100", { as: boss })
  expect(dolls.filter(({ stock }: { stock: number | null }) => stock !== null && stock < 0)).toEqual([])
})

/** Returns the faults of an answer. */
function faultsOf({ statuses }: Operation, { status, body, headers, raw }: Answer<any>): string[] {
  const faults: string[] = []
  const text = raw.subarray(0, 200_000).toString("latin1")
  if (leak.test(text) || text.includes(shop.app.settings.dataDir)) faults.push(`leak in ${text.slice(0, 300)}`)
  if (status < 400) {
    if (statuses.length > 0 && !statuses.includes(status) && status !== 304) faults.push(`${status} is not documented`)
    return faults
  }
  const isProblem = String(headers["content-type"]).startsWith("application/problem+json")
  if (!isProblem || !Problem.safeParse(body).success) faults.push(`${status} is no problem document: ${text}`)
  else if (statusOf[body.code as Code] !== status || body.status !== status) faults.push(`${status} says ${body.code}`)
  if (status >= 500 && !["PROVIDER_DOWN", "PAYMENTS_NOT_CONFIGURED"].includes(body.code))
    faults.push(`${status} ${text}`)
  return faults
}

const leak =
  /\bat .+\.[jt]s:\d+|node_modules|\bselect .+ from\b|insert into|pglite|drizzle|\$argon2|BEGIN [A-Z ]*PRIVATE/i

const owners = ["user_id", "sender_id", "buyer_id"]
/** The rows about a person, without the time at which they were last seen. */
async function rowsOf({ id }: TestPerson) {
  const all = await everything(shop.app.store.db)
  return [...all].flatMap(([table, rows]) =>
    rows
      .filter((row) => owners.some((name) => row[name] === id) || (table === "users" && row.id === id))
      .map((row) => ({ table, ...row, last_seen_at: null })),
  )
}

const values: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  2_147_483_648,
  "",
  " ",
  "0",
  "1",
  "-1",
  "NaN",
  "1e9",
  "999999999999999999999",
  "' or 1=1 --",
  "%",
  "_",
  "\\",
  "<script>alert(1)</script>",
  "=cmd|' /C calc'!A0",
  "../../etc/passwd",
  "http://127.0.0.1:1/",
  "a\r\nbcc: all@demo.example",
  "%00",
  "\u0000",
  "\ud800",
  "\u202egnp",
  "ﷺ".repeat(300),
  "e\u0301\u0327".repeat(100),
  "💥".repeat(50),
  "a".repeat(10_000),
  [],
  {},
  [[[]]],
  ["x"],
  Array.from({ length: 500 }, () => 1),
  { $ne: 1 },
  { toString: 1 },
  { length: 1e9 },
  "2025-13-45",
  "0000-01-01",
  "+275760-09-13T00:00:00.001Z",
  "__proto__",
  "constructor",
]
/** JSON that no value becomes; `1e999` is read as infinite. */
const raws = [
  "NaN",
  "1e999",
  "-0",
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  `"${"\\u0000".repeat(20)}"`,
]

type Random = () => number
type Sent = CallOptions & { call: string }

function requestTo(operation: Operation, random: Random): Sent {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const word = () => {
    const value = pick(values)
    return (typeof value === "string" ? value.toWellFormed() : JSON.stringify(value)).slice(0, 400)
  }
  const ids = Object.values(estate.ids)
  const id = () => (random() < 0.5 ? 1 + Math.floor(random() * 6) : pick(ids))
  const params = Object.fromEntries(
    Object.keys(operation.params).map((name) => [name, random() < 0.7 ? id() : word() || "x"]),
  )
  const query = Object.entries(operation.query)
    .filter(() => random() < 0.3)
    .map(
      ([name, schema]) => `${name}=${encodeURIComponent(random() < 0.5 ? word() : String(sampleOf(schema, {}, name)))}`,
    )
  if (random() < 0.05) query.push(`__proto__[role]=admin&${pick(["skip", "limit", "q"])}=${encodeURIComponent(word())}`)
  const call = filledIn(operation, params) + (query.length > 0 ? `?${query.join("&")}` : "")
  const headers: Record<string, string> = {}
  for (const [name, likely] of oddHeaders) if (random() < 0.1) headers[name] = pick([...likely, headerOf(word())])
  if (operation.method === "GET") return { call, headers }
  if (operation.isForm || (operation.body === null && random() < 0.3))
    return { call, ...formOf(operation, random, pick, word) }
  if (operation.body === null && random() < 0.8) return { call, headers }
  if (random() < 0.05) {
    const type = pick([
      "text/plain",
      "application/xml",
      "multipart/form-data; boundary=x",
      "application/json; charset=x",
    ])
    return { call, payload: pick(["x=1&y=2", "", "{", "[1,", "\u0000", ...raws]), headers: { "content-type": type } }
  }
  const named = {
    // A stranger who has the code may redeem it.
    ...(operation.call === "POST /api/gifts/redeem" && { code: giftCodeOf(random) }),
    doll_id: id(),
    id: id(),
    chat_room_id: estate.ids.room,
    client_id: `client-${Math.floor(random() * 1e9)}`,
  }
  const body = sampleOf(operation.body ?? {}, named)
  for (let changes = Math.floor(random() * 3); changes > 0; changes--) spoil(body, random, pick)
  if (operation.call === "PATCH /api/admin/settings") {
    // These would close the shop to the rest of the run.
    for (const name of ["maintenance", "require_second_factor"]) delete (body as Record<string, unknown>)[name]
  }
  const json = JSON.stringify(body) ?? "null"
  const payload = random() < 0.05 ? json.replace(/(?<=:)("[^"]*"|\d+|null|true)/, () => pick(raws)) : json
  return { call, payload, headers: { "content-type": "application/json", ...headers } }
}

const oddHeaders: [name: string, likely: string[]][] = [
  ["idempotency-key", ["a-key-of-some-length", "short"]],
  ["if-match", ['"1"', "*", 'W/"1"']],
  ["if-none-match", ['"1"', "*"]],
  ["accept", ["text/csv", "*/*;q=x"]],
  ["accept-encoding", ["br", "gzip;q=0", "identity;q=0, *;q=0"]],
  ["range", ["bytes=0-", "bytes=-1", "bytes=9-1", "bytes=0-1,2-3"]],
  ["x-forwarded-for", ["127.0.0.1", "1.2.3.4, 5.6.7.8"]],
  ["user-agent", [""]],
]
const headerOf = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?")

/** Has the shape of a gift's code, and nobody has it. */
const giftCodeOf = (random: Random) =>
  Array.from({ length: 3 }, () => String(2222 + Math.floor(random() * 8) * 1111)).join("-")

/** Replaces, removes, wraps or adds something, somewhere. */
function spoil(body: unknown, random: Random, pick: <T>(list: readonly T[]) => T): void {
  if (typeof body !== "object" || body === null) return
  const fields = body as Record<string, unknown>
  const name = pick([...Object.keys(fields), "extra"])
  const inner = fields[name]
  if (typeof inner === "object" && inner !== null && random() < 0.5) {
    spoil(inner, random, pick)
    return
  }
  const how = random()
  if (how < 0.15) delete fields[name]
  else if (how < 0.25) fields[name] = [inner]
  else if (how < 0.3)
    Object.assign(fields, { role: "admin", id: 1, user_id: 1, toString: "x", constructor: { name: 1 } })
  else fields[name] = structuredClone(pick(values))
}

function formOf(
  { body }: Operation,
  random: Random,
  pick: <T>(list: readonly T[]) => T,
  word: () => string,
): Pick<CallOptions, "headers" | "payload"> {
  const fields = Object.keys((body as Schema | null)?.properties ?? { doll_id: 1, caption: 1, title: 1, url: 1 })
  const name = pick(["a.png", "a.php\u0000.png", "../../a.svg", 'a".png; x="', "a\r\nset-cookie: a=b.png", word()])
  const bytes = pick([
    "",
    "not a picture",
    "\x89PNG\r\n\x1a\n",
    "GIF89a/*<script>*/",
    "PK\u0003\u0004",
    "<svg onload=alert(1)>",
  ])
  const given = Object.fromEntries(
    fields.filter((one) => one !== "file").map((one) => [one, random() < 0.5 ? "1" : word()]),
  )
  const made = form(random() < 0.9 ? { name, type: pick(["image/png", "text/html", "x"]), bytes } : null, given)
  return random() < 0.8 ? made : { ...made, payload: (made.payload as Buffer).subarray(0, Math.floor(random() * 200)) }
}

/** Mulberry32 (public domain, T. Ettinger): the same requests for the same seed. */
function mulberry(start: number): Random {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
