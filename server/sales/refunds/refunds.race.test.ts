import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { aSentOrder, payout, refundWith } from "#test/refunds.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { issueCreditNotes } from "../invoicing/issue.ts"
import { creditNotes } from "../invoicing/tables.ts"
import { orders, refunds, returns } from "../orders/tables.ts"
import { creditMissing } from "../payments/salesInvoices.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let staff: TestPerson[]
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  staff = [await shop.anAdmin("financial_admin"), await shop.anAdmin("financial_admin")]
})
afterAll(() => close())

const aSent = (options: object = {}) => aSentOrder(shop, provider, { staff: staff[0]!, ...options })
const rowOf = async (id: number) => (await shop.app.store.db.select().from(orders).where(eq(orders.id, id)))[0]!
const refundsOf = (id: number) => shop.app.store.db.select().from(refunds).where(eq(refunds.orderId, id))

test("two admins refund at once: together never more than was received, and each piece once", async () => {
  for (let round = 0; round < 5; round++) {
    const { order, doll } = await aSent({ quantity: 2 })
    const lines = [{ doll_id: doll.id, quantity: 2, restock: true }]
    const answers = await Promise.all([
      refundWith(shop, staff[0]!, order.id, { lines, reason: "damaged" }),
      refundWith(shop, staff[1]!, order.id, { lines, reason: "damaged" }),
      refundWith(shop, staff[0]!, order.id, { amount: 400, reason: "goodwill" }),
      refundWith(shop, staff[1]!, order.id, { amount: 400, reason: "goodwill" }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const made = await refundsOf(order.id)
    expect((await rowOf(order.id)).refundDueCents).toBe(made.reduce((sum, { amountCents }) => sum + amountCents, 0))
    const [row] = await shop.app.store.db.select().from(dolls).where(eq(dolls.id, doll.id))
    expect([0, 2]).toContain(row!.stock)
    expect(row!.stock).toBe(answers.slice(0, 2).some(({ status }) => status === 200) ? 2 : 0)
  }
})

test("one payout is recorded once, by two admins and the provider's webhook at the same time", async () => {
  for (let round = 0; round < 5; round++) {
    const { order, payment } = await aSent()
    const { body } = await refundWith(shop, staff[0]!, order.id, { amount: 100, reason: "goodwill" })
    const path = `POST /api/admin/refunds/${body.refunds[0]!.id}/settle` as const
    await Promise.all([
      shop.call(path, { as: staff[0]!, body: payout }),
      shop.call(path, { as: staff[1]!, body: payout }),
      provider.play(payment, ["refunded"]),
    ])
    expect(await rowOf(order.id)).toMatchObject({ refundedCents: 10_000, refundDueCents: 0, status: "shipped" })
    expect(await refundsOf(order.id)).toMatchObject([{ status: "settled" }])
  }
})

test("payouts that are recorded at the same time get credit notes without a gap or a repetition", async () => {
  const made: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    const { order } = await aSent()
    made.push((await refundWith(shop, staff[0]!, order.id, { amount: 100, reason: "goodwill" })).body.refunds[0]!.id)
  }
  // Ends as a process that is killed after it has taken the number.
  const crash = () =>
    shop.app.store
      .transaction(async (tx) => {
        await issueCreditNotes(tx, [
          {
            refundId: made[0]!,
            paymentId: null,
            invoiceNumber: "none",
            paidOutAt: shop.clock.now(),
            document: { reference: "", lines: [], totalCents: 0 },
          },
        ])
      })
      .catch(() => "crash")
  const settle = (id: number, as: TestPerson) => shop.call(`POST /api/admin/refunds/${id}/settle`, { as, body: payout })
  const turns = made.flatMap((id) => [
    settle(id, staff[0]!),
    crash(),
    settle(id, staff[1]!),
    creditMissing(shop.app.store),
  ])
  expect((await Promise.all(turns)).filter((one) => one === "crash")).toHaveLength(made.length)
  const notes = await shop.app.store.db.select().from(creditNotes).orderBy(creditNotes.sequence)
  expect(notes.map(({ sequence }) => sequence)).toEqual(notes.map((_, index) => index + 1))
  expect(notes.map(({ refundId }) => refundId)).toEqual(expect.arrayContaining(made))
})

test("a refund and a late webhook about the same payment never pay back more than was received", async () => {
  for (let round = 0; round < 6; round++) {
    const { order, payment, doll } = await aSent({ ship: round % 2 === 0 })
    await Promise.all([
      refundWith(shop, staff[0]!, order.id, {
        lines: [{ doll_id: doll.id, quantity: 1, restock: true }],
        reason: "damaged",
      }),
      provider.play(payment, ["refunded"]),
    ])
    const row = await rowOf(order.id)
    expect(row.refundedCents + row.refundDueCents).toBe(30_000)
    expect(row.status).toBe(round % 2 === 0 ? "shipped" : "refunded")
    const [piece] = await shop.app.store.db.select().from(dolls).where(eq(dolls.id, doll.id))
    expect(piece!.stock).toBeLessThanOrEqual(1)
  }
})

test("a customer asks twice and withdraws while staff decide: one outcome, and no piece twice", async () => {
  for (let round = 0; round < 5; round++) {
    const { order, doll, buyer } = await aSent()
    const body = { lines: [{ doll_id: doll.id, quantity: 1 }], reason: "other" }
    const asked = await Promise.all(
      [1, 2].map(() => shop.call(`POST /api/orders/${order.id}/returns`, { as: buyer, body })),
    )
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 422])
    const [row] = await shop.app.store.db.select().from(returns).where(eq(returns.orderId, order.id))
    const answers = await Promise.all([
      shop.call(`POST /api/returns/${row!.id}/withdraw`, { as: buyer }),
      shop.call(`PATCH /api/admin/returns/${row!.id}`, {
        as: staff[0]!,
        body: { status: "refused", refusal: "It was used." },
      }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await rowOf(order.id)).returnsWaiting).toBe(0)
  }
})
