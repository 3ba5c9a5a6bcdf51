import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { CustomerEmails } from "#contract/customers.ts"
import type { OrderReturns } from "#contract/refunds.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { aGift, redeem } from "#test/gifts.ts"
import { paidFor, refund } from "#test/members.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { anOrder } from "#test/orders.ts"
import { aSentOrder, refundWith, settleRefunds } from "#test/refunds.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"
import { suspend } from "../../people/accounts/suspension.ts"
import { remindMembers } from "../../people/membership/reminders.ts"
import { users } from "../../platform/auth/tables.ts"
import { days, minutes } from "../../platform/clock.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { orders } from "../../sales/orders/tables.ts"
import { payments } from "../../sales/payments/tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let staff: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  staff = await shop.anAdmin("financial_admin")
})
afterAll(() => close())

const db = () => shop.app.store.db

/** The emails to a customer, all of them sent. */
async function emailsOf({ id }: { id: number }) {
  await db().update(mailOutbox).set({ sentAt: shop.clock.now() })
  shop.clock.advance(minutes(2))
  return (await shop.call<CustomerEmails>(`GET /api/admin/customers/${id}/emails`, { as: staff })).body.items
}
const resend = ({ id }: { id: number }, emailId: number) =>
  shop.call(`POST /api/admin/customers/${id}/emails/${emailId}/resend`, { as: staff })
const rowOf = async (id: number) => (await db().select().from(mailOutbox).where(eq(mailOutbox.id, id)))[0]!
const newestRow = async () => (await db().select().from(mailOutbox)).toSorted((a, b) => b.id - a.id)[0]!

type EmailRow = typeof mailOutbox.$inferSelect
/** Returns the text without the origin of its links: the first email has that of the shop's settings. */
const textOf = ({ toAddress, subject, bodyText, bodyHtml }: EmailRow) =>
  [toAddress, subject, bodyText, bodyHtml].map((text) => text.replaceAll(/https?:\/\/[\w.:]+/g, ""))

/** Sends every email of a kind again, and compares it with the first. Returns their number. */
async function sameAgain(person: { id: number }, kind: string): Promise<number> {
  let found = 0
  for (const { id, can_resend } of await emailsOf(person)) {
    const first = await rowOf(id)
    if (first.kind !== kind || first.dedupeKey?.includes(" again ")) continue
    found++
    expect([kind, can_resend]).toEqual([kind, true])
    expect((await resend(person, id)).status).toBe(204)
    const again = await newestRow()
    expect(textOf(again)).toEqual(textOf(first))
    expect(again.id).toBeGreaterThan(id)
    // Once, however often the button is pressed.
    expect((await resend(person, id)).status).toBe(204)
    expect((await newestRow()).id).toBe(again.id)
  }
  return found
}

/** The kinds of emails to a customer that can be sent again. */
async function resendable(person: { id: number }): Promise<string[]> {
  const open = (await emailsOf(person)).filter(({ can_resend }) => can_resend)
  return [...new Set(await Promise.all(open.map(async ({ id }) => (await rowOf(id)).kind)))].sort()
}

test("emails about a return and its refunds are sent again while they are true, in the order's language", async () => {
  const { order, doll, buyer } = await aSentOrder(shop, provider, { staff, quantity: 3 })
  await db().update(orders).set({ language: "de" }).where(eq(orders.id, order.id))
  const body = { lines: [{ doll_id: doll.id, quantity: 1 }], reason: "damaged" }
  const asked = await shop.call<OrderReturns>(`POST /api/orders/${order.id}/returns`, { as: buyer, body })
  const move = (fields: object) =>
    shop.call(`PATCH /api/admin/returns/${asked.body.returns[0]!.id}`, { as: staff, body: fields })
  await move({ status: "approved", instructions: "Send it to 1 Gallery Row." })
  expect(await sameAgain(buyer, "return_approved")).toBe(1)
  await move({ status: "received", condition: "As described.", restock: [] })
  expect(await sameAgain(buyer, "return_received")).toBe(1)
  expect(await resendable(buyer)).toEqual(["order_paid", "order_shipped", "return_received"])
  for (const amount of [10, 20.5]) {
    expect((await refundWith(shop, staff, order.id, { amount, reason: "goodwill" })).status).toBe(200)
    await settleRefunds(shop, staff, order.id)
  }
  expect(await sameAgain(buyer, "refund_sent")).toBe(2)
  expect((await newestRow()).subject).toBe(`Erstattung für die Bestellung ${order.orderNumber}`)
  const keys = (await db().select().from(mailOutbox).where(eq(mailOutbox.kind, "refund_sent"))).map(
    ({ dedupeKey }) => dedupeKey,
  )
  expect(new Set(keys).size).toBe(4)
})

test("an email about a missing part is sent again while the order waits for it", async () => {
  const buyer = await shop.aUser()
  const { order, invoice } = await anOrder(shop, buyer)
  const payment = provider.pay(invoice.invoice_id)
  await provider.play({ ...payment, actually_paid: Number(payment.pay_amount) / 2 }, ["waiting", "partially_paid"])
  expect(await sameAgain(buyer, "payment_incomplete")).toBe(1)
  await db().update(orders).set({ status: "cancelled" }).where(eq(orders.id, order.id))
  expect(await resendable(buyer)).toEqual([])
})

test("emails about a membership are sent again while they are true", async () => {
  const member = await shop.aUser()
  const paymentId = await paidFor(shop, member, "vip")
  expect(await sameAgain(member, "membership_bought")).toBe(1)
  shop.clock.advance(days(28))
  await remindMembers(shop.app.store, "http://localhost")
  expect(await resendable(member)).toEqual(["membership_bought", "membership_soon_over"])
  await refund(shop, member, paymentId)
  await db().update(payments).set({ refundedAt: shop.clock.now() }).where(eq(payments.id, paymentId))
  expect(await resendable(member)).toEqual(["membership_refunded"])
  const [bought] = (await emailsOf(member)).filter(({ can_resend }) => !can_resend)
  const answer = await resend(member, bought!.id)
  expect([answer.status, answer.body.detail]).toEqual([409, customerTexts.notResendable])
})

test("a gift's code is sent again to its buyer while it is open, and its redemption to who redeemed it", async () => {
  const [buyer, friend] = [await shop.aUser(), await shop.aUser()]
  const { gift } = await aGift(shop, provider, buyer, "vip")
  expect(await sameAgain(buyer, "gift_ready")).toBe(1)
  expect((await newestRow()).bodyText).toContain(gift.code)
  await redeem(shop, friend, gift.code)
  expect(await resendable(buyer)).toEqual([])
  expect(await sameAgain(friend, "gift_redeemed")).toBe(1)
})

test("an email with a link that works once is not sent again, one about a suspension is while it lasts", async () => {
  const v = visitorsOf(shop)
  const { id, email } = await v.aCustomer()
  await db().update(users).set({ emailVerifiedAt: shop.clock.now() }).where(eq(users.id, id))
  await shop.call("POST /api/auth/password-reset/request", { body: { email } })
  expect(await v.kindsTo(email)).toContain("password_reset")
  expect(await resendable({ id })).toEqual([])
  await shop.app.store.transaction((tx) => suspend(tx, id, null, "http://localhost"))
  expect(await resendable({ id })).toEqual(["account_suspended"])
})
