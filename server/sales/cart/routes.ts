import { assertSignedIn, only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { routesOf, withTotal } from "../../platform/http/route.ts"
import * as cart from "./cart.ts"
import { assertShopper } from "./cart.ts"

const route = routesOf("Cart")

export function cartRoutes({ http, store }: Context): void {
  route(http, "POST /cart/", {
    onRequest: only(assertShopper),
    handler: async ({ actor, body, headers }, reply) => {
      // Without an idempotency key a single statement is enough.
      if (headers["idempotency-key"] === undefined) return cart.addItem(store, actor, body)
      cart.assertShopper(actor)
      return withIdempotencyKey(store, { headers, reply, scope: `cart user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => finish(tx, 200, await cart.addItem(tx, actor, body))),
      )
    },
  })

  route(http, "GET /cart/", {
    onRequest: only(assertSignedIn),
    handler: async ({ actor, query }, reply) => withTotal(reply, await cart.listItems(store, actor, query)),
  })

  route(http, "PUT /cart/{id}", {
    onRequest: only(assertShopper),
    handler: ({ actor, params, body }) => cart.setQuantity(store, actor, params.id, body.quantity),
  })

  route(http, "DELETE /cart/{id}", {
    onRequest: only(assertShopper),
    handler: ({ actor, params }) => cart.removeItem(store, actor, params.id),
  })

  route(http, "DELETE /cart/", {
    onRequest: only(assertShopper),
    handler: ({ actor }) => cart.clear(store, actor),
  })

  route(http, "POST /cart/merge", {
    onRequest: only(assertShopper),
    handler: async ({ actor, body, headers }, reply) => {
      cart.assertShopper(actor)
      return withIdempotencyKey(store, { headers, reply, scope: `cart/merge user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => finish(tx, 200, await cart.merge(tx, actor, body))),
      )
    },
  })
}
