import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { giftTexts, membershipTexts, notificationTexts } from "#contract/buyingText.ts"
import { giftDays } from "#contract/limits.ts"
import { aGift, redeem, tell } from "#test/gifts.ts"
import { aMember } from "#test/members.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { countSales } from "../../backoffice/reports/count.ts"
import { users } from "../../platform/auth/tables.ts"
import { days } from "../../platform/clock.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { activities } from "../../platform/records/tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
})
afterAll(() => close())

const give = (buyer: TestPerson, level: "standard" | "vip" | "vvip" = "vip") => aGift(shop, provider, buyer, level)
const take = (as: TestPerson, code: string) => redeem(shop, as, code)
const levelOf = async (as: TestPerson) => (await shop.call("GET /api/auth/me", { as })).body.membership_level
const emailsTo = ({ email }: TestPerson, kind: string) =>
  shop.app.store.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.toAddress, email), eq(mailOutbox.kind, kind)))
const faultOf = ({ status, body }: Awaited<ReturnType<typeof take>>) => [status, body.errors?.[0] ?? body.detail]
const refused = (message: string) => [422, { path: "code", message }]

test("a paid gift becomes a code for the buyer, on the page, in the account and by email, and gives them no time", async () => {
  const buyer = await shop.aUser()
  const { gift, invoice } = await give(buyer)
  expect(gift).toMatchObject({ level: "vip", state: "open", redeemed_at: null })
  expect(gift.code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}$/)
  expect((Date.parse(gift.expires_at) - +shop.clock.now()) / days(1)).toBeCloseTo(giftDays, 2)
  expect(await levelOf(buyer)).toBe("free")
  const { body: state } = await shop.call(`GET /api/payments/${invoice.payment_id}/status`, { as: buyer })
  expect(state).toMatchObject({ status: "completed", title: giftTexts.bought, is_gift: true, gift })
  expect(state.membership).toEqual({ level: "vip", days: 30, starts_at: null, ends_at: null })
  const [email] = await emailsTo(buyer, "gift_ready")
  expect(email!.bodyText).toContain(gift.code)
  const { body: notifications } = await shop.call("GET /api/notifications", { as: buyer })
  expect(notifications[0]).toMatchObject(notificationTexts.giftReady)
  const { body: sales } = await shop.call("GET /api/invoices?kind=membership", { as: buyer })
  expect(sales).toMatchObject([{ total: 20 }])
  expect((await shop.call("GET /api/gifts", { as: await shop.aUser() })).body).toEqual([])
})

test("redeemed, it gives thirty days by the rules of a purchase, once, however the code is written", async () => {
  const { gift } = await give(await shop.aUser(), "vvip")
  const member = await aMember(shop, "vip")
  const written = ` ${gift.code.replaceAll("-", " ").toLowerCase()} `
  const { status, body } = await take(member, written)
  expect([status, body.level, await levelOf(member)]).toEqual([200, "vvip", "vvip"])
  // The thirty days, and those of VIP at their price.
  expect((Date.parse(body.ends_at) - +shop.clock.now()) / days(1)).toBeCloseTo(30 + (30 * 20) / 50, 1)
  const [email] = await emailsTo(member, "gift_redeemed")
  expect(email!.subject).toBe(notificationTexts.giftRedeemed.title)
  const { body: told } = await shop.call("GET /api/notifications", { as: member })
  expect(told[0].title).toBe(notificationTexts.giftRedeemed.title)
  expect(faultOf(await take(member, gift.code))).toEqual(refused(giftTexts.redeemed))
  expect(faultOf(await take(await shop.aUser(), gift.code))).toEqual(refused(giftTexts.redeemed))
})

test("staff see on the page of each that it is a gift, who redeemed it, and not its code", async () => {
  const [buyer, friend, staff] = [await shop.aUser(), await shop.aUser(), await shop.anAdmin("financial_admin")]
  const listed = async (of: TestPerson, part: string) =>
    (await shop.call(`GET /api/admin/customers/${of.id}/${part}`, { as: staff })).body.items
  const { gift } = await give(buyer)
  const ending = gift.code.slice(-4)
  expect(await listed(buyer, "payments")).toMatchObject([
    { level: "vip", gift: { ending, state: "open", redeemed_by: null, redeemer: null } },
  ])
  await take(friend, gift.code)
  expect(await listed(buyer, "payments")).toMatchObject([
    { gift: { state: "redeemed", redeemed_by: friend.id, redeemer: friend.fullName } },
  ])
  expect(await listed(buyer, "memberships")).toEqual([])
  expect(await listed(friend, "memberships")).toMatchObject([{ level: "vip", kind: "gift" }])
  expect(JSON.stringify([await listed(buyer, "payments"), await listed(friend, "memberships")])).not.toContain(
    gift.code,
  )
})

test("an account with the level and no end date keeps the code for somebody else; so does a suspended one", async () => {
  const { gift } = await give(await shop.aUser())
  const endless = await shop.aUser({ membershipLevel: "vip" })
  expect(faultOf(await take(endless, gift.code))).toEqual([409, giftTexts.covered("VIP")])
  const paused = await shop.aUser({ suspendedAt: shop.clock.now() })
  expect((await take(paused, gift.code)).status).toBe(403)
  expect((await take(await shop.aUser(), gift.code)).status).toBe(200)
  // Somebody who has the level without an end may still give it.
  const { status } = await shop.call("POST /api/nowpayments/create-subscription-invoice", {
    as: endless,
    body: { level: "vip", gift: true },
  })
  expect(status).toBe(200)
  const own = await shop.call("POST /api/nowpayments/create-subscription-invoice", {
    as: endless,
    body: { level: "vip" },
  })
  expect(own.body.detail).toBe(membershipTexts.covered)
})

test("a gift and the own membership of a level have invoices of their own", async () => {
  const buyer = await shop.aUser()
  const ask = async (gift: boolean) =>
    (await shop.call("POST /api/nowpayments/create-subscription-invoice", { as: buyer, body: { level: "vip", gift } }))
      .body.payment_id
  const [own, gift] = [await ask(false), await ask(true)]
  expect(gift).not.toBe(own)
  expect([await ask(false), await ask(true)]).toEqual([own, gift])
})

test("a code that expired, is unknown or is none is refused at its field", async () => {
  const { gift } = await give(await shop.aUser())
  const person = await shop.aUser()
  shop.clock.advance(days(giftDays))
  const session = await shop.aUser()
  expect(faultOf(await take(session, gift.code))).toEqual(refused(giftTexts.expired))
  expect(faultOf(await take(session, "ABCD-EFGH-JKMN"))).toEqual(refused(giftTexts.unknown))
  for (const none of ["ABCD", "ABCD-EFGH-JKM1", "abcd efgh jkmn pqrs", "' or 1=1 --"]) {
    expect(faultOf(await take(session, none))).toEqual(refused(giftTexts.shape))
  }
  expect(faultOf(await take(session, "  "))).toEqual(refused(giftTexts.required))
  expect(person.id).not.toBe(session.id)
})

test("a refund before it is redeemed voids the code, one after it ends the time", async () => {
  const buyer = await shop.aUser()
  const first = await give(buyer)
  await tell(shop, provider, first.payment, "refunded")
  const person = await shop.aUser()
  expect(faultOf(await take(person, first.gift.code))).toEqual(refused(giftTexts.unknown))
  expect((await shop.call("GET /api/gifts", { as: buyer })).body[0].state).toBe("void")
  expect(await emailsTo(buyer, "gift_voided")).toHaveLength(1)

  const second = await give(buyer)
  await take(person, second.gift.code)
  await tell(shop, provider, second.payment, "refunded")
  expect(await levelOf(person)).toBe("free")
  const [email] = await emailsTo(person, "gift_refunded")
  expect(email!.bodyText).toContain("The code you redeemed was refunded")
  const { body: told } = await shop.call("GET /api/notifications", { as: person })
  expect(told[0]).toMatchObject(notificationTexts.giftRefunded)
})

test("the sale is counted once, on the day it is paid, and the redemption is none", async () => {
  const today = shop.clock.now().toISOString().slice(0, 10)
  const counted = async () => {
    const rows = await countSales(shop.app.store, today, today, "UTC")
    return rows.filter(({ kind }) => kind === "started" || kind === "renewed")
  }
  const sum = (rows: Awaited<ReturnType<typeof counted>>) => rows.reduce((all, { orders }) => all + orders, 0)
  const before = sum(await counted())
  const feed = () => shop.app.store.db.$count(activities, eq(activities.type, "subscription"))
  const known = await feed()
  const member = await aMember(shop, "vip")
  const { gift } = await give(member)
  const sold = await counted()
  expect(sum(sold)).toBe(before + 1)
  expect(sold.find(({ kind, key }) => kind === "renewed" && key === "vip")).toBeUndefined()
  await take(await shop.aUser(), gift.code)
  expect(sum(await counted())).toBe(before + 1)
  // The member's own, and the gift.
  expect(await feed()).toBe(known + 2)
})

test("admins see what became of a gift, and of its code the last four characters only", async () => {
  const { gift } = await give(await shop.aUser())
  const person = await shop.aUser()
  const admin = await shop.anAdmin("financial_admin")
  const paymentOf = async () => {
    const { body, raw } = await shop.call("GET /api/admin/payments", { as: admin })
    expect(raw.toString()).not.toContain(gift.code)
    return body.payments.find((one: { gift: { ending: string } | null }) => one.gift?.ending === gift.code.slice(-4))
  }
  expect((await paymentOf()).gift).toMatchObject({ state: "open", redeemed_by: null })
  await take(person, gift.code)
  expect((await paymentOf()).gift).toMatchObject({ state: "redeemed", redeemed_by: person.id })
  const { body: timeline } = await shop.call(`GET /api/admin/customers/${person.id}/timeline`, { as: admin })
  expect(JSON.stringify(timeline)).toContain("Redeemed VIP as a gift")
})

test("guesses are limited by account and network address", async () => {
  const strict = await openShop({ RATE_LIMIT_SCALE: "1" })
  const person = await strict.aUser()
  const statuses: number[] = []
  for (let one = 0; one < 21; one++) statuses.push((await redeem(strict, person, "ABCD-EFGH-JKMN")).status)
  expect(statuses).toEqual([...Array(20).fill(422), 429])
  await strict.close()
})

test("a deleted buyer's code can still be redeemed, and both find it in their export", async () => {
  const buyer = await shop.aUser()
  const { gift } = await give(buyer)
  const person = await shop.aUser()
  const exported = async (as: TestPerson) => (await shop.call("GET /api/users/account/export", { as })).body.gifts
  expect(await exported(buyer)).toMatchObject([{ code: gift.code, is_buyer: true, redeemed_at: null }])
  await shop.app.store.db.update(users).set({ deletedAt: shop.clock.now() }).where(eq(users.id, buyer.id))
  expect((await take(person, gift.code)).status).toBe(200)
  expect(await exported(person)).toMatchObject([{ code: gift.code, is_buyer: false, level: "vip" }])
})
