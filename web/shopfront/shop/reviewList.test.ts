import { expect, test } from "vitest"
import type { Review } from "#contract/reviews.ts"
import { withChange, withMore } from "./reviewList.ts"

const aReview = (id: number, rating: number): Review => ({
  id,
  doll_id: 1,
  author: "Mara D.",
  rating,
  comment: "Calm and heavy.",
  verified_purchase: true,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
})
const page = { items: [aReview(1, 5), aReview(2, 3)], total: 2, counts: [0, 0, 1, 0, 1] }

test("a review that is written, changed and deleted is counted at its stars", () => {
  const written = withChange(page, null, aReview(3, 1))
  expect(written).toMatchObject({ total: 3, counts: [1, 0, 1, 0, 1] })
  const edited = withChange(written, aReview(3, 1), aReview(3, 4))
  expect(edited).toMatchObject({ total: 3, counts: [0, 0, 1, 1, 1] })
  expect(withChange(edited, aReview(3, 4), null)).toEqual(page)
})

test("a review that moved to the next page meanwhile is shown once", () => {
  expect(withMore(page, [aReview(2, 3), aReview(4, 2)]).items.map((one) => one.id)).toEqual([1, 2, 4])
})

test("a review without a purchase is listed, and not counted at its stars", () => {
  const unverified = { ...aReview(3, 1), verified_purchase: false }
  expect(withChange(page, null, unverified)).toMatchObject({ total: 3, counts: page.counts })
})
