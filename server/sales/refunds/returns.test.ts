import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { AdminOrderDetail } from "#contract/admin.ts"
import type { AdminReturn, OrderReturns } from "#contract/refunds.ts"
import { refundTexts, returnTexts } from "#contract/refundText.ts"
import { days } from "#server/platform/clock.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { aSentOrder, payout, refundWith } from "#test/refunds.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { orders, returns } from "../orders/tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let staff: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  staff = await shop.anAdmin("financial_admin")
})
afterAll(() => close())

const aSent = (options: Partial<Parameters<typeof aSentOrder>[2]> = {}) =>
  aSentOrder(shop, provider, { staff, ...options })
type Sent = Awaited<ReturnType<typeof aSent>>
const ask = ({ order, doll, buyer }: Sent, quantity = 1, more: object = {}) =>
  shop.call<OrderReturns & { detail: string; errors: { path: string; message: string }[] }>(
    `POST /api/orders/${order.id}/returns`,
    {
      as: buyer,
      body: { lines: [{ doll_id: doll.id, quantity }], reason: "damaged", note: "The base is chipped.", ...more },
    },
  )
const move = (id: number, body: object) =>
  shop.call<AdminOrderDetail & { detail: string }>(`PATCH /api/admin/returns/${id}`, { as: staff, body })
const approve = (id: number) => move(id, { status: "approved", instructions: "Send it to 1 Gallery Row." })
const receive = (id: number, restock: number[] = []) =>
  move(id, { status: "received", condition: "As described.", restock })
const list = async (query: string) =>
  (await shop.call<AdminReturn[]>(`GET /api/admin/returns?limit=100&${query}`, { as: staff })).body
const waiting = async () => (await shop.call("GET /api/admin/returns/count", { as: staff })).body.count

test("a return goes from the customer's request over approval and arrival to the refund, and staff are told", async () => {
  const sent = await aSent({ quantity: 2 })
  const { order, doll, buyer } = sent
  const before = await waiting()
  const asked = await ask(sent, 1, { payout_address: "0xB0B" })
  expect(asked.status).toBe(201)
  expect(asked.body).toMatchObject({
    lines: [{ doll_id: doll.id, quantity: 1 }],
    returns: [{ status: "requested", note: "The base is chipped.", lines: [{ quantity: 1 }] }],
    refunds: [],
  })
  const { id } = asked.body.returns[0]!
  expect(await waiting()).toBe(before + 1)
  const seen = await shop.call<AdminOrderDetail>(`GET /api/admin/orders/${order.id}`, { as: staff })
  expect(seen.body.attention?.what).toBe("Return waiting.")
  expect(await list(`status=waiting&q=${order.orderNumber}`)).toMatchObject([{ id, user_id: buyer.id }])

  expect((await receive(id)).body.detail).toBe(returnTexts.noMove("Requested", "Received"))
  expect((await approve(id)).status).toBe(200)
  expect(await waiting()).toBe(before)
  expect(await list(`status=open&q=${order.orderNumber}`)).toHaveLength(1)
  expect((await receive(id, [doll.id])).status).toBe(200)
  const [row] = await shop.app.store.db.select().from(dolls).where(eq(dolls.id, doll.id))
  expect(row!.stock).toBe(1)

  const refunded = await refundWith(shop, staff, order.id, { return_id: id, reason: "returned" })
  expect(refunded.body).toMatchObject({ refund: { due: 300 }, refunds: [{ return_id: id, amount: 300 }] })
  expect((await refundWith(shop, staff, order.id, { return_id: id, reason: "returned" })).status).toBe(409)
  const { body } = await shop.call(`POST /api/admin/refunds/${refunded.body.refunds[0]!.id}/settle`, {
    as: staff,
    body: payout,
  })
  expect(body).toMatchObject({ returns: [{ status: "refunded" }], refund: { refunded: 300 }, attention: null })
  // Once: its arrival put it back into stock, the refund did not again.
  const [after] = await shop.app.store.db.select().from(dolls).where(eq(dolls.id, doll.id))
  expect(after!.stock).toBe(1)
  const own = await shop.call<OrderReturns>(`GET /api/orders/${order.id}/returns`, { as: buyer })
  expect(own.body).toMatchObject({ returns: [{ status: "refunded" }], refunds: [{ amount: 300, status: "settled" }] })
  const mail = await shop.app.store.db.select().from(mailOutbox)
  const kinds = mail.filter(({ dedupeKey }) => dedupeKey?.endsWith(order.orderNumber)).map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(["return_approved", "return_received", "refund_sent"]))
  const told = (await shop.call("GET /api/notifications", { as: buyer })).body as { kind: string }[]
  expect(told.filter(({ kind }) => kind === "return_changed")).toHaveLength(2)
})

test("a line has one open return for each piece: declined and withdrawn ones give theirs back", async () => {
  const sent = await aSent({ quantity: 2 })
  const first = (await ask(sent)).body.returns[0]!
  expect((await ask(sent, 2)).body.errors[0]).toMatchObject({ message: returnTexts.tooMany(1) })
  const line = { doll_id: sent.doll.id, quantity: 2 }
  expect((await refundWith(shop, staff, sent.order.id, { lines: [line], reason: "other" })).status).toBe(422)
  const declined = await move(first.id, { status: "refused", refusal: "It was used." })
  expect(declined.body.returns[0]).toMatchObject({ status: "refused", refusal: "It was used." })
  expect((await ask(sent, 2)).status).toBe(201)
  const [second] = await list(`status=requested&q=${sent.order.orderNumber}`)
  const gone = await shop.call<OrderReturns>(`POST /api/returns/${second!.id}/withdraw`, { as: sent.buyer })
  expect(gone.body).toMatchObject({ lines: [{ quantity: 2 }], returns: [{ status: "withdrawn" }, { id: first.id }] })
  expect((await shop.call(`POST /api/returns/${second!.id}/withdraw`, { as: sent.buyer })).status).toBe(409)
  expect((await approve(second!.id)).status).toBe(409)
})

test("what has arrived cannot be withdrawn, and the order stays in the customer's list until it is refunded", async () => {
  const sent = await aSent()
  const { id } = (await ask(sent)).body.returns[0]!
  await approve(id)
  await receive(id)
  expect((await shop.call(`POST /api/returns/${id}/withdraw`, { as: sent.buyer })).status).toBe(409)
  await shop.call(`PATCH /api/admin/orders/${sent.order.id}`, { as: staff, body: { status: "completed" } })
  expect((await shop.call(`DELETE /api/orders/${sent.order.id}`, { as: sent.buyer })).status).toBe(409)
  expect((await shop.call("DELETE /api/users/account", { as: sent.buyer })).status).toBe(409)
})

test("returns end with the shop's term, and the answer says until when it was", async () => {
  const sent = await aSent()
  const boss = await shop.anAdmin()
  const options = () => shop.call<OrderReturns>(`GET /api/orders/${sent.order.id}/returns`, { as: sent.buyer })
  expect((await options()).body.lines).toHaveLength(1)
  const setDays = (return_days: number) => shop.call("PATCH /api/admin/settings", { as: boss, body: { return_days } })
  await setDays(0)
  expect((await ask(sent)).body.detail).toBe(returnTexts.off)
  expect((await options()).body).toMatchObject({ until: null, lines: [] })
  expect((await setDays(366)).status).toBe(422)
  await setDays(30)
  const shippedAt = new Date(shop.clock.now().getTime() - days(31))
  await shop.app.store.db.update(orders).set({ shippedAt }).where(eq(orders.id, sent.order.id))
  const late = await ask(sent)
  expect([late.status, late.body.detail]).toEqual([
    409,
    expect.stringMatching(/^Returns were possible until \w+ \d+, /),
  ])
  expect((await options()).body).toMatchObject({ lines: [], until: expect.any(String) })
  const unshipped = await aSent({ ship: false })
  expect((await ask(unshipped)).body.detail).toBe(returnTexts.notYet)
})

test("what was refunded in full, as an amount, is not asked back: there is nothing left to refund", async () => {
  const sent = await aSent({ quantity: 2 })
  const options = () => shop.call<OrderReturns>(`GET /api/orders/${sent.order.id}/returns`, { as: sent.buyer })
  await refundWith(shop, staff, sent.order.id, { amount: 500, reason: "goodwill" })
  expect((await options()).body.lines).toMatchObject([{ quantity: 2 }])
  await refundWith(shop, staff, sent.order.id, { amount: 100, reason: "goodwill" })
  expect((await options()).body.lines).toEqual([])
  const asked = await ask(sent)
  expect([asked.status, asked.body.detail]).toEqual([409, refundTexts.nothingLeft])
  expect(await list(`q=${sent.order.orderNumber}`)).toEqual([])
})

test("nobody sees or changes the return of somebody else", async () => {
  const sent = await aSent()
  const { id } = (await ask(sent)).body.returns[0]!
  const other = await shop.aUser()
  expect((await ask({ ...sent, buyer: other })).status).toBe(404)
  expect((await shop.call(`GET /api/orders/${sent.order.id}/returns`, { as: other })).status).toBe(404)
  expect((await shop.call(`POST /api/returns/${id}/withdraw`, { as: other })).status).toBe(404)
  expect((await approve(2_000_000)).status).toBe(404)
  const [row] = await shop.app.store.db.select().from(returns).where(eq(returns.id, id))
  expect(row!.status).toBe("requested")
})

test("what a customer writes is moderated, and bad input is named at its field", async () => {
  const sent = await aSent()
  expect((await ask(sent, 1, { note: "I will kill you, you filthy whore" })).status).toBe(422)
  expect((await ask(sent, 1, { note: " " })).body.errors[0]).toMatchObject({ path: "note" })
  expect((await ask(sent, 0)).status).toBe(422)
  expect((await ask(sent, 1, { lines: [] })).body.errors[0]).toMatchObject({ message: returnTexts.nothingChosen })
  expect((await ask(sent, 1, { reason: "because" })).body.errors[0]).toMatchObject({ path: "reason" })
  const twice = { doll_id: sent.doll.id, quantity: 1 }
  expect((await ask(sent, 1, { lines: [twice, twice] })).status).toBe(422)
  expect(await list(`q=${sent.order.orderNumber}`)).toEqual([])
})

test("a deleted account leaves no words and no address behind, and an open return is withdrawn", async () => {
  const sent = await aSent()
  const { id } = (await ask(sent, 1, { payout_address: "0xB0B" })).body.returns[0]!
  const taken = await shop.call("GET /api/users/account/export", { as: sent.buyer })
  expect(taken.body.returns).toMatchObject([{ note: "The base is chipped.", order_id: sent.order.id }])
  await shop.call(`PATCH /api/admin/orders/${sent.order.id}`, { as: staff, body: { status: "completed" } })
  await shop.call("DELETE /api/users/account", { as: sent.buyer })
  const [row] = await shop.app.store.db.select().from(returns).where(eq(returns.id, id))
  expect(row).toMatchObject({ status: "withdrawn", note: null, payoutAddress: null })
})
