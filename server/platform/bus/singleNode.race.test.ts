import { eq } from "drizzle-orm"
import pg from "pg"
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest"
import { createDatabase } from "#test/postgres.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { sessions } from "../auth/tables.ts"
import { openPostgres } from "../db/open.ts"
import { createLog } from "../log.ts"
import type { Bus } from "./bus.ts"
import { openSingleNodeBus } from "./singleNode.ts"

let url: string
let sql: pg.Client
const open: { close(): Promise<void> }[] = []
beforeAll(async () => {
  url = await createDatabase(inject("postgresUrl"))
  sql = new pg.Client({ connectionString: url })
  await sql.connect()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(() => sql.end())

const aBus = async (missed = 600): Promise<Bus> => {
  const bus = await openSingleNodeBus(url, createLog("silent"), { missed })
  open.push(bus)
  return bus
}
const soon = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 20 })
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const cut = () =>
  sql.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 7318209`)

test("a server that is alone on its database uses its caches from the start", async () => {
  const bus = await aBus()
  for (let i = 0; i < 20; i++) {
    expect(bus.up).toBe(true)
    await pause(100)
  }
})

test("two of them detect each other within a second, and use no caches until one is gone for good", async () => {
  const first = await aBus(1500)
  let returns = 0
  first.onReconnect(() => returns++)
  const second = await openSingleNodeBus(url, createLog("silent"))
  expect(second.up).toBe(false)
  await pause(900)
  expect(first.up).toBe(false)
  await second.close()
  await pause(300)
  expect([first.up, returns]).toEqual([false, 0])
  await soon(() => expect([first.up, returns]).toEqual([true, 1]))
})

test("one whose connection breaks uses no caches until its next check, and the other still waits for it", async () => {
  const first = await aBus(60_000)
  await cut()
  await soon(() => expect(first.up).toBe(false))
  await soon(() => expect(first.up).toBe(true))
  const second = await aBus(60_000)
  await soon(() => expect(first.up).toBe(false))
  await cut()
  const end = performance.now() + 2500
  while (performance.now() < end) {
    expect([first.up, second.up]).toEqual([false, false])
    await pause(50)
  }
})

test("shops on two databases of one cluster do not affect each other", async () => {
  const first = await aBus()
  open.push(await openSingleNodeBus(await createDatabase(inject("postgresUrl")), createLog("silent")))
  await pause(700)
  expect(first.up).toBe(true)
})

test("a token that one server ends is invalid on the other at once, without events between them", async () => {
  const env = { DATABASE_URL: url, DEMO: "0" }
  const nodes: TestShop[] = []
  for (let i = 0; i < 2; i++) {
    nodes.push(await openShop(env, { database: openPostgres(url) }))
    open.push(nodes[i]!)
  }
  const [first, second] = nodes as [TestShop, TestShop]
  await soon(() => expect([first.app.bus.up, second.app.bus.up]).toEqual([false, false]))
  const person = await first.aUser()
  const me = async () => (await second.call("GET /api/auth/me", { as: person })).status
  expect(await me()).toBe(200)
  await first.app.store.db.update(sessions).set({ revokedAt: first.clock.now() }).where(eq(sessions.userId, person.id))
  expect(await me()).toBe(401)
})
