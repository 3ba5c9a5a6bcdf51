import * as z from "zod"
import { Doll, ModeratorDollsQuery } from "#contract/catalog.ts"
import { Id, IdParams } from "#contract/common.ts"
import { ModeratorMetrics } from "#contract/staff.ts"
import type { App } from "../app.ts"
import { moderatorDolls } from "../catalog/catalog.ts"
import { assign, unassign } from "./assignments.ts"
import { moderatorMetrics, ownMetrics } from "./metrics.ts"

const said = (summary: string) => ({ tags: ["Staff"], summary })
const params = z.object({ moderatorId: Id, dollId: Id })
const response = { 204: z.null().describe("Done") }

export function staffRoutes({ http, store }: App): void {
  http.get(
    "/api/moderators/dashboard",
    { schema: { ...said("A moderator's own numbers"), response: { 200: ModeratorMetrics } } },
    ({ actor }) => ownMetrics(store, actor),
  )
  http.get(
    "/api/moderators/:id/metrics",
    {
      schema: {
        ...said("The numbers of a moderator, for admins"),
        params: IdParams,
        response: { 200: ModeratorMetrics },
      },
    },
    ({ actor, params }) => moderatorMetrics(store, actor, params.id),
  )
  http.get(
    "/api/moderators/:id/dolls",
    {
      schema: {
        ...said("The models in a moderator's care: for that moderator and for admins"),
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
    { schema: { ...said("Give a model into a moderator's care; 409 when another has it"), params, response } },
    async (request, reply) => {
      await store.transaction((tx) => assign(tx, request.actor, request.params))
      return reply.status(204).send(null)
    },
  )
  http.delete(
    "/api/moderators/:moderatorId/dolls/:dollId",
    { schema: { ...said("Take a model out of a moderator's care"), params, response } },
    async (request, reply) => {
      await store.transaction((tx) => unassign(tx, request.actor, request.params))
      return reply.status(204).send(null)
    },
  )
}
