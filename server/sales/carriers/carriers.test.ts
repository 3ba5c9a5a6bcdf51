import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { carrierLimits } from "#contract/adminLimits.ts"
import { numberFormats } from "#contract/carriers.ts"
import { carrierTexts } from "#contract/panelText.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { type FakeNowPayments, openPayingShop } from "#test/nowpayments.ts"
import { aPaidOrder } from "#test/orders.ts"
import type { TestPerson, TestShop } from "#test/shop.ts"
import { carriers } from "./tables.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
let boss: TestPerson
let books: TestPerson
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
  boss = await shop.anAdmin()
  books = await shop.anAdmin("financial_admin")
})
afterAll(() => close())

async function paidOrder() {
  const { buyer, order } = await aPaidOrder(shop, provider)
  return { buyer, id: order.id as number, number: order.orderNumber as string }
}
const move = (id: number, body: object) => shop.call(`PATCH /api/admin/orders/${id}`, { as: books, body })
const number = "1Z999AA10123456784"

test("a shipped order links to its carrier's page, for staff, the customer and in the email", async () => {
  const { id, buyer, number: orderNumber } = await paidOrder()
  const wrong = await move(id, { status: "shipped", tracking_number: "12", carrier: "ups" })
  const odd = carrierTexts.odd("UPS", numberFormats.ups.said)
  expect([wrong.status, wrong.body.errors]).toEqual([422, [{ path: "tracking_number", message: odd }]])
  const unknown = await move(id, { status: "shipped", tracking_number: number, carrier: "Nobody" })
  expect(unknown.body.errors).toEqual([{ path: "carrier", message: carrierTexts.unknown("Nobody") }])
  const shipped = await move(id, { status: "shipped", tracking_number: number, carrier: "ups" })
  const url = `https://www.ups.com/track?tracknum=${number}`
  expect(shipped.body).toMatchObject({ status: "shipped", carrier: "UPS", trackingUrl: url })
  const { body } = await shop.call(`GET /api/orders/${id}`, { as: buyer })
  expect(body).toMatchObject({ carrier: "UPS", trackingUrl: url })
  const emails = await shop.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.kind, "order_shipped"))
  const email = emails.find(({ dedupeKey }) => dedupeKey?.endsWith(orderNumber))!
  expect(email.bodyText).toContain(url)
  expect((await move(id, { carrier: null })).body).toMatchObject({
    carrier: null,
    trackingUrl: null,
    trackingNumber: number,
  })
})

test("a list of parcels has one carrier, or one for each line; a number of another carrier is refused at its line", async () => {
  const [one, two, three] = [await paidOrder(), await paidOrder(), await paidOrder()]
  const parcels = [
    { order_number: one.number, tracking_number: number },
    { order_number: two.number, tracking_number: "RM123456785GB", carrier: "royal mail" },
    { order_number: three.number, tracking_number: "RM123456785GB" },
  ]
  const { body } = await shop.call("POST /api/admin/orders/ship", { as: books, body: { parcels, carrier: "UPS" } })
  expect(body.shipments.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["shipped", "shipped", "refused"])
  const carrierOf = async (id: number) => (await shop.call(`GET /api/admin/orders/${id}`, { as: books })).body.carrier
  expect(await Promise.all([one, two, three].map(({ id }) => carrierOf(id)))).toEqual(["UPS", "Royal Mail", null])
})

test("a name is taken once; an inactive carrier keeps its parcels and gets no new ones", async () => {
  const body = { name: "Parcel Post", tracking_url: "https://post.example/{number}" }
  const { body: made } = await shop.call("POST /api/admin/carriers", { as: boss, body })
  const again = await shop.call("POST /api/admin/carriers", { as: boss, body: { ...body, name: "parcel post" } })
  expect(again.body.errors).toEqual([{ path: "name", message: carrierTexts.nameTaken }])
  const { id } = await paidOrder()
  await move(id, { status: "shipped", tracking_number: "A/1", carrier: "Parcel Post" })
  await shop.call(`PUT /api/admin/carriers/${made.id}`, { as: boss, body: { ...body, is_active: false } })
  const { body: order } = await shop.call(`GET /api/admin/orders/${id}`, { as: books })
  expect(order.trackingUrl).toBe("https://post.example/A%2F1")
  const late = await paidOrder()
  const refused = await move(late.id, { status: "shipped", tracking_number: "A2", carrier: "Parcel Post" })
  expect(refused.body.errors).toEqual([{ path: "carrier", message: carrierTexts.inactive("Parcel Post") }])
})

test.each([
  ["", carrierTexts.urlRequired],
  ["  ", carrierTexts.urlRequired],
  [undefined, carrierTexts.urlRequired],
  ["https://post.example/", carrierTexts.urlInvalid],
  ["http://post.example/{number}", carrierTexts.urlInvalid],
  ["https://post.example/{number}/{number}", carrierTexts.urlInvalid],
  ["https://{number}.example/", carrierTexts.urlInvalid],
])("the tracking page %j is refused", async (url, message) => {
  const body = { name: "Odd Post", tracking_url: url }
  const refused = await shop.call("POST /api/admin/carriers", { as: boss, body })
  expect([refused.status, refused.body.errors[0]]).toEqual([422, { path: "tracking_url", message }])
})

test("a carrier that does not exist cannot be edited, and there is a limit to how many there are", async () => {
  const body = { name: "Last Post", tracking_url: "https://last.example/{number}" }
  const gone = await shop.call("PUT /api/admin/carriers/999999", { as: boss, body })
  expect([gone.status, gone.body.detail]).toEqual([404, carrierTexts.gone])
  const { db } = shop.app.store
  const missing = carrierLimits.count - 1 - (await db.$count(carriers))
  const spare = Array.from({ length: missing }, (_, index) => ({
    name: `Spare ${index}`,
    trackingUrl: body.tracking_url,
  }))
  await db.insert(carriers).values(spare)
  expect((await shop.call("POST /api/admin/carriers", { as: boss, body })).body).toMatchObject(body)
  const more = await shop.call("POST /api/admin/carriers", { as: boss, body: { ...body, name: "One too many" } })
  expect([more.status, more.body.detail]).toEqual([409, carrierTexts.tooMany])
})
