import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { RevenuePoint } from "#contract/admin.ts"
import { periodTexts } from "#contract/adminText.ts"
import type { SalesReport, SalesReportBy } from "#contract/reports.ts"
import { openSession } from "#server/platform/auth/sessions.ts"
import { lockOrder } from "#server/sales/orders/locks.ts"
import { recordUnrecordedRefunds } from "#server/sales/orders/refundLedger.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { transition } from "#server/sales/orders/transitions.ts"
import { aRoom, says } from "#test/chat.ts"
import { addToCart, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { rollUpAnswers } from "../../conversation/chat/responseTimes.ts"
import { moderatorDays, moderatorModels } from "../../conversation/chat/tables.ts"
import { membershipPeriods } from "../../people/membership/tables.ts"
import { days, minutes } from "../../platform/clock.ts"
import { said, speaking } from "../../platform/languages.ts"
import { touchDay } from "../../platform/records/touchedDays.ts"
import { invoices, payments } from "../../sales/payments/tables.ts"
import { rollUp } from "../staff/dailyStats.ts"
import { shopDays } from "../staff/tables.ts"
import { correctReports, rollUpSales } from "./rollUp.ts"
import { reportDays } from "./tables.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop()
  boss = await shop.anAdmin()
  goTo("2026-03-02T12:00:00Z")
})
afterAll(() => shop.close())

const goTo = (moment: string) => shop.clock.advance(Date.parse(moment) - shop.clock.now().getTime())
const sales = async (by: SalesReportBy, from: string, to: string) =>
  (await shop.call(`GET /api/admin/reports/sales?by=${by}&from=${from}&to=${to}`, { as: boss })).body as SalesReport

async function pay(buyer: TestPerson, dollIds: number[], country: "GB" | "DE" = "GB", paidCents?: number) {
  for (const id of dollIds) await addToCart(shop, buyer, id)
  const { body } = await shop.call("POST /api/orders", { as: buyer, body: { ...shipping, country } })
  await shop.app.store.transaction(async (tx) => {
    const cents = paidCents ?? Math.round(body.paymentAmount * 100)
    await tx.db.update(orders).set({ paidCents: cents }).where(eq(orders.id, body.id))
    await transition(tx, (await lockOrder(tx, body.id))!, "to_be_shipped", { home: "http://localhost" })
  })
  return body.id as number
}
const refund = (id: number) =>
  shop.app.store.transaction(async (tx) => {
    const order = await transition(tx, (await lockOrder(tx, id))!, "refund_due", { home: "http://localhost" })
    await transition(tx, { ...(await lockOrder(tx, id))!, order }, "refunded", { home: "http://localhost" })
  })
const linked = async (query: string) =>
  (await shop.call(`GET /api/admin/orders?${query}`, { as: boss })).headers["x-total-count"]

test("a day, a model, a category, a country and a kind of customer have the sales of their orders, beside those before", async () => {
  const [ada, bea] = [await shop.aUser(), await shop.aUser()]
  const cheap = await shop.aDoll({ priceCents: 10_000, category: "standard" })
  const dear = await shop.aDoll({ priceCents: 20_001, category: "premium" })
  await pay(ada, [cheap.id])
  goTo("2026-03-03T12:00:00Z")
  await pay(ada, [cheap.id, dear.id], "DE")
  // Underpaid, and accepted.
  await pay(bea, [cheap.id, dear.id], "GB", 20_000)
  for (const at of ["2026-03-03T20:00:00Z", "2026-03-05T12:00:00Z"]) {
    goTo(at)
    const byDay = await sales("day", "2026-03-03", "2026-03-03")
    expect(byDay.rows).toMatchObject([{ key: "2026-03-03", orders: 2, pieces: 4, net: 500.01, net_before: 100 }])
    expect(byDay.now.total).toBe(500.01)
    const byModel = await sales("model", "2026-03-03", "2026-03-03")
    expect(byModel.total).toMatchObject({ orders: 2, pieces: 4, net: 500.01 })
    const net = new Map(byModel.rows.map((row) => [row.key, row.net]))
    // The received 200 dollars are shared in proportion to the prices.
    expect([net.get(String(cheap.id)), net.get(String(dear.id))]).toEqual([166.66, 333.35])
    expect((await sales("category", "2026-03-03", "2026-03-03")).rows.map(({ key, net }) => [key, net])).toEqual([
      ["premium", 333.35],
      ["standard", 166.66],
    ])
    const byCountry = await sales("country", "2026-03-02", "2026-03-03")
    expect(byCountry.rows.map(({ key, orders, net }) => [key, orders, net])).toEqual([
      ["DE", 1, 300.01],
      ["GB", 2, 300],
    ])
    const byCustomer = await sales("customers", "2026-03-02", "2026-03-03")
    expect(byCustomer.rows.map(({ key, orders }) => [key, orders])).toEqual([
      ["returning", 1],
      ["new", 2],
    ])
  }
  const during = "paid_from=2026-03-02&paid_to=2026-03-03"
  expect(await linked(`${during}&country=GB`)).toBe("2")
  expect(await linked(`${during}&customers=new`)).toBe("2")
  expect(await linked(`${during}&customers=returning`)).toBe("1")
  expect(await linked(`${during}&doll_id=${dear.id}`)).toBe("2")
  expect(await linked(`${during}&category=premium`)).toBe("2")
  expect(await linked("paid_from=2026-03-02&paid_to=2026-03-02")).toBe("1")
})

test("a refund corrects the day of its sale, in reports and on the dashboard, and is counted once", async () => {
  goTo("2026-04-01T12:00:00Z")
  const doll = await shop.aDoll({ priceCents: 70_000 })
  const id = await pay(await shop.aUser(), [doll.id])
  goTo("2026-04-09T12:00:00Z")
  const day = async () => (await sales("day", "2026-04-01", "2026-04-01")).total
  expect(await day()).toMatchObject({ paid: 700, refunded: 0, net: 700 })
  await refund(id)
  await Promise.all([correctReports(shop.app.store), correctReports(shop.app.store)])
  expect(await day()).toMatchObject({ paid: 700, refunded: 700, net: 0 })
  expect((await sales("model", "2026-04-01", "2026-04-01")).rows).toMatchObject([{ refunded: 700, net: 0 }])
  // April is read as a month, with the days around it.
  const around = await sales("model", "2026-03-03", "2026-05-01")
  expect(around.rows.find(({ key }) => key === String(doll.id))).toMatchObject({ orders: 1, refunded: 700, net: 0 })
  expect(around.rows.reduce((sum, { net }) => sum + net, 0)).toBeCloseTo(500.01)
  // Whatever else records a refund is found when its day is over.
  const other = await pay(await shop.aUser(), [(await shop.aDoll({ priceCents: 30_000 })).id])
  goTo("2026-04-11T12:00:00Z")
  await correctReports(shop.app.store)
  const set = { status: "refunded" as const, refundedAt: shop.clock.now() }
  await shop.app.store.db.update(orders).set(set).where(eq(orders.id, other))
  await recordUnrecordedRefunds(shop.app.store)
  goTo("2026-04-12T12:00:00Z")
  await correctReports(shop.app.store)
  expect((await sales("day", "2026-04-09", "2026-04-09")).total).toMatchObject({ paid: 300, refunded: 300 })
  const rows = await shop.app.store.db.select().from(reportDays).where(eq(reportDays.day, "2026-04-09"))
  expect(rows.filter(({ kind }) => kind === "country")).toHaveLength(1)
})

test("memberships are new, renewed or ended by level, whatever pays for them", async () => {
  goTo("2026-05-01T12:00:00Z")
  const member = await shop.aUser()
  const buy = async (level: "standard" | "vip", startsAt: Date) => {
    const at = shop.clock.now()
    const moments = { createdAt: at, updatedAt: at }
    const { db } = shop.app.store
    const [invoice] = await db
      .insert(invoices)
      .values({
        kind: "subscription",
        userId: member.id,
        level,
        reference: `report ${at.getTime()}`,
        provider: "sandbox",
        amountCents: 2000,
        state: "paid",
        successUrl: "/",
        cancelUrl: "/",
        ...moments,
      })
      .returning()
    const [payment] = await db
      .insert(payments)
      .values({
        provider: "sandbox",
        paymentId: `report ${at.getTime()}`,
        invoiceId: invoice!.id,
        userId: member.id,
        status: "completed",
        providerStatus: "finished",
        rank: 6,
        amountCents: 2000,
        effect: "membership",
        effectAt: at,
        ...moments,
      })
      .returning()
    const endsAt = new Date(startsAt.getTime() + days(30))
    const period = {
      kind: "bought",
      paymentId: payment!.id,
      priceCents: 2000,
      startsAt,
      endsAt,
      createdAt: at,
    } as const
    await db.insert(membershipPeriods).values({ userId: member.id, level, ...period })
    return endsAt
  }
  const first = await buy("standard", shop.clock.now())
  shop.clock.advance(days(20))
  await buy("standard", first)
  goTo("2026-08-01T12:00:00Z")
  const { body } = await shop.call("GET /api/admin/reports/memberships?from=2026-05-01&to=2026-07-31", { as: boss })
  expect(body.rows[0]).toMatchObject({ level: "standard", started: 1, renewed: 1, ended: 1, paid: 40, net: 40 })
  expect(body.total).toMatchObject({ started: 1, renewed: 1, ended: 1, net: 40 })
  expect(
    (
      await shop.call("GET /api/admin/subscription-payments?level=standard&paid_from=2026-05-01&paid_to=2026-05-01", {
        as: boss,
      })
    ).body.total,
  ).toBe(1)
})

test("response times are a mean over all replies of the period, and those of a content admin, too", async () => {
  goTo("2026-09-01T12:00:00Z")
  const room = await aRoom(shop)
  await says(shop, room, room.member, "Good evening")
  shop.clock.advance(minutes(6))
  await says(shop, room, room.moderator, "Good evening to you")
  const content = await shop.anAdmin("content_admin")
  const read = async () =>
    (await shop.call("GET /api/admin/reports/responses?from=2026-09-01&to=2026-09-01", { as: content })).body
  const row = { id: room.moderator.id, messages: 1, answers: 1, minutes: 6, minutes_before: null }
  expect((await read()).rows).toMatchObject([row])
  goTo("2026-09-03T12:00:00Z")
  expect((await read()).rows).toMatchObject([row])
})

test("a report is a CSV file too; a period that is too long or ends before it begins is refused", async () => {
  const csv = await shop.call("GET /api/admin/reports/sales?by=country&from=2026-03-02&to=2026-03-03", {
    as: boss,
    headers: { accept: "text/csv" },
  })
  expect(csv.headers["content-disposition"]).toContain("sales-by-country.csv")
  expect(csv.body).toContain("DE,Germany,1,2,300.01,0,300.01,0")
  for (const query of ["from=2026-03-02&to=2026-03-01", "from=2001-01-01&to=2026-03-01", "from=x", "by=shoe"]) {
    expect((await shop.call(`GET /api/admin/reports/sales?${query}`, { as: boss })).status, query).toBe(422)
  }
  const tooLong = await shop.call("GET /api/admin/reports/sales?from=2001-01-01&to=2026-03-01", { as: boss })
  expect(tooLong.body.errors).toEqual([{ path: "from", message: periodTexts.atMostDays(1100) }])
})

test("the names of rows are in the language of the page, those of people and models as they are, and a file is in English", async () => {
  const [by, span] = ["country", "from=2026-03-02&to=2026-03-03"]
  const german = { as: boss, headers: { "accept-language": "de" } }
  const { rows, total } = (await shop.call(`GET /api/admin/reports/sales?by=${by}&${span}`, german)).body
  expect(rows.find(({ key }: any) => key === "DE").name).toBe("Deutschland")
  expect(total.name).toBe(speaking("de", () => said("Total")))
  const doll = await shop.aDoll({ name: "Georgia" })
  await pay(await shop.aUser(), [doll.id])
  const today = shop.clock.now().toISOString().slice(0, 10)
  const models = await shop.call(`GET /api/admin/reports/sales?by=model&from=${today}&to=${today}`, german)
  expect(models.body.rows.map(({ name }: any) => name)).toContain("Georgia")
  const headers = { ...german.headers, accept: "text/csv" }
  const csv = await shop.call(`GET /api/admin/reports/sales?by=${by}&${span}`, { as: boss, headers })
  expect(csv.body).toContain("DE,Germany,1,2,300.01")
})

/** Sessions end as months pass. */
async function signInAt(moment: string): Promise<void> {
  goTo(moment)
  boss = { ...boss, token: (await openSession(shop.app.store, boss.id, true, null)).token }
}
const inZone = async (time_zone: string) =>
  expect((await shop.call("PATCH /api/admin/settings", { as: boss, body: { time_zone } })).body).toMatchObject({
    time_zone,
  })
const revenue = async (from: string, to: string) =>
  (await shop.call(`GET /api/admin/revenue?from=${from}&to=${to}`, { as: boss })).body.points as RevenuePoint[]
const ordersOf = async (from: string, to: string) => (await sales("day", from, to)).rows.map(({ orders }) => orders)

test("an order of the evening counts on its day in the shop's time zone, in reports, their files, lists and the dashboard", async () => {
  // It is 20:30 on October 31 in Los Angeles.
  await signInAt("2026-11-01T03:30:00Z")
  await inZone("America/Los_Angeles")
  const doll = await shop.aDoll({ priceCents: 40_000 })
  const room = await aRoom(shop)
  await pay(await shop.aUser(), [doll.id])
  await says(shop, room, room.member, "Good evening")
  shop.clock.advance(minutes(6))
  await says(shop, room, room.moderator, "Good evening to you")
  const [read, csv] = ["GET /api/admin/reports/sales?by=day", { as: boss, headers: { accept: "text/csv" } }]
  expect((await shop.call(read, { as: boss })).body.now).toMatchObject({ from: "2026-10-02", to: "2026-10-31" })
  const stats = (await shop.call("GET /api/admin/dashboard-stats", { as: boss })).body
  expect([stats.series.months.at(-1), stats.monthly_revenue]).toEqual(["2026-10", 400])
  for (const at of ["2026-11-01T04:00:00Z", "2026-11-04T12:00:00Z"]) {
    goTo(at)
    expect(await ordersOf("2026-10-31", "2026-11-01")).toEqual([1, 0])
    const file = await shop.call(`${read}&from=2026-10-31&to=2026-11-01`, csv)
    expect(file.body).toContain("2026-10-31,2026-10-31,1,1,400,0,400,0\r\n2026-11-01,2026-11-01,0,")
    expect((await revenue("2026-10-31", "2026-11-01")).map(({ total }) => total)).toEqual([400, 0])
    const days = "/api/admin/revenue?from=2026-10-31&to=2026-11-01"
    expect((await shop.call(`GET ${days}`, csv)).body).toContain("2026-10-31,400,0,0,400,1\r\n2026-11-01,0,")
    expect(await linked("paid_from=2026-10-31&paid_to=2026-10-31")).toBe("1")
    expect(await linked("paid_from=2026-11-01&paid_to=2026-11-01")).toBe("0")
    const responses = "GET /api/admin/reports/responses?from=2026-10-31&to=2026-10-31"
    expect((await shop.call(responses, { as: boss })).body.rows).toMatchObject([
      { messages: 1, answers: 1, minutes: 6 },
    ])
    const metrics = (await shop.call(`GET /api/moderators/${room.moderator.id}/metrics`, { as: boss })).body
    expect([metrics.messages_per_day["2026-10-31"], metrics.messages_per_month["2026-10"]]).toEqual([1, 1])
  }
})

test("the days on which clocks change have 25 and 23 hours", async () => {
  const doll = await shop.aDoll({ priceCents: 10_000 })
  const autumn = ["2026-11-01T06:59:59Z", "2026-11-01T07:00:00Z", "2026-11-02T07:59:59Z", "2026-11-02T08:00:00Z"]
  const spring = ["2027-03-14T07:59:59Z", "2027-03-14T08:00:00Z", "2027-03-15T06:59:59Z", "2027-03-15T07:00:00Z"]
  for (const at of [...autumn, ...spring]) {
    goTo("2027-03-15T20:00:00Z")
    const id = await pay(await shop.aUser(), [doll.id])
    await shop.app.store.db
      .update(orders)
      .set({ paidAt: new Date(at) })
      .where(eq(orders.id, id))
    await shop.app.store.transaction((tx) => touchDay(tx, new Date(at)))
  }
  await signInAt("2027-03-17T20:00:00Z")
  await correctReports(shop.app.store)
  // One of October 31 was there before.
  expect(await ordersOf("2026-10-31", "2026-11-02")).toEqual([2, 2, 1])
  expect(await ordersOf("2027-03-13", "2027-03-15")).toEqual([1, 2, 1])
  expect((await revenue("2026-11-01", "2026-11-02")).map(({ payments }) => payments)).toEqual([2, 1])
  expect((await revenue("2027-03-13", "2027-03-15")).map(({ payments }) => payments)).toEqual([1, 2, 1])
})

test("a refund corrects the day of its sale in the shop's time zone, and no other", async () => {
  const doll = await shop.aDoll({ priceCents: 60_000 })
  goTo("2027-04-06T03:00:00Z")
  const id = await pay(await shop.aUser(), [doll.id])
  goTo("2027-04-06T20:00:00Z")
  await pay(await shop.aUser(), [doll.id])
  await signInAt("2027-04-09T03:00:00Z")
  await correctReports(shop.app.store)
  await refund(id)
  await correctReports(shop.app.store)
  const refunded = (await sales("day", "2027-04-05", "2027-04-07")).rows.map((row) => [row.paid, row.refunded])
  expect(refunded).toEqual([
    [600, 600],
    [600, 0],
    [0, 0],
  ])
  // The dashboard has it on the day on which it was made.
  expect((await revenue("2027-04-05", "2027-04-09")).map(({ refunds }) => refunds)).toEqual([0, 0, 0, 600, 0])
})

test("in another time zone all days are counted anew, once, and in the first one they are as they were", async () => {
  goTo("2027-04-12T20:00:00Z")
  const { store } = shop.app
  const all = async () => {
    await Promise.all([1, 2].flatMap(() => [rollUpSales(store), rollUp(store), rollUpAnswers(store)]))
    return Promise.all([
      store.db.select().from(reportDays).orderBy(reportDays.kind, reportDays.day, reportDays.key),
      store.db.select().from(shopDays).orderBy(shopDays.day),
      store.db.select().from(moderatorDays).orderBy(moderatorDays.day, moderatorDays.moderatorId),
      store.db.select().from(moderatorModels).orderBy(moderatorModels.dollId),
    ])
  }
  const before = await all()
  await inZone("UTC")
  const after = await all()
  expect(await ordersOf("2027-04-05", "2027-04-06")).toEqual([0, 2])
  expect((await revenue("2027-04-05", "2027-04-06")).map(({ payments }) => payments)).toEqual([0, 2])
  expect(after[2].map(({ day }) => day)).toEqual(["2026-09-01", "2026-11-01"])
  const byMonth = after[0].filter(({ kind, day }) => kind === "model_month" && day === "2027-04-01")
  expect(byMonth).toMatchObject([{ orders: 2, paidCents: 120_000, refundedCents: 60_000 }])
  expect(after[3]).toEqual(before[3])
  await inZone("America/Los_Angeles")
  expect(await all()).toEqual(before)
})

test("of a message that is deleted later, the day in the shop's time zone has one less", async () => {
  goTo("2027-05-06T03:00:00Z")
  const room = await aRoom(shop)
  const message = await says(shop, room, room.moderator, "Good evening to you")
  goTo("2027-05-08T03:00:00Z")
  await rollUpAnswers(shop.app.store)
  const mine = eq(moderatorDays.moderatorId, room.moderator.id)
  const days = () => shop.app.store.db.select().from(moderatorDays).where(mine)
  expect(await days()).toMatchObject([{ day: "2027-05-05", messages: 1 }])
  const deleted = await shop.call(`DELETE /api/chat/messages/${message.id}`, { as: room.moderator })
  expect(deleted.status).toBeLessThan(300)
  expect(await days()).toMatchObject([{ day: "2027-05-05", messages: 0 }])
})
