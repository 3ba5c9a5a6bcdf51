import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { Review, ReviewQuery } from "#contract/reviews.ts"
import type { App } from "../app.ts"
import { listed } from "../http/caching.ts"
import * as reviews from "./reviews.ts"

const tags = ["reviews"]

export function reviewRoutes({ http, store, cache }: App): void {
  http.get(
    "/api/reviews/doll/:id",
    { schema: { tags, params: IdParams, querystring: ReviewQuery, response: { 200: z.array(Review) } } },
    (request, reply) =>
      cache.answer(request, reply, async () =>
        listed(await reviews.listReviews(store, request.actor, { dollId: request.params.id, ...request.query })),
      ),
  )
}
