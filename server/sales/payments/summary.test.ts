import { readFile } from "node:fs/promises"
import { asc, eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { anOrder } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { orders } from "../orders/tables.ts"
import { refreshSummaries, summarizePayments } from "./summary.ts"
import { payments } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  await shop.app.http.listen({ port: 0 })
})
afterAll(() => shop.close())

const rowOf = async (id: number) => (await shop.app.store.db.select().from(orders).where(eq(orders.id, id)))[0]!

type Values = Partial<typeof payments.$inferInsert>
async function anOrderWith(...paid: Values[]): Promise<number> {
  const { order, invoice } = await anOrder(shop, await shop.aUser())
  for (const [at, values] of paid.entries()) {
    const now = new Date(shop.clock.now().getTime() + at)
    await shop.app.store.db.insert(payments).values({
      provider: "test",
      paymentId: `${order.id}-${at}`,
      orderId: order.id,
      invoiceId: invoice.payment_id,
      status: "pending",
      providerStatus: "waiting",
      rank: at,
      payAmount: "300",
      payCurrency: "usdc",
      createdAt: now,
      updatedAt: now,
      ...values,
    })
  }
  return order.id
}

test("the migration writes the same summary as payments do", async () => {
  const ids = [
    await anOrderWith(),
    await anOrderWith({}),
    await anOrderWith({ status: "processing" }),
    await anOrderWith(
      { status: "partially_paid", actuallyPaid: "100.10" },
      { status: "processing", actuallyPaid: "0" },
    ),
    await anOrderWith({ status: "partially_paid", actuallyPaid: "1e2" }, { status: "failed", actuallyPaid: "20.000" }),
    await anOrderWith({ status: "completed", actuallyPaid: "300" }),
    await anOrderWith({ status: "refunded", actuallyPaid: "300" }),
    await anOrderWith({ status: "completed", flags: ["foreign"], priceAmount: "12.345", priceCurrency: "usd" }),
    await anOrderWith({ status: "completed", flags: ["foreign"], priceAmount: "12", priceCurrency: "eur" }),
    await anOrderWith({ status: "partially_paid", actuallyPaid: "not a number" }),
    await anOrderWith({ status: "partially_paid", actuallyPaid: "7", payAmount: "0" }),
    await anOrderWith({ status: "partially_paid", actuallyPaid: "7", invoiceId: null }),
  ]
  const { db } = shop.app.store
  for (const id of ids) {
    const row = await rowOf(id)
    await shop.app.store.transaction((tx) => summarizePayments(tx, row))
  }
  const read = () => db.select().from(orders).orderBy(asc(orders.id))
  const written = await read()
  expect(new Set(written.map(({ paymentState }) => paymentState))).toEqual(
    new Set([null, "coming", "partial", "arrived"]),
  )
  await db.execute(sql`update orders set payment_state = null, paid_cents = 0, payments_received = 0,
    payment_pending_at = null, payment_invoice_id = null, payment_invoice_url = null, payment_remaining = null,
    payment_updated_at = null`)
  const migration = await readFile(
    new URL("../../platform/db/migrations/0039_order_payments.sql", import.meta.url),
    "utf8",
  )
  await shop.app.database.script(migration.slice(migration.indexOf("create function")))
  expect(await read()).toEqual(written)
})

test("a payment written by a node of an older version is in the summary before its order expires", async () => {
  const id = await anOrderWith({ status: "processing" })
  expect((await rowOf(id)).paymentState).toBeNull()
  await refreshSummaries(shop.app.store)
  expect(await rowOf(id)).toMatchObject({ paymentState: "coming", paymentPendingAt: expect.any(Date) })
})
