import { eq, isNotNull } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { paperTexts } from "#contract/panelText.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { anOrder, aPaidOrder, shipping } from "#test/orders.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { users } from "../../platform/auth/tables.ts"
import { days } from "../../platform/clock.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { orders } from "../orders/tables.ts"
import { creditMissing, invoiceMissing } from "../payments/salesInvoices.ts"
import { payments } from "../payments/tables.ts"
import { eraseOldBuyers } from "./invoices.ts"
import { creditNotes, salesInvoices } from "./tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let boss: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  boss = await shop.anAdmin()
})
afterAll(() => close())

/** Makes a paid order, and returns it as its buyer sees it. */
async function paidOrder(by?: TestPerson) {
  const { buyer, doll, order: made } = await aPaidOrder(shop, provider, { buyer: by })
  const { body: order } = await shop.call(`GET /api/orders/${made.id}`, { as: buyer })
  return { owner: buyer, doll, order }
}
const sequences = async () =>
  (await shop.app.store.db.select().from(salesInvoices)).map(({ sequence }) => sequence).sort((a, b) => a - b)
const numbered = (many: number) => Array.from({ length: many }, (_, index) => index + 1)

test("a paid order has an invoice that only its buyer can read; an unpaid one has none", async () => {
  const { owner, order, doll } = await paidOrder()
  const year = shop.clock.now().getUTCFullYear()
  expect(order.invoiceNumber).toMatch(new RegExp(`^INV-${year}-\\d{6}$`))
  const mine = await shop.call(`GET /api/invoices/${order.invoiceNumber}`, { as: owner })
  expect(mine.body).toMatchObject({
    number: order.invoiceNumber,
    kind: "order",
    reference: order.orderNumber,
    buyer: { name: "Ada Byron", address: [shipping.address, "London, London W1 1AA"], country: "GB" },
    lines: [{ name: doll.name, quantity: 1, price: order.paymentAmount, amount: order.paymentAmount }],
    discount: null,
    total: order.paymentAmount,
    paid: order.paymentAmount,
  })
  const listed = await shop.call("GET /api/invoices", { as: owner })
  expect(listed.body).toMatchObject([{ number: order.invoiceNumber, order_id: order.id }])
  const stranger = await shop.call(`GET /api/invoices/${order.invoiceNumber}`, { as: await shop.aUser() })
  expect([stranger.status, stranger.body.detail]).toEqual([404, paperTexts.invoiceGone])
  const unpaid = await anOrder(shop, await shop.aUser())
  expect(unpaid.order.invoiceNumber).toBeNull()
  const printed = await shop.call(`GET /api/admin/print/invoices?orders=${order.id},${unpaid.order.id}`, { as: boss })
  expect(printed.body.invoices).toHaveLength(1)
  expect(printed.body.missing).toEqual([unpaid.order.orderNumber])
})

test("orders and memberships share one series, a year at a time, and a payment that is repeated takes no number", async () => {
  const before = (await sequences()).length
  const buyer = await shop.aUser()
  const { body: bought } = await shop.call("POST /api/nowpayments/create-subscription-invoice", {
    as: buyer,
    body: { level: "vip" },
  })
  const payment = provider.pay(bought.invoice_id)
  await provider.play(payment, ["waiting", "finished"], "duplicate")
  await paidOrder(buyer)
  expect(await sequences()).toEqual(numbered(before + 2))
  const { body: list } = await shop.call("GET /api/invoices?kind=membership", { as: buyer })
  expect(list).toMatchObject([{ kind: "membership", reference: String(payment.payment_id) }])
  const { body: membership } = await shop.call(`GET /api/invoices/${list[0].number}`, { as: buyer })
  expect(membership.lines).toMatchObject([{ name: "VIP, membership for 30 days", quantity: 1 }])
  expect(membership.buyer).toEqual({ name: buyer.fullName, address: [], country: null })
  shop.clock.advance(days(366))
  const { order } = await paidOrder()
  expect(order.invoiceNumber).toBe(`INV-${shop.clock.now().getUTCFullYear()}-000001`)
  shop.clock.advance(-days(366))
})

test.each([
  { gift: false, line: "VIP, membership for 30 days" },
  { gift: true, line: "VIP, membership for 30 days, as a gift" },
])("a refunded membership has one credit note of all of its invoice (as a gift: $gift)", async ({ gift, line }) => {
  const buyer = await shop.aUser()
  const buy = { as: buyer, body: { level: "vip", gift } }
  const { body: bought } = await shop.call("POST /api/nowpayments/create-subscription-invoice", buy)
  const payment = provider.pay(bought.invoice_id)
  await provider.play(payment, ["waiting", "finished"])
  const own = async () => (await shop.call("GET /api/invoices?kind=membership", { as: buyer })).body
  const [{ number: invoice, credit_notes: none }] = await own()
  expect(none).toEqual([])
  await provider.play(payment, ["refunded"], "duplicate")
  const [row] = await shop.app.store.db.select().from(payments).where(eq(payments.invoiceNumber, invoice))
  const read = async () => {
    const [{ credit_notes: numbers }] = await own()
    expect(numbers).toEqual([expect.stringMatching(/^CRN-\d{4}-\d{6}$/)])
    const { body } = await shop.call(`GET /api/invoices/${numbers[0]}`, { as: buyer })
    return body
  }
  const note = await read()
  expect(note).toMatchObject({
    corrects: invoice,
    kind: "membership",
    reference: String(payment.payment_id),
    total: 20,
  })
  expect(note.lines).toEqual([{ name: line, quantity: 1, price: 20, amount: 20 }])
  expect((await shop.call(`GET /api/invoices/${note.number}`, { as: await shop.aUser() })).status).toBe(404)
  const printed = await shop.call(`GET /api/admin/print/invoices?payments=${row!.id}`, { as: boss })
  expect(printed.body.invoices.map((one: { number: string }) => one.number)).toEqual([invoice, note.number])
  // The state is that of a refund that a node of an older version has recorded.
  await shop.app.store.db.delete(creditNotes).where(eq(creditNotes.paymentId, row!.id))
  expect(await creditMissing(shop.app.store)).toBe(1)
  expect(await creditMissing(shop.app.store)).toBe(0)
  expect(await read()).toMatchObject({ lines: note.lines, issued_at: row!.refundedAt!.toISOString() })
})

test("a membership that nobody needed is credited when staff record its refund, once", async () => {
  const buyer = await shop.aUser()
  const buy = { as: buyer, body: { level: "vip" } }
  const { body: bought } = await shop.call("POST /api/nowpayments/create-subscription-invoice", buy)
  await shop.app.store.db.update(users).set({ membershipLevel: "vvip" }).where(eq(users.id, buyer.id))
  const payment = provider.pay(bought.invoice_id)
  await provider.play(payment, ["finished"])
  const [row] = await shop.app.store.db.select().from(payments).where(eq(payments.userId, buyer.id))
  const credited = () => shop.app.store.db.select().from(creditNotes).where(eq(creditNotes.paymentId, row!.id))
  for (const review of ["refund_due", "refunded"]) {
    expect(await credited()).toEqual([])
    const path = `POST /api/admin/payments/${row!.id}/review`
    expect((await shop.call(path, { as: boss, body: { review } })).status).toBe(200)
  }
  const { body: customer } = await shop.call(`GET /api/admin/customers/${buyer.id}`, { as: boss })
  expect(customer.lifetime_spend).toBe(0)
  await provider.play(payment, ["refunded"])
  expect(await credited()).toMatchObject([{ invoiceNumber: row!.invoiceNumber, document: { totalCents: 2000 } }])
})

test("an issued invoice does not change with the shop's data or a model's name", async () => {
  const { owner, order, doll } = await paidOrder()
  const read = async () => (await shop.call(`GET /api/invoices/${order.invoiceNumber}`, { as: owner })).body
  const before = await read()
  const fields = {
    legal_name: "Kiln & Co. Ltd",
    tax_number: "GB 123",
    address: "1 Works Lane\nStoke",
    invoice_footer: "Thanks",
  }
  expect((await shop.call("PATCH /api/admin/business", { as: boss, body: fields })).body).toMatchObject(fields)
  await shop.app.store.db.update(dolls).set({ name: "Renamed" }).where(eq(dolls.id, doll.id))
  expect(await read()).toEqual(before)
  const next = await paidOrder()
  const { body } = await shop.call(`GET /api/invoices/${next.order.invoiceNumber}`, { as: next.owner })
  expect(body.seller).toEqual({
    name: "Kiln & Co. Ltd",
    tax_number: "GB 123",
    address: fields.address,
    footer: "Thanks",
  })
})

test("sales without an invoice are numbered in order of payment, once", async () => {
  const { db } = shop.app.store
  const made = [await paidOrder(), await paidOrder(), await paidOrder()]
  await db.delete(creditNotes)
  await db.delete(salesInvoices)
  await db.execute("delete from invoice_series")
  await db.update(orders).set({ invoiceNumber: null }).where(isNotNull(orders.invoiceNumber))
  await db.update(payments).set({ invoiceNumber: null }).where(isNotNull(payments.invoiceNumber))
  // The last one was paid first.
  const at = (order: { id: number }, day: number) =>
    db
      .update(orders)
      .set({ paidAt: new Date(Date.UTC(2001, 0, day)) })
      .where(eq(orders.id, order.id))
  for (const [index, { order }] of made.entries()) await at(order, 9 - index)
  const many = await invoiceMissing(shop.app.store)
  expect(many).toBeGreaterThan(3)
  const numberOf = async (id: number) => (await db.select().from(orders).where(eq(orders.id, id)))[0]!.invoiceNumber
  expect(await Promise.all(made.map(({ order }) => numberOf(order.id)))).toEqual([
    "INV-2001-000003",
    "INV-2001-000002",
    "INV-2001-000001",
  ])
  expect(await invoiceMissing(shop.app.store)).toBe(0)
  await eraseOldBuyers(shop.app.store)
  const old = await shop.call(`GET /api/invoices/INV-2001-000001`, { as: made[2]!.owner })
  expect(old.body).toMatchObject({ buyer: null, total: made[2]!.order.paymentAmount })
})

test("packing slips and labels name the neutral sender and no prices, and leave out unpaid orders", async () => {
  const sender = { sender_name: "Atelier Post", sender_address: "PO Box 7\nStoke" }
  await shop.call("PATCH /api/admin/business", { as: boss, body: sender })
  const { order, doll } = await paidOrder()
  const unpaid = await anOrder(shop, await shop.aUser())
  const { body, raw } = await shop.call(`GET /api/admin/print/slips?orders=${order.id},${unpaid.order.id}`, {
    as: boss,
  })
  expect(body).toMatchObject({
    sender: { name: "Atelier Post", address: "PO Box 7\nStoke" },
    slips: [{ order_number: order.orderNumber, lines: [{ name: doll.name, quantity: 1 }] }],
    missing: [unpaid.order.orderNumber],
  })
  expect(raw).not.toContain("Vitrine")
  expect(raw).not.toContain("price")
  for (const bad of ["", "x", "1,,2", `${"9".repeat(12)}`]) {
    expect((await shop.call(`GET /api/admin/print/slips?orders=${bad}`, { as: boss })).status).toBe(422)
  }
})

test("a label of a parcel that passes customs declares what is known of its models, any other label nothing", async () => {
  const { order, doll } = await paidOrder()
  const declared = async () =>
    (await shop.call(`GET /api/admin/print/slips?orders=${order.id}`, { as: boss })).body.slips[0].customs
  expect(await declared()).toBeNull()
  const edit = (body: object) => shop.call(`PATCH /api/dolls/${doll.id}`, { as: boss, body })
  await edit({ hs_code: "9503.00 70", origin_country: "JP" })
  const line = { quantity: 1, hs_code: "95030070", origin: "Japan", value: order.paymentAmount }
  expect(await declared()).toEqual({ lines: [line], total: order.paymentAmount })
  await edit({ customs_value: 12.5 })
  expect(await declared()).toEqual({ lines: [{ ...line, value: 12.5 }], total: 12.5 })
  await shop.call("PATCH /api/admin/shipping", { as: boss, body: { seller_country: order.shippingAddress.country } })
  expect(await declared()).toBeNull()
  await shop.call("PATCH /api/admin/shipping", { as: boss, body: { seller_country: "US" } })
})

test.each([
  ["legal_name", paperTexts.legalNameRequired],
  ["address", paperTexts.addressRequired],
  ["email", paperTexts.emailRequired],
  ["phone", paperTexts.phoneRequired],
  ["register", paperTexts.registerRequired],
  ["register_number", paperTexts.registerNumberRequired],
  ["tax_number", paperTexts.taxNumberRequired],
  ["controller", paperTexts.controllerRequired],
  ["disputes", paperTexts.disputesRequired],
  ["invoice_footer", paperTexts.footerRequired],
  ["sender_name", paperTexts.senderRequired],
  ["sender_address", paperTexts.addressRequired],
])("the business detail %s is refused when it is blank", async (path, message) => {
  const refused = await shop.call("PATCH /api/admin/business", { as: boss, body: { [path]: " " } })
  expect([refused.status, refused.body.errors]).toEqual([422, [{ path, message }]])
})

test.each(["invoices", "invoices?orders=x", "invoices?payments=1,", "slips?orders=", "slips?orders=x"])(
  "print/%s names no orders and is refused",
  async (path) => {
    const refused = await shop.call(`GET /api/admin/print/${path}`, { as: boss })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ message: paperTexts.idsInvalid }])
  },
)
