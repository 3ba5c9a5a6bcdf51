import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { createMemoryBus } from "../bus/memory.ts"
import { systemClock } from "../clock.ts"
import { createLog } from "../log.ts"
import type { OpenDatabase } from "./database.ts"
import { pipelinedQuery } from "./statement.ts"
import { createStore, type Store } from "./store.ts"

let database: OpenDatabase
let store: Store

beforeAll(async () => {
  database = await openTestDatabase()
  await database.script("create table numbers (n int primary key)")
  store = createStore(database.db, systemClock, createMemoryBus(createLog("silent")))
})
afterAll(() => database.close())

const echo = (n: number) => pipelinedQuery<{ n: number }>(store, "echo", "select $1::int as n", [n])
const add = (n: number) => pipelinedQuery(store, "add", "insert into numbers values ($1)", [n])

test("a hundred concurrent statements each get their own result", async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => echo(n)))
  expect(answers.map(([row]) => row!.n)).toEqual(Array.from({ length: 100 }, (_, n) => n))
})

test("a failing statement does not affect its neighbours", async () => {
  await add(1)
  const [first, second, third] = await Promise.allSettled([add(2), add(1), add(3)])
  expect([first.status, second.status, third.status]).toEqual(["fulfilled", "rejected", "fulfilled"])
  const rows = await pipelinedQuery<{ n: number }>(store, "all", "select n from numbers order by n", [])
  expect(rows.map(({ n }) => n)).toEqual([1, 2, 3])
})

test("inside a transaction it sees the transaction, and is rolled back with it", async () => {
  const undone = store.transaction(async (tx) => {
    await tx.db.execute(sql`insert into numbers values (50)`)
    expect(await pipelinedQuery(tx, "fifty", "select n from numbers where n = 50", [])).toHaveLength(1)
    await pipelinedQuery(tx, "add", "insert into numbers values ($1)", [51])
    throw new Error("undo")
  })
  await expect(undone).rejects.toThrow("undo")
  expect(await pipelinedQuery(store, "undone", "select n from numbers where n >= 50", [])).toHaveLength(0)
})

test("a broken connection fails its statements and is opened again by the next one", async () => {
  const pid = "select pg_backend_pid() as pid"
  const pids = await Promise.all([1, 2].map(() => pipelinedQuery<{ pid: number }>(store, "pid", pid, [])))
  const asleep = [1, 2].map(() => pipelinedQuery(store, "sleep", "select pg_sleep(20)", []))
  const ends = Promise.allSettled(asleep)
  for (const [row] of pids) await database.script(`select pg_terminate_backend(${row!.pid})`)
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(await Promise.all([echo(7), echo(8)])).toEqual([[{ n: 7 }], [{ n: 8 }]])
})
