import { asc, eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { minutes } from "#server/platform/clock.ts"
import { sweepHolds } from "#server/sales/orders/holds.ts"
import { addToCart, checkOut } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { changeStock, recordUnrecorded } from "./stock.ts"
import { dolls, stockEntries } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const entriesOf = (id: number) =>
  shop.app.store.db.select().from(stockEntries).where(eq(stockEntries.dollId, id)).orderBy(asc(stockEntries.id))
const stockOf = async (id: number) =>
  (await shop.app.store.db.select({ stock: dolls.stock }).from(dolls).where(eq(dolls.id, id)))[0]!.stock

/** Each entry goes on from the one before, and the last one is the count. */
async function expectWholeLedger(id: number) {
  let count = 0
  const entries = await entriesOf(id)
  for (const { change, stockAfter } of entries) {
    count += change
    expect(stockAfter ?? 0).toBe(count)
  }
  const stock = await stockOf(id)
  expect(stock ?? 0).toBe(count)
  expect(entries.at(-1)?.stockAfter ?? null).toBe(stock)
  return entries
}

test("the ledger sums up to the stock, whatever happens at once", async () => {
  const [first, second] = [await shop.aDoll({ stock: 6 }), await shop.aDoll({ stock: 3 })]
  const admin = await shop.anAdmin("content_admin")
  const buyers = await Promise.all(Array.from({ length: 16 }, () => shop.aUser()))
  for (const [index, buyer] of buyers.entries())
    for (const doll of index % 2 ? [first, second] : [second, first]) await addToCart(shop, buyer, doll.id)
  const buy = async (buyer: (typeof buyers)[number], index: number) => {
    const { status, body } = await checkOut(shop, buyer)
    if (status === 201 && index % 3 === 0) await shop.call(`POST /api/orders/${body.id}/cancel`, { as: buyer })
  }
  const edit = async (stock: number | null) => {
    const { headers } = await shop.call(`GET /api/dolls/${first.id}`, { as: admin })
    await shop.call(`PATCH /api/dolls/${first.id}`, {
      as: admin,
      body: { stock },
      headers: { "if-match": String(headers.etag) },
    })
  }
  const restock = (id: number, by: number) =>
    shop.app.store.transaction((tx) => changeStock(tx, id, { by }, { reason: "returned" }))
  await Promise.all([
    ...buyers.map(buy),
    ...[9, null, 4, 7].map(edit),
    ...[1, -2, 3, -50].flatMap((by) => [restock(first.id, by), restock(second.id, by)]),
  ])
  shop.clock.advance(minutes(61))
  await Promise.all([sweepHolds(shop.app.store, "http://localhost"), sweepHolds(shop.app.store, "http://localhost")])
  await expectWholeLedger(first.id)
  const entries = await expectWholeLedger(second.id)
  // All orders have ended: what they took is back.
  expect(await stockOf(second.id)).toBe(3 + 1 - 2 + 3)
  expect(entries.filter(({ reason }) => reason === "order_ended").length).toBeGreaterThan(0)
  expect(entries.filter(({ reason, orderId }) => reason.startsWith("order_") && orderId === null)).toEqual([])
})

test("a count that has moved is not overwritten", async () => {
  const doll = await shop.aDoll({ stock: 5 })
  const set = (to: number) =>
    shop.app.store.transaction((tx) => changeStock(tx, doll.id, { from: 5, to }, { reason: "corrected" }))
  const answers = await Promise.all([set(7), set(8), set(9)])
  expect(answers.filter((one) => one !== null)).toHaveLength(1)
  expect(await expectWholeLedger(doll.id)).toHaveLength(2)
})

test("changes by an older version are added, once, also while the stock changes", async () => {
  const doll = await shop.aDoll({ stock: 5 })
  await shop.app.store.db
    .update(dolls)
    .set({ stock: sql`${dolls.stock} - 2` })
    .where(eq(dolls.id, doll.id))
  const take = () =>
    shop.app.store.transaction((tx) => changeStock(tx, doll.id, { by: -1 }, { reason: "damaged", note: "Chipped" }))
  await Promise.all([take(), recordUnrecorded(shop.app.store), recordUnrecorded(shop.app.store)])
  const entries = await entriesOf(doll.id)
  expect(entries.reduce((sum, { change }) => sum + change, 0)).toBe(2)
  expect(entries.filter(({ reason }) => reason === "unrecorded").map(({ change }) => change)).toEqual([-2])
})
