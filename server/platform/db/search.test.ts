import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { discounts } from "#server/sales/discounts/tables.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { aForm } from "#test/forms.ts"
import { anOrder, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { readVideoFile } from "#test/videoFiles.ts"
import { searchPattern } from "./search.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin()
  const { db } = shop.app.store
  const now = shop.clock.now()
  for (const [at, name] of names.entries()) {
    await shop.aUser({ fullName: name })
    await shop.aUser({ fullName: name, role: "moderator" })
    const doll = await shop.aDoll({ name, description: "A lamp." })
    const { order } = await anOrder(shop, await shop.aUser())
    await db
      .update(orders)
      .set({ shipping: { ...shipping, address: name } })
      .where(eq(orders.id, order.id))
    const form = { title: name, description: "A turn.", doll_id: String(doll.id) }
    await shop.call("POST /api/videos/upload", { as: boss, ...(await aForm(form, { file: await readVideoFile() })) })
    const message = { name, email: `writer${at}@demo.example`, subject: "A lamp", message: "Does it fit?" }
    await shop.call("POST /api/contact", { body: message })
    await db.insert(discounts).values({ title: name, percent: 10, startsAt: now, createdAt: now, updatedAt: now })
  }
  shop.app.cache.clear()
})
afterAll(() => shop.close())

/** Names as they are stored: composed, decomposed, with a typewriter's apostrophe and with a printer's. */
const names = [
  "Chlo\u00e9 Gr\u00fcn",
  "Zoe\u0308 Mu\u0308ller",
  "Kay O'Brien",
  "Ida M\u2019Baye",
  'The "Blue" Anne-Lise',
]

test.each([
  ["models", "/dolls", "name"],
  ["the stock", "/admin/stock", "name"],
  ["customers", "/admin/users", "full_name"],
  ["moderators", "/moderators/moderators", "full_name"],
  ["orders", "/admin/orders", "shippingAddress.street"],
  ["videos", "/videos/", "title"],
  ["contact messages", "/admin/contacts", "name"],
  ["discounts", "/admin/discounts", "title"],
])("%s are found by any spelling of accents, apostrophes, quotes and hyphens", async (_, path, property) => {
  const read = (row: any) => property.split(".").reduce((value, key) => value?.[key], row)
  for (const [q, at] of [
    ["chloé grün", 0],
    ["CHLOÉ", 0],
    ["chloe\u0301 gru\u0308n", 0],
    ["zoë müller", 1],
    ["zoe\u0308 mu\u0308ller", 1],
    ["o'brien", 2],
    ["O’Brien", 2],
    ["m'baye", 3],
    ["m’baye", 3],
    ["mʼbaye", 3],
    ["“blue”", 4],
    ['"blue"', 4],
    ["anne‑lise", 4],
  ] as const) {
    const { body } = await shop.call(`GET /api${path}?q=${encodeURIComponent(q)}`, { as: boss })
    expect([q, [...new Set(body.map(read))]]).toEqual([q, [names[at]]])
  }
})

test("a search term is literal, whatever it contains", async () => {
  const all = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
  const terms = [
    ...all,
    all.join(""),
    "(?i)x",
    "***=a",
    "***:a",
    "[[:alpha:]]",
    "a{2}",
    "\\d",
    "\\",
    "x\ny",
    "が",
    "한",
    "🎁",
  ]
  for (const term of terms) {
    const { rows } = (await shop.app.store.db.execute(
      sql`select lower(${`<${term}>`}::text) ~ ${searchPattern(term)}::text as found,
        '0 aa, é ü' ~ ${searchPattern(term)}::text as elsewhere`,
    )) as unknown as { rows: { found: boolean; elsewhere: boolean }[] }
    expect([term, rows[0]]).toEqual([term, { found: true, elsewhere: "0 aa, é ü".includes(term.toLowerCase()) }])
    expect(new RegExp(searchPattern(term)).test(`<${term.toLowerCase()}>`)).toBe(true)
  }
})
