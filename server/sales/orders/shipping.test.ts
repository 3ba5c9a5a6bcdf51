import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { orderTexts } from "#contract/buyingText.ts"
import type { SalesInvoice } from "#contract/invoicing.ts"
import { type EditSelling, type ShippingMethod, standardMethods } from "#contract/selling.ts"
import { sellingTexts } from "#contract/sellingText.ts"
import { cartRefusals } from "#contract/texts.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { addToCart, aPaidOrder, shipping } from "#test/orders.ts"
import { refundWith, settleRefunds } from "#test/refunds.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { orderItems, orders } from "./tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let boss: TestPerson
let staff: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  boss = await shop.anAdmin()
  staff = await shop.anAdmin("financial_admin")
})
afterAll(() => close())

const edit = (body: EditSelling, as = boss, headers: Record<string, string> = {}) =>
  shop.call("PATCH /api/admin/shipping", { as, body, headers })
const plain: EditSelling = { methods: standardMethods, rates: [], prices_include_tax: true, seller_country: "US" }
afterEach(() => edit(plain))

const method = (id: number, fields: Partial<ShippingMethod> = {}): ShippingMethod => ({
  ...{ id, name: `Way ${id}`, translations: {}, days_from: 2, days_until: 4 },
  ...{ countries: [], price: 0, is_on: true },
  ...fields,
})
const post = method(11, { name: "Post", translations: { de: "Postpaket" } })
const express = method(12, { name: "Express", price: 25.5, days_from: 1, days_until: 2 })
const german = { country: "DE" as const, percent: 19 }

async function aBuyer(priceCents: number, quantity = 1) {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ priceCents, stock: 9 })
  await addToCart(shop, buyer, doll.id, quantity)
  return buyer
}
const quote = (as: TestPerson, body: object) => shop.call("POST /api/orders/quote", { as, body })
const order = (as: TestPerson, body: object) => shop.call("POST /api/orders", { as, body: { ...shipping, ...body } })
const invoiceOf = async (id: number): Promise<SalesInvoice> =>
  (await shop.call(`GET /api/admin/print/invoices?orders=${id}`, { as: staff })).body.invoices[0]

test("a customer chooses one of two methods, and the order keeps it as it was", async () => {
  await edit({ methods: [post, express] })
  const buyer = await aBuyer(100_000)
  const offered = await quote(buyer, { country: "DE", shipping_method: 12 })
  expect(offered.body).toMatchObject({
    total: 1025.5,
    tax: null,
    shipping: { chosen: 12, price: 25.5, methods: [{ id: 11, price: 0 }, { id: 12 }], is_standard: false },
  })
  const placed = await order(buyer, { country: "DE", shipping_method: 12, total: 1025.5 })
  expect(placed.status).toBe(201)
  const kept = {
    productsAmount: 1000,
    shippingFee: 25.5,
    shippingMethod: { name: "Express", days_from: 1, days_until: 2, is_standard: false },
    paymentAmount: 1025.5,
  }
  expect(placed.body).toMatchObject(kept)
  await edit({ methods: [post, { ...express, name: "Slow", price: 1, days_until: 9 }] })
  expect((await shop.call(`GET /api/orders/${placed.body.id}`, { as: buyer })).body).toMatchObject(kept)

  const [mail] = await shop.app.store.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.dedupeKey, `order_received:${placed.body.orderNumber}`))
  expect(mail?.bodyText).toMatch(/Subtotal.*\$1,000\.00/)
  expect(mail?.bodyText).toMatch(/Shipping \(Express\).*\$25\.50/)
  expect(mail?.bodyText).toMatch(/Total.*\$1,025\.50 USD/)
  const csv = await shop.call(`GET /api/admin/orders?q=${placed.body.orderNumber}`, {
    as: staff,
    headers: { accept: "text/csv" },
  })
  expect(String(csv.body)).toContain("Express,25.5")
  // Without a choice it is the first one.
  const other = await aBuyer(100_000)
  expect((await order(other, { total: 1000 })).body).toMatchObject({ shippingFee: 0, shippingMethod: { name: "Post" } })
})

test("names of methods are said in the customer's language, and those of a new shop are translated", async () => {
  const buyer = await aBuyer(100)
  const name = async () =>
    (
      await shop.call("POST /api/orders/quote", {
        as: buyer,
        body: { country: "US" },
        headers: { "accept-language": "de" },
      })
    ).body.shipping.methods[0].name
  expect(await name()).toBe("Standardversand")
  await edit({ methods: [post] })
  expect(await name()).toBe("Postpaket")
})

test("a fee that changed between the page and the order is refused, and so is a method that was switched off", async () => {
  await edit({ methods: [post, express] })
  const buyer = await aBuyer(100_000)
  await edit({ methods: [post, { ...express, price: 30 }] })
  const dearer = await order(buyer, { shipping_method: 12, total: 1025.5 })
  expect([dearer.status, dearer.body.code, dearer.body.detail]).toEqual([409, "PRICE_CHANGED", cartRefusals.changed])
  await edit({ methods: [post, { ...express, is_on: false }] })
  const off = await order(buyer, { shipping_method: 12, total: 1030 })
  expect([off.status, off.body.code, off.body.detail]).toEqual([409, "SHIPPING_CHANGED", sellingTexts.methodGone])
  expect(await shop.app.store.db.select().from(orders).where(eq(orders.userId, buyer.id))).toEqual([])
  expect((await order(buyer, { shipping_method: 11, total: 1000 })).status).toBe(201)
})

test("a country that no method serves is refused at its field, at checkout and by staff", async () => {
  await edit({ methods: [method(1, { countries: ["GB"] })] })
  const buyer = await aBuyer(100)
  expect((await quote(buyer, { country: "FR" })).body.shipping).toMatchObject({ methods: [], chosen: null, price: 0 })
  const refused = await order(buyer, { country: "FR" })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ path: "country", message: orderTexts.noShipping("France") }],
  ])
  const placed = await order(buyer, { country: "GB" })
  expect(placed.status).toBe(201)
  const { email: _, ...address } = { ...shipping, country: "FR" }
  const moved = await shop.call(`PUT /api/admin/orders/${placed.body.id}/address`, { as: staff, body: address })
  expect([moved.status, moved.body.errors?.[0]?.path]).toEqual([422, "country"])
})

test("another method or country makes another order where the price differs, and none where it does not", async () => {
  await edit({ methods: [post, express, method(13, { name: "Bike" })] })
  const buyer = await aBuyer(100_000)
  const first = await order(buyer, { shipping_method: 11 })
  const same = await order(buyer, { shipping_method: 13 })
  expect([same.status, same.body.id, same.body.shippingMethod.name]).toEqual([200, first.body.id, "Bike"])
  const dearer = await order(buyer, { shipping_method: 12 })
  expect([dearer.status, dearer.body.paymentAmount]).toEqual([201, 1025.5])
  expect((await shop.call(`GET /api/orders/${first.body.id}`, { as: buyer })).body.status).toBe("cancelled")
  await edit({ rates: [german] })
  const taxed = await order(buyer, { shipping_method: 12, country: "DE" })
  expect([taxed.status, taxed.body.tax]).toEqual([201, { percent: 19, amount: 163.74, is_included: true }])
})

test("VAT that prices include is said with the rate of the sale, on order, invoice and credit notes", async () => {
  await edit({ methods: [post, express], rates: [german] })
  const { order: paid, doll } = await aPaidOrder(shop, provider, { quantity: 2, stock: 2, to: { country: "DE" } })
  expect(paid).toMatchObject({ paymentAmount: 600, tax: { percent: 19, amount: 95.8, is_included: true } })
  await edit({ rates: [{ ...german, percent: 7 }] })
  expect(await invoiceOf(paid.id)).toMatchObject({
    total: 600,
    shipping_method: "Post",
    tax: { percent: 19, amount: 95.8, is_included: true },
  })
  const part = await refundWith(shop, staff, paid.id, {
    lines: [{ doll_id: doll.id, quantity: 1 }],
    reason: "goodwill",
  })
  expect(part.body.refund).toMatchObject({ due: 300 })
  await settleRefunds(shop, staff, paid.id)
  await refundWith(shop, staff, paid.id, { amount: 300, reason: "goodwill" })
  const done = await settleRefunds(shop, staff, paid.id)
  const ids = done.body.refunds.map(({ id }) => id).join(",")
  const notes = (await shop.call(`GET /api/admin/print/invoices?refunds=${ids}`, { as: staff })).body.invoices
  expect(notes.map(({ total, tax }: SalesInvoice) => [total, tax])).toEqual([
    [300, { percent: 19, amount: 47.9, is_included: true }],
    [300, { percent: 19, amount: 47.9, is_included: true }],
  ])
})

test("VAT that is added is paid, refunded with its pieces, and leaves nothing of the order", async () => {
  await edit({ methods: [express], rates: [german], prices_include_tax: false })
  const { order: paid, doll } = await aPaidOrder(shop, provider, { quantity: 3, stock: 3, to: { country: "DE" } })
  // (3 × 300 + 25.50) × 19 % = 175.845
  expect(paid).toMatchObject({ paymentAmount: 1101.35, tax: { percent: 19, amount: 175.85, is_included: false } })
  const invoice = await invoiceOf(paid.id)
  expect(invoice).toMatchObject({
    subtotal: 900,
    shipping: 25.5,
    shipping_method: "Express",
    total: 1101.35,
    paid: 1101.35,
  })
  expect(Math.round((invoice.subtotal + invoice.shipping + invoice.tax!.amount) * 100)).toBe(110_135)
  const [line] = await shop.app.store.db.select().from(orderItems).where(eq(orderItems.orderId, paid.id))
  expect(line!.taxCents).toBe(17_100)

  const one = await refundWith(shop, staff, paid.id, { lines: [{ doll_id: doll.id, quantity: 1 }], reason: "damaged" })
  expect(one.body).toMatchObject({ refund: { due: 357 }, refundable: { amount: 744.35 } })
  await settleRefunds(shop, staff, paid.id)
  const rest = await refundWith(shop, staff, paid.id, { amount: 744.35, reason: "goodwill" })
  expect(rest.body).toMatchObject({ refundable: { amount: 0 } })
  const done = await settleRefunds(shop, staff, paid.id)
  expect(done.body).toMatchObject({ status: "refunded", refund: { refunded: 1101.35, due: 0, state: "full" } })
  const ids = done.body.refunds.map(({ id }) => id).join(",")
  const notes: SalesInvoice[] = (await shop.call(`GET /api/admin/print/invoices?refunds=${ids}`, { as: staff })).body
    .invoices
  const cents = (amounts: number[]) => Math.round(amounts.reduce((a, b) => a + b, 0) * 100)
  expect(cents(notes.map(({ total }) => total))).toBe(110_135)
  expect(cents(notes.map(({ tax }) => tax!.amount))).toBe(17_585)

  const report = await shop.call("GET /api/admin/reports/taxes", { as: staff })
  const books = report.body.rows.find(({ key }: { key: string }) => key === "DE 1900")
  expect(books).toMatchObject({ name: "Germany, 19%" })
  expect(report.body.total.net).toBe(0)
  const rows = await shop.app.store.db.select().from(orders).where(eq(orders.taxRate, 1900))
  const sold = rows.filter(({ paidAt }) => paidAt)
  expect([books.orders, cents([books.sales]), cents([books.tax])]).toEqual([
    sold.length,
    sold.reduce((sum, { totalCents }) => sum + totalCents, 0),
    sold.reduce((sum, { taxCents }) => sum + taxCents, 0),
  ])
  const sales = await shop.call("GET /api/admin/reports/sales?by=model", { as: staff })
  expect(sales.body.rows.find(({ key }: { key: string }) => key === String(doll.id))).toMatchObject({
    paid: 1101.35,
    refunded: 1101.35,
    net: 0,
  })
})

test("a discount takes nothing off the shipping fee", async () => {
  await edit({ methods: [express] })
  const buyer = await aBuyer(100_000)
  const made = await shop.call("POST /api/admin/discounts", {
    as: staff,
    body: {
      title: "All but shipping",
      code: "HALF",
      kind: "percent",
      value: 50,
      starts_at: "2020-01-01T00:00:00.000Z",
    },
  })
  expect(made.status).toBeLessThan(300)
  expect((await quote(buyer, { discount_code: "HALF" })).body).toMatchObject({
    discount: { amount: 500 },
    total: 525.5,
  })
})

test("super admins change shipping and taxes, whoever packs reads them, and two edits are a conflict", async () => {
  const read = await shop.call("GET /api/admin/shipping", { as: staff })
  expect(read.body).toMatchObject({ methods: [{ name: "Standard Shipping" }, { name: "International Shipping" }] })
  expect((await edit({ rates: [german] }, staff)).status).toBe(403)
  for (const as of [await shop.aUser(), await shop.anAdmin("content_admin")]) {
    expect((await shop.call("GET /api/admin/shipping", { as })).status).toBe(403)
  }
  const seen = { "if-match": String(read.headers.etag) }
  const changed = await edit({ rates: [german] }, boss, seen)
  expect(changed.body).toMatchObject({ rates: [german], updated_by: boss.fullName })
  expect((await edit({ methods: [post] }, boss, seen)).status).toBe(412)
  // Another change of the settings is none of the shipping page.
  await shop.call("PATCH /api/admin/settings", { as: boss, body: { support_hours: "Always" } })
  const still = { "if-match": String(changed.headers.etag) }
  expect((await edit({ rates: [] }, boss, still)).status).toBe(200)
  const log = (await shop.app.store.db.select().from(auditLog)).filter(({ action }) => action === "shipping.edit")
  expect(log.at(-1)).toMatchObject({ before: { rates: [german] }, after: { rates: [] } })
})

test("bad rows are refused at their fields", async () => {
  const fault = async (body: object) => {
    const { status, body: answer } = await edit(body as EditSelling)
    return [status, answer.errors?.[0]?.path]
  }
  expect(await fault({ methods: [{ ...post, name: " \u200b " }] })).toEqual([422, "methods.0.name"])
  expect(await fault({ methods: [{ ...post, days_from: 9 }] })).toEqual([422, "methods.0.days_until"])
  expect(await fault({ methods: [{ ...post, price: -1 }] })).toEqual([422, "methods.0.price"])
  expect(await fault({ methods: [{ ...post, countries: ["DE", "DE"] }] })).toEqual([422, "methods.0.countries"])
  expect(await fault({ methods: [post, post] })).toEqual([422, "methods"])
  expect(await fault({ methods: [{ ...post, translations: { de: "Schulmädchen" } }] })).toEqual([
    422,
    "methods.0.translations.de",
  ])
  expect(await fault({ rates: [{ ...german, percent: 19.555 }] })).toEqual([422, "rates.0.percent"])
  expect(await fault({ rates: [german, german] })).toEqual([422, "rates"])
  expect(await fault({ rates: [{ ...german, percent: 101 }] })).toEqual([422, "rates.0.percent"])
})
