import { afterAll, beforeAll, expect, test } from "vitest"
import { membershipTexts, planTexts } from "#contract/buyingText.ts"
import type { AdminPlan, EditPlan, Membership } from "#contract/memberships.ts"
import { paidFor } from "#test/members.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { hours } from "../../platform/clock.ts"
import { useAllowance } from "./allowance.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let boss: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  boss = await shop.anAdmin("super_admin")
})
afterAll(() => close())

test("a plan is changed at once, with a version, and everybody sees it", async () => {
  const before = await planOf("standard")
  expect(before).toMatchObject({ version: 1, next: null, now: { price: 15, messages: 10, photos: 1, texts: {} } })
  const texts = {
    en: { title: "Starter", description: "Say hello.", lines: ["{messages}", "{photos}", "A kind word"] },
    de: { title: "Einstieg", description: "", lines: [] },
  }
  const saved = await edit("standard", { ...before.now, price: 12.5, messages: 12, photos: 2, texts })
  expect(saved).toMatchObject({
    status: 200,
    body: { version: 2, updated_by: expect.any(String), now: { price: 12.5 } },
  })
  expect(await shown("standard")).toMatchObject({
    name: "Starter",
    price: 12.5,
    description: "Say hello.",
    features: ["12 messages", "2 photos", "A kind word"],
    messages: 12,
  })
  const { body } = await shop.call<Membership[]>("GET /api/memberships?language=de")
  expect(body[0]).toMatchObject({
    name: "Einstieg",
    description: "Say hello.",
    features: ["12 Nachrichten", "2 Fotos", "A kind word"],
  })
  expect((await edit("standard", before.now, { version: 1 })).status).toBe(412)
  const { body: log } = await shop.call("GET /api/admin/audit-log", { as: boss })
  expect(log[0]).toMatchObject({
    action: "plan.edit",
    before: { price: 15 },
    after: { level: "standard", price: 12.5 },
  })
  await edit("standard", before.now)
  expect(await shown("standard")).toMatchObject({ name: "Standard", features: expect.arrayContaining(["One photo"]) })
})

test("a change entered for later waits, is replaced by another, withdrawn, or takes effect by itself", async () => {
  const { now } = await planOf("vip")
  const later = (ahead: number) => new Date(+shop.clock.now() + ahead).toISOString()
  expect((await edit("vip", now, { valid_from: later(-hours(1)) })).body.errors).toEqual([
    { path: "valid_from", message: planTexts.past },
  ])
  await edit("vip", { ...now, price: 22 }, { valid_from: later(hours(1)) })
  const { body: planned } = await edit("vip", { ...now, price: 24 }, { valid_from: later(hours(2)) })
  expect(planned.next).toMatchObject({ price: 24 })
  expect(await shown("vip")).toMatchObject({ price: 20 })
  const undone = await shop.call<AdminPlan>("DELETE /api/admin/plans/vip/next", { as: boss })
  expect(undone.body.next).toBeNull()
  expect((await shop.call("DELETE /api/admin/plans/vip/next", { as: boss })).body.detail).toBe(planTexts.nothingPlanned)
  await edit("vip", { ...now, price: 26 }, { valid_from: later(hours(1)) })
  shop.clock.advance(hours(1))
  expect((await planOf("vip")).now.price).toBe(26)
  await expect.poll(async () => (await shown("vip")).price).toBe(26)
  await edit("vip", now)
})

test("what a member has bought keeps its messages and photos, whatever the plan includes now", async () => {
  const member = await shop.aUser()
  await paidFor(shop, member, "standard")
  const { now } = await planOf("standard")
  await edit("standard", { ...now, messages: 1, photos: 0 })
  const access = await shop.call("GET /api/chat/access-status", { as: member })
  expect(access.body.allowance).toMatchObject({ messages: { limit: 10 }, photos: { limit: 1 } })
  for (let turn = 0; turn < 10; turn++) await use(member)
  await expect(use(member)).rejects.toMatchObject({ code: "ALLOWANCE_USED" })
  const later = await shop.aUser()
  await paidFor(shop, later, "standard")
  await use(later)
  await expect(use(later)).rejects.toMatchObject({ code: "ALLOWANCE_USED" })
  await edit("standard", now)
})

test("a plan that is no longer sold cannot be bought, and its members keep it", async () => {
  const member = await shop.aUser()
  await paidFor(shop, member, "vvip")
  const { now } = await planOf("vvip")
  await edit("vvip", { ...now, sold: false })
  expect(await shown("vvip")).toMatchObject({ sold: false, periods: [] })
  const body = { level: "vvip", price: 50 }
  for (const gift of [false, true]) {
    const as = await shop.aUser()
    const refused = await shop.call("POST /api/nowpayments/create-subscription-invoice", {
      as,
      body: { ...body, gift },
    })
    expect(refused).toMatchObject({ status: 409, body: { detail: membershipTexts.notSold("VVIP") } })
  }
  const { body: me } = await shop.call("GET /api/auth/me", { as: member })
  expect(me.membership_level).toBe("vvip")
  await edit("vvip", now)
})

test("the discount of a plan is taken off a member's cart as it was promised, and offered to others", async () => {
  const { now } = await planOf("vip")
  const before = await shop.aUser()
  await paidFor(shop, before, "vip")
  await edit("vip", { ...now, discount: 10 })
  const member = await shop.aUser()
  await paidFor(shop, member, "vip")
  await edit("vip", { ...now, discount: 20 })
  const { id } = await shop.aDoll({ priceCents: 10_000 })
  const quoted = async (as: TestPerson) => {
    await shop.call("POST /api/cart/", { as, body: { doll_id: id, quantity: 1 } })
    return (await shop.call("POST /api/orders/quote", { as, body: {} })).body
  }
  expect(await quoted(member)).toMatchObject({ discount: { title: "VIP price", amount: 10 }, total: 90 })
  expect(await quoted(before)).toMatchObject({ discount: null, total: 100 })
  const guest = await quoted(await shop.aUser())
  expect(guest).toMatchObject({ discount: null, member_offers: [expect.stringContaining("20%")] })
  await edit("vip", now)
})

test("only super admins change plans, and what they write is for everybody", async () => {
  const { now } = await planOf("vip")
  const books = await shop.anAdmin("financial_admin")
  expect((await shop.call("GET /api/admin/plans", { as: books })).status).toBe(200)
  expect((await edit("vip", { ...now, price: 1 }, { as: books })).status).toBe(403)
  const lines = ["a young girl"]
  expect((await edit("vip", { ...now, texts: { en: { title: "", description: "", lines } } })).status).toBe(422)
  for (const wrong of [{ price: 0.5 }, { photos: -1 }, { discount: 91 }, { price_90: 0 }, { messages: 1.5 }])
    expect((await edit("vip", { ...now, ...wrong })).status).toBe(422)
  expect((await planOf("vip")).now).toEqual(now)
  expect(provider.invoices).toHaveLength(0)
})

const planOf = async (level: string) => {
  const { body } = await shop.call<AdminPlan[]>("GET /api/admin/plans", { as: boss })
  return body.find((plan) => plan.level === level)!
}

const shown = async (level: string) => {
  const { body } = await shop.call<Membership[]>("GET /api/memberships")
  return body.find((plan) => plan.level === level)!
}

interface Edit {
  valid_from?: string
  version?: number
  as?: TestPerson
}

async function edit(level: string, terms: Omit<EditPlan, "valid_from">, { valid_from, version, as = boss }: Edit = {}) {
  const { version: now } = await planOf(level)
  const headers = { "if-match": `"v${version ?? now}"` }
  const body = { ...terms, valid_from: valid_from ?? null }
  return shop.call(`PUT /api/admin/plans/${level}`, { as, body, headers })
}

const use = ({ id }: TestPerson) => shop.app.store.transaction((tx) => useAllowance(tx, id, "messages"))
