import { isIP } from "node:net"
import { resolve } from "node:path"

export type Settings = Readonly<{
  port: number
  host: string
  publicUrl: string | null
  /** Strangers can reach this server: by HOST, by PUBLIC_URL or through a proxy. */
  isPublic: boolean
  dataDir: string
  databaseUrl: string | null
  redisUrl: string | null
  smtpUrl: string | null
  mailFrom: string
  supportEmail: string
  nowpayments: Readonly<{
    apiKey: string
    ipnSecret: string
    apiUrl: string
    email: string | null
    password: string | null
  }> | null
  paymentsSandbox: boolean
  /** An OpenAI-compatible engine in addition to the built-in rules; null: the rules only. */
  moderation: Readonly<{ url: string; key: string | null }> | null
  firstAdmin: Readonly<{ email: string; password: string }> | null
  demo: boolean
  rateLimitScale: number
  /** Off only to measure what an answer costs without it. */
  responseCache: boolean
  logLevel: string
  metricsToken: string | null
  /** Whose forwarded headers are trusted: so many proxies before us, or proxies at these addresses. */
  trustProxy: number | string | null
  /** Seal secrets that are stored: the first seals, all of them open. */
  encryptionKeys: readonly Buffer[]
  production: boolean
  dev: boolean
  /** The page /api/docs. */
  apiDocs: boolean
}>

/** Thrown by readSettings; its message is one line that names the setting and what it should be. */
export class SettingsError extends Error {}

const unbuilt = ["S3_ENDPOINT", "S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY", "S3_SECRET_KEY"]
const levels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"]
/** A name for the local machine only. */
export const isLoopbackName = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)

/** Reads the environment into typed settings. Throws SettingsError at the first value that cannot be used. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const get = (name: string) => env[name]?.trim() || null
  for (const name of unbuilt) if (get(name)) fail(name, "is not supported yet by this version; leave it unset")

  const host = get("HOST") ?? "127.0.0.1"
  const databaseUrl = url(get("DATABASE_URL"), "DATABASE_URL", ["postgres:", "postgresql:"])
  const nowpayments = readNowPayments(get)
  const publicUrl = origin(get("PUBLIC_URL"))
  const trustProxy = readTrustProxy(get("TRUST_PROXY"))
  const firstAdmin = readFirstAdmin(get)
  if (!publicUrl && !isLoopbackName(host))
    fail("PUBLIC_URL", "must be set when HOST is not loopback: links in emails begin with it")
  const isPublic =
    !isLoopbackName(host) || trustProxy !== null || (publicUrl !== null && !isLoopbackName(new URL(publicUrl).hostname))
  const isTrial = !isPublic && firstAdmin === null && nowpayments === null
  const demo = readOpen(get("DEMO"), "DEMO", isPublic, isTrial && databaseUrl === null)
  return Object.freeze({
    port: integer(get("PORT"), "PORT", 3000, 0, 65_535),
    host,
    publicUrl,
    isPublic,
    dataDir: resolve(get("DATA_DIR") ?? "data"),
    databaseUrl,
    redisUrl: url(get("REDIS_URL"), "REDIS_URL", ["redis:", "rediss:"]),
    smtpUrl: url(get("SMTP_URL"), "SMTP_URL", ["smtp:", "smtps:"]),
    mailFrom: get("MAIL_FROM") ?? "Vitrine <shop@localhost>",
    supportEmail: get("SUPPORT_EMAIL") ?? "support@localhost",
    nowpayments,
    paymentsSandbox: readOpen(get("PAYMENTS_SANDBOX"), "PAYMENTS_SANDBOX", isPublic, isTrial && demo),
    moderation: readModeration(get),
    firstAdmin,
    demo,
    rateLimitScale: decimal(get("RATE_LIMIT_SCALE"), "RATE_LIMIT_SCALE", 1),
    responseCache: flag(get("VITRINE_CACHE"), "VITRINE_CACHE", true),
    logLevel: choice(get("LOG_LEVEL"), "LOG_LEVEL", levels, "info"),
    metricsToken: get("METRICS_TOKEN"),
    trustProxy,
    encryptionKeys: readKeys(get("ENCRYPTION_KEYS")),
    production: env.NODE_ENV === "production" || env.VITRINE_DEV !== "1",
    dev: env.VITRINE_DEV === "1",
    apiDocs: flag(get("API_DOCS"), "API_DOCS", env.VITRINE_DEV === "1"),
  })
}

/** Warnings printed at the start of a public shop: what was opened on purpose, and what is missing. */
export function warningsOf(settings: Settings): string[] {
  const { isPublic, demo, paymentsSandbox, nowpayments, publicUrl, trustProxy } = settings
  if (!isPublic) return []
  const warnings: [boolean, string][] = [
    [demo, "DEMO=public: everyone can sign in with the demo accounts, including those of admins"],
    [paymentsSandbox && nowpayments === null, "PAYMENTS_SANDBOX=public: orders are paid without real money"],
    [publicUrl === null, "PUBLIC_URL is not set: links in emails lead to this machine"],
    [
      trustProxy === null && publicUrl !== null && publicUrl.startsWith("https:"),
      "TRUST_PROXY is not set, but PUBLIC_URL is https, which needs a proxy: all visitors share its address and rate limits, " +
        "so that a few of them can block sign-ins and orders for all",
    ],
  ]
  return warnings.flatMap(([isSo, warning]) => (isSo ? [warning] : []))
}

type Get = (name: string) => string | null

function readNowPayments(get: Get): Settings["nowpayments"] {
  const apiKey = get("NOWPAYMENTS_API_KEY")
  if (!apiKey) {
    if (get("NOWPAYMENTS_IPN_SECRET")) fail("NOWPAYMENTS_API_KEY", "must be set when NOWPAYMENTS_IPN_SECRET is")
    return null
  }
  const ipnSecret = get("NOWPAYMENTS_IPN_SECRET")
  if (!ipnSecret)
    fail("NOWPAYMENTS_IPN_SECRET", "must not be empty when NOWPAYMENTS_API_KEY is set: webhooks could be forged")
  const apiUrl =
    url(get("NOWPAYMENTS_API_URL"), "NOWPAYMENTS_API_URL", ["https:", "http:"]) ?? "https://api.nowpayments.io"
  const email = get("NOWPAYMENTS_EMAIL")
  const password = get("NOWPAYMENTS_PASSWORD")
  if ((email === null) !== (password === null)) fail("NOWPAYMENTS_EMAIL", "and NOWPAYMENTS_PASSWORD go together")
  return Object.freeze({ apiKey, ipnSecret, apiUrl: apiUrl.replace(/\/+$/, ""), email, password })
}

function readModeration(get: Get): Settings["moderation"] {
  const address = url(get("MODERATION_API_URL"), "MODERATION_API_URL", ["https:", "http:"])
  const key = get("MODERATION_API_KEY")
  if (!address) {
    if (key) fail("MODERATION_API_URL", "must be set when MODERATION_API_KEY is")
    return null
  }
  if (new URL(address).search || new URL(address).username)
    fail("MODERATION_API_URL", "must be an address without a query or a password")
  return Object.freeze({ url: address.replace(/\/+$/, ""), key })
}

function readFirstAdmin(get: Get): Settings["firstAdmin"] {
  const email = get("ADMIN_EMAIL")
  const password = get("ADMIN_PASSWORD")
  if ((email === null) !== (password === null)) fail("ADMIN_EMAIL", "and ADMIN_PASSWORD go together")
  return email && password ? Object.freeze({ email: email.toLowerCase(), password }) : null
}

/** A setting that opens the shop to everybody needs the value `public` where strangers can reach it. */
function readOpen(value: string | null, name: string, isPublic: boolean, fallback: boolean): boolean {
  if (value === "public") return true
  const isOn = flag(value, name, fallback)
  if (isOn && isPublic) fail(name, "must be public or 0 on a public server (HOST, PUBLIC_URL or TRUST_PROXY is set)")
  return isOn
}

function readTrustProxy(value: string | null): Settings["trustProxy"] {
  if (value === null) return null
  if (value === "true") return 1
  if (/^[1-9]$/.test(value)) return Number(value)
  const isKnown = (one: string) => ["loopback", "linklocal", "uniquelocal"].includes(one) || isIP(one.split("/", 1)[0]!)
  if (!value.split(",").every((one) => isKnown(one.trim())))
    fail("TRUST_PROXY", "must be the number of proxies in front of the server, or their addresses separated by commas")
  return value
}

/** Keys of 32 bytes in base64, separated by commas. */
function readKeys(value: string | null): Buffer[] {
  const keys = (value ?? "")
    .split(",")
    .filter(Boolean)
    .map((one) => Buffer.from(one.trim(), "base64"))
  if (keys.some((key) => key.length !== 32))
    fail("ENCRYPTION_KEYS", "must be keys of 32 bytes in base64, separated by commas (openssl rand -base64 32)")
  return keys
}

function fail(name: string, what: string): never {
  throw new SettingsError(`${name} ${what}`)
}

function url(value: string | null, name: string, protocols: string[]): string | null {
  if (!value) return null
  const parsed = URL.parse(value)
  if (!parsed || !protocols.includes(parsed.protocol))
    fail(name, `must be an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`)
  return value
}

function origin(value: string | null): string | null {
  const parsed = url(value, "PUBLIC_URL", ["http:", "https:"])
  if (!parsed) return null
  const { origin: found, pathname, search } = new URL(parsed)
  if (pathname !== "/" || search) fail("PUBLIC_URL", "must be an origin without a path, such as https://shop.example")
  return found
}

function integer(value: string | null, name: string, fallback: number, least: number, most: number): number {
  if (value === null) return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < least || number > most)
    fail(name, `must be a whole number from ${least} to ${most}`)
  return number
}

function decimal(value: string | null, name: string, fallback: number): number {
  if (value === null) return fallback
  const number = Number(value)
  if (!(number > 0 && number <= 1_000_000)) fail(name, "must be a number above 0")
  return number
}

function flag(value: string | null, name: string, fallback: boolean): boolean {
  if (value === null) return fallback
  if (value === "1" || value === "true") return true
  if (value === "0" || value === "false") return false
  fail(name, "must be 1 or 0")
}

function choice(value: string | null, name: string, choices: string[], fallback: string): string {
  if (value === null) return fallback
  if (!choices.includes(value)) fail(name, `must be one of ${choices.join(", ")}`)
  return value
}
