import { existsSync } from "node:fs"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { startNowPayments } from "#test/nowpayments.ts"
import type { Program } from "#test/serviceProcess.ts"
import { type Row, record, verdict } from "../table.ts"
import { type Cluster, missingPackages, startCluster, trustProxy } from "./cluster.ts"
import { type Load, openLoad } from "./clusterLoad.ts"
import { address, call, enter } from "./kill.ts"
import { type Node, pause } from "./servers.ts"
import { openWitness } from "./witness.ts"

/**
 * `npm run bench faults cluster` runs the long test instead of the short one, and writes its rows into bench/results.md.
 */
const isLong = process.env.CLUSTER_FAULTS === "1"
const away = Number(process.env.AWAY ?? 10_000)

let cluster: Cluster
let provider: Awaited<ReturnType<typeof startNowPayments>>
beforeEach(async () => {
  if (missingPackages.length > 0) return
  provider = await startNowPayments()
  cluster = await startCluster({ env: isLong ? provider.env : {} })
  trustProxy(cluster)
})
afterEach(async () => {
  await cluster?.stop()
  await provider?.stop()
})

if (!isLong)
  test.skipIf(missingPackages.length > 0)(
    "three nodes behind the proxy serve a page, an order and a chat message on all of them",
    async () => {
      const { url, nodes } = cluster
      const page = await fetch(`${url}/models`)
      const isBuilt = existsSync("build/server/index.js")
      expect([page.status, await page.text()]).toEqual(
        isBuilt ? [200, expect.stringContaining("</html>")] : [503, expect.stringContaining("not built")],
      )

      const [member, moderator] = await Promise.all(
        ["vvip", "moderator"].map((who) => enter(url, `${who}@demo.example`)),
      )
      await call(url, "POST", "/api/cart/", member!, { doll_id: 1, quantity: 1 })
      const order = await call(url, "POST", "/api/orders", member!, address)
      expect(order.status).toBe(201)
      const invoice = await call(url, "POST", "/api/nowpayments/create-invoice", member!, {
        order_id: order.body.reference,
      })
      const paid = await fetch(invoice.body.invoice_url, {
        method: "POST",
        body: new URLSearchParams({ outcome: "finished" }),
        redirect: "manual",
      })
      expect([new URL(invoice.body.invoice_url).origin, paid.status]).toEqual([url, 303])
      for (const node of nodes) {
        const { body } = await call(node.url, "GET", `/api/orders/${order.body.id}`, member!)
        expect(body.status).toBe("to_be_shipped")
      }

      const { body: rooms } = await call(url, "GET", "/api/chat/user/rooms/", member!)
      const open = async (at: { url: string; isUp: boolean }, token: string) =>
        openWitness(at, { token, id: (await call(url, "GET", "/api/auth/me", token)).body.id }, rooms[0].id)
      const sender = await open({ url, isUp: true }, member!)
      const receivers = await Promise.all(nodes.map((node) => open(node, moderator!)))
      await vi.waitFor(() => expect([sender, ...receivers].every(({ isIn }) => isIn)).toBe(true), { timeout: 10_000 })
      const id = await sender.create("Good evening to all", "cluster-1")
      await vi.waitFor(() =>
        expect(receivers.map(({ known }) => known.get(id!)?.content)).toEqual(nodes.map(() => "Good evening to all")),
      )
      for (const one of [sender, ...receivers]) one.close()
    },
  )

interface Fault {
  what: string
  /** True if nothing takes its place, so that the time to come back begins when it is there again. */
  isSingle?: boolean
  lose(): unknown
  /** Does what tools that watch PostgreSQL do a moment after the loss. */
  takeOver?(): Promise<unknown>
  bringBack(): unknown
}

/** The faults, one after the other. Each part is first killed and then frozen. */
function schedule({ nodes, redis, bucket, proxy, database }: Cluster): Fault[] {
  // While the second node is frozen, the sockets of the first are on the other two.
  const [first, second] = nodes as [Node, Node]
  const standbyBack = () => database.setSynchronous(true)
  const rebuilt = async () => {
    await database.rebuildStandby()
    await database.setSynchronous(true)
  }
  const alone: [string, Program, boolean][] = [
    ["Redis", redis, false],
    ["the bucket", bucket, true],
    ["the proxy", proxy, true],
  ]
  return [
    { what: "one of three nodes killed", lose: first.kill, bringBack: first.start },
    { what: "one of three nodes frozen", lose: second.freeze, bringBack: second.thaw },
    ...alone.flatMap(([name, one, isSingle]) => [
      { what: `${name} killed`, isSingle, lose: () => one.signal("SIGKILL"), bringBack: one.restart },
      { what: `${name} frozen`, isSingle, lose: () => one.signal("SIGSTOP"), bringBack: () => one.signal("SIGCONT") },
    ]),
    {
      what: "the synchronous standby killed, and no longer waited for after a second",
      lose: () => database.signal("standby", "SIGKILL"),
      takeOver: () => database.setSynchronous(false),
      bringBack: () => database.restartStandby().then(standbyBack),
    },
    {
      what: "the synchronous standby frozen, and no longer waited for after a second",
      lose: () => database.signal("standby", "SIGSTOP"),
      takeOver: () => database.setSynchronous(false),
      bringBack: () => {
        database.signal("standby", "SIGCONT")
        return standbyBack()
      },
    },
    {
      what: "the primary killed, and its standby promoted after a second",
      lose: () => database.signal("primary", "SIGKILL"),
      takeOver: database.promote,
      bringBack: rebuilt,
    },
    {
      what: "the primary frozen, and its standby promoted after a second",
      lose: () => database.signal("primary", "SIGSTOP"),
      takeOver: database.promote,
      bringBack: () => {
        database.signal("standby", "SIGKILL")
        return rebuilt()
      },
    },
  ]
}

if (isLong)
  test.skipIf(missingPackages.length > 0)(
    "whatever is killed or frozen, nothing acknowledged is lost or doubled, and a rolling restart fails no request",
    { timeout: 1_800_000 },
    async () => {
      const load = await openLoad(cluster, provider)
      const rows: Row[] = []
      for (const { what, isSingle, lose, takeOver, bringBack } of schedule(cluster)) {
        const row = await play(load, what, 15, async () => {
          await lose()
          const lostAt = performance.now()
          await pause(1000)
          await takeOver?.()
          await pause(lostAt + away - performance.now())
          await bringBack()
          return isSingle ? performance.now() : lostAt
        })
        rows.push(row)
      }
      const row = await play(load, "rolling restart of all three nodes", 0, async () => {
        const began = performance.now()
        for (const node of cluster.nodes) {
          await node.stop()
          await node.start()
          await pause(2000)
        }
        return began
      })
      rows.push(row)
      load.close()
      await record(["cluster"], rows)
      expect(rows.filter(({ reached }) => reached === "no")).toEqual([])
    },
  )

/** Measures one row. `act` returns the time from which the time to come back counts. */
async function play(load: Load, what: string, seconds: number, act: () => Promise<number>): Promise<Row> {
  const before = load.count()
  load.start()
  await load.served()
  await pause(2000)
  load.attempts()
  const from = await act()
  await load.served()
  await pause(2000)
  const attempts = load.attempts()
  await load.rest()
  const violations = await load.violations()
  for (const violation of violations) console.log(`${what}: ${violation}`)
  const after = load.count()
  const [messages, requests] = [true, false].map((is) => attempts.filter(({ kind }) => (kind === "message") === is))
  const failed = (list: typeof attempts) => list.filter(({ isServed }) => !isServed)
  const refused = failed(requests!)
  const back = Math.max(0, ...failed(attempts).map(({ ended }) => (ended - from) / 1000))
  const slowest = Math.max(...attempts.map(({ began, ended }) => (ended - began) / 1000))
  const kinds = Object.entries(
    Object.groupBy(refused, ({ kind, status }) => `${kind} ${status ?? "without an answer"}`),
  ).map(([kind, list]) => `${list!.length} ${kind}`)
  const said = {
    part: "cluster",
    what: `cluster under load: ${what}`,
    measured:
      `${violations.length} lost or doubled of ${after.orders - before.orders} orders, ${after.webhooks - before.webhooks} webhooks, ` +
      `${after.messages - before.messages} messages; ${refused.length} of ${requests!.length} requests refused` +
      `${kinds.length > 0 ? ` (${kinds.join(", ")})` : ""}, ${failed(messages!).length} messages sent again; ` +
      `${seconds > 0 ? `back after ${back.toFixed(1)} s, ` : ""}slowest answer ${slowest.toFixed(1)} s`,
    must: seconds > 0 ? `0, back in ${seconds} s` : "0, none refused",
    wanted: seconds > 0 ? `0, back in ${seconds / 3} s` : "0, none refused",
  }
  const isKept = violations.length === 0
  const reached = seconds > 0 ? verdict(back, seconds, seconds / 3, false) : verdict(refused.length, 0, 0, false)
  console.log(`${said.what}: ${said.measured}`)
  return { ...said, reached: isKept ? reached : "no" }
}
