import { randomBytes } from "node:crypto"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { minutes, seconds } from "../clock.ts"
import { serverKeys } from "./serverKeys.ts"
import { serverKeys as table } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("a key is created once; a replaced one still verifies, and is forgotten when its row is deleted", async () => {
  const { store } = shop.app
  const keys = () => serverKeys(store, "a purpose")
  const [first] = await keys()
  expect(first).toHaveLength(32)
  expect(await keys()).toEqual([first])
  const previous = "a purpose, previous"
  await store.db.update(table).set({ name: previous }).where(eq(table.name, "a purpose"))
  // Still in memory.
  expect(await keys()).toEqual([first])
  shop.clock.advance(minutes(1))
  const [second, ...older] = await keys()
  expect(second).not.toEqual(first)
  expect(older).toEqual([first])
  await store.db.delete(table).where(eq(table.name, previous))
  shop.clock.advance(minutes(1))
  expect(await keys()).toEqual([second])
})

test("a key that another node has created is found by the first thing that it made, read at most once a second", async () => {
  const { store } = shop.app
  const name = "another purpose"
  const [first] = await serverKeys(store, name)
  const next = randomBytes(32)
  await store.db
    .update(table)
    .set({ name: `${name}, previous` })
    .where(eq(table.name, name))
  await store.db.insert(table).values({ name, key: next })
  expect(await serverKeys(store, name, { again: true })).toEqual([first])
  shop.clock.advance(seconds(1))
  expect(await serverKeys(store, name)).toEqual([first])
  expect(await serverKeys(store, name, { again: true })).toEqual([next, first])
})
