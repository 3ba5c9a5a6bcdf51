import { assertSignedIn, assertUser, only, onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { preconditionOf } from "../../platform/http/preconditions.ts"
import { routesOf } from "../../platform/http/route.ts"
import { languageOf } from "../../platform/languages.ts"
import { accessStatus } from "./allowance.ts"
import { quote } from "./membership.ts"
import { assertMaySeePlans, editPlan, listPlans, withdrawChange } from "./planAdmin.ts"
import { listMemberships } from "./plans.ts"

const route = routesOf("Membership")

export function membershipRoutes({ http, store, cache }: Context): void {
  route(http, "GET /memberships", {
    handler: (request, reply) =>
      cache.answer(request, reply, async () => ({ body: await listMemberships(store, request.query.language) })),
  })
  route(http, "GET /memberships/quote", {
    onRequest: only(assertUser),
    handler: ({ actor, query, headers }) => quote(store, actor, query, languageOf({ headers })),
  })
  route(http, "GET /admin/plans", {
    summary: "List the plans with their planned changes",
    onRequest: only(assertMaySeePlans),
    handler: ({ actor }) => listPlans(store, actor),
  })
  route(http, "PUT /admin/plans/{level}", {
    summary: "Change a plan, now or from a moment on",
    onRequest: onlyAdmins("super_admin"),
    handler: (request) => {
      const input = { level: request.params.level, input: request.body, seen: preconditionOf(request) }
      return store.transaction((tx) => editPlan(tx, request.actor, input))
    },
  })
  route(http, "DELETE /admin/plans/{level}/next", {
    summary: "Withdraw the planned change of a plan",
    onRequest: onlyAdmins("super_admin"),
    handler: (request) => {
      const input = { level: request.params.level, seen: preconditionOf(request) }
      return store.transaction((tx) => withdrawChange(tx, request.actor, input))
    },
  })
  route(http, "GET /chat/access-status", {
    onRequest: only(assertSignedIn),
    handler: ({ actor }) => accessStatus(store, actor),
  })
}
