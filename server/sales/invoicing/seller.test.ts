import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { Seller } from "#contract/seller.ts"
import { shippingTexts } from "#contract/texts.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { anOrder, aPaidOrder } from "#test/orders.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { auditLog } from "../../platform/records/tables.ts"
import { services } from "../../start/services.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let boss: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  boss = await shop.anAdmin()
})
afterAll(() => close())

const seller: Seller = {
  legal_name: "Atelier Nord GmbH",
  address: "Hafenweg 1\n24103 Kiel\nGermany",
  email: "hello@atelier.example",
  phone: "+49 431 1234",
  register: "Amtsgericht Kiel",
  register_number: "HRB 1234",
  tax_number: "DE 123456789",
  controller: null,
  disputes: "The courts of Kiel.",
}
const edit = (body: object, headers?: Record<string, string>) =>
  shop.call("PATCH /api/admin/business", { as: boss, body, ...(headers && { headers }) })
const seen = () => services({ ...shop.app, reads: shop.app.store }).seller()
const emailsOf = async (number: string) =>
  (await shop.app.store.db.select().from(mailOutbox)).filter(({ subject }) => subject.includes(number))

test("visitors see no seller until its address and email are entered", async () => {
  expect(await seen()).toBeNull()
  const before = await anOrder(shop, await shop.aUser())
  const [first] = await emailsOf(before.order.orderNumber)
  expect(first!.bodyText).toMatch(/--\nVitrine$/)
  await edit({ legal_name: seller.legal_name, address: seller.address })
  expect(await seen()).toBeNull()
  const clear = vi.spyOn(shop.app.cache, "clear")
  expect((await edit(seller)).body).toMatchObject(seller)
  expect(clear).toHaveBeenCalled()
  expect(await seen()).toEqual(seller)
})

test("order emails name the seller at their foot and say what can be returned, other emails do not", async () => {
  const { order } = await aPaidOrder(shop, provider)
  const sent = await emailsOf(order.orderNumber)
  expect(sent.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["order_received", "order_paid"]))
  const policy = shippingTexts.returns(30)
  for (const { bodyText, bodyHtml } of sent.filter(({ kind }) => kind.startsWith("order_"))) {
    expect(bodyText).toContain(
      "--\nVitrine\nAtelier Nord GmbH\nHafenweg 1\n24103 Kiel\nGermany\nEmail: hello@atelier.example\nPhone: +49 431 1234\nCompany register: Amtsgericht Kiel, HRB 1234\nTax ID: DE 123456789",
    )
    expect(bodyHtml).toContain("Atelier Nord GmbH<br>Hafenweg 1<br>24103 Kiel")
    expect(bodyText.replaceAll(/\s+/g, " ")).toContain(policy)
  }
  await shop.call("POST /api/newsletter", { body: { email: "reader@demo.example" } })
  const other = (await shop.app.store.db.select().from(mailOutbox)).find(({ kind }) => kind === "newsletter_confirm")
  expect(other!.bodyText).not.toContain("Atelier Nord")
})

test("two admins cannot overwrite each other's change, and every change is in the audit log", async () => {
  const { version } = (await shop.call("GET /api/admin/business", { as: boss })).body
  const both = await Promise.all(["+49 1", "+49 2"].map((phone) => edit({ phone }, { "if-match": `"v${version}"` })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  const won = both.find(({ status }) => status === 200)!.body.phone
  const entries = (await shop.app.store.db.select().from(auditLog)).filter(({ action }) => action === "business.edit")
  expect(entries.at(-1)).toMatchObject({ before: { phone: seller.phone }, after: { phone: won } })
})

test("text of the seller has no invisible characters, and refers to no minors", async () => {
  const { body } = await edit({ address: "Haf\u202eenweg 1\u200b\n24103 Kiel", controller: "Ada\u2066 Nord" })
  expect([body.address, body.controller]).toEqual(["Hafenweg 1\n24103 Kiel", "Ada Nord"])
  expect((await edit({ disputes: "a\u0007b" })).status).toBe(422)
  expect((await edit({ email: "nobody" })).body.errors).toMatchObject([{ path: "email" }])
  const refused = await edit({ legal_name: "Schoolgirl, 15 years old" })
  expect([refused.status, refused.body.code]).toEqual([422, "ADULTS_ONLY"])
  for (const type of ["content_admin", "financial_admin"] as const) {
    const as = await shop.anAdmin(type)
    expect((await shop.call("PATCH /api/admin/business", { as, body: { phone: "1" } })).status).toBe(403)
  }
})
