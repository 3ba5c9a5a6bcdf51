import { beforeEach, expect, test, vi } from "vitest"

const server = vi.hoisted(() => ({ stored: [] as object[], submit: (): unknown => undefined }))
vi.mock("../../platform/api/client.ts", async (original) => ({
  ...(await original<object>()),
  call: async () => server.submit(),
  list: async () => ({ items: server.stored, total: server.stored.length }),
}))

import { ApiError } from "../../platform/api/client.ts"
import { submitReview } from "./ownReviews.ts"

const lost = new ApiError(0, { detail: "No answer" }, null)
const repeated = new ApiError(409, { code: "ALREADY_REVIEWED" }, null)
const input = { doll_id: 1, rating: 4, comment: "Calm and heavy." }
const other = { id: 8, doll_id: 2, rating: 4, comment: "Calm and heavy." }
const refuse = (error: ApiError) => () => {
  throw error
}

beforeEach(() => {
  server.stored = [other]
})

test("a review whose response is lost, or that is sent again, counts as submitted if it is stored", async () => {
  const review = { id: 9, ...input }
  server.stored = [other, review]
  for (const error of [lost, repeated]) {
    server.submit = refuse(error)
    expect(await submitReview(input)).toEqual({ review, refusal: null })
  }
})

test("another review of the same model is returned with the reason of the refusal", async () => {
  for (const different of [{ comment: "Small." }, { rating: 1 }]) {
    const review = { id: 9, ...input, ...different }
    server.stored = [other, review]
    server.submit = refuse(repeated)
    expect(await submitReview(input)).toEqual({ review, refusal: repeated })
  }
})

test("a review that is not stored failed, and so did one that was refused for another reason", async () => {
  server.submit = refuse(lost)
  await expect(submitReview(input)).rejects.toBe(lost)
  server.stored = [{ id: 9, ...input }]
  const blocked = new ApiError(422, { code: "INVALID" }, null)
  server.submit = refuse(blocked)
  await expect(submitReview(input)).rejects.toBe(blocked)
})
