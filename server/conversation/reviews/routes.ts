import { assertUser, only, onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import type { Tx } from "../../platform/db/store.ts"
import { listed } from "../../platform/http/caching.ts"
import { routesOf, withTotal } from "../../platform/http/route.ts"
import type { Moderation } from "../../platform/moderation/moderation.ts"
import * as reviews from "./reviews.ts"
import * as voices from "./voices.ts"

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
  const onRequest = onlyAdmins("content_admin")
  route(http, "GET /admin/home-reviews", {
    summary: "List the reviews that the home page may show",
    onRequest,
    handler: async ({ actor, query }, reply) => withTotal(reply, await voices.listVerified(store, actor, query)),
  })
  route(http, "PUT /admin/home-reviews/{id}", {
    summary: "Show a review on the home page",
    onRequest,
    handler: ({ actor, params }) => store.transaction((tx) => voices.pickVoice(tx, actor, params.id)),
  })
  route(http, "DELETE /admin/home-reviews/{id}", {
    summary: "Remove a review from the home page",
    onRequest,
    handler: ({ actor, params }) => store.transaction((tx) => voices.dropVoice(tx, actor, params.id)),
  })
  route(http, "DELETE /reviews/{id}", {
    onRequest: only(assertUser),
    handler: (request) => store.transaction((tx) => reviews.deleteReview(tx, request.actor, request.params.id)),
  })
}
