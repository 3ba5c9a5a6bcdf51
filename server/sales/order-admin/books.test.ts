import { eq, inArray, sql } from "drizzle-orm"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { days, minutes } from "#server/platform/clock.ts"
import { isReceived } from "#server/sales/payments/money.ts"
import { payments } from "#server/sales/payments/tables.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { type FakeNowPayments, type FakePayment, startNowPayments } from "#test/nowpayments.ts"
import { addToCart, checkOut } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { completeShipped, sweepHolds } from "../orders/holds.ts"
import { orderItems, orders } from "../orders/tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let staff: TestPerson
beforeAll(async () => {
  provider = await startNowPayments()
  shop = await openShop(provider.env)
  await shop.app.http.listen({ port: 0 })
  staff = await shop.anAdmin()
})
afterAll(async () => {
  await shop.close()
  await provider.stop()
})

const supply = 6
const pieces = 2
const buyers = 2

const step = fc.oneof(
  fc.record({
    do: fc.constant("add" as const),
    buyer: fc.nat(buyers - 1),
    piece: fc.nat(pieces - 1),
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant("order" as const), buyer: fc.nat(buyers - 1) }),
  fc.record({ do: fc.constant("invoice" as const), order: fc.nat(5) }),
  fc.record({ do: fc.constant("pay" as const), invoice: fc.nat(5) }),
  fc.record({
    do: fc.constant("notice" as const),
    payment: fc.nat(5),
    status: fc.constantFrom(
      "waiting",
      "confirming",
      "partially_paid",
      "failed",
      "expired",
      "finished",
      "finished",
      "refunded",
    ),
    twist: fc.constantFrom("none", "none", "none", "short", "price", "redeposit", "otherOrder"),
  }),
  fc.record({ do: fc.constant("cancel" as const), order: fc.nat(5) }),
  fc.record({ do: fc.constant("wait" as const), minutes: fc.constantFrom(5, 61, 60 * 24 * 9) }),
  fc.record({
    do: fc.constant("staff" as const),
    order: fc.nat(5),
    status: fc.constantFrom("to_be_shipped", "shipped", "completed", "refund_due", "refunded", "cancelled"),
  }),
  fc.record({ do: fc.constant("reopen" as const), order: fc.nat(5) }),
  fc.record({
    do: fc.constant("review" as const),
    order: fc.nat(5),
    review: fc.constantFrom("refund_due", "refunded"),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface World {
  buyers: TestPerson[]
  dolls: number[]
  orders: { id: number; reference: string; buyer: TestPerson }[]
  invoices: string[]
  payments: FakePayment[]
}

test("in any order of events, stock plus reserved pieces stay constant and no payment is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const world: World = { buyers: [], dolls: [], orders: [], invoices: [], payments: [] }
      for (let index = 0; index < buyers; index++) world.buyers.push(await shop.aUser())
      for (let index = 0; index < pieces; index++) world.dolls.push((await shop.aDoll({ stock: supply })).id)
      for (const one of steps) {
        const status = await take(world, one)
        expect(status, JSON.stringify(one)).toBeLessThan(500)
        await balance(world)
      }
    }),
    { numRuns: Number(process.env.BOOKS_RUNS ?? 25) },
  )
}, 120_000)

async function take(world: World, one: Step): Promise<number> {
  switch (one.do) {
    case "add":
      return (await addToCart(shop, world.buyers[one.buyer]!, world.dolls[one.piece]!, one.quantity)).status
    case "order": {
      const buyer = world.buyers[one.buyer]!
      const { status, body } = await checkOut(shop, buyer)
      if (status === 201) world.orders.push({ ...body, buyer })
      return status
    }
    case "invoice": {
      const order = pick(world.orders, one.order)
      if (!order) return 0
      const { status, body } = await shop.call("POST /api/nowpayments/create-invoice", {
        body: { order_id: order.reference },
      })
      if (status === 200) world.invoices.push(body.invoice_id)
      return status
    }
    case "pay": {
      const invoice = pick(world.invoices, one.invoice)
      if (invoice) world.payments.push(provider.pay(invoice))
      return 0
    }
    case "notice":
      return tell(world, one)
    case "cancel": {
      const order = pick(world.orders, one.order)
      return order ? (await shop.call(`POST /api/orders/${order.id}/cancel`, { as: order.buyer })).status : 0
    }
    case "wait":
      shop.clock.advance(minutes(one.minutes))
      if (one.minutes > days(1) / minutes(1)) await completeShipped(shop.app.store, "http://localhost")
      await sweepHolds(shop.app.store, "http://localhost")
      return 0
    case "staff": {
      const order = pick(world.orders, one.order)
      const body = { status: one.status, tracking_number: "RM 1", reason: "A test." }
      return order ? (await shop.call(`PATCH /api/admin/orders/${order.id}`, { as: staff, body })).status : 0
    }
    case "reopen": {
      const order = pick(world.orders, one.order)
      return order ? (await shop.call(`POST /api/admin/orders/${order.id}/reopen`, { as: staff })).status : 0
    }
    case "review": {
      const order = pick(world.orders, one.order)
      const body = { review: one.review }
      return order ? (await shop.call(`PATCH /api/admin/orders/${order.id}`, { as: staff, body })).status : 0
    }
  }
}

async function tell(world: World, { payment, status, twist }: Extract<Step, { do: "notice" }>): Promise<number> {
  const about = pick(world.payments, payment)
  if (!about) return 0
  const paid = status === "finished" || status === "refunded" ? { actually_paid: about.pay_amount } : {}
  const part = status === "partially_paid" || twist === "short" ? { actually_paid: 0.001 } : {}
  const twisted = {
    ...(twist === "price" ? { price_amount: 0.01 } : {}),
    ...(twist === "redeposit" ? { parent_payment_id: 42 } : {}),
    ...(twist === "otherOrder" ? { order_id: provider.invoice(pick(world.invoices, payment + 1)!).order_id } : {}),
  }
  const { body, signature } = provider.webhook({ ...about, payment_status: status, ...paid, ...part }, twisted)
  const headers = { "content-type": "application/json", "x-nowpayments-sig": signature }
  return (await shop.call("POST /api/nowpayments/ipn", { payload: body, headers })).status
}

async function balance(world: World): Promise<void> {
  const { db } = shop.app.store
  const stocked = await db.select().from(dolls).where(inArray(dolls.id, world.dolls))
  const held = await db
    .select({ dollId: orderItems.dollId, pieces: sql<number>`sum(${orderItems.held})::int` })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.holdsStock, true))
    .groupBy(orderItems.dollId)
  for (const { id, stock } of stocked) {
    expect(stock).toBeGreaterThanOrEqual(0)
    expect(stock! + (held.find((one) => one.dollId === id)?.pieces ?? 0)).toBe(supply)
  }
  for (const { id } of world.orders) await money(id)
}

/** Checks that received money is visible: on a paid order, one under review or refund, or one whose hold is running. */
async function money(orderId: number): Promise<void> {
  const { db } = shop.app.store
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  const all = await db.select().from(payments).where(eq(payments.orderId, orderId))
  const arrived = all.filter(isReceived)
  expect(all.filter((one) => one.effect === "paid").length).toBeLessThanOrEqual(1)
  if (arrived.length > 0) expect(order!.status).not.toBe("cancelled")
  if (order!.status === "unpaid") expect(arrived.every((one) => one.status !== "completed")).toBe(true)
  const settled = order!.status !== "unpaid"
  if (settled && arrived.length > 1) expect(order!.review).not.toBeNull()
  if (["to_be_shipped", "shipped", "completed"].includes(order!.status)) expect(all.length).toBeGreaterThan(0)
}

function pick<T>(all: T[], index: number): T | undefined {
  return all.length === 0 ? undefined : all[index % all.length]
}
