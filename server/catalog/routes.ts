import type { FastifyReply, FastifyRequest } from "fastify"
import * as z from "zod"
import {
  CategoryParams,
  CategoryQuery,
  Doll,
  DollQuery,
  DollText,
  DollTextParams,
  EditDoll,
  EditDollText,
  ModeratorDollsQuery,
  NewDoll,
  UnassignedQuery,
} from "#contract/catalog.ts"
import { IdParams } from "#contract/common.ts"
import { modelColumns } from "#contract/modelSheet.ts"
import { assertAdmin, assertStaff, only, onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { listed } from "../http/caching.ts"
import { csvOr } from "../http/csv.ts"
import { once } from "../http/idempotency.ts"
import { preconditionOf, versionTag } from "../http/preconditions.ts"
import * as catalog from "./catalog.ts"
import { type Found, picturesTag } from "./rows.ts"
import { listTexts, saveText } from "./translations.ts"

const tags = ["catalogue"]
const Dolls = z.array(Doll)
const DollTexts = z.array(DollText)
const Nothing = z.null()

export function catalogRoutes({ http, store, reads, cache }: Context): void {
  http.get(
    "/api/dolls",
    { config: { scope: "models:read" }, schema: { tags, querystring: DollQuery, response: { 200: Dolls } } },
    (request, reply) => {
      const { actor, query } = request
      const answer = () => cache.answer(request, reply, () => list(request, query))
      if (!query.all && !query.archived) return answer()
      return csvOr(
        request,
        reply,
        { name: "models", columns: modelColumns, rows: () => catalog.exportDolls(reads, actor, query) },
        answer,
      )
    },
  )
  http.get(
    "/api/dolls/category/:category",
    {
      schema: {
        tags,
        params: CategoryParams,
        querystring: CategoryQuery,
        response: { 200: Dolls },
      },
    },
    (request, reply) =>
      cache.answer(request, reply, () => list(request, { ...request.query, category: request.params.category })),
  )
  http.get(
    "/api/dolls/moderator/:id",
    {
      onRequest: only(assertStaff),
      schema: { tags, params: IdParams, querystring: ModeratorDollsQuery, response: { 200: Dolls } },
    },
    (request, reply) =>
      cache.answer(request, reply, async () =>
        listed(await catalog.moderatorDolls(reads, request.actor, { ...request.params, ...request.query })),
      ),
  )
  http.get(
    "/api/dolls/assigned/false",
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { tags, querystring: UnassignedQuery, response: { 200: Dolls } },
    },
    (request, reply) =>
      cache.answer(request, reply, async () =>
        listed(await catalog.unassignedDolls(reads, request.actor, request.query)),
      ),
  )
  http.get(
    "/api/dolls/:id",
    { config: { scope: "models:read" }, schema: { tags, params: IdParams, response: { 200: Doll } } },
    (request, reply) =>
      cache.answer(request, reply, async () => {
        const found = await catalog.openDoll(reads, request.actor, request.params.id)
        return { body: found.doll, version: tagOf(found) }
      }),
  )
  http.get(
    "/api/dolls/:id/related",
    { schema: { tags, params: IdParams, response: { 200: Dolls } } },
    (request, reply) =>
      cache.answer(request, reply, async () => ({
        body: await catalog.relatedDolls(reads, request.actor, request.params.id),
      })),
  )

  http.post(
    "/api/dolls/create",
    {
      config: { scope: "models:write" },
      onRequest: onlyAdmins("content_admin"),
      schema: { tags, body: NewDoll, response: { 201: Doll } },
    },
    async ({ actor, body, headers }, reply) => {
      assertAdmin(actor, "content_admin")
      const id = await once(store, { headers, reply, scope: `models user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => finish(tx, 201, await catalog.createDoll(tx, actor, body))),
      )
      return send(reply, await catalog.openDoll(store, actor, id))
    },
  )
  http.patch(
    "/api/dolls/:id",
    {
      config: { scope: "models:write" },
      onRequest: onlyAdmins("content_admin"),
      schema: { tags, params: IdParams, body: EditDoll, response: { 200: Doll } },
    },
    async (request, reply) => {
      const input = { id: request.params.id, fields: request.body, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => catalog.editDoll(tx, request.actor, input)))
    },
  )
  http.get(
    "/api/dolls/:id/texts",
    { onRequest: onlyAdmins("content_admin"), schema: { tags, params: IdParams, response: { 200: DollTexts } } },
    ({ actor, params }) => listTexts(store, actor, params.id),
  )
  http.put(
    "/api/dolls/:id/texts/:language",
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { tags, params: DollTextParams, body: EditDollText, response: { 200: DollTexts } },
    },
    ({ actor, params, body }) =>
      store.transaction((tx) => saveText(tx, actor, { dollId: params.id, language: params.language, fields: body })),
  )
  http.post(
    "/api/dolls/:id/approve",
    { onRequest: onlyAdmins("content_admin"), schema: { tags, params: IdParams, response: { 200: Doll } } },
    async (request, reply) => {
      const input = { id: request.params.id, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => catalog.approveDoll(tx, request.actor, input)))
    },
  )
  http.post(
    "/api/dolls/:id/restore",
    { onRequest: onlyAdmins("content_admin"), schema: { tags, params: IdParams, response: { 200: Doll } } },
    async (request, reply) =>
      send(reply, await store.transaction((tx) => catalog.restoreDoll(tx, request.actor, request.params.id))),
  )
  http.delete(
    "/api/dolls/delete/:id",
    { onRequest: onlyAdmins("content_admin"), schema: { tags, params: IdParams, response: { 204: Nothing } } },
    async (request, reply) => {
      const input = { id: request.params.id, seen: preconditionOf(request) }
      await store.transaction((tx) => catalog.deleteDoll(tx, request.actor, input))
      return reply.status(204).send(null)
    },
  )

  async function list(request: FastifyRequest, query: DollQuery) {
    const page = await catalog.listDolls(reads, request.actor, query)
    if (page.refused) request.log.info("blocked a search that points at minors")
    return listed(page)
  }
}

function send(reply: FastifyReply, found: Found) {
  return reply.header("etag", `"${tagOf(found)}"`).send(found.doll)
}

const tagOf = ({ version, doll, needsApproval }: Found) =>
  versionTag({ version, stock: doll.stock, pictures: needsApproval ? picturesTag(doll) : undefined })
