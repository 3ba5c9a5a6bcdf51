import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { Discount, DiscountForm, DiscountsQuery } from "#contract/discounts.ts"
import { only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { type Column, csvOrPage } from "../http/csv.ts"
import { once } from "../http/idempotency.ts"
import { preconditionOf } from "../http/preconditions.ts"
import * as discounts from "./discounts.ts"
import { assertMayDiscount } from "./discounts.ts"

const docs = (summary: string) => ({ tags: ["Discounts"], summary })

export function discountRoutes({ http, store, reads }: Context): void {
  http.get(
    "/api/admin/discounts",
    {
      onRequest: only(assertMayDiscount),
      schema: { ...docs("List discounts"), querystring: DiscountsQuery, response: { 200: z.array(Discount) } },
    },
    (request, reply) => {
      const { actor, query } = request
      const rows = () => discounts.exportDiscounts(reads, actor, query)
      return csvOrPage(request, reply, { name: "discounts", columns, rows }, () =>
        discounts.listDiscounts(reads, actor, query),
      )
    },
  )
  http.get(
    "/api/admin/discounts/:id",
    {
      onRequest: only(assertMayDiscount),
      schema: { ...docs("Get a discount"), params: IdParams, response: { 200: Discount } },
    },
    ({ actor, params }) => discounts.getDiscount(store, actor, params.id),
  )
  http.post(
    "/api/admin/discounts",
    {
      onRequest: only(assertMayDiscount),
      schema: { ...docs("Create a discount"), body: DiscountForm, response: { 201: Discount } },
    },
    async ({ actor, body, headers }, reply) => {
      assertMayDiscount(actor)
      const call = { headers, reply, scope: `discounts user ${actor.id}`, body }
      const id = await once(store, call, (finish) => discounts.createDiscount(store, actor, body, finish))
      return discounts.getDiscount(store, actor, id)
    },
  )
  http.put(
    "/api/admin/discounts/:id",
    {
      onRequest: only(assertMayDiscount),
      schema: { ...docs("Edit a discount"), params: IdParams, body: DiscountForm, response: { 200: Discount } },
    },
    (request) => {
      const input = { id: request.params.id, input: request.body, seen: preconditionOf(request) }
      return store.transaction((tx) => discounts.editDiscount(tx, request.actor, input))
    },
  )
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
]
