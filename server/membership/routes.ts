import * as z from "zod"
import { AccessStatus, Membership, Quote, QuoteQuery } from "#contract/memberships.ts"
import { assertSignedIn, assertUser, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { accessStatus } from "./allowance.ts"
import { listMemberships, quote } from "./membership.ts"

const tags = ["Membership"]

export function membershipRoutes({ http, store, cache }: Context): void {
  http.get("/api/memberships", { schema: { tags, response: { 200: z.array(Membership) } } }, (request, reply) =>
    cache.answer(request, reply, async () => ({ body: listMemberships() })),
  )
  http.get(
    "/api/memberships/quote",
    { onRequest: only(assertUser), schema: { tags, querystring: QuoteQuery, response: { 200: Quote } } },
    ({ actor, query }) => quote(store, actor, query.level),
  )
  http.get(
    "/api/chat/access-status",
    { onRequest: only(assertSignedIn), schema: { tags, response: { 200: AccessStatus } } },
    ({ actor }) => accessStatus(store, actor),
  )
}
