import { and, desc, eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { AdminOrder, AdminOrderDetail } from "#contract/admin.ts"
import { orderFilterTexts, parcelTexts, periodTexts } from "#contract/adminText.ts"
import { orderTexts } from "#contract/buyingText.ts"
import type { Parcel, Shipment } from "#contract/orders.ts"
import { shippingTexts } from "#contract/texts.ts"
import { days, minutes } from "#server/platform/clock.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { addToCart, anOrder, aPaidOrder, shipping } from "#test/orders.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { shopSettings } from "../../platform/shop-settings/tables.ts"
import { sweepHolds } from "../orders/holds.ts"
import { orders } from "../orders/tables.ts"
import { searched } from "./orders.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let staff: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  staff = await shop.anAdmin("financial_admin")
})
afterAll(() => close())

const paidOrder = (to?: Partial<typeof shipping>, name?: string) => aPaidOrder(shop, provider, { to, name })
const find = async (q: string, more = "") => {
  const { body } = await shop.call<AdminOrder[]>(`GET /api/admin/orders?limit=100&q=${encodeURIComponent(q)}${more}`, {
    as: staff,
  })
  return body.map(({ id }) => id)
}
const ship = async (parcels: Parcel[], check = false): Promise<Shipment[]> =>
  (await shop.call("POST /api/admin/orders/ship", { as: staff, body: { parcels, check } })).body.shipments
const auditOf = (id: number) =>
  shop.app.store.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetKind, "order"), eq(auditLog.targetId, id)))
const emails = async (to: string) =>
  (await shop.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, to))).filter(
    ({ kind }) => kind === "order_shipped",
  )

test("an order is found by everything that its row and its drawer show", async () => {
  const told = {
    firstName: "Wilhelmina",
    lastName: "Quast",
    email: "parcels@demo.example",
    phone: "+49 (351) 48 77-120",
    address: "Zwinglistraße 9",
    city: "Görlitz",
    state: "Sachsen",
    zipCode: "02826",
    country: "DE" as const,
  }
  const { buyer, order, payment } = await paidOrder(told, "Marguerite of the Lamps")
  await paidOrder()
  await shop.call(`PATCH /api/admin/orders/${order.id}`, {
    as: staff,
    body: { status: "shipped", tracking_number: "JD 0146-0000 77 DE" },
  })
  const words = [
    buyer.fullName,
    buyer.email.toUpperCase(),
    "wilhelmina quast",
    "Parcels@demo",
    "of the lamps",
    "JD 0146-0000",
    "JD01460000",
    String(payment.payment_id),
    "+49 (351) 48 77",
    "3514877120",
    "görlitz",
    "02826",
    "02826 Görlitz",
    "Görlitz 02826",
    "sachsen",
    "Görlitz, Sachsen 02826",
    "Görlitz Sachsen",
    "zwinglistr",
    order.orderNumber.toLowerCase(),
  ]
  for (const word of words) expect(await find(word), word).toEqual([order.id])
  expect(await find("of the lamps", "&status=unpaid")).toEqual([])
  for (const nothing of ["%", "_", "no such thing", "\\", "--- "]) expect(await find(nothing), nothing).toEqual([])
  const csv = await shop.call("GET /api/admin/orders?q=Quast", { as: staff, headers: { accept: "text/csv" } })
  expect(String(csv.body).trim().split("\r\n")).toHaveLength(2)
})

test("orders are narrowed by the day they were placed, amount, country and model, paid or not", async () => {
  const doll = await shop.aDoll({ name: "Aurelie with the Fan", stock: 5 })
  const place = async (quantity: number, country: "PT" | "GB") => {
    const buyer = await shop.aUser()
    await addToCart(shop, buyer, doll.id, quantity)
    return (await shop.call("POST /api/orders", { as: buyer, body: { ...shipping, country } })).body
  }
  const earlier = await place(1, "PT")
  shop.clock.advance(days(1))
  const later = await place(2, "GB")
  const [dayOf, total] = [(order: typeof later) => order.createdAt.slice(0, 10), Number(earlier.paymentAmount)]
  const among = (more: string) => find("", `&model=aurelie${more}`)
  expect(await among("")).toEqual([later.id, earlier.id])
  expect(await among(`&doll_id=${doll.id}`)).toEqual([later.id, earlier.id])
  expect(await among("&country=PT")).toEqual([earlier.id])
  expect(await among(`&placed_from=${dayOf(later)}`)).toEqual([later.id])
  expect(await among(`&placed_from=${dayOf(earlier)}&placed_to=${dayOf(earlier)}`)).toEqual([earlier.id])
  expect(await among(`&min_amount=${total + 0.01}`)).toEqual([later.id])
  expect(await among(`&min_amount=${total}&max_amount=${total}`)).toEqual([earlier.id])
  expect(await find("", "&model=nobody of this name")).toEqual([])
  const fault = async (query: string) =>
    (await shop.call(`GET /api/admin/orders?${query}`, { as: staff })).body.errors[0]
  expect(await fault("placed_from=2026-03-02&placed_to=2026-03-01")).toEqual({
    path: "placed_to",
    message: periodTexts.backwards,
  })
  expect(await fault("min_amount=5&max_amount=4")).toEqual({
    path: "max_amount",
    message: orderFilterTexts.noAmount,
  })
})

test("the search and its index use the same expression", async () => {
  const plan = await shop.app.store.transaction(async ({ db }) => {
    await db.execute(sql`set local enable_seqscan = off`)
    await db.execute(sql`set local enable_indexscan = off`)
    return db.execute(sql`explain select ${orders.id} from ${orders} where ${searched} ~ 'sachsen'`)
  })
  expect(JSON.stringify(plan)).toContain("orders_shown_search")
})

test("an underpaid order shows the received and requested amounts in all its views", async () => {
  const { order, invoice } = await anOrder(shop, await shop.aUser())
  const payment = provider.pay(invoice.invoice_id)
  await provider.play(payment, ["waiting"])
  payment.actually_paid = Number(payment.pay_amount) / 2
  await provider.play(payment, ["partially_paid"])
  const seen = async () => {
    const { body } = await shop.call<AdminOrderDetail>(`GET /api/admin/orders/${order.id}`, { as: staff })
    const { body: list } = await shop.call<AdminOrder[]>(`GET /api/admin/orders?q=${order.orderNumber}`, { as: staff })
    expect(list[0]!.arrived).toBe(body.arrived)
    expect(body.payments.map(({ amount, arrived }) => [amount, arrived])).toEqual([[body.paymentAmount, body.arrived]])
    return [body.status, body.arrived, body.paymentAmount]
  }
  const half = Math.floor(Number(order.paymentAmount) * 50) / 100
  const [status, arrived] = await seen()
  expect(status).toBe("unpaid")
  expect(Math.abs(Number(arrived) - half)).toBeLessThan(0.02)
  shop.clock.advance(minutes(200))
  await sweepHolds(shop.app.store, "http://localhost")
  expect(await seen()).toEqual(["needs_review", arrived, order.paymentAmount])
  await shop.call(`PATCH /api/admin/orders/${order.id}`, { as: staff, body: { status: "refund_due" } })
  expect(await seen()).toEqual(["refund_due", arrived, order.paymentAmount])
  const csv = await shop.call(`GET /api/admin/orders?q=${order.orderNumber}`, {
    as: staff,
    headers: { accept: "text/csv" },
  })
  expect(String(csv.body)).toContain("arrived_usd")
  const paid = await paidOrder()
  const { body } = await shop.call<AdminOrderDetail>(`GET /api/admin/orders/${paid.order.id}`, { as: staff })
  expect(body.arrived).toBe(body.paymentAmount)
})

test("a payment at another price needs review, with the received amount", async () => {
  const { order, invoice } = await anOrder(shop, await shop.aUser())
  const payment = provider.pay(invoice.invoice_id, { price_amount: 100 })
  await provider.play(payment, ["waiting", "finished"])
  const { body } = await shop.call<AdminOrderDetail>(`GET /api/admin/orders/${order.id}`, { as: staff })
  expect([body.status, body.arrived, body.paymentAmount]).toEqual(["needs_review", 100, 300])
})

test("the events of an order name its payments by their visible number", async () => {
  const { order, payment } = await paidOrder()
  const second = provider.pay(String(payment.invoice_id))
  await provider.play(second, ["waiting", "finished"])
  const { body } = await shop.call<AdminOrderDetail>(`GET /api/admin/orders/${order.id}`, { as: staff })
  expect(body.events.map(({ note }) => note)).toEqual([
    null,
    `payment ${payment.payment_id}`,
    `review open: payment ${second.payment_id} is a second one`,
  ])
  expect(body.review_reason).toBe(`payment ${second.payment_id} is a second one`)
})

test("a number truncated by a spreadsheet is not shipped; of an order listed with two numbers neither is", async () => {
  const [cut, twice] = [(await paidOrder()).order, (await paidOrder()).order]
  const list = [
    { order_number: cut.orderNumber, tracking_number: "1.23457E+15" },
    { order_number: twice.orderNumber, tracking_number: "RM 104" },
    { order_number: twice.orderNumber, tracking_number: "RM 105" },
  ]
  for (const check of [true, false]) {
    const [first, ...others] = await ship(list, check)
    expect(first).toMatchObject({ id: cut.id, outcome: "refused", detail: parcelTexts.shortened })
    const refused = { id: twice.id, outcome: "refused", detail: parcelTexts.twice, ship_to: first!.ship_to }
    expect(others).toMatchObject([refused, refused])
  }
})

test("the email about a shipped order says how long a return can be requested", async () => {
  await shop.app.store.db.update(shopSettings).set({ returnDays: 14 })
  const { order } = await paidOrder({ email: "returns@demo.example" })
  await ship([{ order_number: order.orderNumber, tracking_number: "RM 1" }])
  const [email] = await emails("returns@demo.example")
  expect(email!.bodyText.replaceAll("\n", " ")).toContain(shippingTexts.returns(14))
})

test("many orders are shipped in one request, each once and with its email; errors are reported per line", async () => {
  const [a, b, c] = [
    await paidOrder({ email: "a@demo.example" }),
    await paidOrder({ email: "b@demo.example" }),
    await paidOrder({ email: "c@demo.example" }),
  ]
  const unpaid = (await anOrder(shop, await shop.aUser())).order
  const list = [
    { order_number: a.order.orderNumber.toLowerCase(), tracking_number: " RM 100 " },
    { order_number: b.order.orderNumber.slice(4), tracking_number: "RM 101" },
    { order_number: c.order.orderNumber, tracking_number: "" },
    { order_number: unpaid.orderNumber, tracking_number: "RM 102" },
    { order_number: "ORD-XYZ", tracking_number: "RM 103" },
    { order_number: a.order.orderNumber, tracking_number: " RM 100 " },
  ]
  const outcomes = (shipments: Shipment[]) => shipments.map(({ outcome, detail }) => [outcome, detail])
  const kept = [
    ["refused", orderTexts.trackingRequired],
    ["refused", parcelTexts.notNow("Unpaid")],
    ["refused", parcelTexts.notFound],
    ["refused", parcelTexts.twice],
  ]
  const checked = await ship(list, true)
  expect(outcomes(checked)).toEqual([["ready", null], ["ready", null], ...kept])
  expect(checked[0]).toMatchObject({
    id: a.order.id,
    order_number: a.order.orderNumber,
    tracking_number: "RM 100",
    ship_to: "Ada Byron, London, GB",
  })
  expect(await emails("a@demo.example")).toEqual([])
  expect(outcomes(await ship(list))).toEqual([["shipped", null], ["shipped", null], ...kept])
  // Sent again with the rejected line corrected: only that one ships.
  list[2]!.tracking_number = "RM 105"
  expect(outcomes(await ship(list)).slice(0, 3)).toEqual([
    ["already", null],
    ["already", null],
    ["shipped", null],
  ])
  expect(outcomes(await ship([{ order_number: a.order.orderNumber, tracking_number: "RM 999" }]))).toEqual([
    ["refused", parcelTexts.otherNumber("RM 100")],
  ])
  for (const to of ["a", "b", "c"]) expect(await emails(`${to}@demo.example`), to).toHaveLength(1)
  const [row] = await shop.app.store.db.select().from(orders).where(eq(orders.id, a.order.id))
  expect([row!.status, row!.trackingNumber]).toEqual(["shipped", "RM 100"])
  const log = await shop.app.store.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(3)
  expect(log.map(({ action, targetId, actorId }) => [action, targetId, actorId])).toEqual(
    [c, b, a].map(({ order }) => ["order.move", order.id, staff.id]),
  )
})

test("only financial admins ship, and a list is neither empty nor unlimited", async () => {
  const body = { parcels: [{ order_number: "ORD-000001", tracking_number: "RM 1" }] }
  const as = await shop.anAdmin("content_admin")
  expect((await shop.call("POST /api/admin/orders/ship", { as, body })).status).toBe(403)
  for (const parcels of [[], Array.from({ length: 101 }, () => body.parcels[0])]) {
    expect((await shop.call("POST /api/admin/orders/ship", { as: staff, body: { parcels } })).status).toBe(422)
  }
})

test("a change without fields is refused, and not audited", async () => {
  const { order } = await paidOrder()
  const before = await auditOf(order.id)
  for (const body of [{}, { x: 1 }]) {
    const answer = await shop.call(`PATCH /api/admin/orders/${order.id}`, { as: staff, body })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ message: orderTexts.nothingToChange }] } })
  }
  expect(await auditOf(order.id)).toEqual(before)
})

test("an order that fails in the database is reported at its line, and the others are shipped", async () => {
  const [one, other] = [await paidOrder(), await paidOrder()]
  await shop.app.store.db.execute("alter table orders add constraint broken check (tracking_number <> 'RM-BROKEN')")
  const shipments = await ship([
    { order_number: one.order.orderNumber, tracking_number: "RM-BROKEN" },
    { order_number: other.order.orderNumber, tracking_number: "RM-1" },
  ]).finally(() => shop.app.store.db.execute("alter table orders drop constraint broken"))
  expect(shipments).toMatchObject([{ outcome: "refused", detail: parcelTexts.later }, { outcome: "shipped" }])
})
