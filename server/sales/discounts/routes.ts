import type { Discount } from "#contract/discounts.ts"
import { only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { type Column, csvOrPage } from "../../platform/http/csv.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { preconditionOf } from "../../platform/http/preconditions.ts"
import { routesOf } from "../../platform/http/route.ts"
import * as discounts from "./discounts.ts"
import { assertMayDiscount } from "./discounts.ts"

const route = routesOf("Discounts")

export function discountRoutes({ http, store, reads }: Context): void {
  route(http, "GET /admin/discounts", {
    summary: "List discounts",
    onRequest: only(assertMayDiscount),
    handler: (request, reply) => {
      const { actor, query } = request
      const rows = () => discounts.exportDiscounts(reads, actor, query)
      return csvOrPage(request, reply, { name: "discounts", columns, rows }, () =>
        discounts.listDiscounts(reads, actor, query),
      )
    },
  })
  route(http, "GET /admin/discounts/{id}", {
    summary: "Get a discount",
    onRequest: only(assertMayDiscount),
    handler: ({ actor, params }) => discounts.getDiscount(store, actor, params.id),
  })
  route(http, "POST /admin/discounts", {
    summary: "Create a discount",
    onRequest: only(assertMayDiscount),
    status: 201,
    handler: async ({ actor, body, headers }, reply) => {
      assertMayDiscount(actor)
      const call = { headers, reply, scope: `discounts user ${actor.id}`, body }
      const id = await withIdempotencyKey(store, call, (finish) => discounts.createDiscount(store, actor, body, finish))
      return discounts.getDiscount(store, actor, id)
    },
  })
  route(http, "PUT /admin/discounts/{id}", {
    summary: "Edit a discount",
    onRequest: only(assertMayDiscount),
    handler: (request) => {
      const input = { id: request.params.id, input: request.body, seen: preconditionOf(request) }
      return store.transaction((tx) => discounts.editDiscount(tx, request.actor, input))
    },
  })
}

const columns: Column<Discount>[] = [
  { name: "id", of: (row) => row.id },
  { name: "title", of: (row) => row.title },
  { name: "code", of: (row) => row.code },
  { name: "state", of: (row) => row.state },
  { name: "kind", of: (row) => row.kind },
  { name: "value", of: (row) => row.value },
  { name: "minimum_usd", of: (row) => row.minimum },
  { name: "levels", of: (row) => row.levels.join("; ") },
  { name: "categories", of: (row) => row.categories.join("; ") },
  { name: "models", of: (row) => row.models.map(({ name }) => name).join("; ") },
  { name: "first_order", of: (row) => row.first_order },
  { name: "max_uses", of: (row) => row.max_uses },
  { name: "max_uses_per_customer", of: (row) => row.max_uses_per_customer },
  { name: "starts_at", of: (row) => row.starts_at },
  { name: "ends_at", of: (row) => row.ends_at },
  { name: "uses", of: (row) => row.uses },
  { name: "given_usd", of: (row) => row.given },
  { name: "revenue_usd", of: (row) => row.revenue },
  { name: "scope", of: (row) => row.scope },
]
