import * as z from "zod"
import { Id } from "#contract/common.ts"
import type { App } from "../app.ts"
import { assign, unassign } from "./assignments.ts"

const said = (summary: string) => ({ tags: ["Staff"], summary })
const params = z.object({ moderatorId: Id, dollId: Id })
const response = { 204: z.null().describe("Done") }

export function staffRoutes({ http, store }: App): void {
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
