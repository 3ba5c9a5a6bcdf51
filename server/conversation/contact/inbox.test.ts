import { desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { ContactDetail, ContactMessage } from "#contract/admin.ts"
import { panelTexts } from "#contract/panelText.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { anOrder } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { users } from "../../platform/auth/tables.ts"
import { contactAnswers, contactMessages } from "./tables.ts"

let shop: TestShop
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop({ SUPPORT_EMAIL: "support@shop.example" })
  boss = await shop.anAdmin()
})
afterAll(() => shop.close())

const written = { name: "Ada", email: "ada@demo.example", subject: "A crate", message: "Does it fit?\n\nThank you." }
async function send(
  as?: TestPerson,
  changes: Partial<typeof written> & { order_number?: string; headers?: Record<string, string> } = {},
) {
  const { headers, ...fields } = changes
  await shop.call("POST /api/contact", { as, headers, body: { ...written, ...fields } })
  const { db } = shop.app.store
  return (await db.select().from(contactMessages).orderBy(desc(contactMessages.id)).limit(1))[0]!.id
}
const read = async (id: number, as = boss) =>
  (await shop.call<ContactDetail>(`GET /api/admin/contacts/${id}`, { as })).body
const answer = (id: number, content: string, headers = {}) =>
  shop.call(`POST /api/admin/contacts/${id}/answers`, { as: boss, body: { content }, headers })
const emails = async (to: string) =>
  shop.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, to)).orderBy(mailOutbox.id)

test("an answer is emailed with the subject and the message, is kept, and marks the message as answered", async () => {
  const id = await send()
  const answered = await answer(id, "It does.\n\nIt is 68 cm wide.")
  expect([answered.status, answered.body]).toEqual([201, { message: panelTexts.answerSent }])
  const [email] = await emails(written.email)
  expect(email).toMatchObject({ kind: "contact_answer", subject: "Re: A crate", replyTo: "support@shop.example" })
  expect(email!.bodyText).toMatch(/^It does\.\n\nIt is 68 cm wide\.\n/)
  expect(email!.bodyText).toMatch(/you wrote:\n\n> Does it fit\?\n>\n> Thank you\.\n/)
  expect(email!.bodyHtml).toMatch(/<blockquote[^>]*><p[^>]*>Does it fit\?<\/p>/)
  const detail = await read(id)
  expect(detail.answers).toMatchObject([{ author: boss.fullName, content: "It does.\n\nIt is 68 cm wide." }])
  expect(detail.handled_at).not.toBeNull()
  expect((await answer(id, "  ")).body.errors).toEqual([{ path: "content", message: panelTexts.answerRequired }])
  expect((await answer(999_999, "Hello")).status).toBe(404)
})

test("an answer sent again after a lost response is emailed and kept once", async () => {
  const id = await send(undefined, { email: "twice@demo.example" })
  for (let turn = 0; turn < 2; turn++) {
    expect((await answer(id, "Yes.", { "idempotency-key": "answer-key-1" })).status).toBe(201)
  }
  expect(await emails("twice@demo.example")).toHaveLength(1)
  expect((await read(id)).answers).toHaveLength(1)
})

test("the email around an answer is in the language of the page that the message came from", async () => {
  const id = await send(undefined, { email: "karl@demo.example", headers: { "accept-language": "de" } })
  await answer(id, "Ja, die Kiste ist 68 cm breit.")
  const [email] = await emails("karl@demo.example")
  expect(email!.bodyText).toMatch(/^Ja, die Kiste/)
  expect(email!.bodyText).toContain("schrieben Sie:")
})

test("a message is assigned to an admin, who is told and finds it among their own", async () => {
  const id = await send()
  const colleague = await shop.anAdmin("content_admin")
  const assign = (assignee_id: number | null) =>
    shop.call<ContactMessage>(`PATCH /api/admin/contacts/${id}`, { as: boss, body: { assignee_id } })
  const people = (await shop.call<{ id: number }[]>("GET /api/admin/contacts/people", { as: boss })).body
  expect(people).toContainEqual({ id: colleague.id, name: colleague.fullName })
  expect((await assign(colleague.id)).body).toMatchObject({ assignee_id: colleague.id, assignee: colleague.fullName })
  const found = async (as: TestPerson, assignee: string) =>
    (await shop.call<ContactMessage[]>(`GET /api/admin/contacts?assignee=${assignee}`, { as })).body.map(
      (one) => one.id,
    )
  expect(await found(colleague, "me")).toEqual([id])
  expect(await found(boss, "me")).toEqual([])
  expect(await found(boss, "nobody")).not.toContain(id)
  const { body: notices } = await shop.call("GET /api/notifications", { as: colleague })
  expect(notices).toMatchObject([{ kind: "mentioned", link: `/admin?tab=contacts&message=${id}` }])
  expect((await assign(null)).body.assignee_id).toBeNull()

  const gone = await shop.anAdmin()
  await shop.app.store.db.update(users).set({ isActive: false }).where(eq(users.id, gone.id))
  for (const who of [gone, await shop.aModerator(), await shop.aUser()]) {
    const { status, body } = await assign(who.id)
    expect([status, (body as unknown as { errors: unknown[] }).errors]).toEqual([
      422,
      [{ path: "assignee_id", message: panelTexts.contactNotAssignable }],
    ])
  }
})

test("beside a message are the orders of its sender's account and those with its address, for those who see orders", async () => {
  const [customer, other] = [await shop.aUser(), await shop.aUser()]
  const { order } = await anOrder(shop, customer)
  const { order: foreign } = await anOrder(shop, other)
  const listed = async (id: number, as = boss) => {
    const { body } = await shop.call<{ items: { id: number }[] }>(`GET /api/admin/contacts/${id}/orders`, { as })
    return body.items.map((one) => one.id)
  }
  const byAccount = await send(customer, { email: "elsewhere@demo.example" })
  expect(await listed(byAccount)).toEqual([order.id])
  expect(await listed(await send(undefined, { email: customer.email }))).toEqual([order.id])
  // The address that an order names, of whichever account.
  const { email } = order.shippingAddress
  expect((await listed(await send(undefined, { email }))).sort()).toEqual([order.id, foreign.id].sort())
  expect(await listed(await send(undefined, { email: "nobody@demo.example" }))).toEqual([])
  const reader = await shop.anAdmin("content_admin")
  expect((await shop.call(`GET /api/admin/contacts/${byAccount}/orders`, { as: reader })).status).toBe(403)
})

test("a message knows the order it is about, if it is the sender's", async () => {
  const [customer, stranger] = [await shop.aUser(), await shop.aUser()]
  const { order } = await anOrder(shop, customer)
  const { email } = order.shippingAddress
  const about = { order_number: order.orderNumber }
  const asked = await send(customer, about)
  expect(await read(asked)).toMatchObject({ order_id: order.id, order_number: order.orderNumber })
  const toSupport = await emails("support@shop.example")
  expect(toSupport.at(-1)!.bodyText).toContain(`Order: ${order.orderNumber}`)
  // A guest may name the order with the address that it was placed with, as in its lookup.
  expect(await read(await send(undefined, { ...about, email }))).toMatchObject({ order_id: order.id })
  for (const [as, changes] of [
    [stranger, { ...about, email: stranger.email }],
    [undefined, { ...about, email: stranger.email }],
    [customer, { order_number: "ORD-000000" }],
  ] as const) {
    expect(await read(await send(as, changes))).toMatchObject({ order_id: null, order_number: null })
  }
  const { status } = await shop.call("POST /api/contact", { body: { ...written, order_number: "7" } })
  expect(status).toBe(422)
  const exported = (await shop.call("GET /api/users/account/export", { as: customer })).body
  expect(exported.contact_messages.at(-1)).toMatchObject({ order_id: exported.orders[0].id })
})

test("answers go with the account of their reader, are in the export before, and no further one can be sent", async () => {
  const customer = await shop.aUser()
  const id = await send(customer, { email: customer.email })
  await answer(id, "The kiln is called Hestia.")
  const exported = (await shop.call("GET /api/users/account/export", { as: customer })).body
  expect(exported.contact_messages).toMatchObject([{ answers: [{ content: "The kiln is called Hestia." }] }])
  await shop.call("DELETE /api/users/account", { as: customer })
  const { db } = shop.app.store
  expect(await db.select().from(contactAnswers).where(eq(contactAnswers.contactId, id))).toEqual([])
  const late = await answer(id, "Are you there?")
  expect([late.status, late.body.detail]).toEqual([409, panelTexts.contactErased])
})
