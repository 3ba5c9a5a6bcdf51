import * as z from "zod"
import { AccessStatus, Membership, Quote, QuoteQuery } from "#contract/memberships.ts"
import type { App } from "../app.ts"
import { accessStatus } from "./allowance.ts"
import { listMemberships, quote } from "./membership.ts"

const tags = ["Membership"]

export function membershipRoutes({ http, store, cache }: App): void {
  http.get("/api/memberships", { schema: { tags, response: { 200: z.array(Membership) } } }, (request, reply) =>
    cache.answer(request, reply, async () => ({ body: listMemberships() })),
  )
  http.get(
    "/api/memberships/quote",
    { schema: { tags, querystring: QuoteQuery, response: { 200: Quote } } },
    ({ actor, query }) => quote(store, actor, query.level),
  )
  http.get("/api/chat/access-status", { schema: { tags, response: { 200: AccessStatus } } }, ({ actor }) =>
    accessStatus(store, actor),
  )
}
