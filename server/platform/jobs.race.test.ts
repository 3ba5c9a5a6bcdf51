import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { and, eq, inArray, isNull } from "drizzle-orm"
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest"
import { aRoom, says } from "#test/chat.ts"
import { aMember } from "#test/members.ts"
import { type FakeNowPayments, startNowPayments } from "#test/nowpayments.ts"
import { anOrder } from "#test/orders.ts"
import { createDatabase } from "#test/postgres.ts"
import { hasRedis, startRedis } from "#test/redis.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { recheck } from "../backoffice/review-queue/rechecks.ts"
import { rollUp } from "../backoffice/staff/dailyStats.ts"
import { shopDays } from "../backoffice/staff/tables.ts"
import { mailWaiting } from "../backoffice/staff/waitingMail.ts"
import { rollUpAnswers } from "../conversation/chat/responseTimes.ts"
import { moderatorDays } from "../conversation/chat/tables.ts"
import { endMemberships, remindMembers } from "../people/membership/reminders.ts"
import { completeShipped, sweepHolds } from "../sales/orders/holds.ts"
import { orderEvents, orders } from "../sales/orders/tables.ts"
import { reconcile } from "../sales/payments/reconcile.ts"
import { paymentEvents, payments } from "../sales/payments/tables.ts"
import { processPending, storeEvent } from "../sales/payments/webhooks.ts"
import { dolls } from "../shopfront/catalog/tables.ts"
import { users } from "./auth/tables.ts"
import { dayOf, days, hours, minutes, seconds } from "./clock.ts"
import { openPostgres } from "./db/open.ts"
import { mailOutbox } from "./mail/tables.ts"
import { moderationDecisions, moderationRechecks } from "./moderation/tables.ts"
import { notifications } from "./notifications/tables.ts"

/** Three nodes on one PostgreSQL and one Redis run the same job at the same moment, several times. */
const three = test.skipIf(!hasRedis)
const home = "https://shop.example"

let redis: Awaited<ReturnType<typeof startRedis>>
let provider: FakeNowPayments
let engine: Server
/** Texts that the moderation engine was asked about, since the last look. */
const judged: string[] = []
let engineIsUp = true
let nodes: TestShop[]
let shop: TestShop
beforeAll(async () => {
  if (!hasRedis) return
  redis = await startRedis()
  provider = await startNowPayments()
  engine = createServer(async (request, response) => {
    let body = ""
    for await (const part of request.setEncoding("utf8")) body += part
    judged.push(JSON.parse(body).input)
    response.writeHead(engineIsUp ? 200 : 500, { "content-type": "application/json" })
    response.end(
      JSON.stringify({ id: "1", model: "one", results: [{ flagged: true, categories: { harassment: true } }] }),
    )
  })
  await new Promise<void>((done) => engine.listen(0, "127.0.0.1", done))
  const address = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  const env = {
    ...provider.env,
    REDIS_URL: redis!.url,
    DATABASE_URL: address,
    MODERATION_API_URL: `http://127.0.0.1:${(engine.address() as AddressInfo).port}/v1/`,
    MODERATION_API_KEY: "a-key",
  }
  const open = (clock?: TestShop["clock"]) =>
    openShop(env, { database: openPostgres(address), ...(clock && { clock }) })
  shop = await open()
  nodes = [shop, await open(shop.clock), await open(shop.clock)]
  await vi.waitFor(() => expect(nodes.map(({ app }) => app.bus.up)).toEqual([true, true, true]), seconds(15))
})
afterAll(async () => {
  for (const node of nodes ?? []) await node.close()
  engine?.close().closeAllConnections()
  await provider?.stop()
  await redis?.stop()
})

/** Three rounds, each on all nodes at once. */
async function onEachNode(work: (app: TestShop["app"]) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < 3; round++) await Promise.all(nodes.map(({ app }) => work(app)))
}
const db = () => shop.app.store.db
const emailsTo = (person: TestPerson, kind: string) =>
  db()
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.toAddress, person.email), eq(mailOutbox.kind, kind)))

three("the provider is asked about each payment once in a round", async () => {
  const made = []
  for (let n = 0; n < 12; n++) {
    const { order, invoice } = await anOrder(shop, await shop.aUser())
    const payment = provider.pay(invoice.invoice_id)
    const { body } = provider.webhook(payment)
    await storeEvent(shop.app.paymentContext, { raw: body, source: "notice" })
    made.push({ order, payment })
  }
  await processPending(shop.app.paymentContext)
  shop.clock.advance(minutes(3))
  provider.requests.length = 0
  await onEachNode((app) => reconcile(app.paymentContext))
  for (const { payment } of made)
    expect(provider.requests.filter(({ path }) => path === `/v1/payment/${payment.payment_id}`)).toHaveLength(1)
  // Lists by invoice: each of the 12 invoices once as well.
  expect(provider.requests.filter(({ path }) => /^\/v1\/payment\/?$/.test(path))).toHaveLength(12)
})

three("a stored webhook that all nodes apply pays its order once", async () => {
  const made = []
  for (let n = 0; n < 8; n++) {
    const buyer = await shop.aUser()
    const { order, invoice, doll } = await anOrder(shop, buyer)
    const payment = provider.pay(invoice.invoice_id)
    const paid = { payment_status: "finished", actually_paid: payment.pay_amount }
    const { body } = provider.webhook(payment, paid)
    expect(await storeEvent(shop.app.paymentContext, { raw: body, source: "notice" })).not.toBeNull()
    made.push({ order, doll, payment })
  }
  await onEachNode((app) => processPending(app.paymentContext))
  for (const { order, doll, payment } of made) {
    const moves = await db().select().from(orderEvents).where(eq(orderEvents.orderId, order.id))
    expect(moves.filter(({ toStatus }) => toStatus === "to_be_shipped")).toHaveLength(1)
    const [row] = await db().select().from(dolls).where(eq(dolls.id, doll.id))
    expect(row!.stock).toBe(2)
    const [paid] = await db()
      .select()
      .from(payments)
      .where(eq(payments.paymentId, String(payment.payment_id)))
    expect(paid!.effect).toBe("paid")
  }
  expect(await db().$count(paymentEvents, isNull(paymentEvents.processedAt))).toBe(0)
})

three("expired holds give back their stock once, and shipped orders are completed once", async () => {
  const made = []
  for (let n = 0; n < 10; n++) made.push(await anOrder(shop, await shop.aUser(), { quantity: 2, stock: 5 }))
  const shipped = await anOrder(shop, await shop.aUser())
  const shippedAt = shop.clock.now()
  await db()
    .update(orders)
    .set({ status: "shipped", shippedAt, paidAt: shippedAt, holdExpiresAt: null, trackingNumber: "1Z" })
    .where(eq(orders.id, shipped.order.id))
  shop.clock.advance(minutes(61))
  await onEachNode((app) => sweepHolds(app.store, home))
  shop.clock.advance(days(15))
  await onEachNode((app) => completeShipped(app.store, home))
  for (const { order, doll } of made) {
    const moves = await db().select().from(orderEvents).where(eq(orderEvents.orderId, order.id))
    expect(moves.filter(({ toStatus }) => toStatus === "cancelled")).toHaveLength(1)
    const [row] = await db().select().from(dolls).where(eq(dolls.id, doll.id))
    expect(row!.stock).toBe(5)
  }
  const moves = await db().select().from(orderEvents).where(eq(orderEvents.orderId, shipped.order.id))
  expect(moves.filter(({ toStatus }) => toStatus === "completed")).toHaveLength(1)
})

three("a member is reminded once, and told once that the membership has ended", async () => {
  const members = []
  for (let n = 0; n < 8; n++) members.push(await aMember(shop, "vip"))
  const told = (person: TestPerson) => db().select().from(notifications).where(eq(notifications.userId, person.id))
  shop.clock.advance(days(28))
  await onEachNode((app) => remindMembers(app.store, home))
  for (const member of members) {
    expect(await emailsTo(member, "membership_soon_over")).toHaveLength(1)
    // The first one is about the purchase.
    expect(await told(member)).toHaveLength(2)
  }
  shop.clock.advance(days(3))
  await onEachNode((app) => endMemberships(app.store, home))
  for (const member of members) {
    expect(await emailsTo(member, "membership_over")).toHaveLength(1)
    expect(await told(member)).toHaveLength(3)
  }
  const ids = members.map(({ id }) => id)
  const levels = await db().select({ level: users.membershipLevel }).from(users).where(inArray(users.id, ids))
  expect(new Set(levels.map(({ level }) => level))).toEqual(new Set(["free"]))
})

three("a text is judged again by one node, and its finding recorded once", async () => {
  const room = await aRoom(shop)
  engineIsUp = false
  const messages = []
  for (let n = 0; n < 3; n++) messages.push(await says(shop, room, room.member, `A quiet line ${n}`))
  engineIsUp = true
  const ids = messages.map(({ id }) => id)
  expect(await db().$count(moderationRechecks, inArray(moderationRechecks.subjectId, ids))).toBe(3)
  // The engine is asked again by a node that has not just seen it fail.
  shop.clock.advance(seconds(40))
  judged.length = 0
  await onEachNode((app) => recheck(app.store, app.moderation))
  expect(judged.sort()).toEqual(messages.map(({ content }) => content).sort())
  const found = await db().select().from(moderationDecisions).where(inArray(moderationDecisions.subjectId, ids))
  expect(found.filter(({ engine }) => engine === "rules+remote")).toHaveLength(3)
  expect(await db().$count(moderationRechecks)).toBe(0)
})

three("a member who missed a message, and an admin with waiting work, are told once", async () => {
  const room = await aRoom(shop)
  shop.clock.advance(minutes(2))
  await says(shop, room, room.moderator, "Good evening")
  const missed = and(eq(notifications.userId, room.member.id), eq(notifications.kind, "new_message"))
  await vi.waitFor(async () => expect(await db().$count(notifications, missed)).toBe(1))
  // The state is that of a node that was killed before it wrote this.
  await db().delete(notifications).where(missed)
  shop.clock.advance(minutes(1))
  await onEachNode(({ chat }) => chat.notifyMissed())
  expect(await db().$count(notifications, missed)).toBe(1)

  const admin = await shop.anAdmin("financial_admin")
  await shop.call("PATCH /api/auth/me/preferences", { as: admin, body: { mail_waiting_orders: true } })
  const { order, invoice } = await anOrder(shop, await shop.aUser())
  const payment = provider.pay(invoice.invoice_id)
  const part = { payment_status: "partially_paid", actually_paid: (payment.pay_amount as number) / 2 }
  await storeEvent(shop.app.paymentContext, { raw: provider.webhook(payment, part).body, source: "notice" })
  await processPending(shop.app.paymentContext)
  shop.clock.advance(minutes(200))
  await sweepHolds(shop.app.store, home)
  const [row] = await db().select().from(orders).where(eq(orders.id, order.id))
  expect(row!.status).toBe("needs_review")
  await onEachNode((app) => mailWaiting(app.store, home))
  const about = await db().select().from(mailOutbox).where(eq(mailOutbox.toAddress, admin.email))
  expect(about).toHaveLength(1)
})

three("three nodes that roll up the same days count everything once", async () => {
  // It is morning, so there is no midnight between the two messages.
  const time = shop.clock.now().getTime()
  shop.clock.advance(days(1) - (time % days(1)) + hours(6))
  const room = await aRoom(shop)
  const today = dayOf(shop.clock.now())
  await says(shop, room, room.member, "Is it still there?")
  shop.clock.advance(seconds(30))
  await says(shop, room, room.moderator, "It is")
  const registered = await db().$count(users, eq(users.role, "user"))
  shop.clock.advance(days(1) + hours(2))
  await onEachNode(async (app) => Promise.all([rollUp(app.store), rollUpAnswers(app.store)]))
  const kept = await db().select().from(shopDays)
  expect(kept.reduce((sum, day) => sum + day.registered, 0)).toBe(registered)
  expect(new Set(kept.map(({ day }) => day)).size).toBe(kept.length)
  const answers = await db().select().from(moderatorDays).where(eq(moderatorDays.moderatorId, room.moderator.id))
  expect(answers).toMatchObject([{ day: today, messages: 1, answers: 1 }])
})
