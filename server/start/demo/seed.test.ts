import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { translatedLanguages } from "#contract/languages.ts"
import { assertAdultText } from "#server/platform/moderation/adults.ts"
import { dollTexts, images } from "#server/shopfront/catalog/tables.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { demoAccounts, demoPassword } from "./accounts.ts"
import { demoModels } from "./catalogue.ts"
import { addDemoVideos, fillDemoShop, readTerms, readTexts, refreshPictures } from "./seed.ts"
import { demoVideos } from "./videos.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ DEMO: "1" })
})
afterAll(() => shop.close())

test("an empty database becomes the demo shop, with 48 models and their reviews", async () => {
  const answer = await shop.call("GET /api/dolls?limit=100")
  expect(answer.headers["x-total-count"]).toBe("48")
  const reviewed = answer.body.filter((doll: { review_count: number }) => doll.review_count > 0)
  expect(reviewed.length).toBeGreaterThan(20)
  expect((await shop.call("GET /api/settings")).body.time_zone).toBe("America/Los_Angeles")
})

test.each(translatedLanguages)("every model has its texts in %s, and they depict adults", async (language) => {
  const shown = await shop.call("GET /api/dolls?limit=100")
  const texts = Object.entries(readTexts(language))
  expect(new Set(texts.map(([, [description]]) => description)).size).toBe(shown.body.length + 2)
  for (const [slug, [description, long_description]] of texts) {
    assertAdultText({ description, long_description })
    expect(description.length, slug).toBeLessThan(300)
  }
  const terms = readTerms()
  for (const { doll_material, specifications } of demoModels)
    for (const term of [doll_material, ...specifications.flatMap(({ name, value }) => [name, value])])
      expect(terms[term]?.[language], term).toBeTruthy()
  assertAdultText({
    terms: Object.values(terms)
      .map((there) => there[language])
      .join("\n"),
  })
  const { db } = shop.app.store
  expect(await db.$count(dollTexts, sql`${dollTexts.language} = ${language}`)).toBe(texts.length)
})

test("every review of the demo is that of a purchase which was complete by then", async () => {
  const found = await shop.app.store.db.execute(sql`
    select r.id from reviews r where not r.verified_purchase or not exists (
      select 1 from orders o join order_items i on i.order_id = o.id
      where o.user_id = r.user_id and i.doll_id = r.doll_id and o.paid_at < r.created_at
        and o.status in ('to_be_shipped', 'shipped', 'completed'))`)
  expect((found as unknown as { rows: unknown[] }).rows).toEqual([])
})

test("filling it a second time changes nothing", async () => {
  expect(await fillDemoShop(shop.app.store)).toBe(false)
  expect((await shop.call("GET /api/dolls")).headers["x-total-count"]).toBe("48")
})

test.each(demoAccounts)("$email ($what) can sign in", async ({ email }) => {
  const answer = await shop.call("POST /api/auth/login", { body: { email, password: demoPassword } })
  expect(answer.status).toBe(200)
})

test("customers of the demo were last seen when they last did something, and confirmed their address at the start", async () => {
  const boss = await shop.anAdmin()
  const { body: known } = await shop.call("GET /api/admin/users?role=user&limit=100", { as: boss })
  const { body: orders } = await shop.call("GET /api/admin/orders?limit=100", { as: boss })
  const demo = known.filter(({ email }: { email: string }) => email.endsWith("@demo.example"))
  expect(demo.length).toBeGreaterThan(10)
  for (const { id, created_at, last_seen_at } of demo) {
    const placed = orders.flatMap((one: { user_id: number; createdAt: string }) =>
      one.user_id === id ? [one.createdAt] : [],
    )
    expect(last_seen_at >= [created_at, ...placed].sort().at(-1)).toBe(true)
    const { body: timeline } = await shop.call(`GET /api/admin/customers/${id}/timeline?limit=50`, { as: boss })
    const confirmed = timeline.items.find(({ id }: { id: string }) => id.startsWith("confirmed-"))
    if (confirmed) expect(Date.parse(confirmed.at) - Date.parse(created_at)).toBe(300_000)
  }
})

test("the demo customer has an order in every status, and the sums are right", async () => {
  const found = await shop.app.store.db.execute(sql`select distinct status from orders order by status`)
  expect((found as unknown as { rows: unknown[] }).rows).toHaveLength(8)
  const wrong = await shop.app.store.db.execute(sql`
    select o.id from orders o join order_items i on i.order_id = o.id
    group by o.id having sum(i.price_cents * i.quantity - i.discount_cents) <> o.total_cents`)
  expect((wrong as unknown as { rows: unknown[] }).rows).toEqual([])
})

test("the demo order under review has not been sold, and the feed names the part that was received", async () => {
  const found = await shop.app.store.db.execute(sql`
    select o.paid_at, (select count(*)::int from activities where type = 'model_purchase' and subject_id = o.id) as sold,
      (select amount_cents * 2 = o.total_cents from activities where type = 'payment' and subject_id = p.id) as half
    from orders o join payments p on p.order_id = o.id where o.status = 'needs_review'`)
  expect((found as unknown as { rows: unknown[] }).rows).toEqual([{ paid_at: null, sold: 0, half: true }])
})

test("the sandbox knows the demo's payments, and members and contact messages have theirs", async () => {
  const { body: admin } = await shop.call("POST /api/auth/login", {
    body: { email: "admin@demo.example", password: demoPassword },
  })
  const as = admin.access_token
  const states = async (path: string) =>
    (await shop.call(`GET /api/admin/${path}`, { as })).body.payments.map(({ status }: { status: string }) => status)
  expect(new Set(await states("subscription-payments?limit=100"))).toEqual(new Set(["completed", "failed", "pending"]))
  expect(new Set(await states("payments?limit=100"))).toEqual(
    new Set(["completed", "failed", "partially_paid", "pending", "refunded"]),
  )
  const off = await shop.app.store.db.execute(sql`
    select p.payment_id from payments p left join sandbox_payments s using (payment_id)
      left join payment_events e on e.payment_id = p.payment_id and e.provider = p.provider
    where s.payment_status is distinct from p.provider_status or e.provider_status is distinct from p.provider_status`)
  expect((off as unknown as { rows: unknown[] }).rows).toEqual([])
  expect((await shop.call("GET /api/admin/contacts?handled=false", { as })).body).toHaveLength(2)
})

test("the audit log of the demo says who shipped, refunded and published, and verifies", async () => {
  const { body: admin } = await shop.call("POST /api/auth/login", {
    body: { email: "admin@demo.example", password: demoPassword },
  })
  const as = admin.access_token
  const { body: log } = await shop.call("GET /api/admin/audit-log?limit=100", { as })
  const moves = log.filter(({ action }: { action: string }) => action === "order.move")
  expect(moves.map(({ after }: { after: { status: string } }) => after.status).toSorted()).toEqual([
    "refund_due",
    "refunded",
    "shipped",
    "shipped",
  ])
  expect(log.filter(({ action }: { action: string }) => action === "video.create")).toHaveLength(demoVideos.length)
  const times = log.map(({ created_at }: { created_at: string }) => created_at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect((await shop.call("GET /api/admin/audit-log/verify", { as })).body).toMatchObject({ intact: true })
})

test("the demo members chat about models of the moderator, and the counts are right", async () => {
  const found = await shop.app.store.db.execute(sql`
    select r.head_seq, r.message_count, (select count(*)::int from chat_messages m where m.room_id = r.id) as messages,
      (select sum(p.unread - (select count(*) from chat_messages m left join chat_reads c on c.room_id = r.id and c.user_id = p.id
        where m.room_id = r.id and m.id > coalesce(c.last_message_id, 0) and m.sender_id <> p.id))::int
       from (values (r.user_id, r.user_unread), (r.moderator_id, r.moderator_unread)) as p(id, unread) where p.id is not null) as off
    from chat_rooms r order by r.id`)
  const rooms = (found as unknown as { rows: any[] }).rows
  expect(rooms.length).toBeGreaterThanOrEqual(6)
  for (const room of rooms)
    expect(room).toEqual({ head_seq: room.messages, message_count: room.messages, messages: room.messages, off: 0 })
  const answer = await shop.call("POST /api/auth/login", {
    body: { email: "moderator@demo.example", password: demoPassword },
  })
  const queue = (name: string) =>
    shop.call(`GET /api/chat/moderator/rooms/?queue=${name}`, { as: answer.body.access_token })
  expect((await queue("unread")).body).toHaveLength(2)
  expect((await queue("flagged")).body).toHaveLength(1)
})

test("a demo shop from before videos existed gets them, but no deleted ones", async () => {
  const { store } = shop.app
  const countVideos = async () => Number((await shop.call("GET /api/videos")).headers["x-total-count"])
  const all = await countVideos()
  expect(all).toBe(8)
  expect(await addDemoVideos(store)).toBe(false)
  await store.db.execute(sql`delete from video_views`)
  await store.db.execute(sql`delete from video_likes`)
  await store.db.execute(sql`delete from videos`)
  expect(await addDemoVideos(store)).toBe(false)
  await store.db.execute(sql`alter sequence videos_id_seq restart`)
  await store.db.execute(sql`update dolls set deleted_at = now() where slug = 'octavia'`)
  expect(await addDemoVideos(store)).toBe(true)
  const rows = (await store.db.execute(sql`select views from videos`)) as unknown as { rows: { views: number }[] }
  expect(rows.rows.map(({ views }) => views > 0)).toEqual(Array(all - 1).fill(true))
})

test("a demo shop whose pictures have been drawn again since lists the files that there are now", async () => {
  const { db } = shop.app.store
  const state = () => db.select().from(images).orderBy(images.id)
  const before = await state()
  await db.execute(sql`update images set widths = '{320,960}' where id % 2 = 0`)
  await db.execute(sql`update slideshow_items set widths = '{960}'`)
  await refreshPictures(shop.app.store)
  expect(await state()).toEqual(before)
  const slides = (await shop.call("GET /api/slideshow/slideshows")).body
  expect(JSON.stringify(slides)).not.toContain('"widths":[960]')
})

test("a database with users is left alone", async () => {
  const other = await openShop()
  await other.aUser()
  expect(await fillDemoShop(other.app.store)).toBe(false)
  expect(await addDemoVideos(other.app.store)).toBe(false)
  expect((await other.call("GET /api/dolls")).headers["x-total-count"]).toBe("0")
  await other.close()
})

test("every demo customer has favorites", async () => {
  for (const { email, what } of demoAccounts.filter(({ what }) => /^(customer|member)/.test(what))) {
    const { body } = await shop.call("POST /api/auth/login", { body: { email, password: demoPassword } })
    const headers = { authorization: `Bearer ${body.access_token}` }
    const answer = await shop.app.http.inject({ method: "GET", url: "/api/favorites/", headers })
    expect(answer.json().length, what).toBeGreaterThanOrEqual(2)
  }
})
