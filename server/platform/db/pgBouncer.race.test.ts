import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { aRoom, inRoom, says } from "#test/chat.ts"
import { startNowPayments } from "#test/nowpayments.ts"
import { anOrder, checkOut } from "#test/orders.ts"
import { hasPgBouncer, startPgBouncer } from "#test/pgbouncer.ts"
import { createDatabase, query } from "#test/postgres.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { sweepHolds } from "../../sales/orders/holds.ts"
import { orders } from "../../sales/orders/tables.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { minutes } from "../clock.ts"
import { openPostgres } from "./open.ts"

/** Two nodes on a PgBouncer that gives each transaction another connection; there are fewer than one node would use. */
const can = test.skipIf(!hasPgBouncer)
let provider: Awaited<ReturnType<typeof startNowPayments>>
let shop: TestShop
let other: TestShop
const ending: (() => unknown)[] = []
beforeAll(async () => {
  if (!hasPgBouncer) return
  const address = await createDatabase(inject("postgresUrl"))
  await query(address, `alter database "${new URL(address).pathname.slice(1)}" set lock_timeout = '250ms'`)
  const pooler = await startPgBouncer(address)
  ending.push(pooler.stop)
  provider = await startNowPayments()
  ending.push(provider.stop)
  const env = { DATABASE_URL: pooler.url, ...provider.env }
  shop = await openShop(env, { database: openPostgres(pooler.url) })
  other = await openShop(env, { database: openPostgres(pooler.url), clock: shop.clock })
  ending.push(other.close, shop.close)
  await shop.app.http.listen({ port: 0 })
})
afterAll(async () => {
  for (const end of ending.reverse()) await end()
})

can("orders, their last pieces, webhooks and holds are what they are without it", async () => {
  const made = await Promise.all(Array.from({ length: 8 }, async () => anOrder(shop, await shop.aUser())))
  for (const { invoice } of made.slice(0, 4))
    expect(await provider.play(provider.pay(invoice.invoice_id), ["waiting", "finished"], "duplicate")).toEqual(
      Array(4).fill(200),
    )
  const last = await shop.aDoll({ stock: 1 })
  const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.aUser()))
  const answers = await Promise.all(
    buyers.map(async (buyer, n) => {
      const node = n % 2 ? shop : other
      await node.call("POST /api/cart/", { as: buyer, body: { doll_id: last.id, quantity: 1 } })
      return (await checkOut(node, buyer)).status
    }),
  )
  expect(answers.filter((status) => status === 201)).toHaveLength(1)
  shop.clock.advance(minutes(70))
  await Promise.all([shop, other].map(({ app }) => sweepHolds(app.store, "https://shop.example")))
  const [row] = await shop.app.store.db.select().from(dolls).where(eq(dolls.id, last.id))
  expect(row!.stock).toBe(1)
  const statuses = (await shop.app.store.db.select().from(orders)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([...Array(5).fill("cancelled"), ...Array(4).fill("to_be_shipped")])
})

can("messages arrive in their order, and reads of every kind are answered", async () => {
  const rooms = await Promise.all(Array.from({ length: 4 }, () => aRoom(shop)))
  const sockets = await Promise.all(rooms.map((room) => inRoom(shop.app, room, room.member)))
  await Promise.all(
    rooms.map(async (room) => {
      for (let n = 0; n < 8; n++) await says(n % 2 ? other : shop, room, room.moderator, `Line ${n}`)
    }),
  )
  for (const [at, room] of rooms.entries()) {
    const { body } = await shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: room.member })
    expect(body.map(({ content }: { content: string }) => content)).toEqual(
      Array.from({ length: 8 }, (_, n) => `Line ${n}`),
    )
    await expect.poll(() => JSON.stringify(sockets[at]!.frames), { timeout: 10_000 }).toContain("Line 7")
    sockets[at]!.close()
  }
  const calls = Array.from({ length: 60 }, (_, n) => [`GET /api/dolls?skip=${n}`, "GET /api/chat/unread-count"]).flat()
  const answers = await Promise.all(calls.map((one) => other.call(one, { as: rooms[0]!.member })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
