import * as z from "zod"
import { AdminOrder, AdminOrderDetail, AdminOrdersQuery } from "#contract/admin.ts"
import { IdParams } from "#contract/common.ts"
import { MoveOrder, Order, OrderQuery, ShippingForm } from "#contract/orders.ts"
import type { App } from "../app.ts"
import { assertShopper } from "../cart/cart.ts"
import { type Column, sendCsv, wantsCsv } from "../http/csv.ts"
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
    { schema: { tags, querystring: AdminOrdersQuery, response: { 200: z.array(AdminOrder) } } },
    async (request, reply) => {
      const { actor, query } = request
      if (wantsCsv(request)) return sendCsv(reply, "orders", columns, staff.exportOrders(store, actor, query))
      const { items, total } = await staff.listAllOrders(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )

  http.get(
    "/api/admin/orders/:id",
    { schema: { tags, params: IdParams, response: { 200: AdminOrderDetail } } },
    async ({ actor, params }, reply) => {
      const { order, etag } = await staff.getAnyOrder(store, actor, params.id)
      return reply.header("etag", etag).send(order)
    },
  )

  http.patch(
    "/api/admin/orders/:id",
    { schema: { tags, params: IdParams, body: MoveOrder, response: { 200: AdminOrderDetail } } },
    async (request, reply) => {
      const { actor, params, body, headers } = request
      // Links in a letter that staff set off lead the customer to the public address of the shop.
      const guarded = { ifMatch: headers["if-match"], home: originOf(request, settings) }
      const { order, etag } = await store.transaction((tx) => staff.moveOrder(tx, actor, params.id, body, guarded))
      return reply.header("etag", etag).send(order)
    },
  )
}

const columns: Column<AdminOrder>[] = [
  { name: "id", of: (row) => row.id },
  { name: "order_number", of: (row) => row.orderNumber },
  { name: "created_at", of: (row) => row.createdAt },
  { name: "paid_at", of: (row) => row.paymentTime },
  { name: "status", of: (row) => row.status },
  { name: "review", of: (row) => row.review },
  { name: "customer", of: (row) => row.user },
  { name: "customer_email", of: (row) => row.user_email },
  { name: "items", of: (row) => row.items.map(({ name, quantity }) => `${quantity} × ${name}`).join("; ") },
  { name: "total_usd", of: (row) => row.paymentAmount },
  { name: "ship_to", of: (row) => row.shippingAddress.name },
  { name: "street", of: (row) => row.shippingAddress.street },
  { name: "city", of: (row) => row.shippingAddress.city },
  { name: "state", of: (row) => row.shippingAddress.state },
  { name: "zip_code", of: (row) => row.shippingAddress.zipCode },
  { name: "country", of: (row) => row.shippingAddress.country },
  { name: "tracking_number", of: (row) => row.trackingNumber },
]
