import { createHmac, randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { openShop } from "./shop.ts"

/** How webhooks reach the shop: correctly, or with one of several faults. */
export type Delivery = "straight" | "duplicate" | "reorder" | "delay" | "drop" | "wrongSignature"
/**
 * How the API answers the next request for an invoice: `lost` creates it and closes the connection, `noUrl` creates it
 * without an address, and `elsewhere` with an address that is not the provider's.
 */
export type Trouble = "error" | "lost" | "noUrl" | "elsewhere" | "garbage" | null

export interface FakeInvoice {
  id: string
  order_id: string
  order_description: string
  price_amount: string
  price_currency: string
  ipn_callback_url: string
  success_url: string
  cancel_url: string
}
export type FakePayment = Record<string, unknown> & { payment_id: number; invoice_id: number; payment_status: string }

export interface FakeNowPayments {
  /** Settings that make a shop use this provider. */
  readonly env: Record<string, string>
  readonly secret: string
  readonly invoices: FakeInvoice[]
  readonly requests: { method: string; path: string; headers: IncomingMessage["headers"]; body: string }[]
  trouble: Trouble
  /** The shop's address, if its public origin is not reachable. */
  shopAt: string | null
  /** Returns the invoice that the shop's answer refers to. */
  invoice(id: string): FakeInvoice
  /** Makes a payment of an invoice, as the provider stores it. `fields` override what was requested. */
  pay(invoiceId: string, fields?: Record<string, unknown>): FakePayment
  /**
   * Moves a payment through these statuses and sends a webhook for each. Returns the shop's responses in that order.
   */
  play(payment: FakePayment, statuses: string[], delivery?: Delivery): Promise<number[]>
  /** Makes a webhook with the payment's current state, signed as the provider signs. */
  webhook(payment: FakePayment, fields?: Record<string, unknown>): { body: string; signature: string }
  stop(): Promise<void>
}

/** Starts a fake NOWPayments based on recorded responses: invoices, payments, lists behind a login, signed webhooks. */
export async function startNowPayments(): Promise<FakeNowPayments> {
  const secret = "fake-ipn-secret"
  const apiKey = "fake-api-key"
  const token = "fake.jwt.token"
  const payments = new Map<number, FakePayment>()
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const fake: FakeNowPayments = {
    env: {
      PAYMENTS_SANDBOX: "0",
      NOWPAYMENTS_API_KEY: apiKey,
      NOWPAYMENTS_IPN_SECRET: secret,
      NOWPAYMENTS_API_URL: origin,
      NOWPAYMENTS_EMAIL: "shop@demo.example",
      NOWPAYMENTS_PASSWORD: "Provider-1",
    },
    secret,
    invoices: [],
    requests: [],
    trouble: null,
    shopAt: null,
    invoice: (id) => fake.invoices.find((one) => one.id === id)!,
    pay: (invoiceId, fields = {}) => {
      const invoice = fake.invoice(invoiceId)
      const payment = {
        payment_id: randomInt(4_000_000_000, 9_999_999_999),
        invoice_id: Number(invoice.id),
        payment_status: "waiting",
        pay_address: "3Ffs3NGWQRTsvXXQbJQbZUjvMB2n5nxXhE",
        payin_extra_id: null,
        price_amount: Number(invoice.price_amount),
        price_currency: invoice.price_currency,
        pay_amount: 0.00812345,
        actually_paid: 0,
        pay_currency: "btc",
        order_id: invoice.order_id,
        order_description: invoice.order_description,
        purchase_id: randomInt(4_000_000_000, 9_999_999_999),
        outcome_amount: 0.0080001,
        outcome_currency: "btc",
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
        burning_percent: null,
        type: "crypto2crypto",
        payment_extra_ids: null,
        ...fields,
      }
      payments.set(payment.payment_id, payment)
      return payment
    },
    play: async (payment, statuses, delivery = "straight") => {
      const webhooks = statuses.map((status) => {
        advance(payment, status)
        return fake.webhook(payment)
      })
      const { ipn_callback_url } = fake.invoice(String(payment.invoice_id))
      const url = fake.shopAt ? new URL(new URL(ipn_callback_url).pathname, fake.shopAt).href : ipn_callback_url
      return deliver(url, webhooks, delivery)
    },
    webhook: (payment, fields = {}) => {
      const body = {
        ...payment,
        purchase_id: String(payment.purchase_id),
        parent_payment_id: null,
        actually_paid_at_fiat: 0,
        fee: { currency: "btc", depositFee: 0.00000015, withdrawalFee: 0, serviceFee: 0 },
        ...fields,
      }
      return { body: JSON.stringify(body), signature: hmac(JSON.stringify(sortObject(body)), secret) }
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
  return fake

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ""
    for await (const part of request.setEncoding("utf8")) body += part
    const url = new URL(request.url!, origin)
    fake.requests.push({ method: request.method!, path: url.pathname, headers: request.headers, body })
    const answer = (status: number, data: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(data))
    if (request.method === "POST" && url.pathname === "/v1/auth") return void answer(200, { token })
    if (request.headers["x-api-key"] !== apiKey) return void answer(403, refusal(403, "INVALID_API_KEY"))
    if (request.method === "POST" && url.pathname === "/v1/invoice") return makeInvoice(body, response, answer)
    if (/^\/v1\/payment\/?$/.test(url.pathname)) {
      if (request.headers.authorization !== `Bearer ${token}`) return void answer(401, refusal(401, "AUTH_REQUIRED"))
      const invoiceId = Number(url.searchParams.get("invoiceId"))
      const data = [...payments.values()].filter((payment) => payment.invoice_id === invoiceId)
      return void answer(200, { data, limit: 100, page: 0, pagesCount: 1, total: data.length })
    }
    const payment = payments.get(Number(/^\/v1\/payment\/(\d+)$/.exec(url.pathname)?.[1]))
    return void (payment ? answer(200, payment) : answer(404, refusal(404, "PAYMENT_NOT_FOUND")))
  }

  function makeInvoice(
    body: string,
    response: ServerResponse,
    answer: (status: number, data: unknown) => unknown,
  ): void {
    const trouble = fake.trouble
    fake.trouble = null
    if (trouble === "error") return void answer(500, refusal(500, "INTERNAL_ERROR"))
    if (trouble === "garbage") return void response.writeHead(200).end("<html>")
    const asked = JSON.parse(body) as Record<string, string | number>
    const invoice = {
      ...asked,
      id: String(randomInt(4_000_000_000, 9_999_999_999)),
      price_amount: String(asked.price_amount),
    }
    fake.invoices.push(invoice as unknown as FakeInvoice)
    if (trouble === "lost") return void response.destroy()
    const host = trouble === "elsewhere" ? "nowpayments.io.example" : "nowpayments.io"
    const invoice_url = trouble === "noUrl" ? undefined : `https://${host}/payment/?iid=${invoice.id}`
    answer(201, {
      ...invoice,
      token_id: invoice.id,
      invoice_url,
      pay_currency: null,
      created_at: new Date().toISOString(),
    })
  }

  async function deliver(url: string, webhooks: Notice[], delivery: Delivery): Promise<number[]> {
    if (delivery === "drop") return []
    if (delivery === "delay") return Promise.all(webhooks.map((one, index) => later(() => post(url, one), 5 * index)))
    const sent = delivery === "duplicate" ? webhooks.flatMap((one) => [one, one]) : [...webhooks]
    if (delivery === "reorder") sent.reverse()
    const answers: number[] = []
    for (const one of sent) {
      const signature = delivery === "wrongSignature" ? hmac(one.body, "another secret") : one.signature
      answers.push(await post(url, { ...one, signature }))
    }
    return answers
  }
}

/** Equivalent to the provider's documented sample: sorts keys and converts arrays to objects. */
export function sortObject(value: Record<string, any>): Record<string, any> {
  return Object.keys(value)
    .sort()
    .reduce<Record<string, any>>((sorted, key) => {
      sorted[key] = value[key] && typeof value[key] === "object" ? sortObject(value[key]) : value[key]
      return sorted
    }, {})
}

export function hmac(text: string, secret: string): string {
  return createHmac("sha512", secret).update(text).digest("hex")
}

interface Notice {
  body: string
  signature: string
}

function advance(payment: FakePayment, status: string): void {
  payment.payment_status = status
  payment.updated_at = new Date().toISOString()
  const asked = payment.pay_amount as number
  const given = payment.actually_paid as number
  if (status === "finished" && given === 0) payment.actually_paid = asked
  if (status === "partially_paid" && given === 0) payment.actually_paid = asked / 2
}

async function post(url: string, { body, signature }: Notice): Promise<number> {
  const headers = { "content-type": "application/json", "x-nowpayments-sig": signature }
  const answer = await fetch(url, { method: "POST", headers, body })
  await answer.arrayBuffer()
  return answer.status
}

async function later<T>(run: () => Promise<T>, milliseconds: number): Promise<T> {
  await new Promise((done) => setTimeout(done, milliseconds))
  return run()
}

function refusal(statusCode: number, code: string) {
  return { status: false, statusCode, code, message: code.toLowerCase() }
}

/** Opens a shop that listens, so that webhooks can reach it, with a fake payment provider. */
export async function openPayingShop(env: Record<string, string> = {}) {
  const provider = await startNowPayments()
  const shop = await openShop({ ...provider.env, ...env })
  await shop.app.http.listen({ port: 0 })
  const close = async () => {
    await shop.close()
    await provider.stop()
  }
  return { provider, shop, close }
}
