import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { Gift, RedeemedGift, RedeemGift } from "#contract/gifts.ts"
import {
  CheckedPayment,
  CreateInvoice,
  CreateSubscriptionInvoice,
  Invoice,
  LookupPayment,
  PaymentState,
} from "#contract/payments.ts"
import { assertSignedIn, assertUser, only, onlyAdmins } from "../auth/actor.ts"
import { hours } from "../clock.ts"
import type { Context } from "../context.ts"
import type { Http } from "../http/http.ts"
import { once } from "../http/idempotency.ts"
import { perAddress } from "../http/limits.ts"
import { originOf } from "../http/origin.ts"
import { listGifts, redeemGift } from "./gifts.ts"
import { createInvoice, createSubscriptionInvoice } from "./invoices.ts"
import type { PaymentContext } from "./paymentContext.ts"
import { lookupPayment, recheckPayment } from "./reconcile.ts"
import { sandboxRoutes } from "./sandbox.ts"
import { purchaseOf } from "./sandboxPurchase.ts"
import { listPartlyPaid, paymentState } from "./state.ts"
import { receiveWebhook } from "./webhooks.ts"

const tags = ["Payments"]

type PaymentRoutes = Context & { paymentContext: PaymentContext }

export function paymentRoutes(context: PaymentRoutes): void {
  const { http, store, settings, paymentContext } = context
  http.post(
    "/api/nowpayments/create-invoice",
    { schema: { tags, body: CreateInvoice, response: { 200: Invoice } } },
    (request, reply) => {
      const { body, headers } = request
      const call = { headers, reply, scope: `create-invoice order ${body.order_id}`, body }
      return once(store, call, (finish) => createInvoice(paymentContext, body, originOf(request, settings), finish))
    },
  )

  http.post(
    "/api/nowpayments/create-subscription-invoice",
    { onRequest: only(assertUser), schema: { tags, body: CreateSubscriptionInvoice, response: { 200: Invoice } } },
    (request, reply) => {
      const { actor, body, headers } = request
      assertUser(actor)
      const call = { headers, reply, scope: `create-subscription-invoice user ${actor.id}`, body }
      const origin = originOf(request, settings)
      return once(store, call, (finish) => createSubscriptionInvoice(paymentContext, actor, body, origin, finish))
    },
  )

  http.get(
    "/api/payments/:id/status",
    { onRequest: only(assertSignedIn), schema: { tags, params: IdParams, response: { 200: PaymentState } } },
    ({ actor, params }) => paymentState(store, actor, params.id),
  )

  http.get(
    "/api/payments/half-paid",
    { onRequest: only(assertSignedIn), schema: { tags, response: { 200: z.array(PaymentState) } } },
    ({ actor }) => listPartlyPaid(store, actor),
  )

  http.post(
    "/api/admin/payments/:id/recheck",
    { onRequest: onlyAdmins("financial_admin"), schema: { tags, params: IdParams, response: { 200: CheckedPayment } } },
    ({ actor, params }) => recheckPayment(paymentContext, actor, params.id),
  )

  http.post(
    "/api/admin/payments/lookup",
    {
      onRequest: onlyAdmins("financial_admin"),
      schema: { tags, body: LookupPayment, response: { 200: CheckedPayment } },
    },
    ({ actor, body }) => lookupPayment(paymentContext, actor, body.payment_id),
  )

  giftRoutes(context)
  webhookRoute(http, paymentContext)
  if (!paymentContext.sandbox) return
  sandboxRoutes(http, paymentContext, paymentContext.sandbox, (reference) => purchaseOf(store, reference))
}

/** A code has 59 bits: the limits stop whoever tries, and a typing error needs few attempts. */
function giftRoutes({ http, store, limits, paymentContext }: PaymentRoutes): void {
  const perAccount = limits.make("redeem", 20, hours(1))
  http.get(
    "/api/gifts",
    {
      onRequest: only(assertUser),
      schema: { tags, summary: "List the gifts that the customer bought", response: { 200: z.array(Gift) } },
    },
    ({ actor }) => listGifts(store, actor),
  )
  http.post(
    "/api/gifts/redeem",
    {
      onRequest: only(assertUser),
      preHandler: perAddress(limits.make("redeemAddress", 60, hours(1))),
      schema: { tags, summary: "Redeem the code of a gift", body: RedeemGift, response: { 200: RedeemedGift } },
    },
    async ({ actor, body }) => {
      assertUser(actor)
      await perAccount.take(actor.id)
      const mail = { home: paymentContext.home(), support: paymentContext.support }
      return store.transaction((tx) => redeemGift(tx, actor, body, mail))
    },
  )
}

/** Registered in its own scope, where the body is kept as the signed bytes. */
function webhookRoute(http: Http, paymentContext: PaymentContext): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post("/api/nowpayments/ipn", { bodyLimit: 64 * 1024, schema: { tags } }, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers["x-nowpayments-sig"]
      await receiveWebhook(paymentContext, raw, typeof signature === "string" ? signature : undefined)
      return reply.status(200).send({ status: "stored" })
    })
  })
}
