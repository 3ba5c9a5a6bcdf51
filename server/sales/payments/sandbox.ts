import { randomInt } from "node:crypto"
import { asc, eq } from "drizzle-orm"
import type { FastifyReply, FastifyRequest } from "fastify"
import * as z from "zod"
import { storable, text } from "#contract/common.ts"
import { shopOf } from "../../platform/db/shopSetting.ts"
import type { Tx } from "../../platform/db/store.ts"
import type { Http } from "../../platform/http/http.ts"
import { sendPlainPage } from "../../platform/http/plainPage.ts"
import { languageOf } from "../../platform/languages.ts"
import { centsAsDecimal, isPositive } from "./decimal.ts"
import { rawJson } from "./json.ts"
import type { PaymentContext } from "./paymentContext.ts"
import { pagesIn, styles } from "./sandboxPage.ts"
import type { SandboxPurchase } from "./sandboxPurchase.ts"
import { sign, sortKeys } from "./signature.ts"
import { sandboxInvoices, sandboxPayments } from "./tables.ts"

type InvoiceRow = typeof sandboxInvoices.$inferSelect
type PaymentRow = typeof sandboxPayments.$inferSelect
interface Keys {
  apiKey: string
  ipnSecret: string
  webhookUrl(): string
}

/** Returns what the invoice with this reference is for. */
type PurchaseOf = (reference: string) => Promise<SandboxPurchase>

const outcomes = ["finished", "partially_paid", "expired", "failed"] as const
type Outcome = (typeof outcomes)[number]

/**
 * A test provider: the parts of the NOWPayments API in use, a payment page instead of a wallet, and the same signed
 * webhooks over HTTP. It does not access the shop's own tables; `purchaseOf` tells its page what an invoice is for.
 */
export function sandboxRoutes(http: Http, paymentContext: PaymentContext, keys: Keys, purchaseOf: PurchaseOf): void {
  http.register(async (scope) => {
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store")
    })
    apiRoutes(scope as unknown as Http, paymentContext, keys)
    pageRoutes(scope as unknown as Http, paymentContext, keys, purchaseOf)
  })
}

const hide = { hide: true }

function apiRoutes(http: Http, { store }: PaymentContext, { apiKey }: Keys): void {
  const guard = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers["x-api-key"] !== apiKey) {
      return reply
        .status(403)
        .send({ status: false, statusCode: 403, code: "INVALID_API_KEY", message: "Invalid api key" })
    }
  }

  http.get("/sandbox/api/v1/status", { schema: hide }, () => ({ message: "OK" }))

  http.post(
    "/sandbox/api/v1/auth",
    { schema: { ...hide, body: z.object({ email: text(), password: text() }) } },
    (request, reply) => {
      if (request.body.password === apiKey) return { token: apiKey }
      return reply.status(403).send({ status: false, statusCode: 403, code: "ACCESS_DENIED", message: "Access denied" })
    },
  )

  http.post(
    "/sandbox/api/v1/invoice",
    { preHandler: guard, schema: { ...hide, body: NewInvoice } },
    async ({ body, protocol, host }, reply) => {
      const now = store.now()
      const [row] = await store.db
        .insert(sandboxInvoices)
        .values({
          invoiceId: newId(),
          orderId: body.order_id,
          orderDescription: body.order_description,
          priceAmount: centsAsDecimal(Math.round(body.price_amount * 100)),
          priceCurrency: body.price_currency.toLowerCase(),
          ipnCallbackUrl: body.ipn_callback_url,
          successUrl: body.success_url,
          cancelUrl: body.cancel_url,
          createdAt: now,
        })
        .returning()
      // The shop calls the API at an internal address; customers use the origin to which they will return.
      const origin = body.success_url ? new URL(body.success_url).origin : `${protocol}://${host}`
      return reply.status(201).send(presentInvoice(row!, origin))
    },
  )

  http.get(
    "/sandbox/api/v1/payment/:paymentId",
    { preHandler: guard, schema: { ...hide, params: z.object({ paymentId: text() }) } },
    async ({ params }, reply) => {
      const [row] = await findPayments({ db: store.db }, eq(sandboxPayments.paymentId, params.paymentId))
      if (!row) {
        return reply
          .status(404)
          .send({ status: false, statusCode: 404, code: "PAYMENT_NOT_FOUND", message: "Not found" })
      }
      return presentPayment(row.payment, row.invoice)
    },
  )

  http.get(
    "/sandbox/api/v1/payment",
    { preHandler: guard, schema: { ...hide, querystring: z.object({ invoiceId: text() }) } },
    async ({ query }) => {
      const found = await findPayments({ db: store.db }, eq(sandboxPayments.invoiceId, query.invoiceId))
      const data = found.map(({ payment, invoice }) => presentPayment(payment, invoice))
      return { data, limit: 100, page: 0, pagesCount: 1, total: data.length }
    },
  )
}

function pageRoutes(http: Http, paymentContext: PaymentContext, keys: Keys, purchaseOf: PurchaseOf): void {
  const { store } = paymentContext
  const params = z.object({ invoiceId: text() })
  const find = async (invoiceId: string) =>
    (await store.db.select().from(sandboxInvoices).where(eq(sandboxInvoices.invoiceId, invoiceId)))[0]

  const pagesFor = async (headers: FastifyRequest["headers"]) => pagesIn(languageOf({ headers }), await shopOf(store))

  http.get("/sandbox/pay.css", { schema: hide }, (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(styles),
  )

  http.get("/sandbox/pay/:invoiceId", { schema: { ...hide, params } }, async (request, reply) => {
    const { pay, unknown } = await pagesFor(request.headers)
    const invoice = await find(request.params.invoiceId)
    if (!invoice) return sendPlainPage(reply, 404, unknown())
    return sendPlainPage(reply, 200, pay(invoice, await begun(store, invoice), await purchaseOf(invoice.orderId)))
  })

  http.post(
    "/sandbox/pay/:invoiceId",
    { schema: { ...hide, params, body: z.object({ outcome: z.enum(outcomes) }) } },
    async ({ params, body, headers }, reply) => {
      const invoice = await find(params.invoiceId)
      const { unknown } = await pagesFor(headers)
      if (!invoice) return sendPlainPage(reply, 404, unknown())
      const finished = await play(paymentContext, keys, invoice, body.outcome)
      return reply.redirect((finished ? invoice.successUrl : invoice.cancelUrl) ?? "/", 303)
    },
  )
}

/**
 * Takes a payment through its statuses with a webhook for each; a partial payment goes straight to its outcome. Returns
 * true when the invoice is fully paid.
 */
async function play(
  paymentContext: PaymentContext,
  keys: Keys,
  invoice: InvoiceRow,
  outcome: Outcome,
): Promise<boolean> {
  const payment = await begin(paymentContext, invoice)
  if (payment.paymentStatus === "finished") return true
  const isBegun = isPositive(payment.actuallyPaid)
  if (isBegun && outcome === "partially_paid") return false
  for (const status of isBegun ? [outcome] : ["waiting", "confirming", outcome]) {
    const actuallyPaid = isBegun && status !== "finished" ? payment.actuallyPaid : paidIn(status, payment.payAmount)
    const [row] = await paymentContext.store.db
      .update(sandboxPayments)
      .set({ paymentStatus: status, actuallyPaid, updatedAt: paymentContext.store.now() })
      .where(eq(sandboxPayments.id, payment.id))
      .returning()
    await sendNotice(paymentContext, keys, row!, invoice)
  }
  return outcome === "finished"
}

/** Returns the invoice's payment that has received money. */
async function begun({ db }: Pick<Tx, "db">, { invoiceId }: InvoiceRow): Promise<PaymentRow | null> {
  const rows = await db.select().from(sandboxPayments).where(eq(sandboxPayments.invoiceId, invoiceId))
  return rows.find(({ actuallyPaid }) => isPositive(actuallyPaid)) ?? null
}

/** Continues a payment with money: neither a second click nor the remaining amount makes another payment. */
async function begin({ store }: PaymentContext, invoice: InvoiceRow): Promise<PaymentRow> {
  return store.transaction(async (tx) => {
    await tx.db.select().from(sandboxInvoices).where(eq(sandboxInvoices.id, invoice.id)).for("update")
    const earlier = await begun(tx, invoice)
    if (earlier) return earlier
    const now = tx.now()
    const [row] = await tx.db
      .insert(sandboxPayments)
      .values({
        paymentId: newId(),
        invoiceId: invoice.invoiceId,
        paymentStatus: "waiting",
        payAmount: invoice.priceAmount,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    return row!
  })
}

function paidIn(status: string, payAmount: string): string {
  if (status === "finished") return payAmount
  return status === "partially_paid" ? centsAsDecimal(Math.floor(Number(payAmount) * 50)) : "0"
}

/**
 * Sends a webhook to this node, whose key signs it: the node that made the invoice has other keys, and may be gone. A
 * webhook that fails is left to the shop's polling, as with the real provider.
 */
async function sendNotice(
  paymentContext: PaymentContext,
  { ipnSecret, webhookUrl }: Keys,
  payment: PaymentRow,
  invoice: InvoiceRow,
): Promise<void> {
  if (!invoice.ipnCallbackUrl) return
  const body = { ...presentPayment(payment, invoice), parent_payment_id: null, fee: noFee, payment_extra_ids: null }
  const signature = sign(JSON.stringify(sortKeys(body)), ipnSecret).toString("hex")
  try {
    const answer = await fetch(webhookUrl(), {
      method: "POST",
      headers: { "content-type": "application/json", "x-nowpayments-sig": signature },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    })
    await answer.arrayBuffer()
    if (!answer.ok) paymentContext.log.warn({ status: answer.status }, "a sandbox webhook was rejected")
  } catch (error) {
    paymentContext.log.warn({ err: error }, "could not deliver a sandbox webhook")
  }
}

const noFee = { currency: "usdc", depositFee: 0, withdrawalFee: 0, serviceFee: 0 }

const NewInvoice = z.object({
  price_amount: z.number().positive(),
  price_currency: text(),
  order_id: text(),
  order_description: text().optional(),
  ipn_callback_url: z.url().check(storable).optional(),
  success_url: z.url().check(storable).optional(),
  cancel_url: z.url().check(storable).optional(),
})

function presentInvoice(row: InvoiceRow, origin: string) {
  return {
    id: row.invoiceId,
    token_id: row.invoiceId,
    order_id: row.orderId,
    order_description: row.orderDescription,
    price_amount: row.priceAmount,
    price_currency: row.priceCurrency.toUpperCase(),
    pay_currency: null,
    ipn_callback_url: row.ipnCallbackUrl,
    invoice_url: `${origin}/sandbox/pay/${row.invoiceId}`,
    success_url: row.successUrl,
    cancel_url: row.cancelUrl,
    partially_paid_url: null,
    payout_currency: null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.createdAt.toISOString(),
    is_fixed_rate: false,
    is_fee_paid_by_user: false,
  }
}

export function presentPayment(payment: PaymentRow, invoice: InvoiceRow) {
  return {
    payment_id: Number(payment.paymentId),
    invoice_id: Number(invoice.invoiceId),
    payment_status: payment.paymentStatus,
    pay_address: "sandbox",
    payin_extra_id: null,
    price_amount: rawJson(invoice.priceAmount),
    price_currency: invoice.priceCurrency,
    pay_amount: rawJson(payment.payAmount),
    actually_paid: rawJson(payment.actuallyPaid),
    pay_currency: "usdc",
    order_id: invoice.orderId,
    order_description: invoice.orderDescription,
    purchase_id: payment.paymentId,
    outcome_amount: rawJson(payment.actuallyPaid),
    outcome_currency: "usdc",
    created_at: payment.createdAt.toISOString(),
    updated_at: payment.updatedAt.toISOString(),
  }
}

function findPayments({ db }: Pick<Tx, "db">, where: ReturnType<typeof eq>) {
  return db
    .select({ payment: sandboxPayments, invoice: sandboxInvoices })
    .from(sandboxPayments)
    .innerJoin(sandboxInvoices, eq(sandboxInvoices.invoiceId, sandboxPayments.invoiceId))
    .where(where)
    .orderBy(asc(sandboxPayments.id))
}

const newId = () => String(randomInt(4_000_000_000, 9_999_999_999))
