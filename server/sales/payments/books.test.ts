import { afterAll, beforeAll, expect, test } from "vitest"
import type { AdminOrder, AdminPayment } from "#contract/admin.ts"
import { attentionTexts, staffAnswerTexts } from "#contract/adminText.ts"
import { minutes } from "#server/platform/clock.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { sweepHolds } from "#server/sales/orders/holds.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { anOrder } from "#test/orders.ts"
import { settleRefunds } from "#test/refunds.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let staff: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  staff = await shop.anAdmin("financial_admin")
})
afterAll(() => close())

async function aPayment(statuses: string[], fields: Record<string, unknown> = {}) {
  const buyer = await shop.aUser()
  const { order, invoice } = await anOrder(shop, buyer)
  const payment = provider.pay(invoice.invoice_id, fields)
  await provider.play(payment, statuses)
  return { buyer, order, payment }
}

async function aSubscription(statuses: string[], fields: Record<string, unknown> = {}) {
  const buyer = await shop.aUser()
  const body = { level: "vip" }
  const { body: invoice } = await shop.call("POST /api/nowpayments/create-subscription-invoice", { as: buyer, body })
  const payment = provider.pay(invoice.invoice_id, fields)
  await provider.play(payment, statuses)
  return { buyer, payment }
}

const list = async (query = "", path = "payments") =>
  (await shop.call(`GET /api/admin/${path}?limit=100&${query}`, { as: staff })).body as {
    payments: AdminPayment[]
    total: number
  }

test("payments are listed with customer, item and status, and are found by each of these", async () => {
  const paid = await aPayment(["waiting", "finished"])
  const part = await aPayment(["waiting", "partially_paid"])
  const member = await aSubscription(["waiting", "finished"])
  const all = await list()
  expect(all.total).toBe(3)
  expect(all.payments.map(({ payment_id }) => payment_id)).toEqual(
    [member, part, paid].map(({ payment }) => String(payment.payment_id)),
  )
  expect(all.payments[0]).toMatchObject({
    user: member.buyer.fullName,
    user_email: member.buyer.email,
    amount: 20,
    currency: "USD",
    status: "completed",
    payment_type: "subscription",
    membership_level: "vip",
    plan: "VIP",
    payment_method: "Crypto Wallet",
    order_id: null,
  })
  expect(all.payments[2]).toMatchObject({ orderNumber: paid.order.orderNumber, order_type: "model", amount: 300 })
  const ids = async (query: string, path?: string) =>
    (await list(query, path)).payments.map(({ payment_id }) => payment_id)
  const idOf = ({ payment }: { payment: { payment_id: number } }) => String(payment.payment_id)
  expect(await ids("status=partially_paid")).toEqual([idOf(part)])
  expect(await ids(`q=${paid.buyer.email.toUpperCase()}`)).toEqual([idOf(paid)])
  expect(await ids(`q=${paid.order.orderNumber.toLowerCase()}`)).toEqual([idOf(paid)])
  expect(await ids(`q=${idOf(part).slice(2)}`)).toEqual([idOf(part)])
  expect(await ids("q=%25")).toEqual([])
  expect(await ids("", "subscription-payments")).toEqual([idOf(member)])
  expect((await list("sort=amount_asc")).payments.map(({ amount }) => amount)).toEqual([20, 300, 300])
  expect((await ids("sort=oldest"))[0]).toBe(idOf(paid))
  const one = await shop.call("GET /api/admin/payments?skip=1&limit=1", { as: staff })
  expect(one.body.payments).toMatchObject([{ payment_id: idOf(part) }])

  const csv = await shop.call("GET /api/admin/payments", { as: staff, headers: { accept: "text/csv" } })
  const lines = String(csv.body).trim().split("\r\n")
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(`${idOf(member)},`)

  const events = await shop.call(`GET /api/admin/payments/${all.payments[1]!.id}/events`, { as: staff })
  expect(events.body.map((one: { provider_status: string }) => one.provider_status)).toEqual([
    "waiting",
    "partially_paid",
  ])
  expect(JSON.parse(events.body[0].raw)).toMatchObject({ payment_id: part.payment.payment_id })
  expect((await shop.call("GET /api/admin/payments/999999/events", { as: staff })).status).toBe(404)
  for (const path of ["payments", "subscription-payments", "payments/1/events"]) {
    expect((await shop.call(`GET /api/admin/${path}`, { as: await shop.anAdmin("content_admin") })).status).toBe(403)
  }
})

test("payments without an order are listed until a review is recorded", async () => {
  const short = await aSubscription(["waiting", "partially_paid"])
  const [found] = (await list(`q=${short.payment.payment_id}`)).payments
  expect(found!.review).toBe("open")
  expect((await list("review=open")).payments.map(({ id }) => id)).toEqual([found!.id])
  const review = (body: unknown, id = found!.id) =>
    shop.call(`POST /api/admin/payments/${id}/review`, { as: staff, body })
  expect((await review({ review: "refunded" })).status).toBe(409)
  expect((await review({ review: "refund_due", note: "Sent back from the panel" })).body).toMatchObject({
    review: "refund_due",
    review_note: "Sent back from the panel",
  })
  expect((await review({ review: "refunded" })).body.review).toBe("refunded")
  const again = await review({ review: "settled" })
  expect([again.status, again.body.detail]).toEqual([409, staffAnswerTexts.noReview])
  const log = await shop.app.store.db.select().from(auditLog)
  expect(log.filter(({ action }) => action === "payment.review").map(({ before }) => before)).toEqual([
    { review: "open" },
    { review: "refund_due" },
  ])
  // A payment that arrives in full later is settled automatically.
  const whole = await aSubscription(["waiting", "partially_paid"])
  whole.payment.actually_paid = whole.payment.pay_amount
  await provider.play(whole.payment, ["finished"])
  expect((await list(`q=${whole.payment.payment_id}`)).payments[0]).toMatchObject({
    status: "completed",
    review: "settled",
  })
})

test("a membership is granted for its whole price only, also when more of it arrives after a short payment", async () => {
  const { payment } = await aSubscription(["waiting"])
  const told = async (payment_status: string, share: number) => {
    Object.assign(payment, { payment_status, actually_paid: Number(payment.pay_amount) * share })
    const { body, signature } = provider.webhook(payment)
    const headers = { "content-type": "application/json", "x-nowpayments-sig": signature }
    await shop.call("POST /api/nowpayments/ipn", { payload: body, headers })
    return (await list(`q=${payment.payment_id}`)).payments[0]
  }
  expect(await told("finished", 0.5)).toMatchObject({ status: "partially_paid", review: "open" })
  expect(await told("partially_paid", 0.75)).toMatchObject({ status: "partially_paid", review: "open" })
  expect(await told("finished", 1)).toMatchObject({ status: "completed", review: "settled" })
})

test("the queue of orders shows what happened and what to do", async () => {
  for (const { what, todo } of Object.values(attentionTexts)) expect([what, todo].every(Boolean)).toBe(true)
  const before = shop.clock.now()
  const late = await aPayment(["waiting", "partially_paid"])
  shop.clock.advance(minutes(200))
  await sweepHolds(shop.app.store, "http://localhost")
  const second = await aPayment(["waiting", "finished"])
  const again = provider.pay(String(second.payment.invoice_id))
  await provider.play(again, ["waiting", "finished"])
  const queue = async () =>
    (await shop.call("GET /api/admin/orders?attention=1&limit=100", { as: staff })).body as AdminOrder[]
  const attention = new Map((await queue()).map(({ id, attention }) => [id, attention]))
  expect(attention.get(late.order.id)).toEqual(attentionTexts.short)
  expect(attention.get(second.order.id)).toEqual(attentionTexts.second)

  const detail = (await shop.call(`GET /api/admin/orders/${late.order.id}`, { as: staff })).body
  expect(detail).toMatchObject({
    status: "needs_review",
    user_email: late.buyer.email,
    moves: ["to_be_shipped", "refund_due"],
  })
  expect(detail.events.map(({ to }: { to: string }) => to)).toEqual(["unpaid", "needs_review"])
  expect(detail.payments).toMatchObject([{ payment_id: String(late.payment.payment_id), status: "partially_paid" }])
  await shop.call(`PATCH /api/admin/orders/${late.order.id}`, { as: staff, body: { status: "refund_due" } })
  const due = (await queue()).find(({ id }) => id === late.order.id)
  expect(due!.attention).toEqual(attentionTexts.refundDue)
  await settleRefunds(shop, staff, late.order.id)
  expect((await queue()).map(({ id }) => id)).not.toContain(late.order.id)
  const log = await shop.app.store.db.select().from(auditLog)
  expect(log.filter(({ action }) => action === "order.move").map(({ after }) => after)).toMatchObject([
    { status: "refund_due" },
  ])
  const found = await shop.call("GET /api/admin/orders?q=ADA%20BYRON", { as: staff })
  expect(found.body.length).toBeGreaterThan(1)
  const csv = await shop.call("GET /api/admin/orders?status=refunded", { as: staff, headers: { accept: "text/csv" } })
  expect(String(csv.body)).toContain(late.order.orderNumber)
  expect(String(csv.body)).not.toContain(second.order.orderNumber)
  expect(shop.clock.now() > before).toBe(true)
})
