import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Notification } from "#contract/notifications.ts"
import { hours, minutes } from "#server/platform/clock.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { putInQueue } from "#server/platform/moderation/queue.ts"
import { sweepHolds } from "#server/sales/orders/holds.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { anOrder, aPaidOrder } from "#test/orders.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { mailWaiting } from "./waitingMail.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let finance: TestPerson
let content: TestPerson
let boss: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  finance = await shop.anAdmin("financial_admin")
  content = await shop.anAdmin("content_admin")
  boss = await shop.anAdmin()
})
afterAll(() => close())

const home = "https://shop.example"
const told = async (as: TestPerson) =>
  ((await shop.call<Notification[]>("GET /api/notifications?limit=100", { as })).body ?? []).map(
    ({ kind, link, read_at }) => [kind, link, read_at === null] as const,
  )
const emails = (to: TestPerson, kind: string) =>
  shop.app.store.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.toAddress, to.email), eq(mailOutbox.kind, kind)))
const prefer = (as: TestPerson, body: object) => shop.call("PATCH /api/auth/me/preferences", { as, body })

async function anUnderpaidOrder() {
  const { order, invoice } = await anOrder(shop, await shop.aUser())
  await provider.play(provider.pay(invoice.invoice_id), ["waiting", "partially_paid"])
  shop.clock.advance(minutes(200))
  await sweepHolds(shop.app.store, home)
  return order
}

const pointedAt = (subjectId: number, critical = false) =>
  shop.app.store.transaction((tx) =>
    putInQueue(tx, { kind: "message", subjectId, source: "engine", reason: "A rule", critical }),
  )

test("each paid order reaches the admins of orders by a notification, and by an email if they chose it", async () => {
  await prefer(boss, { mail_paid_orders: true })
  const pay = async () => (await aPaidOrder(shop, provider)).order
  const noticesOf = async (as: TestPerson, id: number) =>
    (await told(as)).filter(([kind, link]) => kind === "new_order" && link === `/admin?tab=orders&order=${id}`)
  const emailed = (to: TestPerson) => emails(to, "staff_new_order")
  const first = await pay()
  const unpaid = await anOrder(shop, await shop.aUser())
  const second = await pay()
  for (const { id } of [first, second])
    expect([await noticesOf(finance, id), await noticesOf(boss, id)].map((list) => list.length)).toEqual([1, 1])
  expect(await noticesOf(finance, unpaid.order.id)).toEqual([])
  expect(await told(content)).toEqual([])
  // Emails are off until they are chosen.
  expect(await emailed(finance)).toEqual([])
  const sent = await emailed(boss)
  expect(sent.map(({ subject }) => subject)).toEqual([first, second].map((one) => `New order ${one.orderNumber}`))
  expect(sent[0]!.bodyText).toContain(`/admin?tab=orders&order=${first.id}`)
  await prefer(finance, { tell_paid_orders: false, mail_paid_orders: true })
  await prefer(content, { mail_paid_orders: true })
  await prefer(boss, { mail_paid_orders: false })
  const third = await pay()
  expect([await noticesOf(finance, third.id), (await noticesOf(boss, third.id)).length]).toEqual([[], 1])
  expect([(await emailed(finance)).length, (await emailed(boss)).length]).toEqual([1, 2])
  expect(await emailed(content)).toEqual([])
})

test("only financial admins are notified of a waiting order, in the panel and by a notification", async () => {
  const count = async (as: TestPerson) => (await shop.call("GET /api/admin/orders/count", { as })).body.count
  const before = await count(finance)
  const order = await anUnderpaidOrder()
  expect(await count(finance)).toBe(before + 1)
  const notice = ["order_waits", `/admin?tab=orders&order=${order.id}`, true] as const
  expect(await told(finance)).toContainEqual(notice)
  expect(await told(boss)).toContainEqual(notice)
  expect(await told(content)).toEqual([])
  await prefer(finance, { tell_orders: false })
  const second = await anUnderpaidOrder()
  expect((await told(finance)).map(([, link]) => link)).not.toContain(`/admin?tab=orders&order=${second.id}`)
  await shop.call(`PATCH /api/admin/orders/${order.id}`, { as: finance, body: { status: "to_be_shipped" } })
  expect(await count(finance)).toBe(before + 1)
})

test("content admins are notified once of items in the queue; of critical ones, super admins only", async () => {
  await pointedAt(9001, true)
  expect(await told(content)).toEqual([])
  const queue = (list: Awaited<ReturnType<typeof told>>) => list.filter(([kind]) => kind === "queue_waits")
  expect(queue(await told(boss))).toEqual([["queue_waits", "/admin?tab=flagged", true]])
  await pointedAt(9002)
  await pointedAt(9003)
  expect(queue(await told(content))).toEqual([["queue_waits", "/admin?tab=flagged", true]])
  expect(queue(await told(boss))).toHaveLength(1)
  expect(queue(await told(finance))).toEqual([])
  // Read, then a new item: notified again.
  const [{ id }] = (await shop.call("GET /api/notifications", { as: content })).body
  await shop.call(`POST /api/notifications/${id}/read`, { as: content })
  await pointedAt(9004)
  expect(queue(await told(content)).filter(([, , isUnread]) => isUnread)).toHaveLength(1)
})

test("an email about waiting work goes to those who enabled it, at most hourly and only for new items", async () => {
  const orders = () => emails(finance, "staff_orders_wait")
  const flagged = () => emails(content, "staff_queue_waits")
  await mailWaiting(shop.app.store, home)
  expect([await orders(), await flagged()]).toEqual([[], []])
  await prefer(finance, { mail_waiting_orders: true, mail_flagged: true })
  await prefer(content, { mail_flagged: true, mail_waiting_orders: true })
  shop.clock.advance(hours(30))
  await mailWaiting(shop.app.store, home)
  expect(await orders()).toEqual([])
  const order = await anUnderpaidOrder()
  await pointedAt(9005)
  await pointedAt(9006, true)
  for (let time = 0; time < 2; time++) await mailWaiting(shop.app.store, home)
  const [email, ...others] = await orders()
  expect(others).toEqual([])
  expect(email!.subject).toBe("1 order needs a decision")
  expect(email!.bodyText).toContain(`${home}/admin?tab=orders&attention=1`)
  expect(email!.bodyText).not.toContain(order.orderNumber)
  expect((await flagged()).map(({ subject }) => subject)).toEqual(["1 flagged item needs review"])
  // Neither is notified about the other's area.
  expect([await emails(content, "staff_orders_wait"), await emails(finance, "staff_queue_waits")]).toEqual([[], []])
  await anUnderpaidOrder()
  await anUnderpaidOrder()
  await mailWaiting(shop.app.store, home)
  expect((await orders()).map(({ subject }) => subject)).toEqual([
    "1 order needs a decision",
    "2 orders need a decision",
  ])
  shop.clock.advance(hours(2))
  await mailWaiting(shop.app.store, home)
  expect(await orders()).toHaveLength(2)
})
