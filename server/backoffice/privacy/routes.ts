import { assertSignedIn, assertUser, only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { requestContextOf } from "../../platform/http/requestContext.ts"
import { routesOf } from "../../platform/http/route.ts"
import { deleteAccount } from "./deletion.ts"
import { exportAccount } from "./export.ts"

const route = routesOf("Accounts")

export function privacyRoutes({ http, store, settings, limits }: Context): void {
  route(http, "GET /users/account/export", {
    summary: "Export all data held about the caller",
    onRequest: only(assertSignedIn),
    handler: async ({ actor }, reply) => {
      const held = await exportAccount(store, actor)
      return reply.header("content-disposition", 'attachment; filename="vitrine-account.json"').send(held)
    },
  })
  route(http, "DELETE /users/account", {
    summary: "Delete the account: with the password, or within ten minutes of signing in",
    onRequest: only(assertUser),
    handler: async (request) => {
      const { actor, body } = request
      if (actor.kind === "person" && body?.password) await limits.ownPassword.take(actor.id)
      await deleteAccount(store, actor, body, requestContextOf(request, settings))
      // The log is outside of the database: a restored backup contains the account again.
      if (actor.kind === "person") request.log.info({ user: actor.id }, "account deleted")
    },
  })
}
