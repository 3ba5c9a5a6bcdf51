import { assertUser, only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import type { Tx } from "../../platform/db/store.ts"
import { listed } from "../../platform/http/caching.ts"
import { routesOf } from "../../platform/http/route.ts"
import type { Moderation } from "../../platform/moderation/moderation.ts"
import * as reviews from "./reviews.ts"

const route = routesOf("reviews")

export function reviewRoutes({ http, store, cache, moderation }: Context & { moderation: Moderation }): void {
  route(http, "GET /reviews/doll/{id}", {
    handler: (request, reply) =>
      cache.answer(request, reply, async () =>
        listed(await reviews.listReviews(store, request.actor, { dollId: request.params.id, ...request.query })),
      ),
  })
  route(http, "GET /reviews/user/", {
    onRequest: only(assertUser),
    handler: (request, reply) =>
      cache.answer(request, reply, async () => listed(await reviews.ownReviews(store, request.actor, request.query))),
  })
  route(http, "POST /reviews/", {
    onRequest: only(assertUser),
    status: 201,
    handler: ({ actor, body }) => {
      const write = (tx: Tx) => reviews.createReview(tx, actor, body)
      return reviews.publish(store, moderation, actor, body.comment, write)
    },
  })
  route(http, "PUT /reviews/{id}", {
    onRequest: only(assertUser),
    handler: ({ actor, params, body }) => {
      const write = (tx: Tx) => reviews.editReview(tx, actor, { id: params.id, fields: body })
      return reviews.publish(store, moderation, actor, body.comment, write)
    },
  })
  route(http, "DELETE /reviews/{id}", {
    onRequest: only(assertUser),
    handler: (request) => store.transaction((tx) => reviews.deleteReview(tx, request.actor, request.params.id)),
  })
}
