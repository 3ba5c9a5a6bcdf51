import { sql } from "drizzle-orm"
import { expect, inject, test } from "vitest"
import { createDatabase } from "#test/postgres.ts"
import { wireTo } from "#test/tcpProxy.ts"
import { createMemoryBus } from "../bus/memory.ts"
import { systemClock } from "../clock.ts"
import { problemOf } from "../http/problems.ts"
import { createLog } from "../log.ts"
import { openPostgres } from "./open.ts"
import { createStore } from "./store.ts"

test("a database that fails between two statements of a transaction fails only that transaction", async () => {
  const wire = await wireTo(await createDatabase(inject("postgresUrl")))
  const database = openPostgres(wire.url)
  const store = createStore(database.db, systemClock, createMemoryBus(createLog("silent")))
  const one = () => store.db.execute(sql`select 1`)
  const working = store.transaction(async (tx) => {
    await tx.db.execute(sql`create table numbers (n int)`)
    wire.cut()
    await new Promise((resolve) => setTimeout(resolve, 200))
    await tx.db.execute(sql`insert into numbers values (1)`)
  })
  await expect(working).rejects.toThrow()
  await expect(one()).rejects.toThrow()
  wire.mend()
  await one()
  const { rows } = (await store.db.execute(sql`select to_regclass('numbers') as there`)) as unknown as {
    rows: unknown[]
  }
  expect(rows).toEqual([{ there: null }])
  await database.close()
  await wire.close()
})

test("when all connections are in use, requests wait for one, and after five seconds get 503", async () => {
  const database = openPostgres(await createDatabase(inject("postgresUrl")), { connections: 1 })
  const store = createStore(database.db, systemClock, createMemoryBus(createLog("silent")))
  const busy = (seconds: number) => store.transaction((tx) => tx.db.execute(sql`select pg_sleep(${seconds})`))
  const waiting = () => Promise.allSettled([1, 2, 3].map(() => store.db.execute(sql`select 1`)))
  const short = busy(1)
  expect((await waiting()).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"])
  await short
  const long = busy(7)
  const began = performance.now()
  const refused = await waiting()
  expect(performance.now() - began).toBeLessThan(6500)
  for (const one of refused) {
    const error = one.status === "rejected" ? one.reason : null
    expect(problemOf(error)).toMatchObject({ status: 503, code: "UNREADY", retryAfter: expect.any(Number) })
  }
  await long
  await store.db.execute(sql`select 1`)
  await database.close()
})
