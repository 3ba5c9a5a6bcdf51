import type { FastifyReply } from "fastify"
import { assertAdmin, onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import type { Tx } from "../../platform/db/store.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { originOf } from "../../platform/http/origin.ts"
import { routesOf } from "../../platform/http/route.ts"
import type { OrderRow } from "../orders/tables.ts"
import * as refunds from "../refunds/refunds.ts"
import { moveReturn } from "../refunds/returns.ts"
import { assertSeen, getAnyOrder, tagged } from "./orders.ts"

const route = routesOf("Refunds and returns")

/** The calls of staff about refunds and returns. Each responds with the changed order. */
export function refundRoutes({ http, store, settings }: Context): void {
  async function change(reply: FastifyReply, run: (tx: Tx) => Promise<OrderRow>) {
    const { order, etag } = await store.transaction(async (tx) => tagged(tx, await run(tx)))
    return reply.header("etag", etag).send(order)
  }

  route(http, "POST /admin/orders/{id}/refunds", {
    summary: "Refund an order, in full or in part",
    onRequest: onlyAdmins("financial_admin"),
    handler: async (request, reply) => {
      const { actor, params, body, headers } = request
      assertAdmin(actor, "financial_admin")
      const seen = (order: OrderRow) => assertSeen(order, headers["if-match"])
      const guarded = { assertSeen: seen, home: originOf(request, settings) }
      const call = { headers, reply, scope: `refunds order ${params.id} user ${actor.id}`, body }
      await withIdempotencyKey(store, call, (finish) =>
        store.transaction(async (tx) => {
          await refunds.createRefund(tx, actor, params.id, body, guarded)
          return finish(tx, 200, null)
        }),
      )
      const { order, etag } = await getAnyOrder(store, actor, params.id)
      return reply.header("etag", etag).send(order)
    },
  })
  route(http, "POST /admin/refunds/{id}/settle", {
    summary: "Record the payout of a refund",
    onRequest: onlyAdmins("financial_admin"),
    handler: (request, reply) => {
      const { actor, params, body } = request
      const home = originOf(request, settings)
      return change(reply, (tx) => refunds.settle(tx, actor, params.id, body, home))
    },
  })
  route(http, "POST /admin/refunds/{id}/cancel", {
    summary: "Cancel a refund that was not paid out",
    onRequest: onlyAdmins("financial_admin"),
    handler: ({ actor, params }, reply) => change(reply, (tx) => refunds.cancelRefund(tx, actor, params.id)),
  })
  route(http, "PATCH /admin/returns/{id}", {
    summary: "Approve, decline or receive a return",
    onRequest: onlyAdmins("financial_admin"),
    handler: (request, reply) => {
      const { actor, params, body } = request
      const home = originOf(request, settings)
      return change(reply, (tx) => moveReturn(tx, actor, params.id, body, home))
    },
  })
}
