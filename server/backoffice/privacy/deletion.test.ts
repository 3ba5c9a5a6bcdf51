import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { contactMessages } from "#server/conversation/contact/tables.ts"
import { newsletterSubscribers } from "#server/people/newsletter/tables.ts"
import { idempotencyKeys } from "#server/platform/http/tables.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { notify } from "#server/platform/notifications/notifications.ts"
import { notifications } from "#server/platform/notifications/tables.ts"
import { cartItems } from "#server/sales/cart/tables.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { refreshSummaries } from "#server/sales/payments/summary.ts"
import { payments } from "#server/sales/payments/tables.ts"
import { catalogTopic } from "#server/shopfront/catalog/changes.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { favorites } from "#server/shopfront/favorites/tables.ts"
import { addToCart, aPurchase, checkOut, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { accountEvents, knownAgents, oneTimeCodes, preferences, sessions, users } from "../../platform/auth/tables.ts"
import { days, minutes } from "../../platform/clock.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop({ SUPPORT_EMAIL: "support@shop.example" })
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

type Customer = Awaited<ReturnType<typeof v.aCustomer>>
const remove = ({ token }: { token: string }, body?: object) =>
  shop.call("DELETE /api/users/account", { as: token, body })
const buyer = (customer: Customer) => customer as unknown as TestPerson

async function aCustomerWithOrder(fields: Partial<typeof orders.$inferInsert> = {}) {
  const customer = await v.aCustomer()
  const doll = await shop.aDoll({ stock: 3 })
  await addToCart(shop, buyer(customer), doll.id, 2)
  const { body: order } = await checkOut(shop, buyer(customer), { "idempotency-key": `deletion-${customer.id}` })
  if (Object.keys(fields).length > 0) await shop.app.store.db.update(orders).set(fields).where(eq(orders.id, order.id))
  return { customer, doll, order }
}
const orderRow = async (id: number) => (await shop.app.store.db.select().from(orders).where(eq(orders.id, id)))[0]!
const userRow = async (id: number) => (await shop.app.store.db.select().from(users).where(eq(users.id, id)))[0]!
async function aPayment(orderId: number | null, userId: number, status: "pending" | "processing" | "partially_paid") {
  const now = shop.clock.now()
  await shop.app.store.db.insert(payments).values({
    provider: "sandbox",
    paymentId: `deletion-${userId}`,
    orderId,
    userId,
    status,
    providerStatus: status,
    rank: 1,
    createdAt: now,
    updatedAt: now,
  })
  await refreshSummaries(shop.app.store)
}

test("an account deleted with the password is signed out everywhere, and its address is free again", async () => {
  const customer = await v.aCustomer()
  const elsewhere = (await v.signIn(customer.email)).body.access_token
  shop.clock.advance(minutes(11))
  expect((await remove(customer, { password })).status).toBe(204)
  expect([await v.statusOf(customer.token), await v.statusOf(elsewhere)]).toEqual([401, 401])
  expect(await v.signIn(customer.email)).toMatchObject({ status: 401, body: { detail: "Incorrect email or password" } })
  const again = await v.register({ email: customer.email, full_name: "Somebody New" })
  expect(again.answer.status).toBe(201)
  expect((await v.signIn(customer.email)).body.user).toMatchObject({ full_name: "Somebody New" })
})

test("no personal data stays in the account's row, and the deletion is recorded", async () => {
  const customer = await v.aCustomer()
  await shop.call("PATCH /api/auth/me", {
    as: customer.token,
    body: { email: "elsewhere@demo.example", current_password: password },
  })
  expect((await remove(customer, { password })).status).toBe(204)
  expect(await userRow(customer.id)).toMatchObject({
    email: "",
    fullName: "Former member",
    region: "",
    pendingEmail: null,
    passwordHash: "",
    isActive: false,
  })
  expect((await userRow(customer.id)).deletedAt).not.toBeNull()
  const events = await shop.app.store.db.select().from(accountEvents).where(eq(accountEvents.userId, customer.id))
  expect(events.map((event) => event.event)).toEqual(["deleted"])
})

test("a deletion requires a password from ten minutes after sign-in; a wrong one is always refused", async () => {
  const early = await v.aCustomer()
  expect((await remove(early)).status).toBe(204)
  const late = await v.aCustomer()
  expect((await remove(late, { password: "Wrong-Word-1" })).status).toBe(403)
  shop.clock.advance(minutes(10))
  expect(await remove(late)).toMatchObject({
    status: 403,
    body: { detail: "Please enter your password to delete your account." },
  })
  expect((await remove(late, {})).status).toBe(403)
  expect(await v.statusOf(late.token)).toBe(200)
  expect((await remove(late, { password })).status).toBe(204)
})

test("guests and staff cannot delete an account this way", async () => {
  expect((await shop.call("DELETE /api/users/account")).status).toBe(401)
  for (const staff of [await shop.anAdmin(), await shop.aModerator()]) {
    expect((await remove(staff)).status).toBe(403)
    expect(await v.statusOf(staff.token)).toBe(200)
  }
})

test.each([
  [{ status: "to_be_shipped" }],
  [{ status: "shipped", trackingNumber: "T-1" }],
  [{ status: "needs_review" }],
  [{ status: "refund_due" }],
  [{ status: "completed", review: "open" }],
  [{ status: "completed", review: "refund_due" }],
] as [Partial<typeof orders.$inferInsert>][])("an order with %j prevents deletion, with the reason", async (fields) => {
  const { customer, order } = await aCustomerWithOrder(fields)
  const refused = await remove(customer)
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toBe(
    `Your order ${order.orderNumber} is still in progress. You can delete your account once it is finished.`,
  )
  expect(await v.statusOf(customer.token)).toBe(200)
  expect((await orderRow(order.id)).shipping).toEqual(shipping)
})

test.each(["processing", "partially_paid"] as const)(
  "an unpaid order with a payment %s prevents deletion",
  async (status) => {
    const { customer, order } = await aCustomerWithOrder()
    await aPayment(order.id, customer.id, status)
    expect((await remove(customer)).status).toBe(409)
    expect((await orderRow(order.id)).status).toBe("unpaid")
  },
)

test("a pending membership payment prevents deletion, for eight days at most", async () => {
  const customer = await v.aCustomer()
  await aPayment(null, customer.id, "processing")
  expect(await remove(customer)).toMatchObject({
    status: 409,
    body: { detail: "One of your payments is still in progress. You can delete your account once it is finished." },
  })
  shop.clock.advance(days(8) + 1000)
  const again = await v.signIn(customer.email)
  expect((await remove({ token: again.body.access_token })).status).toBe(204)
})

test("an unpaid order without a payment is cancelled, its stock released, and no email sent", async () => {
  const { customer, doll, order } = await aCustomerWithOrder()
  await aPayment(order.id, customer.id, "pending")
  expect((await remove(customer)).status).toBe(204)
  expect(await orderRow(order.id)).toMatchObject({ status: "cancelled", holdsStock: false })
  const [after] = await shop.app.store.db.select().from(dolls).where(eq(dolls.id, doll.id))
  expect(after!.stock).toBe(3)
  const emails = await shop.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.kind, "order_cancelled"))
  expect(emails.filter((email) => email.dedupeKey?.endsWith(order.orderNumber))).toEqual([])
})

test("the order and its payments are kept, and of the address only the country", async () => {
  const { customer, order } = await aCustomerWithOrder({ status: "completed" })
  await aPayment(order.id, customer.id, "pending")
  expect((await remove(customer)).status).toBe(204)
  const row = await orderRow(order.id)
  expect(row).toMatchObject({ status: "completed", orderNumber: order.orderNumber, totalCents: 60_000 })
  expect(Object.entries(row.shipping).filter(([, value]) => value !== "")).toEqual([["country", "GB"]])
  expect(await shop.app.store.db.select().from(payments).where(eq(payments.orderId, order.id))).toHaveLength(1)
  const { body } = await shop.call(`GET /api/admin/orders/${order.id}`, { as: await shop.anAdmin() })
  expect(body.items).toHaveLength(1)
  expect(JSON.stringify(body)).not.toContain("Byron")
  const keys = await shop.app.store.db.select().from(idempotencyKeys)
  expect(JSON.stringify(keys.filter((key) => key.scope.endsWith(` user ${customer.id}`)))).toBe("[]")
})

test("sessions, codes, favorites, cart, preferences, agents, notifications and newsletter are deleted", async () => {
  const customer = await v.aCustomer()
  const { id, token, email } = customer
  await shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code: await v.codeFor(email) } })
  await shop.call("POST /api/auth/password-reset/request", { body: { email } })
  await shop.call("PATCH /api/auth/me/preferences", { as: token, body: { sound: false, mail_news: true } })
  const doll = await shop.aDoll()
  await addToCart(shop, buyer(customer), doll.id)
  await shop.call("POST /api/favorites/", { as: token, body: { doll_id: doll.id } })
  await notify(shop.app.store, id, { kind: "order_paid", title: "Title", body: "Body" })
  const own = [sessions, oneTimeCodes, favorites, cartItems, preferences, knownAgents, notifications]
  const counts = () =>
    Promise.all(
      own.map(async (table) => (await shop.app.store.db.select().from(table).where(eq(table.userId, id))).length),
    )
  expect((await counts()).every((number) => number > 0)).toBe(true)
  expect((await remove(customer)).status).toBe(204)
  expect(await counts()).toEqual(own.map(() => 0))
  const readers = await shop.app.store.db
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, email))
  expect(readers).toEqual([])
  await notify(shop.app.store, id, { kind: "order_paid", title: "Title", body: "Body" })
  expect((await counts()).at(-1)).toBe(0)
})

test("unsent emails to the address are not sent; those to others are", async () => {
  const other = await v.aCustomer()
  const { customer, order } = await aCustomerWithOrder()
  expect(await v.kindsTo(customer.email)).not.toEqual([])
  expect((await remove(customer)).status).toBe(204)
  expect(await v.kindsTo(customer.email)).toEqual([])
  expect(await v.kindsTo(other.email)).toEqual(["verify_email"])
  const waiting = await shop.app.store.db.select().from(mailOutbox)
  expect(waiting.filter((email) => email.dedupeKey?.endsWith(order.orderNumber))).toEqual([])
})

test("a sent email still counts against the limit for its address", async () => {
  const few = await openShop({ RATE_LIMIT_SCALE: "1" })
  const visitors = visitorsOf(few)
  const email = "flooded@demo.example"
  for (let turn = 0; turn < 5; turn++) {
    await visitors.register({ email })
    await few.app.store.db.update(mailOutbox).set({ sentAt: few.clock.now() })
    const { body } = await visitors.signIn(email)
    const answer = await few.call("DELETE /api/users/account", { as: body.access_token })
    expect(answer.status).toBe(204)
  }
  expect(await visitors.kindsTo(email)).toHaveLength(3)
  await few.close()
})

test("reviews stay as those of a former member, still count, and public pages are rendered again", async () => {
  const customer = await v.aCustomer()
  const doll = await shop.aDoll()
  const { id } = (await shop.call("GET /api/auth/me", { as: customer.token })).body
  await aPurchase(shop, { id }, doll.id, "completed")
  const body = { doll_id: doll.id, rating: 3, comment: "Calm and well made." }
  await shop.call("POST /api/reviews/", { as: customer.token, body })
  expect((await shop.call(`GET /api/reviews/doll/${doll.id}`)).body[0].author).toBe("Vera V.")
  let told = 0
  const stop = shop.app.bus.subscribe(catalogTopic, () => told++)
  expect((await remove(customer)).status).toBe(204)
  stop()
  expect(told).toBeGreaterThan(0)
  const { body: shown } = await shop.call(`GET /api/reviews/doll/${doll.id}`)
  expect(shown).toMatchObject([{ author: "Former member", rating: 3, comment: "Calm and well made." }])
  expect((await shop.call(`GET /api/dolls/${doll.id}`)).body).toMatchObject({ rating: 3, review_count: 1 })
})

test("contact messages sent while signed in, and those from a confirmed address, are emptied", async () => {
  const send = (email: string, as?: string) =>
    shop.call("POST /api/contact", { as, body: { name: "Vera Visitor", email, subject: "A crate", message: "Hello" } })
  const [confirmed, unconfirmed] = [await v.aCustomer(), await v.aCustomer()]
  await shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code: await v.codeFor(confirmed.email) } })
  await send("work@demo.example", confirmed.token)
  await send(confirmed.email)
  await send(unconfirmed.email)
  for (const one of [confirmed, unconfirmed]) expect((await remove(one)).status).toBe(204)
  const rows = await shop.app.store.db.select().from(contactMessages).orderBy(contactMessages.id)
  expect(rows.map((row) => [row.name, row.email, row.message, row.userId])).toEqual([
    ["Former member", "", "", null],
    ["Former member", "", "", null],
    ["Vera Visitor", unconfirmed.email, "Hello", null],
  ])
})

test("a second deletion, and a late profile update, find no account", async () => {
  const customer = await v.aCustomer()
  expect((await remove(customer)).status).toBe(204)
  expect((await remove(customer)).status).toBe(401)
  expect((await shop.call("PATCH /api/auth/me", { as: customer.token, body: { full_name: "X" } })).status).toBe(401)
})

test("a deleted address and an unknown one get the same responses for resets and sign-ins", async () => {
  const customer = await v.aCustomer()
  await remove(customer)
  const ask = async (email: string) => {
    const reset = await shop.call("POST /api/auth/password-reset/request", { body: { email } })
    const { body } = await v.signIn(email)
    return [reset.status, reset.body, body.status, body.detail, body.code]
  }
  expect(await ask(customer.email)).toEqual(await ask("never-seen@demo.example"))
  expect(await v.kindsTo(customer.email)).toEqual([])
})
