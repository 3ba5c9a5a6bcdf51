import { setTimeout as pause } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { type Pair, query, startPair } from "#test/postgres.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { createMemoryBus } from "../bus/memory.ts"
import { systemClock } from "../clock.ts"
import { createLog } from "../log.ts"
import type { OpenDatabase } from "./database.ts"
import { openPostgres } from "./open.ts"
import { pipelinedQuery } from "./statement.ts"
import { createStore, type Store } from "./store.ts"

let pair: Pair
let wire: Wire
let database: OpenDatabase
let store: Store
let reads: Store
const said: string[] = []
const skip = !inject("postgresUrl")
beforeAll(async () => {
  if (skip) return
  pair = (await startPair())!
  await query(pair.primaryUrl, "create table numbers (n int)")
  await query(pair.primaryUrl, "insert into numbers values (0)")
  wire = await wireTo(pair.standbyUrl)
  const log = createLog("info", { write: (line: string) => void said.push(JSON.parse(line).msg) })
  database = openPostgres(pair.url, { standby: wire.url, log })
  const bus = createMemoryBus(log)
  store = createStore(database.db, systemClock, bus, database)
  reads = createStore(database.reads, systemClock, bus)
})
afterAll(async () => {
  await database?.close()
  await wire?.close()
  await pair?.stop()
})

const server = "select current_setting('in_hot_standby') as standby"
/** Whether a read comes from the standby: an ordinary one, and a pipelined one. */
async function fromStandby(): Promise<boolean[]> {
  const { rows } = (await reads.db.execute(sql.raw(server))) as unknown as { rows: { standby: string }[] }
  const [row] = await pipelinedQuery<{ standby: string }>(reads, "server", server, [])
  return [rows[0]!, row!].map(({ standby }) => standby === "on")
}
const becomes = (expected: boolean, timeout: number) =>
  expect.poll(fromStandby, { timeout, interval: 50 }).toEqual([expected, expected])
const numberRead = async () =>
  ((await reads.db.execute(sql`select n from numbers`)) as unknown as { rows: { n: number }[] }).rows[0]!.n

test.skipIf(skip)("reads come from the standby, and never miss what this node has written", async () => {
  await becomes(true, 5000)
  for (let n = 1; n <= 100; n++) {
    const change = sql`update numbers set n = ${n}`
    if (n % 2) await store.db.execute(change)
    else await store.transaction((tx) => tx.db.execute(change))
    expect(await numberRead()).toBe(n)
  }
  await becomes(true, 2000)
  expect(await numberRead()).toBe(100)
})

test.skipIf(skip)("a standby that falls behind is not read until it has caught up", async () => {
  await becomes(true, 5000)
  await query(pair.standbyUrl, "select pg_wal_replay_pause()")
  await store.db.execute(sql`update numbers set n = 101`)
  expect(await fromStandby()).toEqual([false, false])
  expect(await numberRead()).toBe(101)
  // This node does not know about the change, so its reads are at most five seconds behind.
  await query(pair.primaryUrl, "update numbers set n = 102")
  await pause(6000)
  expect(database.standbyLag()).toBeGreaterThan(5000)
  expect(await numberRead()).toBe(102)
  await query(pair.standbyUrl, "select pg_wal_replay_resume()")
  await becomes(true, 2000)
  expect(database.standbyLag()).toBeLessThan(5000)
  expect(await numberRead()).toBe(102)
})

test.skipIf(skip)("a standby that is away or silent costs no read, and is used again when it is back", async () => {
  for (const lose of [() => wire.cut(), () => wire.freeze()]) {
    await becomes(true, 8000)
    said.length = 0
    lose()
    const began = performance.now()
    expect(await Promise.all(Array.from({ length: 30 }, numberRead))).toEqual(Array(30).fill(102))
    expect(performance.now() - began).toBeLessThan(3000)
    await pause(2000)
    const later = performance.now()
    expect(await fromStandby()).toEqual([false, false])
    expect(database.standbyLag()).toBeGreaterThan(1000)
    expect(performance.now() - later).toBeLessThan(500)
    expect(said).toEqual(["the standby is unavailable or behind: everything is read from the primary"])
    wire.mend()
  }
  await becomes(true, 8000)
})

test.skipIf(skip)("a standby that is away, or no standby, from the start on is named in the log once", async () => {
  for (const standby of ["postgresql://postgres@127.0.0.1:1/postgres", pair.primaryUrl]) {
    const lines: string[] = []
    const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line).msg) })
    const other = openPostgres(pair.url, { standby, log })
    await expect.poll(() => lines.length, { timeout: 15_000 }).toBeGreaterThan(0)
    await pause(1500)
    await other.close()
    expect(lines).toEqual(["the standby is unavailable or behind: everything is read from the primary"])
  }
})
