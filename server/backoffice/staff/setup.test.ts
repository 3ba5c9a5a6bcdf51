import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"
import { expect, test } from "vitest"
import type { Setup } from "#contract/admin.ts"
import { setupTexts } from "#contract/panelText.ts"
import { openPayingShop } from "#test/nowpayments.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { noteBackup } from "../../platform/records/backups.ts"
import { auditLog } from "../../platform/records/tables.ts"

const setupOf = async (shop: TestShop): Promise<Setup> =>
  (await shop.call("GET /api/admin/setup", { as: await shop.anAdmin() })).body
const left = async (shop: TestShop) => (await setupOf(shop)).steps.filter(({ done }) => !done).map(({ id }) => id)

async function mailServer(answer: (done: (error?: Error) => void) => void) {
  const received: string[] = []
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onRcptTo: (_address, _session, done) => answer(done),
    onData: (stream, { envelope }, done) => {
      stream.resume().on("end", () => {
        received.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { url, received, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

test("an empty shop lists the steps to trade lawfully, and ends each of them by what it finds", async () => {
  const shop = await openShop()
  try {
    const as = await shop.anAdmin()
    expect(await left(shop)).toEqual([
      "seller",
      "legal",
      "age",
      "business",
      "mail",
      "payments",
      "public_url",
      "support_email",
      "encryption_keys",
      "database",
      "backup",
      "model",
      "moderator",
    ])
    const edit = (body: object) => shop.call("PATCH /api/admin/business", { as, body })
    await edit({ address: "1 Works Lane", email: "hello@atelier.example" })
    expect(await left(shop)).not.toContain("seller")
    await edit({ disputes: "The courts of Kiel.", sender_name: "Post", sender_address: "PO Box 7" })
    const settings = (body: object) => shop.call("PATCH /api/admin/settings", { as, body })
    // Ages that nobody can verify close the shop.
    await settings({ age_rules: [{ country: "DE", rule: "verified" }] })
    expect(await left(shop)).toContain("age")
    await settings({ age_rules: [{ country: "US", rule: "declared" }] })
    await noteBackup(shop.app.settings, shop.clock.now().toISOString(), () => Promise.reject(new Error("unused")))
    await shop.aDoll({ isAvailable: false })
    await shop.aDoll({ needsApproval: true })
    expect(await left(shop)).toContain("model")
    await shop.aDoll()
    const moderator = await shop.aModerator()
    const environment = ["mail", "payments", "public_url", "support_email", "encryption_keys", "database"]
    expect(await left(shop)).toEqual(environment)
    await shop.call(`POST /api/admin/users/${moderator.id}/deactivate`, { as })
    expect(await left(shop)).toEqual([...environment, "moderator"])
    expect((await setupOf(shop)).missing).toEqual([])
    expect((await shop.call("GET /api/admin/setup", { as: await shop.anAdmin("content_admin") })).status).toBe(403)
  } finally {
    await shop.close()
  }
})

test("a public server says what it lacks, also in a demo shop", async () => {
  const shop = await openShop({
    PUBLIC_URL: "https://shop.example",
    DEMO: "public",
    SUPPORT_EMAIL: "help@shop.example",
  })
  try {
    expect(await setupOf(shop)).toEqual({ steps: [], missing: ["seller", "database", "mail", "payments"] })
  } finally {
    await shop.close()
  }
  const empty = await openShop({ PUBLIC_URL: "https://shop.example", SUPPORT_EMAIL: "help@shop.example" })
  try {
    expect((await setupOf(empty)).missing).toEqual(["seller", "database", "mail", "payments"])
    expect(await left(empty)).not.toContain("public_url")
    expect(await left(empty)).not.toContain("support_email")
    const body = { address: "1 Works Lane", email: "hello@atelier.example" }
    await empty.call("PATCH /api/admin/business", { as: await empty.anAdmin(), body })
    expect((await setupOf(empty)).missing).toEqual(["database", "mail", "payments"])
  } finally {
    await empty.close()
  }
})

test("the steps of mail and payments end with a test that succeeds, and a test that fails says why", async () => {
  const none = await openShop()
  const told = async (shop: TestShop, call: string) => {
    const { status, body } = await shop.call(call, { as: await shop.anAdmin() })
    return [status, body.detail]
  }
  expect(await told(none, "POST /api/admin/letters/test")).toEqual([409, setupTexts.noMailServer])
  expect(await told(none, "POST /api/admin/payments/test-invoice")).toEqual([409, setupTexts.noProvider])
  await none.close()

  let isRefusing = true
  const mail = await mailServer((done) =>
    isRefusing ? done(Object.assign(new Error("no"), { responseCode: 550 })) : done(),
  )
  const { shop, provider, close } = await openPayingShop({ SMTP_URL: mail.url })
  try {
    const as = await shop.anAdmin()
    const stepOf = async (id: string) => (await setupOf(shop)).steps.find((step) => step.id === id)
    expect([await stepOf("mail"), await stepOf("payments")]).toEqual([
      { id: "mail", done: false, can_test: true },
      { id: "payments", done: false, can_test: true },
    ])
    expect(await told(shop, "POST /api/admin/letters/test")).toEqual([503, setupTexts.mailFailed("EENVELOPE 550")])
    isRefusing = false
    const sent = await shop.call("POST /api/admin/letters/test", { as })
    expect([sent.status, sent.body, mail.received]).toEqual([200, { to: as.email }, [as.email]])
    expect(await stepOf("mail")).toMatchObject({ done: true })

    const made = await shop.call("POST /api/admin/payments/test-invoice", { as })
    expect([made.status, made.body.invoice_url]).toEqual([200, expect.stringContaining("nowpayments.io")])
    expect(await stepOf("payments")).toMatchObject({ done: true })
    await provider.stop()
    expect(await told(shop, "POST /api/admin/payments/test-invoice")).toEqual([503, setupTexts.invoiceFailed])
    const noted = (await shop.app.store.db.select().from(auditLog)).map(({ action }) => action)
    expect(noted.filter((action) => action.endsWith(".test"))).toEqual(["mail.test", "payment.test"])
  } finally {
    await mail.close()
    await close().catch(() => {})
  }
})
