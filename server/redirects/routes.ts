import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { Redirect, RedirectForm, RedirectsQuery } from "#contract/redirects.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { preconditionOf } from "../http/preconditions.ts"
import * as redirects from "./redirects.ts"

const onRequest = onlyAdmins("content_admin")
const docs = (summary: string) => ({ tags: ["catalogue"], summary })

export function redirectRoutes({ http, store, reads }: Context): void {
  http.get(
    "/api/admin/redirects",
    {
      onRequest,
      schema: { ...docs("List redirects"), querystring: RedirectsQuery, response: { 200: z.array(Redirect) } },
    },
    async ({ actor, query }, reply) => {
      const { items, total } = await redirects.listRedirects(reads, actor, query)
      reply.header("x-total-count", total)
      return items
    },
  )
  http.post(
    "/api/admin/redirects",
    { onRequest, schema: { ...docs("Add a redirect"), body: RedirectForm, response: { 201: Redirect } } },
    async ({ actor, body }, reply) => {
      const made = await store.transaction((tx) => redirects.createRedirect(tx, actor, body))
      return reply.status(201).send(made)
    },
  )
  http.put(
    "/api/admin/redirects/:id",
    {
      onRequest,
      schema: { ...docs("Change a redirect"), params: IdParams, body: RedirectForm, response: { 200: Redirect } },
    },
    (request) => {
      const { actor, params, body } = request
      const input = { id: params.id, input: body, seen: preconditionOf(request) }
      return store.transaction((tx) => redirects.editRedirect(tx, actor, input))
    },
  )
  http.delete(
    "/api/admin/redirects/:id",
    { onRequest, schema: { ...docs("Delete a redirect"), params: IdParams, response: { 204: z.null() } } },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => redirects.deleteRedirect(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )
}
