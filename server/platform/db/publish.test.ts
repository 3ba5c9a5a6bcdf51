import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"

let shop: TestShop
const heard: unknown[] = []
beforeAll(async () => {
  shop = await openShop()
  shop.app.bus.subscribe("test", (message) => heard.push(message))
})
beforeEach(() => void heard.splice(0))
afterAll(() => shop.close())

test("events of a transaction are delivered after its commit, in order", async () => {
  const { store } = shop.app
  const result = await store.transaction(async (tx) => {
    tx.publish("test", "one")
    await tx.db.execute("select 1")
    tx.publish("test", "two")
    expect(heard).toEqual([])
    return "done"
  })
  expect(result).toBe("done")
  expect(heard).toEqual(["one", "two"])
})

test("events of a transaction that is rolled back are never delivered", async () => {
  const { store } = shop.app
  const failing = store.transaction(async (tx) => {
    tx.publish("test", "never")
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  expect(heard).toEqual([])
})

test("a retried transaction publishes only the events of its last attempt", async () => {
  const { store } = shop.app
  let attempt = 0
  await store.transaction(async (tx) => {
    tx.publish("test", `attempt ${++attempt}`)
    if (attempt === 1) throw Object.assign(new Error("deadlock"), { code: "40P01" })
  })
  expect(heard).toEqual(["attempt 2"])
})

test("of consecutive transactions, the events of the first are delivered first", async () => {
  const { store } = shop.app
  for (let n = 0; n < 20; n++) await store.transaction(async (tx) => tx.publish("test", n))
  expect(heard).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test("outside a transaction events are published at once", async () => {
  shop.app.store.publish("test", { now: true })
  await null
  expect(heard).toEqual([{ now: true }])
})
