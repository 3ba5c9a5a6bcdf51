import { eq, inArray } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { paymentTexts } from "#contract/buyingText.ts"
import type { Notification } from "#contract/notifications.ts"
import { minutes } from "#server/platform/clock.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { sweepHolds } from "#server/sales/orders/holds.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { type FakeNowPayments, type FakePayment, hmac, openPayingShop } from "#test/nowpayments.ts"
import { anOrder } from "#test/orders.ts"
import type { TestShop } from "#test/shop.ts"
import { reconcile } from "./reconcile.ts"
import { paymentEvents, payments } from "./tables.ts"
import { processEvent, processPending, storeEvent } from "./webhooks.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
})
afterAll(() => close())

interface Notice {
  body: string
  signature: string
}

test("a thousand shuffled, repeated, late or forged webhooks: one effect per payment, none if forged", async () => {
  const paths = [
    { end: ["waiting", "confirming", "confirmed", "sending", "finished"], order: "to_be_shipped", count: 28 },
    { end: ["waiting", "confirming", "finished", "refunded"], order: null, count: 8 },
    { end: ["waiting", "confirming", "failed"], order: "unpaid", count: 8 },
    { end: ["waiting", "partially_paid"], order: "unpaid", count: 8 },
    { end: ["waiting"], order: "unpaid", count: 8 },
  ]
  const cases = []
  for (const { end, order: expected, count } of paths) {
    for (let turn = 0; turn < count; turn++) {
      const made = await anOrder(shop, await shop.aUser(), { quantity: 2 })
      const payment = provider.pay(made.invoice.invoice_id)
      const genuine = end.map((status) => signed({ ...payment, payment_status: status, ...paidAt(status, payment) }))
      const forged = forge(signed({ ...payment, payment_status: "finished", actually_paid: 1 }))
      cases.push({ ...made, payment, expected, last: end.at(-1)!, genuine, forged })
    }
  }
  const good = cases.flatMap(({ genuine }) => genuine.flatMap((one) => [one, one, one, one]))
  const bad = cases.flatMap(({ forged }) => [forged, forged, forged])
  const all = shuffled([...good, ...bad])
  expect(all.length).toBeGreaterThan(1000)
  const answers = await inTurns(all, 40, async (one) => ({ one, status: await tell(one) }))
  for (const { one, status } of answers) expect(status).toBe(bad.includes(one) ? 401 : 200)
  await processPending(shop.app.paymentContext)

  for (const { order, doll, payment, expected, last, genuine } of cases) {
    const row = await rowOf(order.id)
    const [paid] = await shop.app.store.db
      .select()
      .from(payments)
      .where(eq(payments.paymentId, String(payment.payment_id)))
    expect(paid!.providerStatus).toBe(last)
    // Depends on whether the shuffle put the refund before the payment it reverses.
    if (expected) expect(row.status).toBe(expected)
    else expect(["unpaid", "refunded"]).toContain(row.status)
    expect(row.review).toBeNull()
    expect(await stockOf(doll.id)).toBe(row.holdsStock ? 1 : 3)
    const emails = await emailsOf(order.orderNumber)
    expect(emails.filter((kind) => kind === "order_paid").length).toBe(paid!.effect === "paid" ? 1 : 0)
    const events = await shop.app.store.db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.paymentId, String(payment.payment_id)))
    expect(events).toHaveLength(genuine.length)
    expect(events.every((event) => event.processedAt !== null)).toBe(true)
  }
}, 120_000)

test("a reservation that ends concurrently with its payment is paid or under review; the stock is right", async () => {
  const seen = new Set<string>()
  for (let turn = 0; turn < 25; turn++) {
    const { order, doll, invoice } = await anOrder(shop, await shop.aUser())
    const payment = provider.pay(invoice.invoice_id)
    const webhook = signed({ ...payment, payment_status: "finished", actually_paid: payment.pay_amount })
    const end = new Date(shop.clock.now().getTime() + (turn % 5) * 3)
    await shop.app.store.db.update(orders).set({ holdExpiresAt: end }).where(eq(orders.id, order.id))
    const sweep = async () => {
      for (let again = 0; again < 6; again++) await sweepHolds(shop.app.store, "http://localhost")
    }
    await Promise.all([sweep(), tell(webhook), sweep(), tell(webhook)])
    const row = await rowOf(order.id)
    expect(["to_be_shipped", "needs_review"]).toContain(row.status)
    expect(await stockOf(doll.id)).toBe(row.holdsStock ? 2 : 3)
    seen.add(row.status)
  }
  expect(seen.size).toBeGreaterThan(0)
})

test("a cancellation concurrent with the payment: one of the two, and the payment is not lost", async () => {
  for (let turn = 0; turn < 15; turn++) {
    const buyer = await shop.aUser()
    const { order, doll, invoice } = await anOrder(shop, buyer)
    const payment = provider.pay(invoice.invoice_id)
    const webhook = signed({ ...payment, payment_status: "finished", actually_paid: payment.pay_amount })
    const [cancelled] = await Promise.all([
      shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer }),
      tell(webhook),
    ])
    const row = await rowOf(order.id)
    expect(row.status).toBe(cancelled.status === 200 ? "needs_review" : "to_be_shipped")
    expect(await stockOf(doll.id)).toBe(row.holdsStock ? 2 : 3)
  }
})

test("two concurrent payments of one order: one pays it, the other is a second one", async () => {
  for (let turn = 0; turn < 10; turn++) {
    const { order, doll, invoice } = await anOrder(shop, await shop.aUser())
    const both = [1, 2].map(() => {
      const payment = provider.pay(invoice.invoice_id)
      return signed({ ...payment, payment_status: "finished", actually_paid: payment.pay_amount })
    })
    await Promise.all(both.map(tell))
    expect(await rowOf(order.id)).toMatchObject({ status: "to_be_shipped", review: "open" })
    const rows = await shop.app.store.db.select().from(payments).where(eq(payments.orderId, order.id))
    expect(rows.map((one) => one.effect).sort()).toEqual(["paid", "second"])
    expect(await stockOf(doll.id)).toBe(2)
  }
})

test("an event that several processes handle concurrently is applied once", async () => {
  const { order, invoice } = await anOrder(shop, await shop.aUser())
  const payment = provider.pay(invoice.invoice_id)
  const { body } = signed({ ...payment, payment_status: "finished", actually_paid: payment.pay_amount })
  const id = await storeEvent(shop.app.paymentContext, { raw: body, source: "notice" })
  await Promise.all([
    ...Array.from({ length: 8 }, () => processEvent(shop.app.paymentContext, id!)),
    processPending(shop.app.paymentContext),
    processPending(shop.app.paymentContext),
  ])
  expect(await rowOf(order.id)).toMatchObject({ status: "to_be_shipped", review: null })
  expect(await emailsOf(order.orderNumber)).toEqual(["order_received", "order_paid"])
})

test("admins are told once of an order that webhooks, polling and a recheck pay at the same time", async () => {
  const admin = await shop.anAdmin("financial_admin")
  await shop.call("PATCH /api/auth/me/preferences", { as: admin, body: { mail_paid_orders: true } })
  for (let turn = 0; turn < 5; turn++) {
    const { order, invoice } = await anOrder(shop, await shop.aUser())
    const payment = provider.pay(invoice.invoice_id)
    await provider.play(payment, ["waiting"])
    await provider.play(payment, ["finished"], "drop")
    const [known] = await shop.app.store.db.select().from(payments).where(eq(payments.orderId, order.id))
    shop.clock.advance(minutes(2))
    await Promise.all([
      tell(provider.webhook(payment)),
      reconcile(shop.app.paymentContext),
      shop.call(`POST /api/admin/payments/${known!.id}/recheck`, { as: admin }),
      tell(provider.webhook(payment)),
    ])
    expect((await rowOf(order.id)).status).toBe("to_be_shipped")
    const told = (await shop.call<Notification[]>("GET /api/notifications?limit=100", { as: admin })).body!
    expect(told.filter(({ link }) => link === `/admin?tab=orders&order=${order.id}`)).toHaveLength(1)
    const emails = await shop.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, admin.email))
    expect(emails.filter(({ subject }) => subject === `New order ${order.orderNumber}`)).toHaveLength(1)
  }
})

test("a buyer who asks for an invoice while the payment is being applied is told that the order is paid", async () => {
  for (let turn = 0; turn < 10; turn++) {
    const { order, invoice } = await anOrder(shop, await shop.aUser())
    const payment = provider.pay(invoice.invoice_id)
    const { body } = signed({ ...payment, payment_status: "finished", actually_paid: payment.pay_amount })
    const id = await storeEvent(shop.app.paymentContext, { raw: body, source: "notice" })
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => invoiceFor(order)),
      processPending(shop.app.paymentContext).then(() => invoiceFor(order)),
      processEvent(shop.app.paymentContext, id!).then(() => invoiceFor(order)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 409))
    expect(await rowOf(order.id)).toMatchObject({ status: "to_be_shipped", review: null })
  }
})

test("an invoice waits for an event that another node has begun to apply", async () => {
  const { order, invoice } = await anOrder(shop, await shop.aUser())
  const payment = provider.pay(invoice.invoice_id)
  const { body } = signed({ ...payment, payment_status: "finished", actually_paid: payment.pay_amount })
  const id = await storeEvent(shop.app.paymentContext, { raw: body, source: "notice" })
  let answer: Awaited<ReturnType<typeof invoiceFor>> | undefined
  const asked = await shop.app.store.transaction(async (tx) => {
    // This is what `processEvent` of another node does before it has the order's lock.
    await tx.db.select().from(paymentEvents).where(eq(paymentEvents.id, id!)).for("update")
    const call = invoiceFor(order).then((one) => {
      answer = one
    })
    await new Promise((done) => setTimeout(done, 400))
    expect(answer).toBeUndefined()
    return { call }
  })
  await asked.call
  expect(answer).toMatchObject({ status: 409, body: { detail: paymentTexts.alreadyPaid } })
  expect(await rowOf(order.id)).toMatchObject({ status: "to_be_shipped", review: null })
})

test("sweepers on several nodes release a reservation once", async () => {
  const made = []
  for (let turn = 0; turn < 10; turn++) made.push(await anOrder(shop, await shop.aUser()))
  shop.clock.advance(minutes(61))
  await Promise.all(Array.from({ length: 5 }, () => sweepHolds(shop.app.store, "http://localhost")))
  const ids = made.map(({ order }) => order.id)
  const rows = await shop.app.store.db.select().from(orders).where(inArray(orders.id, ids))
  expect(rows.map((row) => row.status)).toEqual(ids.map(() => "cancelled"))
  for (const { doll } of made) expect(await stockOf(doll.id)).toBe(3)
})

function signed(payment: FakePayment): Notice {
  return provider.webhook(payment)
}

function forge({ body }: Notice): Notice {
  return { body, signature: hmac(body, "not the secret") }
}

function paidAt(status: string, payment: FakePayment) {
  if (status === "finished" || status === "refunded") return { actually_paid: payment.pay_amount }
  return status === "partially_paid" ? { actually_paid: 0.001 } : {}
}

async function tell({ body, signature }: Notice): Promise<number> {
  const headers = { "content-type": "application/json", "x-nowpayments-sig": signature }
  return (await shop.call("POST /api/nowpayments/ipn", { payload: body, headers })).status
}

function invoiceFor({ reference }: { reference: string }) {
  return shop.call("POST /api/nowpayments/create-invoice", { body: { order_id: reference } })
}

async function inTurns<T, R>(all: T[], atOnce: number, run: (one: T) => Promise<R>): Promise<R[]> {
  const waiting = [...all]
  const results: R[] = []
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) results.push(await run(one))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** Returns the same shuffle in every run, so that failures are reproducible. */
function shuffled<T>(all: T[]): T[] {
  let seed = 20_261_121
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
  const mixed = all.map((one) => ({ one, at: random() }))
  return mixed.sort((a, b) => a.at - b.at).map(({ one }) => one)
}

async function rowOf(id: number) {
  return (await shop.app.store.db.select().from(orders).where(eq(orders.id, id)))[0]!
}

async function stockOf(id: number) {
  return (await shop.app.store.db.select().from(dolls).where(eq(dolls.id, id)))[0]!.stock
}

async function emailsOf(orderNumber: string): Promise<string[]> {
  const rows = await shop.app.store.db.select().from(mailOutbox).orderBy(mailOutbox.id)
  return rows.filter((row) => row.dedupeKey?.endsWith(orderNumber)).map((row) => row.kind)
}
