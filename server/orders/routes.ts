import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { AdminOrderQuery, MoveOrder, Order, OrderQuery, ShippingForm } from "#contract/orders.ts"
import type { App } from "../app.ts"
import { assertShopper } from "../cart/cart.ts"
import { once } from "../http/idempotency.ts"
import { originOf } from "../http/origin.ts"
import { placeOrder } from "./checkout.ts"
import * as orders from "./orders.ts"
import * as staff from "./staff.ts"

const tags = ["Orders"]
/** New orders of one account within an hour. */
const anHour = 5

export function orderRoutes({ http, store, settings }: App): void {
  http.post(
    "/api/orders",
    { schema: { tags, body: ShippingForm, response: { 200: Order, 201: Order } } },
    async (request, reply) => {
      const { actor, body, headers } = request
      assertShopper(actor)
      const terms = { anHour: Math.ceil(anHour * settings.rateLimitScale), home: originOf(request, settings) }
      return once(store, { headers, reply, scope: `orders user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => {
          const { status, order } = await placeOrder(tx, actor, body, terms)
          return finish(tx, status, order)
        }),
      )
    },
  )

  http.get(
    "/api/orders",
    { schema: { tags, querystring: OrderQuery, response: { 200: z.array(Order) } } },
    async ({ actor, query }, reply) => {
      const { items, total } = await orders.listOrders(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )

  http.get("/api/orders/:id", { schema: { tags, params: IdParams, response: { 200: Order } } }, ({ actor, params }) =>
    orders.getOrder(store, actor, params.id),
  )

  http.post("/api/orders/:id/cancel", { schema: { tags, params: IdParams, response: { 200: Order } } }, (request) =>
    store.transaction((tx) => orders.cancelOrder(tx, request.actor, request.params.id, originOf(request, settings))),
  )

  http.delete(
    "/api/orders/:id",
    { schema: { tags, params: IdParams, response: { 204: z.undefined() } } },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => orders.hideOrder(tx, actor, params.id))
      return reply.status(204).send()
    },
  )

  http.get(
    "/api/admin/orders",
    { schema: { tags, querystring: AdminOrderQuery, response: { 200: z.array(Order) } } },
    async ({ actor, query }, reply) => {
      const { items, total } = await staff.listAllOrders(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )

  http.get(
    "/api/admin/orders/:id",
    { schema: { tags, params: IdParams, response: { 200: Order } } },
    async ({ actor, params }, reply) => {
      const { order, etag } = await staff.getAnyOrder(store, actor, params.id)
      return reply.header("etag", etag).send(order)
    },
  )

  http.patch(
    "/api/admin/orders/:id",
    { schema: { tags, params: IdParams, body: MoveOrder, response: { 200: Order } } },
    async (request, reply) => {
      const { actor, params, body, headers } = request
      // Links in a letter that staff set off lead the customer to the public address of the shop.
      const guarded = { ifMatch: headers["if-match"], home: originOf(request, settings) }
      const { order, etag } = await store.transaction((tx) => staff.moveOrder(tx, actor, params.id, body, guarded))
      return reply.header("etag", etag).send(order)
    },
  )
}
