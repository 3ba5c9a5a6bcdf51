import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { paymentTexts } from "#contract/buyingText.ts"
import { users } from "#server/platform/auth/tables.ts"
import { days, minutes } from "#server/platform/clock.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { sweepHolds } from "#server/sales/orders/holds.ts"
import { orders } from "#server/sales/orders/tables.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { type FakeNowPayments, type FakePayment, hmac, openPayingShop } from "#test/nowpayments.ts"
import { addToCart, anOrder } from "#test/orders.ts"
import { settleRefunds } from "#test/refunds.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { paymentEvents, payments } from "./tables.ts"
import { processPending, storeEvent } from "./webhooks.ts"

let provider: FakeNowPayments
let shop: TestShop
let close: () => Promise<void>
beforeAll(async () => {
  ;({ provider, shop, close } = await openPayingShop())
})
afterAll(() => close())

test("confirmations update a payment; the last one pays the order, updates the cart and sends an email", async () => {
  const { buyer, order, payment, doll } = await aPayment()
  await addToCart(shop, buyer, doll.id, 2)
  expect(await provider.play(payment, ["waiting"])).toEqual([200])
  expect((await stateOf(buyer, order)).status).toBe("pending")
  await provider.play(payment, ["confirming", "confirmed", "sending"])
  expect((await stateOf(buyer, order)).status).toBe("processing")
  await provider.play(payment, ["finished"])
  expect(await stateOf(buyer, order)).toMatchObject({ status: "completed", title: "Order Confirmed!" })
  const cart = await shop.call("GET /api/cart/", { as: buyer })
  expect(cart.body).toMatchObject([{ doll_id: doll.id, quantity: 2 }])
  const emails = await shop.app.store.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.dedupeKey, `order_paid:${order.orderNumber}`))
  expect(emails).toHaveLength(1)
  expect(emails[0]!.bodyText).not.toContain(doll.name)
})

test("a forged webhook is refused and changes nothing", async () => {
  const { order, payment } = await aPayment()
  const before = await eventCount()
  expect(await provider.play(payment, ["waiting", "finished"], "wrongSignature")).toEqual([401, 401])
  const { body } = provider.webhook(payment)
  expect((await send(body)).status).toBe(401)
  const answer = await send(body, hmac(body, ""))
  expect(answer).toMatchObject({ status: 401, body: { code: "BAD_SIGNATURE" } })
  expect(await eventCount()).toBe(before)
  expect((await orderRow(order.id)).status).toBe("unpaid")
})

test("while two secrets are listed, a webhook may be signed with either; a removed one is refused", async () => {
  const open = (secrets: string) => openShop({ ...provider.env, NOWPAYMENTS_IPN_SECRET: secrets })
  const body = JSON.stringify({ payment_id: 1, payment_status: "waiting" })
  const answersOf = async (secrets: string) => {
    const other = await open(secrets)
    const answers: number[] = []
    for (const secret of ["old-secret", "new-secret", "else"]) {
      const headers = { "content-type": "application/json", "x-nowpayments-sig": hmac(body, secret) }
      const url = "/api/nowpayments/ipn"
      answers.push((await other.app.http.inject({ method: "POST", url, headers, payload: body })).statusCode)
    }
    await other.close()
    return answers
  }
  expect(await answersOf("old-secret")).toEqual([200, 401, 401])
  expect(await answersOf("new-secret, old-secret")).toEqual([200, 200, 401])
  expect(await answersOf("new-secret")).toEqual([401, 200, 401])
})

test("a webhook that is repeated or out of order has one effect", async () => {
  const late = await aPayment()
  await provider.play(late.payment, ["waiting", "confirming", "finished"], "reorder")
  const twice = await aPayment({ quantity: 2 })
  await provider.play(twice.payment, ["waiting", "confirming", "finished"], "duplicate")
  for (const { order, doll, quantity } of [late, twice]) {
    const row = await orderRow(order.id)
    expect(row).toMatchObject({ status: "to_be_shipped", review: null })
    expect(await stockOf(doll.id)).toBe(3 - quantity)
  }
  const notes = await shop.app.store.db
    .select({ applied: paymentEvents.applied, note: paymentEvents.note })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, String(late.payment.payment_id)))
    .orderBy(paymentEvents.id)
  expect(notes.map((one) => one.applied)).toEqual([true, false, false])
  expect(notes[1]!.note).toBe("not after finished")
})

test("an underpayment is reviewed by staff, whatever the provider's status", async () => {
  const { buyer, order, payment } = await aPayment({}, { actually_paid: 0.008123 })
  await provider.play(payment, ["finished"])
  expect(await orderRow(order.id)).toMatchObject({ status: "needs_review", holdsStock: true })
  expect(await stateOf(buyer, order)).toMatchObject({ status: "partially_paid", remaining: "0.00000045 BTC" })
  expect(await flagsOf(payment)).toEqual(["short"])
})

test("another price, another currency, another invoice and a re-deposit are reviewed by staff", async () => {
  for (const [fields, flag] of [
    [{ price_amount: 1 }, "foreign"],
    [{ price_currency: "eur" }, "foreign"],
    [{ invoice_id: 12 }, "foreign"],
    [{ parent_payment_id: 77 }, "redeposit"],
    [{ actually_paid: null }, "short"],
    [{ pay_amount: "a lot" }, "short"],
    [{ actually_paid: 0, pay_amount: 0 }, "short"],
    [{ actually_paid: -1, pay_amount: -2 }, "short"],
  ] as const) {
    const { order, payment } = await aPayment()
    await told({ ...payment, payment_status: "finished", actually_paid: payment.pay_amount }, fields)
    expect((await orderRow(order.id)).status, flag).toBe("needs_review")
    expect(await flagsOf(payment)).toEqual([flag])
  }
})

test("an overpayment pays the order and is noted", async () => {
  const { order, payment } = await aPayment({}, { actually_paid: 0.01 })
  await provider.play(payment, ["finished"])
  expect((await orderRow(order.id)).status).toBe("to_be_shipped")
  expect(await flagsOf(payment)).toEqual(["over"])
})

test("a partial payment that is topped up counts what has arrived; less or the same changes nothing", async () => {
  const { buyer, order, payment } = await aPayment({}, inUsdc)
  await told(payment)
  for (const [actually_paid, arrived] of [
    [50, 50],
    [80, 80],
    [80, 80],
    [50, 80],
  ] as const) {
    await told(payment, { payment_status: "partially_paid", actually_paid })
    const { body } = await shop.call(`GET /api/orders/${order.id}`, { as: buyer })
    const missing = 300 - arrived * 3
    expect(body.payment).toMatchObject({ state: "partial", arrived: arrived * 3, missing })
    expect(body.payment.remaining).toBe(`${100 - arrived} USDC`)
  }
  await told(payment, { payment_status: "finished", actually_paid: 100 })
  expect(await orderRow(order.id)).toMatchObject({ status: "to_be_shipped", review: null })
  expect(await flagsOf(payment)).toEqual([])
  await told(payment, { payment_status: "finished", actually_paid: 150 })
  expect(await orderRow(order.id)).toMatchObject({ status: "to_be_shipped", review: null })
  expect(await flagsOf(payment)).toEqual(["over"])
})

test.each(["expired", "failed"])(
  "part of the money that comes after a payment has %s is seen by the customer and by staff",
  async (end) => {
    const { buyer, order, payment } = await aPayment({}, inUsdc)
    await told(payment)
    await told(payment, { payment_status: end })
    await told(payment, { payment_status: "partially_paid", actually_paid: 50 })
    const { body } = await shop.call(`GET /api/orders/${order.id}`, { as: buyer })
    expect(body.payment).toMatchObject({ state: "partial", arrived: 150, missing: 150, remaining: "50 USDC" })
    const found = await shop.call(`GET /api/admin/payments?q=${payment.payment_id}`, { as: await shop.anAdmin() })
    expect(found.body.payments).toMatchObject([{ status: "partially_paid", arrived: 150 }])
    shop.clock.advance(minutes(61))
    await sweepHolds(shop.app.store, "http://localhost")
    expect(await orderRow(order.id)).toMatchObject({ status: "needs_review" })
  },
)

test.each(["expired", "failed"])("what has arrived stays when a payment then has %s with less", async (end) => {
  for (const actually_paid of [80, 50, 0]) {
    const { buyer, order, payment } = await aPayment({}, inUsdc)
    await told(payment, { payment_status: "partially_paid", actually_paid: 80 })
    await told(payment, { payment_status: end, actually_paid })
    const { body } = await shop.call(`GET /api/orders/${order.id}`, { as: buyer })
    expect(body.payment).toMatchObject({ state: "partial", arrived: 240, missing: 60, remaining: "20 USDC" })
  }
})

test("part payments count what has arrived in whatever order their notices come", async () => {
  const notices = [
    { payment_status: "waiting", actually_paid: 0 },
    { payment_status: "confirming", actually_paid: 0 },
    { payment_status: "partially_paid", actually_paid: 50 },
    { payment_status: "partially_paid", actually_paid: 80 },
    { payment_status: "expired", actually_paid: 80 },
  ]
  for (let turn = 0; turn < notices.length; turn++) {
    const { buyer, order, payment } = await aPayment({}, inUsdc)
    const turned = [...notices.slice(turn), ...notices.slice(0, turn)]
    for (const fields of [...turned, ...turned.toReversed()]) await told(payment, fields)
    const { body } = await shop.call(`GET /api/orders/${order.id}`, { as: buyer })
    expect(body.payment).toMatchObject({ state: "partial", arrived: 240, missing: 60, remaining: "20 USDC" })
  }
})

test("part of the money that comes after the order was cancelled for it is reviewed by staff", async () => {
  const { order, payment } = await aPayment({}, inUsdc)
  await told(payment)
  await told(payment, { payment_status: "expired" })
  shop.clock.advance(minutes(200))
  await sweepHolds(shop.app.store, "http://localhost")
  expect((await orderRow(order.id)).status).toBe("cancelled")
  await told(payment, { payment_status: "partially_paid", actually_paid: 50 })
  expect((await orderRow(order.id)).status).toBe("needs_review")
  expect(await flagsOf(payment)).toEqual(["late"])
})

test("nothing is missing once a part and its re-deposit cover the order", async () => {
  const { buyer, order, payment } = await aPayment({}, inUsdc)
  await told(payment, { payment_status: "partially_paid", actually_paid: 50 })
  const rest = { payment_id: payment.payment_id + 1, parent_payment_id: payment.payment_id, pay_amount: 50 }
  await told(payment, { ...rest, payment_status: "finished", actually_paid: 50 })
  const { body } = await shop.call(`GET /api/orders/${order.id}`, { as: buyer })
  expect(body.payment.remaining).toBeNull()
  expect((await stateOf(buyer, order)).remaining).toBeNull()
})

test("a partial payment shows the missing amount, and is reviewed when the reservation ends", async () => {
  const { buyer, order, payment, doll } = await aPayment()
  await provider.play(payment, ["waiting", "confirming", "partially_paid"])
  expect(await stateOf(buyer, order)).toMatchObject({ status: "partially_paid", order_status: "unpaid" })
  expect((await shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer })).status).toBe(409)
  shop.clock.advance(minutes(61))
  await sweepHolds(shop.app.store, "http://localhost")
  expect(await orderRow(order.id)).toMatchObject({ status: "needs_review", holdsStock: true })
  expect(await stockOf(doll.id)).toBe(2)
})

test("a failed payment leaves the reservation until its end, and no payment is recorded", async () => {
  for (const outcome of ["failed", "expired"]) {
    const { order, payment, doll } = await aPayment()
    await provider.play(payment, ["waiting", "confirming", outcome])
    expect((await orderRow(order.id)).status).toBe("unpaid")
    shop.clock.advance(minutes(61))
    await sweepHolds(shop.app.store, "http://localhost")
    expect(await orderRow(order.id)).toMatchObject({ status: "cancelled", holdsStock: false })
    expect(await stockOf(doll.id)).toBe(3)
  }
})

test("a payment in progress extends the reservation, and in the end pays the order", async () => {
  const { order, payment } = await aPayment()
  await provider.play(payment, ["confirming"])
  for (let hour = 0; hour < 3; hour++) {
    shop.clock.advance(minutes(61))
    await sweepHolds(shop.app.store, "http://localhost")
    expect((await orderRow(order.id)).status).toBe("unpaid")
  }
  shop.clock.advance(minutes(61))
  await provider.play(payment, ["finished"])
  expect((await orderRow(order.id)).status).toBe("to_be_shipped")
})

test("a payment in progress for more than a week is reviewed by staff", async () => {
  const { order, payment } = await aPayment()
  await provider.play(payment, ["confirming"])
  shop.clock.advance(days(9))
  await sweepHolds(shop.app.store, "http://localhost")
  expect((await orderRow(order.id)).status).toBe("needs_review")
})

test("a payment after the reservation has ended is reviewed by staff, before or after the sweeper runs", async () => {
  for (const swept of [true, false]) {
    const { order, payment, doll } = await aPayment()
    shop.clock.advance(minutes(61))
    if (swept) await sweepHolds(shop.app.store, "http://localhost")
    await provider.play(payment, ["waiting", "finished"])
    expect(await orderRow(order.id)).toMatchObject({ status: "needs_review", holdsStock: !swept })
    expect(await stockOf(doll.id)).toBe(swept ? 3 : 2)
    expect(await flagsOf(payment)).toEqual(["late"])
  }
})

test("staff may still ship a late order if the stock is available, which is then taken", async () => {
  const { order, payment, doll } = await aPayment({ quantity: 2, stock: 2 })
  shop.clock.advance(minutes(61))
  await sweepHolds(shop.app.store, "http://localhost")
  await provider.play(payment, ["finished"])
  const staff = await shop.anAdmin("financial_admin")
  const other = await shop.aUser()
  await addToCart(shop, other, doll.id)
  await shop.app.store.db.update(dolls).set({ stock: 1 }).where(eq(dolls.id, doll.id))
  const refused = await shop.call(`PATCH /api/admin/orders/${order.id}`, {
    as: staff,
    body: { status: "to_be_shipped" },
  })
  const detail = `Only 1 left of “${doll.name}”.`
  expect(refused).toMatchObject({ status: 409, body: { code: "OUT_OF_STOCK", detail } })
  await shop.app.store.db.update(dolls).set({ stock: 2 }).where(eq(dolls.id, doll.id))
  const taken = await shop.call(`PATCH /api/admin/orders/${order.id}`, { as: staff, body: { status: "to_be_shipped" } })
  expect(taken).toMatchObject({ status: 200, body: { status: "to_be_shipped" } })
  expect(await stockOf(doll.id)).toBe(0)
})

test("an underpaid order counts once it is released, with the amount that was received", async () => {
  const boss = await shop.anAdmin()
  const { order, payment, invoiceId } = await aPayment()
  await provider.play(payment, ["waiting", "partially_paid"])
  shop.clock.advance(days(1))
  await sweepHolds(shop.app.store, "http://localhost")
  await provider.play(payment, ["expired"])
  expect(await orderRow(order.id)).toMatchObject({ status: "needs_review", totalCents: 30_000, paidCents: 15_000 })
  const before = await revenueToday(boss)
  const move = (status: string) => shop.call(`PATCH /api/admin/orders/${order.id}`, { as: boss, body: { status } })
  expect((await move("to_be_shipped")).status).toBe(200)
  const released = await revenueToday(boss)
  expect(released.orders - before.orders).toBe(150)
  expect(released.payments - before.payments).toBe(1)
  expect(await feedOf(boss, order)).toEqual(["$150.00 paid", "$150.00 received"])
  const [email] = await shop.app.store.db
    .select({ text: mailOutbox.bodyText })
    .from(mailOutbox)
    .where(eq(mailOutbox.dedupeKey, `order_paid:${order.orderNumber}`))
  expect(email!.text).toContain("$150.00")
  expect(email!.text).not.toContain("$300.00")

  // Money that arrives later is reviewed, and owed back.
  await provider.play(provider.pay(invoiceId), ["finished"])
  expect(await orderRow(order.id)).toMatchObject({ review: "open", paidCents: 30_000, revenueCents: 15_000 })
  expect(await revenueToday(boss)).toEqual(released)
  await move("refund_due")
  await settleRefunds(shop, boss, order.id)
  expect((await revenueToday(boss)).refunds - released.refunds).toBe(150)
})

test("the feed names the rest of a payment when it arrives", async () => {
  const boss = await shop.anAdmin()
  const { order, payment } = await aPayment()
  shop.clock.advance(minutes(61))
  await sweepHolds(shop.app.store, "http://localhost")
  await provider.play(payment, ["partially_paid"])
  payment.actually_paid = payment.pay_amount
  await provider.play(payment, ["finished"])
  expect(await feedOf(boss, order)).toEqual(["$150.00 received", "$150.00 received"])
  expect(await orderRow(order.id)).toMatchObject({ status: "needs_review", paidAt: null, paidCents: 30_000 })
})

test("a second payment never changes the order: it gets its own review", async () => {
  const { order, payment, invoiceId } = await aPayment()
  await provider.play(payment, ["finished"])
  const second = provider.pay(invoiceId)
  await provider.play(second, ["waiting", "confirming"])
  expect((await orderRow(order.id)).review).toBeNull()
  await provider.play(second, ["finished"])
  expect(await orderRow(order.id)).toMatchObject({ status: "to_be_shipped", review: "open" })
  expect(await flagsOf(second)).toEqual(["second"])

  const staff = await shop.anAdmin("financial_admin")
  const move = (review: string) => shop.call(`PATCH /api/admin/orders/${order.id}`, { as: staff, body: { review } })
  expect((await move("refunded")).status).toBe(409)
  expect((await move("refund_due")).body).toMatchObject({ status: "to_be_shipped", review: "refund_due" })
  expect((await move("refunded")).body).toMatchObject({ status: "to_be_shipped", review: "refunded" })
})

test("a first payment that was short becomes a second one once another has paid the order", async () => {
  const { order, payment, invoiceId } = await aPayment()
  await provider.play(payment, ["partially_paid"])
  await provider.play(provider.pay(invoiceId), ["finished"])
  expect(await orderRow(order.id)).toMatchObject({ status: "to_be_shipped", review: "open" })
})

test("a refund at the provider ends the order, or the second payment, that it was for", async () => {
  const paid = await aPayment()
  await provider.play(paid.payment, ["finished", "refunded"])
  expect(await orderRow(paid.order.id)).toMatchObject({ status: "refunded", holdsStock: false })
  expect(await stockOf(paid.doll.id)).toBe(3)

  const double = await aPayment()
  await provider.play(double.payment, ["finished"])
  const second = provider.pay(double.invoiceId)
  await provider.play(second, ["finished", "refunded"])
  expect(await orderRow(double.order.id)).toMatchObject({ status: "to_be_shipped", review: "refunded" })
})

test("a payment belongs to one order forever: naming another one later pays neither", async () => {
  const first = await aPayment()
  const other = await aPayment()
  await provider.play(first.payment, ["waiting"])
  const reference = provider.invoice(other.invoiceId).order_id
  await told(
    { ...first.payment, payment_status: "finished", actually_paid: first.payment.pay_amount },
    { order_id: reference },
  )
  expect((await orderRow(first.order.id)).status).toBe("needs_review")
  expect((await orderRow(other.order.id)).status).toBe("unpaid")
})

test("a signed webhook for an unknown order is stored, and its payment stays visible", async () => {
  const { payment } = await aPayment()
  const stranger = { ...payment, payment_id: 4_123_123_123, order_id: "somebody-else", payment_status: "finished" }
  expect((await told(stranger)).status).toBe(200)
  expect(await flagsOf(stranger)).toEqual(["unbound"])
})

test("an unreadable webhook, or one with an unknown status, is stored unapplied", async () => {
  const { order, payment } = await aPayment()
  for (const body of ["[]", "null", '"text"', "{}", "not json at all"]) {
    expect((await send(body, hmac(body, provider.secret))).status).toBe(200)
  }
  expect((await told({ ...payment, payment_status: "cancelled" })).status).toBe(200)
  expect((await told({ ...payment, payment_status: "constructor" })).status).toBe(200)
  expect((await orderRow(order.id)).status).toBe("unpaid")
  const [last] = await shop.app.store.db.select().from(paymentEvents).where(eq(paymentEvents.raw, "not json at all"))
  expect(last).toMatchObject({ applied: false, note: "not readable as a payment" })
})

test("a webhook is at most 64 KB, is posted, and needs no content type", async () => {
  const long = JSON.stringify({ payment_id: 1, filler: "x".repeat(65 * 1024) })
  expect((await send(long, hmac(long, provider.secret))).status).toBe(413)
  expect((await shop.call("GET /api/nowpayments/ipn")).status).toBe(405)
  expect((await shop.call("POST /api/nowpayments/ipn")).status).toBe(401)
})

test("a crash between storing and applying loses nothing: the job applies pending webhooks", async () => {
  const { order, payment } = await aPayment()
  const { body } = provider.webhook({ ...payment, payment_status: "finished", actually_paid: payment.pay_amount })
  await storeEvent(shop.app.paymentContext, { raw: body, source: "notice", scheme: "sample" })
  expect((await orderRow(order.id)).status).toBe("unpaid")
  expect(await processPending(shop.app.paymentContext)).toBe(1)
  expect((await orderRow(order.id)).status).toBe("to_be_shipped")
  expect(await processPending(shop.app.paymentContext)).toBe(0)
})

test("a buyer whose payment is stored and not yet applied is not asked to pay again", async () => {
  const { order, payment } = await aPayment()
  const other = await aPayment()
  await storeFinished(payment)
  await storeFinished(other.payment)
  const again = await shop.call("POST /api/nowpayments/create-invoice", { body: { order_id: order.reference } })
  expect(again).toMatchObject({ status: 409, body: { code: "WRONG_STATE", detail: paymentTexts.alreadyPaid } })
  expect((await orderRow(order.id)).status).toBe("to_be_shipped")
  expect((await orderRow(other.order.id)).status).toBe("unpaid")
  expect(await processPending(shop.app.paymentContext)).toBe(1)
})

test("a payment that only its parent's id connects to the order is applied before an invoice is created", async () => {
  const { order, payment } = await aPayment()
  await provider.play(payment, ["partially_paid"])
  const rest = { ...payment, payment_id: payment.payment_id + 1, payment_status: "confirming", order_id: null }
  const { body } = provider.webhook(rest, { parent_payment_id: payment.payment_id })
  await storeEvent(shop.app.paymentContext, { raw: body, source: "notice" })
  const again = await shop.call("POST /api/nowpayments/create-invoice", { body: { order_id: order.reference } })
  expect(again.status).toBe(200)
  expect(await processPending(shop.app.paymentContext)).toBe(0)
})

test("a member whose payment is stored and not yet applied buys the next period, not the same one twice", async () => {
  const buyer = await shop.aUser()
  const subscribe = (level: string) =>
    shop.call("POST /api/nowpayments/create-subscription-invoice", { as: buyer, body: { level } })
  const { body: first } = await subscribe("vip")
  await storeFinished(provider.pay(first.invoice_id))
  const { body: next } = await subscribe("vip")
  expect(await membershipOf(buyer)).toEqual({ level: "vip", days: 30 })
  await storeFinished(provider.pay(next.invoice_id))
  const { body: third } = await subscribe("vip")
  expect(new Set([first, next, third].map((one) => one.invoice_id)).size).toBe(3)
  expect(await membershipOf(buyer)).toEqual({ level: "vip", days: 60 })
})

test("a paid subscription grants thirty days of its level, once, and a refund removes them", async () => {
  const buyer = await shop.aUser()
  const subscribe = () =>
    shop.call("POST /api/nowpayments/create-subscription-invoice", { as: buyer, body: { level: "vip" } })
  const { body: invoice } = await subscribe()
  expect((await subscribe()).body).toEqual(invoice)
  const payment = provider.pay(invoice.invoice_id)
  await provider.play(payment, ["waiting", "finished"], "duplicate")
  expect(await membershipOf(buyer)).toEqual({ level: "vip", days: 30 })
  const state = await shop.call(`GET /api/payments/${invoice.payment_id}/status`, { as: buyer })
  expect(state.body).toMatchObject({ status: "completed", title: "Subscription Successful!", order_id: null })
  const { membership_expires_at } = (await shop.call("GET /api/auth/me", { as: buyer })).body
  expect(state.body.membership).toMatchObject({ level: "vip", ends_at: membership_expires_at })

  const { body: renewal } = await subscribe()
  expect(renewal.invoice_id).not.toBe(invoice.invoice_id)
  const again = provider.pay(renewal.invoice_id)
  await provider.play(again, ["finished"])
  expect(await membershipOf(buyer)).toEqual({ level: "vip", days: 60 })
  await provider.play(again, ["refunded"])
  expect(await membershipOf(buyer)).toEqual({ level: "vip", days: 30 })
})

test("an underpaid subscription grants nothing", async () => {
  const buyer = await shop.aUser()
  const { body } = await shop.call("POST /api/nowpayments/create-subscription-invoice", {
    as: buyer,
    body: { level: "vvip" },
  })
  await provider.play(provider.pay(body.invoice_id, { actually_paid: 0.001 }), ["finished"])
  expect((await membershipOf(buyer)).level).toBe("free")
})

test("unused days of a lower level keep their price on a higher one, in hours; a lower one is queued", async () => {
  const buyer = await shop.aUser()
  for (const level of ["standard", "vip"]) await subscribed(buyer, level)
  expect(await membershipOf(buyer)).toEqual({ level: "vip", days: 52.5 })
  await subscribed(buyer, "standard")
  expect(await membershipOf(buyer)).toEqual({ level: "vip", days: 52.5 })
  const [row] = await shop.app.store.db.select().from(users).where(eq(users.id, buyer.id))
  expect(row!.membershipNextLevel).toBe("standard")
  expect(+row!.membershipNextExpiresAt! - +row!.membershipExpiresAt!).toBe(days(30))
})

async function subscribed(buyer: TestPerson, level: string) {
  const { body } = await shop.call("POST /api/nowpayments/create-subscription-invoice", { as: buyer, body: { level } })
  await provider.play(provider.pay(body.invoice_id), ["finished"])
}

async function membershipOf(buyer: TestPerson) {
  const [row] = await shop.app.store.db.select().from(users).where(eq(users.id, buyer.id))
  const left = (row!.membershipExpiresAt?.getTime() ?? shop.clock.now().getTime()) - shop.clock.now().getTime()
  return { level: row!.membershipLevel, days: Math.round(left / (days(1) / 24)) / 24 }
}

/** A third of the order's price is asked for in coins, so that amounts are not mixed up. */
const inUsdc = { pay_amount: 100, pay_currency: "usdc" }

async function aPayment(given: { quantity?: number; stock?: number } = {}, fields: Record<string, unknown> = {}) {
  const buyer = await shop.aUser()
  const { doll, order, invoice } = await anOrder(shop, buyer, given)
  const payment = provider.pay(invoice.invoice_id, fields)
  return { buyer, doll, order, payment, invoiceId: invoice.invoice_id as string, quantity: given.quantity ?? 1 }
}

function told(payment: FakePayment, fields: Record<string, unknown> = {}) {
  const { body, signature } = provider.webhook(payment, fields)
  return send(body, signature)
}

function send(body: string, signature?: string) {
  return shop.call("POST /api/nowpayments/ipn", {
    payload: body,
    headers: { "content-type": "application/json", ...(signature ? { "x-nowpayments-sig": signature } : {}) },
  })
}

async function stateOf(buyer: TestPerson, order: { reference: string; id: number }) {
  const [row] = await shop.app.store.db.select().from(payments).where(eq(payments.orderId, order.id))
  return (await shop.call(`GET /api/payments/${row!.invoiceId}/status`, { as: buyer })).body
}

async function orderRow(id: number) {
  return (await shop.app.store.db.select().from(orders).where(eq(orders.id, id)))[0]!
}

async function revenueToday(as: TestPerson): Promise<{ orders: number; refunds: number; payments: number }> {
  return (await shop.call("GET /api/admin/revenue?by=day", { as })).body.points.at(-1)
}

/** The amounts in the feed about an order and its payments, newest first. */
async function feedOf(as: TestPerson, { id, orderNumber }: { id: number; orderNumber: string }) {
  const { user } = (await shop.call(`GET /api/admin/orders/${id}`, { as })).body
  const { body } = await shop.call("GET /api/admin/recent-activity?limit=100", { as })
  return body.activities.flatMap(({ type, message }: { type: string; message: string }) => {
    if (type === "payment" && message.endsWith(` from ${user}.`)) return [`${message.split(" ")[0]} received`]
    if (type === "model_purchase" && message.includes(orderNumber)) return [`${/\((.*)\)/.exec(message)![1]} paid`]
    return []
  })
}

async function stockOf(id: number) {
  return (await shop.app.store.db.select().from(dolls).where(eq(dolls.id, id)))[0]!.stock
}

async function flagsOf(payment: FakePayment) {
  const id = String(payment.payment_id)
  return (await shop.app.store.db.select().from(payments).where(eq(payments.paymentId, id)))[0]!.flags
}

async function eventCount() {
  return (await shop.app.store.db.select({ id: paymentEvents.id }).from(paymentEvents)).length
}

test("a refused webhook is logged and counted, without its body", async () => {
  const { payment } = await aPayment()
  const said: { bindings: Record<string, unknown>; msg: string }[] = []
  const warn = vi.spyOn(shop.app.log, "warn").mockImplementation(((bindings: never, msg: never) => {
    said.push({ bindings, msg })
  }) as never)
  await provider.play(payment, ["finished"], "wrongSignature")
  const foreign = JSON.stringify({
    ...JSON.parse(provider.webhook(payment).body),
    payment_id: 77_001,
    invoice_id: 99_001,
    order_id: "secret-order",
  })
  expect((await send(foreign, hmac(foreign, "fake-ipn-secret"))).status).toBe(200)
  const unreadable = JSON.stringify({ secret: "secret-order" })
  expect((await send(unreadable, hmac(unreadable, "fake-ipn-secret"))).status).toBe(200)
  warn.mockRestore()
  expect(said.filter(({ msg }) => msg === "payment webhook refused").map(({ bindings }) => bindings)).toEqual([
    { reason: "signature", bytes: expect.any(Number) },
    { reason: "unknown order", event: expect.any(Number) },
    { reason: "unreadable", event: expect.any(Number) },
  ])
  expect(JSON.stringify(said)).not.toContain("secret-order")
  const { body } = await shop.app.http.inject("/metrics")
  for (const reason of ["signature", "unknown order", "unreadable"])
    expect(body).toMatch(new RegExp(`payment_webhooks_refused_total\\{reason="${reason}"\\} [1-9]`))
})

/** The provider's last webhook of a payment, acknowledged but not applied, as by a node that was killed in between. */
async function storeFinished(payment: FakePayment): Promise<void> {
  const { body } = provider.webhook({ ...payment, payment_status: "finished", actually_paid: payment.pay_amount })
  await storeEvent(shop.app.paymentContext, { raw: body, source: "notice" })
}
