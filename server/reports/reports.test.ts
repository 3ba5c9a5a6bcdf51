import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SalesReport, SalesReportBy } from "#contract/reports.ts"
import { recordUnrecordedRefunds } from "#server/orders/refundLedger.ts"
import { orders } from "#server/orders/tables.ts"
import { lockOrder, transition } from "#server/orders/transitions.ts"
import { aRoom, says } from "#test/chat.ts"
import { addToCart, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { days, minutes } from "../clock.ts"
import { membershipPeriods } from "../membership/tables.ts"
import { invoices, payments } from "../payments/tables.ts"
import { correctReports } from "./rollUp.ts"
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
})
