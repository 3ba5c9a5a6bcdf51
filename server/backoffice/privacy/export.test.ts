import { afterAll, beforeAll, expect, test } from "vitest"
import { membershipPeriods } from "#server/people/membership/tables.ts"
import { notify } from "#server/platform/notifications/notifications.ts"
import { addToCart, anOrder, shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { sessions, users } from "../../platform/auth/tables.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop({ SUPPORT_EMAIL: "support@shop.example" })
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const take = (token: string) => shop.call("GET /api/users/account/export", { as: token })

/** A customer with data in every part of the shop; `mark` is in every text they wrote. */
async function aBusyCustomer(mark: string) {
  const customer = await v.aCustomer()
  const { token, email, id } = customer
  const person = customer as unknown as TestPerson
  await shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code: await v.codeFor(email) } })
  await shop.call("PATCH /api/auth/me", { as: token, body: { full_name: `Name ${mark}` } })
  await shop.call("PATCH /api/auth/me/preferences", { as: token, body: { sound: false, mail_news: true } })
  const { order, doll } = await anOrder(shop, person)
  await addToCart(shop, person, doll.id, 2)
  await shop.call("POST /api/auth/addresses", { as: token, body: { ...shipping, lastName: `Name ${mark}` } })
  await shop.call("POST /api/favorites/", { as: token, body: { doll_id: doll.id } })
  await shop.call("POST /api/reviews/", { as: token, body: { doll_id: doll.id, rating: 4, comment: `Review ${mark}` } })
  const message = { name: `Name ${mark}`, email, subject: "A crate", message: `Message ${mark}` }
  await shop.call("POST /api/contact", { as: token, body: message })
  const startsAt = shop.clock.now()
  const period = { userId: id, level: "vip" as const, kind: "granted" as const, priceCents: 2000, startsAt }
  await shop.app.store.db.insert(membershipPeriods).values({ ...period, createdAt: startsAt })
  await notify(shop.app.store, id, { kind: "order_paid", title: `Title ${mark}`, body: "Body" })
  return { ...customer, order, doll }
}

test("the export contains all data of the caller, as a file", async () => {
  const { token, email, order, doll } = await aBusyCustomer("first")
  const { status, headers, body } = await take(token)
  expect(status).toBe(200)
  expect(headers["content-disposition"]).toBe('attachment; filename="vitrine-account.json"')
  expect(headers["cache-control"]).toBe("private, no-store")
  expect(body).toMatchObject({
    profile: { email, full_name: "Name first", region: "eu" },
    preferences: { sound: false, mail_news: true },
    sessions: [{ user_agent: "lightMyRequest", revoked_at: null }],
    signed_in_with: [{ user_agent: "an unknown browser" }],
    orders: [
      {
        orderNumber: order.orderNumber,
        shippingAddress: { name: "Ada Byron" },
        items: [{ doll_id: doll.id }],
        events: [{ from: null, to: "unpaid" }],
      },
    ],
    memberships: [{ level: "vip", kind: "granted", price: 20 }],
    payments: [],
    reviews: [{ doll_id: doll.id, rating: 4, comment: "Review first" }],
    favorites: [{ doll_id: doll.id }],
    addresses: [{ shipping: { lastName: "Name first" }, is_default: true }],
    cart: [{ doll_id: doll.id, quantity: 3 }],
    newsletter: { state: "confirmed" },
    contact_messages: [{ message: "Message first" }],
    notifications: [{ title: "Title first" }],
  })
})

test("it contains no password, hash, token or code, and no data of others", async () => {
  const one = await aBusyCustomer("mine")
  const other = await aBusyCustomer("theirs")
  await shop.call("POST /api/auth/password-reset/request", { body: { email: one.email } })
  const text = JSON.stringify((await take(one.token)).body)
  expect(text).toContain("Message mine")
  for (const foreign of ["theirs", other.email, other.order.orderNumber]) expect(text).not.toContain(foreign)
  expect(text).not.toMatch(/argon2|hash|oob_code|token/i)
  expect(text).not.toContain(password)
  expect(text).not.toContain(one.token)
  const rows = await shop.app.store.db.select().from(users)
  for (const { passwordHash } of rows.filter((row) => row.passwordHash.length > 10))
    expect(text).not.toContain(passwordHash)
  const hashes = await shop.app.store.db.select({ hash: sessions.tokenHash }).from(sessions)
  for (const { hash } of hashes) expect(text).not.toContain(hash.toString("hex"))
})

test("for an unconfirmed address the export has neither its newsletter status nor messages sent from it", async () => {
  const email = "owner@demo.example"
  await shop.call("POST /api/newsletter", { body: { email } })
  await shop.call("POST /api/contact", { body: { name: "Owner", email, subject: "A", message: "Private words" } })
  await v.register({ email })
  const { body } = await take((await v.signIn(email)).body.access_token)
  expect(body).toMatchObject({ newsletter: null, contact_messages: [] })
  await shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code: await v.codeFor(email) } })
  const then = await take((await v.signIn(email)).body.access_token)
  expect(then.body).toMatchObject({
    newsletter: { state: "pending" },
    contact_messages: [{ message: "Private words" }],
  })
})

test("staff can export theirs too, and a guest is asked to sign in", async () => {
  const admin = await shop.anAdmin()
  expect((await take(admin.token)).body).toMatchObject({ profile: { admin_type: "super_admin" }, orders: [] })
  expect((await shop.call("GET /api/users/account/export")).status).toBe(401)
})
