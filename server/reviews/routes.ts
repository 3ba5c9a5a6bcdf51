import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { EditReview, NewReview, OwnReview, Review, ReviewQuery } from "#contract/reviews.ts"
import { assertUser, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import type { Tx } from "../db/store.ts"
import { listed } from "../http/caching.ts"
import type { Moderation } from "../moderation/moderation.ts"
import * as reviews from "./reviews.ts"

const tags = ["reviews"]

export function reviewRoutes({ http, store, cache, moderation }: Context & { moderation: Moderation }): void {
  http.get(
    "/api/reviews/doll/:id",
    { schema: { tags, params: IdParams, querystring: ReviewQuery, response: { 200: z.array(Review) } } },
    (request, reply) =>
      cache.answer(request, reply, async () =>
        listed(await reviews.listReviews(store, request.actor, { dollId: request.params.id, ...request.query })),
      ),
  )
  http.get(
    "/api/reviews/user",
    { onRequest: only(assertUser), schema: { tags, querystring: ReviewQuery, response: { 200: z.array(OwnReview) } } },
    (request, reply) =>
      cache.answer(request, reply, async () => listed(await reviews.ownReviews(store, request.actor, request.query))),
  )
  http.post(
    "/api/reviews",
    { onRequest: only(assertUser), schema: { tags, body: NewReview, response: { 201: Review } } },
    async ({ actor, body }, reply) => {
      const write = (tx: Tx) => reviews.createReview(tx, actor, body)
      return reply.status(201).send(await reviews.publish(store, moderation, actor, body.comment, write))
    },
  )
  http.put(
    "/api/reviews/:id",
    { onRequest: only(assertUser), schema: { tags, params: IdParams, body: EditReview, response: { 200: Review } } },
    ({ actor, params, body }) => {
      const write = (tx: Tx) => reviews.editReview(tx, actor, { id: params.id, fields: body })
      return reviews.publish(store, moderation, actor, body.comment, write)
    },
  )
  http.delete(
    "/api/reviews/:id",
    { onRequest: only(assertUser), schema: { tags, params: IdParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await store.transaction((tx) => reviews.deleteReview(tx, request.actor, request.params.id))
      return reply.status(204).send(null)
    },
  )
}
