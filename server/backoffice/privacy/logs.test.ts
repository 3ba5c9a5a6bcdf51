import { Writable } from "node:stream"
import { Registry } from "@prometheus-io/client"
import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { aRoom, form, post, says } from "#test/chat.ts"
import { type FakeNowPayments, startNowPayments } from "#test/nowpayments.ts"
import { addToCart } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { users } from "../../platform/auth/tables.ts"
import { createJobs } from "../../platform/jobs.ts"
import { createLog, logConsole } from "../../platform/log.ts"
import { sendDue } from "../../platform/mail/send.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { startJobs } from "../../start/startJobs.ts"

/** A mark in every text that a person sends, which no text of the shop has. */
const mark = "zq7mark"
const address = "203.0.113.77"
const email = `${mark}@demo.example`
const password = `Zq7mark-Pass-9`
const shipping = {
  firstName: `Ada${mark}`,
  lastName: `Byron${mark}`,
  email: `ship-${mark}@demo.example`,
  phone: "+44 20 7946 0977",
  address: `1 ${mark} Row`,
  city: `City ${mark}`,
  state: `State ${mark}`,
  zipCode: "ZQ7MARK",
  country: "GB",
}

let provider: FakeNowPayments
let shop: TestShop
let logged = ""
beforeAll(async () => {
  const to = new Writable({
    write: (chunk, _, done) => {
      logged += chunk
      done()
    },
  })
  provider = await startNowPayments()
  shop = await openShop(
    {
      ...provider.env,
      SUPPORT_EMAIL: "support@shop.example",
      MODERATION_API_URL: "http://127.0.0.1:9",
      MODERATION_API_KEY: "zq7mark-moderation-key",
      TRUST_PROXY: "loopback",
      METRICS_TOKEN: "zq7mark-metrics-token",
    },
    { log: createLog("trace", to) },
  )
  await shop.app.http.listen({ port: 0 })
})
afterAll(async () => {
  await shop.close()
  await provider.stop()
})

/** Everything that must not be found, besides the marks: tokens, codes, keys and numbers. */
const secrets = new Set<string>([address, "7946 0977", password])

const call = async (what: string, { headers = {}, ...options }: Parameters<TestShop["call"]>[1] = {}) => {
  const about = { "x-forwarded-for": address, "user-agent": `Agent ${mark}`, referer: `http://x.example/${mark}` }
  return shop.call(what, { ...options, headers: { ...about, ...headers } })
}

test("a day in which much goes wrong leaves nothing about persons in the log and the metrics", async () => {
  const { error, warn } = console
  logConsole(shop.app.log)
  try {
    await aDay()
  } finally {
    Object.assign(console, { error, warn })
  }
  await rememberEmails()
  secrets.add(provider.secret).add(provider.env.NOWPAYMENTS_API_KEY!).add(provider.env.NOWPAYMENTS_PASSWORD!)
  secrets.delete("support@shop.example")
  const headers = { authorization: "Bearer zq7mark-metrics-token" }
  const metrics = await shop.call("GET /metrics", { headers })
  expect(metrics.body).toContain("http_request_duration_seconds")

  const messages = new Set(
    logged
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line).msg),
  )
  expect([...messages]).toEqual(
    expect.arrayContaining([
      "request failed",
      "email failed, will be retried",
      "payment webhook refused",
      "could not create an invoice at the payment provider",
      "remote moderation failed",
      "job failed",
      "console output",
    ]),
  )
  for (const text of [logged, metrics.body as string]) {
    expect(text.toLowerCase().match(new RegExp(`.{0,200}${mark}.{0,80}`))?.[0]).toBeUndefined()
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})

/** Their text is gone once they are sent. */
async function rememberEmails(): Promise<void> {
  for (const { bodyText, toAddress } of await shop.app.store.db.select().from(mailOutbox)) {
    secrets.add(toAddress)
    const code = /oob_code=([\w-]+)/.exec(bodyText)?.[1]
    if (code) secrets.add(code)
  }
}

async function aDay(): Promise<void> {
  await aVisit()
  const { member, room } = await aMemberDay()
  await aPurchase(member)
  await badRequests(member, room)
  await brokenParts(member)
}

async function aVisit(): Promise<void> {
  await call(`GET /api/dolls?q=${mark}`)
  await call(`GET /api/nowhere/${mark}?q=${mark}`)
  await call("POST /api/auth/register", { body: { email, password, full_name: `Vera ${mark}`, region: "eu" } })
  await call("POST /api/auth/login", { body: { email, password: `Wrong-${mark}-1` } })
  const { body } = await call("POST /api/auth/login", { body: { email, password } })
  secrets.add(body.access_token)
  await call("GET /api/auth/me", { as: body.access_token })
  await call("GET /api/auth/me", { as: `${mark}-no-such-token` })
  await call("POST /api/auth/password-reset/request", { body: { email } })
  await call("POST /api/auth/password-reset/confirm", {
    body: { oob_code: `${mark}-no-such-code-1`, new_password: password },
  })
  await call(`POST /api/auth/verify-email/confirm?oob_code=${mark}`, { body: { oob_code: `${mark}-no-such-code-2` } })
  await call("POST /api/newsletter", { body: { email: `news-${mark}@demo.example` } })
  const message = { name: `Vera ${mark}`, email, subject: `About ${mark}`, message: `Hello ${mark}` }
  await call("POST /api/contact", { body: message })
}

async function aMemberDay() {
  const room = await aRoom(shop)
  const { member } = room
  secrets.add(member.token)
  await shop.app.store.db
    .update(users)
    .set({ fullName: `Mia ${mark}` })
    .where(eq(users.id, member.id))
  await says(shop, room, member, `A quiet evening, ${mark}`)
  await says(shop, room, room.moderator, `An answer, ${mark}`)
  const bytes = `%PDF-1.4\n%${mark}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`
  const path = `POST /api/chat/messages/${room.id}/upload`
  expect((await call(path, { as: member, ...form({ name: `${mark}.pdf`, bytes }) })).status).toBe(201)
  await call(path, { as: member, ...form({ name: `${mark}.exe`, bytes: `MZ${mark}` }) })
  const blocked = await aRoom(shop)
  await post(shop, blocked.member, { chat_room_id: blocked.id, content: `she looks 14, ${mark}` })
  const socket = await openSocket(shop.app, member, { headers: { "user-agent": mark } })
  socket.say(`{"type": "${mark}`)
  await socket.next("error")
  socket.close()
  await call("POST /api/reviews", { as: member, body: { doll_id: room.dollId, rating: 5, comment: `Fine, ${mark}` } })
  await call("POST /api/reports", { as: member, body: { kind: "doll", id: room.dollId, reason: `Odd, ${mark}` } })
  return { member, room }
}

async function aPurchase(member: TestPerson): Promise<void> {
  const doll = await shop.aDoll({ stock: 3 })
  await addToCart(shop, member, doll.id)
  const headers = { "idempotency-key": `${mark}-order-key` }
  const { status, body: order } = await call("POST /api/orders", { as: member, body: shipping, headers })
  expect(status, JSON.stringify(order)).toBe(201)
  const body = { order_id: order.reference }
  secrets.add(order.reference)
  for (const trouble of ["error", "garbage", "lost", "noUrl", null] as const) {
    provider.trouble = trouble
    await call("POST /api/nowpayments/create-invoice", { body })
  }
  const invoice = provider.invoices.at(-1)!
  secrets.add(invoice.order_id)
  const payment = provider.pay(invoice.id, { pay_address: `wallet-${mark}` })
  await provider.play(payment, ["waiting"], "wrongSignature")
  await provider.play(payment, ["confirming", "finished"])
  const signed = { "content-type": "application/json", "x-nowpayments-sig": `${mark}` }
  await call("POST /api/nowpayments/ipn", { payload: `{"order_id": "${mark}`, headers: signed })
  const admin = await shop.anAdmin()
  secrets.add(admin.token)
  const ship = { status: "shipped", tracking_number: `ZQ7MARK-9` }
  await call(`PATCH /api/admin/orders/${order.id}`, { as: admin, body: ship })
}

async function badRequests(member: TestPerson, room: { id: number }): Promise<void> {
  const headers = { "content-type": "application/json" }
  await call("POST /api/auth/login", { payload: `{"email": "${mark}`, headers })
  await call("POST /api/auth/login", { payload: mark, headers: { "content-type": `text/${mark}` } })
  await call("POST /api/contact", { body: { name: mark.repeat(200_000) } })
  await call("POST /api/contact", { body: { name: mark, email: mark, subject: {}, message: "" } })
  await call(`GET /api/dolls/${mark}`)
  await call(`GET /api/chat/rooms/${room.id}?token=${mark}`, { as: await shop.aUser() })
  await call(`GET /api/admin/users?q=${mark}`, { as: member })
  await call(`GET /api/chat/files/${mark}.pdf`, { as: member })
}

/** The database, the mail server and a job fail while they hold what persons wrote. */
async function brokenParts(member: TestPerson): Promise<void> {
  const { store, log } = shop.app
  await rememberEmails()
  const deliver = () => Promise.reject(Object.assign(new Error(`550 <${email}> unknown`), { responseCode: 550 }))
  await sendDue(store, { deliver }, log)
  await store.db.execute(sql`alter table contact_messages rename column message to message_gone`)
  const message = { name: `Vera ${mark}`, email, subject: `About ${mark}`, message: `Hello ${mark}` }
  expect((await call("POST /api/contact", { as: member, body: message })).status).toBe(500)
  await store.db.execute(sql`alter table contact_messages rename column message_gone to message`)
  await store.db.execute(sql`alter table orders add constraint no_more check (reference = '') not valid`)
  await addToCart(shop, member, (await shop.aDoll({ stock: 3 })).id)
  expect((await call("POST /api/orders", { as: member, body: shipping })).status).toBe(500)
  await store.db.execute(sql`alter table orders drop constraint no_more`)
  const jobs = createJobs(log, new Registry())
  jobs.every(60_000, "fails", () => store.db.execute(sql`select ${mark}::int`))
  await vi.waitFor(() => expect(logged).toContain("job failed"))
  await jobs.stop()
  await everyJobOnce()
  console.error(new Error(`Failed query: select 1\nparams: ${mark}`), mark)
}

async function everyJobOnce(): Promise<void> {
  const all: (() => Promise<unknown>)[] = []
  startJobs({ ...shop.app, jobs: { every: (_ms, _name, work) => all.push(work), stop: async () => {} } })
  for (const work of all) await work()
}
