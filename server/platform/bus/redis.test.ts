import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { hasRedis, startRedis } from "#test/redis.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { seconds } from "../clock.ts"
import type { NodeConnections } from "../db/database.ts"
import { createLog } from "../log.ts"
import { SettingsError } from "../settings.ts"
import { openBus } from "./open.ts"

type Opened = Awaited<ReturnType<typeof openBus>>

let redis: Awaited<ReturnType<typeof startRedis>>
const opened: Opened[] = []
const wires: Wire[] = []
beforeAll(async () => {
  redis = await startRedis()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ bus }) => bus.close()))
  await Promise.all(wires.splice(0).map((wire) => wire.close()))
})
afterAll(() => redis?.stop())

const log = createLog("silent")
async function aNode(
  connections: NodeConnections | null = null,
): Promise<Opened & { wire: Wire; heard: unknown[]; returns: () => number }> {
  const wire = await wireTo(redis!.url)
  wires.push(wire)
  const node = await openBus({ databaseUrl: null, redisUrl: wire.url }, log, connections)
  opened.push(node)
  const heard: unknown[] = []
  let returns = 0
  node.bus.subscribe("news", (message) => heard.push(message))
  node.bus.onReconnect(() => returns++)
  return { ...node, wire, heard, returns: () => returns }
}
/** Nodes learn of each other from their heartbeats. */
const acquainted = () => pause(500)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const soon = (check: () => void, timeout = seconds(8)) => vi.waitFor(check, { timeout, interval: 20 })

test("a REDIS_URL that does not respond stops the start with one line", { timeout: seconds(20) }, async () => {
  const opening = openBus({ databaseUrl: null, redisUrl: "redis://:secret@127.0.0.1:1" }, log)
  await expect(opening).rejects.toThrow(SettingsError)
  await expect(opening).rejects.toThrow(
    /^REDIS_URL must be the address of a Redis that answers: [^\n]*ECONNREFUSED[^\n]*$/,
  )
  await expect(opening).rejects.not.toThrow("secret")
})

test.skipIf(!hasRedis)("a message of one node is delivered on every node once, in order", async () => {
  const [a, b] = [await aNode(), await aNode()]
  const said = Array.from({ length: 500 }, (_, i) => ({ i, text: "über\nzwei Zeilen" }))
  for (const message of said) a.bus.publish("news", message)
  a.bus.publish("other news", "nobody listens")
  expect(a.heard).toEqual([])
  await null
  expect(a.heard).toEqual(said)
  await soon(() => expect(b.heard).toEqual(said))
  expect([a.bus.up, b.bus.up]).toEqual([true, true])
})

test.skipIf(!hasRedis)("two shops in two databases of one Redis receive no events from each other", async () => {
  const here = await aNode()
  const there = await openBus({ databaseUrl: null, redisUrl: `${redis!.url}/1` }, log)
  opened.push(there)
  there.bus.publish("news", "for the other shop")
  here.bus.publish("news", "for this one")
  await there.bus.ping()
  await soon(() => expect(here.heard).toEqual(["for this one"]))
})

test.skipIf(!hasRedis)(
  "an isolated node continues on its own, and catches up on reconnect; so do the others",
  async () => {
    const [a, b] = [await aNode(), await aNode()]
    await acquainted()
    expect([a.bus.up, b.bus.up]).toEqual([true, true])
    a.wire.cut()
    await soon(() => expect([a.bus.up, b.bus.up]).toEqual([false, false]))
    await expect(a.bus.ping()).rejects.toThrow()
    await b.bus.ping()
    a.bus.publish("news", "to myself")
    await null
    expect(a.heard).toEqual(["to myself"])
    expect([a.returns(), b.returns()]).toEqual([0, 0])
    a.wire.mend()
    await soon(() => expect([a.bus.up, b.bus.up]).toEqual([true, true]))
    await soon(() => expect([a.returns(), b.returns()]).toEqual([1, 1]))
    a.bus.publish("news", "to everybody")
    await soon(() => expect(b.heard).toEqual(["to everybody"]))
  },
)

test.skipIf(!hasRedis)(
  "a connection to Redis that loses everything is detected within a second",
  { timeout: seconds(40) },
  async () => {
    const [a, b] = [await aNode(), await aNode()]
    await acquainted()
    expect([a.bus.up, b.bus.up]).toEqual([true, true])
    a.wire.freeze()
    await pause(1100)
    expect([a.bus.up, b.bus.up]).toEqual([false, false])
    // Longer than a silent connection is assumed to be healthy.
    await pause(6500)
    a.wire.mend()
    // A late heartbeat of before may show a node as up a moment before its return is announced.
    await soon(() => {
      expect([a.bus.up, b.bus.up]).toEqual([true, true])
      expect(a.returns()).toBeGreaterThan(0)
      expect(b.returns()).toBeGreaterThan(0)
    }, seconds(15))
  },
)

test.skipIf(!hasRedis)("a node that shuts down is not waited for; one that falls silent is", async () => {
  const [a, b, c] = [await aNode(), await aNode(), await aNode()]
  await acquainted()
  await c.bus.close()
  await pause(1200)
  expect([a.bus.up, b.bus.up]).toEqual([true, true])
  b.wire.cut()
  await soon(() => expect(a.bus.up).toBe(false))
})

test.skipIf(!hasRedis)(
  "a silent node is dead within seconds once the database has no connections of it, until it has some again",
  async () => {
    const connected = new Set(["first", "second"])
    const named = (name: string): NodeConnections => ({
      name,
      connectedOf: async (names) => names.filter((each) => connected.has(each)),
    })
    const first = await aNode(named("first"))
    const second = await aNode(named("second"))
    await soon(() => expect([first.bus.up, second.bus.up]).toEqual([true, true]))
    // Both have looked for each other.
    await pause(1200)
    second.wire.cut()
    await soon(() => expect(first.bus.up).toBe(false))
    await pause(3500)
    expect([first.bus.up, first.returns()]).toEqual([false, 0])
    connected.delete("second")
    await soon(() => expect([first.bus.up, first.returns()]).toEqual([true, 1]), 4000)
    connected.add("second")
    await soon(() => expect(first.bus.up).toBe(false), 2000)
    second.wire.mend()
    await soon(() => expect([first.bus.up, second.bus.up]).toEqual([true, true]))
  },
)

test.skipIf(!hasRedis)("a node that the database has never shown is waited for", async () => {
  const first = await aNode({ name: "seen", connectedOf: async () => [] })
  const second = await aNode()
  await acquainted()
  second.wire.cut()
  await pause(4000)
  expect(first.bus.up).toBe(false)
})

test.skipIf(!hasRedis)("the nodes count together, and each on its own while Redis is unavailable", async () => {
  const [a, b] = [await aNode(), await aNode()]
  expect(await a.counters.read("somebody")).toBe(0)
  expect(await a.counters.add("somebody", 300)).toMatchObject({ count: 1 })
  const second = await b.counters.add("somebody", 300)
  expect(second!.count).toBe(2)
  expect(second!.endsIn).toBeGreaterThan(0)
  expect(second!.endsIn).toBeLessThanOrEqual(300)
  expect(await a.counters.read("somebody")).toBe(2)
  await soon(async () => expect(await a.counters.read("somebody")).toBe(0))
  a.wire.cut()
  await soon(() => expect(a.bus.up).toBe(false))
  expect([await a.counters.add("somebody", 300), await a.counters.read("somebody")]).toEqual([null, null])
})
