import { and, desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { notificationTexts } from "#contract/buyingText.ts"
import { stockHoldHours } from "#contract/limits.ts"
import { restockTexts } from "#contract/restockText.ts"
import type { StockEntry, StockRow } from "#contract/stock.ts"
import { mailWaiting } from "#server/backoffice/staff/waitingMail.ts"
import { users } from "#server/platform/auth/tables.ts"
import { days, hours, minutes } from "#server/platform/clock.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { dolls } from "#server/shopfront/catalog/tables.ts"
import { addToCart, checkOut } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { warnOfLowStock } from "./low.ts"
import { deleteOldRequests } from "./requests.ts"
import { stockRequests } from "./tables.ts"
import { tellBackInStock } from "./tell.ts"

let shop: TestShop
let editor: TestPerson
beforeAll(async () => {
  shop = await openShop()
  editor = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

const home = "https://shop.example"
const list = async (query: string, as = editor) =>
  (await shop.call<StockRow[]>(`GET /api/admin/stock?${query}`, { as })).body
const rowOf = async (doll: { id: number; name: string }) =>
  (await list(`q=${encodeURIComponent(doll.name)}`)).find(({ id }) => id === doll.id)!
const correct = (changes: object[], fields: object = {}) =>
  shop.call("POST /api/admin/stock", { as: editor, body: { reason: "corrected", changes, ...fields } })
const historyOf = async (id: number, query = "") =>
  (await shop.call<StockEntry[]>(`GET /api/admin/stock/${id}/entries${query}`, { as: editor })).body
const ask = (dollId: number, as?: TestPerson, email?: string) =>
  shop.call("POST /api/restock-requests", { as, body: { doll_id: dollId, email } })
const emailsTo = (to: string, kind: string) =>
  shop.app.store.db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.toAddress, to), eq(mailOutbox.kind, kind)))
    .orderBy(desc(mailOutbox.id))
const codeIn = (text: string) => /oob_code=([\w-]+)/.exec(text)![1]!
const tell = () => tellBackInStock(shop.app.store, home)
const aCustomer = () => shop.aUser({ emailVerifiedAt: shop.clock.now() })

test("an admin sees what is available, reserved and on hand, and the history of each change", async () => {
  const doll = await shop.aDoll({ stock: 5 })
  const buyer = await shop.aUser()
  await addToCart(shop, buyer, doll.id, 2)
  const { body: order } = await checkOut(shop, buyer)
  expect(await rowOf(doll)).toMatchObject({ stock: 3, reserved: 2, on_hand: 5, state: "in", waiting: 0, threshold: 2 })
  const { body } = await correct([{ doll_id: doll.id, stock: { from: 3, to: 9 } }], { note: "A box was found" })
  expect(body.results).toEqual([{ doll_id: doll.id, outcome: "saved", stock: 9 }])
  await shop.call(`POST /api/orders/${order.id}/cancel`, { as: buyer })
  const history = await historyOf(doll.id)
  expect(history.map(({ change, stock_after, reason, by }) => [change, stock_after, reason, by])).toEqual([
    [2, 11, "order_ended", null],
    [6, 9, "corrected", editor.fullName],
    [-2, 3, "order_placed", null],
    [5, 5, "created", null],
  ])
  expect(history[1]).toMatchObject({ note: "A box was found", order_number: null })
  expect(history[2]).toMatchObject({ order_number: order.orderNumber })
  expect(await historyOf(doll.id, "?reason=corrected")).toHaveLength(1)
  const csv = await shop.call(`GET /api/admin/stock/${doll.id}/entries`, {
    as: editor,
    headers: { accept: "text/csv" },
  })
  expect(String(csv.body).split("\r\n")).toHaveLength(6)
  const [logged] = await shop.app.store.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  expect(logged).toMatchObject({ action: "stock.correct", targetId: doll.id, before: { stock: 3 } })
})

test("a count that has moved is refused at its row, and the others are saved", async () => {
  const [sold, other] = [await shop.aDoll({ stock: 4 }), await shop.aDoll({ stock: 1 })]
  const buyer = await shop.aUser()
  await addToCart(shop, buyer, sold.id)
  await checkOut(shop, buyer)
  const changes = [
    { doll_id: sold.id, stock: { from: 4, to: 10 } },
    { doll_id: other.id, stock: { from: 1, to: null }, low_at: 7 },
    { doll_id: 999_999, stock: { from: 1, to: 2 } },
  ]
  const { body } = await correct(changes)
  expect(body.results).toEqual([
    { doll_id: sold.id, outcome: "moved", stock: 3 },
    { doll_id: other.id, outcome: "saved", stock: null },
    { doll_id: 999_999, outcome: "gone", stock: null },
  ])
  expect(await rowOf(other)).toMatchObject({ state: "made_to_order", low_at: 7, on_hand: null })
  // Sent again after a lost answer.
  const again = await correct(changes.slice(1, 2))
  expect(again.body.results[0].outcome).toBe("saved")
  expect((await historyOf(other.id)).map(({ change, stock_after }) => [change, stock_after])).toEqual([
    [-1, null],
    [1, 1],
  ])
  await correct([{ doll_id: other.id, stock: { from: null, to: 0 } }])
  expect((await historyOf(other.id))[0]).toMatchObject({ change: 0, stock_after: 0 })
})

test("counts that cannot be are refused, and nothing is saved", async () => {
  const doll = await shop.aDoll({ stock: 4 })
  for (const to of [-1, 1.5, 100_001, "5"]) {
    expect((await correct([{ doll_id: doll.id, stock: { from: 4, to } }])).status, String(to)).toBe(422)
  }
  const twice = { doll_id: doll.id, stock: { from: 4, to: 5 } }
  expect((await correct([twice, twice])).status).toBe(422)
  expect((await correct([], {})).status).toBe(422)
  expect((await correct([twice], { reason: "order_placed" })).status).toBe(422)
  expect((await rowOf(doll)).stock).toBe(4)
})

test("admins of the catalogue are warned once while a model is low, and by email at most hourly", async () => {
  await warnOfLowStock(shop.app.store)
  shop.clock.advance(days(2))
  const doll = await shop.aDoll({ stock: 3 })
  const silent = await shop.aDoll({ stock: 0 })
  await correct([{ doll_id: silent.id, low_at: 0 }])
  const finance = await shop.anAdmin("financial_admin")
  const fresh = await shop.anAdmin("content_admin")
  await shop.call("PATCH /api/auth/me/preferences", { as: fresh, body: { mail_stock: true } })
  const told = async (as: TestPerson) =>
    (await shop.call("GET /api/notifications", { as })).body.filter(({ kind }: any) => kind === "stock_low").length
  await warnOfLowStock(shop.app.store)
  expect(await told(fresh)).toBe(0)
  await correct([{ doll_id: doll.id, stock: { from: 3, to: 2 } }])
  for (let time = 0; time < 2; time++) {
    await warnOfLowStock(shop.app.store)
    await mailWaiting(shop.app.store, home)
  }
  expect([await told(fresh), await told(finance)]).toEqual([1, 0])
  const emails = await emailsTo(fresh.email, "staff_stock_low")
  expect(emails.map(({ subject }) => subject)).toEqual(["1 item is running low"])
  expect(emails[0]!.bodyText).not.toContain(doll.name)
  expect((await list("level=low")).map(({ id }) => id)).toContain(doll.id)
  expect((await list("level=low")).map(({ id }) => id)).not.toContain(silent.id)
  // Restocked and low again.
  await shop.call("POST /api/notifications/read", { as: fresh, body: { up_to_id: 1_000_000 } })
  await correct([{ doll_id: doll.id, stock: { from: 2, to: 9 } }])
  await warnOfLowStock(shop.app.store)
  await correct([{ doll_id: doll.id, stock: { from: 9, to: 1 } }])
  await warnOfLowStock(shop.app.store)
  expect(await told(fresh)).toBe(2)
})

test("those who wait are told once, in order of asking, as many as there are pieces, the next after the hold", async () => {
  const doll = await shop.aDoll({ stock: 0 })
  const people = [await aCustomer(), await aCustomer(), await aCustomer(), await aCustomer()]
  for (const person of people) {
    expect(await ask(doll.id, person)).toMatchObject({ status: 202, body: { message: restockTexts.waiting } })
    await ask(doll.id, person)
  }
  expect(await rowOf(doll)).toMatchObject({ state: "out", waiting: 4 })
  const told = async () =>
    (await Promise.all(people.map(({ email }) => emailsTo(email, "back_in_stock")))).map(({ length }) => length)
  await tell()
  expect(await told()).toEqual([0, 0, 0, 0])
  await correct([{ doll_id: doll.id, stock: { from: 0, to: 2 } }], { reason: "received" })
  for (let time = 0; time < 2; time++) await tell()
  expect(await told()).toEqual([1, 1, 0, 0])
  const [email] = await emailsTo(people[0]!.email, "back_in_stock")
  expect(email!.bodyText).toContain(`${home}/model/${doll.id}`)
  expect(email!.bodyText).not.toContain(doll.name)
  expect(email!.unsubscribeUrl).toMatch(/\/restock\/unsubscribe\?oob_code=/)
  const [notice] = (await shop.call("GET /api/notifications", { as: people[0]! })).body
  expect(notice).toMatchObject({ ...notificationTexts.backInStock, link: `/model/${doll.id}` })
  // One more piece: one more person.
  await correct([{ doll_id: doll.id, stock: { from: 2, to: 3 } }])
  await tell()
  expect(await told()).toEqual([1, 1, 1, 0])
  shop.clock.advance(hours(stockHoldHours) + minutes(1))
  await tell()
  expect(await told()).toEqual([1, 1, 1, 1])
})

test("a guest confirms the address first, and leaves by the link of any email", async () => {
  const doll = await shop.aDoll({ stock: 0 })
  const email = "guest-of-stock@demo.example"
  expect((await ask(doll.id)).body).toMatchObject({ code: "INVALID", errors: [{ path: "email" }] })
  expect((await ask(doll.id, undefined, email)).body).toEqual({ message: restockTexts.sent })
  const account = await aCustomer()
  // The answer says nothing about who has an account or waits already.
  expect((await ask(doll.id, undefined, account.email)).body).toEqual({ message: restockTexts.sent })
  await correct([{ doll_id: doll.id, stock: { from: 0, to: 5 } }])
  await tell()
  expect(await emailsTo(email, "back_in_stock")).toEqual([])
  const [asked] = await emailsTo(email, "stock_confirm")
  const body = { oob_code: codeIn(asked!.bodyText) }
  for (let time = 0; time < 2; time++)
    expect((await shop.call("POST /api/restock-requests/confirm", { body })).status).toBe(204)
  await tell()
  const [told] = await emailsTo(email, "back_in_stock")
  const second = await shop.aDoll({ stock: 0 })
  await ask(second.id, undefined, email)
  const [secondAsked] = await emailsTo(email, "stock_confirm")
  await shop.call("POST /api/restock-requests/confirm", { body: { oob_code: codeIn(secondAsked!.bodyText) } })
  for (let time = 0; time < 2; time++) {
    const left = await shop.call(
      `POST ${new URL(told!.unsubscribeUrl!).pathname}?oob_code=${codeIn(told!.unsubscribeUrl!)}`,
    )
    expect([left.status, left.body]).toEqual([200, restockTexts.left])
  }
  await correct([{ doll_id: second.id, stock: { from: 0, to: 5 } }])
  await tell()
  expect(await emailsTo(email, "back_in_stock")).toHaveLength(1)
  expect(
    (await shop.call("POST /api/restock-requests/confirm", { body: { oob_code: "0123456789abcdef0123" } })).status,
  ).toBe(422)
})

test("a link that is not used within a week is void, and old requests are deleted", async () => {
  const doll = await shop.aDoll({ stock: 0 })
  const email = "late-guest@demo.example"
  await ask(doll.id, undefined, email)
  const [asked] = await emailsTo(email, "stock_confirm")
  shop.clock.advance(days(8))
  const body = { oob_code: codeIn(asked!.bodyText) }
  expect((await shop.call("POST /api/restock-requests/confirm", { body })).status).toBe(422)
  const person = await aCustomer()
  await ask(doll.id, person)
  const rows = () => shop.app.store.db.select().from(stockRequests).where(eq(stockRequests.dollId, doll.id))
  shop.clock.advance(days(25))
  await deleteOldRequests(shop.app.store)
  expect((await rows()).map(({ userId }) => userId)).toEqual([person.id])
  shop.clock.advance(days(366))
  await deleteOldRequests(shop.app.store)
  expect(await rows()).toEqual([])
})

test("a customer sees and ends what they wait for; a guest's request becomes theirs in its place", async () => {
  const [doll, inStock] = [await shop.aDoll({ stock: 0 }), await shop.aDoll({ stock: 2 })]
  const customer = await aCustomer()
  await ask(doll.id, undefined, customer.email)
  await ask(doll.id, await aCustomer())
  await ask(doll.id, customer)
  const waiting = await shop.app.store.db.select().from(stockRequests).where(eq(stockRequests.dollId, doll.id))
  expect(waiting.sort((a, b) => a.id - b.id).map(({ userId, state }) => [userId === customer.id, state])).toEqual([
    [true, "waiting"],
    [false, "waiting"],
  ])
  const mine = async () => (await shop.call("GET /api/auth/restock-requests", { as: customer })).body
  const [request] = await mine()
  expect(request).toMatchObject({ doll_id: doll.id, name: doll.name })
  expect((await ask(inStock.id, customer)).body.detail).toBe(restockTexts.inStock)
  expect((await ask(999_999, customer)).status).toBe(404)
  const end = (as: TestPerson) => shop.call(`DELETE /api/auth/restock-requests/${request.id}`, { as })
  expect((await end(await aCustomer())).status).toBe(404)
  expect((await end(customer)).status).toBe(204)
  expect(await mine()).toEqual([])
})

test("an account with an unconfirmed address is told in the account only, and a suspended one waits", async () => {
  const doll = await shop.aDoll({ stock: 0 })
  const [unconfirmed, suspended] = [await shop.aUser(), await aCustomer()]
  expect((await ask(doll.id, unconfirmed)).body.message).toBe(restockTexts.waitingUnconfirmed)
  await ask(doll.id, suspended)
  await shop.app.store.db.update(users).set({ suspendedAt: shop.clock.now() }).where(eq(users.id, suspended.id))
  await shop.app.store.db.update(dolls).set({ stock: 5 }).where(eq(dolls.id, doll.id))
  await tell()
  expect(await emailsTo(unconfirmed.email, "back_in_stock")).toEqual([])
  expect((await shop.call("GET /api/notifications", { as: unconfirmed })).body).toHaveLength(1)
  expect(await emailsTo(suspended.email, "back_in_stock")).toEqual([])
})
