import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { discountTexts } from "#contract/buyingText.ts"
import type { DiscountForm } from "#contract/discounts.ts"
import { discountAdminTexts } from "#contract/panelText.ts"
import { aDiscount } from "#test/discounts.ts"
import { tell } from "#test/gifts.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { addToCart } from "#test/orders.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { membershipPeriods } from "../../people/membership/tables.ts"
import { days } from "../../platform/clock.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let boss: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  boss = await shop.anAdmin("super_admin")
})
afterAll(() => close())

const aCode = (fields: Partial<DiscountForm> = {}) => aDiscount(shop, boss, { scope: "memberships", ...fields })
const price = async (as: TestPerson, discount_code: string | undefined, plan: object = {}) =>
  (await shop.call("POST /api/memberships/price", { as, body: { level: "vip", discount_code, ...plan } })).body
const ask = (as: TestPerson, discount_code: string | undefined, plan: object = {}) =>
  shop.call("POST /api/nowpayments/create-subscription-invoice", { as, body: { level: "vip", discount_code, ...plan } })
const usesOf = async (id: number) => (await shop.call(`GET /api/admin/discounts/${id}`, { as: boss })).body

test("a code is taken off the price, the period is worth what was paid, and the invoice shows both", async () => {
  const { id, code } = await aCode({ value: 25 })
  const buyer = await shop.aUser()
  expect(await price(buyer, code!)).toMatchObject({
    ...{ price: 20, discount: { code, amount: 5 }, total: 15 },
    ...{ code_problem: null, accepts_codes: true },
  })
  expect((await ask(buyer, code!, { price: 20 })).body.code).toBe("PRICE_CHANGED")
  const { body: invoice } = await ask(buyer, code!, { price: 15 })
  const payment = provider.pay(invoice.invoice_id)
  expect(payment.price_amount).toBe(15)
  await shop.call(`PUT /api/admin/discounts/${id}`, { as: boss, body: { ...(await formOf(id)), value: 50 } })
  await tell(shop, provider, payment, "finished")
  const bought = await shop.app.store.db.select().from(membershipPeriods).where(eq(membershipPeriods.userId, buyer.id))
  expect(bought.map(({ priceCents }) => priceCents)).toEqual([1500])
  const { body: papers } = await shop.call("GET /api/invoices?kind=membership", { as: buyer })
  const paper = async () => (await shop.call(`GET /api/invoices/${papers[0].number}`, { as: buyer })).body
  expect(await paper()).toMatchObject({ lines: [{ price: 20 }], discount: { label: code, amount: 5 }, total: 15 })
  expect(await usesOf(id)).toMatchObject({ uses: 1, given: 5, revenue: 15 })
  await tell(shop, provider, payment, "refunded")
  const { body: after } = await shop.call("GET /api/invoices?kind=membership", { as: buyer })
  const { body: note } = await shop.call(`GET /api/invoices/${after[0].credit_notes[0]}`, { as: buyer })
  expect(note.total).toBe(15)
  expect(await usesOf(id)).toMatchObject({ uses: 1, given: 0, revenue: 0 })
})

test("a code that is not used says why", async () => {
  const buyer = await shop.aUser()
  const soon = new Date(+shop.clock.now() + days(1)).toISOString()
  const gone = new Date(+shop.clock.now() - days(1)).toISOString()
  const cases: [Partial<DiscountForm>, string][] = [
    [{ scope: "models" }, discountTexts.forModels],
    [{ is_active: false }, discountTexts.expired],
    [{ starts_at: gone, ends_at: shop.clock.now().toISOString() }, discountTexts.expired],
    [{ starts_at: soon }, expect.stringMatching(/^This code can be used from/)],
    [{ levels: ["vvip"] }, discountTexts.otherLevel("VVIP")],
    [{ minimum: 30 }, discountTexts.fromPrice("$30.00")],
    [{ kind: "fixed", value: 19.5 }, discountTexts.fromPrice("$20.50")],
    [{ value: 99 }, discountTexts.fromPrice("$100.00")],
  ]
  for (const [fields, problem] of cases) {
    const { code } = await aCode(fields)
    expect(await price(buyer, code!)).toMatchObject({
      discount: null,
      total: 20,
      code_problem: problem,
    })
    expect((await ask(buyer, code!)).body).toMatchObject({ code: "DISCOUNT_REFUSED" })
  }
  expect((await price(buyer, "NOT-A-CODE")).code_problem).toBe(discountTexts.unknown)
  const { code } = await aCode()
  await addToCart(shop, buyer, (await shop.aDoll()).id)
  const { body: cart } = await shop.call("POST /api/orders/quote", { as: buyer, body: { discount_code: code } })
  expect(cart).toMatchObject({ discount: null, code_problem: discountTexts.forMemberships })
})

test("twenty members for a code with five uses: five invoices have it, and the others are told", async () => {
  const { id, code } = await aCode({ max_uses: 5 })
  const buyers = await Promise.all(Array.from({ length: 20 }, () => shop.aUser()))
  const answers = await Promise.all(buyers.map((buyer) => ask(buyer, code!)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const { body, status } of answers) if (status !== 200) expect(body.detail).toBe(discountTexts.usedUp)
  expect((await usesOf(id)).uses).toBe(5)
  // An invoice that nobody pays gives its use back after a day.
  shop.clock.advance(days(1))
  expect((await usesOf(id)).uses).toBe(0)
  expect((await ask(await shop.aUser(), code!)).status).toBe(200)
})

test("one member's invoices use a code once: the same purchase is the same invoice, another is refused", async () => {
  const { id, code } = await aCode({ max_uses_per_customer: 1 })
  const buyer = await shop.aUser()
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(buyer, code!)))
  expect(new Set(answers.map(({ body }) => body.invoice_id)).size).toBe(1)
  expect((await ask(buyer, code!, { level: "vvip" })).body.detail).toBe(discountTexts.usedByYou)
  expect((await ask(buyer, code!, { gift: true })).body.detail).toBe(discountTexts.usedByYou)
  // The invoice that the next one replaces can still be paid with the discount.
  expect((await ask(buyer, undefined)).status).toBe(200)
  expect((await ask(buyer, code!)).body.detail).toBe(discountTexts.usedByYou)
  expect((await usesOf(id)).uses).toBe(1)
})

test("a code for the first membership is refused to those who have bought one", async () => {
  const { code } = await aCode({ first_order: true })
  const buyer = await shop.aUser()
  const { body: invoice } = await ask(buyer, code!)
  expect((await price(buyer, code!, { level: "vvip" })).code_problem).toBe(discountTexts.firstMembership)
  await tell(shop, provider, provider.pay(invoice.invoice_id), "finished")
  expect((await price(buyer, code!)).code_problem).toBe(discountTexts.firstMembership)
})

test("a discount on memberships has a code, and neither categories nor models", async () => {
  const { id } = await aCode()
  const form = await formOf(id)
  const edit = (fields: object) =>
    shop.call(`PUT /api/admin/discounts/${id}`, { as: boss, body: { ...form, ...fields } })
  expect((await edit({ code: null })).body.errors).toMatchObject([{ path: "code" }])
  expect((await edit({ categories: ["premium"] })).body.errors).toEqual([
    { path: "scope", message: discountAdminTexts.onlyModels },
  ])
})

async function formOf(id: number) {
  const { body } = await shop.call(`GET /api/admin/discounts/${id}`, { as: boss })
  const { id: _, state, uses, given, revenue, models, created_at, version, ...form } = body
  return form
}
