import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { anOrder } from "#test/orders.ts"
import { createDatabase } from "#test/postgres.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { openPostgres } from "../../platform/db/open.ts"

/** Two nodes on one PostgreSQL. */
let one: TestShop
let two: TestShop
beforeAll(async () => {
  const database = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  one = await openShop({}, { database: openPostgres(database) })
  two = await openShop({}, { database: openPostgres(database) })
  for (const { app } of [one, two]) await app.http.listen({ port: 0 })
})
afterAll(async () => {
  await one?.close()
  await two?.close()
})

test("an invoice of one node is paid in the sandbox of another, also when the first is gone", async () => {
  const buyers = [await one.aUser(), await one.aUser()]
  const bought = await Promise.all(buyers.map((buyer) => anOrder(one, buyer)))
  for (const [n, { order, invoice }] of bought.entries()) {
    if (n === 1) await one.app.http.close()
    const paid = await fetch(two.app.http.listeningOrigin + new URL(invoice.invoice_url).pathname, {
      method: "POST",
      body: new URLSearchParams({ outcome: "finished" }),
      redirect: "manual",
    })
    expect(paid.status).toBe(303)
    expect((await two.call(`GET /api/orders/${order.id}`, { as: buyers[n]! })).body.status).toBe("to_be_shipped")
  }
})
