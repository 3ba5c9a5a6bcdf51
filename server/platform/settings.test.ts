import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { assertDurable, databaseHosts, environment, readSettings, SettingsError, warningsOf } from "./settings.ts"

test("without any environment the shop is a demo on this machine", () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: null,
    databaseUrl: null,
    demo: true,
    paymentsSandbox: true,
    ageSandbox: true,
    ageProvider: null,
    countryHeader: null,
    rateLimitScale: 1,
    trustProxy: null,
  })
})

const publicUrl = { PUBLIC_URL: "https://shop.example" }
const elsewhere = { HOST: "0.0.0.0", ...publicUrl }
const keys = { NOWPAYMENTS_API_KEY: "key", NOWPAYMENTS_IPN_SECRET: "secret" }
const ageProvider = {
  AGE_PROVIDER_ISSUER: "https://age.example/",
  AGE_PROVIDER_CLIENT_ID: "shop",
  AGE_PROVIDER_CLIENT_SECRET: "secret",
}
const bucket = { S3_BUCKET: "media", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret", S3_REGION: "eu-west-1" }
const owner = { ADMIN_EMAIL: "owner@demo.example", ADMIN_PASSWORD: "Turned-Brass-7" }

test.each([
  [elsewhere],
  [publicUrl],
  [{ HOST: "0.0.0.0", PUBLIC_URL: "http://localhost:3000" }],
  [{ TRUST_PROXY: "1" }],
  [owner],
  [{ DATABASE_URL: "postgres://localhost/shop" }],
  [keys],
])("with %j it is no demo", (env) => {
  expect(readSettings(env)).toMatchObject({ demo: false, paymentsSandbox: false, ageSandbox: false })
})

test.each([[{ ...owner, DEMO: "1" }], [{ ...keys, DEMO: "1" }]])(
  "an explicit demo does not enable the sandbox: %j",
  (env) => {
    expect(readSettings(env)).toMatchObject({ demo: true, paymentsSandbox: false })
  },
)

test.each([
  [{ PUBLIC_URL: "http://localhost:3000" }],
  [{ PUBLIC_URL: "http://127.0.0.1:3000", HOST: "localhost" }],
  [{ HOST: "::1" }],
])("with %j it still is a demo, because it is not public", (env) => {
  expect(readSettings(env)).toMatchObject({ demo: true, paymentsSandbox: true, isPublic: false })
})

test.each([[elsewhere], [publicUrl], [{ TRUST_PROXY: "1" }]])(
  "on a public server (%j) the demo and the sandbox require an explicit value",
  (env) => {
    for (const name of ["DEMO", "PAYMENTS_SANDBOX", "AGE_SANDBOX"]) {
      expect(() => readSettings({ ...env, [name]: "1" })).toThrow(new RegExp(`^${name} must be public [^\\n]+$`))
    }
    expect(readSettings({ ...env, DEMO: "public" })).toMatchObject({ demo: true, paymentsSandbox: false })
    expect(readSettings({ ...env, PAYMENTS_SANDBOX: "public" })).toMatchObject({ demo: false, paymentsSandbox: true })
    expect(readSettings({ ...env, DEMO: "0", PAYMENTS_SANDBOX: "0" })).toMatchObject({ isPublic: true })
  },
)

test.each(["0.0.0.0", "::", "10.0.0.5", "shop.example"])("HOST=%s needs PUBLIC_URL", (host) => {
  expect(() => readSettings({ HOST: host })).toThrow(/^PUBLIC_URL must be set when HOST is not loopback/)
})

test("requests to this machine's own network can be allowed on a server that is not public, for tests", () => {
  expect(readSettings({}).outgoingLocal).toBe(false)
  expect(readSettings({ OUTGOING_LOCAL: "1" }).outgoingLocal).toBe(true)
  expect(() => readSettings({ ...publicUrl, OUTGOING_LOCAL: "1" })).toThrow(/^OUTGOING_LOCAL must be 0 [^\n]+$/)
})

test("the API documentation page is available in development only, unless it is enabled", () => {
  expect(readSettings({}).apiDocs).toBe(false)
  expect(readSettings({ VITRINE_DEV: "1" }).apiDocs).toBe(true)
  expect(readSettings({ API_DOCS: "1" }).apiDocs).toBe(true)
})

test.each([
  [{ PORT: "70000" }, "PORT"],
  [{ WEB_PUSH_KEYS: "short" }, "WEB_PUSH_KEYS"],
  [{ ENCRYPTION_KEYS: "short" }, "ENCRYPTION_KEYS"],
  [{ SERVICE_WORKER: "no" }, "SERVICE_WORKER"],
  [{ PUBLIC_URL: "shop.example" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "https://shop.example/path" }, "PUBLIC_URL"],
  [{ DATABASE_URL: "mysql://localhost/shop" }, "DATABASE_URL"],
  [{ DATABASE_URL: "localhost" }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://one:5432,two:5432/shop" }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://one:5432,two:x/shop?target_session_attrs=read-write" }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://one,,two/shop?target_session_attrs=read-write" }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://one,two/shop?target_session_attrs=any" }, "DATABASE_URL"],
  [{ DATABASE_REPLICA_URL: "postgres://two/shop" }, "DATABASE_URL"],
  [{ DATABASE_CONNECTIONS: "0" }, "DATABASE_CONNECTIONS"],
  [
    { DATABASE_URL: "postgres://one/shop", DATABASE_REPLICA_URL: "postgres://two:1,three:1/shop" },
    "DATABASE_REPLICA_URL",
  ],
  [{ SMTP_URL: "http://localhost" }, "SMTP_URL"],
  [{ NOWPAYMENTS_API_KEY: "key" }, "NOWPAYMENTS_IPN_SECRET"],
  [{ ADMIN_EMAIL: "owner@demo.example" }, "ADMIN_EMAIL"],
  [{ MODERATION_API_KEY: "key" }, "MODERATION_API_URL"],
  [{ MODERATION_MODEL: "llama-guard3:1b" }, "MODERATION_API_URL"],
  [{ MODERATION_API_URL: "moderation.example" }, "MODERATION_API_URL"],
  [{ MODERATION_API_URL: "https://me:secret@moderation.example" }, "MODERATION_API_URL"],
  [{ AGE_PROVIDER_CLIENT_ID: "shop" }, "AGE_PROVIDER_ISSUER"],
  [{ AGE_PROVIDER_ISSUER: "https://age.example" }, "AGE_PROVIDER_CLIENT_ID"],
  [{ AGE_PROVIDER_ISSUER: "https://age.example", AGE_PROVIDER_CLIENT_ID: "shop" }, "AGE_PROVIDER_CLIENT_SECRET"],
  [{ AGE_PROVIDER_ISSUER: "http://age.example" }, "AGE_PROVIDER_ISSUER"],
  [{ ...ageProvider, AGE_PROVIDER_SCOPE: "age" }, "AGE_PROVIDER_SCOPE"],
  [{ COUNTRY_HEADER: "cf-ipcountry" }, "COUNTRY_HEADER"],
  [{ DEMO: "yes" }, "DEMO"],
  [{ RATE_LIMIT_SCALE: "0" }, "RATE_LIMIT_SCALE"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
  [{ TRUST_PROXY: "everybody" }, "TRUST_PROXY"],
  [{ REDIS_URL: "http://localhost" }, "REDIS_URL"],
  [{ S3_ENDPOINT: "https://s3.example" }, "S3_BUCKET"],
  [{ S3_SECRET_ACCESS_KEY: "secret" }, "S3_BUCKET"],
  [{ ...bucket, S3_BUCKET: "Media Files" }, "S3_BUCKET"],
  [{ ...bucket, S3_REGION: "" }, "S3_REGION"],
  [{ ...bucket, S3_ACCESS_KEY_ID: "" }, "S3_ACCESS_KEY_ID"],
  [{ ...bucket, S3_SECRET_ACCESS_KEY: "" }, "S3_SECRET_ACCESS_KEY"],
  [{ ...bucket, S3_ENDPOINT: "s3.example" }, "S3_ENDPOINT"],
  [{ ...bucket, S3_FORCE_PATH_STYLE: "perhaps" }, "S3_FORCE_PATH_STYLE"],
  [{ ...bucket, S3_PUBLIC_URL: "https://cdn.example?a=b" }, "S3_PUBLIC_URL"],
])("%j stops the start with one line that names %s", (env, name) => {
  const read = () => readSettings(env)
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`))
})

test("DATABASE_URL may name several hosts, of which the one that takes writes is used", () => {
  const several = "postgres://shop:p,w@one,[::1]:5433/shop?target_session_attrs=read-write"
  expect(readSettings({ DATABASE_URL: several }).databaseUrl).toBe(several)
  expect(databaseHosts(several)).toEqual([
    "postgres://shop:p,w@one/shop?target_session_attrs=read-write",
    "postgres://shop:p,w@[::1]:5433/shop?target_session_attrs=read-write",
  ])
  expect(() => readSettings({ DATABASE_URL: several.replace(/\?.*/, "") })).toThrow("?target_session_attrs=read-write")
})

test.each([
  ["true", 1],
  ["2", 2],
  ["loopback, 10.0.0.0/8", "loopback, 10.0.0.0/8"],
])("TRUST_PROXY=%s is parsed as %j", (value, understood) => {
  expect(readSettings({ TRUST_PROXY: value }).trustProxy).toBe(understood)
})

test("an age provider is described by its issuer, its client and the claim it answers with", () => {
  const read = readSettings({ ...publicUrl, ...ageProvider }).ageProvider
  expect(read).toMatchObject({ clientId: "shop", scope: "openid", claim: "age_over_18" })
})

test.each([
  [{}, "https://media.s3.eu-west-1.amazonaws.com"],
  [{ S3_FORCE_PATH_STYLE: "1" }, "https://s3.eu-west-1.amazonaws.com"],
  [{ S3_ENDPOINT: "http://127.0.0.1:9000/" }, "http://127.0.0.1:9000"],
  [{ S3_ENDPOINT: "https://s3.example", S3_FORCE_PATH_STYLE: "0" }, "https://media.s3.example"],
])("with %j, a bucket's pre-signed addresses begin with %s", (env, origin) => {
  expect(readSettings({ ...bucket, ...env }).s3).toMatchObject({ origin, publicUrl: null, bucket: "media" })
})

test("a bucket of another provider needs no region", () => {
  const read = readSettings({
    ...bucket,
    S3_REGION: "",
    S3_ENDPOINT: "https://s3.example",
    S3_PUBLIC_URL: "https://cdn/",
  })
  expect(read.s3).toMatchObject({ region: "us-east-1", forcePathStyle: true, publicUrl: "https://cdn" })
  expect(readSettings({}).s3).toBeNull()
})

/** The settings that a public shop needs to sell anything. */
const trading = {
  ...keys,
  DATABASE_URL: "postgres://shop@localhost/shop",
  SMTP_URL: "smtp://127.0.0.1:25",
}

test.each(["SMTP_URL", "NOWPAYMENTS_API_KEY"])("the start of a public shop warns of a missing %s", (name) => {
  const { [name as "SMTP_URL"]: _, ...rest } = { ...trading, ...publicUrl, TRUST_PROXY: "1" }
  const { NOWPAYMENTS_IPN_SECRET: secret, ...others } = rest
  const env = name === "NOWPAYMENTS_API_KEY" ? others : { ...others, NOWPAYMENTS_IPN_SECRET: secret }
  expect(warningsOf(readSettings(env))).toEqual([expect.stringContaining(`${name} is not set`)])
  expect(warningsOf(readSettings({ ...trading, ...publicUrl, TRUST_PROXY: "1" }))).toEqual([])
})

test("a public server uses the embedded database only if it is told to, and then warns of it", () => {
  const { DATABASE_URL: database, ...embedded } = { ...trading, ...publicUrl, TRUST_PROXY: "1" }
  expect(() => assertDurable(readSettings(embedded))).toThrow(
    /^DATABASE_URL must be set on a public server\. EMBEDDED=/,
  )
  const told = readSettings({ ...embedded, EMBEDDED: "public" })
  assertDurable(told)
  expect(warningsOf(told)).toEqual([expect.stringContaining("EMBEDDED=public: the embedded database may lose")])
  const onPostgres = readSettings({ ...embedded, DATABASE_URL: database })
  assertDurable(onPostgres)
  expect(warningsOf(onPostgres)).toEqual([])
  assertDurable(readSettings({}))
})

test("the start warns of a missing TRUST_PROXY: behind a proxy all visitors would share one address", () => {
  const warnings = (env: Record<string, string>) =>
    warningsOf(readSettings(Object.keys(env).length > 0 ? { ...trading, ...env } : {})).join("\n")
  expect(warnings(publicUrl)).toContain("TRUST_PROXY is not set")
  expect(warnings({ ...publicUrl, TRUST_PROXY: "1" })).toBe("")
  expect(warnings({})).toBe("")
  expect(warnings({ ...publicUrl, TRUST_PROXY: "1", DEMO: "public" })).toContain("DEMO=public")
  const believing = { ...publicUrl, TRUST_PROXY: "1", AGE_SANDBOX: "public" }
  expect(warnings(believing)).toContain("AGE_SANDBOX=public: everyone can pass the age verification")
  expect(warnings({ ...believing, ...ageProvider })).toBe("")
})

test("the start of a public shop warns of connections that are not encrypted", () => {
  const warnings = (env: Record<string, string>) =>
    warningsOf(readSettings({ ...trading, ...publicUrl, TRUST_PROXY: "1", ...env })).join("\n")
  const open = {
    DATABASE_URL: "postgres://shop@db.example/shop",
    REDIS_URL: "redis://redis.example",
    SMTP_URL: "smtp://mail.example",
    MODERATION_API_URL: "http://moderation.example",
  }
  expect(warnings({ ...bucket, S3_ENDPOINT: "http://s3.example" })).toContain("S3_ENDPOINT is not https")
  for (const [name, value] of Object.entries(open)) expect(warnings({ [name]: value })).toContain(name)
  expect(warnings({ ...keys, NOWPAYMENTS_API_URL: "http://pay.example" })).toContain("NOWPAYMENTS_API_URL")
  const far = "postgres://localhost,db.example/shop?target_session_attrs=read-write"
  expect(warnings({ DATABASE_URL: far })).toContain("DATABASE_URL")
  const closed = {
    ...keys,
    DATABASE_URL: "postgres://shop@db.example/shop?sslmode=verify-full",
    REDIS_URL: "rediss://redis.example",
    SMTP_URL: "smtp://mail.example?requireTLS=true",
    MODERATION_API_URL: "https://moderation.example",
  }
  expect(warnings(closed)).toBe("")
  expect(warnings({ DATABASE_URL: "postgres://shop@localhost/shop", SMTP_URL: "smtp://127.0.0.1:25" })).toBe("")
  expect(warningsOf(readSettings(open))).toEqual([])
})

/** The table of docs/operations.md: the variables of each row, and what they are when they are not set. */
const rows = readFileSync("docs/operations.md", "utf8")
  .split("\n| name | default | meaning |\n")[1]!
  .split("\n\n")[0]!
  .split("\n")
  .slice(1)
  .map((row) => row.split(" | "))
  .map(([names = "", fallback = ""]) => ({ names: [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name!), fallback }))

test("docs/operations.md describes every setting, in the order of the code", () => {
  expect(rows.flatMap(({ names }) => names)).toEqual(Object.keys(environment.shape))
})

test("docs/operations.md says what a setting is by default", () => {
  const wrong = Object.entries(environment.parse({})).filter(([name, value]) => {
    if (value === null || Array.isArray(value)) return false
    const written = typeof value === "boolean" ? Number(value) : value
    return !rows.find(({ names }) => names.includes(name))!.fallback.includes(String(written))
  })
  expect(wrong).toEqual([])
})
