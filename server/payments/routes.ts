import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import {
  CheckedPayment,
  CreateInvoice,
  CreateSubscriptionInvoice,
  Invoice,
  LookupPayment,
  PaymentState,
} from "#contract/payments.ts"
import { assertUser } from "../accounts/actor.ts"
import type { App } from "../app.ts"
import type { Http } from "../http/http.ts"
import { once } from "../http/idempotency.ts"
import { originOf } from "../http/origin.ts"
import { createInvoice, createSubscriptionInvoice } from "./invoices.ts"
import { receiveNotice } from "./notices.ts"
import type { Desk } from "./payments.ts"
import { lookupPayment, recheckPayment } from "./reconcile.ts"
import { sandboxRoutes } from "./sandbox.ts"
import { halfPaid, paymentState } from "./state.ts"

const tags = ["Payments"]

export function paymentRoutes({ http, store, settings, desk }: App): void {
  http.post(
    "/api/nowpayments/create-invoice",
    { schema: { tags, body: CreateInvoice, response: { 200: Invoice } } },
    (request, reply) => {
      const { body, headers } = request
      const call = { headers, reply, scope: `create-invoice order ${body.order_id}`, body }
      return once(store, call, (finish) => createInvoice(desk, body, originOf(request, settings), finish))
    },
  )

  http.post(
    "/api/nowpayments/create-subscription-invoice",
    { schema: { tags, body: CreateSubscriptionInvoice, response: { 200: Invoice } } },
    (request, reply) => {
      const { actor, body, headers } = request
      assertUser(actor)
      const call = { headers, reply, scope: `create-subscription-invoice user ${actor.id}`, body }
      const origin = originOf(request, settings)
      return once(store, call, (finish) => createSubscriptionInvoice(desk, actor, body, origin, finish))
    },
  )

  http.get(
    "/api/payments/:id/status",
    { schema: { tags, params: IdParams, response: { 200: PaymentState } } },
    ({ actor, params }) => paymentState(store, actor, params.id),
  )

  http.get("/api/payments/half-paid", { schema: { tags, response: { 200: z.array(PaymentState) } } }, ({ actor }) =>
    halfPaid(store, actor),
  )

  http.post(
    "/api/admin/payments/:id/recheck",
    { schema: { tags, params: IdParams, response: { 200: CheckedPayment } } },
    ({ actor, params }) => recheckPayment(desk, actor, params.id),
  )

  http.post(
    "/api/admin/payments/lookup",
    { schema: { tags, body: LookupPayment, response: { 200: CheckedPayment } } },
    ({ actor, body }) => lookupPayment(desk, actor, body.payment_id),
  )

  noticeRoute(http, desk)
  if (desk.sandbox) sandboxRoutes(http, desk, desk.sandbox)
}

/** A scope of its own: here the body stays the bytes that were signed. */
function noticeRoute(http: Http, desk: Desk): void {
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 64 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post("/api/nowpayments/ipn", { bodyLimit: 64 * 1024, schema: { tags } }, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers["x-nowpayments-sig"]
      await receiveNotice(desk, raw, typeof signature === "string" ? signature : undefined)
      return reply.status(200).send({ status: "stored" })
    })
  })
}
