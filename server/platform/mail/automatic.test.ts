import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { AutomaticEmail } from "#contract/automatic.ts"
import { automaticCopy } from "#contract/copy/automatic.ts"
import { restockTexts } from "#contract/restockText.ts"
import { askForReviews } from "#server/conversation/reviews/ask.ts"
import { remindMembers } from "#server/people/membership/reminders.ts"
import { users } from "#server/platform/auth/tables.ts"
import { after, days, minutes } from "#server/platform/clock.ts"
import { remindUnpaid, sweepHolds } from "#server/sales/orders/holds.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { addToCart, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { mailOutbox } from "./tables.ts"

const home = "https://shop.example"
let shop: TestShop
let owner: TestPerson
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.anAdmin()
})
afterAll(() => shop.close())
beforeEach(() =>
  turnOn("unpaid_order", "review_request", "back_in_stock", "membership_7", "membership_3", "membership_1"),
)

async function turnOn(...automatic_emails: AutomaticEmail[]) {
  const { body: now } = await shop.call("GET /api/admin/settings", { as: owner })
  const headers = { "if-match": `"v${now.version}"` }
  const saved = await shop.call("PATCH /api/admin/settings", { as: owner, headers, body: { automatic_emails } })
  expect(saved).toMatchObject({ status: 200, body: { automatic_emails } })
}

const sentTo = ({ email }: TestPerson, kind: string) =>
  shop.app.store.db
    .select({ subject: mailOutbox.subject, text: mailOutbox.bodyText })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.toAddress, email), eq(mailOutbox.kind, kind)))
const aCustomer = () => shop.aUser({ emailVerifiedAt: shop.clock.now() })

/** Places an unpaid order that is sent to the buyer's own address. */
async function place(buyer: TestPerson) {
  const doll = await shop.aDoll({ stock: 5 })
  await addToCart(shop, buyer, doll.id)
  const body = { ...shipping, email: buyer.email }
  const { body: order } = await shop.call("POST /api/orders", { as: buyer, body })
  return { id: order.id as number, orderNumber: order.orderNumber as string, dollId: doll.id }
}

const change = (id: number, fields: Partial<typeof orders.$inferInsert>) =>
  shop.app.store.db.update(orders).set(fields).where(eq(orders.id, id))

test("the customer of an unpaid order is reminded once, twenty minutes before it is cancelled", async () => {
  const buyer = await aCustomer()
  const order = await place(buyer)
  await remindUnpaid(shop.app.store, home)
  expect(await sentTo(buyer, "order_unpaid")).toEqual([])
  await change(order.id, { holdExpiresAt: after(shop.clock.now(), minutes(19)) })
  await turnOn("back_in_stock")
  await remindUnpaid(shop.app.store, home)
  expect(await sentTo(buyer, "order_unpaid")).toEqual([])
  await turnOn("unpaid_order")
  await Promise.all([1, 2, 3].map(() => remindUnpaid(shop.app.store, home)))
  const [sent, ...more] = await sentTo(buyer, "order_unpaid")
  expect(more).toEqual([])
  expect(sent!.subject).toBe(automaticCopy.email_unpaid_subject.replace("{order}", order.orderNumber))
  expect(sent!.text).toContain("(UTC)")
  expect(sent!.text).not.toMatch(/[{}]/)
})

test.each([
  ["a payment is pending", { paymentState: "coming" }],
  ["money has arrived in part", { paymentState: "partial", paidCents: 100 }],
  ["the time is over", { holdExpiresAt: new Date(0) }],
] as const)("nobody is reminded while %s", async (_, fields) => {
  const buyer = await aCustomer()
  const order = await place(buyer)
  await change(order.id, { holdExpiresAt: after(shop.clock.now(), minutes(10)), ...fields })
  await remindUnpaid(shop.app.store, home)
  expect(await sentTo(buyer, "order_unpaid")).toEqual([])
  await sweepHolds(shop.app.store, home)
})

test("a review is asked for once, some days after an order was completed, and only where one is missing", async () => {
  const [buyer, reviewer, quiet, late] = await Promise.all([aCustomer(), aCustomer(), aCustomer(), aCustomer()])
  const completedAt = after(shop.clock.now(), -days(4))
  for (const one of [buyer, reviewer, quiet, late]) {
    const order = await place(one)
    const at = one === late ? after(completedAt, -days(30)) : completedAt
    await change(order.id, { status: "completed", completedAt: at, paidAt: at, holdExpiresAt: null })
    if (one !== reviewer) continue
    const review = { doll_id: order.dollId, rating: 5, comment: "It is well made" }
    const { status } = await shop.call("POST /api/reviews/", { as: one, body: review })
    expect(status).toBeLessThan(300)
  }
  await shop.call("PATCH /api/auth/me/preferences", { as: quiet, body: { mail_reviews: false } })
  await turnOn("back_in_stock")
  await askForReviews(shop.app.store, home)
  expect(await sentTo(buyer, "review_request")).toEqual([])
  await turnOn("review_request")
  await Promise.all([1, 2, 3].map(() => askForReviews(shop.app.store, home)))
  expect(await sentTo(buyer, "review_request")).toHaveLength(1)
  for (const one of [reviewer, quiet, late]) expect(await sentTo(one, "review_request")).toEqual([])
})

test("members are reminded on each chosen day before the end, and after a pause of the job only once", async () => {
  const [member, late] = await Promise.all([aCustomer(), aCustomer()])
  const endsAt = after(shop.clock.now(), days(6))
  const ends = (membershipExpiresAt: Date, { id }: TestPerson) =>
    shop.app.store.db.update(users).set({ membershipLevel: "vip", membershipExpiresAt }).where(eq(users.id, id))
  const remind = async (who: TestPerson) => {
    for (let turn = 0; turn < 2; turn++) await remindMembers(shop.app.store, home)
    return (await sentTo(who, "membership_soon_over")).length
  }
  await ends(endsAt, member)
  await ends(after(shop.clock.now(), minutes(90)), late)
  expect([await remind(member), await remind(late)]).toEqual([1, 1])
  await turnOn("membership_7", "membership_1")
  shop.clock.set(after(endsAt, -days(2)))
  expect(await remind(member)).toBe(1)
  shop.clock.set(after(endsAt, -minutes(90)))
  expect(await remind(member)).toBe(2)
})

test("while its emails are off, nobody can ask for a model that is sold out", async () => {
  const doll = await shop.aDoll({ stock: 0 })
  const ask = async () => shop.call("POST /api/restock-requests", { as: await aCustomer(), body: { doll_id: doll.id } })
  await turnOn()
  expect(await ask()).toMatchObject({ status: 409, body: { detail: restockTexts.off } })
  await turnOn("back_in_stock")
  expect((await ask()).status).toBe(202)
})

test("the owner's words replace those of the build, in the language of the reader", async () => {
  const write = (language: string, body: object) =>
    shop.call(`PATCH /api/admin/copy/automatic/${language}`, { as: owner, body: { ...body, publish: "now" } })
  await write("en", { email_unpaid_subject: "{shop} still holds {order}, {unknown}" })
  await write("de", { email_unpaid_subject: "{order} wartet" })
  const [english, german, spanish] = await Promise.all([aCustomer(), aCustomer(), aCustomer()])
  const { db } = shop.app.store
  await db.update(users).set({ language: "de" }).where(eq(users.id, german.id))
  await db.update(users).set({ language: "es" }).where(eq(users.id, spanish.id))
  const placed = [await place(english), await place(german), await place(spanish)]
  for (const { id } of placed) await change(id, { holdExpiresAt: after(shop.clock.now(), minutes(10)) })
  await remindUnpaid(shop.app.store, home)
  const subjects = await Promise.all([english, german, spanish].map((one) => sentTo(one, "order_unpaid")))
  const numbers = placed.map(({ orderNumber }) => orderNumber)
  expect(subjects[0]![0]!.subject).toBe(`Vitrine still holds ${numbers[0]}, {unknown}`)
  expect(subjects[1]![0]!.subject).toBe(`${numbers[1]} wartet`)
  expect(subjects[2]![0]!.subject).toContain(numbers[2])
  expect(subjects[2]![0]!.subject).not.toContain("still")
})
