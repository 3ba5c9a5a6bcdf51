import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { changeStock } from "#server/shopfront/catalog/stock.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { stockRequests } from "./tables.ts"
import { tellBackInStock } from "./tell.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("several nodes tell the first who asked, once each, and nobody twice after a crash", async () => {
  const doll = await shop.aDoll({ stock: 0 })
  const people = []
  for (let number = 0; number < 12; number++) {
    const person = await shop.aUser({ emailVerifiedAt: shop.clock.now() })
    await shop.call("POST /api/restock-requests", { as: person, body: { doll_id: doll.id } })
    people.push(person)
  }
  const { store } = shop.app
  await store.transaction((tx) => changeStock(tx, doll.id, { by: 5 }, { reason: "received" }))
  // A node that dies before the commit has told nobody.
  const crashing = { ...store, transaction: (run: any) => store.transaction(async (tx) => [await run(tx)].map(die)[0]) }
  const die = () => {
    throw new Error("killed")
  }
  await expect(tellBackInStock(crashing as typeof store, "https://shop.example")).rejects.toThrow("killed")
  await Promise.all(Array.from({ length: 6 }, () => tellBackInStock(store, "https://shop.example")))
  const emails = await store.db.select().from(mailOutbox).where(eq(mailOutbox.kind, "back_in_stock"))
  expect(emails.map(({ toAddress }) => toAddress).sort()).toEqual(
    people
      .slice(0, 5)
      .map(({ email }) => email)
      .sort(),
  )
  const rows = await store.db.select().from(stockRequests).where(eq(stockRequests.state, "waiting"))
  expect(rows).toHaveLength(7)
})

test("twenty clicks at once are one request", async () => {
  const doll = await shop.aDoll({ stock: 0 })
  const person = await shop.aUser()
  const ask = () => shop.call("POST /api/restock-requests", { as: person, body: { doll_id: doll.id } })
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  expect(await shop.app.store.db.select().from(stockRequests).where(eq(stockRequests.userId, person.id))).toHaveLength(
    1,
  )
  const guest = () =>
    shop.call("POST /api/restock-requests", { body: { doll_id: doll.id, email: "busy@demo.example" } })
  await Promise.all(Array.from({ length: 5 }, guest))
  const rows = await shop.app.store.db.select().from(stockRequests).where(eq(stockRequests.email, "busy@demo.example"))
  expect(rows).toHaveLength(1)
})

test("two admins who correct from the same count: one is refused at the row", async () => {
  const doll = await shop.aDoll({ stock: 5 })
  const admin = await shop.anAdmin("content_admin")
  const set = (to: number) =>
    shop.call("POST /api/admin/stock", {
      as: admin,
      body: { reason: "corrected", changes: [{ doll_id: doll.id, stock: { from: 5, to } }] },
    })
  const answers = await Promise.all([set(7), set(8)])
  expect(answers.map(({ body }) => body.results[0].outcome).sort()).toEqual(["moved", "saved"])
})
