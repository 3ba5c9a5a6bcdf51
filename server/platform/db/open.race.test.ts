import { sql } from "drizzle-orm"
import { expect, inject, test } from "vitest"
import { createDatabase, query } from "#test/postgres.ts"
import { wireTo } from "#test/tcpProxy.ts"
import { createMemoryBus } from "../bus/memory.ts"
import { systemClock } from "../clock.ts"
import { problemOf } from "../http/problems.ts"
import { createLog } from "../log.ts"
import { openPostgres } from "./open.ts"
import { pipelinedQuery } from "./statement.ts"
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

test("a database that takes no writes answers them with 503, is not ready, and is left for the primary", async () => {
  const url = await createDatabase(inject("postgresUrl"))
  const name = new URL(url).pathname.slice(1)
  const database = openPostgres(url)
  const store = createStore(database.db, systemClock, createMemoryBus(createLog("silent")))
  const makeReadOnly = (state: "on" | "off") =>
    query(inject("postgresUrl"), `alter database "${name}" set default_transaction_read_only = ${state}`)
  await store.db.execute(sql`create table numbers (n int)`)
  await database.ping()
  // The primary becomes a standby: earlier connections are closed, new ones accept no writes.
  await makeReadOnly("on")
  await query(
    inject("postgresUrl"),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  )
  const writes = [
    () => store.db.execute(sql`insert into numbers values (1)`),
    () => store.transaction((tx) => tx.db.execute(sql`insert into numbers values (2)`)),
    () => pipelinedQuery(store, "add_number", "insert into numbers values ($1)", [3]),
  ]
  // Twice: the first may find a connection that was closed.
  for (const write of [...writes, ...writes]) {
    const error = await write().then(
      () => null,
      (error: unknown) => error,
    )
    expect(problemOf(error)).toMatchObject({ status: 503, code: "UNREADY", retryAfter: 5 })
  }
  await store.db.execute(sql`select 1`)
  await expect(database.ping()).rejects.toThrow("takes no writes")
  await makeReadOnly("off")
  await expect
    .poll(
      () =>
        database.ping().then(
          () => true,
          () => false,
        ),
      { timeout: 5000 },
    )
    .toBe(true)
  for (const write of writes) await write()
  const { rows } = (await store.db.execute(sql`select n from numbers order by n`)) as unknown as { rows: unknown[] }
  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  await database.close()
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
