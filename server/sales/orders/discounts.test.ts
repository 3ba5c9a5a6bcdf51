import { desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { discountTexts } from "#contract/buyingText.ts"
import { discountAdminTexts } from "#contract/panelText.ts"
import { cartRefusals, modelTexts } from "#contract/texts.ts"
import { days, hours, minutes } from "#server/platform/clock.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { invoices } from "#server/sales/payments/tables.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { services } from "#server/start/services.ts"
import { aDiscount } from "#test/discounts.ts"
import { addToCart, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { sweepHolds } from "./holds.ts"
import { orderItems, orders } from "./tables.ts"

let shop: TestShop
let admin: TestPerson
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.anAdmin("financial_admin")
})
afterAll(() => shop.close())

const quote = (as: TestPerson, code?: string) =>
  shop.call("POST /api/orders/quote", { as, body: code === undefined ? {} : { discount_code: code } })
const order = (as: TestPerson, fields: object = {}) =>
  shop.call("POST /api/orders", { as, body: { ...shipping, ...fields } })
const cancel = (as: TestPerson, id: number) => shop.call(`POST /api/orders/${id}/cancel`, { as })
const usesOf = async (id: number) =>
  (await shop.call(`GET /api/admin/discounts/${id}`, { as: admin })).body.uses as number

/** The shipping of a new shop. */
const freely = {
  country: "US",
  methods: [{ id: 1, name: "Standard Shipping", days_from: 7, days_until: 10, price: 0 }],
  chosen: 1,
  price: 0,
  is_standard: true,
}

/** A customer with these models in the cart, a model a price in cents. */
async function aBuyer(...prices: number[]): Promise<TestPerson> {
  const buyer = await shop.aUser()
  for (const priceCents of prices) await addToCart(shop, buyer, (await shop.aDoll({ priceCents, stock: 9 })).id)
  return buyer
}

test("without discounts a cart costs what its models cost, and takes no code", async () => {
  const own = await openShop()
  const buyer = await own.aUser()
  await addToCart(own, buyer, (await own.aDoll({ priceCents: 30_000 })).id, 2)
  const { body } = await own.call("POST /api/orders/quote", { as: buyer, body: {} })
  expect(body).toEqual({
    ...{ subtotal: 600, discount: null, total: 600, tax: null, shipping: freely },
    ...{ code_problem: null, accepts_codes: false, member_offers: [] },
  })
  await own.close()
})

test("a code is applied in the cart whatever its letter case, and is frozen in the order", async () => {
  const buyer = await aBuyer(10_000, 5005)
  const discount = await aDiscount(shop, admin, { title: "Spring", code: " spring-10 " })
  expect(discount).toMatchObject({ code: "SPRING-10", state: "active", uses: 0 })
  const applied = { title: "Spring", code: "SPRING-10", amount: 15.01 }
  expect((await quote(buyer, "Spring-10 ")).body).toEqual({
    ...{ subtotal: 150.05, discount: applied, total: 135.04, tax: null, shipping: freely },
    ...{ code_problem: null, accepts_codes: true, member_offers: [] },
  })
  const placed = await order(buyer, { discount_code: "spring-10", total: 135.04 })
  expect(placed).toMatchObject({
    status: 201,
    body: { productsAmount: 150.05, discount: applied, shippingDiscount: 0, paymentAmount: 135.04 },
  })
  const again = await order(buyer, { discount_code: "spring-10", total: 135.04 })
  expect([again.status, again.body.id]).toEqual([200, placed.body.id])
  const shares = await shop.app.store.db
    .select({ cents: orderItems.discountCents })
    .from(orderItems)
    .where(eq(orderItems.orderId, placed.body.id))
  expect(shares.map(({ cents }) => cents)).toEqual([1000, 501])

  await shop.call(`PUT /api/admin/discounts/${discount.id}`, {
    as: admin,
    body: { ...formOf(discount), title: "Summer", code: "SUMMER", value: 90 },
  })
  expect((await shop.call(`GET /api/orders/${placed.body.id}`, { as: buyer })).body).toEqual(placed.body)
  const seen = await shop.call(`GET /api/admin/orders/${placed.body.id}`, { as: admin })
  expect(seen.body).toMatchObject({ discount: applied, paymentAmount: 135.04 })
})

test("the invoice, the email, the CSV of orders and the export of the account say what was taken off", async () => {
  const buyer = await aBuyer(30_000)
  const { code } = await aDiscount(shop, admin, { title: "VIP price", kind: "fixed", value: 50 })
  const { body } = await order(buyer, { discount_code: code })
  await shop.call("POST /api/nowpayments/create-invoice", { body: { order_id: body.reference } })
  const [invoice] = await shop.app.store.db.select().from(invoices).where(eq(invoices.orderId, body.id))
  expect(invoice!.amountCents).toBe(25_000)
  const [email] = await shop.app.store.db.select().from(mailOutbox).orderBy(desc(mailOutbox.id)).limit(1)
  expect(email!.bodyText).toMatch(/Subtotal\W+\$300\.00[\s\S]+Discount\W+-\$50\.00[\s\S]+Total\W+\$250\.00/)
  expect(email!.bodyText).not.toContain("VIP")
  const file = await shop.call("GET /api/admin/orders", { as: admin, headers: { accept: "text/csv" } })
  const [head, ...rows] = String(file.body).replace("\ufeff", "").split("\r\n")
  const row = rows.find((one) => one.includes(body.orderNumber))!.split(",")
  const cell = (name: string) => row[head!.split(",").indexOf(name)]
  expect(["subtotal_usd", "discount_usd", "discount", "total_usd"].map(cell)).toEqual(["300", "50", code, "250"])
  const exported = await shop.call("GET /api/users/account/export", { as: buyer })
  expect(exported.body.orders[0].discount).toEqual({ title: "VIP price", code, amount: 50 })
})

test("each reason for which a code is not used is said, and the order with it is refused", async () => {
  const buyer = await aBuyer(30_000)
  const other = await shop.aDoll()
  const soon = new Date(shop.clock.now().getTime() + days(2)).toISOString()
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(soon))
  for (const [fields, problem] of [
    [{ starts_at: soon }, discountTexts.notStarted(`${day} (UTC)`)],
    [{ is_active: false }, discountTexts.expired],
    [{ doll_ids: [other.id] }, discountTexts.otherModels],
    [{ minimum: 400 }, discountTexts.missing("$100.00")],
    [{ levels: ["vip"] }, discountTexts.otherLevel("VIP")],
    [{ kind: "fixed", value: 300 }, discountTexts.missing("$1.00")],
  ] as const) {
    const { code } = await aDiscount(shop, admin, fields)
    expect((await quote(buyer, code!)).body).toMatchObject({ total: 300, discount: null, code_problem: problem })
    const refused = await order(buyer, { discount_code: code, total: 300 })
    expect(refused).toMatchObject({ status: 409, body: { code: "DISCOUNT_REFUSED", detail: problem } })
  }
  expect((await quote(buyer, "NO-SUCH-CODE")).body.code_problem).toBe(discountTexts.unknown)
  expect((await order(buyer, { discount_code: "NO-SUCH-CODE" })).body.detail).toBe(discountTexts.unknown)
})

test("models that are gone, drafts or sold out cost nothing, and do not help to reach a minimum", async () => {
  const { code } = await aDiscount(shop, admin, { minimum: 400 })
  for (const fields of [{ isAvailable: false }, { draftAvailable: true, isAvailable: false }, { stock: 0 }]) {
    const buyer = await aBuyer(30_000)
    const other = await shop.aDoll({ priceCents: 20_000, stock: 1 })
    await addToCart(shop, buyer, other.id)
    expect((await quote(buyer, code!)).body).toMatchObject({ subtotal: 500, total: 450, code_problem: null })
    await shop.app.store.db.update(dolls).set(fields).where(eq(dolls.id, other.id))
    const problem = discountTexts.missing("$100.00")
    expect((await quote(buyer, code!)).body).toMatchObject({ subtotal: 300, total: 300, code_problem: problem })
    const refused = await order(buyer, { total: 300 })
    expect([refused.status, refused.body.code]).toEqual([409, fields.stock === 0 ? "OUT_OF_STOCK" : "UNAVAILABLE"])
  }
})

test("a discount for the first order works once, also beside an unpaid order whose payment has begun", async () => {
  const { code } = await aDiscount(shop, admin, { first_order: true })
  const buyer = await aBuyer(30_000)
  const first = await order(buyer, { discount_code: code, total: 270 })
  expect(first.status).toBe(201)
  await shop.app.store.db.update(orders).set({ paymentState: "partial" }).where(eq(orders.id, first.body.id))
  expect((await quote(buyer, code!)).body).toMatchObject({ total: 270, code_problem: null })
  const again = await order(buyer, { discount_code: code, total: 270 })
  expect([again.status, again.body.id]).toEqual([200, first.body.id])

  await addToCart(shop, buyer, (await shop.aDoll({ priceCents: 10_000 })).id)
  const problem = discountTexts.firstOrder
  expect((await quote(buyer, code!)).body).toMatchObject({ total: 400, code_problem: problem })
  expect(await order(buyer, { discount_code: code })).toMatchObject({
    status: 409,
    body: { code: "DISCOUNT_REFUSED", detail: problem },
  })
})

test("what the customer's own unpaid order holds is for sale to that customer", async () => {
  const buyer = await shop.aUser()
  const { id } = await shop.aDoll({ priceCents: 20_000, stock: 1 })
  await addToCart(shop, buyer, id)
  const placed = await order(buyer, { total: 200 })
  expect((await quote(buyer)).body).toMatchObject({ subtotal: 200, total: 200 })
  const again = await order(buyer, { total: 200 })
  expect([again.status, again.body.id]).toEqual([200, placed.body.id])
})

test("a code that ends between cart and checkout is refused before anything is ordered", async () => {
  const buyer = await aBuyer(30_000)
  const discount = await aDiscount(shop, admin)
  expect((await quote(buyer, discount.code!)).body.total).toBe(270)
  const body = { ...formOf(discount), is_active: false }
  expect((await shop.call(`PUT /api/admin/discounts/${discount.id}`, { as: admin, body })).body.state).toBe("inactive")
  const refused = await order(buyer, { discount_code: discount.code, total: 270 })
  expect(refused).toMatchObject({ status: 409, body: { detail: discountTexts.expired } })
  expect((await order(buyer, { total: 270 })).body).toMatchObject({
    code: "PRICE_CHANGED",
    detail: cartRefusals.changed,
  })
  expect((await order(buyer, { total: 300 })).body).toMatchObject({ discount: null, paymentAmount: 300 })
})

test("a use is given back when the order is cancelled or expires, and kept once it is paid", async () => {
  const { id, code } = await aDiscount(shop, admin, { max_uses: 1, max_uses_per_customer: 1 })
  const [one, two] = [await aBuyer(30_000), await aBuyer(30_000)]
  const first = await order(one, { discount_code: code })
  expect((await quote(two, code!)).body.code_problem).toBe(discountTexts.usedUp)
  // The customer's own unpaid order does not use up the code for its own cart.
  expect((await quote(one, code!)).body.code_problem).toBe(null)
  await cancel(one, first.body.id)
  expect(await usesOf(id)).toBe(0)

  expect((await order(two, { discount_code: code })).status).toBe(201)
  shop.clock.advance(minutes(61))
  await sweepHolds(shop.app.store, "https://shop.example")
  expect(await usesOf(id)).toBe(0)

  const { body: paid } = await order(one, { discount_code: code })
  await shop.app.store.db
    .update(orders)
    .set({ status: "to_be_shipped", paidAt: shop.clock.now(), revenueCents: 27_000 })
    .where(eq(orders.id, paid.id))
  const report = await shop.call(`GET /api/admin/discounts/${id}`, { as: admin })
  expect(report.body).toMatchObject({ state: "used_up", uses: 1, given: 30, revenue: 270 })
  expect((await quote(one, code!)).body.code_problem).toBe(discountTexts.usedByYou)
})

test("a changed cart takes its code along to the order that replaces the first one", async () => {
  const buyer = await aBuyer(30_000)
  const { id, code } = await aDiscount(shop, admin, { max_uses: 1, max_uses_per_customer: 1, first_order: true })
  const first = await order(buyer, { discount_code: code })
  await addToCart(shop, buyer, (await shop.aDoll({ priceCents: 10_000 })).id)
  const second = await order(buyer, { discount_code: code, total: 360 })
  expect(second).toMatchObject({ status: 201, body: { paymentAmount: 360 } })
  expect(second.body.id).not.toBe(first.body.id)
  expect(await usesOf(id)).toBe(1)
  const third = await order(buyer, { total: 400 })
  expect(third).toMatchObject({ status: 201, body: { discount: null } })
  expect(await usesOf(id)).toBe(0)
})

test("a code for the first order is for nobody who has ordered", async () => {
  const { code } = await aDiscount(shop, admin, { first_order: true })
  const buyer = await aBuyer(30_000)
  const { body } = await order(buyer)
  expect((await quote(buyer, code!)).body.code_problem).toBe(null)
  await shop.app.store.db.update(orders).set({ status: "to_be_shipped" }).where(eq(orders.id, body.id))
  expect((await quote(buyer, code!)).body.code_problem).toBe(discountTexts.firstOrder)
})

test("members get their level's price without a code, and others read what they would get", async () => {
  const own = await openShop()
  const boss = await own.anAdmin()
  await aDiscount(own, boss, { title: "VIP price", code: null, levels: ["vip", "vvip"] })
  const doll = await own.aDoll({ priceCents: 30_000 })
  const ask = async (fields: object) => {
    const buyer = await own.aUser(fields)
    await addToCart(own, buyer, doll.id)
    return (await own.call("POST /api/orders/quote", { as: buyer, body: {} })).body
  }
  expect(await ask({ membershipLevel: "vip" })).toMatchObject({
    ...{ total: 270, discount: { title: "VIP price", code: null, amount: 30 } },
    ...{ accepts_codes: false, member_offers: [] },
  })
  const offer = discountTexts.forMembers("VIP and VVIP", "10%")
  expect(await ask({})).toMatchObject({ total: 300, discount: null, member_offers: [offer] })
  await own.close()
})

const valid = { title: "T", code: "FREE1", kind: "percent", value: 10, starts_at: "2026-01-01T00:00:00.000Z" }

test.each([
  ["title", { title: " " }],
  ["title", { title: "x".repeat(81) }],
  ["code", { code: "" }],
  ["code", { code: "has space" }],
  ["code", { code: "ÜBER" }],
  ["code", { code: "x".repeat(41) }],
  ["code", { code: "ABC" }],
  ["value", { value: 0 }],
  ["value", { value: 100 }],
  ["value", { value: 12.5 }],
  ["value", { kind: "fixed", value: 1.234 }],
  ["value", { kind: "fixed", value: 1_000_001 }],
  ["minimum", { minimum: -1 }],
  ["max_uses", { max_uses: 0 }],
  ["ends_at", { ends_at: "2026-01-01T00:00:00.000Z" }],
  ["levels.0", { levels: ["gold"] }],
])("a discount with an invalid %s is refused", async (path, fields) => {
  const answer = await shop.call("POST /api/admin/discounts", { as: admin, body: { ...valid, ...fields } })
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map((one: { path: string }) => one.path)).toEqual([path])
})

test("the reasons name the field: a taken code, a percentage, an end before the start, no such model", async () => {
  const { code, ...first } = await aDiscount(shop, admin)
  const errorOf = async (fields: object) => {
    const answer = await shop.call("POST /api/admin/discounts", { as: admin, body: { ...valid, ...fields } })
    return answer.body.errors[0].message
  }
  expect(await errorOf({ code: code!.toLowerCase() })).toBe(discountAdminTexts.codeTaken)
  expect(await errorOf({ code: "a b" })).toBe(discountAdminTexts.codeForm)
  expect(await errorOf({ value: 100 })).toBe(discountAdminTexts.percentRange)
  expect(await errorOf({ value: -1 })).toBe(discountAdminTexts.valueRequired)
  expect(await errorOf({ ends_at: "2025-01-01T00:00:00.000Z" })).toBe(discountAdminTexts.endsFirst)
  expect(await errorOf({ doll_ids: [(await shop.aDoll()).id, 2_000_000] })).toBe(modelTexts.notFound)
  const second = await aDiscount(shop, admin)
  const edited = await shop.call(`PUT /api/admin/discounts/${second.id}`, {
    as: admin,
    body: { ...formOf(second), code },
  })
  expect(edited).toMatchObject({ status: 422, body: { errors: [{ path: "code" }] } })
  const unknown = { as: admin, body: { ...formOf(second), doll_ids: [2_000_000] } }
  expect(await shop.call(`PUT /api/admin/discounts/${second.id}`, unknown)).toMatchObject({
    status: 422,
    body: { errors: [{ path: "doll_ids" }] },
  })
  expect(first.id).not.toBe(second.id)
})

test("whoever guesses codes is stopped after thirty an hour, and buys without one meanwhile", async () => {
  const guessed = await openShop({ RATE_LIMIT_SCALE: "1" })
  const { code } = await aDiscount(guessed, await guessed.anAdmin("financial_admin"))
  const as = await guessed.aUser()
  await addToCart(guessed, as, (await guessed.aDoll()).id)
  const quote = (body: object) => guessed.call("POST /api/orders/quote", { as, body })
  for (let n = 0; n < 30; n++) {
    expect((await quote({ discount_code: `GUESS-${n}` })).body.code_problem).toBe(discountTexts.unknown)
    if (n < 5) expect((await quote({ discount_code: code })).body.code_problem).toBeNull()
  }
  expect((await quote({ discount_code: "GUESS-31" })).status).toBe(429)
  const order = { as, body: { ...shipping, discount_code: "GUESS-31" } }
  expect((await guessed.call("POST /api/orders", order)).status).toBe(429)
  expect((await quote({})).status).toBe(200)
  guessed.clock.advance(hours(1))
  expect((await quote({ discount_code: code })).body.code_problem).toBeNull()
  await guessed.close()
})

test("admins list, search, filter, export and edit discounts, and the audit log has it", async () => {
  const own = await openShop()
  const boss = await own.anAdmin("financial_admin")
  const start = own.clock.now()
  const at = (milliseconds: number) => new Date(start.getTime() + milliseconds).toISOString()
  const doll = await own.aDoll({ name: "Ursel" })
  const active = await aDiscount(own, boss, { title: "Running", code: "RUNS", doll_ids: [doll.id] })
  await aDiscount(own, boss, { title: "Soon", starts_at: at(hours(5)) })
  await aDiscount(own, boss, { title: "Short", ends_at: at(hours(1)) })
  await aDiscount(own, boss, { title: "Off", is_active: false, code: null })
  own.clock.advance(hours(2))
  const list = async (query: string) => {
    const { body } = await own.call(`GET /api/admin/discounts?${query}`, { as: boss })
    return body.map(({ title, state }: { title: string; state: string }) => `${title} ${state}`)
  }
  expect(await list("sort=title")).toEqual(["Off inactive", "Running active", "Short expired", "Soon scheduled"])
  expect(await list("state=expired")).toEqual(["Short expired"])
  expect(await list("q=run")).toEqual(["Running active"])
  const file = await own.call("GET /api/admin/discounts?q=run", { as: boss, headers: { accept: "text/csv" } })
  expect(String(file.body).split("\r\n")[1]).toMatch(/^\d+,Running,RUNS,active,percent,10,0,,,Ursel,false,/)

  const body = { ...formOf(active), value: 15 }
  const put = (version: number) =>
    own.call(`PUT /api/admin/discounts/${active.id}`, { as: boss, body, headers: { "if-match": `"v${version}"` } })
  expect((await put(7)).status).toBe(412)
  expect((await put(1)).body).toMatchObject({ value: 15, version: 2, models: [{ id: doll.id, name: "Ursel" }] })
  const [entry] = await own.app.store.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  expect(entry).toMatchObject({ action: "discount.edit", before: { value: 10 }, after: { value: 15 } })
  expect((await own.call("GET /api/admin/discounts/999999", { as: boss })).status).toBe(404)
  await own.close()
})

test("a price that changes with its discount makes another order", async () => {
  const buyer = await aBuyer(30_000)
  const { code } = await aDiscount(shop, admin)
  const first = await order(buyer, { discount_code: code })
  const [line] = first.body.items
  await shop.app.store.db.update(dolls).set({ priceCents: 20_000 }).where(eq(dolls.id, line.doll_id))
  expect((await order(buyer, { discount_code: code, total: 270 })).body.code).toBe("PRICE_CHANGED")
  const second = await order(buyer, { discount_code: code, total: 180 })
  expect(second).toMatchObject({ status: 201, body: { paymentAmount: 180, discount: { amount: 20 } } })
})

function formOf({ id, state, uses, given, revenue, models, created_at, version, ...form }: Record<string, any>) {
  return form
}

test("the memberships' page is told what a level always saves, and nothing that depends on the cart", async () => {
  const own = await openShop()
  const boss = await own.anAdmin("financial_admin")
  const offered = () => services(own.app).memberDiscounts()
  expect(await offered()).toEqual({})
  await aDiscount(own, boss, { title: "Member price", code: null, value: 5, levels: ["vvip"] })
  await aDiscount(own, boss, { title: "Small", code: null, value: 4, levels: ["vip", "vvip"] })
  await aDiscount(own, boss, { title: "Code", code: "MINE", value: 50, levels: ["vip"] })
  await aDiscount(own, boss, { title: "Large orders", code: null, value: 40, minimum: 500, levels: ["vip"] })
  await aDiscount(own, boss, { title: "Premium", code: null, value: 30, categories: ["premium"], levels: ["vip"] })
  await aDiscount(own, boss, { title: "Everyone", code: null, value: 20 })
  await aDiscount(own, boss, { title: "Off", code: null, value: 60, levels: ["vip"], is_active: false })
  expect(await offered()).toEqual({ vip: 4, vvip: 5 })
  await own.close()
})
