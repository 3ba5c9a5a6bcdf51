import * as z from "zod"
import { Doll, ModeratorDollsQuery } from "#contract/catalog.ts"
import { Id, IdParams } from "#contract/common.ts"
import { ModeratorMetrics } from "#contract/staff.ts"
import { assertStaff, only, onlyAdmins } from "../auth/actor.ts"
import { moderatorDolls } from "../catalog/catalog.ts"
import { assertModerator } from "../chat/policy.ts"
import type { Context } from "../context.ts"
import { assign, unassign } from "./assignments.ts"
import { moderatorMetrics, ownMetrics } from "./metrics.ts"

const docs = (summary: string) => ({ tags: ["Staff"], summary })
const params = z.object({ moderatorId: Id, dollId: Id })
const response = { 204: z.null().describe("Done") }

export function staffRoutes({ http, store }: Context): void {
  http.get(
    "/api/moderators/dashboard",
    {
      onRequest: only(assertModerator),
      schema: { ...docs("The moderator's own statistics"), response: { 200: ModeratorMetrics } },
    },
    ({ actor }) => ownMetrics(store, actor),
  )
  http.get(
    "/api/moderators/:id/metrics",
    {
      onRequest: onlyAdmins(),
      schema: {
        ...docs("A moderator's statistics, for admins"),
        params: IdParams,
        response: { 200: ModeratorMetrics },
      },
    },
    ({ actor, params }) => moderatorMetrics(store, actor, params.id),
  )
  http.get(
    "/api/moderators/:id/dolls",
    {
      onRequest: only(assertStaff),
      schema: {
        ...docs("Models assigned to a moderator, for that moderator and for admins"),
        params: IdParams,
        querystring: ModeratorDollsQuery,
        response: { 200: z.array(Doll) },
      },
    },
    async ({ actor, params, query }, reply) => {
      const { items, total } = await moderatorDolls(store, actor, { ...params, ...query })
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.post(
    "/api/moderators/:moderatorId/dolls/:dollId",
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Assign a model to a moderator; 409 if it is assigned to another"), params, response },
    },
    async (request, reply) => {
      await store.transaction((tx) => assign(tx, request.actor, request.params))
      return reply.status(204).send(null)
    },
  )
  http.delete(
    "/api/moderators/:moderatorId/dolls/:dollId",
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Unassign a model from a moderator"), params, response },
    },
    async (request, reply) => {
      await store.transaction((tx) => unassign(tx, request.actor, request.params))
      return reply.status(204).send(null)
    },
  )
}
