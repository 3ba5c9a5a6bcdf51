import type { FastifyRequest } from "fastify"
import type * as z from "zod"
import { discountTexts } from "#contract/buyingText.ts"
import type { QuoteCart } from "#contract/orders.ts"
import { assertUser, only } from "../../platform/auth/actor.ts"
import { days, hours } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { addressOf, perAddress } from "../../platform/http/limits.ts"
import { originOf } from "../../platform/http/origin.ts"
import { routesOf, withTotal } from "../../platform/http/route.ts"
import { languageOf, said } from "../../platform/languages.ts"
import { Refusal } from "../../platform/refusal.ts"
import { assertShopper } from "../cart/cart.ts"
import { placeOrder } from "./checkout.ts"
import { sealAddress } from "./holdLimits.ts"
import { lookUpOrder } from "./lookup.ts"
import * as orders from "./orders.ts"
import { quoteCart } from "./pricing.ts"

const route = routesOf("Orders")

/** The limit of new orders per account and hour. */
const anHour = 5

interface Shipping {
  readonly current: { readonly no_shipping: readonly string[] }
}

export function orderRoutes(context: Context & { shop: Shipping }): void {
  const { http, store, settings, shop } = context
  lookUpRoute(context)
  const codes = limitCodes(context)
  route(http, "POST /orders", {
    onRequest: only(assertShopper),
    status: [200, 201],
    handler: async (request, reply) => {
      const { actor, body, headers } = request
      assertShopper(actor)
      const scale = settings.rateLimitScale
      const placedFrom = await sealAddress(store, addressOf(request))
      const noShipping = shop.current.no_shipping
      const home = originOf(request, settings)
      const terms = {
        anHour: Math.ceil(anHour * scale),
        home,
        language: languageOf({ headers }),
        placedFrom,
        scale,
        noShipping,
      }
      await codes.assertMayTry(request, actor.id, body)
      return withIdempotencyKey(store, { headers, reply, scope: `orders user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => {
          const { status, order } = await placeOrder(tx, actor, body, terms)
          return finish(tx, status, order)
        }),
      ).catch(async (error: unknown) => {
        if (error instanceof Refusal) await codes.note(request, actor.id, error.message)
        throw error
      })
    },
  })

  route(http, "POST /orders/quote", {
    summary: "What the cart costs now, with its discount",
    onRequest: only(assertShopper),
    handler: async (request) => {
      const { actor, body } = request
      assertShopper(actor)
      await codes.assertMayTry(request, actor.id, body)
      const quote = await quoteCart(store, actor, body)
      await codes.note(request, actor.id, quote.code_problem)
      return { ...quote, code_problem: quote.code_problem && said(quote.code_problem) }
    },
  })

  route(http, "GET /orders", {
    onRequest: only(assertUser),
    handler: async ({ actor, query }, reply) => withTotal(reply, await orders.listOrders(store, actor, query)),
  })

  route(http, "GET /orders/{id}", {
    onRequest: only(assertUser),
    handler: ({ actor, params }) => orders.getOrder(store, actor, params.id),
  })

  route(http, "POST /orders/{id}/cancel", {
    onRequest: only(assertUser),
    handler: (request) =>
      store.transaction((tx) => orders.cancelOrder(tx, request.actor, request.params.id, originOf(request, settings))),
  })

  route(http, "DELETE /orders/{id}", {
    onRequest: only(assertUser),
    handler: ({ actor, params }) => store.transaction((tx) => orders.hideOrder(tx, actor, params.id)),
  })
}

/** Limits guesses of discount codes: unknown codes are counted by account and by IP address. */
function limitCodes({ limits }: Context) {
  const unknownCodes = limits.make("unknownDiscountCodes", 30, hours(1))
  const keysOf = (request: FastifyRequest, userId: number) => [`account ${userId}`, addressOf(request)]
  return {
    async assertMayTry(request: FastifyRequest, userId: number, { discount_code }: z.infer<typeof QuoteCart>) {
      if (discount_code) for (const key of keysOf(request, userId)) await unknownCodes.assertNotExceeded(key)
    },
    /** Counts an unknown code. `problem` is what the customer is told about the code, if anything. */
    async note(request: FastifyRequest, userId: number, problem: string | null) {
      if (problem === discountTexts.unknown) for (const key of keysOf(request, userId)) await unknownCodes.note(key)
    },
  }
}

/**
 * Limits guesses of an address for a number, or a number for an address. Failures are counted by IP address, alone and
 * with either of the two, so that somebody else's guesses do not lock out the owner of an order.
 */
function lookUpRoute({ http, store, limits }: Context): void {
  const failures = limits.make("orderLookupFailed", 20, hours(1))
  const perNumber = limits.make("orderLookupNumber", 10, hours(1))
  const perEmail = limits.make("orderLookupEmail", 20, days(1))
  route(http, "POST /orders/lookup", {
    summary: "How far an order is, by its number and email address",
    preHandler: perAddress(limits.make("orderLookup", 60, hours(1))),
    handler: async (request) => {
      const { body } = request
      const address = addressOf(request)
      const counted = [
        [failures, address],
        [perNumber, `${body.order_number} ${address}`],
        [perEmail, `${body.email} ${address}`],
      ] as const
      for (const [limit, key] of counted) await limit.assertNotExceeded(key)
      try {
        return await lookUpOrder(store, body)
      } catch (error) {
        if (error instanceof Refusal) for (const [limit, key] of counted) await limit.note(key)
        throw error
      }
    },
  })
}
