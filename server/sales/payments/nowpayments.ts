import * as z from "zod"
import { centsAsDecimal } from "./decimal.ts"
import { parseKeepingNumbers, rawJson, scalar } from "./json.ts"
import { type PaymentProvider, ProviderError, type WebhookPayload } from "./provider.ts"
import { schemeOf } from "./signature.ts"

export interface NowPaymentsOptions {
  id: PaymentProvider["id"]
  /** `https://api.nowpayments.io`, without the version. A function: the sandbox's is known once the server listens. */
  apiUrl(): string
  webhookUrl(): string
  apiKey: string
  /** Webhooks may be signed with any of these secrets. */
  ipnSecrets: readonly string[]
  login: { email: string; password: string } | null
  timeout?: number
}

/** A client for the parts of the provider's API in use: invoices, payments and webhooks. */
export function nowpayments(options: NowPaymentsOptions): PaymentProvider {
  const ask = (path: string, init: RequestInit = {}) => request(options, path, init)
  const bearer = options.login && cachedToken(options, options.login)
  return {
    id: options.id,
    webhookUrl: options.webhookUrl,
    createCheckout: async (checkout) => {
      const body = JSON.stringify({
        price_amount: rawJson(centsAsDecimal(checkout.amountCents)),
        price_currency: "usd",
        order_id: checkout.orderRef,
        order_description: checkout.description,
        ipn_callback_url: checkout.webhookUrl,
        success_url: checkout.successUrl,
        cancel_url: checkout.cancelUrl,
      })
      return readInvoice(await ask("/v1/invoice", { method: "POST", body }), options)
    },
    verify: (raw, signature) => {
      for (const secret of options.ipnSecrets) {
        const scheme = schemeOf(raw, signature, secret)
        if (scheme) return scheme
      }
      return null
    },
    fetchPayment: (paymentId) => ask(`/v1/payment/${encodeURIComponent(paymentId)}`),
    ...(bearer
      ? {
          listByInvoice: async (invoiceId) => {
            const path = `/v1/payment/?limit=100&page=0&invoiceId=${encodeURIComponent(invoiceId)}`
            return readList(await bearer((token) => ask(path, { headers: { authorization: `Bearer ${token}` } })))
          },
        }
      : {}),
  }
}

/** Parses a webhook or a payment; null if it is neither. Pure, so that stored ones can be parsed again. */
export function parseWebhook(raw: string): WebhookPayload | null {
  let body: unknown
  try {
    body = parseKeepingNumbers(raw)
  } catch {
    return null
  }
  if (typeof body !== "object" || body === null) return null
  const field = (name: string) => (Object.hasOwn(body, name) ? scalar((body as Record<string, unknown>)[name]) : null)
  const paymentId = field("payment_id")
  const status = field("payment_status")
  if (!paymentId || !status || paymentId.length > 100) return null
  const parent = field("parent_payment_id")
  return {
    paymentId,
    parentPaymentId: parent === "0" ? null : parent,
    invoiceId: field("invoice_id"),
    orderRef: field("order_id"),
    status: status.toLowerCase(),
    priceAmount: field("price_amount"),
    priceCurrency: field("price_currency")?.toLowerCase() ?? null,
    payAmount: field("pay_amount"),
    payCurrency: field("pay_currency")?.toLowerCase() ?? null,
    actuallyPaid: field("actually_paid"),
  }
}

async function request(options: NowPaymentsOptions, path: string, init: RequestInit): Promise<string> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(options.apiUrl() + path, {
      ...init,
      headers: { "x-api-key": options.apiKey, "content-type": "application/json", ...init.headers },
      signal: AbortSignal.timeout(options.timeout ?? 10_000),
      redirect: "error",
    })
    text = await answer.text()
  } catch (error) {
    throw new ProviderError(`The payment provider did not answer: ${error instanceof Error ? error.message : error}`)
  }
  if (!answer.ok)
    throw new ProviderError(`The payment provider answered ${answer.status}: ${codeIn(text)}`, answer.status)
  return text
}

/** Returns the provider's error code, which is logged instead of the whole response. */
function codeIn(text: string): string {
  return /"code"\s*:\s*"([A-Z_]{1,60})"/.exec(text)?.[1] ?? "no code"
}

const InvoiceAnswer = z.object({
  id: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(100)),
  invoice_url: z.url({ protocol: /^https?$/ }).max(2000),
})

function readInvoice(text: string, options: NowPaymentsOptions): { invoiceId: string; checkoutUrl: string } {
  const answer = InvoiceAnswer.safeParse(json(text))
  if (!answer.success) throw new ProviderError("The payment provider made an invoice without an address", 200, true)
  const { id, invoice_url } = answer.data
  if (options.id === "nowpayments" && !isTheirs(invoice_url, options.apiUrl()))
    throw new ProviderError("The payment provider made an invoice at a host that is not its own", 200, true)
  return { invoiceId: id, checkoutUrl: invoice_url }
}

/** Checks the URL that customers are sent to: it must be the provider's, over TLS, or at the origin of its API. */
function isTheirs(invoiceUrl: string, apiUrl: string): boolean {
  const { protocol, hostname, origin } = new URL(invoiceUrl)
  return (protocol === "https:" && /(^|\.)nowpayments\.io$/.test(hostname)) || origin === new URL(apiUrl).origin
}

function readList(text: string): string[] {
  const answer = z.object({ data: z.array(z.unknown()) }).safeParse(parseKeepingNumbers(text))
  if (!answer.success) throw new ProviderError("The payment provider answered with no list", 200)
  return answer.data.data.map((payment) => JSON.stringify(payment))
}

/** Caches the token, which is valid for five minutes. It is shared, and renewed once if the provider rejects it. */
function cachedToken(options: NowPaymentsOptions, login: { email: string; password: string }) {
  let current: { token: Promise<string>; until: number } | null = null
  const token = () => {
    if (!current || current.until < Date.now()) {
      const fresh = request(options, "/v1/auth", { method: "POST", body: JSON.stringify(login) }).then(
        (text) => z.object({ token: z.string() }).parse(json(text)).token,
      )
      current = { token: fresh, until: Date.now() + 4 * 60_000 }
      fresh.catch(() => {
        current = null
      })
    }
    return current.token
  }
  return async <T>(use: (token: string) => Promise<T>): Promise<T> => {
    try {
      return await use(await token())
    } catch (error) {
      if (!(error instanceof ProviderError) || error.status !== 401) throw error
      current = null
      return use(await token())
    }
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
