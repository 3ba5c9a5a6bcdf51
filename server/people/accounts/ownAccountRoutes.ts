import { assertSignedIn, only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { requestContextOf } from "../../platform/http/requestContext.ts"
import { routesOf } from "../../platform/http/route.ts"
import * as ownSessions from "./ownSessions.ts"
import * as preferences from "./preferences.ts"

const route = routesOf("Accounts")

export function selfcareRoutes({ http, store, settings }: Context): void {
  route(http, "GET /auth/sessions", {
    summary: "List the account's sessions",
    onRequest: only(assertSignedIn),
    handler: ({ actor }) => ownSessions.listSessions(store, actor),
  })
  route(http, "DELETE /auth/sessions/{id}", {
    summary: "End one session",
    onRequest: only(assertSignedIn),
    handler: ({ actor, params }) => ownSessions.endOwnSession(store, actor, params.id),
  })
  route(http, "DELETE /auth/sessions", {
    summary: "End every other session",
    onRequest: only(assertSignedIn),
    handler: ({ actor }) => ownSessions.endOtherSessions(store, actor),
  })

  route(http, "GET /auth/me/preferences", {
    summary: "The account's notification preferences",
    onRequest: only(assertSignedIn),
    handler: ({ actor }) => preferences.ownPreferences(store, actor),
  })
  route(http, "PATCH /auth/me/preferences", {
    summary: "Change preferences",
    onRequest: only(assertSignedIn),
    handler: (request) =>
      preferences.editPreferences(store, request.actor, request.body, requestContextOf(request, settings)),
  })
}
