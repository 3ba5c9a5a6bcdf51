import { once } from "node:events"
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest"
import { WebSocket } from "ws"
import { aRoom, says } from "#test/chat.ts"
import { faultProxy } from "#test/faultProxy.ts"
import { hasRedis } from "#test/redis.ts"
import { installBrowsers } from "./browser.ts"
import {
  ask,
  endConversation,
  leaveConversation,
  openTestConversation,
  sendIn,
  settle,
  type TestConversation,
  write,
} from "./conversation.ts"
import { assertNone, judge } from "./promises.ts"
import type { Schedule, TabName } from "./schedule.ts"
import { pause } from "./servers.ts"
import { openTwoNodes, type TwoNodes } from "./twoNodes.ts"
import { openWitness } from "./witness.ts"

/** Failures of nodes and services during a load on two server processes. `AWAY=10000` is the long form. */
const away = Number(process.env.AWAY ?? 4000)
const can = hasRedis && inject("postgresUrl") !== ""
const nodes = test.skipIf(!can)

let cluster: TwoNodes
let uninstall: () => void
let conversation: TestConversation
let load: ReturnType<typeof chatter> | null = null
/** Tests of real time run their pages at normal speed. */
const realTime = 1
beforeAll(async () => {
  if (!can) return
  uninstall = installBrowsers()
  cluster = await openTwoNodes(inject("postgresUrl"), inject("postgresTemplate"))
}, 120_000)
afterAll(async () => {
  await cluster?.close()
  uninstall?.()
})
beforeEach(async () => {
  if (!can) return
  conversation = await openTestConversation(cluster, "vvip", 0, realTime)
  await settle(conversation)
})
afterEach(async () => {
  if (!can) return
  await load?.stop()
  load = null
  cluster.redis.mend()
  cluster.database.mend()
  await leaveConversation(conversation)
})

const vvip: Schedule = { level: "vvip", before: 0, steps: [], ending: "refund" }
async function nothingIsLost(): Promise<void> {
  await settle(conversation)
  assertNone(await judge(conversation, vvip, () => endConversation(conversation, "refund")))
}
const frames = (who: "member" | "first") => conversation.witnesses.get(who)!.sockets.flatMap((socket) => socket.frames)
const presenceOf = (id: number) =>
  frames("member").findLast(({ frame }) => frame.type === "presence" && frame.user_id === id)?.frame

/** Everybody sends messages, in every way, until stopped. */
function chatter() {
  const mine = conversation
  let goes = true
  const requests: { began: number; answered: boolean }[] = []
  const pages = (async () => {
    for (let n = 1; goes; n++) {
      for (const name of ["member", "member again", "first"] satisfies TabName[]) {
        sendIn(mine, name, `Line ${n} of ${name}`)
        const tab = mine.tabs.get(name)!
        const newest = tab.view.room.messages.at(-1)
        if (newest && n % 3 === 0) tab.read(newest.id)
      }
      await pause(60)
    }
  })()
  const straight = [0, 1].map(async (node) => {
    for (let n = 1; goes; n++) {
      const request = { began: performance.now(), answered: false }
      const before = mine.acknowledged.length
      requests.push(request)
      await write(mine, { do: "post", who: "member", node }, node * 100_000 + n)
      request.answered = mine.acknowledged.length > before
      await pause(request.answered ? 10 : 50)
    }
  })
  return {
    requests,
    stop: async () => {
      goes = false
      await Promise.all([pages, ...straight])
    },
  }
}

nodes("a slow reader is closed with 1013, and the room continues without it", async () => {
  const { roomId, people, tabs, witnesses } = conversation
  // The slow reader must be the member's only connection, so that the other side sees when it is dropped.
  witnesses.get("member")!.close()
  for (const tab of tabs.values()) await tab.close()
  for (let n = 0; n < 200; n++) await says(cluster.shop, { id: roomId }, people.first, `${n} ${"long ".repeat(790)}`)
  const onlooker = openWitness(cluster.nodes[0]!, people.first, roomId)
  const proxy = await faultProxy(() => cluster.nodes[0]!.url)
  const ws = new WebSocket(`${proxy.url.replace("http", "ws")}/api/chat/ws/${roomId}/${people.member.id}`)
  const codes: number[] = []
  ws.on("error", () => {})
  ws.on("close", (code) => codes.push(code))
  await once(ws, "open")
  ws.send(JSON.stringify({ type: "identify", access_token: people.member.token }))
  ws.send(JSON.stringify({ type: "join" }))
  await once(ws, "message")
  const isThere = () =>
    frames("first").findLast(({ frame }) => frame.type === "presence" && frame.user_id === people.member.id)?.frame
  // The setup may take its time on a busy machine.
  await vi.waitFor(() => expect(isThere()).toMatchObject({ online: true }), { timeout: 20_000 })
  await vi.waitFor(() => expect(onlooker.isIn).toBe(true), { timeout: 20_000 })
  proxy.halfOpen("down")
  for (let n = 0; n < 20; n++) {
    // This requests a megabyte repeatedly and reads nothing.
    for (let m = 0; m < 2; m++) ws.send(JSON.stringify({ type: "join", last_seq: 0 }))
    const began = performance.now()
    expect(await onlooker.create(`Meanwhile ${n}`, `meanwhile-${n}`)).not.toBeNull()
    expect(performance.now() - began).toBeLessThan(2000)
  }
  await vi.waitFor(() => expect(isThere()).toMatchObject({ online: false }), { timeout: 30_000, interval: 5 })
  proxy.mend()
  await vi.waitFor(() => expect(codes).toEqual([1013]), { timeout: 10_000 })
  onlooker.close()
  await proxy.close()
})

async function busOf(node: number): Promise<number> {
  const metrics = await (await fetch(`${cluster.nodes[node]!.url}/metrics`)).text()
  return Number(/^\S*bus_up (\d)$/m.exec(metrics)?.[1])
}

nodes("a killed node costs the others their caches for seconds, and its users are offline within twenty", async () => {
  const { id } = conversation.people.first
  // Only the second node has the moderator, whose page and test client connect there.
  for (const tab of conversation.tabs.values()) await tab.close()
  await vi.waitFor(() => expect(presenceOf(id)).toMatchObject({ online: true }))
  await cluster.nodes[1]!.kill()
  const began = performance.now()
  await vi.waitFor(async () => expect(await busOf(0)).toBe(0), { timeout: 10_000, interval: 20 })
  await vi.waitFor(async () => expect(await busOf(0)).toBe(1), { timeout: 10_000 })
  console.log(`known to be dead after ${Math.round((performance.now() - began) / 100) / 10} s`)
  await vi.waitFor(() => expect(presenceOf(id)).toMatchObject({ online: false }), { timeout: 20_000 })
  console.log(`gone after ${Math.round((performance.now() - began) / 100) / 10} s`)
  expect((await ask(conversation, "member", 0, "GET", `rooms/${conversation.roomId}`))!.body.other_online).toBe(false)
  await cluster.nodes[1]!.start()
  await vi.waitFor(() => expect(presenceOf(id)).toMatchObject({ online: true }), { timeout: 10_000 })
})

nodes("a node that is stopped during its work does not block users of the other one", async () => {
  load = chatter()
  await pause(1000)
  const took: number[] = []
  // These are in another room, because members of the first room wait for the locks of the stopped node.
  const { id, member } = await aRoom(cluster.shop)
  cluster.nodes[1]!.freeze()
  for (const began = performance.now(); performance.now() - began < Math.max(6000, away); await pause(50)) {
    for (const what of [
      "GET /api/dolls?limit=3",
      "GET /api/cart/",
      `GET /api/chat/rooms/${id}/messages`,
      "POST /api/chat/messages/",
    ]) {
      const [method, path] = what.split(" ") as [string, string]
      const asked = performance.now()
      const answer = await fetch(cluster.nodes[0]!.url + path, {
        method,
        headers: { authorization: `Bearer ${member.token}`, "content-type": "application/json" },
        ...(method === "POST"
          ? { body: JSON.stringify({ content: `Meanwhile ${took.length}`, chat_room_id: id }) }
          : {}),
      })
      expect(answer.status, what).toBeLessThan(300)
      took.push(performance.now() - asked)
    }
  }
  cluster.nodes[1]!.thaw()
  took.sort((a, b) => a - b)
  console.log(`slowest ${Math.round(took.at(-1)!)} ms, median ${Math.round(took[took.length >> 1]!)} ms`)
  expect(took.at(-1)).toBeLessThan(2500)
  await load.stop()
})

nodes(
  "SIGTERM under load aborts no request, and all clients are back within five seconds with all messages",
  async () => {
    load = chatter()
    await pause(1500)
    const told = performance.now()
    const exit = cluster.nodes[1]!.stop()
    const pages = [...conversation.tabs.values()].filter((tab) => tab.view.status === "ready")
    const hadOpen = pages.filter((tab) => tab.pages.at(-1)!.at(-1)!.code === null)
    expect(await exit).toBe(0)
    await vi.waitFor(
      () => expect(pages.map((tab) => tab.view.connection.state)).toEqual(pages.map(() => "connected")),
      {
        timeout: 5000 - (performance.now() - told),
        interval: 10,
      },
    )
    console.log(`all back after ${Math.round(performance.now() - told)} ms`)
    await cluster.nodes[1]!.start()
    await pause(500)
    await load.stop()
    const cut = load.requests.filter(({ began, answered }) => began < told && !answered)
    expect(cut).toEqual([])
    const codes = [...conversation.witnesses.get("first")!.sockets, ...hadOpen.flatMap((tab) => tab.pages.at(-1)!)]
      .map(({ code }) => code)
      .filter((code) => code !== null)
    expect(new Set(codes)).toEqual(new Set([1012]))
    // There was a load, whose rate depends on the machine.
    expect(conversation.acknowledged.length).toBeGreaterThan(20)
    await nothingIsLost()
  },
)

nodes(
  "while Redis is unavailable the chat works on each node, and afterwards all clients have all messages",
  async () => {
    load = chatter()
    cluster.redis.cut()
    await pause(away / 2)
    // A client on the same node receives it at once, and one on the other node when that node next looks at the room.
    for (const node of [0, 1]) {
      const before = conversation.acknowledged.length
      await write(conversation, { do: "post", who: "member", node }, 500_000 + node)
      expect(conversation.acknowledged.length).toBeGreaterThan(before)
      const text = `Line ${500_000 + node} post by member`
      const near = node === 0 ? "member" : "first"
      await vi.waitFor(() => expect(hears(near, text)).toBe(true), { timeout: 3000 })
      await vi.waitFor(() => expect(hears(near === "member" ? "first" : "member", text)).toBe(true), { timeout: 8000 })
    }
    await pause(away / 2)
    cluster.redis.mend()
    await load.stop()
    expect(load.requests.every(({ answered }) => answered)).toBe(true)
    await nothingIsLost()
  },
)

nodes(
  "while the database is unavailable clients are asked to retry, and the server recovers without a restart",
  async () => {
    load = chatter()
    await pause(500)
    cluster.database.cut()
    await pause(300)
    const began = performance.now()
    const answer = await fetch(`${cluster.nodes[0]!.url}/api/chat/messages/`, {
      method: "POST",
      headers: { authorization: `Bearer ${conversation.people.member.token}`, "content-type": "application/json" },
      body: JSON.stringify({ content: "Is anybody there?", chat_room_id: conversation.roomId }),
    })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(performance.now() - began).toBeLessThan(6000)
    expect((await fetch(`${cluster.nodes[0]!.url}/healthz`)).status).toBe(200)
    await pause(away)
    cluster.database.mend()
    await vi.waitFor(async () => {
      const before = conversation.acknowledged.length
      await write(conversation, { do: "post", who: "member", node: 0 }, 600_000)
      expect(conversation.acknowledged.length).toBeGreaterThan(before)
    }, 10_000)
    await load.stop()
    await nothingIsLost()
  },
)

const hears = (who: "member" | "first", text: string) =>
  frames(who).some(({ frame }) => JSON.stringify(frame).includes(JSON.stringify(text)))
