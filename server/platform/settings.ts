import { isIP } from "node:net"
import { resolve } from "node:path"
import { z } from "zod"
import { seconds } from "./clock.ts"

/** Returns whether a name is for the local machine only. */
export const isLoopbackName = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)

/** Returns PostgreSQL's address for each host of DATABASE_URL, which may name several, separated by commas. */
export function databaseHosts(databaseUrl: string): string[] {
  const [, start = "", hosts = "", end = ""] = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(databaseUrl) ?? []
  return hosts.split(",").map((host) => start + host + end)
}

/** Returns what is wrong with a value, as the end of a sentence that begins with the name of its variable. */
type Fault = (value: string) => string | null

const address =
  (...protocols: string[]): Fault =>
  (value) => {
    if (protocols.includes(URL.parse(value)?.protocol ?? "")) return null
    return `must be an address that begins with ${protocols.map((one) => `${one}//`).join(" or ")}`
  }
const isWeb = address("https:", "http:")
const isPostgres = address("postgres:", "postgresql:")

const isOrigin: Fault = (value) => {
  const fault = address("http:", "https:")(value)
  if (fault) return fault
  const { pathname, search } = new URL(value)
  return pathname !== "/" || search ? "must be an origin without a path, such as https://shop.example" : null
}

/** Checks an address to which paths are appended. */
const isPlace: Fault = (value) => {
  const fault = isWeb(value)
  if (fault) return fault
  const { search, hash, username } = new URL(value)
  return search || hash || username ? "must be an address without a query or a password" : null
}

const targetOf = (url: string) => new URL(url).searchParams.get("target_session_attrs")

const isDatabase: Fault = (value) => {
  const hosts = databaseHosts(value)
  const fault = hosts.map((one) => isPostgres(one)).find(Boolean)
  if (fault) return fault
  const target = targetOf(hosts[0]!)
  if (target !== null && target !== "read-write") return "can have no other target_session_attrs than read-write"
  if (hosts.length === 1) return null
  if (hosts.some((one) => new URL(one).hostname === "")) return "has a comma without a host beside it"
  if (target !== null) return null
  return "must end with ?target_session_attrs=read-write when it names several hosts: one takes writes"
}

const isReplica: Fault = (value) =>
  isPostgres(value) ??
  (targetOf(value) === null ? null : "must be the address of one standby, without target_session_attrs")

const isIssuer: Fault = (value) => {
  const fault = isWeb(value)
  if (fault) return fault
  const { protocol, hostname } = new URL(value)
  return protocol === "http:" && !isLoopbackName(hostname) ? "must begin with https://" : null
}

const matching =
  (pattern: RegExp, what: string): Fault =>
  (value) =>
    pattern.test(value) ? null : what

const isProxy = (value: string) =>
  ["loopback", "linklocal", "uniquelocal"].includes(value) || isIP(value.split("/", 1)[0]!) > 0
const isTrust: Fault = (value) =>
  /^(true|[1-9])$/.test(value) || value.split(",").every((one) => isProxy(one.trim()))
    ? null
    : "must be the number of proxies in front of the server, or their addresses separated by commas"

const text = z.string()
const checked = (faultOf: Fault) =>
  text.superRefine((value, context) => {
    const fault = faultOf(value)
    if (fault) context.addIssue(fault)
  })
/** Null if it is not set. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)
const numeric = (isFitting: (value: number) => boolean, what: string) =>
  checked((value) => (isFitting(Number(value)) ? null : what)).transform(Number)
const whole = (least: number, most: number) =>
  numeric(
    (value) => Number.isInteger(value) && value >= least && value <= most,
    `must be a whole number from ${least} to ${most}`,
  )
const positive = numeric((value) => value > 0 && value <= 1_000_000, "must be a number above 0")
const flag = z.enum(["1", "true", "0", "false"], "must be 1 or 0").transform((value) => /1|true/.test(value))
/** A setting that opens the shop to everybody. It needs the value `public` if strangers can reach the server. */
const opening = optional(z.enum(["public", "1", "true", "0", "false"], "must be 1 or 0"))
const withoutSlash = (value: string) => value.replace(/\/+$/, "")
const place = checked(isPlace).transform(withoutSlash)
const listOf = (value: string) =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean)
const list = text.transform(listOf).default([])
const keys = checked((value) =>
  listOf(value).every((one) => Buffer.from(one, "base64").length === 32)
    ? null
    : "must be keys of 32 bytes in base64, separated by commas (openssl rand -base64 32)",
)
  .transform((value) => listOf(value).map((one) => Buffer.from(one, "base64")))
  .default([])
const webhookSecrets = checked((value) =>
  listOf(value).every((one) => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(one))
    ? null
    : "must be secrets of Standard Webhooks, separated by commas (echo whsec_$(openssl rand -base64 32))",
)
  .transform(listOf)
  .default([])
const levels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const
const bucketName = matching(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  "must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens",
)

/** The value of SUPPORT_EMAIL while it is not set. */
export const unsetSupport = "support@localhost"

/** All variables of the environment that are settings. A row of docs/operations.md describes each, in this order. */
export const environment = z.object({
  PORT: whole(0, 65_535).default(3000),
  HOST: text.default("127.0.0.1"),
  PUBLIC_URL: optional(checked(isOrigin).transform((value) => new URL(value).origin)),
  DATA_DIR: text.default("data"),
  S3_BUCKET: optional(checked(bucketName)),
  S3_ACCESS_KEY_ID: optional(text),
  S3_SECRET_ACCESS_KEY: optional(text),
  S3_ENDPOINT: optional(place),
  S3_REGION: optional(checked(matching(/^[a-z0-9-]+$/, "must be the name of a region, such as eu-central-1"))),
  S3_FORCE_PATH_STYLE: optional(flag),
  S3_PUBLIC_URL: optional(place),
  DATABASE_URL: optional(checked(isDatabase)),
  DATABASE_REPLICA_URL: optional(checked(isReplica)),
  DATABASE_CONNECTIONS: whole(1, 500).default(10),
  REDIS_URL: optional(checked(address("redis:", "rediss:"))),
  SMTP_URL: optional(checked(address("smtp:", "smtps:"))),
  MAIL_FROM: text.default("shop@localhost"),
  SUPPORT_EMAIL: text.default(unsetSupport),
  NEWSLETTER_PER_MINUTE: whole(1, 100_000).default(120),
  MAIL_WEBHOOK_SECRET: webhookSecrets,
  NOWPAYMENTS_API_KEY: optional(text),
  NOWPAYMENTS_IPN_SECRET: list,
  NOWPAYMENTS_API_URL: checked(isWeb).transform(withoutSlash).default("https://api.nowpayments.io"),
  NOWPAYMENTS_EMAIL: optional(text),
  NOWPAYMENTS_PASSWORD: optional(text),
  PAYMENTS_SANDBOX: opening,
  ADMIN_EMAIL: optional(text.toLowerCase()),
  ADMIN_PASSWORD: optional(text),
  EMBEDDED: optional(text),
  DEMO: opening,
  MODERATION_API_URL: optional(place),
  MODERATION_API_KEY: optional(text),
  MODERATION_MODEL: optional(text),
  AGE_PROVIDER_ISSUER: optional(checked(isIssuer)),
  AGE_PROVIDER_CLIENT_ID: optional(text),
  AGE_PROVIDER_CLIENT_SECRET: optional(text),
  AGE_PROVIDER_CLAIM: text.default("age_over_18"),
  AGE_PROVIDER_SCOPE: checked(matching(/(^|\s)openid(\s|$)/, "must contain openid")).default("openid"),
  AGE_SANDBOX: opening,
  COUNTRY_HEADER: optional(
    checked(matching(/^[\w-]+$/, "must be the name of a header, such as cf-ipcountry")).toLowerCase(),
  ),
  ENCRYPTION_KEYS: keys,
  WEB_PUSH_KEYS: keys,
  SERVICE_WORKER: flag.default(true),
  RATE_LIMIT_SCALE: positive.default(1),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(", ")}`).default("info"),
  METRICS_TOKEN: list,
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(place),
  OTEL_TRACES_SAMPLER_ARG: text.default("1"),
  OTEL_SERVICE_NAME: text.default("vitrine"),
  OUTGOING_LOCAL: flag.default(false),
  API_DOCS: optional(flag),
  TRUST_PROXY: optional(checked(isTrust)),
  STOP_NOTICE: optional(positive),
  VITRINE_CACHE: flag.default(true),
})
type Environment = z.output<typeof environment>

export type Settings = ReturnType<typeof readSettings>
export type S3Settings = NonNullable<Settings["s3"]>

/** Thrown by readSettings; its message is one line that names the setting and what it should be. */
export class SettingsError extends Error {}

function fail(name: keyof Environment, what: string): never {
  throw new SettingsError(`${name} ${what}`)
}

/** Reads the environment into typed settings. Throws SettingsError at the first value that cannot be used. */
export function readSettings(given: Record<string, string | undefined>) {
  const values = Object.entries(given).map(([name, value]) => [name, value?.trim() || undefined])
  const { data: env, error } = environment.safeParse(Object.fromEntries(values))
  if (!env) fail(error.issues[0]!.path[0] as keyof Environment, error.issues[0]!.message)
  const { HOST: host, PUBLIC_URL: publicUrl, DATABASE_URL: databaseUrl, TRUST_PROXY: trust } = env
  const nowpayments = readNowPayments(env)
  const firstAdmin = readFirstAdmin(env)
  if (!publicUrl && !isLoopbackName(host))
    fail("PUBLIC_URL", "must be set when HOST is not loopback: links in emails begin with it")
  if (env.DATABASE_REPLICA_URL && !databaseUrl) fail("DATABASE_URL", "must be set when DATABASE_REPLICA_URL is")
  if (env.COUNTRY_HEADER && !trust)
    fail("COUNTRY_HEADER", "needs TRUST_PROXY: without a proxy, visitors set the header themselves")
  /** Strangers can reach this server: by HOST, by PUBLIC_URL or through a proxy. */
  const isPublic =
    !isLoopbackName(host) || trust !== null || (publicUrl !== null && !isLoopbackName(new URL(publicUrl).hostname))
  const onServer = "on a public server (HOST, PUBLIC_URL or TRUST_PROXY is set)"
  if (env.OUTGOING_LOCAL && isPublic) fail("OUTGOING_LOCAL", `must be 0 ${onServer}`)
  const isOpen = (name: "DEMO" | "PAYMENTS_SANDBOX" | "AGE_SANDBOX", fallback: boolean) => {
    const value = env[name]
    const isOn = value === null ? fallback : value === "1" || value === "true"
    if (isOn && isPublic) fail(name, `must be public or 0 ${onServer}`)
    return isOn || value === "public"
  }
  const isTrial = !isPublic && firstAdmin === null && nowpayments === null
  const demo = isOpen("DEMO", isTrial && databaseUrl === null)
  const dev = given.VITRINE_DEV === "1"
  return Object.freeze({
    port: env.PORT,
    host,
    publicUrl,
    isPublic,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl,
    /** Whether a public server may use the embedded database. */
    embeddedPublic: env.EMBEDDED === "public",
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    redisUrl: env.REDIS_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL,
    newsletterPerMinute: env.NEWSLETTER_PER_MINUTE,
    mailWebhookSecrets: env.MAIL_WEBHOOK_SECRET as readonly string[],
    nowpayments,
    paymentsSandbox: isOpen("PAYMENTS_SANDBOX", isTrial && demo),
    s3: readS3(env),
    moderation: readModeration(env),
    ageProvider: readAgeProvider(env),
    ageSandbox: isOpen("AGE_SANDBOX", isTrial && demo),
    countryHeader: env.COUNTRY_HEADER,
    firstAdmin,
    demo,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    responseCache: env.VITRINE_CACHE,
    logLevel: env.LOG_LEVEL as string,
    metricsTokens: env.METRICS_TOKEN as readonly string[],
    traces: readTraces(env),
    /** The number of proxies before this server, or their addresses. */
    trustProxy: trust === "true" ? 1 : trust && /^\d$/.test(trust) ? Number(trust) : trust,
    /** In milliseconds. */
    stopNotice: seconds(env.STOP_NOTICE ?? (trust === null ? 0.5 : 5)),
    /** Allows requests to user-supplied addresses on this machine and its network, without TLS, for tests. */
    outgoingLocal: env.OUTGOING_LOCAL,
    encryptionKeys: env.ENCRYPTION_KEYS as readonly Buffer[],
    webPushKeys: env.WEB_PUSH_KEYS as readonly Buffer[],
    serviceWorker: env.SERVICE_WORKER,
    production: given.NODE_ENV === "production" || !dev,
    dev,
    apiDocs: env.API_DOCS ?? dev,
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

/** Returns the warnings printed at the start of a public shop: what was opened on purpose, and what is missing. */
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

/** Returns the connections that others on the network could read or change. Names of this machine need no TLS. */
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

function readNowPayments(env: Environment) {
  const { NOWPAYMENTS_API_KEY: apiKey, NOWPAYMENTS_IPN_SECRET: ipnSecrets, NOWPAYMENTS_API_URL: apiUrl } = env
  const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password } = env
  if (!apiKey) {
    if (ipnSecrets.length > 0) fail("NOWPAYMENTS_API_KEY", "must be set when NOWPAYMENTS_IPN_SECRET is")
    return null
  }
  if (ipnSecrets.length === 0)
    fail("NOWPAYMENTS_IPN_SECRET", "must not be empty when NOWPAYMENTS_API_KEY is set: webhooks could be forged")
  if ((email === null) !== (password === null)) fail("NOWPAYMENTS_EMAIL", "and NOWPAYMENTS_PASSWORD go together")
  return Object.freeze({ apiKey, ipnSecrets, apiUrl, email, password })
}

function readS3(env: Environment) {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = env
  if (!bucket) {
    const names = Object.keys(environment.shape) as (keyof Environment)[]
    const name = names.find((one) => one.startsWith("S3_") && env[one] !== null)
    if (name) fail("S3_BUCKET", `must be set when ${name} is`)
    return null
  }
  const region = env.S3_REGION ?? (endpoint ? "us-east-1" : null)
  if (region === null) fail("S3_REGION", "must be set when S3_BUCKET is and S3_ENDPOINT is not")
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId) fail("S3_ACCESS_KEY_ID", "must be set when S3_BUCKET is")
  if (!secretAccessKey) fail("S3_SECRET_ACCESS_KEY", "must be set when S3_BUCKET is")
  const forcePathStyle = env.S3_FORCE_PATH_STYLE ?? endpoint !== null
  const at = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (!forcePathStyle) at.host = `${bucket}.${at.host}`
  const keys = { accessKeyId, secretAccessKey }
  /** Browsers read public files at `publicUrl`; pre-signed addresses begin with `origin`. */
  const addresses = { endpoint, publicUrl: env.S3_PUBLIC_URL, origin: at.origin }
  return Object.freeze({ bucket, region, forcePathStyle, ...keys, ...addresses })
}

function readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service, ...env }: Environment) {
  if (!endpoint) return null
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG)
  if (!(ratio > 0)) fail("OTEL_TRACES_SAMPLER_ARG", "must be a number above 0")
  if (ratio > 1) fail("OTEL_TRACES_SAMPLER_ARG", "must be a share above 0 and at most 1")
  return Object.freeze({ endpoint, service, ratio })
}

function readModeration({ MODERATION_API_URL: url, MODERATION_API_KEY: key, MODERATION_MODEL: model }: Environment) {
  if (url) return Object.freeze({ url, key, model })
  if (key || model) fail("MODERATION_API_URL", "must be set when MODERATION_API_KEY or MODERATION_MODEL is")
  return null
}

function readAgeProvider({ AGE_PROVIDER_ISSUER: issuer, AGE_PROVIDER_CLIENT_ID: clientId, ...env }: Environment) {
  const { AGE_PROVIDER_CLIENT_SECRET: clientSecret, AGE_PROVIDER_SCOPE: scope, AGE_PROVIDER_CLAIM: claim } = env
  if (!issuer) {
    if (clientId || clientSecret) fail("AGE_PROVIDER_ISSUER", "must be set when its client id or secret is")
    return null
  }
  if (!clientId) fail("AGE_PROVIDER_CLIENT_ID", "must be set when AGE_PROVIDER_ISSUER is")
  if (!clientSecret) fail("AGE_PROVIDER_CLIENT_SECRET", "must be set when AGE_PROVIDER_ISSUER is")
  return Object.freeze({ issuer, clientId, clientSecret, scope, claim })
}

function readFirstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Environment) {
  if ((email === null) !== (password === null)) fail("ADMIN_EMAIL", "and ADMIN_PASSWORD go together")
  return email && password ? Object.freeze({ email, password }) : null
}
