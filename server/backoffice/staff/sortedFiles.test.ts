import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

/** More than one batch, with many equal sort keys. */
const most = 1003

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin("super_admin")
  const person = await shop.aUser()
  const model = await shop.aDoll()
  const { db } = shop.app.store
  const at = shop.clock.now().toISOString()
  const rows = sql`generate_series(1, ${most}::int) n`
  await db.execute(sql`insert into dolls (name, description, price_cents, verified_count, verified_sum, created_at, updated_at)
    select 'Serial ' || n, 'One of many.', 10000 + n % 7, 3, 3 + n % 5, ${at}, ${at} from ${rows}`)
  await db.execute(sql`insert into videos (title, description, category, doll_id, views, likes, created_at, updated_at)
    select 'Serial ' || n, 'One of many.', '', ${model.id}, n % 7, n % 3, ${at}, ${at} from ${rows}`)
  await db.execute(sql`insert into payments (provider, payment_id, user_id, amount_cents, status, provider_status, rank, created_at,
    updated_at) select 'nowpayments', 'serial-' || n, ${person.id}, 1000 + n % 7, 'pending', 'waiting', 0, ${at}, ${at} from ${rows}`)
  await db.execute(sql`insert into users (uuid, email, full_name, region, role, password_hash, created_at, updated_at)
    select gen_random_uuid(), 'serial' || n || '@shop.example', 'Serial ' || n % 7, 'asia', 'moderator', '', ${at}, ${at}
      from ${rows}`)
  await db.execute(sql`insert into orders (user_id, reference, order_number, status, shipping, products_cents, total_cents,
      cart_fingerprint, holds_stock, created_at, updated_at)
    select ${person.id}, 'serial-' || n, 'ORD-' || lpad(n::text, 6, '0'), 'cancelled', '{"firstName":"Serial","lastName":"Demo","email":"serial@shop.example"}',
      1000 + n % 7, 1000 + n % 7, 'serial', false, ${at}, ${at} from ${rows}`)
  await db.execute(sql`insert into contact_messages (name, email, subject, message, created_at)
    select 'Serial', 'serial@shop.example', 'Letter ' || n, 'One of many.', ${at}::timestamptz + n % 7 * interval '1 hour' from ${rows}`)
  await db.execute(sql`insert into audit_log (action, target_kind, target_id, created_at, previous_hash, hash)
    select 'serial.note', 'user', n, ${at}, '', decode(md5(n::text), 'hex') from ${rows}`)
})
afterAll(() => shop.close())

async function file(path: string) {
  const { status, body } = await shop.call(`GET /api/${path}`, { as: boss, headers: { accept: "text/csv" } })
  expect(status).toBe(200)
  const [head, ...lines] = String(body).trim().split("\r\n")
  const names = head!.split(",")
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at], cell])))
}

test.each([
  ["dolls?all=1&q=serial&sort=price_asc", "price_usd", 1],
  ["dolls?all=1&q=serial&sort=price_desc", "price_usd", -1],
  ["dolls?all=1&q=serial&sort=rating", "rating", -1],
  ["dolls?all=1&q=serial", "created_at", -1],
  ["videos?all=1&q=serial&sort=views", "views", -1],
  ["videos?all=1&q=serial&sort=likes_asc", "likes", 1],
  ["videos?all=1&q=serial&sort=oldest", "created_at", 1],
  ["admin/payments?q=serial&sort=amount_desc", "amount_usd", -1],
  ["admin/payments?q=serial&sort=oldest", "created_at", 1],
  ["admin/orders?q=serial", "created_at", -1],
  ["admin/orders?q=serial&sort=amount_asc", "total_usd", 1],
  ["admin/orders?q=serial&sort=amount_desc", "total_usd", -1],
  ["admin/contacts?q=serial&sort=oldest", "created_at", 1],
  ["admin/contacts?q=serial", "created_at", -1],
  ["admin/audit-log?q=serial&sort=oldest", "id", 1],
  ["admin/audit-log?q=serial", "id", -1],
  ["moderators/moderators?q=serial&sort=name", "full_name", 1],
  ["moderators/moderators?q=serial&sort=models", "id", -1],
])("the export of %s follows the table: all rows once, in its order", async (path, key, way) => {
  const rows = await file(path)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(most)
  const value = (text: string) => (Number.isNaN(Number(text)) ? text : Number(text))
  const sorted = rows.toSorted((a, b) => {
    const [left, right] = [value(a[key]), value(b[key])]
    return way * (left === right ? Number(a.id) - Number(b.id) : left < right ? -1 : 1)
  })
  expect(rows.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
})

test("the export of videos is for content admins, and no cell of it is executed in a spreadsheet", async () => {
  await shop.app.store.db.execute(sql`update videos set title = '=1+1' where title = 'Serial 1'`)
  const rows = await file("videos?all=1&q=%3D1")
  expect(rows).toMatchObject([{ title: "'=1+1" }])
  const headers = { accept: "text/csv" }
  expect((await shop.call("GET /api/videos?all=1", { headers })).status).toBe(401)
  const finance = await shop.anAdmin("financial_admin")
  expect((await shop.call("GET /api/videos?all=1", { as: finance, headers })).status).toBe(403)
})
