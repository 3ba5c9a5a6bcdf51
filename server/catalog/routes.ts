import * as z from "zod"
import { CategoryParams, Doll, DollQuery } from "#contract/catalog.ts"
import { IdParams } from "#contract/common.ts"
import type { App } from "../app.ts"
import { listed } from "../http/caching.ts"
import { versionTag } from "../http/preconditions.ts"
import * as catalog from "./catalog.ts"

const Dolls = z.array(Doll)

export function catalogRoutes({ http, store, cache }: App): void {
  http.get(
    "/api/dolls",
    { schema: { tags: ["catalogue"], querystring: DollQuery, response: { 200: Dolls } } },
    (request, reply) =>
      cache.answer(request, reply, async () => listed(await catalog.listDolls(store, request.actor, request.query))),
  )
  http.get(
    "/api/dolls/category/:category",
    {
      schema: {
        tags: ["catalogue"],
        params: CategoryParams,
        querystring: DollQuery.omit({ category: true }),
        response: { 200: Dolls },
      },
    },
    (request, reply) =>
      cache.answer(request, reply, async () =>
        listed(await catalog.listDolls(store, request.actor, { ...request.query, ...request.params })),
      ),
  )
  http.get(
    "/api/dolls/:id",
    { schema: { tags: ["catalogue"], params: IdParams, response: { 200: Doll } } },
    (request, reply) =>
      cache.answer(request, reply, async () => {
        const { doll, version } = await catalog.getDoll(store, request.actor, request.params.id)
        return { body: doll, version: versionTag(version) }
      }),
  )
  http.get(
    "/api/dolls/:id/related",
    { schema: { tags: ["catalogue"], params: IdParams, response: { 200: Dolls } } },
    (request, reply) =>
      cache.answer(request, reply, async () => ({
        body: await catalog.relatedDolls(store, request.actor, request.params.id),
      })),
  )
}
