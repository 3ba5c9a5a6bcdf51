import { desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { AdminOrderDetail } from "#contract/admin.ts"
import { orderTexts } from "#contract/buyingText.ts"
import { paperTexts } from "#contract/panelText.ts"
import { refundTexts } from "#contract/refundText.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { aDiscount } from "#test/discounts.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { shipping } from "#test/orders.ts"
import { aSentOrder, payout, refundWith } from "#test/refunds.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { dolls, stockEntries } from "../../shopfront/catalog/tables.ts"
import { creditNotes } from "../invoicing/tables.ts"
import { orderItems, orders, refunds } from "../orders/tables.ts"
import { creditMissing } from "../payments/salesInvoices.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let staff: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  staff = await shop.anAdmin("financial_admin")
})
afterAll(() => close())

const aSent = (options: Partial<Parameters<typeof aSentOrder>[2]> = {}) =>
  aSentOrder(shop, provider, { staff, ...options })
const refund = (id: number, body: object, headers: Record<string, string> = {}) =>
  refundWith(shop, staff, id, body, headers)
const settle = (id: number, body: object = payout, language = "en") =>
  shop.call<AdminOrderDetail & { detail: string }>(`POST /api/admin/refunds/${id}/settle`, {
    ...{ as: staff, body },
    headers: { "accept-language": language },
  })
const stockOf = async (id: number) => (await shop.app.store.db.select().from(dolls).where(eq(dolls.id, id)))[0]!.stock
const rowOf = async (id: number) => (await shop.app.store.db.select().from(orders).where(eq(orders.id, id)))[0]!

test("staff refund one of three pieces for what was paid for it, put it back into stock and record the payout", async () => {
  const { code } = await aDiscount(shop, staff)
  const { order, doll, buyer } = await aSent({ quantity: 3, stock: 5, code: code! })
  const before = await stockOf(doll.id)
  const lines = [{ doll_id: doll.id, quantity: 1, restock: true }]
  const created = await refund(order.id, {
    lines,
    reason: "damaged",
    note: "One arrived cracked.",
    payout_address: "0xA",
  })
  expect(created.status).toBe(200)
  expect(created.body).toMatchObject({
    status: "shipped",
    refund: { refunded: 0, due: 270, state: "none" },
    refundable: { amount: 540, lines: [{ quantity: 2, worth: [270, 540] }] },
    refunds: [{ status: "due", amount: 270, payout_address: "0xA", lines: [{ quantity: 1, restocked: 1 }] }],
  })
  expect(await stockOf(doll.id)).toBe(before! + 1)
  const [entry] = await shop.app.store.db.select().from(stockEntries).orderBy(desc(stockEntries.id)).limit(1)
  expect(entry).toMatchObject({ dollId: doll.id, change: 1, reason: "returned", orderId: order.id, actorId: staff.id })
  expect((await shop.call("GET /api/admin/orders?attention=1&limit=100", { as: staff })).body).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: order.id })]),
  )

  // What is noted of it is in English all the same.
  const settled = await settle(created.body.refunds[0]!.id, payout, "de")
  expect(settled.body).toMatchObject({
    status: "shipped",
    refund: { refunded: 270, due: 0, state: "partial" },
    items: [{ refunded: 270 }],
    attention: null,
    refunds: [{ status: "settled", payout_id: "tx-1", payout_amount: "0.0125", payout_currency: "btc" }],
  })
  const mail = await shop.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, shipping.email))
  const sent = mail.filter(({ dedupeKey }) => dedupeKey?.endsWith(`:${order.orderNumber}`)).map(({ kind }) => kind)
  expect(sent).toContain("refund_sent")
  const told = await shop.call("GET /api/notifications", { as: buyer })
  expect(told.body[0]).toMatchObject({ kind: "refund_sent", link: `/order/${order.id}` })
  const log = await shop.app.store.db.select().from(auditLog).where(eq(auditLog.targetId, order.id))
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(["refund.create", "refund.settle"]))
  const events = await shop.call(`GET /api/admin/orders/${order.id}/timeline`, { as: staff })
  expect(JSON.stringify(events.body)).toContain("refund of $270.00 paid out")
  const own = await shop.call(`GET /api/orders/${order.id}`, { as: buyer })
  expect(own.body.refund).toEqual({ refunded: 270, due: 0, state: "partial" })
  const listed = await shop.call(`GET /api/admin/customers/${buyer.id}/orders`, { as: staff })
  expect(listed.body.items).toMatchObject([{ id: order.id, refund: own.body.refund }])
  expect((await settle(created.body.refunds[0]!.id)).body.detail).toBe(refundTexts.notDue)
})

test("a refund that is paid out has a numbered credit note, which names the invoice; its customer and staff open it", async () => {
  const { order, doll, buyer } = await aSent({ quantity: 3 })
  const stranger = await shop.aUser()
  const lines = [{ doll_id: doll.id, quantity: 1 }]
  const [part] = (await refund(order.id, { lines, reason: "damaged" })).body.refunds
  expect(part!.credit_note).toBeNull()
  expect((await settle(part!.id)).body.refunds[0]!.credit_note).toMatch(/^CRN-\d{4}-\d{6}$/)
  const rest = await refund(order.id, { amount: 50.01, reason: "goodwill" })
  await settle(rest.body.refunds[1]!.id)
  const { body: own } = await shop.call(`GET /api/orders/${order.id}/returns`, { as: buyer })
  const [first, second] = own.refunds.map(({ credit_note }: { credit_note: string }) => credit_note)
  const { body: invoice } = await shop.call("GET /api/invoices", { as: buyer })
  const read = (number: string, as: TestPerson) => shop.call(`GET /api/invoices/${number}`, { as })
  const { body: note } = await read(first, buyer)
  expect(note).toMatchObject({
    number: first,
    corrects: invoice[0].number,
    reference: order.orderNumber,
    order_id: order.id,
    buyer: { name: "Ada Byron" },
    lines: [{ name: doll.name, quantity: 1, amount: 300 }],
    total: 300,
  })
  expect((await read(second, buyer)).body).toMatchObject({ lines: [{ quantity: 0, amount: 50.01 }], total: 50.01 })
  expect((await read(invoice[0].number, buyer)).body.corrects).toBeNull()
  const refused = await read(first, stranger)
  expect([refused.status, refused.body.detail]).toEqual([404, paperTexts.invoiceGone])
  const printed = await shop.call(`GET /api/admin/print/invoices?refunds=${part!.id}`, { as: staff })
  expect(printed.body).toEqual({ invoices: [note], missing: [] })
})

test("refunds without a credit note get one, once, in order of payout and without a gap", async () => {
  const { db } = shop.app.store
  await creditMissing(shop.app.store)
  await db.execute("delete from credit_notes")
  await db.execute("delete from credit_note_series")
  await db.execute("update refunds set credit_note = null")
  const settled = await db
    .select()
    .from(refunds)
    .where(eq(refunds.status, "settled"))
    .orderBy(refunds.settledAt, refunds.id)
  expect(await creditMissing(shop.app.store)).toBe(settled.length)
  expect(await creditMissing(shop.app.store)).toBe(0)
  const notes = await db.select().from(creditNotes).orderBy(creditNotes.sequence)
  expect(notes.map(({ sequence }) => sequence)).toEqual(settled.map((_, index) => index + 1))
  expect(notes.map(({ refundId }) => refundId)).toEqual(settled.map(({ id }) => id))
})

test("no more is refunded than was received, of lines, of an amount or of both, and the shares add up", async () => {
  const { order, doll } = await aSent({ quantity: 3 })
  const line = (quantity: number) => [{ doll_id: doll.id, quantity }]
  const fields = async (body: object) => (await refund(order.id, { reason: "goodwill", ...body })).body
  expect((await fields({ amount: 900.01 })).errors).toEqual([
    { path: "amount", message: refundTexts.tooMuch("$900.00") },
  ])
  expect((await fields({ lines: line(4) })).errors[0]).toMatchObject({ message: refundTexts.tooMany(3) })
  expect((await fields({ lines: line(1), amount: 300.01 })).errors[0]).toMatchObject({
    message: refundTexts.moreThanLines("$300.00"),
  })
  expect((await fields({})).errors[0]).toMatchObject({ path: "amount" })
  expect((await fields({ lines: [{ doll_id: 999_999, quantity: 1 }] })).status).toBe(422)
  expect((await fields({ lines: line(1), amount: 250.5 })).refund.due).toBe(250.5)
  expect((await fields({ amount: 100.01 })).refund.due).toBe(350.51)
  // A refund by amount is not paid again with the pieces.
  expect((await fields({ lines: line(2) })).errors[0]).toMatchObject({ message: refundTexts.tooMuch("$549.49") })
  const last = await fields({ lines: line(2), amount: 549.49 })
  expect(last).toMatchObject({ status: "shipped", refundable: { amount: 0 }, refund: { due: 900 } })
  for (const { id } of last.refunds) await settle(id)
  expect(await rowOf(order.id)).toMatchObject({ refundedCents: 90_000, refundDueCents: 0, status: "shipped" })
  const items = await shop.app.store.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
  expect(items.reduce((sum, { refundedCents }) => sum + refundedCents, 0)).toBe(90_000)
  expect((await refund(order.id, { amount: 1, reason: "other" })).body.detail).toBe(refundTexts.nothingLeft)
})

test("an order that is refunded in full before it ships is not shipped; a part of it can be, and the rest is", async () => {
  const { order, doll } = await aSent({ quantity: 2, ship: false, stock: 5 })
  const before = (await stockOf(doll.id))!
  const lines = [{ doll_id: doll.id, quantity: 1, restock: true }]
  const part = await refund(order.id, { lines, reason: "out_of_stock" })
  expect(part.body).toMatchObject({ status: "to_be_shipped", refund: { due: 300 } })
  const slips = await shop.call(`GET /api/admin/print/slips?orders=${order.id}`, { as: staff })
  expect(slips.body.slips[0].lines).toEqual([{ name: doll.name, quantity: 1 }])
  const cheap = await refund(order.id, { lines, amount: 10, reason: "other" })
  expect(cheap.body.errors[0]?.message).toBe(refundTexts.nothingToShip("$300.00"))
  const whole = await refund(order.id, { lines: [{ ...lines[0], restock: false }], reason: "other" })
  expect(whole.body).toMatchObject({ status: "refund_due", refund: { due: 600 } })
  // The first went back, the second did not.
  expect(await stockOf(doll.id)).toBe(before + 1)
  const [first, second] = whole.body.refunds
  expect((await shop.call(`POST /api/admin/refunds/${first!.id}/cancel`, { as: staff })).body.detail).toBe(
    refundTexts.orderEnded,
  )
  expect(whole.body).toMatchObject({ moves: [], refunds: [{ can_cancel: false }, { can_cancel: false }] })
  expect((await settle(first!.id)).body.status).toBe("refund_due")
  expect((await settle(second!.id)).body).toMatchObject({
    status: "refunded",
    refund: { state: "full", refunded: 600 },
  })
})

test("a refund entered in error is cancelled, and its pieces are taken out of stock again", async () => {
  const { order, doll } = await aSent({ stock: 3 })
  const before = (await stockOf(doll.id))!
  const lines = [{ doll_id: doll.id, quantity: 1, restock: true }]
  const created = await refund(order.id, { lines, reason: "other" })
  expect(await stockOf(doll.id)).toBe(before + 1)
  const { body } = await shop.call(`POST /api/admin/refunds/${created.body.refunds[0]!.id}/cancel`, { as: staff })
  expect(body).toMatchObject({ refund: { due: 0 }, refundable: { amount: 300 }, refunds: [{ status: "cancelled" }] })
  expect(await stockOf(doll.id)).toBe(before)
  const again = await refund(order.id, { lines, reason: "other" })
  expect(again.body.refund.due).toBe(300)
})

test("pieces that were refunded before the rest of the order shipped stay refunded: they were not sent", async () => {
  const { order, doll } = await aSent({ quantity: 2, ship: false, stock: 5 })
  const lines = [{ doll_id: doll.id, quantity: 1, restock: true }]
  const cancel = (id: number) => shop.call(`POST /api/admin/refunds/${id}/cancel`, { as: staff })
  const first = (await refund(order.id, { lines, reason: "out_of_stock" })).body.refunds[0]!
  expect((await cancel(first.id)).status).toBe(200)
  const pieces = (await refund(order.id, { lines, reason: "out_of_stock" })).body.refunds[1]!
  const amount = (await refund(order.id, { amount: 10, reason: "goodwill" })).body.refunds[2]!
  const stock = await stockOf(doll.id)
  const parcels = [{ order_number: order.orderNumber, tracking_number: "RM 2" }]
  await shop.call("POST /api/admin/orders/ship", { as: staff, body: { parcels } })

  const { body: shipped } = await shop.call(`GET /api/admin/orders/${order.id}`, { as: staff })
  const cancellable = shipped.refunds.filter(({ can_cancel }: { can_cancel: boolean }) => can_cancel)
  expect(cancellable.map(({ id }: { id: number }) => id)).toEqual([amount.id])
  const refused = await cancel(pieces.id)
  expect([refused.status, refused.body.detail]).toEqual([409, refundTexts.notSent])
  expect(await stockOf(doll.id)).toBe(stock)
  expect((await cancel(amount.id)).body).toMatchObject({ status: "shipped", refund: { due: 300 } })
})

test("the provider's own refund settles the one that is due; another one after that is looked at by staff", async () => {
  const { order, payment } = await aSent()
  await refund(order.id, { amount: 50, reason: "goodwill" })
  await provider.play(payment, ["refunded"])
  const { body } = await shop.call<AdminOrderDetail>(`GET /api/admin/orders/${order.id}`, { as: staff })
  expect(body).toMatchObject({
    status: "shipped",
    review: null,
    refund: { refunded: 50, due: 0, state: "partial" },
    refunds: [{ status: "settled", payout_id: payment.payment_id.toString(), payout_amount: null }],
  })

  const other = await aSent()
  const created = await refund(other.order.id, { amount: 50, reason: "goodwill" })
  await settle(created.body.refunds[0]!.id)
  await provider.play(other.payment, ["refunded"])
  const { body: seen } = await shop.call<AdminOrderDetail>(`GET /api/admin/orders/${other.order.id}`, { as: staff })
  expect(seen).toMatchObject({ review: "open", refund: { refunded: 50 } })
  expect(seen.attention?.what).toContain("after a partial refund")

  const gone = await aSent()
  await provider.play(gone.payment, ["refunded"])
  expect(await rowOf(gone.order.id)).toMatchObject({ status: "shipped", refundedCents: 30_000, review: "open" })
})

test("an order changed in the meantime is not refunded, so a repeated call does not refund twice", async () => {
  const { order } = await aSent()
  const { headers } = await shop.call(`GET /api/admin/orders/${order.id}`, { as: staff })
  const seen = { "if-match": String(headers.etag) }
  const answers = [
    await refund(order.id, { amount: 10, reason: "other" }, seen),
    await refund(order.id, { amount: 10, reason: "other" }, seen),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 412])
  expect(answers[1]!.body.detail).toBe(orderTexts.changed)
  expect((await rowOf(order.id)).refundDueCents).toBe(1000)
})

test("a refund that is sent again with its Idempotency-Key is made once, also at the same time", async () => {
  const { order } = await aSent()
  const key = { "idempotency-key": `refund-${order.id}` }
  const body = { amount: 10, reason: "other" }
  const { headers } = await shop.call(`GET /api/admin/orders/${order.id}`, { as: staff })
  const seen = { ...key, "if-match": String(headers.etag) }
  const first = await refund(order.id, body, seen)
  const again = await refund(order.id, body, seen)
  expect([again.status, again.headers["idempotent-replayed"]]).toEqual([200, "true"])
  expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag])
  expect((await refund(order.id, { ...body, amount: 20 }, key)).body).toMatchObject({ code: "IDEMPOTENCY_MISMATCH" })
  expect((await rowOf(order.id)).refundDueCents).toBe(1000)

  const other = await aSent()
  const both = await Promise.all([refund(other.order.id, body, key), refund(other.order.id, body, key)])
  expect(both.map(({ status }) => status)).toContain(200)
  expect((await rowOf(other.order.id)).refundDueCents).toBe(1000)
})

test("revenue, the customer's total and the discount's report follow what was paid out", async () => {
  const books = async () => (await shop.call("GET /api/admin/dashboard-stats", { as: staff })).body.monthly_revenue
  const { order, buyer } = await aSent()
  const before = await books()
  const created = await refund(order.id, { amount: 120, reason: "goodwill" })
  expect(await books()).toBe(before)
  await settle(created.body.refunds[0]!.id)
  expect(await books()).toBe(before - 120)
  const customer = await shop.call(`GET /api/admin/customers/${buyer.id}`, { as: staff })
  expect(customer.body.lifetime_spend).toBe(180)
  const csv = await shop.call(`GET /api/admin/orders?q=${order.orderNumber}`, {
    as: staff,
    headers: { accept: "text/csv" },
  })
  expect(String(csv.body)).toContain("refunded_usd,refund_due_usd")
  expect(String(csv.body)).toContain(",300,120,0,")
})

test("what is paid out is an amount of a coin, and only finance may say so", async () => {
  const { order } = await aSent()
  const created = await refund(order.id, { amount: 5, reason: "other" })
  const { id } = created.body.refunds[0]!
  for (const amount of ["0", "-1", "1e3", "0.0", "", "1.2.3"]) {
    expect((await settle(id, { ...payout, amount })).status, amount).toBe(422)
  }
  const content = await shop.anAdmin("content_admin")
  expect((await shop.call(`POST /api/admin/refunds/${id}/settle`, { as: content, body: payout })).status).toBe(403)
  expect((await refundWith(shop, content, order.id, { amount: 5, reason: "other" })).status).toBe(403)
  expect((await settle(2_000_000)).status).toBe(404)
})
