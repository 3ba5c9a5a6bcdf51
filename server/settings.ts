import { isIP } from "node:net"
import { resolve } from "node:path"
import { seconds } from "./clock.ts"

export type Settings = Readonly<{
  port: number
  host: string
  publicUrl: string | null
  /** Strangers can reach this server: by HOST, by PUBLIC_URL or through a proxy. */
  isPublic: boolean
  dataDir: string
  databaseUrl: string | null
  /** Whether a public server may use the embedded database. */
  embeddedPublic: boolean
  /** A standby that is read from. */
  databaseReplicaUrl: string | null
  /** The largest number of connections for requests, to PostgreSQL and to its standby each. */
  databaseConnections: number
  redisUrl: string | null
  smtpUrl: string | null
  mailFrom: string
  supportEmail: string
  nowpayments: Readonly<{
    apiKey: string
    /** Webhooks may be signed with any of them. */
    ipnSecrets: readonly string[]
    apiUrl: string
    email: string | null
    password: string | null
  }> | null
  paymentsSandbox: boolean
  /** The bucket of all uploaded files; null: they are in `dataDir`. */
  s3: S3Settings | null
  /** An OpenAI-compatible engine in addition to the built-in rules; null: the rules only. */
  moderation: Readonly<{ url: string; key: string | null; model: string | null }> | null
  /** Checks the age of visitors, by OpenID Connect; `claim` is what it says of those over 18. */
  ageProvider: Readonly<{
    issuer: string
    clientId: string
    clientSecret: string
    scope: string
    claim: string
  }> | null
  /** The built-in age provider, if there is no other. */
  ageSandbox: boolean
  /** The header in which the trusted proxy names the visitor's country, in lower case. */
  countryHeader: string | null
  firstAdmin: Readonly<{ email: string; password: string }> | null
  demo: boolean
  rateLimitScale: number
  /** Off only to measure what an answer costs without it. */
  responseCache: boolean
  logLevel: string
  /** Any of them reads the metrics. */
  metricsTokens: readonly string[]
  /** Where traces go by OTLP, and which share of them; null: nowhere. */
  traces: Readonly<{ endpoint: string; service: string; ratio: number }> | null
  /** Whose forwarded headers are trusted: so many proxies before us, or proxies at these addresses. */
  trustProxy: number | string | null
  /** How long a balancer can see at /readyz that this server is about to stop, in milliseconds. */
  stopNotice: number
  /** Seal secrets that are stored: the first seals, all of them open. */
  encryptionKeys: readonly Buffer[]
  /** Private keys (VAPID) that sign notices to browsers: new subscriptions are for the first. */
  webPushKeys: readonly Buffer[]
  /** False: browsers are told to remove the service worker that they have. */
  serviceWorker: boolean
  production: boolean
  dev: boolean
  /** Requests to addresses that people chose may stay on this machine and its network, without TLS: for tests. */
  outgoingLocal: boolean
  /** The page /api/docs. */
  apiDocs: boolean
}>

export type S3Settings = Readonly<{
  /** Null: Amazon's, of the region. */
  endpoint: string | null
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  /** Where browsers read public files, without a slash at its end; null: from this server. */
  publicUrl: string | null
  /** The origin of pre-signed addresses. */
  origin: string
}>

/** Thrown by readSettings; its message is one line that names the setting and what it should be. */
export class SettingsError extends Error {}

const levels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"]
/** A name for the local machine only. */
export const isLoopbackName = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)

/** Reads the environment into typed settings. Throws SettingsError at the first value that cannot be used. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const get = (name: string) => env[name]?.trim() || null
  const host = get("HOST") ?? "127.0.0.1"
  const databaseUrl = readDatabase(get("DATABASE_URL"))
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
    embeddedPublic: get("EMBEDDED") === "public",
    databaseReplicaUrl: readReplica(get("DATABASE_REPLICA_URL"), databaseUrl),
    databaseConnections: integer(get("DATABASE_CONNECTIONS"), "DATABASE_CONNECTIONS", 10, 1, 500),
    redisUrl: url(get("REDIS_URL"), "REDIS_URL", ["redis:", "rediss:"]),
    smtpUrl: url(get("SMTP_URL"), "SMTP_URL", ["smtp:", "smtps:"]),
    mailFrom: get("MAIL_FROM") ?? "Vitrine <shop@localhost>",
    supportEmail: get("SUPPORT_EMAIL") ?? "support@localhost",
    nowpayments,
    paymentsSandbox: readOpen(get("PAYMENTS_SANDBOX"), "PAYMENTS_SANDBOX", isPublic, isTrial && demo),
    s3: readS3(get),
    moderation: readModeration(get),
    ageProvider: readAgeProvider(get),
    ageSandbox: readOpen(get("AGE_SANDBOX"), "AGE_SANDBOX", isPublic, isTrial && demo),
    countryHeader: readCountryHeader(get("COUNTRY_HEADER"), trustProxy),
    firstAdmin,
    demo,
    rateLimitScale: decimal(get("RATE_LIMIT_SCALE"), "RATE_LIMIT_SCALE", 1),
    responseCache: flag(get("VITRINE_CACHE"), "VITRINE_CACHE", true),
    logLevel: choice(get("LOG_LEVEL"), "LOG_LEVEL", levels, "info"),
    metricsTokens: listOf(get("METRICS_TOKEN")),
    traces: readTraces(get),
    trustProxy,
    stopNotice: seconds(decimal(get("STOP_NOTICE"), "STOP_NOTICE", trustProxy === null ? 0.5 : 5)),
    outgoingLocal: readOutgoingLocal(get("OUTGOING_LOCAL"), isPublic),
    encryptionKeys: readKeys(get("ENCRYPTION_KEYS"), "ENCRYPTION_KEYS"),
    webPushKeys: readKeys(get("WEB_PUSH_KEYS"), "WEB_PUSH_KEYS"),
    serviceWorker: flag(get("SERVICE_WORKER"), "SERVICE_WORKER", true),
    production: env.NODE_ENV === "production" || env.VITRINE_DEV !== "1",
    dev: env.VITRINE_DEV === "1",
    apiDocs: flag(get("API_DOCS"), "API_DOCS", env.VITRINE_DEV === "1"),
  })
}

/** Throws SettingsError if a public server would use the embedded database without having been told to. */
export function assertDurable({ isPublic, databaseUrl, embeddedPublic }: Settings): void {
  if (!isPublic || databaseUrl !== null || embeddedPublic) return
  fail(
    "DATABASE_URL",
    "must be set on a public server. EMBEDDED=public uses the embedded database there, which may lose its last seconds " +
      "when the machine fails",
  )
}

/** Warnings printed at the start of a public shop: what was opened on purpose, and what is missing. */
export function warningsOf(settings: Settings): string[] {
  const { isPublic, demo, paymentsSandbox, nowpayments, ageSandbox, ageProvider, publicUrl, trustProxy } = settings
  if (!isPublic) return []
  const warnings: [boolean, string][] = [
    [demo, "DEMO=public: everyone can sign in with the demo accounts, including those of admins"],
    [paymentsSandbox && nowpayments === null, "PAYMENTS_SANDBOX=public: orders are paid without real money"],
    [ageSandbox && ageProvider === null, "AGE_SANDBOX=public: everyone can pass the age verification"],
    [
      settings.databaseUrl === null,
      "EMBEDDED=public: the embedded database may lose its last seconds when the machine fails",
    ],
    [settings.smtpUrl === null, "SMTP_URL is not set: emails are files in DATA_DIR/outbox, and reach nobody"],
    [
      nowpayments === null && !paymentsSandbox,
      "NOWPAYMENTS_API_KEY is not set: nothing can be paid for, so nothing can be sold",
    ],
    [publicUrl === null, "PUBLIC_URL is not set: links in emails lead to this machine"],
    [
      trustProxy === null && publicUrl !== null && publicUrl.startsWith("https:"),
      "TRUST_PROXY is not set, but PUBLIC_URL is https, which needs a proxy: all visitors share its address and rate limits, " +
        "so that a few of them can block sign-ins and orders for all",
    ],
  ]
  return [...warnings, ...unencrypted(settings)].flatMap(([isSo, warning]) => (isSo ? [warning] : []))
}

/** Connections that others on the way could read or change. Names of this machine need no TLS. */
function unencrypted({
  databaseUrl,
  databaseReplicaUrl,
  redisUrl,
  smtpUrl,
  s3,
  nowpayments,
  moderation,
}: Settings): [boolean, string][] {
  const isOpen = (address: string | null | undefined, isPlain: (url: URL) => boolean) => {
    const url = address ? new URL(address) : null
    return url !== null && url.hostname !== "" && !isLoopbackName(url.hostname) && isPlain(url)
  }
  const plain = (url: URL) => url.protocol === "http:"
  const noTls = (url: URL) => !/^(require|verify-)/.test(url.searchParams.get("sslmode") ?? "")
  return [
    [
      databaseHosts(databaseUrl ?? "").some((host) => isOpen(host, noTls)),
      "DATABASE_URL has no sslmode=verify-full: the connection to PostgreSQL is not encrypted",
    ],
    [
      isOpen(databaseReplicaUrl, noTls),
      "DATABASE_REPLICA_URL has no sslmode=verify-full: the connection to PostgreSQL is not encrypted",
    ],
    [isOpen(redisUrl, (url) => url.protocol === "redis:"), "REDIS_URL is not rediss: the connection is not encrypted"],
    [
      isOpen(smtpUrl, (url) => url.protocol === "smtp:" && url.searchParams.get("requireTLS") !== "true"),
      "SMTP_URL is neither smtps: nor with ?requireTLS=true: emails are sent unencrypted if the mail server offers no TLS",
    ],
    [isOpen(s3?.endpoint, plain), "S3_ENDPOINT is not https: files are sent unencrypted"],
    [isOpen(s3?.publicUrl, plain), "S3_PUBLIC_URL is not https: browsers do not show its files on a page that is"],
    [isOpen(nowpayments?.apiUrl, plain), "NOWPAYMENTS_API_URL is not https: its key is sent unencrypted"],
    [isOpen(moderation?.url, plain), "MODERATION_API_URL is not https: texts and its key are sent unencrypted"],
  ]
}

type Get = (name: string) => string | null

/** PostgreSQL's address for each host of DATABASE_URL, which may name several, separated by commas. */
export function databaseHosts(databaseUrl: string): string[] {
  const [, start = "", hosts = "", end = ""] = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(databaseUrl) ?? []
  return hosts.split(",").map((host) => start + host + end)
}

function readDatabase(value: string | null): string | null {
  if (value === null) return null
  const hosts = databaseHosts(value)
  for (const one of hosts) url(one || "none", "DATABASE_URL", ["postgres:", "postgresql:"])
  const wanted = new URL(hosts[0]!).searchParams.get("target_session_attrs")
  if (wanted !== null && wanted !== "read-write")
    fail("DATABASE_URL", "can have no other target_session_attrs than read-write")
  if (hosts.length === 1) return value
  if (hosts.some((one) => new URL(one).hostname === "")) fail("DATABASE_URL", "has a comma without a host beside it")
  if (wanted === null)
    fail("DATABASE_URL", "must end with ?target_session_attrs=read-write when it names several hosts: one takes writes")
  return value
}

function readReplica(value: string | null, databaseUrl: string | null): string | null {
  if (value !== null && databaseUrl === null) fail("DATABASE_URL", "must be set when DATABASE_REPLICA_URL is")
  const replica = url(value, "DATABASE_REPLICA_URL", ["postgres:", "postgresql:"])
  if (replica && new URL(replica).searchParams.has("target_session_attrs"))
    fail("DATABASE_REPLICA_URL", "must be the address of one standby, without target_session_attrs")
  return replica
}

function readNowPayments(get: Get): Settings["nowpayments"] {
  const apiKey = get("NOWPAYMENTS_API_KEY")
  if (!apiKey) {
    if (get("NOWPAYMENTS_IPN_SECRET")) fail("NOWPAYMENTS_API_KEY", "must be set when NOWPAYMENTS_IPN_SECRET is")
    return null
  }
  const ipnSecrets = listOf(get("NOWPAYMENTS_IPN_SECRET"))
  if (ipnSecrets.length === 0)
    fail("NOWPAYMENTS_IPN_SECRET", "must not be empty when NOWPAYMENTS_API_KEY is set: webhooks could be forged")
  const apiUrl =
    url(get("NOWPAYMENTS_API_URL"), "NOWPAYMENTS_API_URL", ["https:", "http:"]) ?? "https://api.nowpayments.io"
  const email = get("NOWPAYMENTS_EMAIL")
  const password = get("NOWPAYMENTS_PASSWORD")
  if ((email === null) !== (password === null)) fail("NOWPAYMENTS_EMAIL", "and NOWPAYMENTS_PASSWORD go together")
  return Object.freeze({ apiKey, ipnSecrets, apiUrl: apiUrl.replace(/\/+$/, ""), email, password })
}

function readS3(get: Get): Settings["s3"] {
  const bucket = get("S3_BUCKET")
  if (!bucket) {
    const given = ["ENDPOINT", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "FORCE_PATH_STYLE", "PUBLIC_URL"]
    const name = given.map((one) => `S3_${one}`).find((one) => get(one))
    if (name) fail("S3_BUCKET", `must be set when ${name} is`)
    return null
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    fail("S3_BUCKET", "must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens")
  const endpoint = place(get("S3_ENDPOINT"), "S3_ENDPOINT")
  const region = get("S3_REGION") ?? (endpoint ? "us-east-1" : null)
  if (region === null) fail("S3_REGION", "must be set when S3_BUCKET is and S3_ENDPOINT is not")
  if (!/^[a-z0-9-]+$/.test(region)) fail("S3_REGION", "must be the name of a region, such as eu-central-1")
  const accessKeyId = get("S3_ACCESS_KEY_ID")
  const secretAccessKey = get("S3_SECRET_ACCESS_KEY")
  if (!accessKeyId) fail("S3_ACCESS_KEY_ID", "must be set when S3_BUCKET is")
  if (!secretAccessKey) fail("S3_SECRET_ACCESS_KEY", "must be set when S3_BUCKET is")
  const forcePathStyle = flag(get("S3_FORCE_PATH_STYLE"), "S3_FORCE_PATH_STYLE", endpoint !== null)
  const at = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (!forcePathStyle) at.host = `${bucket}.${at.host}`
  const publicUrl = place(get("S3_PUBLIC_URL"), "S3_PUBLIC_URL")
  const { origin } = at
  return Object.freeze({
    endpoint,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    forcePathStyle,
    publicUrl,
    origin,
  })
}

/** An address under which others are found: without a query, a password and a slash at its end. */
function place(value: string | null, name: string): string | null {
  const address = url(value, name, ["https:", "http:"])
  if (!address) return null
  const { search, hash, username } = new URL(address)
  if (search || hash || username) fail(name, "must be an address without a query or a password")
  return address.replace(/\/+$/, "")
}

function readTraces(get: Get): Settings["traces"] {
  const endpoint = place(get("OTEL_EXPORTER_OTLP_ENDPOINT"), "OTEL_EXPORTER_OTLP_ENDPOINT")
  if (!endpoint) return null
  const ratio = decimal(get("OTEL_TRACES_SAMPLER_ARG"), "OTEL_TRACES_SAMPLER_ARG", 1)
  if (ratio > 1) fail("OTEL_TRACES_SAMPLER_ARG", "must be a share above 0 and at most 1")
  return Object.freeze({ endpoint, service: get("OTEL_SERVICE_NAME") ?? "vitrine", ratio })
}

function readModeration(get: Get): Settings["moderation"] {
  const address = place(get("MODERATION_API_URL"), "MODERATION_API_URL")
  const key = get("MODERATION_API_KEY")
  const model = get("MODERATION_MODEL")
  if (!address) {
    if (key || model) fail("MODERATION_API_URL", "must be set when MODERATION_API_KEY or MODERATION_MODEL is")
    return null
  }
  return Object.freeze({ url: address, key, model })
}

function readAgeProvider(get: Get): Settings["ageProvider"] {
  const issuer = url(get("AGE_PROVIDER_ISSUER"), "AGE_PROVIDER_ISSUER", ["https:", "http:"])
  const clientId = get("AGE_PROVIDER_CLIENT_ID")
  const clientSecret = get("AGE_PROVIDER_CLIENT_SECRET")
  if (!issuer) {
    if (clientId || clientSecret) fail("AGE_PROVIDER_ISSUER", "must be set when its client id or secret is")
    return null
  }
  const { protocol, hostname } = new URL(issuer)
  if (protocol === "http:" && !isLoopbackName(hostname)) fail("AGE_PROVIDER_ISSUER", "must begin with https://")
  if (!clientId) fail("AGE_PROVIDER_CLIENT_ID", "must be set when AGE_PROVIDER_ISSUER is")
  if (!clientSecret) fail("AGE_PROVIDER_CLIENT_SECRET", "must be set when AGE_PROVIDER_ISSUER is")
  const scope = get("AGE_PROVIDER_SCOPE") ?? "openid"
  if (!scope.split(/\s+/).includes("openid")) fail("AGE_PROVIDER_SCOPE", "must contain openid")
  return Object.freeze({ issuer, clientId, clientSecret, scope, claim: get("AGE_PROVIDER_CLAIM") ?? "age_over_18" })
}

function readCountryHeader(value: string | null, trustProxy: Settings["trustProxy"]): string | null {
  if (value === null) return null
  if (!/^[\w-]+$/.test(value)) fail("COUNTRY_HEADER", "must be the name of a header, such as cf-ipcountry")
  if (trustProxy === null)
    fail("COUNTRY_HEADER", "needs TRUST_PROXY: without a proxy, visitors set the header themselves")
  return value.toLowerCase()
}

function readFirstAdmin(get: Get): Settings["firstAdmin"] {
  const email = get("ADMIN_EMAIL")
  const password = get("ADMIN_PASSWORD")
  if ((email === null) !== (password === null)) fail("ADMIN_EMAIL", "and ADMIN_PASSWORD go together")
  return email && password ? Object.freeze({ email: email.toLowerCase(), password }) : null
}

function readOutgoingLocal(value: string | null, isPublic: boolean): boolean {
  const isOn = flag(value, "OUTGOING_LOCAL", false)
  if (isOn && isPublic) fail("OUTGOING_LOCAL", "must be 0 on a public server (HOST, PUBLIC_URL or TRUST_PROXY is set)")
  return isOn
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

/** Values separated by commas. */
function listOf(value: string | null): string[] {
  return (value ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)
}

/** Keys of 32 bytes in base64, separated by commas. */
function readKeys(value: string | null, name: string): Buffer[] {
  const keys = listOf(value).map((one) => Buffer.from(one, "base64"))
  if (keys.some((key) => key.length !== 32))
    fail(name, "must be keys of 32 bytes in base64, separated by commas (openssl rand -base64 32)")
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
