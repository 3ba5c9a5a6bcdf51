import { randomBytes } from "node:crypto"
import { Counter, type Registry } from "@prometheus-io/client"
import type { FastifyBaseLogger } from "fastify"
import { t } from "#contract/t.ts"
import type { Store } from "../../platform/db/store.ts"
import type { Http } from "../../platform/http/http.ts"
import { homeOrigin, ownAddress } from "../../platform/http/origin.ts"
import type { Settings } from "../../platform/settings.ts"
import { nowpayments } from "./nowpayments.ts"
import { type PaymentProvider, ProviderError } from "./provider.ts"

export interface PaymentContext {
  readonly store: Store
  readonly log: FastifyBaseLogger
  /** Null when payments are not configured. */
  readonly provider: PaymentProvider | null
  /** The keys of the sandbox's API, and the address of its webhooks; null unless it is the provider. */
  readonly sandbox: { apiKey: string; ipnSecret: string; webhookUrl(): string } | null
  home(): string
  /** Logs and counts a webhook that was not processed, never with its body. */
  refused(reason: RefusedWebhook, about: { bytes: number } | { event: number }): void
  readonly support: string
}

const refusedWebhooks = ["signature", "not configured", "unreadable", "unknown status", "unknown order"] as const
export type RefusedWebhook = (typeof refusedWebhooks)[number]

const webhookPath = "/api/nowpayments/ipn"

interface Parts {
  settings: Settings
  http: Http
  store: Store
  log: FastifyBaseLogger
  metrics: Registry
}

/** Uses the configured keys, or the sandbox if it is enabled, or else no provider. */
export function openPayments(app: Parts): PaymentContext {
  const { settings, http, store, log, metrics } = app
  const count = new Counter({
    name: "payment_webhooks_refused_total",
    help: t`Payment webhooks that were not applied, by reason.`,
    labelNames: ["reason"],
    registers: [metrics],
  })
  // The counters exist from the start, so that the first refusal is an increase.
  for (const reason of refusedWebhooks) count.inc({ reason }, 0)
  const refused: PaymentContext["refused"] = (reason, about) => {
    count.inc({ reason })
    log.warn({ reason, ...about }, "payment webhook refused")
  }
  const paymentContext = { store, log, refused, home: () => homeOrigin(settings, http), support: settings.supportEmail }
  if (settings.nowpayments) {
    if (settings.paymentsSandbox)
      log.warn("PAYMENTS_SANDBOX is ignored: payments go to the provider whose keys are set")
    const { apiUrl, apiKey, ipnSecrets, email, password } = settings.nowpayments
    const provider = nowpayments({
      id: "nowpayments",
      apiUrl: () => apiUrl,
      webhookUrl: () => homeOrigin(settings, http) + webhookPath,
      apiKey,
      ipnSecrets,
      login: email && password ? { email, password } : null,
    })
    return { ...paymentContext, provider, sandbox: null }
  }
  if (!settings.paymentsSandbox) return { ...paymentContext, provider: null, sandbox: null }
  // These keys exist in this process only: nobody else can sign a sandbox webhook or create a sandbox invoice.
  const keys = { apiKey: randomBytes(24).toString("hex"), ipnSecret: randomBytes(24).toString("hex") }
  const webhookUrl = () => sandboxAddress(http) + webhookPath
  const provider = nowpayments({
    id: "sandbox",
    apiUrl: () => `${sandboxAddress(http)}/sandbox/api`,
    webhookUrl,
    apiKey: keys.apiKey,
    ipnSecrets: [keys.ipnSecret],
    login: { email: "sandbox@localhost", password: keys.apiKey },
  })
  return { ...paymentContext, provider, sandbox: { ...keys, webhookUrl } }
}

function sandboxAddress(http: Http): string {
  const address = ownAddress(http)
  if (address === null) throw new ProviderError("The sandbox answers only while the server listens")
  return address
}
