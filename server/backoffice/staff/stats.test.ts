import { readFile } from "node:fs/promises"
import { and, eq, inArray } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Activity, activityTypes, type RevenuePoint } from "#contract/admin.ts"
import { activityTitles, changeTexts } from "#contract/adminText.ts"
import { users } from "#server/platform/auth/tables.ts"
import { dayOf, days } from "#server/platform/clock.ts"
import { activities } from "#server/platform/records/tables.ts"
import { recordUnrecordedRefunds } from "#server/sales/orders/refundLedger.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { payments } from "#server/sales/payments/tables.ts"
import { aRoom, says } from "#test/chat.ts"
import { paidFor } from "#test/members.ts"
import { addToCart, checkOut } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { rollUp } from "./dailyStats.ts"
import { change } from "./stats.ts"
import { shopDays } from "./tables.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin()
})
afterAll(() => shop.close())

const stats = async (as = boss) => (await shop.call("GET /api/admin/dashboard-stats", { as })).body

async function aPaidOrder(cents: number): Promise<number> {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ priceCents: cents, stock: null })
  await addToCart(shop, buyer, doll.id)
  const { body } = await checkOut(shop, buyer)
  await shop.app.store.transaction(async (tx) => {
    const { lockOrder } = await import("#server/sales/orders/locks.ts")
    const { transition } = await import("#server/sales/orders/transitions.ts")
    await tx.db.update(orders).set({ paidCents: cents }).where(eq(orders.id, body.id))
    await transition(tx, (await lockOrder(tx, body.id))!, "to_be_shipped", { home: "http://localhost" })
  })
  return body.id
}

async function aMembership(cents: number): Promise<TestPerson> {
  const member = await shop.aUser()
  const id = await paidFor(shop, member, "vip")
  const set = { effect: "membership" as const, effectAt: shop.clock.now(), amountCents: cents }
  await shop.app.store.db.update(payments).set(set).where(eq(payments.id, id))
  return member
}

test("the change since last month is computed, and marked where there was nothing before", () => {
  expect(change(9, 8)).toBe(changeTexts.fromLastMonth("+12.5%"))
  expect(change(9, 8)).toBe("+12.5% from last month")
  expect(change(6, 8)).toBe("-25.0% from last month")
  expect(change(8, 8)).toBe(changeTexts.none)
  expect(change(3, 0)).toBe(changeTexts.newThisMonth("3"))
})

test("the dashboard sums up existing data, by day and by month", async () => {
  // The clock is in the middle of a month, so that a day more or less stays in it.
  shop.clock.advance(new Date("2026-03-10T12:00:00Z").getTime() - shop.clock.now().getTime())
  const first = await aPaidOrder(10_000)
  await aMembership(2000)
  const gone = await shop.aUser()
  const before = await stats()
  expect(before.monthly_revenue).toBe(120)
  expect(before.active_subscriptions).toBe(1)

  // A month later everything before comes from the rollup.
  shop.clock.advance(new Date("2026-04-12T12:00:00Z").getTime() - shop.clock.now().getTime())
  await shop.app.store.db.update(users).set({ deletedAt: shop.clock.now() }).where(eq(users.id, gone.id))
  await aPaidOrder(15_000)
  const now = await stats()
  expect(now.total_users).toBe(before.total_users - 1 + 1)
  expect(now.monthly_revenue).toBe(150)
  expect(now.revenue_change).toBe("+25.0% from last month")
  expect(now.active_subscriptions).toBe(0)
  expect(now.subscriptions_change).toBe("-100.0% from last month")
  expect(now.series.months).toHaveLength(12)
  expect(now.series.months.at(-1)).toBe("2026-04")
  expect(now.series.revenue.slice(-2)).toEqual([120, 150])
  expect(now.series.users.at(-1)).toBe(now.total_users)
  const rolled = await shop.app.store.db.select().from(shopDays)
  expect(rolled.at(-1)!.day).toBe("2026-04-11")
  expect(rolled.find(({ day }) => day === "2026-03-10")).toMatchObject({ subscriptions: 1, sales: 2 })
  // Repeating the rollup changes nothing.
  await Promise.all([rollUp(shop.app.store), rollUp(shop.app.store)])
  expect(await shop.app.store.db.select().from(shopDays)).toEqual(rolled)
  expect(await stats()).toEqual(now)

  // A refund counts on its own day.
  await shop.app.store.db
    .update(orders)
    .set({ status: "refunded", refundedAt: shop.clock.now() })
    .where(eq(orders.id, first))
  await recordUnrecordedRefunds(shop.app.store)
  expect((await stats()).monthly_revenue).toBe(50)
  const { body } = await shop.call("GET /api/admin/revenue?by=month&from=2026-02-01&to=2026-04-30", { as: boss })
  expect(body.currency).toBe("USD")
  expect(body.points).toEqual([
    { date: "2026-02", orders: 0, subscriptions: 0, refunds: 0, total: 0, payments: 0 },
    { date: "2026-03", orders: 100, subscriptions: 20, refunds: 0, total: 120, payments: 2 },
    { date: "2026-04", orders: 150, subscriptions: 0, refunds: 100, total: 50, payments: 1 },
  ])
  expect(body.total).toBe(170)
  expect(body.previous.points.map(({ date, total }: RevenuePoint) => [date, total])).toEqual([
    ["2025-11", 0],
    ["2025-12", 0],
    ["2026-01", 0],
  ])
  const byDay = await shop.call("GET /api/admin/revenue", { as: boss })
  expect(byDay.body.points).toHaveLength(30)
  expect(byDay.body.points.at(-1)).toMatchObject({ date: "2026-04-12", orders: 150, refunds: 100 })
  // The thirty days before: 2026-02-12 to 2026-03-13.
  expect(byDay.body.previous.points).toHaveLength(30)
  expect(byDay.body.previous.points.at(-1).date).toBe("2026-03-13")
  expect(byDay.body.previous.total).toBe(120)
  const { body: part } = await shop.call("GET /api/admin/revenue?by=month&from=2026-03-15", { as: boss })
  expect([part.total, part.previous.total]).toEqual([50, 0])
  const csv = await shop.call("GET /api/admin/revenue", { as: boss, headers: { accept: "text/csv" } })
  expect(String(csv.body)).toContain("2026-04-12,150,0,100,50,1\r\n")
})

test("a period that ends before it begins, or is too long, is refused", async () => {
  for (const query of [
    "from=2026-02-02&to=2026-02-01",
    "from=2020-01-01&to=2026-01-01",
    "by=month&from=1999-01-01",
    "from=x",
  ]) {
    expect((await shop.call(`GET /api/admin/revenue?${query}`, { as: boss })).status, query).toBe(422)
  }
  const fault = async (query: string) =>
    (await shop.call(`GET /api/admin/revenue?${query}`, { as: boss })).body.errors[0].message
  expect(await fault("from=2020-01-01&to=2026-01-01")).toBe("Please choose a period of at most 366 days.")
  expect(await fault("by=month&from=1999-01-01")).toBe("Please choose a period of at most 60 months.")
})

test("revenue is for financial admins", async () => {
  const content = await shop.anAdmin("content_admin")
  expect(await stats(content)).toMatchObject({ monthly_revenue: null, revenue_change: null, series: { revenue: null } })
  expect((await shop.call("GET /api/admin/revenue", { as: content })).status).toBe(403)
  const { body } = await shop.call("GET /api/admin/recent-activity?limit=100", { as: content })
  for (const { type } of body.activities as Activity[]) {
    expect(["subscription", "payment", "order", "model_purchase"]).not.toContain(type)
  }
})

test("the feed lists all nine kinds of activities, newest first and in pages", async () => {
  const email = "feed@demo.example"
  const account = { email, password: "Copper-Lathe-25", full_name: "Fay Feed", region: "eu" }
  await shop.call("POST /api/auth/register", { body: account })
  const room = await aRoom(shop)
  await shop.call(`DELETE /api/moderators/${room.moderator.id}/dolls/${room.dollId}`, { as: boss })
  await shop.call(`POST /api/moderators/${room.moderator.id}/dolls/${room.dollId}`, { as: boss })
  const staff = { email: "feed-mo@demo.example", full_name: "Mo Feed", password: "Copper-Lathe-25" }
  await shop.call("POST /api/admin/moderators", { as: boss, body: staff })
  const message = await says(shop, room, room.member, "Good evening")
  await shop.call(`PATCH /api/chat/messages/${message.id}/flag`, { as: room.moderator, body: { flagged: true } })
  const report = { kind: "doll", id: room.dollId, reason: "It looks odd" }
  await shop.call("POST /api/reports", { as: room.member, body: report })
  await aPaidOrder(7000)
  const member = await aMembership(2000)
  const { recordActivity } = await import("../../platform/records/activity.ts")
  await shop.app.store.transaction((tx) => recordActivity(tx, "payment", { userId: member.id, amountCents: 2000 }))

  const { body } = await shop.call("GET /api/admin/recent-activity?limit=100", { as: boss })
  const all = body.activities as Activity[]
  expect(body.total).toBe(all.length)
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(activityTypes))
  for (const one of all) expect(one.title).toBe(activityTitles[one.type])
  expect(Object.values(activityTitles)).toHaveLength(9)
  expect(all.find(({ type }) => type === "user_registration")!.message).toBe("Fay Feed created an account.")
  expect(all.find(({ type }) => type === "payment")!.message).toBe(`$20.00 from ${member.fullName}.`)
  expect(all.find(({ type }) => type === "model_purchase")!.message).toMatch(
    /^Piece \d+ sold: order ORD-\d{6} was paid \(\$70\.00\)\.$/,
  )
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a))
  const second = await shop.call("GET /api/admin/recent-activity?skip=2&limit=3", { as: boss })
  expect(second.body.activities).toEqual(all.slice(2, 5))
  const orderOnly = await shop.call("GET /api/admin/recent-activity?type=order", { as: boss })
  expect(orderOnly.body.activities.every(({ type }: Activity) => type === "order")).toBe(true)
  const csv = await shop.call("GET /api/admin/recent-activity", { as: boss, headers: { accept: "text/csv" } })
  expect(String(csv.body).trim().split("\r\n")).toHaveLength(all.length + 1)
  shop.clock.advance(days(1))
})

test("the migration corrects the figures of underpaid orders, which had counted in full", async () => {
  const { db } = shop.app.store
  const short = await aPaidOrder(30_000)
  const underReview = await aPaidOrder(20_000)
  const inFull = await aPaidOrder(10_000)
  const ids = [short, underReview, inFull]
  const [now, day] = [shop.clock.now(), dayOf(shop.clock.now())]
  const change = (id: number, values: Partial<typeof orders.$inferInsert>) =>
    db
      .update(orders)
      .set({ revenueCents: null, paymentsReceived: 1, ...values })
      .where(eq(orders.id, id))
  await change(short, { paidCents: 15_000 })
  await change(underReview, { paidCents: 5000, status: "needs_review" })
  await change(inFull, {})
  const [payment] = await db
    .insert(payments)
    .values({
      ...{ provider: "test", paymentId: "short", orderId: short, status: "partially_paid", amountCents: 30_000 },
      ...{ providerStatus: "partially_paid", rank: 4, createdAt: now, updatedAt: now },
    })
    .returning()
  const { recordActivity } = await import("../../platform/records/activity.ts")
  await shop.app.store.transaction((tx) =>
    recordActivity(tx, "payment", { subjectId: payment!.id, amountCents: payment!.amountCents }),
  )
  shop.clock.advance(days(2))
  await rollUp(shop.app.store)
  const rolledUp = async () => (await db.select().from(shopDays).where(eq(shopDays.day, day)))[0]!
  const before = await rolledUp()

  const migration = await readFile(
    new URL("../../platform/db/migrations/0041_order_revenue.sql", import.meta.url),
    "utf8",
  )
  await shop.app.database.script(migration.slice(migration.indexOf("create temporary table")))
  const corrected = await rolledUp()
  expect(corrected).toEqual({ ...before, ordersCents: before.ordersCents - 35_000, sales: before.sales - 1 })
  await db.delete(shopDays).where(eq(shopDays.day, day))
  await db.delete(shopDays).where(eq(shopDays.day, dayOf(new Date(now.getTime() + days(1)))))
  await rollUp(shop.app.store)
  expect(await rolledUp()).toEqual(corrected)
  const amounts = async (type: Activity["type"], subjects: number[]) =>
    (
      await db
        .select()
        .from(activities)
        .where(and(eq(activities.type, type), inArray(activities.subjectId, subjects)))
        .orderBy(activities.id)
    ).map(({ amountCents }) => amountCents)
  expect(await amounts("model_purchase", ids)).toEqual([15_000, 10_000])
  expect(await amounts("payment", [payment!.id])).toEqual([15_000])
})
