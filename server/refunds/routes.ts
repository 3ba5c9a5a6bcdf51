import { Count, IdParams } from "#contract/common.ts"
import { AdminReturns, AdminReturnsQuery, OrderReturns, RequestReturn } from "#contract/refunds.ts"
import { assertUser, only, onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import type { Moderation } from "../moderation/moderation.ts"
import * as returns from "./returns.ts"

const docs = (summary: string) => ({ tags: ["Refunds and returns"], summary })

/** The shop's settings that a return depends on. */
interface Terms {
  readonly current: { readonly return_days: number }
}

/** The customer's routes, and the lists of staff. */
export function returnRoutes({
  http,
  store,
  shop,
  moderation,
}: Context & { shop: Terms; moderation: Moderation }): void {
  http.get(
    "/api/orders/:id/returns",
    {
      onRequest: only(assertUser),
      schema: {
        ...docs("An order's refunds and returns, and what can be returned"),
        params: IdParams,
        response: { 200: OrderReturns },
      },
    },
    ({ actor, params }) => returns.getReturns(store, actor, params.id, shop.current.return_days),
  )
  http.post(
    "/api/orders/:id/returns",
    {
      onRequest: only(assertUser),
      schema: {
        ...docs("Ask to return items"),
        params: IdParams,
        body: RequestReturn,
        response: { 201: OrderReturns },
      },
    },
    async ({ actor, params, body }, reply) => {
      const terms = { returnDays: shop.current.return_days, moderation }
      return reply.status(201).send(await returns.requestReturn(store, actor, params.id, body, terms))
    },
  )
  http.post(
    "/api/returns/:id/withdraw",
    {
      onRequest: only(assertUser),
      schema: { ...docs("Withdraw a return that has not arrived"), params: IdParams, response: { 200: OrderReturns } },
    },
    ({ actor, params }) =>
      store.transaction((tx) => returns.withdrawReturn(tx, actor, params.id, shop.current.return_days)),
  )
  http.get(
    "/api/admin/returns",
    {
      config: { scope: "orders:read" },
      onRequest: onlyAdmins("financial_admin"),
      schema: { ...docs("Every return"), querystring: AdminReturnsQuery, response: { 200: AdminReturns } },
    },
    async ({ actor, query }, reply) => {
      const { items, total } = await returns.listReturns(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.get(
    "/api/admin/returns/count",
    {
      config: { scope: "orders:read" },
      onRequest: onlyAdmins("financial_admin"),
      schema: { ...docs("How many returns wait for staff"), response: { 200: Count } },
    },
    async ({ actor }) => ({ count: await returns.countWaiting(store, actor) }),
  )
}
