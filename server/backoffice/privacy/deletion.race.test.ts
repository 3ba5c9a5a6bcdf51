import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { membershipPeriods } from "#server/people/membership/tables.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { payments } from "#server/sales/payments/tables.ts"
import { processPending } from "#server/sales/payments/webhooks.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { addToCart, anOrder, checkOut } from "#test/orders.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { sessions, users } from "../../platform/auth/tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
})
afterAll(() => close())

const remove = (as: TestPerson) => shop.call("DELETE /api/users/account", { as })
const stockOf = async (id: number) => (await shop.app.store.db.select().from(dolls).where(eq(dolls.id, id)))[0]!.stock
const ordersOf = (id: number) => shop.app.store.db.select().from(orders).where(eq(orders.userId, id))
const isGone = async (id: number) =>
  (await shop.app.store.db.select().from(users).where(eq(users.id, id)))[0]!.deletedAt !== null

test("concurrent deletion and checkout: the account is gone, nothing is reserved, and no address is left", async () => {
  for (let turn = 0; turn < 25; turn++) {
    const buyer = await shop.aUser()
    const doll = await shop.aDoll({ stock: 3 })
    await addToCart(shop, buyer, doll.id, 2)
    const [deleted, ordered] = await Promise.all([remove(buyer), checkOut(shop, buyer)])
    expect(deleted.status, JSON.stringify(deleted.body)).toBe(204)
    expect([201, 401, 409]).toContain(ordered.status)
    const rows = await ordersOf(buyer.id)
    expect(rows.map((row) => [row.status, row.shipping.lastName])).toEqual(rows.map(() => ["cancelled", ""]))
    expect(await stockOf(doll.id)).toBe(3)
  }
})

test("with a concurrent deletion and payment, either the account stays or the payment is reviewed", async () => {
  const seen = { kept: 0, gone: 0 }
  for (let turn = 0; turn < 25; turn++) {
    const buyer = await shop.aUser()
    const { order, doll, invoice } = await anOrder(shop, buyer)
    const payment = provider.pay(invoice.invoice_id)
    const { body, signature } = provider.webhook({
      ...payment,
      payment_status: "finished",
      actually_paid: payment.pay_amount,
    })
    const headers = { "content-type": "application/json", "x-nowpayments-sig": signature }
    const tell = () => shop.call("POST /api/nowpayments/ipn", { payload: body, headers })
    const wait = new Promise((done) => setTimeout(done, turn % 5))
    const [deleted, told] = await Promise.all([turn % 2 ? wait.then(() => remove(buyer)) : remove(buyer), tell()])
    expect(told.status).toBe(200)
    await processPending(shop.app.paymentContext)
    const [row] = await ordersOf(buyer.id)
    const [paid] = await shop.app.store.db.select().from(payments).where(eq(payments.orderId, order.id))
    if (deleted.status === 409) {
      expect(row).toMatchObject({ status: "to_be_shipped", holdsStock: true, shipping: { lastName: "Byron" } })
      expect([paid!.effect, await isGone(buyer.id)]).toEqual(["paid", false])
      seen.kept++
    } else {
      expect(deleted.status).toBe(204)
      expect(row).toMatchObject({ status: "needs_review", holdsStock: false, shipping: { lastName: "" } })
      expect([paid!.effect, await isGone(buyer.id)]).toEqual(["review", true])
      seen.gone++
    }
    expect(await stockOf(doll.id)).toBe(row!.holdsStock ? 2 : 3)
  }
  expect(seen.kept + seen.gone).toBe(25)
})

test("a membership payment without an account is flagged for review, and buys nothing", async () => {
  const buyer = await shop.aUser()
  const { body: invoice } = await shop.call("POST /api/nowpayments/create-subscription-invoice", {
    as: buyer,
    body: { level: "vip" },
  })
  const payment = provider.pay(invoice.invoice_id)
  expect((await remove(buyer)).status).toBe(204)
  const notice = provider.webhook({ ...payment, payment_status: "finished", actually_paid: payment.pay_amount })
  const headers = { "content-type": "application/json", "x-nowpayments-sig": notice.signature }
  expect((await shop.call("POST /api/nowpayments/ipn", { payload: notice.body, headers })).status).toBe(200)
  await processPending(shop.app.paymentContext)
  const [row] = await shop.app.store.db
    .select()
    .from(payments)
    .where(eq(payments.paymentId, String(payment.payment_id)))
  expect(row).toMatchObject({ status: "completed", flags: ["former_member"], effect: null })
  const periods = await shop.app.store.db.select().from(membershipPeriods)
  expect(periods.filter((period) => period.userId === buyer.id)).toEqual([])
})

test("a sign-in concurrent with the deletion opens no session that survives it", async () => {
  const visitors = visitorsOf(shop)
  for (let turn = 0; turn < 10; turn++) {
    const { email, token, id } = await visitors.aCustomer()
    const [deleted, signedIn] = await Promise.all([
      shop.call("DELETE /api/users/account", { as: token, body: { password } }),
      visitors.signIn(email),
    ])
    expect(deleted.status).toBe(204)
    if (signedIn.status === 200) expect(await visitors.statusOf(signedIn.body.access_token)).toBe(401)
    expect(await shop.app.store.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
  }
})

test("an account that is deleted concurrently is deleted once", async () => {
  const buyer = await shop.aUser()
  const answers = await Promise.all(Array.from({ length: 8 }, () => remove(buyer)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, ...Array(7).fill(401)])
})
