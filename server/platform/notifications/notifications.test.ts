import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { notificationTexts } from "#contract/buyingText.ts"
import { minutes } from "#server/platform/clock.ts"
import { sweepHolds } from "#server/sales/orders/holds.ts"
import { lockOrder } from "#server/sales/orders/locks.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { transition } from "#server/sales/orders/transitions.ts"
import { addToCart, anOrder, checkOut } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { users } from "../auth/tables.ts"
import { said, speaking } from "../languages.ts"
import { accountTopic, notify } from "./notifications.ts"
import { notifications } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const home = "http://localhost"
const list = (as: TestPerson, query = "") => shop.call(`GET /api/notifications${query}`, { as })
const kinds = async (as: TestPerson) => (await list(as)).body.map((one: any) => one.kind)

async function ordered(buyer: TestPerson) {
  const doll = await shop.aDoll({ stock: 3 })
  await addToCart(shop, buyer, doll.id)
  return { doll, order: (await checkOut(shop, buyer)).body }
}
function moveTo(id: number, status: "to_be_shipped" | "shipped" | "needs_review", trackingNumber?: string) {
  return shop.app.store.transaction(async (tx) =>
    transition(tx, (await lockOrder(tx, id))!, status, { home, trackingNumber }),
  )
}
async function some(user: TestPerson, number: number) {
  for (let n = 1; n <= number; n++) {
    await notify(shop.app.store, user.id, { kind: "order_paid", title: `Title ${n}`, body: "Body" })
  }
}

test("the events of an order are notified, newest first, and name no model", async () => {
  const buyer = await shop.aUser()
  const { order, doll } = await ordered(buyer)
  expect(await kinds(buyer)).toEqual([])
  await moveTo(order.id, "to_be_shipped")
  await moveTo(order.id, "shipped", "TRACK-1")
  const { body, headers } = await list(buyer)
  expect(body.map((one: any) => one.kind)).toEqual(["order_shipped", "order_paid"])
  expect(body[0]).toMatchObject({ title: "Order shipped", body: `Order ${order.orderNumber} is on its way.` })
  expect(body[1]).toMatchObject({
    title: "Order confirmed",
    body: `Your payment for order ${order.orderNumber} is confirmed.`,
    link: `/order/${order.id}`,
    read_at: null,
  })
  expect(JSON.stringify(body)).not.toContain(doll.name)
  expect([headers["x-total-count"], headers["x-unread-count"]].map(Number)).toEqual([2, 2])
})

test("their texts are in the language of the page, and in the frame in that of the account", async () => {
  const person = await shop.aUser()
  await shop.app.store.db.update(users).set({ language: "ja" }).where(eq(users.id, person.id))
  const heard: unknown[] = []
  const stop = shop.app.bus.subscribe(accountTopic(person.id), (frame) => void heard.push(frame))
  await notify(shop.app.store, person.id, {
    kind: "order_shipped",
    ...notificationTexts.orderShipped,
    values: ["ORD-1"],
  })
  stop()
  expect(heard).toMatchObject([{ notification: { title: speaking("ja", () => said("Order shipped")) } }])
  const page = await shop.call("GET /api/notifications", { as: person, headers: { "accept-language": "de" } })
  const [{ title, body }] = page.body
  const { orderShipped } = notificationTexts
  expect([title, body]).toEqual(speaking("de", () => [said(orderShipped.title), orderShipped.body("ORD-1")]))
  expect(title).not.toBe("Order shipped")
  expect(body).not.toContain("on its way")
})

test("amounts and days in them are those of the reader, whoever has caused them, and stored in English", async () => {
  const person = await shop.aUser()
  const { db } = shop.app.store
  await speaking("de", () =>
    notify(shop.app.store, person.id, {
      kind: "refund_sent",
      ...notificationTexts.refundSent,
      values: [{ cents: 124_000 }, "Home"],
    }),
  )
  const day = { day: "2026-12-21T15:05:00.000Z", zone: "UTC" }
  const bought = { kind: "membership_bought" as const, ...notificationTexts.membershipBought, values: [day, day] }
  await speaking("de", () => notify(shop.app.store, person.id, bought))
  const bodies = async (language: string) =>
    (await shop.call("GET /api/notifications", { as: person, headers: { "accept-language": language } })).body.map(
      (one: any) => one.body,
    )
  const { membershipBought, refundSent } = notificationTexts
  const inEnglish = [
    membershipBought.body("December 21, 2026", "December 21, 2026"),
    refundSent.body("$1,240.00", "Home"),
  ]
  expect(await bodies("en")).toEqual(inEnglish)
  const stored = await db.select().from(notifications).where(eq(notifications.userId, person.id))
  expect(stored.map(({ body }) => body).toReversed()).toEqual(inEnglish)
  expect(await bodies("de")).toEqual(
    speaking("de", () => [
      membershipBought.body("21. Dezember 2026", "21. Dezember 2026"),
      refundSent.body("1.240,00\u00a0$", "Home"),
    ]),
  )
})

test("a payment under review is notified", async () => {
  const buyer = await shop.aUser()
  const { order } = await ordered(buyer)
  await moveTo(order.id, "needs_review")
  const [told] = (await list(buyer)).body
  expect(told).toMatchObject({
    kind: "payment_being_checked",
    title: "Payment being checked",
    body: `Our team is reviewing your payment for order ${order.orderNumber}.`,
  })
})

test("an order that the shop ends is notified; one that the customer has cancelled or replaced is not", async () => {
  const buyer = await shop.aUser()
  const { order } = await ordered(buyer)
  await shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer })
  await ordered(buyer)
  const { order: last } = await ordered(buyer)
  expect(await kinds(buyer)).toEqual([])
  shop.clock.advance(minutes(61))
  await sweepHolds(shop.app.store, home)
  const [row] = await shop.app.store.db.select().from(orders).where(eq(orders.id, last.id))
  expect(row!.status).toBe("cancelled")
  const told = (await list(buyer)).body
  expect(told).toMatchObject([
    { kind: "order_cancelled", title: "Order cancelled", body: `Order ${last.orderNumber} was cancelled.` },
  ])
})

test("a change that is rolled back notifies nobody", async () => {
  const buyer = await shop.aUser()
  const { order } = await anOrder(shop, buyer)
  const failing = shop.app.store.transaction(async (tx) => {
    await transition(tx, (await lockOrder(tx, order.id))!, "to_be_shipped", { home })
    throw new Error("no")
  })
  await expect(failing).rejects.toThrow("no")
  expect(await kinds(buyer)).toEqual([])
})

test("everything up to one is marked as read, and later ones are not", async () => {
  const user = await shop.aUser()
  await some(user, 3)
  const ids = (await list(user)).body.map((one: any) => one.id)
  const answer = await shop.call("POST /api/notifications/read", { as: user, body: { up_to_id: ids[1] } })
  expect([answer.status, Number(answer.headers["x-unread-count"])]).toEqual([204, 1])
  const { body, headers } = await list(user)
  expect(body.map((one: any) => one.read_at !== null)).toEqual([false, true, true])
  expect(Number(headers["x-unread-count"])).toBe(1)
})

test("one is marked as read by itself, repeatedly, and only by its recipient", async () => {
  const [user, other] = [await shop.aUser(), await shop.aUser()]
  await some(user, 3)
  const [, middle] = (await list(user)).body
  const read = (as: typeof user) => shop.call(`POST /api/notifications/${middle.id}/read`, { as })
  expect((await read(other)).status).toBe(404)
  const answer = await read(user)
  expect([answer.status, Number(answer.headers["x-unread-count"])]).toEqual([204, 2])
  expect((await read(user)).status).toBe(204)
  expect((await list(user)).body.map((one: any) => one.read_at !== null)).toEqual([false, true, false])
})

test("those of other users are not listed, and reading up to one of theirs leaves it unread", async () => {
  const [one, other] = [await shop.aUser(), await shop.aUser()]
  await some(one, 2)
  await some(other, 2)
  expect((await list(one)).body).toHaveLength(2)
  const last = (await list(other)).body[0].id
  await shop.call("POST /api/notifications/read", { as: one, body: { up_to_id: last } })
  expect(Number((await list(one)).headers["x-unread-count"])).toBe(0)
  expect(Number((await list(other)).headers["x-unread-count"])).toBe(2)
})

test("the list is paged without repeats or gaps", async () => {
  const user = await shop.aUser()
  await some(user, 5)
  const pages = await Promise.all([0, 2, 4].map((skip) => list(user, `?skip=${skip}&limit=2`)))
  expect(pages.flatMap((page) => page.body.map((one: any) => one.title))).toEqual(
    [5, 4, 3, 2, 1].map((n) => `Title ${n}`),
  )
  expect((await list(user, "?limit=101")).status).toBe(422)
})

test("guests are asked to sign in, and a wrong id is refused", async () => {
  expect((await shop.call("GET /api/notifications")).status).toBe(401)
  expect((await shop.call("POST /api/notifications/read", { body: { up_to_id: 1 } })).status).toBe(401)
  const wrong = await shop.call("POST /api/notifications/read", { as: await shop.aUser(), body: { up_to_id: 0 } })
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: "up_to_id" }] } })
})
