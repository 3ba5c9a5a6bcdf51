import { expect, test } from "vitest"
import { readSettings, SettingsError } from "./settings.ts"

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

test.each([
  [{ HOST: "0.0.0.0" }],
  [{ DATABASE_URL: "postgres://localhost/shop" }],
  [{ NOWPAYMENTS_API_KEY: "key", NOWPAYMENTS_IPN_SECRET: "secret" }],
])("with %j it is no demo", (env) => {
  expect(readSettings(env)).toMatchObject({ demo: false, paymentsSandbox: false })
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
])("TRUST_PROXY=%s is understood as %j", (value, understood) => {
  expect(readSettings({ TRUST_PROXY: value }).trustProxy).toBe(understood)
})
