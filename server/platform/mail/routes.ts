import { assertAdmin, onlyAdmins } from "../auth/actor.ts"
import { hours } from "../clock.ts"
import type { Context } from "../context.ts"
import { homeOrigin } from "../http/origin.ts"
import { routesOf, withTotal } from "../http/route.ts"
import { listFailedEmails } from "./failedEmails.ts"
import { sendTestEmail } from "./testEmail.ts"

const route = routesOf("Staff")

export function mailRoutes({ http, store, settings, limits }: Context): void {
  const tests = limits.make("mailTests", 20, hours(1))
  route(http, "GET /admin/letters/dead", {
    summary: "Emails that were given up after their last attempt",
    onRequest: onlyAdmins("super_admin"),
    handler: async ({ actor, query }, reply) => withTotal(reply, await listFailedEmails(store, actor, query)),
  })
  route(http, "POST /admin/letters/test", {
    summary: "Send a test email to the caller",
    onRequest: onlyAdmins("super_admin"),
    handler: async ({ actor }) => {
      assertAdmin(actor, "super_admin")
      await tests.take(actor.id)
      return sendTestEmail(store, actor, settings, `${homeOrigin(settings, http)}/admin`)
    },
  })
}
