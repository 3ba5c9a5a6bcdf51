import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { anOrder } from "#test/orders.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let boss: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  boss = await shop.anAdmin()
})
afterAll(() => close())

let made = 0
const set = (on: boolean) => shop.call("PATCH /api/admin/settings", { as: boss, body: { emails_name_pieces: on } })

/** Orders, pays and ships a model. Returns whether each email of the order names it, in its text and in its HTML. */
async function namesIn() {
  const [name, email] = [`Bust ${++made}`, `buyer${made}@demo.example`]
  const { order, invoice } = await anOrder(shop, await shop.aUser(), { name, to: { email } })
  const payment = provider.pay(invoice.invoice_id)
  await provider.play(payment, ["waiting", "finished"])
  const body = { status: "shipped", tracking_number: "T-1" }
  expect((await shop.call(`PATCH /api/admin/orders/${order.id}`, { as: boss, body })).status).toBe(200)
  const sent = await shop.app.store.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.toAddress, email))
    .orderBy(mailOutbox.id)
  return sent
    .filter(({ kind }) => kind.startsWith("order_"))
    .map(({ kind, subject, bodyText, bodyHtml }) => {
      expect(subject).not.toContain(name)
      expect(bodyText.includes(`${name}: × 1`)).toBe(bodyHtml.includes(name))
      return [kind, bodyText.includes(name)]
    })
}

test("emails about an order name its pieces only where the owner has chosen it", async () => {
  expect(await namesIn()).toEqual([
    ["order_received", false],
    ["order_paid", false],
    ["order_shipped", false],
  ])
  expect((await set(true)).body.emails_name_pieces).toBe(true)
  expect(await namesIn()).toEqual([
    ["order_received", true],
    ["order_paid", true],
    ["order_shipped", true],
  ])
  expect((await set(false)).status).toBe(200)
  expect((await namesIn()).some(([, names]) => names)).toBe(false)
})
