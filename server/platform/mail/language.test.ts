import { and, desc, eq, sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { t } from "#contract/t.ts"
import { users } from "#server/platform/auth/tables.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { tellBackInStock } from "../../sales/stock/tell.ts"
import { escapeHtml } from "../http/escapeHtml.ts"
import { said, speaking } from "../languages.ts"
import { shopSettings } from "../shop-settings/tables.ts"
import { contactMessage, staffWaiting } from "./emails.ts"
import { newShop } from "./letter.ts"
import { enqueue } from "./outbox.ts"
import { mailOutbox } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const german = (english: string) => speaking("de", () => said(english))
const onGermanPage = { headers: { "accept-language": "de" } }
const newest = async (to: string, kind: string) => {
  const here = and(eq(mailOutbox.toAddress, to), eq(mailOutbox.kind, kind))
  const [email] = await shop.app.store.db.select().from(mailOutbox).where(here).orderBy(desc(mailOutbox.id))
  return email!
}
const codeIn = (text: string) => /oob_code=([\w-]+)/.exec(text)![1]!

test("a guest gets the newsletter's emails in the language of the page", async () => {
  const email = "reader@demo.example"
  await shop.call("POST /api/newsletter", { body: { email }, ...onGermanPage })
  const asked = await newest(email, "newsletter_confirm")
  expect(asked.subject).toBe(german("Please confirm your subscription"))
  expect(asked.bodyText).toContain(`${german("Confirm subscription")}:`)
  await shop.call("POST /api/newsletter/confirm", { body: { oob_code: codeIn(asked.bodyText) }, ...onGermanPage })
  expect((await newest(email, "newsletter_confirmed")).subject).toBe(german("Your subscription is confirmed"))
})

test.each(["en", "de"])("an email in %s is signed by the shop's name", async (language) => {
  await shop.app.store.db.update(shopSettings).set({ shopName: "Kiln & <b>Loom</b>" })
  const email = `signed-${language}@demo.example`
  await shop.call("POST /api/newsletter", { body: { email }, headers: { "accept-language": language } })
  const { bodyText, bodyHtml } = await newest(email, "newsletter_confirm")
  await shop.app.store.db.update(shopSettings).set({ shopName: "Vitrine" })
  expect(bodyText.endsWith("--\nKiln & <b>Loom</b>")).toBe(true)
  expect(bodyHtml).toContain(`>${escapeHtml("Kiln & <b>Loom</b>")}</p>`)
  expect(bodyText + bodyHtml).not.toContain("Vitrine")
})

test("what a visitor writes reaches support as it was written, whatever the language of its account", () => {
  const written = { name: "Georgia", email: "ada@demo.example", subject: "Cancel" }
  const long = "( remaining + from".repeat(270)
  const email = contactMessage({ to: "support@demo.example", ...written, message: `constructor\n\nCancel\n\n${long}` })
  const began = performance.now()
  const { subject, text, html } = email.render!("de", newShop)
  expect(performance.now() - began).toBeLessThan(500)
  expect(subject).toBe(speaking("de", () => t`Contact: ${"Cancel"}`))
  expect(text).toContain("Georgia <ada@demo.example>")
  expect(text).toContain("\n\nconstructor\n\nCancel\n\n( remaining + from(")
  expect(html).toContain(">Cancel</p>")
})

test("a guest who asked on a German page is told in German that a model is back", async () => {
  const doll = await shop.aDoll({ stock: 0 })
  const email = "waiting@demo.example"
  await shop.call("POST /api/restock-requests", { body: { doll_id: doll.id, email }, ...onGermanPage })
  const oob_code = codeIn((await newest(email, "stock_confirm")).bodyText)
  await shop.call("POST /api/restock-requests/confirm", { body: { oob_code } })
  await shop.call(`PATCH /api/dolls/${doll.id}`, { as: await shop.anAdmin(), body: { stock: 1 } })
  await tellBackInStock(shop.app.store, "https://shop.example")
  expect((await newest(email, "back_in_stock")).subject).toBe(german("It's back in stock"))
})

test("an account begins with the language of its page, and a chosen one goes before that of a page", async () => {
  const email = "new@demo.example"
  const body = { email, password: "Copper-Lathe-25", full_name: "Nora Demo", region: "eu" }
  await shop.call("POST /api/auth/register", { body, ...onGermanPage })
  expect((await newest(email, "verify_email")).subject).toBe(german("Confirm your email address"))
  await shop.call("POST /api/auth/password-reset/request", { body: { email } })
  expect((await newest(email, "password_reset")).subject).toBe(german("Choose a new password"))
  await shop.app.store.db.update(users).set({ language: "en" }).where(eq(users.email, email))
  await shop.call("POST /api/auth/password-reset/request", { body: { email }, ...onGermanPage })
  expect((await newest(email, "password_reset")).subject).toBe("Choose a new password")
})

test("an email says how much there is in the form of its language", () => {
  const subjectOf = (number: number) =>
    staffWaiting({ to: "x@demo.example", part: "orders", number, url: "https://shop.example" }).render!("de", newShop)
      .subject
  expect([1, 2].map(subjectOf)).toEqual([
    "1 Bestellung wartet auf eine Entscheidung",
    "2 Bestellungen warten auf eine Entscheidung",
  ])
})

test("the account of an address is found by its index, not by a scan of all accounts", async () => {
  await shop.app.store.transaction(async (tx) => {
    const counts = () =>
      tx.db
        .select({ scans: sql<number>`seq_scan::int` })
        .from(sql`pg_stat_xact_user_tables`)
        .where(sql`relname = 'users'`)
    await tx.db.execute(sql`set local enable_seqscan = off`)
    const before = await counts()
    await enqueue(tx, { kind: "newsletter_confirm", to: "new@demo.example", subject: "Hello", text: "", html: "" })
    expect(await counts()).toEqual(before)
  })
})

test("the shop's own texts in an answer are in the language of the page", async () => {
  const admin = await shop.anAdmin()
  const { body } = await shop.call("GET /api/admin/dashboard-stats", { as: admin, ...onGermanPage })
  expect(body.flagged_change).toBe(german("No change from last month"))
  const english = await shop.call("GET /api/admin/dashboard-stats", { as: admin })
  expect(english.body.flagged_change).toBe("No change from last month")
})
