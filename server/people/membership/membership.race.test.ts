import { and, eq, isNull } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { PaidLevel } from "#contract/membership.ts"
import { aMember, paidFor, refund } from "#test/members.ts"
import { type FakeNowPayments, type FakePayment, hmac, openPayingShop } from "#test/nowpayments.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { users } from "../../platform/auth/tables.ts"
import { days, hours, minutes } from "../../platform/clock.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { useAllowance } from "./allowance.ts"
import { endMemberships, remindMembers } from "./reminders.ts"
import { membershipPeriods } from "./tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
})
afterAll(() => close())

const home = "https://shop.example"

test("a payment with many concurrent webhooks grants once", async () => {
  for (let turn = 0; turn < 8; turn++) {
    const member = await shop.aUser()
    const payment = await invoiced(member, "vip")
    const all = Array.from({ length: 8 }, (_, one) => tell({ ...payment, ...finished(payment), one }))
    expect(await Promise.all(all)).toEqual(all.map(() => 200))
    expect(await daysOf(member)).toEqual([["vip", 30]])
    expect(await kindsTo(member)).toEqual(["membership_bought"])
  }
})

test("a concurrent renewal and upgrade: no day is lost, in either order", async () => {
  for (let turn = 0; turn < 10; turn++) {
    const member = await aMember(shop, "standard")
    const both = [await invoiced(member, "standard"), await invoiced(member, "vip")]
    await Promise.all(both.map((payment) => tell({ ...payment, ...finished(payment) })))
    const [row] = await shop.app.store.db.select().from(users).where(eq(users.id, member.id))
    expect(row!.membershipLevel).toBe("vip")
    const left = await daysOf(member)
    // Renewal first: its days are converted to vip too. Upgrade first: they wait behind it.
    const worth = left.reduce((sum, [level, time]) => sum + time * (level === "vip" ? 20 : 15), 0)
    expect(worth).toBeGreaterThan(30 * 20 + 60 * 15 - 0.5)
    expect(worth).toBeLessThan(30 * 20 + 60 * 15 + 2)
    await expectOneLine(member)
  }
})

test("concurrent purchases, refunds and the end of a level leave one sequence of periods without a gap", async () => {
  for (let turn = 0; turn < 8; turn++) {
    const member = await aMember(shop, "standard")
    const first = await paidFor(shop, member, "vip")
    await Promise.all([
      paidFor(shop, member, "vvip"),
      refund(shop, member, first),
      paidFor(shop, member, "standard"),
      endMemberships(shop.app.store, home),
      paidFor(shop, member, "vip"),
    ])
    await expectOneLine(member)
  }
})

test("fifty concurrent uses of an allowance of ten: exactly ten", async () => {
  const bought = await aMember(shop, "standard")
  const granted = await shop.aUser({ membershipLevel: "standard" })
  for (const member of [bought, granted]) {
    const all = Array.from({ length: 50 }, () =>
      shop.app.store
        .transaction((tx) => useAllowance(tx, member.id, "messages"))
        .then(
          () => "used",
          (error) => error.code,
        ),
    )
    const said = await Promise.all(all)
    expect(said.filter((one) => one === "used")).toHaveLength(10)
    expect(said.filter((one) => one === "ALLOWANCE_USED")).toHaveLength(40)
    const { body } = await shop.call("GET /api/chat/access-status", { as: member })
    expect(body.allowance.messages).toEqual({ limit: 10, used: 10 })
  }
})

test("jobs on several nodes send each email once", async () => {
  const members = []
  for (let turn = 0; turn < 6; turn++) members.push(await aMember(shop, "vip"))
  shop.clock.advance(days(28))
  await Promise.all(Array.from({ length: 5 }, () => remindMembers(shop.app.store, home)))
  shop.clock.advance(days(2) + hours(1))
  await Promise.all(Array.from({ length: 5 }, () => endMemberships(shop.app.store, home)))
  const emails = ["membership_bought", "membership_soon_over", "membership_over"]
  for (const member of members) expect(await kindsTo(member)).toEqual(emails)
})

async function invoiced(person: TestPerson, level: PaidLevel): Promise<FakePayment> {
  const { body } = await shop.call("POST /api/nowpayments/create-subscription-invoice", { as: person, body: { level } })
  return provider.pay(body.invoice_id)
}

function finished(payment: FakePayment) {
  return { payment_status: "finished", actually_paid: payment.pay_amount }
}

async function tell(payment: Record<string, unknown>): Promise<number> {
  const payload = JSON.stringify(payment)
  const headers = { "content-type": "application/json", "x-nowpayments-sig": hmac(payload, provider.secret) }
  return (await shop.call("POST /api/nowpayments/ipn", { payload, headers })).status
}

async function lineOf({ id }: TestPerson) {
  const rows = await shop.app.store.db
    .select()
    .from(membershipPeriods)
    .where(and(eq(membershipPeriods.userId, id), isNull(membershipPeriods.revokedAt)))
    .orderBy(membershipPeriods.startsAt, membershipPeriods.id)
  return rows.filter((row) => row.endsAt! > shop.clock.now())
}

async function daysOf(person: TestPerson): Promise<[PaidLevel, number][]> {
  const now = +shop.clock.now()
  const line = await lineOf(person)
  return line.map((row) => {
    const time = (+row.endsAt! - Math.max(+row.startsAt, now)) / days(1)
    return [row.level, Math.round(time * 100) / 100]
  })
}

async function expectOneLine(person: TestPerson): Promise<void> {
  const line = await lineOf(person)
  const ranks = line.map((row) => ["standard", "vip", "vvip"].indexOf(row.level))
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
  line.forEach((row, index) => {
    if (index > 0) expect(row.startsAt).toEqual(line[index - 1]!.endsAt)
    else expect(+row.startsAt).toBeLessThanOrEqual(+shop.clock.now())
  })
  const [row] = await shop.app.store.db.select().from(users).where(eq(users.id, person.id))
  expect(row!.membershipLevel).toBe(line[0]?.level ?? "free")
  const ends = line.filter((one) => one.level === line[0]!.level).map((one) => one.endsAt)
  expect(row!.membershipExpiresAt).toEqual(ends.at(-1))
  expect(Math.abs(+row!.updatedAt - +shop.clock.now())).toBeLessThan(minutes(1))
}

async function kindsTo({ email }: TestPerson): Promise<string[]> {
  const rows = await shop.app.store.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.toAddress, email))
    .orderBy(mailOutbox.id)
  return rows.map((row) => row.kind)
}
