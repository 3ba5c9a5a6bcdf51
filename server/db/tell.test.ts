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

test("transactions that follow one another are heard in the order of their commits", async () => {
  const { store } = shop.app
  const locked = (name: string) =>
    store.transaction(async (tx) => {
      await tx.db.execute("select pg_advisory_xact_lock(7)")
      const { rows } = (await tx.db.execute("select nextval('users_id_seq')::int as n")) as unknown as {
        rows: { n: number }[]
      }
      tx.tell("test", rows[0]!.n)
      return name
    })
  await Promise.all(Array.from({ length: 20 }, (_, i) => locked(String(i))))
  expect(heard).toHaveLength(20)
  expect(heard).toEqual(heard.toSorted((a, b) => (a as number) - (b as number)))
})

test("outside a transaction it is told at once", async () => {
  shop.app.store.tell("test", { now: true })
  await null
  expect(heard).toEqual([{ now: true }])
})
