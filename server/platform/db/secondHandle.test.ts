import { afterAll, beforeAll, expect, test } from "vitest"
import { onPostgres } from "#test/database.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { throwSecondHandle } from "#test/transactions.ts"
import { pipelinedQuery } from "./statement.ts"
import type { Tx } from "./store.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const handles: [name: string, use: (outside: Tx) => Promise<unknown>][] = [
  ["a statement", ({ db }) => db.execute("select 1")],
  ["a pipelined statement", (outside) => pipelinedQuery(outside, "one", "select 1", [])],
  ["another transaction", () => shop.app.store.transaction(async () => {})],
]

// The embedded database would wait forever.
test.runIf(onPostgres).each(handles)("%s outside of the transaction that runs fails a test", async (_, use) => {
  const { store } = shop.app
  await expect(store.transaction(() => use(store))).rejects.toThrow()
  expect(throwSecondHandle).toThrow("second database handle")
  await use(store)
  await store.transaction(async ({ db }) => db.execute("select 1"))
  expect(throwSecondHandle).not.toThrow()
})
