import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { maxTags } from "#contract/adminLimits.ts"
import type { Customer } from "#contract/customers.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { aRoom, says } from "#test/chat.ts"
import { anOrder } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { listen } from "#test/sockets.ts"
import { visitorsOf } from "#test/visitors.ts"
import { membershipPeriods } from "../../people/membership/tables.ts"
import { hours, minutes } from "../../platform/clock.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { auditLog } from "../../platform/records/tables.ts"
import { orders } from "../../sales/orders/tables.ts"
import { payments } from "../../sales/payments/tables.ts"

let shop: TestShop
let boss: TestPerson
let books: TestPerson
let content: TestPerson
beforeAll(async () => {
  shop = await openShop()
  await listen(shop.app)
  boss = await shop.anAdmin()
  books = await shop.anAdmin("financial_admin")
  content = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const at = (person: { id: number }, part = "") => `GET /api/admin/customers/${person.id}${part}`
const head = async (person: { id: number }, as = boss) => (await shop.call<Customer>(at(person), { as })).body

/** A member with an order that was paid, a membership, a review and a chat. */
async function aBusyCustomer() {
  const room = await aRoom(shop)
  const { member } = room
  await says(shop, room, member, "Good evening")
  const { order, doll } = await anOrder(shop, member)
  const { db } = shop.app.store
  const now = shop.clock.now()
  const paid = { paidAt: now, status: "to_be_shipped" as const, revenueCents: 30_000 }
  await db.update(orders).set(paid).where(sql`id = ${order.id}`)
  const payment = { provider: "x", status: "completed" as const, providerStatus: "finished", rank: 9, updatedAt: now }
  await db.insert(payments).values([
    {
      ...payment,
      paymentId: `m-${member.id}`,
      userId: member.id,
      effect: "membership",
      amountCents: 2500,
      createdAt: now,
    },
    {
      ...payment,
      paymentId: `r-${member.id}`,
      userId: member.id,
      effect: "membership",
      amountCents: 900,
      refundedAt: now,
      createdAt: now,
    },
  ])
  await db
    .insert(membershipPeriods)
    .values({ userId: member.id, level: "vip", kind: "granted", priceCents: 2500, startsAt: now, createdAt: now })
  await shop.call("POST /api/reviews/", { as: member, body: { doll_id: doll.id, rating: 4, comment: "Calm." } })
  return { ...room, order, doll }
}

test("a customer's page begins with who they are and what they have spent", async () => {
  const { member } = await aBusyCustomer()
  const found = await head(member)
  expect(found).toMatchObject({
    id: member.id,
    email: member.email,
    full_name: member.fullName,
    role: "user",
    orders_count: 1,
    lifetime_spend: 325,
    tags: [],
    suspended: false,
  })
  expect(found.last_seen_at).not.toBeNull()
  expect(found.parts).toHaveLength(9)
})

test("each admin sees the parts that are their work, and content admins no amounts", async () => {
  const { member } = await aBusyCustomer()
  expect(await head(member, books)).toMatchObject({
    lifetime_spend: 325,
    parts: ["orders", "returns", "payments", "memberships", "reviews", "emails"],
  })
  const seen = await head(member, content)
  expect(seen).toMatchObject({ lifetime_spend: null, parts: ["reviews", "chats", "reports"] })
  const timeline = (await shop.call(at(member, "/timeline"), { as: content })).body.items as { kind: string }[]
  expect(timeline.map(({ kind }) => kind)).toContain("chat")
  for (const hidden of ["order", "payment", "membership", "email", "sign_in"])
    expect(timeline.map(({ kind }) => kind)).not.toContain(hidden)
})

test("staff accounts and deleted ones are not customers", async () => {
  const v = visitorsOf(shop)
  const gone = await v.aCustomer()
  expect(
    (await shop.call("DELETE /api/users/account", { as: gone.token, body: { password: "Turned-Brass-7" } })).status,
  ).toBe(204)
  for (const person of [content, await shop.aModerator(), gone, { id: 999_999 }]) {
    const answer = await shop.call(at(person), { as: boss })
    expect([answer.status, answer.body.detail]).toEqual([404, customerTexts.notFound])
    for (const part of ["orders", "chats", "emails", "sessions", "timeline", "notes"])
      expect((await shop.call(at(person, `/${part}`), { as: boss })).status).toBe(404)
  }
})

test("each part lists what the customer has, and nobody else's", async () => {
  const { member, order, doll, id, moderator } = await aBusyCustomer()
  const other = await aBusyCustomer()
  await shop.call("POST /api/reports", { as: moderator, body: { kind: "message", id: 1, reason: "Odd" } })
  const items = async (part: string) => (await shop.call(at(member, `/${part}`), { as: boss })).body.items
  expect(await items("orders")).toMatchObject([
    { id: order.id, order_number: order.orderNumber, pieces: 1, total: 300 },
  ])
  expect(await items("payments")).toMatchObject([
    { payment_id: `r-${member.id}`, amount: 9 },
    { payment_id: `m-${member.id}`, amount: 25 },
    {},
  ])
  expect(await items("memberships")).toMatchObject([{ level: "vip", kind: "granted", price: 25, ends_at: null }, {}])
  expect(await items("reviews")).toMatchObject([{ doll_id: doll.id, model: doll.name, rating: 4, comment: "Calm." }])
  expect(await items("chats")).toMatchObject([{ id, moderator: moderator.fullName, messages: 1, frozen: false }])
  expect(await items(`chats?limit=1&chat=${id}`)).toMatchObject([{ id }])
  expect(await items(`chats?chat=${other.id}`)).toEqual([])
  expect(await items("sessions")).toMatchObject([{ device: "an unknown browser", is_open: true }])
  expect(await items("reports")).toEqual([])
  expect(JSON.stringify(await items("chats"))).not.toContain("Good evening")
})

test("the parts are paged by key: every row once, newest first", async () => {
  const customer = await shop.aUser()
  const now = shop.clock.now()
  const rows = Array.from({ length: 23 }, (_, index) => ({
    userId: customer.id,
    level: "vip" as const,
    kind: "granted" as const,
    priceCents: index * 100,
    startsAt: now,
    createdAt: now,
  }))
  await shop.app.store.db.insert(membershipPeriods).values(rows)
  const prices: number[] = []
  for (let before = ""; ; ) {
    const { body } = await shop.call(at(customer, `/memberships?limit=10${before}`), { as: books })
    prices.push(...body.items.map(({ price }: { price: number }) => price))
    if (body.next === null) break
    before = `&before=${body.next}`
  }
  expect(prices).toEqual(Array.from({ length: 23 }, (_, index) => 22 - index))
})

test("opening a customer's chat is audited, listing the chats is not", async () => {
  const { member, id } = await aBusyCustomer()
  const reads = async () =>
    (await shop.app.store.db.select().from(auditLog)).filter(
      ({ action, targetId }) => action === "chat.read" && targetId === id,
    )
  await shop.call(at(member, "/chats"), { as: content })
  expect(await reads()).toHaveLength(0)
  expect((await shop.call(`GET /api/chat/rooms/${id}`, { as: content })).status).toBe(200)
  expect(await reads()).toMatchObject([{ actorId: content.id }])
  const { body } = await shop.call(at(member, "/timeline"), { as: content })
  expect(body.items).toContainEqual(
    expect.objectContaining({ kind: "staff", what: "Read the chat", by: "staff", name: content.fullName }),
  )
})

test("admins tag customers; tags are suggested by use and find accounts", async () => {
  const [one, other] = [await shop.aUser(), await shop.aUser()]
  const tag = (person: { id: number }, name: string) =>
    shop.call(`POST /api/admin/customers/${person.id}/tags`, { as: books, body: { tag: name } })
  expect((await tag(one, "  Wholesale ")).status).toBe(204)
  expect((await tag(one, "wholesale")).status).toBe(204)
  expect((await tag(other, "wholesale")).status).toBe(204)
  expect((await tag(one, "call first")).status).toBe(204)
  expect((await head(one)).tags.toSorted()).toEqual(["call first", "wholesale"])
  const known = await shop.call("GET /api/admin/customer-tags?q=LE", { as: content })
  expect(known.body).toEqual([{ tag: "wholesale", customers: 2 }])
  const found = await shop.call("GET /api/admin/users?tag=call+first", { as: boss })
  expect(found.body.map(({ id }: { id: number }) => id)).toEqual([one.id])
  expect(found.headers["x-total-count"]).toBe("1")
  const gone = `DELETE /api/admin/customers/${one.id}/tags/call%20first`
  expect((await shop.call(gone, { as: content })).status).toBe(204)
  expect((await shop.call(gone, { as: content })).status).toBe(204)
  expect((await head(one)).tags).toEqual(["wholesale"])
  const done = (await shop.app.store.db.select().from(auditLog)).filter(({ targetId }) => targetId === one.id)
  expect(done.map(({ action }) => action)).toEqual(["user.tag", "user.tag", "user.untag"])
  // The log outlives the account.
  expect(JSON.stringify(done)).not.toContain("wholesale")
})

test.each([
  ["", customerTexts.tagRequired],
  ["<b>", customerTexts.tagInvalid],
  ["a/b", customerTexts.tagInvalid],
])("the tag %j is refused", async (tag, message) => {
  const customer = await shop.aUser()
  const answer = await shop.call(`POST /api/admin/customers/${customer.id}/tags`, { as: boss, body: { tag } })
  expect([answer.status, answer.body.errors[0].message]).toEqual([422, message])
})

test("a customer has a limited number of tags", async () => {
  const customer = await shop.aUser()
  const tag = (number: number) =>
    shop.call(`POST /api/admin/customers/${customer.id}/tags`, { as: boss, body: { tag: `tag ${number}` } })
  for (let number = 0; number < maxTags; number++) expect((await tag(number)).status).toBe(204)
  const { status, body } = await tag(maxTags)
  expect([status, body.detail]).toEqual([409, customerTexts.tooManyTags(maxTags)])
})

/** A registered customer, their confirmation email and an order's. */
async function aReader() {
  const v = visitorsOf(shop)
  const { email, id, token } = await v.aCustomer()
  const { order } = await anOrder(shop, { id, email, token } as TestPerson)
  const list = async () => (await shop.call(at({ id }, "/emails"), { as: books })).body.items
  const resend = (emailId: number, as = books) =>
    shop.call(`POST /api/admin/customers/${id}/emails/${emailId}/resend`, { as })
  return { v, email, id, token, order, list, resend }
}

const sent = { sentAt: new Date(), bodyText: "", bodyHtml: "" }
const sendAll = () => shop.app.store.db.update(mailOutbox).set({ ...sent, sentAt: shop.clock.now() })

test("emails to a customer are listed with their state, and those about orders to another address too", async () => {
  const { list, order, email } = await aReader()
  const now = shop.clock.now()
  const message = {
    kind: "password_changed",
    toAddress: email,
    subject: "Lost",
    bodyText: "",
    bodyHtml: "",
    createdAt: now,
  }
  await shop.app.store.db.insert(mailOutbox).values({ ...message, deadAt: now })
  await aReader()
  const emails = await list()
  expect(emails).toMatchObject([
    { subject: "Lost", state: "failed", can_resend: false },
    { subject: `Order ${order.orderNumber} received`, to: "ada@demo.example", state: "queued", can_resend: false },
    { subject: "Confirm your email address", to: email, state: "queued", can_resend: false },
  ])
  expect(JSON.stringify(emails)).not.toContain("oob_code")
})

test("an email is sent again once, however often the button is pressed, and that is audited", async () => {
  const { v, list, resend, email, order, id } = await aReader()
  await sendAll()
  shop.clock.advance(minutes(2))
  const [received, confirm] = (await list()) as { id: number; can_resend: boolean }[]
  expect([received!.can_resend, confirm!.can_resend]).toEqual([true, true])
  const answers = await Promise.all([1, 2, 3].map(() => resend(received!.id)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
  const again = (await v.emailsTo("ada@demo.example")).filter(({ subject }) => subject.includes(order.orderNumber))
  expect(again).toHaveLength(2)
  expect(again[0]!.bodyText).toContain(order.orderNumber)
  const link = await v.codeFor(email)
  expect((await resend(confirm!.id)).status).toBe(204)
  expect((await resend(confirm!.id)).status).toBe(204)
  expect((await v.kindsTo(email)).filter((kind) => kind === "verify_email")).toHaveLength(2)
  expect(await v.codeFor(email)).not.toBe(link)
  const done = (await shop.app.store.db.select().from(auditLog)).filter(
    ({ action, targetId }) => action === "email.resend" && targetId === id,
  )
  expect(done.map(({ actorId, after }) => [actorId, after])).toEqual([
    [books.id, { kind: "order_received" }],
    [books.id, { kind: "verify_email" }],
  ])
})

test("an email that is no longer true, somebody else's or unknown is not sent again", async () => {
  const { list, resend, order, token } = await aReader()
  await sendAll()
  const [received] = await list()
  await shop.call(`POST /api/orders/${order.id}/cancel`, { as: token })
  const answer = await resend(received.id)
  expect([answer.status, answer.body.detail]).toEqual([409, customerTexts.notResendable])
  const other = await aReader()
  await sendAll()
  for (const id of [received.id, 999_999]) expect((await other.resend(id)).status).toBe(404)
})

test("an address does not get the same email without end", async () => {
  const strict = await openShop({ RATE_LIMIT_SCALE: "1" })
  try {
    const as = await strict.anAdmin()
    const v = visitorsOf(strict)
    const { id, email } = await v.aCustomer()
    await strict.app.store.db.update(mailOutbox).set({ ...sent, sentAt: strict.clock.now() })
    const [{ id: emailId }] = (await strict.call(at({ id }, "/emails"), { as })).body.items
    const resend = () => strict.call(`POST /api/admin/customers/${id}/emails/${emailId}/resend`, { as })
    const codes: (string | number)[] = []
    for (let turn = 0; turn < 4; turn++) {
      strict.clock.advance(minutes(2))
      const { status, body } = await resend()
      codes.push(status === 204 ? status : body.detail)
    }
    expect(codes).toEqual([204, 204, customerTexts.resentOften, customerTexts.resentOften])
    expect(await v.kindsTo(email)).toHaveLength(3)
    strict.clock.advance(hours(1))
    expect((await resend()).status).toBe(204)
  } finally {
    await strict.close()
  }
})
