import { asc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { AdminPlan } from "#contract/memberships.ts"
import { tell } from "#test/gifts.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { membershipPeriods, planTerms } from "../../people/membership/tables.ts"
import { days } from "../../platform/clock.ts"
import { invoices } from "./tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let boss: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  boss = await shop.anAdmin("super_admin")
})
afterAll(() => close())

test("a price that changes while invoices are made leaves each with the terms of its own price", async () => {
  const { db } = shop.app.store
  for (let turn = 0; turn < 5; turn++) {
    const people = await Promise.all(Array.from({ length: 6 }, () => shop.aUser()))
    const changed = { price: 20 + turn, messages: 31 + turn }
    const answers = await Promise.all([
      ...people.slice(0, 3).map((one) => ask(one, {})),
      change(changed),
      ...people.slice(3).map((one) => ask(one, {})),
    ])
    const made = answers.filter((one) => "invoice_id" in one)
    expect(made).toHaveLength(6)
    for (const { invoice_id } of made) {
      const [row] = await db
        .select({ invoice: invoices, terms: planTerms })
        .from(invoices)
        .innerJoin(planTerms, eq(planTerms.id, invoices.termsId))
        .where(eq(invoices.providerInvoiceId, invoice_id))
      expect(row!.invoice.amountCents).toBe(row!.terms.priceCents)
    }
  }
})

test("a webhook that arrives after the plan has changed brings what was bought, at the price that was paid", async () => {
  await change({ price: 20, price_90: 54, messages: 30, photos: 3 })
  const buyer = await shop.aUser()
  const invoice = await ask(buyer, { price: 54, days: 90 })
  await change({ price: 99, price_90: null, messages: 1, photos: 1, sold: false })
  expect(await tell(shop, provider, provider.pay(invoice.invoice_id), "finished")).toBe(200)
  const { db } = shop.app.store
  const bought = await db
    .select({ period: membershipPeriods, terms: planTerms })
    .from(membershipPeriods)
    .innerJoin(planTerms, eq(planTerms.id, membershipPeriods.termsId))
    .where(eq(membershipPeriods.userId, buyer.id))
    .orderBy(asc(membershipPeriods.startsAt))
  expect(bought.map(({ period }) => period.kind)).toEqual(["bought", "further", "further"])
  for (const { period, terms } of bought) {
    expect(+period.endsAt! - +period.startsAt).toBe(days(30))
    expect(period.priceCents).toBe(1800)
    expect(terms).toMatchObject({ messages: 30, photos: 3 })
  }
  const { body: state } = await shop.call(`GET /api/payments/${invoice.payment_id}/status`, { as: buyer })
  expect(state.membership).toMatchObject({ level: "vip", days: 90 })
  const { body: papers } = await shop.call("GET /api/invoices", { as: buyer })
  expect(JSON.stringify(papers)).toContain("54")
})

test("a gift of 90 days brings them to whoever redeems it, whatever the plan costs by then", async () => {
  await change({ price: 20, price_90: 54, messages: 30, photos: 3, sold: true })
  const buyer = await shop.aUser()
  const invoice = await ask(buyer, { days: 90, gift: true })
  await tell(shop, provider, provider.pay(invoice.invoice_id), "finished")
  await change({ price: 40, price_90: null })
  const { body: gifts } = await shop.call("GET /api/gifts", { as: buyer })
  expect(gifts[0]).toMatchObject({ days: 90 })
  const friend = await shop.aUser()
  const { body } = await shop.call("POST /api/gifts/redeem", { as: friend, body: { code: gifts[0].code } })
  expect(Date.parse(body.ends_at) - Date.parse(body.starts_at)).toBe(days(90))
})

test("an open invoice is used again only for the same length and terms", async () => {
  await change({ price: 20, price_90: 54, messages: 30, sold: true })
  const buyer = await shop.aUser()
  const first = await ask(buyer, {})
  expect(await ask(buyer, {})).toMatchObject({ invoice_id: first.invoice_id })
  const longer = await ask(buyer, { days: 90 })
  expect(longer.invoice_id).not.toBe(first.invoice_id)
  await change({ messages: 40 })
  const other = await ask(buyer, { days: 90 })
  expect(other.invoice_id).not.toBe(longer.invoice_id)
  // The one before was for sale when it was made: its payment brings what it promised.
  await tell(shop, provider, provider.pay(longer.invoice_id), "finished")
  const access = await shop.call("GET /api/chat/access-status", { as: buyer })
  expect(access.body.allowance.messages.limit).toBe(30)
})

async function ask(as: TestPerson, body: object) {
  const answer = await shop.call("POST /api/nowpayments/create-subscription-invoice", {
    as,
    body: { level: "vip", ...body },
  })
  expect(answer.status).toBe(200)
  return answer.body as { invoice_id: string; payment_id: number }
}

async function change(fields: object) {
  const { body } = await shop.call<AdminPlan[]>("GET /api/admin/plans", { as: boss })
  const { now } = body.find(({ level }) => level === "vip")!
  const answer = await shop.call("PUT /api/admin/plans/vip", {
    as: boss,
    body: { ...now, valid_from: null, ...fields },
  })
  expect(answer.status).toBe(200)
  return answer.body as { version: number }
}
