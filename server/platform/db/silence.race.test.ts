import { sql } from "drizzle-orm"
import { afterEach, beforeEach, expect, inject, test } from "vitest"
import { createDatabase } from "#test/postgres.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { createMemoryBus } from "../bus/memory.ts"
import { systemClock } from "../clock.ts"
import { problemOf } from "../http/problems.ts"
import { createLog } from "../log.ts"
import type { OpenDatabase } from "./database.ts"
import { openPostgres } from "./open.ts"
import { createPipelinedPool } from "./pipelinedPool.ts"
import { targetOf } from "./primary.ts"
import { pipelinedQuery } from "./statement.ts"
import { createStore, type Store, sqlState } from "./store.ts"

/** A network that is gone silently: no connection breaks, and no answer comes. */
const soon = 6000
const timeouts = { statement: 800, silence: 1500 }
let direct: string
let wire: Wire
let database: OpenDatabase
let store: Store
beforeEach(async () => {
  direct = await createDatabase(inject("postgresUrl"))
  wire = await wireTo(direct)
  database = openOne(wire.url)
  store = storeOf(database)
  await database.script("create table numbers (n int primary key)")
})
afterEach(async () => {
  wire.mend()
  await database.close()
  await wire.close()
})

/** Opens a single connection: if the broken one were kept, no query would be answered any more. */
const openOne = (url: string) => openPostgres(url, { connections: 1, timeouts })
const storeOf = ({ db, longRunning }: OpenDatabase) =>
  createStore(db, systemClock, createMemoryBus(createLog("silent")), { longRunning })
const one = () => store.db.execute(sql`select 1`)
async function failure(of: Promise<unknown>) {
  const began = performance.now()
  const error = await of.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return { said: error && problemOf(error), state: sqlState(error), took: performance.now() - began }
}
const unready = { status: 503, code: "UNREADY", retryAfter: expect.any(Number) }

test("a statement without a response fails like an unavailable database, and so does its connection", async () => {
  await one()
  wire.freeze("answers")
  const { said, took } = await failure(one())
  expect(said).toMatchObject(unready)
  expect(took).toBeGreaterThan(1400)
  expect(took).toBeLessThan(soon)
  wire.mend()
  await one()
})

test("so does a transaction, at whichever statement", async () => {
  const working = store.transaction(async (tx) => {
    await tx.db.execute(sql`insert into numbers values (1)`)
    wire.freeze("answers")
    await tx.db.execute(sql`insert into numbers values (2)`).catch(() => {})
    await tx.db.execute(sql`insert into numbers values (3)`)
  })
  const { said, took } = await failure(working)
  expect(said).toMatchObject(unready)
  expect(took).toBeLessThan(soon)
  wire.mend()
  expect((await store.db.execute(sql`select n from numbers`)) as unknown).toMatchObject({ rows: [] })
})

test("the database releases its locks, though it never learns that the client is gone", async () => {
  await database.script("insert into numbers values (1)")
  const working = store.transaction(async (tx) => {
    await tx.db.execute(sql`select n from numbers where n = 1 for update`)
    wire.freeze()
    await tx.db.execute(sql`select 1`)
  })
  const elsewhere = openOne(direct)
  await expect(working).rejects.toThrow()
  // Nothing has arrived through the frozen network, not even the end of the connection.
  await storeOf(elsewhere).longRunning((tx) => tx.db.execute(sql`update numbers set n = 2 where n = 1`))
  await elsewhere.close()
})

test("an idle connection may be silent, and one with a statement may not", async () => {
  const pid = async () => ((await store.db.execute(sql`select pg_backend_pid() as pid`)) as any).rows[0].pid
  const before = await pid()
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(await pid()).toBe(before)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  wire.freeze("answers")
  expect((await failure(one())).took).toBeLessThan(soon)
})

test("pipelined statements fail together, and the next ones succeed", async () => {
  const pipelined = createPipelinedPool(targetOf(wire.url), timeouts)
  const ask = () => pipelined.run("echo", "select $1::int as n", [7])
  await Promise.all([ask(), ask()])
  wire.freeze("answers")
  const failures = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      // New queries do not keep the connection alive.
      await new Promise((resolve) => setTimeout(resolve, n * 40))
      return failure(ask())
    }),
  )
  for (const { said, took } of failures) {
    expect(said).toMatchObject(unready)
    expect(took).toBeLessThan(soon)
  }
  wire.mend()
  expect(await Promise.all([ask(), ask()])).toMatchObject([{ rows: [{ n: 7 }] }, { rows: [{ n: 7 }] }])
  await pipelined.close()
})

test("a slow statement is cancelled by the database, and one without a timeout is not", async () => {
  const asleep = sql`select pg_sleep(2)`
  for (const run of [
    () => store.db.execute(asleep),
    () => store.transaction((tx) => tx.db.execute(asleep)),
    () => pipelinedQuery(store, "asleep", "select pg_sleep(2)", []),
  ]) {
    expect(await failure(run())).toMatchObject({ said: unready, state: "57014" })
  }
  await one()
  await store.longRunning((tx) => tx.db.execute(asleep))
})

test("readiness is known within seconds", async () => {
  const usual = openPostgres(wire.url)
  await usual.ping()
  wire.freeze()
  const { took } = await failure(usual.ping())
  expect(took).toBeLessThan(soon)
  await usual.close()
})
