import { execFileSync } from "node:child_process"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Registry } from "@prometheus-io/client"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { aRoom, inRoom } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { createJobs } from "../jobs.ts"
import { createLog } from "../log.ts"
import { sendDue } from "../mail/send.ts"
import { readSettings } from "../settings.ts"

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

let receiver: Server
let shop: TestShop
const spans: Span[] = []
let received = ""
let isBroken = false
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const text = (await Array.fromAsync(request)).join("")
    if (isBroken) return void response.writeHead(500).end()
    received += text
    const { resourceSpans } = JSON.parse(text)
    for (const { scopeSpans } of resourceSpans) for (const { spans: some } of scopeSpans) spans.push(...some)
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  }).listen(0, "127.0.0.1")
  await vi.waitFor(() => expect(receiver.listening).toBe(true))
  const { port } = receiver.address() as AddressInfo
  shop = await openShop({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, TRUST_PROXY: "loopback" })
})
afterAll(async () => {
  await shop.close()
  receiver.close()
})

const arrived = (name: string | RegExp) =>
  vi.waitFor(
    () => {
      const found = spans.findLast((one) => (typeof name === "string" ? one.name === name : name.test(one.name)))
      expect(found, `${name} of ${spans.map((one) => one.name)}`).toBeDefined()
      return found!
    },
    { timeout: 8000 },
  )
const childrenOf = ({ spanId }: Span) => spans.filter((one) => one.parentSpanId === spanId)
/** The names of the spans around it, outermost first. */
function pathTo(span: Span): string[] {
  const around = spans.find((one) => one.spanId === span.parentSpanId)
  return [...(around ? pathTo(around) : []), span.name]
}
const attributeOf = (span: Span, key: string) =>
  Object.values(span.attributes.find((one) => one.key === key)?.value ?? {})[0]

test("a request is a span of its route, and its statements are inside of it", async () => {
  await shop.call("GET /api/dolls?q=zq7mark")
  const request = await arrived("GET /api/dolls")
  expect(request.parentSpanId ?? "").toBe("")
  expect(attributeOf(request, "http.response.status_code")).toBe(200)
  const statements = childrenOf(request)
  expect(statements.length).toBeGreaterThan(0)
  for (const one of statements) expect(one.traceId).toBe(request.traceId)
  expect(statements.map((one) => attributeOf(one, "db.query.text")).join()).toContain("dolls")
})

test("after a body was read, statements of a transaction and events are still inside of their request", async () => {
  const person = await shop.aUser()
  const doll = await shop.aDoll({ stock: 2 })
  expect((await shop.call("POST /api/favorites", { as: person, body: { doll_id: doll.id } })).status).toBeLessThan(300)
  const admin = await shop.anAdmin()
  const body = { current_stock: 5 }
  expect((await shop.call(`PATCH /api/dolls/${doll.id}`, { as: admin, body })).status).toBeLessThan(500)
  await arrived("POST /api/favorites")
  const request = await arrived(/^(PATCH|PUT) \/api\/dolls/)
  expect(childrenOf(await arrived("POST /api/favorites")).map(({ name }) => name)).toContain("insert")
  expect(childrenOf(request).length).toBeGreaterThan(0)
})

test("an event that arrives is inside of the span that published it", async () => {
  const heard = Promise.withResolvers<void>()
  const end = shop.app.bus.subscribe("traced zq7mark", () => heard.resolve())
  shop.app.bus.publish("traced zq7mark", { of: "zq7mark" })
  await heard.promise
  end()
  const receive = await arrived("receive traced")
  const publish = await arrived("publish traced")
  expect(receive.parentSpanId).toBe(publish.spanId)
})

test("an email is a span with its number and kind", async () => {
  await shop.call("POST /api/auth/register", {
    body: { email: "zq7mark@demo.example", password: "Zq7mark-Pass-9", full_name: "Vera zq7mark", region: "eu" },
  })
  await sendDue(shop.app.store, { deliver: async () => {} }, shop.app.log)
  const email = await arrived("send email")
  expect(attributeOf(email, "email.attempt")).toBe(1)
  expect(childrenOf(email).map(({ name }) => name)).toEqual(["select", "update"])
})

test("a chat message is one trace, from its frame to its delivery; the transaction of many is one of its own", async () => {
  const room = await aRoom(shop)
  const [member, moderator] = await Promise.all([
    inRoom(shop.app, room, room.member),
    inRoom(shop.app, room, room.moderator),
  ])
  member.say({ type: "create", message: "zq7mark", client_id: "zq7mark-1" })
  await moderator.next("create")
  const frame = await arrived("frame create")
  const deliver = await arrived("deliver message")
  expect(attributeOf(deliver, "chat.sockets")).toBe(2)
  expect(frame.parentSpanId ?? "").toBe("")
  expect(pathTo(deliver)).toEqual(["frame create", "store message", "publish chat", "receive chat", "deliver message"])
  const batch = await arrived("store messages")
  expect(batch.parentSpanId ?? "").toBe("")
  expect(attributeOf(batch, "messaging.batch.message_count")).toBe(1)
  expect(childrenOf(batch).length).toBeGreaterThan(0)
  member.close()
  moderator.close()
})

test("messages that are stored in one transaction keep their own traces", async () => {
  const rooms = [await aRoom(shop), await aRoom(shop), await aRoom(shop)]
  const sockets = await Promise.all(rooms.map((room) => inRoom(shop.app, room, room.member)))
  spans.length = 0
  for (const socket of sockets) socket.say({ type: "create", message: "Good evening", client_id: crypto.randomUUID() })
  for (const socket of sockets) await socket.next("create")
  await vi.waitFor(() => expect(spans.filter(({ name }) => name === "deliver message")).toHaveLength(3), 8000)
  const delivered = spans.filter(({ name }) => name === "deliver message")
  await vi.waitFor(() => expect(spans.filter(({ name }) => name === "frame create")).toHaveLength(3), 8000)
  expect(new Set(delivered.map(({ traceId }) => traceId)).size).toBe(3)
  for (const one of delivered) expect(pathTo(one)[0]).toBe("frame create")
  for (const socket of sockets) socket.close()
})

test("a frame that is refused is a span that has failed", async () => {
  const room = await aRoom(shop)
  const socket = await inRoom(shop.app, room, room.member)
  spans.length = 0
  socket.say({ type: "create", message: " " })
  await socket.next("error")
  const frame = await arrived("frame create")
  expect(frame.status.code).toBe(2)
  expect(attributeOf(frame, "error.type")).toBe("Refusal")
  socket.close()
})

test("a run of a job is a trace with its statements", async () => {
  const jobs = createJobs(createLog("silent"), new Registry())
  jobs.every(60_000, "count models", async () => (await shop.app.store.db.select().from(dolls)).length)
  jobs.every(60_000, "break", () => Promise.reject(new TypeError("zq7mark")))
  const run = await arrived("job count models")
  const failed = await arrived("job break")
  await jobs.stop()
  expect(run.parentSpanId ?? "").toBe("")
  expect(childrenOf(run).map(({ name }) => name)).toEqual(["select"])
  expect(failed.status.code).toBe(2)
  expect(attributeOf(failed, "error.type")).toBe("TypeError")
})

test("a trusted proxy says to which trace a request belongs, nobody else", async () => {
  const [trace, parent] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"]
  await shop.call("GET /api/settings", { headers: { traceparent: `00-${trace}-${parent}-01` } })
  expect(await arrived("GET /api/settings")).toMatchObject({ traceId: trace, parentSpanId: parent })
})

test("nothing about persons is sent", async () => {
  await shop.call("GET /api/nowhere/zq7mark?token=zq7mark")
  await arrived("GET -").catch(() => arrived(/^GET \/\*$/))
  expect(received).not.toMatch(/zq7mark/i)
  expect(received).toContain("vitrine")
})

test("a receiver that fails, or is gone, harms nothing", async () => {
  isBroken = true
  expect((await shop.call("GET /api/settings")).status).toBe(200)
  receiver.closeAllConnections()
  await new Promise((done) => receiver.close(done))
  for (let i = 0; i < 50; i++) expect((await shop.call("GET /api/settings")).status).toBe(200)
  const started = performance.now()
  await shop.app.close()
  expect(performance.now() - started).toBeLessThan(4000)
})

test("the whole server loads none of its packages before it is asked to", () => {
  const script = `
    import { registerHooks } from "node:module"
    const loaded = new Set()
    registerHooks({
      resolve: (name, context, next) => {
        const found = next(name, context)
        const own = /@opentelemetry.(sdk-trace|exporter-trace-otlp-http|resources)/.exec(found.url)?.[1]
        if (own) loaded.add(own)
        return found
      },
    })
    await import("./server/start/app.ts")
    const { startTracing } = await import("./server/platform/tracing/tracing.ts")
    await startTracing({ traces: null })
    const before = loaded.size
    await startTracing({ traces: { endpoint: "http://127.0.0.1:9", service: "vitrine", ratio: 1 } })
    console.log(before, loaded.size)
    process.exit()`
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })
  expect(said.trim()).toBe("0 3")
}, 30_000)

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector" }, "OTEL_EXPORTER_OTLP_ENDPOINT must be an address"],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", OTEL_TRACES_SAMPLER_ARG: "2" },
    "OTEL_TRACES_SAMPLER_ARG must be a share",
  ],
])("%j stops the start", (env, message) => {
  expect(() => readSettings(env)).toThrow(message)
})
