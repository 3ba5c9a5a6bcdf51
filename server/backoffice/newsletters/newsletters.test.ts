import { and, desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { everybody, type Newsletter, newsletterAdminTexts, type Segment } from "#contract/newsletters.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"
import { newsletterDeliveries, newsletterSubscribers, newsletters } from "../../people/newsletter/tables.ts"
import { users } from "../../platform/auth/tables.ts"
import { days, hours, minutes, seconds } from "../../platform/clock.ts"
import { signatureOf } from "../../platform/integrations/signature.ts"
import { eraseUnsentEmails } from "../../platform/mail/erasure.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { sendDue } from "../../platform/mail/send.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { auditLog } from "../../platform/records/tables.ts"
import { orderItems, orders } from "../../sales/orders/tables.ts"
import { favorites } from "../../shopfront/favorites/tables.ts"
import { sendNewsletters } from "./send.ts"

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const sending = { home: "https://shop.example", perMinute: 6000 }

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
let boss: TestPerson
beforeAll(async () => {
  shop = await openShop({ MAIL_WEBHOOK_SECRET: secret })
  v = visitorsOf(shop)
  boss = await shop.anAdmin("content_admin")
  const body = { legal_name: "Atelier Nord GmbH", address: "Hafenweg 1\n24103 Kiel", email: "hello@atelier.example" }
  await shop.call("PATCH /api/admin/business", { as: await shop.anAdmin(), body })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.app.store.db.delete(newsletters)
  await shop.app.store.db.delete(newsletterSubscribers)
  await shop.app.store.db.delete(mailOutbox)
})

type Reader = Partial<typeof newsletterSubscribers.$inferInsert>
async function aReader(email: string, fields: Reader = {}) {
  const now = shop.clock.now()
  const [row] = await shop.app.store.db
    .insert(newsletterSubscribers)
    .values({ email, state: "confirmed", createdAt: now, confirmedAt: now, ...fields })
    .returning()
  return row!
}
const text = (title: string) => ({ title, content: `## Fired\n\nSee **[all models](/models)** of ${title}.` })
async function aNewsletter(fields: object = {}): Promise<Newsletter> {
  const { body } = await shop.call<Newsletter>("POST /api/admin/newsletters", { as: boss })
  const draft = { is_discreet: true, texts: { en: text("The new kiln") }, segment: everybody, ...fields }
  const saved = await shop.call<Newsletter>(`PUT /api/admin/newsletters/${body.id}`, { as: boss, body: draft })
  expect(saved.status).toBe(200)
  return saved.body
}
const send = (id: number, at: string | null = null) =>
  shop.call(`POST /api/admin/newsletters/${id}/send`, { as: boss, body: { at } })
const run = () => sendNewsletters(shop.app.store, sending)
const get = async (id: number) => (await shop.call<Newsletter>(`GET /api/admin/newsletters/${id}`, { as: boss })).body
const emails = () => shop.app.store.db.select().from(mailOutbox).orderBy(mailOutbox.id)
const deliver = (deliverOne: (to: string) => void = () => {}) =>
  sendDue(shop.app.store, { deliver: async ({ to }) => deliverOne(to) }, shop.app.log)
const stateOf = async (email: string) =>
  (await shop.app.store.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email)))[0]?.state

test("every subscriber gets one discreet email with the seller, and the figures say what became of it", async () => {
  await aReader("ada@demo.example")
  await aReader("bea@demo.example", { language: "de" })
  await aReader("gone@demo.example", { state: "unsubscribed" })
  await aReader("waits@demo.example", { state: "pending" })
  const { id } = await aNewsletter({ texts: { en: text("The new kiln"), de: text("Der neue Ofen") } })
  expect((await send(id)).body).toMatchObject({ state: "scheduled" })
  await run()
  await run()
  const [ada, bea, ...others] = await emails()
  expect(others).toEqual([])
  expect(ada).toMatchObject({ toAddress: "ada@demo.example", subject: "Our latest news", isBulk: true })
  expect(bea).toMatchObject({ toAddress: "bea@demo.example", subject: "Unsere neuesten Nachrichten" })
  expect(ada!.bodyText).toContain(
    "The new kiln\n\nFired\n\nSee all models (https://shop.example/models) of The new kiln.",
  )
  expect(ada!.bodyText).toMatch(/\n--\nVitrine\nAtelier Nord GmbH\nHafenweg 1/)
  expect(bea!.bodyHtml).toContain(`<a href="https://shop.example/de/models" style=`)
  expect(bea!.bodyHtml).toContain(">Der neue Ofen</h1>")
  // Before the heading, which an inbox does not show, nothing names it.
  expect(ada!.bodyHtml.split("<h1")[0]).not.toContain("kiln")
  expect(ada!.bodyHtml).not.toMatch(/<img/)
  expect(ada!.unsubscribeUrl).toMatch(/^https:\/\/shop\.example\/newsletter\/unsubscribe\?oob_code=[\w-]{43}$/)
  expect(ada!.bodyHtml).toContain(`href="${ada!.unsubscribeUrl}"`)
  expect(await deliver()).toBe(2)
  await run()
  expect(await get(id)).toMatchObject({ state: "sent", figures: { recipients: 2, sent: 2, failed: 0 } })
  const { body: listed } = await shop.call("GET /api/admin/newsletters", { as: boss })
  expect(listed).toMatchObject([{ id, title: "The new kiln", languages: ["en", "de"], state: "sent" }])
})

test("the title stands in the subject only where the owner wants it, and bad text is refused at its field", async () => {
  await aReader("ada@demo.example")
  const { id, version } = await aNewsletter({ is_discreet: false })
  const edit = (en: object, headers = {}) =>
    shop.call(`PUT /api/admin/newsletters/${id}`, {
      as: boss,
      headers,
      body: { is_discreet: false, texts: { en }, segment: everybody },
    })
  expect((await edit({ title: "", content: "x" })).body.errors).toMatchObject([
    { path: "texts.en.title", message: newsletterAdminTexts.noTitle },
  ])
  expect((await edit({ title: "A", content: "" })).body.errors).toMatchObject([
    { path: "texts.en.content", message: newsletterAdminTexts.noContent },
  ])
  expect((await edit({ title: "A\u0007", content: "x" })).status).toBe(422)
  expect((await edit({ title: "Schoolgirl, 15 years old", content: "x" })).body.code).toBe("ADULTS_ONLY")
  const clean = await edit({
    title: "K\u202eiln\u200b",
    content: "<script>alert(1)</script>\n\n[x](javascript:alert(1))",
  })
  expect(clean.body.texts.en.title).toBe("Kiln")
  expect((await edit({ title: "Other", content: "x" }, { "if-match": `"v${version}"` })).status).toBe(412)
  await send(id)
  await run()
  const [email] = await emails()
  expect(email!.subject).toBe("Kiln")
  expect(email!.bodyHtml).not.toMatch(/<script|javascript:/)
})

test("a segment is by language, country, level, purchases and favorites of confirmed accounts", async () => {
  const { db } = shop.app.store
  const now = shop.clock.now()
  const doll = await shop.aDoll()
  const account = async (fields: Partial<typeof users.$inferInsert> = {}) => {
    const person = await shop.aUser({ emailVerifiedAt: now, ...fields })
    await aReader(person.email, { country: "US" })
    return person
  }
  const vip = await account({ membershipLevel: "vip", language: "ja" })
  const buyer = await account()
  const fan = await account()
  const stranger = await account({ emailVerifiedAt: null, membershipLevel: "vip" })
  await aReader("guest@demo.example", { language: "de", country: "DE" })
  const [order] = await db
    .insert(orders)
    .values({
      ...{ userId: buyer.id, reference: "N-1", orderNumber: "ORD-880001", status: "to_be_shipped", paidAt: now },
      ...{ shipping: { country: "FR" } as never, productsCents: 1, totalCents: 1, cartFingerprint: "-" },
      ...{ createdAt: now, updatedAt: now },
    })
    .returning()
  await db
    .insert(orderItems)
    .values({ orderId: order!.id, dollId: doll.id, name: "n", description: "d", priceCents: 1, quantity: 1 })
  await db.insert(favorites).values({ userId: fan.id, dollId: doll.id, createdAt: now })
  const count = async (segment: Partial<Segment>) =>
    (await shop.call("POST /api/admin/newsletters/audience", { as: boss, body: { ...everybody, ...segment } })).body
      .count
  expect(await count({})).toBe(5)
  expect(await count({ languages: ["ja", "de"] })).toBe(2)
  expect(await count({ countries: ["FR"] })).toBe(1)
  expect(await count({ countries: ["US"] })).toBe(3)
  expect(await count({ levels: ["vip"] })).toBe(1)
  expect(await count({ levels: ["free"] })).toBe(4)
  expect(await count({ bought: "yes" })).toBe(1)
  expect(await count({ bought: "no" })).toBe(4)
  expect(await count({ bought: "yes", models: [doll.id + 1] })).toBe(0)
  expect(await count({ favorites: "yes", models: [doll.id] })).toBe(1)
  expect(await count({ favorites: "yes", bought: "yes" })).toBe(0)
  const rows = async (query: string) =>
    (await shop.call(`GET /api/admin/subscribers?${query}`, { as: boss })).body.map(({ email }: Reader) => email)
  expect(await rows("level=vip")).toEqual([vip.email])
  expect(await rows("country=FR")).toEqual([buyer.email])
  expect(await rows("language=de&state=confirmed")).toEqual(["guest@demo.example"])
  expect(await rows(`q=${stranger.email}`)).toEqual([stranger.email])
  expect(await rows("since=2100-01-01")).toEqual([])
  const { id } = await aNewsletter({ segment: { ...everybody, favorites: "yes", models: [doll.id] } })
  expect(await get(id)).toMatchObject({ models: [{ id: doll.id, name: doll.name }] })
  await send(id)
  await run()
  expect((await emails()).map(({ toAddress }) => toAddress)).toEqual([fan.email])
})

test("a newsletter is sent at its time, and can be stopped before and in the middle", async () => {
  for (let n = 0; n < 6; n++) await aReader(`reader${n}@demo.example`)
  const { id } = await aNewsletter()
  const at = (time: number) => new Date(shop.clock.now().getTime() + time).toISOString()
  expect((await send(id, at(-hours(1)))).body.errors).toMatchObject([
    { path: "at", message: newsletterAdminTexts.past },
  ])
  expect((await send(id, at(days(400)))).status).toBe(422)
  const inAnHour = at(hours(1))
  expect((await send(id, inAnHour)).body).toMatchObject({ state: "scheduled", send_at: inAnHour })
  await run()
  expect(await emails()).toEqual([])
  const edit = { is_discreet: true, texts: {}, segment: everybody }
  const refused = await shop.call(`PUT /api/admin/newsletters/${id}`, { as: boss, body: edit })
  expect([refused.status, refused.body.detail]).toEqual([409, newsletterAdminTexts.notDraft])
  const stop = () => shop.call<Newsletter>(`POST /api/admin/newsletters/${id}/stop`, { as: boss })
  expect((await stop()).body).toMatchObject({ state: "draft", send_at: null })
  expect((await stop()).body).toMatchObject({ detail: newsletterAdminTexts.notOnItsWay })
  await send(id, at(minutes(5)))
  shop.clock.advance(minutes(5))
  const slowly = () => sendNewsletters(shop.app.store, { ...sending, perMinute: 3 })
  for (let n = 0; n < 5; n++) await slowly()
  // A minute's worth, one a second.
  expect(await emails()).toHaveLength(3)
  shop.clock.advance(minutes(2))
  await slowly()
  // Those that wait count too, so that a mail server that is down uses up no attempts.
  expect(await emails()).toHaveLength(3)
  const [first] = await emails()
  await shop.app.store.db.update(mailOutbox).set({ sentAt: shop.clock.now() }).where(eq(mailOutbox.id, first!.id))
  await slowly()
  expect(await emails()).toHaveLength(4)
  expect((await stop()).body.state).toBe("stopped")
  expect(await emails()).toHaveLength(1)
  await slowly()
  expect(await get(id)).toMatchObject({ state: "stopped", figures: { recipients: 6, sent: 1, skipped: 5 } })
  expect((await get(id)).finished_at).not.toBeNull()
})

test("emails of a newsletter wait behind all others", async () => {
  for (let n = 0; n < 8; n++) await aReader(`reader${n}@demo.example`)
  const { id } = await aNewsletter()
  await send(id)
  await run()
  shop.clock.advance(seconds(1))
  await enqueue(shop.app.store, { kind: "test", to: "buyer@demo.example", subject: "a", text: "a", html: "a" })
  const order: string[] = []
  // A batch is sent at the same time. All others were due before.
  await sendDue(
    shop.app.store,
    {
      deliver: async ({ to }) => {
        order.push(to)
        throw new Error("The mail server is full")
      },
    },
    shop.app.log,
  )
  expect(order).toContain("buyer@demo.example")
  expect(order).toHaveLength(5)
})

test("one click unsubscribes, also while the email waits; opening the link does not", async () => {
  await aReader("ada@demo.example")
  await aReader("bea@demo.example")
  const { id } = await aNewsletter()
  await send(id)
  await run()
  const [ada, bea] = await emails()
  const { pathname, search } = new URL(ada!.unsubscribeUrl!)
  await shop.call(`GET ${pathname}${search}`)
  expect(await stateOf("ada@demo.example")).toBe("confirmed")
  const oneClick = {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  }
  expect((await shop.call(`POST ${pathname}${search}`, oneClick)).status).toBe(200)
  expect(await stateOf("ada@demo.example")).toBe("unsubscribed")
  expect((await emails()).map(({ toAddress }) => toAddress)).toEqual(["bea@demo.example"])
  await deliver()
  const code = new URL(bea!.unsubscribeUrl!).searchParams.get("oob_code")
  expect((await shop.call("POST /api/newsletter/unsubscribe", { body: { oob_code: code } })).status).toBe(204)
  expect((await shop.call("POST /api/newsletter/unsubscribe", { body: { oob_code: code } })).status).toBe(204)
  await run()
  expect(await get(id)).toMatchObject({
    state: "sent",
    figures: { recipients: 2, sent: 1, skipped: 1, unsubscribed: 2 },
  })
  const { id: next } = await aNewsletter()
  expect((await send(next)).body).toMatchObject({ detail: newsletterAdminTexts.nobody })
})

test("a signed report of a bounce or a complaint ends the subscription, once", async () => {
  await aReader("ada@demo.example")
  await aReader("bea@demo.example")
  const { id } = await aNewsletter()
  await send(id)
  await run()
  await deliver()
  await run()
  const [ada] = await emails()
  const report = (body: object, { id = "evt_1", at = shop.clock.now(), key = secret } = {}) => {
    const payload = JSON.stringify(body)
    const timestamp = Math.floor(at.getTime() / 1000)
    const headers = {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatureOf([key], { id, timestamp, body: payload }),
    }
    return shop.call("POST /api/newsletter/reports", { payload, headers })
  }
  const bounce = { type: "bounce", email: "Ada@demo.example", message_id: `<letter-${ada!.id}-1@shop.example>` }
  const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`
  expect((await report(bounce, { key: other })).status).toBe(401)
  expect((await report(bounce, { at: new Date(shop.clock.now().getTime() - minutes(6)) })).status).toBe(401)
  expect((await shop.call("POST /api/newsletter/reports", { payload: "{}" })).status).toBe(401)
  expect((await report({ type: "party" }, { id: "evt_0" })).status).toBe(422)
  expect(await stateOf("ada@demo.example")).toBe("confirmed")
  expect((await report(bounce)).status).toBe(200)
  expect(await stateOf("ada@demo.example")).toBe("bounced")
  // The reader comes back, and the same report changes nothing.
  await shop.app.store.db.update(newsletterSubscribers).set({ state: "confirmed" })
  expect((await report(bounce)).status).toBe(200)
  expect(await stateOf("ada@demo.example")).toBe("confirmed")
  await report({ type: "complaint", email: "bea@demo.example" }, { id: "evt_2" })
  expect(await stateOf("bea@demo.example")).toBe("complained")
  expect((await report({ type: "bounce", email: "nobody@demo.example" }, { id: "evt_3" })).status).toBe(200)
  expect((await get(id)).figures).toMatchObject({ sent: 2, bounced: 1, complained: 1 })
  const closed = await openShop()
  expect((await closed.call("POST /api/newsletter/reports", { payload: "{}" })).status).toBe(404)
  await closed.close()
})

test("an email that the mail server never took is counted, and not among the letters that somebody must answer", async () => {
  await aReader("ada@demo.example")
  const { id } = await aNewsletter()
  await send(id)
  await run()
  await shop.app.store.db.update(mailOutbox).set({ deadAt: shop.clock.now() })
  await run()
  expect(await get(id)).toMatchObject({ state: "sent", figures: { sent: 0, failed: 1 } })
  const { body } = await shop.call("GET /api/admin/letters/dead", { as: await shop.anAdmin() })
  expect(body).toEqual([])
})

test("a test goes to the admin only, in the language asked for, and so do not too many", async () => {
  await aReader("ada@demo.example")
  const empty = (await shop.call("POST /api/admin/newsletters", { as: boss })).body
  const testOf = (id: number) =>
    shop.call(`POST /api/admin/newsletters/${id}/test`, { as: boss, body: { language: "de" } })
  expect((await testOf(empty.id)).body.errors).toMatchObject([{ message: newsletterAdminTexts.noEnglish }])
  const { id } = await aNewsletter({ texts: { en: text("Kiln"), de: text("Ofen") } })
  expect((await testOf(id)).status).toBe(204)
  const [email, ...others] = await emails()
  expect(others).toEqual([])
  expect(email).toMatchObject({ toAddress: boss.email, subject: "Test: Unsere neuesten Nachrichten", isBulk: false })
  expect(email!.bodyHtml).toContain("Ofen</h1>")
  for (let n = 0; n < 19; n++) await testOf(id)
  expect((await testOf(id)).body).toMatchObject({ code: "RATE_LIMITED", detail: newsletterAdminTexts.testsUsed })
})

test("a preview is the email as it will look, and nothing is sent while no seller is entered", async () => {
  const body = { language: "es", title: "Horno", content: "**Nuevo** <b>x</b>", is_discreet: true }
  const { body: preview } = await shop.call("POST /api/admin/newsletters/preview", { as: boss, body })
  expect(preview.subject).toBe("Nuestras últimas novedades")
  expect(preview.html).toContain("<strong>Nuevo</strong> &lt;b&gt;x&lt;/b&gt;")
  expect(preview.html).toContain("Atelier Nord GmbH")
  const other = await openShop()
  const as = await other.anAdmin()
  await other.app.store.db
    .insert(newsletterSubscribers)
    .values({ email: "a@demo.example", state: "confirmed", createdAt: other.clock.now() })
  const { id } = (await other.call("POST /api/admin/newsletters", { as })).body
  const sendIt = () => other.call(`POST /api/admin/newsletters/${id}/send`, { as, body: { at: null } })
  expect((await sendIt()).body.errors).toMatchObject([{ message: newsletterAdminTexts.noEnglish }])
  const draft = { is_discreet: true, texts: { en: text("Kiln") }, segment: everybody }
  await other.call(`PUT /api/admin/newsletters/${id}`, { as, body: draft })
  expect((await sendIt()).body).toMatchObject({ detail: newsletterAdminTexts.noSeller })
  await other.close()
})

test("drafts are deleted, every change is in the audit log, and only super and content admins may", async () => {
  await aReader("ada@demo.example")
  const { id } = await aNewsletter()
  await send(id)
  expect((await shop.call(`DELETE /api/admin/newsletters/${id}`, { as: boss })).status).toBe(409)
  await shop.call(`POST /api/admin/newsletters/${id}/stop`, { as: boss })
  expect((await shop.call(`DELETE /api/admin/newsletters/${id}`, { as: boss })).status).toBe(204)
  expect((await shop.call(`GET /api/admin/newsletters/${id}`, { as: boss })).body.detail).toBe(
    newsletterAdminTexts.missing,
  )
  const log = await shop.app.store.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetKind, "newsletter"), eq(auditLog.targetId, id)))
    .orderBy(desc(auditLog.id))
  expect(log.map(({ action }) => action)).toEqual([
    "newsletter.delete",
    "newsletter.stop",
    "newsletter.send",
    "newsletter.edit",
    "newsletter.create",
  ])
  const books = await shop.anAdmin("financial_admin")
  for (const what of ["GET /api/admin/newsletters", "GET /api/admin/subscribers", "POST /api/admin/newsletters"]) {
    expect((await shop.call(what, { as: books })).status).toBe(403)
  }
})

test("a deleted account gets no newsletter that was on its way, and its export says which it got", async () => {
  const { email, token, id } = await v.aCustomer()
  await shop.app.store.db.update(users).set({ emailVerifiedAt: shop.clock.now() }).where(eq(users.id, id))
  await aReader(email, { source: "import", consent: "Asked at the fair." })
  const first = await aNewsletter()
  await send(first.id)
  await run()
  await deliver()
  await run()
  const { body } = await shop.call("GET /api/users/account/export", { as: token })
  expect(body.newsletter).toMatchObject({
    source: "import",
    consent: "Asked at the fair.",
    received: [{ title: "The new kiln", bounced_at: null }],
  })
  const second = await aNewsletter()
  await send(second.id)
  await run()
  expect((await emails()).filter(({ sentAt }) => sentAt === null)).toHaveLength(1)
  await eraseUnsentEmails(shop.app.store, "another@demo.example", [])
  expect((await shop.call("DELETE /api/users/account", { as: token })).status).toBe(204)
  expect((await emails()).filter(({ sentAt, isBulk }) => isBulk && sentAt === null)).toEqual([])
  await run()
  expect(await get(second.id)).toMatchObject({ state: "sent", figures: { recipients: 1, sent: 0, skipped: 1 } })
  const left = await shop.app.store.db.select().from(newsletterDeliveries)
  expect(left.map(({ subscriberId }) => subscriberId)).toEqual([null, null])
})
