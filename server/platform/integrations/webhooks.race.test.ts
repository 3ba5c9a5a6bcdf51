import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { shipping } from "#test/orders.ts"
import { createDatabase } from "#test/postgres.ts"
import { type Receiver, startReceiver } from "#test/receiver.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { aWebhook } from "#test/webhooks.ts"
import { lockOrder } from "../../sales/orders/locks.ts"
import { transition } from "../../sales/orders/transitions.ts"
import { openPostgres } from "../db/open.ts"
import { webhookDeliveries } from "./tables.ts"

let nodes: TestShop[]
let receiver: Receiver
beforeAll(async () => {
  const address = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  const env = { DATABASE_URL: address, OUTGOING_LOCAL: "1" }
  nodes = [
    await openShop(env, { database: openPostgres(address) }),
    await openShop(env, { database: openPostgres(address) }),
  ]
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.stop()
  for (const node of nodes) await node.close()
})

test("an order that two nodes mark as paid at once is told once", async () => {
  const [shop] = nodes
  const boss = await shop!.anAdmin()
  const hook = await aWebhook(shop!, boss, receiver.url, ["order.paid"])
  const doll = await shop!.aDoll()
  const buyer = await shop!.aUser()
  await shop!.call("POST /api/cart/", { as: buyer, body: { doll_id: doll.id, quantity: 1 } })
  const { body: order } = await shop!.call("POST /api/orders", { as: buyer, body: shipping })
  const pay = ({ app }: TestShop) =>
    app.store.transaction(async (tx) =>
      transition(tx, (await lockOrder(tx, order.id))!, "to_be_shipped", { home: "https://shop.example" }),
    )
  const results = await Promise.allSettled([...nodes, ...nodes].map(pay))
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  const told = await shop!.app.store.db.select().from(webhookDeliveries)
  expect(told.filter(({ endpointId, type }) => endpointId === hook.id && type === "order.paid")).toHaveLength(1)
})
