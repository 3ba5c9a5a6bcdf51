import type { FastifyReply, FastifyRequest } from "fastify"
import type { DollQuery } from "#contract/catalog.ts"
import { modelColumns } from "#contract/modelSheet.ts"
import { assertAdmin, assertStaff, only, onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { listed } from "../../platform/http/caching.ts"
import { csvOr } from "../../platform/http/csv.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { preconditionOf, versionTag } from "../../platform/http/preconditions.ts"
import { routesOf } from "../../platform/http/route.ts"
import * as catalog from "./catalog.ts"
import { type Found, picturesTag } from "./rows.ts"
import { listTexts, saveText } from "./translations.ts"

const route = routesOf("catalogue")

export function catalogRoutes({ http, store, reads, cache }: Context): void {
  route(http, "GET /dolls", {
    config: { scope: "models:read" },
    handler: (request, reply) => {
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
  })
  route(http, "GET /dolls/category/{category}", {
    handler: (request, reply) =>
      cache.answer(request, reply, () => list(request, { ...request.query, category: request.params.category })),
  })
  route(http, "GET /dolls/moderator/{id}", {
    onRequest: only(assertStaff),
    handler: (request, reply) =>
      cache.answer(request, reply, async () =>
        listed(await catalog.moderatorDolls(reads, request.actor, { ...request.params, ...request.query })),
      ),
  })
  route(http, "GET /dolls/assigned/false", {
    onRequest: onlyAdmins("content_admin"),
    handler: (request, reply) =>
      cache.answer(request, reply, async () =>
        listed(await catalog.unassignedDolls(reads, request.actor, request.query)),
      ),
  })
  route(http, "GET /dolls/{id}", {
    config: { scope: "models:read" },
    handler: (request, reply) =>
      cache.answer(request, reply, async () => {
        const found = await catalog.openDoll(reads, request.actor, request.params.id)
        return { body: found.doll, version: tagOf(found) }
      }),
  })
  route(http, "GET /dolls/{id}/related", {
    handler: (request, reply) =>
      cache.answer(request, reply, async () => ({
        body: await catalog.relatedDolls(reads, request.actor, request.params.id),
      })),
  })

  route(http, "POST /dolls/create/", {
    config: { scope: "models:write" },
    onRequest: onlyAdmins("content_admin"),
    status: 201,
    handler: async ({ actor, body, headers }, reply) => {
      assertAdmin(actor, "content_admin")
      const id = await withIdempotencyKey(store, { headers, reply, scope: `models user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => finish(tx, 201, await catalog.createDoll(tx, actor, body))),
      )
      return send(reply, await catalog.openDoll(store, actor, id))
    },
  })
  route(http, "PATCH /dolls/{id}", {
    config: { scope: "models:write" },
    onRequest: onlyAdmins("content_admin"),
    handler: async (request, reply) => {
      const input = { id: request.params.id, fields: request.body, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => catalog.editDoll(tx, request.actor, input)))
    },
  })
  route(http, "GET /dolls/{id}/texts", {
    onRequest: onlyAdmins("content_admin"),
    handler: ({ actor, params }) => listTexts(store, actor, params.id),
  })
  route(http, "PUT /dolls/{id}/texts/{language}", {
    onRequest: onlyAdmins("content_admin"),
    handler: ({ actor, params, body }) =>
      store.transaction((tx) => saveText(tx, actor, { dollId: params.id, language: params.language, fields: body })),
  })
  route(http, "POST /dolls/{id}/approve", {
    onRequest: onlyAdmins("content_admin"),
    handler: async (request, reply) => {
      const input = { id: request.params.id, seen: preconditionOf(request), reason: request.body?.reason }
      return send(reply, await store.transaction((tx) => catalog.approveDoll(tx, request.actor, input)))
    },
  })
  route(http, "POST /dolls/{id}/restore", {
    onRequest: onlyAdmins("content_admin"),
    handler: async (request, reply) =>
      send(reply, await store.transaction((tx) => catalog.restoreDoll(tx, request.actor, request.params.id))),
  })
  route(http, "DELETE /dolls/delete/{id}", {
    onRequest: onlyAdmins("content_admin"),
    handler: async (request) => {
      const input = { id: request.params.id, seen: preconditionOf(request) }
      await store.transaction((tx) => catalog.deleteDoll(tx, request.actor, input))
    },
  })

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
