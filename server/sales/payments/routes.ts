import { assertSignedIn, assertUser, only, onlyAdmins } from "../../platform/auth/actor.ts"
import { hours } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import type { Http } from "../../platform/http/http.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { perAddress } from "../../platform/http/limits.ts"
import { originOf } from "../../platform/http/origin.ts"
import { routesOf } from "../../platform/http/route.ts"
import { languageOf } from "../../platform/languages.ts"
import { listGifts, redeemGift } from "./gifts.ts"
import { createInvoice, createSubscriptionInvoice, pricePlan } from "./invoices.ts"
import type { PaymentContext } from "./paymentContext.ts"
import { lookupPayment, recheckPayment } from "./reconcile.ts"
import { sandboxRoutes } from "./sandbox.ts"
import { purchaseOf } from "./sandboxPurchase.ts"
import { listPartlyPaid, paymentState } from "./state.ts"
import { makeTestInvoice } from "./testInvoice.ts"
import { receiveWebhook } from "./webhooks.ts"

const route = routesOf("Payments")

type PaymentRoutes = Context & { paymentContext: PaymentContext }

export function paymentRoutes(context: PaymentRoutes): void {
  const { http, store, settings, paymentContext } = context
  route(http, "POST /nowpayments/create-invoice", {
    handler: (request, reply) => {
      const { body, headers } = request
      const call = { headers, reply, scope: `create-invoice order ${body.order_id}`, body }
      return withIdempotencyKey(store, call, (finish) =>
        createInvoice(paymentContext, body, originOf(request, settings), finish),
      )
    },
  })

  route(http, "POST /nowpayments/create-subscription-invoice", {
    onRequest: only(assertUser),
    handler: (request, reply) => {
      const { actor, body, headers } = request
      assertUser(actor)
      const call = { headers, reply, scope: `create-subscription-invoice user ${actor.id}`, body }
      const reader = { origin: originOf(request, settings), language: languageOf({ headers }) }
      return withIdempotencyKey(store, call, (finish) =>
        createSubscriptionInvoice(paymentContext, actor, body, reader, finish),
      )
    },
  })

  route(http, "POST /memberships/price", {
    summary: "What a membership costs with a discount code",
    onRequest: only(assertUser),
    handler: ({ actor, body }) => pricePlan(store, actor, body),
  })

  route(http, "GET /payments/{id}/status", {
    onRequest: only(assertSignedIn),
    handler: ({ actor, params }) => paymentState(store, actor, params.id),
  })

  route(http, "GET /payments/half-paid", {
    onRequest: only(assertSignedIn),
    handler: ({ actor }) => listPartlyPaid(store, actor),
  })

  route(http, "POST /admin/payments/{id}/recheck", {
    onRequest: onlyAdmins("financial_admin"),
    handler: ({ actor, params }) => recheckPayment(paymentContext, actor, params.id),
  })

  route(http, "POST /admin/payments/lookup", {
    onRequest: onlyAdmins("financial_admin"),
    handler: ({ actor, body }) => lookupPayment(paymentContext, actor, body.payment_id),
  })

  route(http, "POST /admin/payments/test-invoice", {
    summary: "Create an invoice at the provider that belongs to no order",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ actor }) => makeTestInvoice(paymentContext, actor),
  })

  giftRoutes(context)
  webhookRoute(http, paymentContext)
  if (!paymentContext.sandbox) return
  sandboxRoutes(http, paymentContext, paymentContext.sandbox, (reference) => purchaseOf(store, reference))
}

/** A code has 59 bits, so limits stop guesses, and a typing error needs few attempts. */
function giftRoutes({ http, store, limits, paymentContext }: PaymentRoutes): void {
  const perAccount = limits.make("redeem", 20, hours(1))
  route(http, "GET /gifts", {
    summary: "List the gifts that the customer bought",
    onRequest: only(assertUser),
    handler: ({ actor }) => listGifts(store, actor),
  })
  route(http, "POST /gifts/redeem", {
    summary: "Redeem the code of a gift",
    onRequest: only(assertUser),
    preHandler: perAddress(limits.make("redeemAddress", 60, hours(1))),
    handler: async ({ actor, body }) => {
      assertUser(actor)
      await perAccount.take(actor.id)
      const mail = { home: paymentContext.home(), support: paymentContext.support }
      return store.transaction((tx) => redeemGift(tx, actor, body, mail))
    },
  })
}

/** Registered in its own scope, where the body is kept as the signed bytes. */
function webhookRoute(http: Http, paymentContext: PaymentContext): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(
      "/api/nowpayments/ipn",
      { bodyLimit: 64 * 1024, schema: { tags: ["Payments"] } },
      async (request, reply) => {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const signature = request.headers["x-nowpayments-sig"]
        await receiveWebhook(paymentContext, raw, typeof signature === "string" ? signature : undefined)
        return reply.status(200).send({ status: "stored" })
      },
    )
  })
}
