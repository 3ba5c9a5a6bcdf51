import { assertUser, only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { listed } from "../../platform/http/caching.ts"
import { routesOf } from "../../platform/http/route.ts"
import { languageOf } from "../../platform/languages.ts"
import * as favorites from "./favorites.ts"
import * as sharing from "./share.ts"

const route = routesOf("favorites")

export function favoriteRoutes(context: Context): void {
  const { http, store, cache } = context
  linkRoutes(context)
  route(http, "GET /favorites/", {
    onRequest: only(assertUser),
    handler: (request, reply) =>
      cache.answer(request, reply, async () =>
        listed(await favorites.listFavorites(store, request.actor, request.query, languageOf(request))),
      ),
  })
  route(http, "POST /favorites/", {
    onRequest: only(assertUser),
    status: [200, 201],
    handler: async (request, reply) => {
      const { favorite, created } = await store.transaction((tx) =>
        favorites.addFavorite(tx, request.actor, request.body.doll_id),
      )
      return reply.status(created ? 201 : 200).send(favorite)
    },
  })
  for (const call of ["DELETE /favorites/by-id/{id}", "DELETE /favorites/{id}"] as const) {
    route(http, call, {
      onRequest: only(assertUser),
      handler: ({ actor, params }) => favorites.removeFavorite(store, actor, params.id),
    })
  }
  route(http, "GET /favorites/check/{dollId}", {
    onRequest: only(assertUser),
    handler: (request) => favorites.checkFavorite(store, request.actor, request.params.dollId),
  })
}

function linkRoutes({ http, store }: Context): void {
  route(http, "GET /favorites/link", {
    summary: "The link to the own favorites",
    onRequest: only(assertUser),
    handler: ({ actor }) => sharing.favoritesLink(store, actor),
  })
  route(http, "PUT /favorites/link", {
    summary: "Share the own favorites",
    onRequest: only(assertUser),
    handler: ({ actor }) => store.transaction((tx) => sharing.shareFavorites(tx, actor)),
  })
  route(http, "DELETE /favorites/link", {
    summary: "Turn off the link",
    onRequest: only(assertUser),
    handler: ({ actor }) => sharing.unshareFavorites(store, actor),
  })
}
