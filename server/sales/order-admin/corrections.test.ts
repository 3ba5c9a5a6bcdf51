import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { notificationTexts, orderTexts, paymentTexts } from "#contract/buyingText.ts"
import { days, hours, minutes } from "#server/platform/clock.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { notifications } from "#server/platform/notifications/tables.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { anOrder, aPaidOrder, shipping } from "#test/orders.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { completeShipped } from "../orders/holds.ts"

/** Corrections of an order by staff: cancelling it, correcting its address, reverting its completion. */

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let staff: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  staff = await shop.anAdmin("financial_admin")
})
afterAll(() => close())

const move = (id: number, body: object) => shop.call(`PATCH /api/admin/orders/${id}`, { as: staff, body })
const detail = async (id: number) => (await shop.call(`GET /api/admin/orders/${id}`, { as: staff })).body
const emailsOf = async (kind: string, number: string) =>
  (await shop.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.kind, kind))).filter(({ dedupeKey }) =>
    dedupeKey?.endsWith(number),
  )
const noticesOf = (userId: number, kind: "order_cancelled" | "order_address_changed") =>
  shop.app.store.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.kind, kind)))
const auditOf = async (id: number, action: string) => {
  const mine = and(eq(auditLog.targetId, id), eq(auditLog.action, action))
  return (await shop.app.store.db.select().from(auditLog).where(mine)).map(({ before, after }) => [before, after])
}
const timelineOf = async (id: number): Promise<string[]> => {
  const { body } = await shop.call(`GET /api/admin/orders/${id}/timeline`, { as: staff })
  return body.items.map((item: { detail: string | null }) => item.detail)
}

test("staff cancel an unpaid order with a reason, which its customer is told; its stock is for sale again", async () => {
  const buyer = await shop.aUser()
  const { order, doll } = await anOrder(shop, buyer)
  expect((await detail(order.id)).moves).toEqual(["cancelled"])
  const without = await move(order.id, { status: "cancelled" })
  expect(without).toMatchObject({ status: 422, body: { errors: [{ path: "reason" }] } })
  expect(without.body.errors[0].message).toBe(orderTexts.reasonRequired)

  const reason = "The address does not exist."
  expect((await move(order.id, { status: "cancelled", reason })).body).toMatchObject({ status: "cancelled", moves: [] })
  const [{ stock } = {}] = await shop.app.store.db.select().from(dolls).where(eq(dolls.id, doll.id))
  expect(stock).toBe(3)
  expect((await shop.call(`GET /api/orders/${order.id}`, { as: buyer })).body.cancelReason).toBe(reason)
  const [email, ...others] = await emailsOf("order_cancelled", order.orderNumber)
  expect([email!.bodyText.includes(`Reason: ${reason}`), others]).toEqual([true, []])
  expect(await noticesOf(buyer.id, "order_cancelled")).toMatchObject([
    { body: notificationTexts.orderCancelled.body(order.orderNumber) },
  ])
  expect(await timelineOf(order.id)).toContain(`by the shop: ${reason}`)
  const [before, after] = ["unpaid", "cancelled"].map((status) => ({ status, review: null, tracking_number: null }))
  expect(await auditOf(order.id, "order.move")).toEqual([[before, after]])
  expect((await move(order.id, { status: "cancelled", reason })).body.detail).toBe(orderTexts.notCancellable)
})

test("an order is not cancelled by staff while its payment is under way, or once part of it has arrived", async () => {
  const { order, invoice } = await anOrder(shop, await shop.aUser())
  const payment = provider.pay(invoice.invoice_id)
  await provider.play(payment, ["waiting", "confirming"])
  const cancel = () => move(order.id, { status: "cancelled", reason: "Asked by phone." })
  expect(await cancel()).toMatchObject({ status: 409, body: { detail: paymentTexts.underWay } })
  payment.actually_paid = Number(payment.pay_amount) / 2
  await provider.play(payment, ["partially_paid"])
  expect(await cancel()).toMatchObject({ status: 409, body: { detail: orderTexts.partArrived } })
  expect(await detail(order.id)).toMatchObject({ status: "unpaid", moves: [] })
  expect(await emailsOf("order_cancelled", order.orderNumber)).toEqual([])
  shop.clock.advance(minutes(1))
  await provider.play(payment, ["finished"])
  expect(await cancel()).toMatchObject({ status: 409, body: { detail: orderTexts.notCancellable } })
})

test("staff correct the address of an order until it ships, as checked as at checkout, and its customer is told", async () => {
  const buyer = await shop.aUser()
  const { order } = await aPaidOrder(shop, provider, { buyer })
  const { email, ...address } = shipping
  const corrected = { ...address, address: "12 Gallery Row, door 7", country: "IE" }
  const correct = (body: object, headers = {}) =>
    shop.call(`PUT /api/admin/orders/${order.id}/address`, { as: staff, body, headers })

  expect((await detail(order.id)).address).toEqual(shipping)
  const wrong = await correct({ ...corrected, city: " ", phone: "none" })
  expect(wrong.body.errors.map(({ path }: { path: string }) => path)).toEqual(["phone", "city"])
  expect((await correct(address)).body.detail).toBe(orderTexts.nothingToChange)
  expect((await correct(corrected, { "if-match": '"1-1"' })).body.detail).toBe(orderTexts.changed)

  expect((await correct({ ...corrected, email: "elsewhere@demo.example" })).status).toBe(200)
  const { shippingAddress } = (await shop.call(`GET /api/orders/${order.id}`, { as: buyer })).body
  expect(shippingAddress).toMatchObject({ street: "12 Gallery Row, door 7", country: "IE", email })
  expect(await timelineOf(order.id)).toContain("delivery address")
  expect(await auditOf(order.id, "order.address")).toEqual([[null, { fields: ["address", "country"] }]])
  const [told, ...others] = await emailsOf("order_address_changed", order.orderNumber)
  expect([told!.toAddress, others]).toEqual([email, []])
  expect(told!.bodyText).not.toContain("Gallery Row")
  expect(await noticesOf(buyer.id, "order_address_changed")).toHaveLength(1)
  // Each correction has its own email.
  expect((await correct({ ...corrected, zipCode: "D01" })).status).toBe(200)
  expect(await emailsOf("order_address_changed", order.orderNumber)).toHaveLength(2)

  await move(order.id, { status: "shipped", tracking_number: "RM 1" })
  expect((await correct(address)).body.detail).toBe(orderTexts.addressFixed)
  expect((await detail(order.id)).address).toBeNull()
})

test("an order is not sent to a country that nothing is shipped to, but its address there can be corrected", async () => {
  const { order } = await anOrder(shop, await shop.aUser())
  const { email: _, ...address } = shipping
  const correct = (body: object) => shop.call(`PUT /api/admin/orders/${order.id}/address`, { as: staff, body })
  const owner = await shop.anAdmin("super_admin")
  const send = (no_shipping: string[]) => shop.call("PATCH /api/admin/settings", { as: owner, body: { no_shipping } })
  await send(["FR", "GB"])
  const refused = await correct({ ...address, country: "FR" })
  expect(refused.body.errors).toEqual([{ path: "country", message: orderTexts.noShipping("France") }])
  expect((await correct({ ...address, city: "Leeds" })).status).toBe(200)
  await send([])
})

test("a completion is taken back within a day, and the order is as it was; afterwards it is final", async () => {
  const buyer = await shop.aUser()
  const { order } = await aPaidOrder(shop, provider, { buyer })
  await move(order.id, { status: "shipped", tracking_number: "RM 2" })
  const shipped = (await shop.call(`GET /api/orders/${order.id}`, { as: buyer })).body
  const emailsBefore = await shop.app.store.db.select().from(mailOutbox)
  const reopen = () => shop.call(`POST /api/admin/orders/${order.id}/reopen`, { as: staff })
  expect((await reopen()).body.detail).toBe(orderTexts.notReopenable)

  shop.clock.advance(days(2))
  const { completedAt, reopenable_until } = (await move(order.id, { status: "completed" })).body
  expect(Date.parse(reopenable_until) - Date.parse(completedAt)).toBe(days(1))
  shop.clock.advance(hours(23))
  expect((await reopen()).body).toMatchObject({ status: "shipped", reopenable_until: null, moves: ["completed"] })
  expect((await shop.call(`GET /api/orders/${order.id}`, { as: buyer })).body).toEqual(shipped)
  expect(await timelineOf(order.id)).toContain("completion taken back")
  expect(await auditOf(order.id, "order.reopen")).toEqual([[{ status: "completed" }, { status: "shipped" }]])
  expect(await shop.app.store.db.select().from(mailOutbox)).toHaveLength(emailsBefore.length)

  await move(order.id, { status: "completed" })
  shop.clock.advance(hours(24))
  expect((await reopen()).body.detail).toBe(orderTexts.notReopenable)
  expect((await detail(order.id)).reopenable_until).toBeNull()
})

test("an order whose completion was taken back is not completed by the clock at once", async () => {
  const { order } = await aPaidOrder(shop, provider)
  await move(order.id, { status: "shipped", tracking_number: "RM 3" })
  const statusAfter = async (wait: number) => {
    shop.clock.advance(wait)
    await completeShipped(shop.app.store, "http://localhost")
    // The sessions of the staff end meanwhile.
    staff = await shop.anAdmin("financial_admin")
    return (await detail(order.id)).status
  }
  expect(await statusAfter(days(14))).toBe("completed")
  await shop.call(`POST /api/admin/orders/${order.id}/reopen`, { as: staff })
  expect(await statusAfter(days(13))).toBe("shipped")
  expect(await statusAfter(days(1))).toBe("completed")
})
