import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, inject, test } from "vitest"
import { WebSocket } from "ws"
import { createDatabase } from "#test/postgres.ts"
import { hasRedis, startRedis } from "#test/redis.ts"
import { wireTo } from "#test/tcpProxy.ts"
import { fillDataDir } from "#test/template.ts"
import { pause, type Server, startServer, aNode as theNode } from "./servers.ts"

/** SIGTERM while a dependency does not answer. The server must exit in time, and inform its clients first. */
const boss = { email: "boss@demo.example", password: "Turned-Brass-7" }
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function aNode(env: Record<string, string> = {}): Promise<Server & { token: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-stopping-"))
  ending.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const node = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: await createDatabase(inject("postgresUrl"), inject("postgresTemplate")),
    DEMO: "0",
    PAYMENTS_SANDBOX: "0",
    ADMIN_EMAIL: boss.email,
    ADMIN_PASSWORD: boss.password,
    ...env,
  })
  ending.push(() => node.child.kill("SIGKILL"))
  const { access_token: token } = await (await post(node, "/api/auth/login", boss)).json()
  return { ...node, token }
}

function post(node: { url: string; token?: string }, path: string, body: unknown): Promise<Response> {
  const headers: Record<string, string> = { "content-type": "application/json" }
  if (node.token) headers.authorization = `Bearer ${node.token}`
  return fetch(node.url + path, { method: "POST", headers, body: JSON.stringify(body) })
}

/** Starts a server that accepts connections and sends at most a greeting. */
async function aSilentService(greeting = ""): Promise<{ port: number; asked: () => Promise<unknown> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {}).resume()
    if (greeting) socket.write(greeting)
  }).listen(0, "127.0.0.1")
  const first = once(server, "connection")
  await once(server, "listening")
  ending.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked: () => first }
}

/** Milliseconds after which a server that has not stopped ends itself with code 1. */
const longestStop = 10_500

/** Sends SIGTERM with a page open. Returns what the clients observed. */
async function stops(node: Server & { token: string }, meanwhile: () => unknown = () => {}) {
  const socket = new WebSocket(`${node.url.replace("http", "ws")}/api/ws`)
  socket.on("error", () => {})
  await once(socket, "open")
  socket.send(JSON.stringify({ type: "identify", access_token: node.token }))
  await once(socket, "message")
  await meanwhile()
  let closedWith: number | null = null
  socket.on("close", (code) => {
    closedWith = code
  })
  const exited = once(node.child, "exit")
  const began = performance.now()
  node.child.kill("SIGTERM")
  let refusedFirst = false
  while (closedWith === null && performance.now() - began < longestStop) {
    // A request from before the signal was handled may hang with the dependency, so it is not awaited.
    void fetch(`${node.url}/readyz`)
      .then(({ status }) => {
        refusedFirst ||= status === 503 && closedWith === null
      })
      .catch(() => {})
    await pause(20)
  }
  const [code] = await exited
  return { code, closedWith, refusedFirst }
}

const inTime = { code: 0, closedWith: 1012, refusedFirst: true }

test("an idle server stops at once on SIGTERM", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-stopping-"))
  ending.push(() => rmSync(dataDir, { recursive: true, force: true }))
  await fillDataDir(dataDir)
  const node = await aNode({ DATABASE_URL: "", DATA_DIR: dataDir })
  const began = performance.now()
  expect(await stops(node)).toEqual(inTime)
  expect(performance.now() - began).toBeLessThan(4000)
})

test("it stops while the payment provider hangs", async () => {
  const { port, asked } = await aSilentService()
  const node = await aNode({
    NOWPAYMENTS_API_URL: `http://127.0.0.1:${port}`,
    NOWPAYMENTS_API_KEY: "key",
    NOWPAYMENTS_IPN_SECRET: "secret",
  })
  const seen = await stops(node, async () => {
    post(node, "/api/admin/payments/lookup", { payment_id: "4000000001" }).catch(() => {})
    await asked()
  })
  expect(seen).toEqual(inTime)
})

test("it stops while the mail server is slow", async () => {
  const { port, asked } = await aSilentService("220 mail.example ESMTP\r\n")
  const node = await aNode({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  const seen = await stops(node, async () => {
    const account = { email: "someone@demo.example", password: "Turned-Brass-8", full_name: "Some One", region: "eu" }
    expect((await post(node, "/api/auth/register", account)).status).toBeLessThan(300)
    await asked()
  })
  expect(seen).toEqual(inTime)
})

test("it stops while an upload is in progress", async () => {
  const node = await aNode()
  const { port } = new URL(node.url)
  const upload = connect(Number(port), "127.0.0.1")
  ending.push(() => upload.destroy())
  upload.on("error", () => {})
  const seen = await stops(node, async () => {
    upload.write(
      `POST /api/videos/upload HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${node.token}\r\ncontent-length: 200000000\r\n` +
        'content-type: multipart/form-data; boundary=cut\r\n\r\n--cut\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n',
    )
    const drip = setInterval(() => upload.write("x".repeat(20_000)), 50)
    ending.push(() => clearInterval(drip))
    await pause(500)
  })
  expect(seen).toEqual(inTime)
})

test("it stops while PostgreSQL does not respond", async () => {
  const wire = await wireTo(await createDatabase(inject("postgresUrl"), inject("postgresTemplate")))
  ending.push(() => wire.close())
  const node = await aNode({ DATABASE_URL: wire.url })
  const seen = await stops(node, async () => {
    wire.freeze()
    fetch(`${node.url}/api/dolls?skip=1`).catch(() => {})
    post(node, "/api/contact", { name: "A", email: boss.email, subject: "S", message: "M" }).catch(() => {})
    await pause(300)
  })
  expect(seen).toEqual(inTime)
})

test.runIf(hasRedis)("it stops while Redis does not respond", async () => {
  const redis = await startRedis()
  ending.push(() => redis!.stop())
  const wire = await wireTo(redis!.url)
  ending.push(() => wire.close())
  const database = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  const node = await aNode({ DATABASE_URL: database, REDIS_URL: wire.url })
  const seen = await stops(node, async () => {
    wire.freeze()
    await pause(300)
  })
  expect(seen).toEqual(inTime)
})

test("npm run cluster ends although somebody killed a node, or froze one", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "vitrine-stopping-"))
  ending.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const database = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  const node = theNode({ DATA_DIR: dataDir, DATABASE_URL: database, DEMO: "0", PAYMENTS_SANDBOX: "0" })
  ending.push(() => node.kill())
  await node.start()
  const killed = node.pid!
  process.kill(killed, "SIGKILL")
  const isThere = () => {
    try {
      return process.kill(killed, 0)
    } catch {
      return false
    }
  }
  await expect.poll(isThere, { timeout: 10_000 }).toBe(false)
  await pause(100)
  await node.stop()
  await node.start()
  process.kill(node.pid!, "SIGSTOP")
  expect(await node.stop()).toBe(0)
})
