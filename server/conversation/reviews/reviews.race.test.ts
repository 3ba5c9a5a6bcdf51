import { eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { reviews } from "#server/conversation/reviews/tables.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { aPurchase } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("with concurrent reviews, edits and deletions, the rating is their mean, and a user has one review", async () => {
  const doll = await shop.aDoll()
  const people = await Promise.all(Array.from({ length: 12 }, () => shop.aUser()))
  const write = (as: any, rating: number) =>
    shop.call("POST /api/reviews/", { as, body: { doll_id: doll.id, rating, comment: "At once." } })
  await Promise.all(people.map((as, n) => (n % 2 === 0 ? aPurchase(shop, as, doll.id) : undefined)))
  const first = await Promise.all(people.flatMap((as, n) => [write(as, 1 + (n % 5)), write(as, 5)]))
  expect(first.map(({ status }) => status).sort()).toEqual([...Array(12).fill(201), ...Array(12).fill(409)])
  const rows = await shop.app.store.db.select().from(reviews).where(eq(reviews.dollId, doll.id))
  const ofPerson = new Map(rows.map((row) => [row.userId, row.id]))
  const second = await Promise.all(
    people.flatMap((as, n) => {
      const id = ofPerson.get(as.id)
      const edit = shop.call(`PUT /api/reviews/${id}`, { as, body: { rating: 1 + ((n + 2) % 5), comment: "Again." } })
      return n % 3 === 0
        ? [edit, shop.call(`DELETE /api/reviews/${id}`, { as }), shop.call(`DELETE /api/reviews/${id}`, { as })]
        : [edit]
    }),
  )
  expect(second.map(({ status }) => status).filter((status) => ![200, 204, 404].includes(status))).toEqual([])
  const [truth] = await shop.app.store.db
    .select({
      count: sql<number>`count(*)::int`,
      sum: sql<number>`sum(${reviews.rating})::int`,
      verified: sql<number>`(count(*) filter (where ${reviews.verifiedPurchase}))::int`,
      verifiedSum: sql<number>`(sum(${reviews.rating}) filter (where ${reviews.verifiedPurchase}))::int`,
    })
    .from(reviews)
    .where(eq(reviews.dollId, doll.id))
  const [row] = await shop.app.store.db.select().from(dolls).where(eq(dolls.id, doll.id))
  expect([row!.reviewCount, row!.ratingSum]).toEqual([truth!.count, truth!.sum])
  expect([row!.verifiedCount, row!.verifiedSum]).toEqual([truth!.verified, truth!.verifiedSum])
  expect(row!.rating).toBeCloseTo(truth!.sum / truth!.count)
})
