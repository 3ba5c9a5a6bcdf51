import { createPublicKey, verify } from "node:crypto"
import { and, eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { pushAnswerTexts, pushTexts } from "#contract/memberText.ts"
import { aRoom, inRoom, says } from "#test/chat.ts"
import { tellingWords } from "#test/neutralWords.ts"
import { aBrowser, openPushService, withBrowser } from "#test/pushService.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { startJobs } from "../../start/startJobs.ts"
import { endSession, openSession } from "../auth/sessions.ts"
import { sessions, users } from "../auth/tables.ts"
import { days, hours, minutes, seconds } from "../clock.ts"
import { serverKeys } from "../db/tables.ts"
import { said, speaking } from "../languages.ts"
import { type NewNotification, notify } from "../notifications/notifications.ts"
import { publicInternet } from "../outgoing/outgoing.ts"
import { pushOutbox, pushSubscriptions } from "./tables.ts"

let shop: TestShop
let service: Awaited<ReturnType<typeof openPushService>>
let jobs: Map<string, () => Promise<unknown>>
const normal = (response: { writeHead(status: number): { end(): unknown } }) => void response.writeHead(201).end()
beforeAll(async () => {
  service = await openPushService()
  shop = await openShop({ SUPPORT_EMAIL: "support@shop.example" }, { fetcher: { ...service.fetcher } })
  jobs = new Map()
  startJobs({ ...shop.app, jobs: { every: (_ms, name, work) => jobs.set(name, work), stop: async () => {} } })
})
afterAll(async () => {
  await shop.close()
  await service.close()
})
beforeEach(() => {
  service.received.length = 0
  service.answer = normal
})
afterEach(async () => {
  await shop.app.store.db.delete(pushSubscriptions)
  Object.assign(shop.app.fetcher, service.fetcher)
})

const send = () => jobs.get("send push notices")!()
const waiting = () => shop.app.store.db.select().from(pushOutbox)
const browsersOf = ({ id }: TestPerson) =>
  shop.app.store.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, id))
const shipped: NewNotification = { kind: "order_shipped", title: "t", body: "Order ORD-1", link: "/order/7" }
const tell = (person: TestPerson, what = shipped) => notify(shop.app.store, person.id, what)
const prefer = (as: TestPerson, body: object) => shop.call("PATCH /api/auth/me/preferences", { as, body })
/** A person with a browser, and a notice that waits for it. */
async function told() {
  const person = await shop.aUser()
  const browser = await withBrowser(shop, person)
  await tell(person)
  return { person, browser }
}

test("a notice is in the language of the account", async () => {
  const { person, browser } = await told()
  await shop.app.store.db.update(users).set({ language: "de" }).where(eq(users.id, person.id))
  await send()
  const { title } = browser.read(service.received[0]!) as { title: string }
  expect(title).toBe(speaking("de", () => said(pushTexts.order_shipped)))
  expect(title).not.toBe(pushTexts.order_shipped)
})

test("a notice arrives encrypted and signed, and says neither who nor what it is about", async () => {
  const { person, browser } = await told()
  await send()
  const [message] = service.received
  expect(service.received).toHaveLength(1)
  expect(message!.path).toBe(browser.path)
  const [{ id: newest }] = (await shop.call("GET /api/notifications", { as: person })).body
  expect(browser.read(message!)).toEqual({
    title: pushTexts.order_shipped,
    tag: `notification-${newest}`,
    url: "/order/7",
  })
  expect(() => aBrowser().read(message!)).toThrow()
  const { headers } = message!
  expect(headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "normal" })
  expect(Number(headers.ttl)).toBeGreaterThan(3 * 86_400 - 60)
  expect(headers.topic).toMatch(/^[\w-]{32}$/)
  const [, token, publicKey] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization!)!
  const { body: state } = await shop.call("GET /api/push", { as: person })
  expect(state).toEqual({ public_key: publicKey, on: true })
  const [head, claims, signature] = token!.split(".") as [string, string, string]
  const point = Buffer.from(publicKey!, "base64url")
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"))
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" })
  const signed = { key, dsaEncoding: "ieee-p1363" } as const
  expect(verify("sha256", Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, "base64url"))).toBe(true)
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
    aud: "https://push.example",
    sub: "mailto:support@shop.example",
  })
  expect(await waiting()).toEqual([])
  expect(await browsersOf(person)).toMatchObject([{ failures: 0, lastSentAt: expect.any(Date) }])
})

test("the text of every kind is neutral, and all messages have one length", async () => {
  for (const text of Object.values(pushTexts)) {
    expect(text).not.toMatch(tellingWords)
    expect(text.length).toBeLessThan(60)
  }
  const person = await shop.aUser()
  await withBrowser(shop, person)
  for (const kind of ["order_paid", "membership_soon_over"] as const) await tell(person, { ...shipped, kind })
  await send()
  expect(new Set(service.received.map(({ body }) => body.length)).size).toBe(1)
})

test("a kind that is turned off is not sent, and others are", async () => {
  const person = await shop.aUser()
  const browser = await withBrowser(shop, person)
  await prefer(person, { push_orders: false })
  await tell(person)
  await tell(person, { ...shipped, kind: "membership_over" })
  await tell(person, { ...shipped, kind: "account_restored" })
  await send()
  expect(service.received.map((one) => browser.read(one).title)).toEqual([pushTexts.membership_over])
})

test("a new message reaches member and moderator once, unless it is read within seconds", async () => {
  const room = await aRoom(shop)
  const [theirs, ours] = [await withBrowser(shop, room.member), await withBrowser(shop, room.moderator)]
  await says(shop, room, room.moderator, "The kiln is open")
  await expect.poll(waiting).toHaveLength(1)
  await says(shop, room, room.moderator, "And it is warm")
  await send()
  expect(service.received).toEqual([])
  shop.clock.advance(seconds(6))
  await send()
  expect(service.received.map(theirs.read)).toEqual([
    { title: pushTexts.new_message, tag: `room-${room.id}`, url: `/chat?room=${room.id}` },
  ])
  expect(service.received[0]!.headers.urgency).toBe("high")

  service.received.length = 0
  const answer = await says(shop, room, room.member, "Good evening")
  await expect.poll(waiting).toHaveLength(1)
  const desk = await inRoom(shop.app, room, room.moderator)
  await shop.call(`POST /api/chat/rooms/${room.id}/read`, { as: room.moderator, body: { last_message_id: answer.id } })
  shop.clock.advance(seconds(6))
  await send()
  expect(await waiting()).toEqual([])
  desk.close()
  await desk.closed()
  await says(shop, room, room.member, "Are you there?")
  await expect.poll(waiting).toHaveLength(1)
  shop.clock.advance(seconds(6))
  await send()
  expect(service.received.map(ours.read)).toEqual([
    { title: pushTexts.new_message, tag: `room-${room.id}`, url: `/moderator?room=${room.id}` },
  ])
  await prefer(room.moderator, { tell_messages: false })
  await shop.call(`POST /api/chat/rooms/${room.id}/read`, {
    as: room.moderator,
    body: { last_message_id: (await says(shop, room, room.member, "Hello?")).id },
  })
  await says(shop, room, room.member, "One more")
  await shop.call("POST /api/push/test", { as: room.member })
  await expect.poll(waiting).toMatchObject([{ kind: "test" }])
})

test("what has been read meanwhile is not sent", async () => {
  const { person } = await told()
  const [{ id }] = (await shop.call("GET /api/notifications", { as: person })).body
  await shop.call(`POST /api/notifications/${id}/read`, { as: person })
  await send()
  expect([service.received, await waiting()]).toEqual([[], []])
})

test.each([404, 410])("a browser that its push service no longer knows (%i) is forgotten", async (status) => {
  const { person } = await told()
  await tell(person)
  service.answer = (response) => void response.writeHead(status).end()
  await send()
  expect([await browsersOf(person), await waiting()]).toEqual([[], []])
  expect((await shop.call("GET /api/push", { as: person })).body.on).toBe(false)
})

test.each([429, 500, 503])("%i is tried again later, at the latest after eight attempts no more", async (status) => {
  const { person, browser } = await told()
  service.answer = (response) => void response.writeHead(status).end("x".repeat(100_000))
  const dues: number[] = []
  for (let turn = 0; turn < 8; turn++) {
    await send()
    const [job] = await waiting()
    if (!job) break
    expect(job.attempts).toBe(turn + 1)
    dues.push(job.nextAttemptAt.getTime() - shop.clock.now().getTime())
    shop.clock.advance(hours(3))
  }
  expect(dues).toHaveLength(7)
  expect(dues).toEqual([...dues].sort((a, b) => a - b))
  expect(await waiting()).toEqual([])
  expect(await browsersOf(person)).toMatchObject([{ failures: 1 }])
  service.answer = normal
  service.received.length = 0
  await tell(person)
  await send()
  expect(browser.read(service.received[0]!).title).toBe(pushTexts.order_shipped)
  expect(await browsersOf(person)).toMatchObject([{ failures: 0 }])
})

test.each([
  ["120", minutes(2)],
  ["999999", hours(1)],
  ["soon", minutes(0.5)],
])("the push service may ask to wait, for an hour at most (%s)", async (asked, wait) => {
  await told()
  service.answer = (response) => void response.writeHead(429, { "retry-after": asked }).end()
  await send()
  const [job] = await waiting()
  const left = job!.nextAttemptAt.getTime() - shop.clock.now().getTime()
  expect([left <= wait, left > wait - seconds(20)]).toEqual([true, true])
})

test("a push service that never answers, or ends the connection, is tried again", async () => {
  await told()
  service.answer = (response) => void response.destroy()
  await send()
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
  await shop.app.store.db.update(pushOutbox).set({ nextAttemptAt: shop.clock.now() })
  service.answer = () => {}
  await send()
  expect(await waiting()).toMatchObject([{ attempts: 2 }])
})

test("a redirect is not followed, and five notices that fail for good end the subscription", async () => {
  const { person } = await told()
  service.answer = (response) => void response.writeHead(307, { location: "https://other.example/" }).end()
  await send()
  expect(service.received).toHaveLength(1)
  expect(await waiting()).toEqual([])
  for (let turn = 2; turn <= 5; turn++) {
    expect(await browsersOf(person)).toMatchObject([{ failures: turn - 1 }])
    await tell(person)
    await send()
  }
  expect(await browsersOf(person)).toEqual([])
})

test("an address in a private network is never called", async () => {
  await told()
  Object.assign(shop.app.fetcher, { isPublic: publicInternet.isPublic })
  await send()
  expect([service.received, await waiting()]).toMatchObject([[], [{ attempts: 1 }]])
})

test("an unknown name is tried again", async () => {
  await told()
  Object.assign(shop.app.fetcher, { resolve: () => Promise.reject(new Error("ENOTFOUND")) })
  await send()
  expect([service.received, await waiting()]).toMatchObject([[], [{ attempts: 1 }]])
})

test("a notice that nobody fetched in three days, a message after one, is not sent", async () => {
  const { person } = await told()
  shop.clock.advance(days(3))
  const { token } = await openSession(shop.app.store, person.id, true, null)
  await withBrowser(shop, { ...person, token })
  await send()
  expect([service.received, await waiting()]).toEqual([[], []])
})

test("a session that has ended is sent nothing, and its browser is forgotten", async () => {
  const { person } = await told()
  const [session] = await shop.app.store.db.select().from(sessions).where(eq(sessions.userId, person.id))
  await endSession(shop.app.store, session!.id)
  await send()
  expect([service.received, await browsersOf(person)]).toEqual([[], []])
  const again = await told()
  await shop.call("POST /api/auth/logout", { as: again.person })
  await tell(again.person)
  expect(await waiting()).toHaveLength(1)
  await jobs.get("delete push subscriptions of ended sessions")!()
  expect([await browsersOf(again.person), await waiting()]).toEqual([[], []])
})

test("turning it off ends it at once, and a test needs it on", async () => {
  const person = await shop.aUser()
  const off = await shop.call("POST /api/push/test", { as: person })
  expect([off.status, off.body.detail]).toEqual([409, pushAnswerTexts.isOff])
  const browser = await withBrowser(shop, person)
  const { token } = await openSession(shop.app.store, person.id, true, null)
  await withBrowser(shop, { ...person, token })
  await shop.call("POST /api/push/test", { as: person })
  await send()
  expect(service.received.map(browser.read)).toMatchObject([
    { title: pushTexts.test, url: "/dashboard?tab=notifications" },
  ])
  await shop.call("DELETE /api/push/subscription", { as: person })
  expect(await browsersOf(person)).toHaveLength(1)
  await shop.call("DELETE /api/push/subscription", { as: token })
  await tell(person)
  expect(await waiting()).toEqual([])
})

test("a session has one browser, and an account at most ten", async () => {
  const person = await shop.aUser()
  await withBrowser(shop, person)
  await withBrowser(shop, person)
  expect(await browsersOf(person)).toHaveLength(1)
  for (let turn = 0; turn < 10; turn++) {
    const { token } = await openSession(shop.app.store, person.id, true, null)
    await withBrowser(shop, { ...person, token })
  }
  expect(await browsersOf(person)).toHaveLength(10)
  expect((await shop.call("GET /api/push", { as: person })).body.on).toBe(false)
})

test("a browser follows whoever signs in to it, and nobody takes it without its secret", async () => {
  const [first, second, stranger] = [await shop.aUser(), await shop.aUser(), await shop.aUser()]
  const { public_key } = (await shop.call("GET /api/push", { as: first })).body
  const body = aBrowser().subscription(public_key)
  const put = (as: TestPerson, given: object) => shop.call("PUT /api/push/subscription", { as, body: given })
  expect((await put(first, body)).status).toBe(204)
  expect((await put(second, body)).status).toBe(204)
  expect([await browsersOf(first), await browsersOf(second)]).toMatchObject([[], [{ endpoint: body.endpoint }]])
  const stolen = await put(stranger, { ...aBrowser().subscription(public_key), endpoint: body.endpoint })
  expect([stolen.status, stolen.body.detail]).toEqual([422, pushAnswerTexts.notUsable])
  expect(await browsersOf(second)).toHaveLength(1)
})

test("a subscription that cannot work is refused", async () => {
  const person = await shop.aUser()
  const { public_key } = (await shop.call("GET /api/push", { as: person })).body
  const good = aBrowser().subscription(public_key)
  for (const bad of [
    { endpoint: "http://push.example/x" },
    { endpoint: "https://user:word@push.example/x" },
    { endpoint: "https://push.example:8443/x" },
    { endpoint: "https://push.example:99999/x" },
    { endpoint: `https://push.example/${"x".repeat(1000)}` },
    { p256dh: `B${"A".repeat(86)}` },
    { p256dh: "x" },
    { auth: "x" },
    { public_key: good.p256dh },
  ]) {
    const { status } = await shop.call("PUT /api/push/subscription", { as: person, body: { ...good, ...bad } })
    expect([bad, status]).toEqual([bad, 422])
  }
  const wrong = await shop.call("PUT /api/push/subscription", {
    as: person,
    body: { ...good, public_key: good.p256dh },
  })
  expect(wrong.body.detail).toBe(pushAnswerTexts.oldKey)
})

test("a replaced key still serves the browsers that subscribed for it, until it is removed", async () => {
  const person = await shop.aUser()
  const browser = await withBrowser(shop, person)
  const publicKey = (await browsersOf(person))[0]!.publicKey
  const named = (name: string) => eq(serverKeys.name, name)
  const { db } = shop.app.store
  await db.update(serverKeys).set({ name: "web push, previous" }).where(named("web push"))
  shop.clock.advance(minutes(2))
  expect((await shop.call("GET /api/push", { as: person })).body.public_key).not.toBe(publicKey)
  await tell(person)
  await send()
  expect(service.received[0]!.headers.authorization).toContain(publicKey)
  expect(browser.read(service.received[0]!).url).toBe("/order/7")
  await db.delete(serverKeys).where(named("web push, previous"))
  shop.clock.advance(minutes(2))
  await tell(person)
  await send()
  expect(service.received).toHaveLength(1)
  expect(await browsersOf(person)).toEqual([])
})

test("a key of the settings goes before the one in the database", async () => {
  const own = await openShop({ WEB_PUSH_KEYS: Buffer.alloc(32, 7).toString("base64") })
  const person = await own.aUser()
  const { body } = await own.call("GET /api/push", { as: person })
  await withBrowser(own, person)
  const [stored] = await own.app.store.db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, person.id), eq(pushSubscriptions.publicKey, body.public_key)))
  expect(stored).toBeDefined()
  await own.close()
})
