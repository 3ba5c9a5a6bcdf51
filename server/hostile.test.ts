import { afterAll, beforeAll, expect, test } from "vitest"
import { type CallOptions, openShop, type TestPerson, type TestShop } from "#test/shop.ts"

/**
 * Requests generated from our own OpenAPI document with wrong, huge and hostile values, sent by every kind of user.
 * Every answer must be a refusal of ours: no 5xx, no stack, no SQL. HOSTILE_ROUNDS makes it longer; one round is every
 * operation once per person.
 */
let shop: TestShop
let people: Record<string, TestPerson | undefined>
beforeAll(async () => {
  shop = await openShop({ RATE_LIMIT_SCALE: "100000" })
  await shop.aDoll()
  people = {
    guest: undefined,
    customer: await shop.aUser({ membershipLevel: "vip" }),
    moderator: await shop.aModerator(),
    admin: await shop.anAdmin(),
  }
})
afterAll(() => shop.close())

const rounds = Number(process.env.HOSTILE_ROUNDS ?? 3)

test.each(["guest", "customer", "moderator", "admin"])(
  "nothing a %s sends causes a server error",
  { timeout: 120_000 },
  async (who) => {
    const random = mulberry(who.length * 7919)
    const failures: string[] = []
    for (let round = 0; round < rounds; round++) {
      for (const { method, path } of operations()) {
        const request = hostile(method, path, random)
        const answer = await shop.call(`${method.toUpperCase()} ${request.url}`, { as: people[who], ...request })
        if (answer.status >= 500 && answer.status !== 503)
          failures.push(`${answer.status} ${method} ${request.url} ${JSON.stringify(request).slice(0, 300)}`)
        if (/\bat .+\.ts:\d+|node_modules|select .+ from|pglite/i.test(JSON.stringify(answer.body) ?? ""))
          failures.push(`leak: ${method} ${request.url}`)
      }
    }
    expect(failures).toEqual([])
  },
)

function operations(): { method: string; path: string }[] {
  const document = shop.app.http.swagger() as { paths: Record<string, Record<string, unknown>> }
  return Object.entries(document.paths)
    .filter(([path]) => !leaving.includes(path))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method, path })))
}

/** These would end the session, and the rest of the run would be a guest's. */
const leaving = ["/api/auth/logout", "/api/auth/sessions/{id}", "/api/users/account"]

const values: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
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
  "../../etc/passwd",
  "%00",
  "\u0000",
  "\ud800",
  "\u202egnp",
  "💥".repeat(50),
  "a".repeat(10_000),
  [],
  {},
  [[[]]],
  { $ne: 1 },
  { toString: 1 },
  "2025-13-45",
  "__proto__",
  "constructor",
]
/** Valid values: most of a request is valid and one or two fields are not, or nothing would pass the first schema. */
const plausible: Record<string, unknown> = {
  email: "someone@demo.example",
  password: "Glazed-Clay-1",
  full_name: "Demo Someone",
  region: "eu",
  doll_id: 1,
  quantity: 2,
  rating: 4,
  comment: "Calm and well made.",
  price: 120.5,
  name: "A piece",
  description: "A calm piece.",
  items: [{ doll_id: 1, quantity: 1 }],
  order_id: "0123456789abcdef0123",
  success_url: "/success",
  cancel_url: "/cancel",
  level: "vip",
  status: "shipped",
  tracking_number: "T-1",
  oob_code: "0123456789abcdef0123456789",
  new_password: "Glazed-Clay-2",
  current_password: "Glazed-Clay-1",
  firstName: "Demo",
  lastName: "Person",
  phone: "+1 555 0100",
  address: "1 Sample Street",
  city: "Springfield",
  state: "Oregon",
  zipCode: "97477",
  country: "US",
  caption: "A view",
  position: 1,
  is_primary: true,
  subject: "A question",
  message: "How tall is it?",
  payment_id: "12345",
  doll_height: 170,
  stock: 3,
}

function hostile(method: string, path: string, random: () => number): CallOptions & { url: string } {
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!
  const text = (value: unknown) =>
    encodeURIComponent(typeof value === "string" ? value.toWellFormed().slice(0, 400) : JSON.stringify(value))
  const filled = path.replace(/\{\w+\}/g, () => (random() < 0.5 ? "1" : text(pick(values)) || "x"))
  const query = ["skip", "limit", "q", "category", "sort", "min_price", "status"]
    .filter(() => random() < 0.3)
    .map((name) => `${name}=${text(pick(values))}`)
  const url = `${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`
  if (method === "get" || method === "delete") return { url }
  const shape = random()
  if (shape < 0.1)
    return {
      url,
      payload: pick(["{", "[1,", "null", '"text"', "\u0000"]),
      headers: { "content-type": "application/json" },
    }
  if (shape < 0.2)
    return {
      url,
      payload: "x=1&y=2",
      headers: {
        "content-type": pick([
          "text/plain",
          "application/xml",
          "multipart/form-data; boundary=x",
          "application/x-www-form-urlencoded",
        ]),
      },
    }
  if (shape < 0.25)
    return {
      url,
      payload:
        `--x\r\ncontent-disposition: form-data; name="file"; filename="a\r\n.png"\r\n\r\n` +
        `not a picture\r\n--x--\r\n`,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    }
  if (shape < 0.3) return { url, body: pick(values) }
  return {
    url,
    body: Object.fromEntries(
      Object.entries(plausible).map(([name, good]) => [name, random() < 0.06 ? pick(values) : good]),
    ),
    headers: random() < 0.3 ? { "idempotency-key": text(pick(values)).slice(0, 300) || "k", "if-match": '"9"' } : {},
  }
}

/** Mulberry32 (public domain, T. Ettinger): the same requests in every run. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
