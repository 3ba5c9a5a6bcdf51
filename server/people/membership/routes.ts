import { assertSignedIn, assertUser, only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { routesOf } from "../../platform/http/route.ts"
import { accessStatus } from "./allowance.ts"
import { listMemberships, quote } from "./membership.ts"

const route = routesOf("Membership")

export function membershipRoutes({ http, store, cache }: Context): void {
  route(http, "GET /memberships", {
    handler: (request, reply) => cache.answer(request, reply, async () => ({ body: listMemberships() })),
  })
  route(http, "GET /memberships/quote", {
    onRequest: only(assertUser),
    handler: ({ actor, query }) => quote(store, actor, query.level),
  })
  route(http, "GET /chat/access-status", {
    onRequest: only(assertSignedIn),
    handler: ({ actor }) => accessStatus(store, actor),
  })
}
