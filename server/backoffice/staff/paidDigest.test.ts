import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { hours, minutes } from "#server/platform/clock.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { anOrder } from "#test/orders.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { paidOrderDigests } from "../../sales/orders/tables.ts"
import { mailPaidDigests } from "./paidDigest.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  await shop.call("PATCH /api/admin/settings", { as: await shop.anAdmin(), body: { time_zone: "Asia/Tokyo" } })
})
afterAll(() => close())

const home = "https://shop.example"
const prefer = (as: TestPerson, body: object) => shop.call("PATCH /api/auth/me/preferences", { as, body })
const emails = (to: TestPerson, kind = "staff_order_digest") =>
  shop.app.store.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.toAddress, to.email), eq(mailOutbox.kind, kind)))
    .orderBy(mailOutbox.id)
const waitingFor = ({ id }: TestPerson) =>
  shop.app.store.db.select().from(paidOrderDigests).where(eq(paidOrderDigests.userId, id))
/** Two nodes run the job at once. */
const run = () => Promise.all([mailPaidDigests(shop.app.store, home), mailPaidDigests(shop.app.store, home)])

/** Pays an order; the provider tells of it several times. */
async function pay() {
  const { order, invoice } = await anOrder(shop, await shop.aUser())
  const payment = provider.pay(invoice.invoice_id)
  await provider.play(payment, ["waiting", "finished", "finished", "finished"])
  return order
}

/** Moves the clock to the next time that it is this hour in the shop's time zone, nine hours ahead of UTC. */
function moveTo(hour: number, minute = 0) {
  const now = shop.clock.now()
  const next = new Date(now)
  next.setUTCHours((hour - 9 + 24) % 24, minute, 0, 0)
  const wait = (next.getTime() - now.getTime() + hours(24)) % hours(24)
  shop.clock.advance(wait === 0 ? hours(24) : wait)
}

test("an admin gets the paid orders of a day in one email, at the hour they chose in the shop's time zone", async () => {
  moveTo(9)
  const finance = await shop.anAdmin("financial_admin")
  const other = await shop.anAdmin("financial_admin")
  expect((await prefer(finance, { mail_paid_orders: true, digest_paid_orders: 8 })).body.digest_paid_orders).toBe(8)
  const paid = [await pay(), await pay()]
  await run()
  expect([await emails(finance), await emails(finance, "staff_new_order")]).toEqual([[], []])
  expect(await waitingFor(finance)).toHaveLength(2)
  moveTo(7, 55)
  await run()
  expect(await emails(finance)).toEqual([])
  moveTo(8, 1)
  const late = await pay()
  await run()
  await run()
  const [first, ...more] = await emails(finance)
  expect(more).toEqual([])
  expect(first!.subject).toBe("2 new orders")
  for (const { orderNumber } of paid) expect(first!.bodyText).toContain(orderNumber)
  expect(first!.bodyText).not.toContain(late.orderNumber)
  expect(first!.bodyText).toContain(`${home}/admin?tab=orders`)
  // Nobody ran the job at the hour itself: the next run catches up.
  moveTo(13)
  shop.clock.advance(hours(24))
  await run()
  expect((await emails(finance)).map(({ subject }) => subject)).toEqual(["2 new orders", "1 new order"])
  expect(await waitingFor(finance)).toEqual([])
  expect(await emails(other)).toEqual([])
})

test("an order without a digest is not emailed twice, and a digest that is given up sends what it has", async () => {
  const [one, gone] = [await shop.anAdmin("financial_admin"), await shop.anAdmin("financial_admin")]
  moveTo(10)
  for (const as of [one, gone]) await prefer(as, { mail_paid_orders: true, digest_paid_orders: 9 })
  const order = await pay()
  await prefer(one, { digest_paid_orders: null })
  await prefer(gone, { mail_paid_orders: false })
  const next = await pay()
  shop.clock.advance(minutes(1))
  await run()
  expect((await emails(one)).map(({ bodyText }) => bodyText.includes(order.orderNumber))).toEqual([true])
  expect((await emails(one, "staff_new_order")).map(({ subject }) => subject)).toEqual([
    `New order ${next.orderNumber}`,
  ])
  moveTo(9, 5)
  await run()
  expect([await emails(gone), await waitingFor(gone)]).toEqual([[], []])
})

test("an hour that no day has is refused, and content admins get no digest", async () => {
  const content = await shop.anAdmin("content_admin")
  expect((await prefer(content, { digest_paid_orders: 24 })).status).toBe(422)
  await prefer(content, { mail_paid_orders: true, digest_paid_orders: 8 })
  await pay()
  expect(await waitingFor(content)).toEqual([])
})
