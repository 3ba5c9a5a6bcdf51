import { once } from "node:events"
import { createServer } from "node:http"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { WebSocket, WebSocketServer } from "ws"
import { type FaultProxy, faultProxy } from "#test/faultProxy.ts"

/** An echo server for HTTP and sockets. */
const heard: string[] = []
const ends: number[] = []
const server = createServer(async (request, response) => {
  let body = ""
  for await (const bytes of request) body += bytes
  heard.push(`${request.method} ${body}`)
  response.end(body.toUpperCase())
})
const sockets = new WebSocketServer({ server })
sockets.on("connection", (ws) => {
  ws.on("message", (data) => {
    heard.push(String(data))
    ws.send(String(data).toUpperCase())
  })
  ws.on("error", () => {})
  ws.on("close", (code) => ends.push(code))
})
let proxy: FaultProxy
beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  proxy = await faultProxy(() => `http://127.0.0.1:${(server.address() as { port: number }).port}`)
})
afterAll(async () => {
  await proxy.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  proxy.drop()
  await vi.waitFor(() => expect(sockets.clients.size).toBe(0))
  proxy.mend()
  heard.length = 0
  ends.length = 0
})

async function socket() {
  const ws = new WebSocket(proxy.url.replace("http", "ws"))
  const answers: string[] = []
  ws.on("message", (data) => answers.push(String(data)))
  ws.on("error", () => {})
  await once(ws, "open")
  return { ws, answers }
}
const post = async (body: string) => (await fetch(proxy.url, { method: "POST", body })).text()
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test("without faults it forwards requests and frames of every length", async () => {
  expect(await post("hello")).toBe("HELLO")
  expect(await post("x".repeat(200_000))).toBe("X".repeat(200_000))
  const { ws, answers } = await socket()
  for (const length of [1, 125, 126, 65_535, 65_536]) ws.send("y".repeat(length))
  await vi.waitFor(() => expect(answers.map((text) => text.length)).toEqual([1, 125, 126, 65_535, 65_536]))
  ws.close(4000)
  await vi.waitFor(() => expect(ends).toEqual([4000]))
})

test("drop: a connection ends on both sides without a close, and the next one is accepted", async () => {
  const { ws } = await socket()
  const ended = once(ws, "close")
  proxy.drop()
  expect((await ended)[0]).toBe(1006)
  await vi.waitFor(() => expect(ends).toEqual([1006]))
  expect(await post("again")).toBe("AGAIN")
})

test("delay: everything is delayed in both directions and keeps its order", async () => {
  const { ws, answers } = await socket()
  proxy.delay(60)
  const began = performance.now()
  ws.send("a")
  ws.send("b")
  await pause(30)
  proxy.delay(5)
  ws.send("c")
  await vi.waitFor(() => expect(answers).toEqual(["A", "B", "C"]))
  expect(performance.now() - began).toBeGreaterThan(60)
})

test.each([
  { way: "up", arrives: [], answered: [] },
  { way: "down", arrives: ["lost"], answered: [] },
] as const)(
  "half open $way: one side continues and does not see the end of the other",
  async ({ way, arrives, answered }) => {
    const { ws, answers } = await socket()
    proxy.halfOpen(way)
    ws.send("lost")
    await pause(100)
    expect(heard).toEqual(arrives)
    expect(answers).toEqual(answered)
    expect(ws.readyState).toBe(WebSocket.OPEN)
    const next = await socket()
    next.ws.send("new")
    await vi.waitFor(() => expect(next.answers).toEqual(["NEW"]))
    ws.terminate()
    await pause(100)
    expect(ends).toEqual(way === "up" ? [] : [1006])
    proxy.mend()
    await vi.waitFor(() => expect(ends).toEqual([1006]))
    expect(heard).toContain("lost")
  },
)

test("duplicate: one request or frame arrives twice, and its client gets one response", async () => {
  proxy.duplicate()
  expect(await post("once")).toBe("ONCE")
  await vi.waitFor(() => expect(heard).toEqual(["POST once", "POST once"]))
  const { ws, answers } = await socket()
  proxy.duplicate()
  ws.ping()
  ws.send("frame")
  ws.send("other")
  await vi.waitFor(() => expect(heard.slice(2)).toEqual(["frame", "frame", "other"]))
  await vi.waitFor(() => expect(answers).toEqual(["FRAME", "FRAME", "OTHER"]))
})
