import { queryOptions } from "@tanstack/react-query"
import type { OwnReview } from "#contract/reviews.ts"
import { list } from "../api/client.ts"

const perCall = 100

/** Everything the account has written, newest first. */
export const ownReviewsQuery = (owner: string) =>
  queryOptions({
    queryKey: ["own-reviews", owner],
    queryFn: async ({ signal }) => {
      const found: OwnReview[] = []
      for (let more = true; more; ) {
        const { items, total } = await list<OwnReview>(`GET /reviews/user/?skip=${found.length}&limit=${perCall}`, {
          signal,
        })
        found.push(...items)
        more = items.length > 0 && found.length < total
      }
      return found
    },
  })
