import { onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { preconditionOf } from "../../platform/http/preconditions.ts"
import { routesOf, withTotal } from "../../platform/http/route.ts"
import * as redirects from "./redirects.ts"

const route = routesOf("catalogue")

const onRequest = onlyAdmins("content_admin")

export function redirectRoutes({ http, store, reads }: Context): void {
  route(http, "GET /admin/redirects", {
    summary: "List redirects",
    onRequest,
    handler: async ({ actor, query }, reply) => withTotal(reply, await redirects.listRedirects(reads, actor, query)),
  })
  route(http, "POST /admin/redirects", {
    summary: "Add a redirect",
    onRequest,
    status: 201,
    handler: ({ actor, body }) => store.transaction((tx) => redirects.createRedirect(tx, actor, body)),
  })
  route(http, "PUT /admin/redirects/{id}", {
    summary: "Change a redirect",
    onRequest,
    handler: (request) => {
      const { actor, params, body } = request
      const input = { id: params.id, input: body, seen: preconditionOf(request) }
      return store.transaction((tx) => redirects.editRedirect(tx, actor, input))
    },
  })
  route(http, "DELETE /admin/redirects/{id}", {
    summary: "Delete a redirect",
    onRequest,
    handler: ({ actor, params }) => store.transaction((tx) => redirects.deleteRedirect(tx, actor, params.id)),
  })
}
