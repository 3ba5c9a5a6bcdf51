import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { giftTexts } from "#contract/buyingText.ts"
import { aGift, redeem, tell } from "#test/gifts.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import type { TestShop } from "#test/shop.ts"
import { membershipPeriods } from "../../people/membership/tables.ts"
import { users } from "../../platform/auth/tables.ts"
import { gifts } from "./tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
})
afterAll(() => close())

const periodsOf = (payment: number) =>
  shop.app.store.db.select().from(membershipPeriods).where(eq(membershipPeriods.paymentId, payment))

test("a code that many redeem at the same time gives its days to one of them", async () => {
  for (let turn = 0; turn < 6; turn++) {
    const { gift } = await aGift(shop, provider, await shop.aUser(), "vip")
    const people = await Promise.all(Array.from({ length: 4 }, () => shop.aUser()))
    const answers = await Promise.all([...people, ...people].map((one) => redeem(shop, one, gift.code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
    for (const { status, body } of answers) {
      if (status === 422) expect(body.errors).toEqual([{ path: "code", message: giftTexts.redeemed }])
    }
    const [row] = await shop.app.store.db.select().from(gifts).where(eq(gifts.id, gift.id))
    expect(await periodsOf(row!.paymentId)).toMatchObject([{ userId: row!.redeemedBy, level: "vip" }])
  }
})

test("many webhooks of a paid gift make one code", async () => {
  const buyer = await shop.aUser()
  const body = { level: "vip", gift: true }
  const { body: invoice } = await shop.call("POST /api/nowpayments/create-subscription-invoice", { as: buyer, body })
  const payment = provider.pay(invoice.invoice_id)
  await Promise.all(Array.from({ length: 8 }, (_, one) => tell(shop, provider, { ...payment, one }, "finished")))
  expect((await shop.call("GET /api/gifts", { as: buyer })).body).toHaveLength(1)
})

test("redeemed while it is refunded, a gift leaves nobody with time that is not paid for", async () => {
  const seen = new Set<number>()
  for (let turn = 0; turn < 10; turn++) {
    const { gift, payment } = await aGift(shop, provider, await shop.aUser(), "vip")
    const person = await shop.aUser()
    const refunding = () => tell(shop, provider, payment, "refunded")
    const redeeming = () => redeem(shop, person, gift.code)
    const [{ status }] = await (turn % 2
      ? Promise.all([redeeming(), refunding()])
      : Promise.all([refunding(), redeeming()]).then(([told, answer]) => [answer, told] as const))
    seen.add(status)
    const [row] = await shop.app.store.db.select().from(users).where(eq(users.id, person.id))
    expect(row!.membershipLevel).toBe("free")
    const [after] = await shop.app.store.db.select().from(gifts).where(eq(gifts.id, gift.id))
    expect(after!.voidedAt).not.toBeNull()
    expect(after!.redeemedBy === null).toBe(status === 422)
  }
  expect([...seen].every((status) => status === 200 || status === 422)).toBe(true)
})

test("an account that redeems several codes at once gets the days of each", async () => {
  const person = await shop.aUser()
  const codes: string[] = []
  for (let one = 0; one < 4; one++) codes.push((await aGift(shop, provider, await shop.aUser(), "standard")).gift.code)
  const answers = await Promise.all(codes.map((code) => redeem(shop, person, code)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const [row] = await shop.app.store.db.select().from(users).where(eq(users.id, person.id))
  const left = (+row!.membershipExpiresAt! - +shop.clock.now()) / 86_400_000
  expect(Math.round(left)).toBe(120)
})
