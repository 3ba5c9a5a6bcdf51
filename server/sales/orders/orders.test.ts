import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { orderTexts } from "#contract/buyingText.ts"
import { refundTexts } from "#contract/refundText.ts"
import { cartRefusals } from "#contract/texts.ts"
import { days, minutes } from "#server/platform/clock.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { cartItems } from "#server/sales/cart/tables.ts"
import { refreshSummaries } from "#server/sales/payments/summary.ts"
import { payments } from "#server/sales/payments/tables.ts"
import { dolls, images } from "#server/shopfront/catalog/tables.ts"
import { addToCart, anOrder, checkOut, shipping } from "#test/orders.ts"
import { settleRefunds } from "#test/refunds.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { completeShipped, sweepHolds } from "./holds.ts"
import { canTransition } from "./states.ts"
import { orderEvents, orders } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  await shop.app.http.listen({ port: 0 })
})
afterAll(() => shop.close())

test("an order is a snapshot of the server's cart: names, prices and pictures do not change", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ priceCents: 1999, stock: 4 })
  await shop.app.store.db.insert(images).values({
    ...{ dollId: doll.id, key: "demo/x", isPrimary: true, width: 1280, height: 1600, color: "#ccc" },
    ...{ widths: [320, 640], formats: ["avif", "webp"], createdAt: shop.clock.now() },
  })
  await addToCart(shop, buyer, doll.id, 3)
  const body = { ...shipping, paymentAmount: 1, items: [{ doll_id: doll.id, price: 0.01 }], status: "completed" }
  const answer = await shop.call("POST /api/orders", { as: buyer, body })
  expect(answer.status).toBe(201)
  await shop.app.store.db.update(dolls).set({ name: "Renamed", priceCents: 1 }).where(eq(dolls.id, doll.id))
  const order = (await shop.call(`GET /api/orders/${answer.body.id}`, { as: buyer })).body
  expect(order).toMatchObject({
    orderNumber: expect.stringMatching(/^ORD-\d{6}$/),
    reference: expect.stringMatching(/^[\w-]{32}$/),
    status: "unpaid",
    review: null,
    paymentTime: null,
    paymentMethod: "Crypto Wallet",
    trackingNumber: null,
    shippingAddress: { name: "Ada Byron", street: "1 Gallery Row", country: "GB", zipCode: "W1 1AA" },
    items: [{ name: doll.name, price: 19.99, quantity: 3, image: "/media/demo/x/640.webp" }],
    productsAmount: 59.97,
    shippingFee: 0,
    shippingDiscount: 0,
    paymentAmount: 59.97,
  })
  expect(order.createdAt.startsWith(`${order.date}T${order.time}`)).toBe(true)
  expect(Date.parse(order.holdExpiresAt) - Date.parse(order.createdAt)).toBe(minutes(60))
  expect(await stockOf(doll.id)).toBe(1)
})

test("an order keeps the picture it was bought with, in both themes, and shows the current one once it is deleted", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 1 })
  const files = { width: 640, height: 800, color: "#ccc", widths: [640], formats: ["webp" as const] }
  const add = async (key: string, isPrimary: boolean) => {
    const dark = { ...files, key: `${key}-night`, color: "#111" }
    const row = { ...files, dollId: doll.id, key, isPrimary, dark, createdAt: shop.clock.now() }
    await shop.app.store.db.insert(images).values(row)
  }
  const shown = async () => (await shop.call("GET /api/orders", { as: buyer })).body[0].items[0]
  await add("kept/bought", true)
  await addToCart(shop, buyer, doll.id)
  await checkOut(shop, buyer)
  await shop.app.store.db.update(images).set({ isPrimary: false }).where(eq(images.dollId, doll.id))
  await add("kept/newer", true)
  const variants = (key: string) => ({ base: `/media/kept/${key}`, widths: [640], formats: ["webp"] })
  expect(await shown()).toMatchObject({
    image: "/media/kept/bought/640.webp",
    picture: {
      color: "#ccc",
      variants: variants("bought"),
      dark: { color: "#111", variants: variants("bought-night") },
    },
  })
  await shop.app.store.db.delete(images).where(eq(images.key, "kept/bought"))
  await shop.app.store.db.update(dolls).set({ deletedAt: shop.clock.now() }).where(eq(dolls.id, doll.id))
  expect(await shown()).toMatchObject({ image: "/media/kept/newer/640.webp", picture: { variants: variants("newer") } })
  await shop.app.store.db.delete(images).where(eq(images.dollId, doll.id))
  expect(await shown()).toMatchObject({ image: null, picture: null })
})

test("an unchanged cart returns its existing order; another address is stored in it", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 2 })
  await addToCart(shop, buyer, doll.id, 2)
  const first = await checkOut(shop, buyer)
  const again = await shop.call("POST /api/orders", { as: buyer, body: { ...shipping, city: "Leeds" } })
  expect(again).toMatchObject({ status: 200, body: { id: first.body.id, shippingAddress: { city: "Leeds" } } })
  expect(await stockOf(doll.id)).toBe(0)
  // The customer's own reserved pieces still count as available in the cart.
  expect((await shop.call("GET /api/cart/", { as: buyer })).body[0]).toMatchObject({ available: 2, notice: null })
})

test("a changed cart is a new order, and the earlier one releases its stock", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 3 })
  await addToCart(shop, buyer, doll.id, 2)
  const first = await checkOut(shop, buyer)
  await addToCart(shop, buyer, doll.id, 1)
  const second = await checkOut(shop, buyer)
  expect(second.status).toBe(201)
  expect(await stockOf(doll.id)).toBe(0)
  expect(await rowOf(first.body.id)).toMatchObject({ status: "cancelled", holdsStock: false })
  await shop.app.store.db.update(dolls).set({ priceCents: 40_000 }).where(eq(dolls.id, doll.id))
  expect((await checkOut(shop, buyer)).body).toMatchObject({ paymentAmount: 1200 })
})

test("a changed cart does not affect an order whose payment is in progress", async () => {
  const buyer = await shop.aUser()
  const { order, doll, invoice } = await anOrder(shop, buyer)
  await aPaymentOf(order.id, "processing", invoice.payment_id)
  const other = await shop.aDoll({ stock: 1 })
  await addToCart(shop, buyer, other.id)
  const next = await checkOut(shop, buyer)
  expect(next.status).toBe(201)
  expect(await rowOf(order.id)).toMatchObject({ status: "unpaid", holdsStock: true })
  expect(await stockOf(doll.id)).toBe(1)
  expect((await checkOut(shop, buyer)).body.id).toBe(next.body.id)
})

test("a cart is ordered at the total that was shown to the customer, or not at all", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ priceCents: 10_010, stock: 5 })
  await addToCart(shop, buyer, doll.id, 3)
  const order = (total?: number) => shop.call("POST /api/orders", { as: buyer, body: { ...shipping, total } })
  await shop.app.store.db.update(dolls).set({ priceCents: 12_020 }).where(eq(dolls.id, doll.id))
  const refused = await order(300.3)
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([409, "PRICE_CHANGED", cartRefusals.changed])
  expect((await shop.call("GET /api/orders", { as: buyer })).body).toEqual([])
  const line = async () => (await shop.call("GET /api/cart/", { as: buyer })).body[0]
  expect(await line()).toMatchObject({ price: 120.2, price_was: 100.1 })
  expect((await order(360.6)).body).toMatchObject({ paymentAmount: 360.6 })
  // The customer has confirmed the new price.
  expect(await line()).toMatchObject({ price: 120.2, price_was: null })
  expect((await order()).status).toBe(200)
})

test("an order whose reservation has expired is replaced by a new one", async () => {
  const buyer = await shop.aUser()
  const { order, doll } = await anOrder(shop, buyer, { stock: 1 })
  shop.clock.advance(minutes(60))
  const next = await checkOut(shop, buyer)
  expect(next.status).toBe(201)
  expect((await rowOf(order.id)).status).toBe("cancelled")
  expect(await stockOf(doll.id)).toBe(0)
})

test("models that are out of stock, gone or missing are named in the error, and nothing is reserved", async () => {
  const buyer = await shop.aUser()
  const plenty = await shop.aDoll({ stock: 9 })
  const scarce = await shop.aDoll({ stock: 5 })
  await addToCart(shop, buyer, plenty.id, 3)
  await addToCart(shop, buyer, scarce.id, 5)
  await shop.app.store.db.update(dolls).set({ stock: 2 }).where(eq(dolls.id, scarce.id))
  const detail = (text: string) => ({ status: 409, body: { detail: text } })
  expect(await checkOut(shop, buyer)).toMatchObject(detail(`Only 2 left of “${scarce.name}”.`))
  await shop.app.store.db.update(dolls).set({ stock: 0 }).where(eq(dolls.id, scarce.id))
  expect(await checkOut(shop, buyer)).toMatchObject(detail(`“${scarce.name}” is sold out.`))
  await shop.app.store.db.update(dolls).set({ deletedAt: shop.clock.now() }).where(eq(dolls.id, scarce.id))
  expect(await checkOut(shop, buyer)).toMatchObject(detail(`“${scarce.name}” is no longer available.`))
  expect(await stockOf(plenty.id)).toBe(9)
  expect((await shop.call("GET /api/orders", { as: buyer })).body).toEqual([])
  expect(await checkOut(shop, await shop.aUser())).toMatchObject({ status: 409, body: { code: "EMPTY_CART" } })
})

test("models made to order neither take nor release stock", async () => {
  const buyer = await shop.aUser()
  const { order, doll } = await anOrder(shop, buyer, { stock: null, quantity: 99 })
  await shop.app.store.db.update(dolls).set({ stock: 7 }).where(eq(dolls.id, doll.id))
  await shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer })
  expect(await stockOf(doll.id)).toBe(7)
})

test("a large order has a large total", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ priceCents: 100_000_000, stock: null })
  await addToCart(shop, buyer, doll.id, 99)
  expect((await checkOut(shop, buyer)).body.paymentAmount).toBe(99_000_000)
})

test("the limit is five orders an hour", async () => {
  const strict = await openShop({ RATE_LIMIT_SCALE: "1" })
  try {
    const buyer = await strict.aUser()
    const doll = await strict.aDoll({ stock: null })
    for (let turn = 0; turn < 5; turn++) {
      await addToCart(strict, buyer, doll.id)
      expect((await checkOut(strict, buyer)).status).toBe(201)
    }
    expect((await checkOut(strict, buyer)).status).toBe(200)
    await addToCart(strict, buyer, doll.id)
    const refused = await checkOut(strict, buyer)
    const detail = "You've placed too many orders in the past hour. Please try again later."
    expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED", detail } })
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3500)
    strict.clock.advance(minutes(60))
    expect((await checkOut(strict, buyer)).status).toBe(201)
  } finally {
    await strict.close()
  }
})

test("every field of the shipping form is required, and has its own error", async () => {
  const buyer = await shop.aUser()
  const missing = await shop.call("POST /api/orders", { as: buyer, body: {} })
  expect(missing.status).toBe(422)
  expect(missing.body.errors.map((fault: { path: string }) => fault.path).sort()).toEqual(Object.keys(shipping).sort())
  for (const [field, value] of [
    ["email", "not an address"],
    ["country", "ZZ"],
    ["phone", "call me"],
    ["firstName", "  "],
    ["address", "line\nbreak"],
    ["city", "x".repeat(121)],
  ] as const) {
    const answer = await shop.call("POST /api/orders", { as: buyer, body: { ...shipping, [field]: value } })
    expect(answer.status, field).toBe(422)
    expect(answer.body.errors[0].path).toBe(field)
  }
})

test("an address in a country that nothing is shipped to is refused at its field, and reserves nothing", async () => {
  const boss = await shop.anAdmin()
  const set = (codes: string[]) => shop.call("PATCH /api/admin/settings", { as: boss, body: { no_shipping: codes } })
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 2 })
  await addToCart(shop, buyer, doll.id)
  await set(["DE", "GB"])
  const refused = await checkOut(shop, buyer)
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [{ path: "country", message: orderTexts.noShipping("United Kingdom") }],
  ])
  const [row] = await shop.app.store.db.select().from(dolls).where(eq(dolls.id, doll.id))
  expect(row!.stock).toBe(2)
  await set(["DE"])
  expect((await checkOut(shop, buyer)).status).toBe(201)
  // The address of an unpaid order can be changed, but not to there.
  await set(["GB"])
  expect((await checkOut(shop, buyer)).status).toBe(422)
  await set([])
})

test("an Idempotency-Key creates one order, however often it is sent", async () => {
  const buyer = await shop.aUser()
  const doll = await shop.aDoll({ stock: 5 })
  await addToCart(shop, buyer, doll.id)
  const headers = { "idempotency-key": "the-same-key" }
  const first = await checkOut(shop, buyer, headers)
  await addToCart(shop, buyer, doll.id)
  const replay = await checkOut(shop, buyer, headers)
  expect(replay).toMatchObject({ status: 201, body: first.body })
  expect(replay.headers["idempotent-replayed"]).toBe("true")
  const other = await shop.call("POST /api/orders", { as: buyer, body: { ...shipping, city: "York" }, headers })
  expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_MISMATCH" } })
  expect((await checkOut(shop, buyer, { "idempotency-key": "short" })).status).toBe(422)
  shop.clock.advance(days(1) + minutes(1))
  expect((await checkOut(shop, buyer, headers)).body.id).not.toBe(first.body.id)
})

test("orders are listed newest first, by status and in pages, and only to their owner", async () => {
  const buyer = await shop.aUser()
  const ids: number[] = []
  for (let turn = 0; turn < 3; turn++) ids.unshift((await anOrder(shop, buyer)).order.id)
  const list = (query = "", as = buyer) => shop.call(`GET /api/orders${query}`, { as })
  expect((await list()).body.map((one: { id: number }) => one.id)).toEqual(ids)
  expect((await list()).headers["x-total-count"]).toBe("3")
  const page = await list("?skip=1&limit=1")
  expect(page.body.map((one: { id: number }) => one.id)).toEqual([ids[1]])
  expect(page.headers["x-total-count"]).toBe("3")
  expect((await list("?status=cancelled")).body).toHaveLength(2)
  expect((await list("?status=lost")).status).toBe(422)
  expect((await list("?limit=101")).status).toBe(422)
  const stranger = await shop.aUser()
  expect((await list("", stranger)).body).toEqual([])
  expect((await shop.call(`GET /api/orders/${ids[0]}`, { as: stranger })).status).toBe(404)
  expect((await shop.call(`POST /api/orders/${ids[0]}/cancel`, { as: stranger })).status).toBe(404)
  expect((await shop.call(`DELETE /api/orders/${ids[1]}`, { as: stranger })).status).toBe(404)
  expect((await shop.call("GET /api/orders/x", { as: buyer })).status).toBe(422)
  expect((await shop.call("GET /api/orders")).status).toBe(401)
  expect((await list("", await shop.aModerator())).status).toBe(403)
})

test("an unpaid order is cancelled once, and only without a payment", async () => {
  const buyer = await shop.aUser()
  const { order, doll } = await anOrder(shop, buyer)
  const cancel = () => shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer })
  expect((await cancel()).body).toMatchObject({ status: "cancelled", holdExpiresAt: null })
  const late = "Only unpaid orders can be cancelled."
  expect(await cancel()).toMatchObject({ status: 409, body: { code: "WRONG_STATE", detail: late } })
  expect(await stockOf(doll.id)).toBe(3)
  const paying = await anOrder(shop, buyer)
  await aPaymentOf(paying.order.id, "processing", paying.invoice.payment_id)
  expect(await shop.call(`POST /api/orders/${paying.order.id}/cancel`, { as: buyer })).toMatchObject({
    status: 409,
    body: { detail: "A payment for this order is already in progress." },
  })
})

test("an ended order is removed from the list, not from the records", async () => {
  const buyer = await shop.aUser()
  const { order } = await anOrder(shop, buyer)
  expect(await shop.call(`DELETE /api/orders/${order.id}`, { as: buyer })).toMatchObject({
    status: 409,
    body: { detail: "Only finished orders can be deleted from your list." },
  })
  await shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer })
  expect((await shop.call(`DELETE /api/orders/${order.id}`, { as: buyer })).status).toBe(204)
  expect((await shop.call(`DELETE /api/orders/${order.id}`, { as: buyer })).status).toBe(404)
  expect((await shop.call("GET /api/orders", { as: buyer })).body).toEqual([])
  const staff = await shop.anAdmin("financial_admin")
  const books = await shop.call(`GET /api/admin/orders?q=${order.orderNumber}`, { as: staff })
  expect(books.body).toMatchObject([{ id: order.id, status: "cancelled" }])
})

test("the reservation ends by the clock, and its stock is for sale again", async () => {
  const { order, doll } = await anOrder(shop, await shop.aUser())
  shop.clock.advance(minutes(59))
  await sweepHolds(shop.app.store, "http://localhost")
  expect((await rowOf(order.id)).status).toBe("unpaid")
  shop.clock.advance(minutes(1))
  await sweepHolds(shop.app.store, "http://localhost")
  expect(await rowOf(order.id)).toMatchObject({ status: "cancelled", holdsStock: false })
  expect(await stockOf(doll.id)).toBe(3)
  expect(await sweepHolds(shop.app.store, "http://localhost")).toBe(0)
})

test("every open page of a customer receives changes of an order and its payment at once", async () => {
  const buyer = await shop.aUser()
  const { order, invoice } = await anOrder(shop, buyer)
  const page = await openSocket(shop.app, buyer)
  await page.next("notice")
  const url = new URL(new URL(invoice.invoice_url).pathname, shop.app.http.listeningOrigin)
  await fetch(url, { method: "POST", body: new URLSearchParams({ outcome: "finished" }), redirect: "manual" })
  expect(await page.next("order")).toEqual({ type: "order", order_id: order.id })
  const told = () => page.frames.filter((frame) => frame.type === "order").length
  for (const [status, tracking_number] of [["shipped", "RX-1"], ["completed"]]) {
    const before = told()
    const body = { status, tracking_number }
    const path = `PATCH /api/admin/orders/${order.id}`
    expect((await shop.call(path, { as: await shop.anAdmin(), body })).status).toBe(200)
    await expect.poll(told).toBeGreaterThan(before)
  }
  page.close()
})

test("staff ship with a tracking number, and two weeks later the order is complete", async () => {
  const buyer = await shop.aUser()
  const { order, doll } = await aPaidOrder(buyer)
  const staff = await shop.anAdmin("financial_admin")
  const patch = (body: unknown, as = staff, headers: Record<string, string> = {}) =>
    shop.call(`PATCH /api/admin/orders/${order.id}`, { as, body, headers })
  expect((await patch({ status: "shipped", tracking_number: "X 1" }, await shop.anAdmin("content_admin"))).status).toBe(
    403,
  )
  expect((await patch({ status: "shipped", tracking_number: "X 1" }, await shop.aModerator())).status).toBe(403)
  expect((await patch({ status: "shipped", tracking_number: "X 1" }, buyer)).status).toBe(403)
  const without = await patch({ status: "shipped" })
  const fault = { path: "tracking_number", message: "Please enter a tracking number." }
  expect(without).toMatchObject({ status: 422, body: { errors: [fault] } })
  expect(await patch({ status: "completed" })).toMatchObject({
    status: 409,
    body: { detail: "An order can't be changed from “To be shipped” to “Completed”." },
  })

  const read = await shop.call(`GET /api/admin/orders/${order.id}`, { as: staff })
  const stale = { "if-match": String(read.headers.etag) }
  expect((await patch({ status: "shipped", tracking_number: "X 1" }, staff, stale)).body.status).toBe("shipped")
  const detail = orderTexts.changed
  expect(await patch({ tracking_number: "X 2" }, staff, stale)).toMatchObject({
    status: 412,
    body: { code: "STALE", detail },
  })
  expect((await patch({ tracking_number: "X 2" })).body.trackingNumber).toBe("X 2")

  shop.clock.advance(days(14))
  await completeShipped(shop.app.store, "http://localhost")
  expect((await rowOf(order.id)).status).toBe("completed")
  expect(await stockOf(doll.id)).toBe(2)
  const events = await shop.app.store.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order.id))
    .orderBy(orderEvents.id)
  const ways = events.filter((one) => one.fromStatus !== one.toStatus).map((one) => one.toStatus)
  expect(ways).toEqual(["unpaid", "to_be_shipped", "shipped", "completed"])
  const emails = await shop.app.store.db.select().from(mailOutbox).orderBy(mailOutbox.id)
  const mine = emails.filter((email) => email.dedupeKey?.endsWith(order.orderNumber))
  expect(mine.map((email) => email.kind)).toEqual(["order_received", "order_paid", "order_shipped"])
  for (const email of mine) expect(email.subject + email.bodyText + email.bodyHtml).not.toContain(doll.name)
})

test("a paid order that is not shipped may be refunded, and its stock is for sale again", async () => {
  const { order, doll } = await aPaidOrder(await shop.aUser())
  const staff = await shop.anAdmin("financial_admin")
  const move = (status: string) => shop.call(`PATCH /api/admin/orders/${order.id}`, { as: staff, body: { status } })
  expect((await move("refund_due")).body.status).toBe("refund_due")
  expect(await stockOf(doll.id)).toBe(3)
  const unpaidOut = await move("refunded")
  expect([unpaidOut.status, unpaidOut.body.detail]).toEqual([409, refundTexts.payoutsFirst])
  expect((await settleRefunds(shop, staff, order.id)).body.status).toBe("refunded")
  expect((await move("to_be_shipped")).status).toBe(409)
  expect(await stockOf(doll.id)).toBe(3)
})

test("staff cannot mark an unpaid order as paid", async () => {
  const { order } = await anOrder(shop, await shop.aUser())
  const staff = await shop.anAdmin()
  for (const status of ["to_be_shipped", "shipped", "completed", "refund_due", "refunded"]) {
    const body = { status, tracking_number: "X 1" }
    expect((await shop.call(`PATCH /api/admin/orders/${order.id}`, { as: staff, body })).status, status).toBe(409)
  }
  expect(
    (await shop.call(`PATCH /api/admin/orders/${order.id}`, { as: staff, body: { status: "unpaid" } })).status,
  ).toBe(422)
})

test("an order follows only the transitions of the contract", () => {
  const all = [
    "unpaid",
    "to_be_shipped",
    "shipped",
    "completed",
    "cancelled",
    "needs_review",
    "refund_due",
    "refunded",
  ] as const
  const ways = all.flatMap((from) => all.filter((to) => canTransition(from, to)).map((to) => `${from} > ${to}`))
  expect(ways).toEqual([
    "unpaid > to_be_shipped",
    "unpaid > cancelled",
    "unpaid > needs_review",
    "to_be_shipped > shipped",
    "to_be_shipped > refund_due",
    "shipped > completed",
    "cancelled > needs_review",
    "needs_review > to_be_shipped",
    "needs_review > refund_due",
    "refund_due > refunded",
  ])
})

async function aPaidOrder(buyer: TestPerson) {
  const made = await anOrder(shop, buyer)
  const url = new URL(new URL(made.invoice.invoice_url).pathname, shop.app.http.listeningOrigin)
  await fetch(url, { method: "POST", body: new URLSearchParams({ outcome: "finished" }), redirect: "manual" })
  expect(await shop.app.store.db.select().from(cartItems).where(eq(cartItems.userId, buyer.id))).toEqual([])
  return made
}

async function aPaymentOf(orderId: number, status: "processing" | "partially_paid", invoiceId: number) {
  const now = shop.clock.now()
  await shop.app.store.db.insert(payments).values({
    ...{ provider: "sandbox", paymentId: `p${orderId}`, orderId, invoiceId, status, providerStatus: "confirming" },
    ...{ rank: 1, createdAt: now, updatedAt: now },
  })
  await refreshSummaries(shop.app.store)
}

async function rowOf(id: number) {
  return (await shop.app.store.db.select().from(orders).where(eq(orders.id, id)))[0]!
}

async function stockOf(id: number) {
  return (await shop.app.store.db.select().from(dolls).where(eq(dolls.id, id)))[0]!.stock
}

test("without a confirmed address few pieces can be reserved, and per account and address only so many", async () => {
  const strict = await openShop({ RATE_LIMIT_SCALE: "1" })
  const held = async (buyer: TestPerson, quantity: number) => {
    const doll = await strict.aDoll({ stock: 99 })
    await addToCart(strict, buyer, doll.id, quantity)
    return { doll, answer: await checkOut(strict, buyer) }
  }
  const told = ({ answer }: Awaited<ReturnType<typeof held>>) => [answer.status, answer.body.code, answer.body.detail]
  const unverified = await strict.aUser()
  const four = await held(unverified, 4)
  expect(told(four)).toEqual([409, "HOLDS_FULL", orderTexts.holdsUnverified(3)])
  const [row] = await strict.app.store.db.select().from(dolls).where(eq(dolls.id, four.doll.id))
  expect(row!.stock).toBe(99)
  await strict.call("DELETE /api/cart/", { as: unverified })
  expect((await held(unverified, 3)).answer.status).toBe(201)
  const verified = () => strict.aUser({ emailVerifiedAt: strict.clock.now() })
  expect(told(await held(await verified(), 31))).toEqual([409, "HOLDS_FULL", orderTexts.holdsFull(30)])
  expect((await held(await verified(), 30)).answer.status).toBe(201)
  expect((await held(await verified(), 27)).answer.status).toBe(201)
  const one = await verified()
  expect(told(await held(one, 1))).toEqual([409, "HOLDS_FULL", orderTexts.holdsElsewhere])
  // After an hour, stock of unpaid orders is released.
  strict.clock.advance(minutes(61))
  await sweepHolds(strict.app.store, "http://localhost")
  expect((await checkOut(strict, one)).status).toBe(201)
  await strict.close()
})

test("an address that is not the account's own gets few emails about unpaid orders", async () => {
  const strict = await openShop({ RATE_LIMIT_SCALE: "1" })
  const stranger = "stranger@demo.example"
  const order = async (buyer: TestPerson, email = stranger) => {
    const doll = await strict.aDoll()
    await addToCart(strict, buyer, doll.id)
    const { body } = await strict.call("POST /api/orders", { as: buyer, body: { ...shipping, email } })
    await strict.call(`POST /api/orders/${body.id}/cancel`, { as: buyer })
    await strict.call("DELETE /api/cart/", { as: buyer })
    return body.orderNumber as string
  }
  const emailsTo = async (to: string) => {
    const rows = await strict.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, to))
    return rows.map(({ kind }) => kind)
  }
  for (let i = 0; i < 4; i++) await order(await strict.aUser())
  expect((await emailsTo(stranger)).sort()).toEqual([
    ...Array(3).fill("order_cancelled"),
    ...Array(3).fill("order_received"),
  ])
  // A customer with a confirmed address is emailed there instead.
  const known = await strict.aUser({ emailVerifiedAt: strict.clock.now() })
  await order(known)
  expect(await emailsTo(stranger)).toHaveLength(6)
  expect((await emailsTo(known.email)).sort()).toEqual(["order_cancelled", "order_received"])
  for (let i = 0; i < 4; i++) await order(known, known.email)
  expect(await emailsTo(known.email)).toHaveLength(10)
  await strict.close()
})

test("an account causes few emails to addresses of others per day", async () => {
  const strict = await openShop({ RATE_LIMIT_SCALE: "1" })
  const buyer = await strict.aUser()
  for (let i = 0; i < 12; i++) {
    if (i % 5 === 0) strict.clock.advance(minutes(61))
    const doll = await strict.aDoll()
    await addToCart(strict, buyer, doll.id)
    const email = `stranger${i}@demo.example`
    expect((await strict.call("POST /api/orders", { as: buyer, body: { ...shipping, email } })).status).toBe(201)
    await strict.call("DELETE /api/cart/", { as: buyer })
  }
  const written = await strict.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.kind, "order_received"))
  expect(written).toHaveLength(10)
  await strict.close()
})
