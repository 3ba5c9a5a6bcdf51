import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { users } from "#server/platform/auth/tables.ts"
import { services } from "#server/start/services.ts"
import { aPurchase } from "#test/orders.ts"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const review = (dollId: number, as: any, rating = 4, comment = "Calm and heavy.") =>
  shop.call("POST /api/reviews/", { as, body: { doll_id: dollId, rating, comment } })
const rated = async (dollId: number) => {
  const { body } = await shop.call(`GET /api/dolls/${dollId}`)
  return [body.rating, body.review_count]
}

test("a model's rating is the mean of its verified reviews, 4.5 with none", async () => {
  const doll = await shop.aDoll()
  expect(await rated(doll.id)).toEqual([4.5, 0])
  const [one, two] = [await shop.aUser(), await shop.aUser()]
  for (const buyer of [one, two]) await aPurchase(shop, buyer, doll.id)
  const first = await review(doll.id, one, 5)
  expect(first.status).toBe(201)
  expect(await rated(doll.id)).toEqual([5, 1])
  await review(doll.id, two, 2)
  expect(await rated(doll.id)).toEqual([3.5, 2])
  await shop.call(`PUT /api/reviews/${first.body.id}`, { as: one, body: { rating: 1, comment: "On second thought." } })
  expect(await rated(doll.id)).toEqual([1.5, 2])
  expect((await shop.call(`DELETE /api/reviews/${first.body.id}`, { as: one })).status).toBe(204)
  expect(await rated(doll.id)).toEqual([2, 1])
  const { body } = await shop.call("GET /api/reviews/user/", { as: two })
  await shop.call(`DELETE /api/reviews/${body[0].id}`, { as: two })
  expect(await rated(doll.id)).toEqual([4.5, 0])
})

test("who did not buy the model does not change its rating, and comes after those who did", async () => {
  const doll = await shop.aDoll()
  const [buyer, stranger, late] = [await shop.aUser(), await shop.aUser(), await shop.aUser()]
  await aPurchase(shop, buyer, doll.id)
  await review(doll.id, buyer, 5)
  const { body: unverified } = await review(doll.id, stranger, 1)
  const { body: own } = await review(doll.id, late, 2)
  expect(await rated(doll.id)).toEqual([5, 1])
  const { body: listed, headers } = await shop.call(`GET /api/reviews/doll/${doll.id}`)
  expect(listed.map((one: any) => [one.rating, one.verified_purchase])).toEqual([
    [5, true],
    [2, false],
    [1, false],
  ])
  expect(headers["x-total-count"]).toBe("3")
  const page = await services(shop.app).showDoll(doll.id, { skip: 0, limit: 10 }, "en")
  expect(page.reviews).toMatchObject({ total: 3, counts: [0, 0, 0, 0, 1] })
  // The page's structured data is made of these two.
  expect([page.doll.rating, page.doll.review_count]).toEqual([5, 1])
  const [inList] = (await shop.call(`GET /api/dolls?q=${encodeURIComponent(doll.name)}`)).body
  expect([inList.rating, inList.review_count]).toEqual([5, 1])
  await aPurchase(shop, late, doll.id)
  await shop.call(`PUT /api/reviews/${own.id}`, { as: late, body: { rating: 2, comment: "Bought since." } })
  expect(await rated(doll.id)).toEqual([3.5, 2])
  await shop.call(`DELETE /api/reviews/${unverified.id}`, { as: stranger })
  expect(await rated(doll.id)).toEqual([3.5, 2])
})

test("one review per user and model; the second is a conflict with a message", async () => {
  const doll = await shop.aDoll()
  const user = await shop.aUser()
  expect((await review(doll.id, user)).status).toBe(201)
  const again = await review(doll.id, user, 1)
  expect([again.status, again.body.code, again.body.detail]).toEqual([
    409,
    "ALREADY_REVIEWED",
    "You have already reviewed this model.",
  ])
  expect((await shop.call(`GET /api/reviews/doll/${doll.id}`)).headers["x-total-count"]).toBe("1")
})

test("the author is a first name and an initial, without an id; a deleted one is a former member", async () => {
  const doll = await shop.aDoll()
  const one = await shop.aUser({ fullName: "Ana María de la Vega" })
  const two = await shop.aUser({ fullName: "Cher" })
  const three = await shop.aUser({ fullName: "Gone Away" })
  for (const user of [one, two, three]) {
    await review(doll.id, user)
    shop.clock.advance(1000)
  }
  await shop.app.store.db.update(users).set({ deletedAt: new Date(), isActive: false }).where(eq(users.id, three.id))
  shop.clock.advance(31_000)
  const { body, headers } = await shop.call(`GET /api/reviews/doll/${doll.id}`)
  expect(body.map((each: any) => each.author)).toEqual(["Former member", "Cher", "Ana V."])
  expect(headers["x-total-count"]).toBe("3")
  expect(Object.keys(body[0]).sort()).toEqual(
    ["author", "comment", "created_at", "doll_id", "id", "rating", "updated_at", "verified_purchase"].sort(),
  )
  const paged = await shop.call(`GET /api/reviews/doll/${doll.id}?skip=1&limit=1`)
  expect(paged.body.map((each: any) => each.author)).toEqual(["Cher"])
})

test("a purchase is verified once it is paid, and only of that model", async () => {
  const [bought, unpaid, other] = [await shop.aDoll(), await shop.aDoll(), await shop.aDoll()]
  const user = await shop.aUser()
  await aPurchase(shop, user, bought.id)
  await aPurchase(shop, user, unpaid.id, "unpaid")
  for (const [doll, verified] of [
    [bought, true],
    [unpaid, false],
    [other, false],
  ] as const) {
    expect((await review(doll.id, user)).body.verified_purchase).toBe(verified)
  }
})

test("another user's review cannot be changed, and is not distinguished from a missing one", async () => {
  const doll = await shop.aDoll()
  const { body } = await review(doll.id, await shop.aUser())
  const stranger = await shop.aUser()
  for (const id of [body.id, 999_999]) {
    const edited = await shop.call(`PUT /api/reviews/${id}`, { as: stranger, body: { rating: 1, comment: "x" } })
    expect([edited.status, edited.body.detail]).toEqual([404, "Review not found"])
    expect((await shop.call(`DELETE /api/reviews/${id}`, { as: stranger })).status).toBe(404)
  }
  expect((await shop.call(`GET /api/reviews/doll/${doll.id}`)).body).toMatchObject([{ rating: 4 }])
})

test.each([
  [{ rating: undefined }, "rating", "Please select a rating"],
  [{ rating: 0 }, "rating", "Please select a rating"],
  [{ rating: 6 }, "rating", "Please select a rating"],
  [{ rating: 4.5 }, "rating", "Please select a rating"],
  [{ comment: "   " }, "comment", "Please enter a review comment"],
  [{ comment: undefined }, "comment", "Please enter a review comment"],
  [{ comment: "she looks like a teen" }, "comment", expect.stringContaining("adults only")],
])("%j is told at its field", async (fields, path, message) => {
  const doll = await shop.aDoll()
  const body = { doll_id: doll.id, rating: 4, comment: "Fine.", ...fields }
  const answer = await shop.call("POST /api/reviews/", { as: await shop.aUser(), body })
  expect([answer.status, answer.body.errors[0]]).toEqual([422, { path, message }])
  expect(await rated(doll.id)).toEqual([4.5, 0])
})

test("only customers can review, and only models in the shop", async () => {
  const doll = await shop.aDoll()
  const body = { doll_id: doll.id, rating: 4, comment: "Fine." }
  expect((await shop.call("POST /api/reviews/", { body })).status).toBe(401)
  for (const staff of [await shop.aModerator(), await shop.anAdmin()]) {
    expect((await shop.call("POST /api/reviews/", { as: staff, body })).status).toBe(403)
  }
  const user = await shop.aUser()
  for (const hidden of [await shop.aDoll({ deletedAt: new Date() }), await shop.aDoll({ needsApproval: true })]) {
    expect((await review(hidden.id, user)).status).toBe(404)
    expect((await shop.call(`GET /api/reviews/doll/${hidden.id}`)).status).toBe(404)
  }
  expect((await shop.call("GET /api/reviews/user/")).status).toBe(401)
})

test("my reviews name their models, newest first, ten a page", async () => {
  const user = await shop.aUser()
  for (let n = 0; n < 11; n++) {
    await review((await shop.aDoll({ name: `Mine ${n}` })).id, user)
    shop.clock.advance(1000)
  }
  const { body, headers } = await shop.call("GET /api/reviews/user/", { as: user })
  expect([body.length, headers["x-total-count"], headers["cache-control"]]).toEqual([10, "11", "private, no-store"])
  expect(body[0]).toMatchObject({ doll_name: "Mine 10", image_url: null, picture: null })
})
