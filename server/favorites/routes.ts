import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { Favorite, FavoriteCheck, FavoriteQuery, FavoritesLink, NewFavorite } from "#contract/favorites.ts"
import { assertUser, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { listed } from "../http/caching.ts"
import { languageOf } from "../languages.ts"
import * as favorites from "./favorites.ts"
import * as sharing from "./share.ts"

const tags = ["favorites"]

export function favoriteRoutes(context: Context): void {
  const { http, store, cache } = context
  linkRoutes(context)
  http.get(
    "/api/favorites",
    { onRequest: only(assertUser), schema: { tags, querystring: FavoriteQuery, response: { 200: z.array(Favorite) } } },
    (request, reply) =>
      cache.answer(request, reply, async () =>
        listed(await favorites.listFavorites(store, request.actor, request.query, languageOf(request))),
      ),
  )
  http.post(
    "/api/favorites",
    { onRequest: only(assertUser), schema: { tags, body: NewFavorite, response: { 200: Favorite, 201: Favorite } } },
    async (request, reply) => {
      const { favorite, created } = await store.transaction((tx) =>
        favorites.addFavorite(tx, request.actor, request.body.doll_id),
      )
      return reply.status(created ? 201 : 200).send(favorite)
    },
  )
  for (const path of ["/api/favorites/by-id/:id", "/api/favorites/:id"]) {
    http.delete(
      path,
      { onRequest: only(assertUser), schema: { tags, params: IdParams, response: { 204: z.null() } } },
      async (request, reply) => {
        await favorites.removeFavorite(store, request.actor, (request.params as z.output<typeof IdParams>).id)
        return reply.status(204).send(null)
      },
    )
  }
  http.get(
    "/api/favorites/check/:dollId",
    {
      onRequest: only(assertUser),
      schema: { tags, params: z.object({ dollId: IdParams.shape.id }), response: { 200: FavoriteCheck } },
    },
    (request) => favorites.checkFavorite(store, request.actor, request.params.dollId),
  )
}

function linkRoutes({ http, store }: Context): void {
  const path = "/api/favorites/link"
  const docs = (summary: string) => ({ tags, summary })
  http.get(
    path,
    {
      onRequest: only(assertUser),
      schema: { ...docs("The link to the own favorites"), response: { 200: FavoritesLink } },
    },
    ({ actor }) => sharing.favoritesLink(store, actor),
  )
  http.put(
    path,
    { onRequest: only(assertUser), schema: { ...docs("Share the own favorites"), response: { 200: FavoritesLink } } },
    ({ actor }) => store.transaction((tx) => sharing.shareFavorites(tx, actor)),
  )
  http.delete(
    path,
    { onRequest: only(assertUser), schema: { ...docs("Turn off the link"), response: { 204: z.null() } } },
    async ({ actor }, reply) => {
      await sharing.unshareFavorites(store, actor)
      return reply.status(204).send(null)
    },
  )
}
