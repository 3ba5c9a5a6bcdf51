import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { CartQuote, Order, OrderQuery, PlaceOrder, QuoteCart } from "#contract/orders.ts"
import { assertUser, only } from "../auth/actor.ts"
import { assertShopper } from "../cart/cart.ts"
import type { Context } from "../context.ts"
import { once } from "../http/idempotency.ts"
import { addressOf } from "../http/limits.ts"
import { originOf } from "../http/origin.ts"
import { placeOrder } from "./checkout.ts"
import { sealAddress } from "./holdLimits.ts"
import * as orders from "./orders.ts"
import { quoteCart } from "./pricing.ts"

const tags = ["Orders"]
/** The limit of new orders per account and hour. */
const anHour = 5

/** The shop's settings that a checkout depends on. */
interface Shipping {
  readonly current: { readonly no_shipping: readonly string[] }
}

export function orderRoutes({ http, store, settings, shop }: Context & { shop: Shipping }): void {
  http.post(
    "/api/orders",
    { onRequest: only(assertShopper), schema: { tags, body: PlaceOrder, response: { 200: Order, 201: Order } } },
    async (request, reply) => {
      const { actor, body, headers } = request
      assertShopper(actor)
      const scale = settings.rateLimitScale
      const placedFrom = await sealAddress(store, addressOf(request))
      const noShipping = shop.current.no_shipping
      const home = originOf(request, settings)
      const terms = { anHour: Math.ceil(anHour * scale), home, placedFrom, scale, noShipping }
      return once(store, { headers, reply, scope: `orders user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => {
          const { status, order } = await placeOrder(tx, actor, body, terms)
          return finish(tx, status, order)
        }),
      )
    },
  )

  http.post(
    "/api/orders/quote",
    {
      onRequest: only(assertShopper),
      schema: {
        tags,
        summary: "What the cart costs now, with its discount",
        body: QuoteCart,
        response: { 200: CartQuote },
      },
    },
    ({ actor, body }) => quoteCart(store, actor, body),
  )

  http.get(
    "/api/orders",
    { onRequest: only(assertUser), schema: { tags, querystring: OrderQuery, response: { 200: z.array(Order) } } },
    async ({ actor, query }, reply) => {
      const { items, total } = await orders.listOrders(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )

  http.get(
    "/api/orders/:id",
    { onRequest: only(assertUser), schema: { tags, params: IdParams, response: { 200: Order } } },
    ({ actor, params }) => orders.getOrder(store, actor, params.id),
  )

  http.post(
    "/api/orders/:id/cancel",
    { onRequest: only(assertUser), schema: { tags, params: IdParams, response: { 200: Order } } },
    (request) =>
      store.transaction((tx) => orders.cancelOrder(tx, request.actor, request.params.id, originOf(request, settings))),
  )

  http.delete(
    "/api/orders/:id",
    { onRequest: only(assertUser), schema: { tags, params: IdParams, response: { 204: z.undefined() } } },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => orders.hideOrder(tx, actor, params.id))
      return reply.status(204).send()
    },
  )
}
