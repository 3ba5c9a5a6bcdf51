import { queryOptions } from "@tanstack/react-query"
import type { NewReview, OwnReview, Review } from "#contract/reviews.ts"
import { ApiError, call, list } from "../../platform/api/client.ts"

const perCall = 100

/** Newest first. */
export const ownReviewsQuery = (owner: string) =>
  queryOptions({
    queryKey: ["own-reviews", owner],
    queryFn: ({ signal }) => fetchOwnReviews(signal),
  })

async function fetchOwnReviews(signal?: AbortSignal): Promise<OwnReview[]> {
  const reviews: OwnReview[] = []
  for (let more = true; more; ) {
    const { items, total } = await list("GET /reviews/user/", {
      query: { skip: reviews.length, limit: perCall },
      signal,
    })
    reviews.push(...items)
    more = items.length > 0 && reviews.length < total
  }
  return reviews
}

/**
 * Submits a review. If the response is lost, or the model was reviewed before, it fetches the stored review. An equal
 * one counts as submitted; a different one is returned with the reason why this one was refused.
 */
export async function submitReview(input: NewReview): Promise<{ review: Review; refusal: ApiError | null }> {
  try {
    return { review: await call("POST /reviews/", { body: input }), refusal: null }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 0 && error.code !== "ALREADY_REVIEWED")) throw error
    const all = await fetchOwnReviews().catch(() => [])
    const review = all.find(({ doll_id }) => doll_id === input.doll_id)
    if (!review) throw error
    const isSame = review.rating === input.rating && review.comment === input.comment
    return { review, refusal: isSame ? null : error }
  }
}
