import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { routesOf, withTotal } from "../http/route.ts"
import { listFailedEmails } from "./failedEmails.ts"

const route = routesOf("Staff")

export function mailRoutes({ http, store }: Context): void {
  route(http, "GET /admin/letters/dead", {
    summary: "Emails that were given up after their last attempt",
    onRequest: onlyAdmins("super_admin"),
    handler: async ({ actor, query }, reply) => withTotal(reply, await listFailedEmails(store, actor, query)),
  })
}
