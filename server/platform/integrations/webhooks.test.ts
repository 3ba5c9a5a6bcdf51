import { sql } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import type { CreatedWebhook, Webhook, WebhookDelivery, WebhookEvent } from "#contract/integrations.ts"
import { integrationTexts } from "#contract/panelText.ts"
import { aRoom, says } from "#test/chat.ts"
import { aMember, paidFor, refund } from "#test/members.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { aPaidOrder } from "#test/orders.ts"
import { isSignedWith, type Receiver, startReceiver } from "#test/receiver.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { aWebhook, deliver } from "#test/webhooks.ts"
import { endMemberships } from "../../people/membership/reminders.ts"
import { createSealer } from "../auth/sealed.ts"
import { days, hours, minutes, seconds } from "../clock.ts"
import { claim } from "../outbox/outbox.ts"
import { isPublic, postPublic, type RemoteFetcher } from "../outgoing/outgoing.ts"
import { deliverDue, outboxOf } from "./deliver.ts"
import { recordEvent } from "./events.ts"
import { signatureOf } from "./signature.ts"
import { webhookDeliveries, webhookEndpoints } from "./tables.ts"
import { deleteOldDeliveries } from "./webhooks.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let boss: TestPerson
let receiver: Receiver
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop({ OUTGOING_LOCAL: "1" }))
})
afterAll(() => close())
beforeEach(async () => {
  boss = await shop.anAdmin()
  receiver = await startReceiver()
  await shop.app.store.db.delete(webhookEndpoints)
})
afterEach(() => receiver.stop())

const subscribe = (...events: WebhookEvent[]) => aWebhook(shop, boss, receiver.url, events)
const deliveriesOf = async ({ id }: { id: number }, filter = "") =>
  (await shop.call<WebhookDelivery[]>(`GET /api/admin/webhook-deliveries?webhook_id=${id}${filter}`, { as: boss })).body
const webhook = async ({ id }: { id: number }) =>
  (await shop.call<Webhook>(`GET /api/admin/webhooks/${id}`, { as: boss })).body
/** A webhook with one test event that is due. */
async function withEvent(): Promise<CreatedWebhook> {
  const hook = await subscribe("order.paid")
  expect((await shop.call(`POST /api/admin/webhooks/${hook.id}/test`, { as: boss })).status).toBe(202)
  return hook
}
const sendAgain = (id: number, attempts: number) =>
  shop.call<WebhookDelivery>(`POST /api/admin/webhook-deliveries/${id}/send`, { as: boss, body: { attempts } })
const told = () => receiver.received.map(({ body }) => JSON.parse(body))

test("the signature is that of the example of Standard Webhooks", () => {
  // The values are from the tests of its libraries (github.com/standard-webhooks/standard-webhooks).
  const about = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
  expect(signatureOf(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], about)).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  )
})

test("an order that is paid, shipped and another that is refunded are each told once, with a signature", async () => {
  const { secret, ...hook } = await subscribe("order.paid", "order.shipped", "order.refunded")
  const { order, payment } = await aPaidOrder(shop, provider)
  await provider.play(payment, ["finished"], "duplicate")
  const parcels = [{ order_number: order.orderNumber, tracking_number: "RM 100" }]
  for (const _ of [1, 2]) await shop.call("POST /api/admin/orders/ship", { as: boss, body: { parcels } })
  const other = await aPaidOrder(shop, provider)
  await provider.play(other.payment, ["refunded"], "duplicate")
  expect(await deliver(shop)).toBe(4)
  expect(await deliver(shop)).toBe(0)
  const about = (one: typeof order, status: string) => ({
    order_id: one.id,
    order_number: one.orderNumber,
    status,
    total: 300,
  })
  const events = told().map(({ type, data }) => ({ type, data }))
  expect(events).toHaveLength(4)
  expect(events).toEqual(
    expect.arrayContaining([
      { type: "order.paid", data: about(order, "to_be_shipped") },
      { type: "order.shipped", data: about(order, "shipped") },
      { type: "order.paid", data: about(other.order, "to_be_shipped") },
      { type: "order.refunded", data: { ...about(other.order, "refunded"), amount: 300, refunded: 300 } },
    ]),
  )
  for (const request of receiver.received) {
    const { id, timestamp } = JSON.parse(request.body)
    expect(request.headers).toMatchObject({ "webhook-id": id, "content-type": "application/json" })
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await isSignedWith(secret, request)).toBe(true)
    expect(await isSignedWith(secret, { ...request, body: request.body.replace("300", "301") })).toBe(false)
  }
  const deliveries = await deliveriesOf(hook)
  expect(new Set(deliveries.map(({ event_id }) => event_id)).size).toBe(4)
  expect(deliveries[0]).toMatchObject({
    state: "delivered",
    attempts: 1,
    status_code: 200,
    answer: "thanks",
    error: null,
  })
})

test("a change of a membership is told: bought, extended, refunded and over", async () => {
  await subscribe("membership.changed")
  const member = await aMember(shop, "standard")
  const payment = await paidFor(shop, member, "standard")
  await refund(shop, member, payment)
  shop.clock.advance(days(31))
  await endMemberships(shop.app.store, "https://shop.example")
  await endMemberships(shop.app.store, "https://shop.example")
  boss = await shop.anAdmin()
  await deliver(shop)
  const mine = told().filter(({ data }) => data.user_id === member.id)
  const seen = mine.map(({ data }) => [data.previous_level, data.level])
  expect(seen.toSorted()).toEqual(
    [
      ["free", "standard"],
      ["standard", "standard"],
      ["standard", "standard"],
      ["standard", "free"],
    ].toSorted(),
  )
})

test("a flagged message is told once, without its text, however often it is flagged", async () => {
  await subscribe("message.flagged")
  const room = await aRoom(shop)
  const { id } = await says(shop, room, room.member, "The kiln note is ours alone")
  for (const _ of [1, 2]) {
    await shop.call(`PATCH /api/chat/messages/${id}/flag`, { as: room.moderator, body: { flagged: true } })
  }
  await deliver(shop)
  expect(told()).toMatchObject([{ type: "message.flagged", data: { message_id: id, chat_room_id: room.id } }])
  expect(receiver.received[0]!.body).not.toContain("kiln")
})

test("a change that is rolled back is not told, nor one that nobody wants", async () => {
  const hook = await subscribe("order.shipped")
  await aPaidOrder(shop, provider)
  const failing = shop.app.store.transaction(async (tx) => {
    await recordEvent(tx, "order.shipped", { order_id: 1, order_number: "ORD-000001", status: "shipped", total: 300 })
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  expect(await deliveriesOf(hook)).toEqual([])
})

test("a delivery that fails is tried again for a day, then given up, with a notification for admins", async () => {
  const hook = await withEvent()
  receiver.answer = (_, response) => void response.writeHead(500).end("out of order")
  const waits = [seconds(5), minutes(5), minutes(30), hours(2), hours(5), hours(10), hours(10)]
  for (const [turn, wait] of waits.entries()) {
    expect(await deliver(shop)).toBe(0)
    const [row] = await deliveriesOf(hook)
    expect(row).toMatchObject({ state: "waiting", attempts: turn + 1, status_code: 500, answer: "out of order" })
    expect(row!.error).toBe(integrationTexts.badStatus(500))
    expect(Date.parse(row!.next_attempt_at!) - Date.parse(row!.last_attempt_at!)).toBeGreaterThan(wait - 1000)
    shop.clock.advance(wait - seconds(3))
    await deliver(shop)
    expect(receiver.received).toHaveLength(turn + 1)
    shop.clock.advance(seconds(4))
  }
  boss = await shop.anAdmin()
  await deliver(shop)
  const [row] = await deliveriesOf(hook, "&state=failed")
  expect(row).toMatchObject({ state: "failed", attempts: 8, next_attempt_at: null })
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([row!.event_id]))
  const { body } = await shop.call("GET /api/notifications", { as: boss })
  expect(body[0]).toMatchObject({ kind: "webhook_failed", title: integrationTexts.failedTitle })
  expect(body[0].body).toBe(integrationTexts.failedBody(new URL(receiver.url).host))
  // Sent again, it begins anew, and arrives with the same id.
  receiver.answer = (_, response) => void response.end()
  const again = await sendAgain(row!.id, row!.attempts)
  expect(again).toMatchObject({ status: 202, body: { state: "waiting", event_id: row!.event_id } })
  expect(await deliver(shop)).toBe(1)
  expect((await deliveriesOf(hook))[0]).toMatchObject({ state: "delivered", attempts: 9, event_id: row!.event_id })
  expect((await webhook(hook)).failing_since).toBeNull()
})

test("jitter moves a retry by up to a fifth", async () => {
  const { store, fetcher, log, settings } = shop.app
  const sealer = createSealer(settings.encryptionKeys)
  receiver.answer = (_, response) => void response.writeHead(500).end()
  const found: number[] = []
  for (const random of [0, 1]) {
    const hook = await withEvent()
    await deliverDue(store, { sealer, fetcher, log, home: "", support: "", random: () => random })
    const [row] = await deliveriesOf(hook)
    found.push((Date.parse(row!.next_attempt_at!) - Date.parse(row!.last_attempt_at!)) / 1000)
    await shop.app.store.db.delete(webhookEndpoints)
  }
  expect(found[0]!).toBeGreaterThanOrEqual(4)
  expect(found[0]!).toBeLessThan(5)
  expect(found[1]!).toBeGreaterThanOrEqual(6)
})

test("a webhook that fails for five days is disabled, with an email; enabled again, it sends what has waited", async () => {
  const hook = await withEvent()
  receiver.answer = (_, response) => void response.writeHead(503).end()
  await deliver(shop)
  expect((await webhook(hook)).failing_since).not.toBeNull()
  shop.clock.advance(days(5))
  boss = await shop.anAdmin()
  await deliver(shop)
  expect(await webhook(hook)).toMatchObject({ active: false, switched_off_at: expect.any(String) })
  const { body } = await shop.call("GET /api/notifications", { as: boss })
  const { host } = new URL(receiver.url)
  expect(body[0]).toMatchObject({ title: integrationTexts.offTitle, body: integrationTexts.offBody(host) })
  const { rows } = (await shop.app.store.db.execute(
    sql`select to_address from mail_outbox where kind = 'staff_webhook_off'`,
  )) as unknown as { rows: { to_address: string }[] }
  expect(rows).toEqual([{ to_address: "support@shop.example" }])
  const test = await shop.call(`POST /api/admin/webhooks/${hook.id}/test`, { as: boss })
  expect(test).toMatchObject({ status: 409, body: { detail: integrationTexts.switchedOff } })
  const before = receiver.received.length
  shop.clock.advance(hours(1))
  await deliver(shop)
  expect(receiver.received).toHaveLength(before)
  receiver.answer = (_, response) => void response.end()
  const on = await shop.call(`PATCH /api/admin/webhooks/${hook.id}`, { as: boss, body: { active: true } })
  expect(on.body).toMatchObject({ active: true, failing_since: null, switched_off_at: null })
  expect(await deliver(shop)).toBe(1)
})

test("a second click on Send again sends nothing more", async () => {
  const hook = await withEvent()
  await deliver(shop)
  const [row] = await deliveriesOf(hook)
  await sendAgain(row!.id, row!.attempts)
  await sendAgain(row!.id, row!.attempts)
  expect(await deliver(shop)).toBe(1)
  // The click arrives when the first one has been sent already.
  await sendAgain(row!.id, row!.attempts)
  expect(await deliver(shop)).toBe(0)
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([row!.event_id, row!.event_id])
  const one = await shop.call(`GET /api/admin/webhook-deliveries/${row!.id}`, { as: boss })
  expect(one.body).toMatchObject({ state: "delivered", attempts: 2 })
})

test("a node that is killed between sending and recording: the event is sent again with the same id", async () => {
  const hook = await withEvent()
  const [claimed] = await claim(shop.app.store, outboxOf(hook.id))
  const headers = { "webhook-id": claimed!.eventId }
  const { fetcher } = shop.app
  const sent = { headers, body: claimed!.payload, fetcher, timeout: 5000, maxAnswer: 10 }
  await postPublic(new URL(receiver.url), sent)
  expect(await deliver(shop)).toBe(0)
  shop.clock.advance(minutes(1))
  expect(await deliver(shop)).toBe(1)
  const [first, second] = receiver.received
  expect([second!.headers["webhook-id"], second!.body]).toEqual([first!.headers["webhook-id"], first!.body])
})

test("after a rotation deliveries are signed with both secrets for a day; neither is in the database or listed", async () => {
  const hook = await withEvent()
  const rotated = await shop.call<CreatedWebhook>(`POST /api/admin/webhooks/${hook.id}/rotate-secret`, { as: boss })
  const { secret } = rotated.body
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(secret).not.toBe(hook.secret)
  await deliver(shop)
  const [both] = receiver.received
  expect([await isSignedWith(hook.secret, both!), await isSignedWith(secret, both!)]).toEqual([true, true])
  shop.clock.advance(hours(25))
  boss = await shop.anAdmin()
  await shop.call(`POST /api/admin/webhooks/${hook.id}/test`, { as: boss })
  await deliver(shop)
  const one = receiver.received[1]!
  expect([await isSignedWith(hook.secret, one), await isSignedWith(secret, one)]).toEqual([false, true])
  const [row] = await shop.app.store.db.select().from(webhookEndpoints)
  for (const bytes of [row!.secret, row!.previousSecret!]) expect(bytes.toString("latin1")).not.toContain("whsec_")
  expect(JSON.stringify((await shop.call("GET /api/admin/webhooks", { as: boss })).body)).not.toContain("whsec_")
})

test("a receiver that redirects, resolves to this machine, or is away, is a failure that says why", async () => {
  const hook = await withEvent()
  const [{ id } = { id: 0 }] = await deliveriesOf(hook)
  const errorOf = async (fetcher?: RemoteFetcher) => {
    const [before] = await deliveriesOf(hook)
    if (before!.attempts > 0) await sendAgain(id, before!.attempts)
    expect(await deliver(shop, fetcher)).toBe(0)
    return (await deliveriesOf(hook))[0]!.error
  }
  receiver.answer = (_, response) => void response.writeHead(302, { location: "http://127.0.0.1/" }).end()
  expect(await errorOf()).toBe(integrationTexts.badStatus(302))
  expect(receiver.received).toHaveLength(1)
  const inside: RemoteFetcher = { resolve: async () => [{ address: "127.0.0.1", family: 4 }], isPublic }
  expect(await errorOf(inside)).toBe(integrationTexts.notPublic)
  receiver.answer = (request) => void request.socket.destroy()
  expect(await errorOf()).toBe(integrationTexts.noConnection("ECONNRESET"))
  expect(receiver.received).toHaveLength(2)
})

test("a receiver that never answers is given up after ten seconds, and does not delay the others", async () => {
  const slow = await withEvent()
  receiver.answer = () => {}
  const quick = await startReceiver()
  const other = await aWebhook(shop, boss, quick.url, ["order.paid"])
  await shop.call(`POST /api/admin/webhooks/${other.id}/test`, { as: boss })
  const sending = deliver(shop)
  await expect.poll(async () => (await deliveriesOf(other))[0]!.state, { timeout: 8000 }).toBe("delivered")
  expect((await deliveriesOf(slow))[0]).toMatchObject({ state: "waiting", error: null })
  expect(await sending).toBe(1)
  expect((await deliveriesOf(slow))[0]!.error).toBe(integrationTexts.timedOut)
  await quick.stop()
}, 40_000)

test("an answer with bytes that no column can hold is kept without them, and only its beginning", async () => {
  const hook = await withEvent()
  receiver.answer = (_, response) => void response.end(`a\0${"x".repeat(5000)}`)
  expect(await deliver(shop)).toBe(1)
  expect((await deliveriesOf(hook))[0]!.answer).toBe(`a${"x".repeat(998)}`)
})

test("deliveries are deleted after 30 days, and with their webhook", async () => {
  const hook = await withEvent()
  await deliver(shop)
  shop.clock.advance(days(30) - hours(1))
  await deleteOldDeliveries(shop.app.store)
  expect(await shop.app.store.db.$count(webhookDeliveries)).toBe(1)
  shop.clock.advance(hours(2))
  boss = await shop.anAdmin()
  await shop.call(`POST /api/admin/webhooks/${hook.id}/test`, { as: boss })
  await deleteOldDeliveries(shop.app.store)
  expect(await shop.app.store.db.$count(webhookDeliveries)).toBe(1)
  expect((await shop.call(`DELETE /api/admin/webhooks/${hook.id}`, { as: boss })).status).toBe(204)
  expect(await shop.app.store.db.$count(webhookDeliveries)).toBe(0)
})

test("a webhook needs an https URL and known events, and there are at most twenty", async () => {
  const strict = await openShop()
  const as = await strict.anAdmin()
  const post = (url: string, events = ["order.paid"]) =>
    strict.call("POST /api/admin/webhooks", { as, body: { url, events } })
  const errorOf = async (url: string, events?: string[]) => (await post(url, events)).body.errors?.[0]?.message
  for (const url of ["http://hooks.example/", "ftp://hooks.example/", "hooks.example", "https://a:b@hooks.example/"]) {
    expect(await errorOf(url), url).toBe(integrationTexts.urlInvalid)
  }
  const inside = ["localhost", "localhost.", "shop", "a.localhost:8443", "nas.local", "10.0.0.1", "2130706433", "[::1]"]
  for (const host of inside) expect(await errorOf(`https://${host}/`), host).toBe(integrationTexts.urlInside)
  expect(await errorOf("")).toBe(integrationTexts.urlRequired)
  expect(await errorOf("https://hooks.example/", [])).toBe(integrationTexts.eventRequired)
  expect((await post("https://hooks.example/", ["chat.message"])).status).toBe(422)
  for (let turn = 0; turn < 20; turn++) expect((await post(`https://hooks.example/${turn}`)).status).toBe(201)
  expect(await post("https://hooks.example/")).toMatchObject({
    status: 409,
    body: { detail: integrationTexts.tooManyWebhooks },
  })
  const missing = await strict.call("GET /api/admin/webhooks/999999", { as })
  expect(missing.body.detail).toBe(integrationTexts.webhookGone)
  const gone = await strict.call("GET /api/admin/webhook-deliveries/999999", { as })
  expect(gone.body.detail).toBe(integrationTexts.deliveryGone)
  await strict.close()
})
