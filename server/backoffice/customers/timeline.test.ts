import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { TimelineEvent } from "#contract/customers.ts"
import { otherAction, timelineActionTexts, timelineTexts } from "#contract/timelineText.ts"
import { aRoom, says } from "#test/chat.ts"
import { anOrder } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { listen } from "#test/sockets.ts"
import { membershipPeriods } from "../../people/membership/tables.ts"
import { minutes } from "../../platform/clock.ts"
import { said, speaking } from "../../platform/languages.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { audit } from "../../platform/records/audit.ts"
import { payments } from "../../sales/payments/tables.ts"

let shop: TestShop
let boss: TestPerson
let books: TestPerson
beforeAll(async () => {
  shop = await openShop()
  await listen(shop.app)
  boss = await shop.anAdmin()
  books = await shop.anAdmin("financial_admin")
})
afterAll(() => shop.close())

async function timeline(base: string, as: TestPerson, limit = 100): Promise<TimelineEvent[]> {
  const all: TimelineEvent[] = []
  for (let before = ""; ; ) {
    const { status, body } = await shop.call(`GET /api${base}/timeline?limit=${limit}${before}`, { as })
    expect(status).toBe(200)
    all.push(...body.items)
    if (body.next === null) return all
    before = `&before=${body.next}`
  }
}
const told = (events: TimelineEvent[]) => events.map(({ what, by, name }) => [what, name ?? by])
/** A moment later, so that the order of events is certain. */
const later = () => shop.clock.advance(minutes(1))

test("an order's timeline says what happened, by whom, and which email went out", async () => {
  const buyer = await shop.aUser()
  const { order } = await anOrder(shop, buyer)
  const number = order.orderNumber
  const base = `/admin/orders/${order.id}`
  later()
  const now = shop.clock.now()
  const payment = { provider: "x", paymentId: `p${order.id}`, rank: 9, providerStatus: "finished" }
  const paid = { ...payment, orderId: order.id, userId: buyer.id, status: "completed" as const, amountCents: 30_000 }
  await shop.app.store.db
    .insert(payments)
    .values({ ...paid, effectAt: now, effect: "review", createdAt: now, updatedAt: now })
  later()
  await shop.call(`POST ${base.replace(/^/, "/api")}/notes`, { as: books, body: { content: "Ask for the coin" } })
  later()
  await shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer })
  await shop.app.store.db
    .update(mailOutbox)
    .set({ sentAt: shop.clock.now() })
    .where(eq(mailOutbox.kind, "order_received"))
  const other = await anOrder(shop, await shop.aUser())
  const events = await timeline(base, books)
  expect(new Set(told(events.slice(0, 2)).map(([what]) => what))).toEqual(
    new Set([
      timelineTexts.moved(number, "Unpaid", "Cancelled"),
      timelineTexts.emailed(`Order ${number} was cancelled`),
    ]),
  )
  expect(told(events.slice(2, 5))).toEqual([
    [timelineTexts.noteWritten, books.fullName],
    [timelineTexts.started("$300.00"), "customer"],
    [timelineTexts.received("$300.00"), "system"],
  ])
  expect(told(events.slice(5)).toSorted()).toEqual([
    [timelineTexts.emailed(`Order ${number} received`), "system"],
    [timelineTexts.placed(number), "customer"],
  ])
  expect(events.find(({ kind }) => kind === "note")!.detail).toBe("Ask for the coin")
  expect(events.find(({ what }) => what.includes("received”"))!.detail).toBe("Sent")
  expect(events.find(({ kind }) => kind === "payment")!.link).toMatch(/^\/admin\?tab=payments&payment=\d+$/)
  expect(JSON.stringify(events)).not.toContain(other.order.orderNumber)
})

test("a timeline is in the language of who reads it, and names stay as they are", async () => {
  const room = await aRoom(shop)
  const { order } = await anOrder(shop, room.member)
  const doll = await shop.aDoll({ name: "Georgia" })
  await shop.call("POST /api/reviews/", { as: room.member, body: { doll_id: doll.id, rating: 5, comment: "Heavy." } })
  later()
  await shop.call(`POST /api/orders/${order.id}/cancel`, { as: room.member, headers: { "accept-language": "ja" } })
  const headers = { "accept-language": "de" }
  const { body } = await shop.call(`GET /api/admin/customers/${room.member.id}/timeline`, { as: boss, headers })
  const whats = body.items.map(({ what }: TimelineEvent) => what)
  const wanted = speaking("de", () => [
    timelineTexts.moved(order.orderNumber, said("Unpaid"), said("Cancelled")),
    timelineTexts.reviewed("Georgia"),
    timelineTexts.emailed(`Order ${order.orderNumber} was cancelled`),
    said(timelineTexts.registered),
  ])
  expect(whats).toEqual(expect.arrayContaining(wanted))
  expect(wanted[0]).not.toContain("Unpaid")
})

test("a payment's events name what has arrived, not what was asked for", async () => {
  const buyer = await shop.aUser()
  const { order } = await anOrder(shop, buyer)
  const now = shop.clock.now()
  const rest = {
    ...{ provider: "x", orderId: order.id, userId: buyer.id, amountCents: 16_500, payCurrency: "usdc" },
    ...{ payAmount: "165", effect: "review" as const, effectAt: now, createdAt: now, updatedAt: now },
  }
  await shop.app.store.db.insert(payments).values([
    ...[
      { ...rest, paymentId: "part", rank: 4, providerStatus: "partially_paid", status: "partially_paid" as const },
      { ...rest, paymentId: "back", rank: 7, providerStatus: "refunded", status: "refunded" as const, refundedAt: now },
    ].map((row) => ({ ...row, actuallyPaid: "82.5" })),
    { ...rest, paymentId: "more", rank: 6, providerStatus: "finished", status: "completed", actuallyPaid: "200" },
  ])
  const events = await timeline(`/admin/orders/${order.id}`, books)
  const amounts = (paymentId: string) =>
    events
      .filter(({ kind, detail }) => kind === "payment" && detail === paymentId)
      .map(({ what }) => what)
      .toSorted()
  const { received, refunded, started } = timelineTexts
  expect(amounts("part")).toEqual([started("$165.00"), received("$82.50")])
  expect(amounts("back")).toEqual([started("$165.00"), received("$82.50"), refunded("$82.50")])
  expect(amounts("more")).toEqual([received("$165.00"), started("$165.00")])
})

test("a customer's timeline has everything about them, page by page, in order and once", async () => {
  const room = await aRoom(shop)
  const { member } = room
  await says(shop, room, member, "Good evening")
  const { order, doll } = await anOrder(shop, member)
  later()
  await shop.call("POST /api/reviews/", { as: member, body: { doll_id: doll.id, rating: 5, comment: "Heavy." } })
  const now = shop.clock.now()
  const period = { userId: member.id, level: "vip" as const, kind: "granted" as const, priceCents: 1, startsAt: now }
  await shop.app.store.db.insert(membershipPeriods).values({ ...period, createdAt: now, revokedAt: now })
  await shop.call(`POST /api/admin/users/${member.id}/suspend`, { as: boss })
  later()
  await shop.call(`POST /api/admin/users/${member.id}/unsuspend`, { as: boss })
  await shop.call(`GET /api/chat/rooms/${room.id}`, { as: boss })
  const base = `/admin/customers/${member.id}`
  const events = await timeline(base, boss)
  expect(events.map(({ at }) => at)).toEqual(
    events
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  const whats = told(events)
  for (const wanted of [
    [timelineActionTexts["chat.read"], boss.fullName],
    [timelineActionTexts["user.unsuspend"], boss.fullName],
    [timelineActionTexts["user.suspend"], boss.fullName],
    [timelineTexts.emailed("Your account is paused"), "system"],
    [timelineTexts.granted("VIP"), "system"],
    [timelineTexts.membershipEnded("VIP"), "system"],
    [timelineTexts.reviewed(doll.name), "customer"],
    [timelineTexts.placed(order.orderNumber), "customer"],
    [timelineTexts.signedIn("an unknown browser"), "customer"],
    [timelineTexts.registered, "customer"],
  ])
    expect(whats).toContainEqual(wanted)
  const paged = await timeline(base, boss, 3)
  expect(paged.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length)
})

test("a room's timeline is for its moderator, without the rest of the member", async () => {
  const room = await aRoom(shop)
  const { member, moderator, id } = room
  await anOrder(shop, member)
  await says(shop, room, member, "Good evening")
  await shop.call(`POST /api/chat/rooms/${id}/notes`, { as: moderator, body: { content: "Calm" } })
  await shop.call(`GET /api/chat/rooms/${id}`, { as: boss })
  const events = await timeline(`/chat/rooms/${id}`, moderator)
  expect([...new Set(events.map(({ kind }) => kind))].sort()).toEqual(["chat", "note", "staff"])
  expect((await shop.call(`GET /api/chat/rooms/${id}/timeline`, { as: await shop.aModerator() })).status).toBe(404)
})

test("each action of staff has its words, and an unknown one general words", async () => {
  const customer = await shop.aUser()
  const target = { kind: "user", id: customer.id }
  const actions = [...Object.keys(timelineActionTexts), "user.something"]
  for (const action of actions) {
    later()
    await shop.app.store.transaction((tx) => audit(tx, boss, { action, target }))
  }
  const events = (await timeline(`/admin/customers/${customer.id}`, boss)).filter(({ kind }) => kind === "staff")
  expect(events.map(({ what }) => what).reverse()).toEqual([...Object.values(timelineActionTexts), otherAction])
})

test.each(["x", "1.order", "1.order.1.2", "-1.order.1", "1.order.99999999999", "99999999999999999.order.1"])(
  "the position %j is refused",
  async (before) => {
    const customer = await shop.aUser()
    const answer = await shop.call(`GET /api/admin/customers/${customer.id}/timeline?before=${before}`, { as: boss })
    expect(answer.status).toBe(422)
  },
)
