import * as z from "zod"
import { AddToCart, CartItem, CartQuery, MergeCart, MergedCart, SetQuantity } from "#contract/cart.ts"
import { IdParams } from "#contract/common.ts"
import { assertSignedIn, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { once } from "../http/idempotency.ts"
import * as cart from "./cart.ts"
import { assertShopper } from "./cart.ts"

export function cartRoutes({ http, store }: Context): void {
  http.post(
    "/api/cart",
    { onRequest: only(assertShopper), schema: { tags: ["Cart"], body: AddToCart, response: { 200: CartItem } } },
    async ({ actor, body, headers }, reply) => {
      // Without a key, one statement adds.
      if (headers["idempotency-key"] === undefined) return cart.addItem(store, actor, body)
      cart.assertShopper(actor)
      return once(store, { headers, reply, scope: `cart user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => finish(tx, 200, await cart.addItem(tx, actor, body))),
      )
    },
  )

  http.get(
    "/api/cart",
    {
      onRequest: only(assertSignedIn),
      schema: { tags: ["Cart"], querystring: CartQuery, response: { 200: z.array(CartItem) } },
    },
    async ({ actor, query }, reply) => {
      const { items, total } = await cart.listItems(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )

  http.put(
    "/api/cart/:id",
    {
      onRequest: only(assertShopper),
      schema: { tags: ["Cart"], params: IdParams, body: SetQuantity, response: { 200: CartItem } },
    },
    ({ actor, params, body }) => cart.setQuantity(store, actor, params.id, body.quantity),
  )

  http.delete(
    "/api/cart/:id",
    { onRequest: only(assertShopper), schema: { tags: ["Cart"], params: IdParams, response: { 204: z.undefined() } } },
    async ({ actor, params }, reply) => {
      await cart.removeItem(store, actor, params.id)
      return reply.status(204).send()
    },
  )

  http.delete(
    "/api/cart",
    { onRequest: only(assertShopper), schema: { tags: ["Cart"], response: { 204: z.undefined() } } },
    async ({ actor }, reply) => {
      await cart.clear(store, actor)
      return reply.status(204).send()
    },
  )

  http.post(
    "/api/cart/merge",
    { onRequest: only(assertShopper), schema: { tags: ["Cart"], body: MergeCart, response: { 200: MergedCart } } },
    async ({ actor, body, headers }, reply) => {
      cart.assertShopper(actor)
      return once(store, { headers, reply, scope: `cart/merge user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => finish(tx, 200, await cart.merge(tx, actor, body))),
      )
    },
  )
}
