import { afterAll, beforeAll, expect, test } from "vitest"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { anOrder } from "#test/orders.ts"
import type { TestShop } from "#test/shop.ts"
import { orders } from "../orders/tables.ts"
import { processPending } from "../payments/webhooks.ts"
import { issueInvoices, type Sale } from "./issue.ts"
import { salesInvoices } from "./tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
})
afterAll(() => close())

test("payments at the same time, some of them rolled back, get numbers without a gap or a repetition", async () => {
  const made = []
  for (let turn = 0; turn < 24; turn++) made.push(await anOrder(shop, await shop.aUser()))
  const spare = await anOrder(shop, await shop.aUser())
  const sale: Sale = {
    orderId: spare.order.id,
    paymentId: null,
    userId: null,
    paidAt: shop.clock.now(),
    buyer: null,
    document: {
      reference: "",
      lines: [],
      subtotalCents: 0,
      discount: null,
      shippingCents: 0,
      totalCents: 0,
      paidCents: 0,
      paymentMethod: "",
    },
  }
  // Ends as a process that is killed after it has taken the number.
  const crash = () =>
    shop.app.store
      .transaction(async (tx) => {
        await issueInvoices(tx, [sale])
        throw new Error("crash")
      })
      .catch((error: Error) => error.message)
  // Repeats refused webhooks as the provider does: so many at once may wait too long on a slow machine.
  const pay = async (invoiceId: string) => {
    const payment = provider.pay(invoiceId)
    let told = await provider.play(payment, ["waiting", "finished"], "duplicate")
    while (told.some((status) => status >= 500)) told = await provider.play(payment, ["finished"])
  }
  const turns = made.flatMap(({ invoice }) => [pay(invoice.invoice_id), crash()])
  const ended = await Promise.all(turns)
  expect(ended.filter((one) => one === "crash")).toHaveLength(24)
  // Webhooks that waited too long for a lock are stored, and applied by the job.
  while ((await processPending(shop.app.paymentContext)) > 0);
  const rows = await shop.app.store.db.select().from(salesInvoices)
  expect(rows.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 24 }, (_, index) => index + 1),
  )
  const paid = (await shop.app.store.db.select().from(orders)).filter(({ paidAt }) => paidAt !== null)
  expect(paid.map(({ invoiceNumber }) => invoiceNumber).sort()).toEqual(rows.map(({ number }) => number).sort())
})
