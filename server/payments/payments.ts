import { randomBytes } from "node:crypto"
import type { FastifyBaseLogger } from "fastify"
import type { Store } from "../db/store.ts"
import type { Http } from "../http/http.ts"
import { homeOrigin } from "../http/origin.ts"
import type { Settings } from "../settings.ts"
import { nowpayments } from "./nowpayments.ts"
import type { PaymentProvider } from "./provider.ts"
import { ProviderError } from "./provider.ts"

/** What the payment functions work with. */
export interface Desk {
  readonly store: Store
  readonly log: FastifyBaseLogger
  /** Null when the shop takes no payments. */
  readonly provider: PaymentProvider | null
  /** What the sandbox's API is asked with; null unless it is the provider. */
  readonly sandbox: { apiKey: string; ipnSecret: string } | null
  home(): string
  /** Who of the shop is written to. */
  readonly support: string
}

const noticePath = "/api/nowpayments/ipn"

/** Real keys first; else the sandbox, if it is on; else none. */
export function openDesk(app: { settings: Settings; http: Http; store: Store; log: FastifyBaseLogger }): Desk {
  const { settings, http, store, log } = app
  const desk = { store, log, home: () => homeOrigin(settings, http), support: settings.supportEmail }
  if (settings.nowpayments) {
    if (settings.paymentsSandbox)
      log.warn("PAYMENTS_SANDBOX is ignored: payments go to the provider whose keys are set")
    const { apiUrl, apiKey, ipnSecret, email, password } = settings.nowpayments
    const provider = nowpayments({
      id: "nowpayments",
      apiUrl: () => apiUrl,
      noticeUrl: () => homeOrigin(settings, http) + noticePath,
      apiKey,
      ipnSecret,
      login: email && password ? { email, password } : null,
    })
    return { ...desk, provider, sandbox: null }
  }
  if (!settings.paymentsSandbox) return { ...desk, provider: null, sandbox: null }
  // Keys of this process's own: nobody else can sign a notice of the sandbox, or ask it for an invoice.
  const keys = { apiKey: randomBytes(24).toString("hex"), ipnSecret: randomBytes(24).toString("hex") }
  const provider = nowpayments({
    id: "sandbox",
    apiUrl: () => `${ownAddress(http)}/sandbox/api`,
    noticeUrl: () => ownAddress(http) + noticePath,
    ...keys,
    login: { email: "sandbox@localhost", password: keys.apiKey },
  })
  return { ...desk, provider, sandbox: keys }
}

/** Where this server reaches itself. With PORT=0 the port is known only once it listens. */
function ownAddress(http: Http): string {
  const address = http.server.address()
  if (!address || typeof address === "string")
    throw new ProviderError("The sandbox answers only while the server listens")
  const anywhere = address.address === "0.0.0.0" || address.address === "::"
  const host = anywhere ? "127.0.0.1" : address.family === "IPv6" ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
