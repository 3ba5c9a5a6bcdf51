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

test("what a transaction tells is heard after its commit, in its order", async () => {
  const { store } = shop.app
  const result = await store.transaction(async (tx) => {
    tx.tell("test", "one")
    await tx.db.execute("select 1")
    tx.tell("test", "two")
    expect(heard).toEqual([])
    return "done"
  })
  expect(result).toBe("done")
  expect(heard).toEqual(["one", "two"])
})

test("what a transaction tells that is rolled back is never heard", async () => {
  const { store } = shop.app
  const failing = store.transaction(async (tx) => {
    tx.tell("test", "never")
    throw new Error("rolled back")
  })
  await expect(failing).rejects.toThrow("rolled back")
  expect(heard).toEqual([])
})

test("a transaction that had to be tried again tells only what its last attempt did", async () => {
  const { store } = shop.app
  let attempt = 0
  await store.transaction(async (tx) => {
    tx.tell("test", `attempt ${++attempt}`)
    if (attempt === 1) throw Object.assign(new Error("deadlock"), { code: "40P01" })
  })
  expect(heard).toEqual(["attempt 2"])
})

test("of transactions that follow one another, the first is heard first", async () => {
  const { store } = shop.app
  for (let n = 0; n < 20; n++) await store.transaction(async (tx) => tx.tell("test", n))
  expect(heard).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test("outside a transaction it is told at once", async () => {
  shop.app.store.tell("test", { now: true })
  await null
  expect(heard).toEqual([{ now: true }])
})
