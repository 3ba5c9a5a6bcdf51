import { expect, test } from "vitest"
import { readSettings, SettingsError, warningsOf } from "./settings.ts"

test("without any environment the shop is a demo on this machine", () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: null,
    databaseUrl: null,
    demo: true,
    paymentsSandbox: true,
    rateLimitScale: 1,
    trustProxy: null,
  })
})

const publicUrl = { PUBLIC_URL: "https://shop.example" }
const elsewhere = { HOST: "0.0.0.0", ...publicUrl }
const keys = { NOWPAYMENTS_API_KEY: "key", NOWPAYMENTS_IPN_SECRET: "secret" }
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
  expect(readSettings(env)).toMatchObject({ demo: false, paymentsSandbox: false })
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
    for (const name of ["DEMO", "PAYMENTS_SANDBOX"]) {
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

test("the API documentation page is available in development only, unless it is enabled", () => {
  expect(readSettings({}).apiDocs).toBe(false)
  expect(readSettings({ VITRINE_DEV: "1" }).apiDocs).toBe(true)
  expect(readSettings({ API_DOCS: "1" }).apiDocs).toBe(true)
})

test.each([
  [{ PORT: "70000" }, "PORT"],
  [{ PUBLIC_URL: "shop.example" }, "PUBLIC_URL"],
  [{ PUBLIC_URL: "https://shop.example/path" }, "PUBLIC_URL"],
  [{ DATABASE_URL: "mysql://localhost/shop" }, "DATABASE_URL"],
  [{ SMTP_URL: "http://localhost" }, "SMTP_URL"],
  [{ NOWPAYMENTS_API_KEY: "key" }, "NOWPAYMENTS_IPN_SECRET"],
  [{ ADMIN_EMAIL: "owner@demo.example" }, "ADMIN_EMAIL"],
  [{ MODERATION_API_KEY: "key" }, "MODERATION_API_URL"],
  [{ MODERATION_API_URL: "moderation.example" }, "MODERATION_API_URL"],
  [{ MODERATION_API_URL: "https://me:secret@moderation.example" }, "MODERATION_API_URL"],
  [{ DEMO: "yes" }, "DEMO"],
  [{ RATE_LIMIT_SCALE: "0" }, "RATE_LIMIT_SCALE"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
  [{ TRUST_PROXY: "everybody" }, "TRUST_PROXY"],
  [{ REDIS_URL: "http://localhost" }, "REDIS_URL"],
  [{ S3_BUCKET: "media" }, "S3_BUCKET"],
])("%j stops the start with one line that names %s", (env, name) => {
  const read = () => readSettings(env)
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`))
})

test.each([
  ["true", 1],
  ["2", 2],
  ["loopback, 10.0.0.0/8", "loopback, 10.0.0.0/8"],
])("TRUST_PROXY=%s is parsed as %j", (value, understood) => {
  expect(readSettings({ TRUST_PROXY: value }).trustProxy).toBe(understood)
})

test("the start warns of a missing TRUST_PROXY: behind a proxy all visitors would share one address", () => {
  const warnings = (env: Record<string, string>) => warningsOf(readSettings(env)).join("\n")
  expect(warnings(publicUrl)).toContain("TRUST_PROXY is not set")
  expect(warnings({ ...publicUrl, TRUST_PROXY: "1" })).toBe("")
  expect(warnings({})).toBe("")
  expect(warnings({ ...publicUrl, TRUST_PROXY: "1", DEMO: "public" })).toContain("DEMO=public")
})
