import { connect } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import * as z from "zod"
import { Identify } from "#contract/sockets.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { listen, openSocket } from "#test/sockets.ts"
import { said, speaking } from "../languages.ts"
import { Refusal } from "../refusal.ts"
import type { Socket } from "./sockets.ts"
import { isOwnOrigin } from "./upgrade.ts"
import { wireFrame } from "./wireFrame.ts"

let shop: TestShop
let person: TestPerson
const seen: { socket: Socket; heard: unknown[]; left: number }[] = []

/** A route that echoes frames, and fails or refuses on request. */
function openEcho(of: TestShop): void {
  of.app.sockets.register({
    path: /^\/api\/echo\/(\w+)$/,
    hello: Identify,
    frame: z.object({ type: z.enum(["say", "refuse", "fail", "flood"]), client_id: z.string().optional() }),
    enter: (socket, _, [room]) => {
      if (room === "closed") throw new Refusal("FORBIDDEN", "Not this room")
      const visit = { socket, heard: [] as unknown[], left: 0 }
      seen.push(visit)
      return {
        onFrame: async (frame) => {
          await new Promise((resolve) => setTimeout(resolve, frame.type === "say" ? 5 : 0))
          if (frame.type === "refuse") throw new Refusal("BLOCKED", "Not like this", { retryAfter: 3 })
          if (frame.type === "fail") throw new Error("a secret of ours")
          visit.heard.push(frame)
          socket.send({ ...frame, room } as never)
        },
        onClose: () => {
          visit.left++
        },
      }
    },
  })
}

beforeAll(async () => {
  shop = await openShop()
  openEcho(shop)
  person = await shop.aUser()
})
afterAll(() => shop.close())

const echo = { path: "/api/echo/room" }
const refusedWith = async (request: string) => (await answerTo(request)).split("\r\n", 1)[0]!
const answerTo = async (request: string, of = shop): Promise<string> => {
  const { port } = new URL(await listen(of.app))
  const socket = connect(Number(port), "127.0.0.1")
  socket.end(request)
  let answer = ""
  for await (const bytes of socket) answer += bytes
  return answer
}
const upgrade = (path: string, headers: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`

test("frames are handled one at a time, in order, and answered", async () => {
  const socket = await openSocket(shop.app, person, echo)
  for (const client_id of ["a", "b", "c"]) socket.say({ type: "say", client_id })
  socket.say({ type: "ping" })
  await socket.next("pong")
  expect(socket.frames.map((frame) => frame.client_id)).toEqual(["a", "b", "c", undefined])
  expect(socket.frames[0]).toMatchObject({ room: "room" })
  socket.close()
  expect(await socket.closed()).toBe(1000)
  expect(seen.at(-1)!.left).toBe(1)
})

test("only the token identifies the user", async () => {
  const socket = await openSocket(shop.app, null)
  socket.say({ type: "identify", access_token: person.token })
  await socket.next("account")
  socket.close()
})

test("a refusal is said in the language that the page asks for, else in the browser's", async () => {
  for (const [query, expected] of [
    ["?language=ja", "ja"],
    ["?language=fr", "de"],
    ["", "de"],
  ] as const) {
    const socket = await openSocket(shop.app, person, {
      path: `/api/echo/room${query}`,
      headers: { "accept-language": "de-DE,en" },
    })
    socket.say({ type: "nonsense" })
    const { detail } = await socket.next("error")
    expect([detail, query]).toEqual([speaking(expected, () => said("This frame is not supported.")), query])
    socket.close()
  }
})

test("a frame that is refused, fails or is unknown gets an error, and the socket stays open", async () => {
  const socket = await openSocket(shop.app, person, echo)
  socket.say({ type: "refuse", client_id: "mine" })
  expect(await socket.next("error")).toEqual({
    type: "error",
    code: "BLOCKED",
    detail: "Not like this",
    client_id: "mine",
    retry_after: 3,
  })
  socket.say({ type: "fail" })
  expect(await socket.next("error")).toMatchObject({ code: "INTERNAL", detail: expect.not.stringContaining("secret") })
  for (const wrong of [{ type: "unknown" }, [], "no json", "null", '"text"']) {
    socket.say(wrong)
    expect(await socket.next("error")).toMatchObject({ code: "INVALID" })
  }
  socket.say({ type: "say" })
  await socket.next("say")
  socket.close()
})

test("a page of another site is refused before the upgrade", async () => {
  const origin = await listen(shop.app)
  const own = await openSocket(shop.app, person, { ...echo, headers: { origin } })
  own.say({ type: "ping" })
  await own.next("pong")
  own.close()
  for (const foreign of [
    "http://evil.example",
    "null",
    `${origin}.evil.example`,
    origin.replace("http", "https").replace(/:\d+$/, ""),
  ]) {
    expect(await refusedWith(upgrade("/api/ws", `Origin: ${foreign}\r\n`))).toBe("HTTP/1.1 403 Forbidden")
  }
  expect(await refusedWith(upgrade("/api/unknown", ""))).toBe("HTTP/1.1 404 Not Found")
  expect(await refusedWith(upgrade("/", ""))).toBe("HTTP/1.1 404 Not Found")
  expect(await refusedWith(upgrade("/api/ws", "Origin: http://localhost:3000\r\n"))).toMatch("HTTP/1.1 101")
})

test.each([
  [{ origin: undefined, host: "shop.example" }, true],
  [{ origin: "https://shop.example", host: "inner:3000" }, true],
  [{ origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }, true],
  [{ origin: "http://127.0.0.1:3001", host: "127.0.0.1:3000" }, false],
  [{ origin: "https://shop.example.evil", host: "shop.example" }, false],
  [{ origin: "https://shop.example/", host: "shop.example" }, false],
  [{ origin: "https://front.example", host: "inner", "x-forwarded-host": "front.example" }, false],
])("of PUBLIC_URL https://shop.example, %j is its own: %s", (headers, own) => {
  const settings = { ...shop.app.settings, publicUrl: "https://shop.example" }
  expect(isOwnOrigin({ headers }, settings)).toBe(own)
})

test("behind a trusted proxy, its forwarded host counts", () => {
  const headers = { origin: "https://front.example", host: "inner", "x-forwarded-host": "front.example" }
  expect(isOwnOrigin({ headers }, { ...shop.app.settings, trustProxy: 1 })).toBe(true)
})

test("an upgrade request of another URL is handled like any other request", async () => {
  const answer = await refusedWith(
    "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\n\r\n",
  )
  expect(answer).toBe("HTTP/1.1 200 OK")
})

test("a client that does not identify within 5 s is closed with 4401", async () => {
  const silent = await openSocket(shop.app, null, echo)
  const began = performance.now()
  expect(await silent.closed()).toBe(4401)
  expect(performance.now() - began).toBeGreaterThan(4500)
})

test("a first frame that is not identify, or has an invalid token, is closed with 4401", async () => {
  for (const hello of [
    "rubbish",
    { type: "ping" },
    { type: "identify" },
    { type: "identify", access_token: "unknown" },
  ]) {
    const socket = await openSocket(shop.app, null, echo)
    socket.say(hello)
    expect(await socket.closed()).toBe(4401)
  }
})

test("an id that does not match the token, or a forbidden room, is closed with 4403", async () => {
  const other = await shop.aUser()
  for (const hello of [{ user_id: other.id }, { user_uuid: other.uuid }]) {
    const socket = await openSocket(shop.app, person, { ...echo, hello })
    expect(await socket.closed()).toBe(4403)
  }
  const closed = await openSocket(shop.app, person, { path: "/api/echo/closed" })
  expect(await closed.closed()).toBe(4403)
  const asText = await openSocket(shop.app, person, {
    ...echo,
    hello: { user_id: String(person.id), user_role: "admin" },
  })
  asText.say({ type: "ping" })
  await asText.next("pong")
  expect(seen.at(-1)!.socket.person.role).toBe("user")
  asText.close()
})

test("a frame over 16 KiB closes with 1009, a binary one with 1003", async () => {
  const long = await openSocket(shop.app, person, echo)
  long.say({ type: "say", client_id: "x".repeat(16 * 1024) })
  expect(await long.closed()).toBe(1009)
  const binary = await openSocket(shop.app, person, echo)
  binary.ws.send(Buffer.from("{}"))
  expect(await binary.closed()).toBe(1003)
})

test("a client that sends faster than its frames are handled is closed with 4429", async () => {
  const socket = await openSocket(shop.app, person, echo)
  for (let i = 0; i < 100; i++) socket.say({ type: "say" })
  expect(await socket.closed()).toBe(4429)
  expect(seen.at(-1)!.left).toBe(1)
})

test("frames in 10 s, sockets per account and connections per address are limited", async () => {
  // A fifth of the default limits: 40 frames, 8 sockets, 120 a minute.
  const strict = await openShop({ RATE_LIMIT_SCALE: "0.2" })
  openEcho(strict)
  const owner = await strict.aUser()
  const flooding = await openSocket(strict.app, owner, echo)
  for (let i = 0; i < 39; i++) {
    flooding.say({ type: "ping" })
    await flooding.next("pong")
  }
  flooding.say({ type: "ping" })
  expect(await flooding.closed()).toBe(4429)
  const many = []
  for (let i = 0; i < 9; i++) many.push(await openSocket(strict.app, owner))
  expect(await many.at(-1)!.closed()).toBe(4429)
  await many[0]!.next("account")
  expect(strict.app.sockets.count).toBe(8)
  for (let i = 10; i < 120; i++) (await openSocket(strict.app, null)).ws.terminate()
  const refused = await openSocket(strict.app, null)
  expect(await refused.closed()).toBe(1006)
  expect(await answerTo(upgrade("/api/ws", ""), strict)).toMatch(/^HTTP\/1\.1 429 [\s\S]*\r\nRetry-After: [1-9]\d?\r\n/)
  await strict.close()
})

test("a text of any length arrives unchanged", async () => {
  const reader = await openSocket(shop.app, person, echo)
  reader.say({ type: "say" })
  await reader.next("say")
  const { socket } = seen.at(-1)!
  for (const length of [20, 125, 126, 127, 65_535, 65_536, 70_000]) {
    const frame = { type: "long", text: "" }
    // Lengths are in bytes: "ü" has two.
    const rest = length - Buffer.byteLength(JSON.stringify(frame))
    frame.text = "ü".repeat(Math.max(0, rest) / 2) + "x".repeat(Math.max(0, rest) % 2)
    socket.send(frame)
    expect(await reader.next("long")).toEqual(frame)
  }
  reader.close()
})

test("a slow reader is closed with 1013 and delays nobody", async () => {
  const [slow, quick] = [await openSocket(shop.app, person, echo), await openSocket(shop.app, person, echo)]
  slow.say({ type: "say" })
  await slow.next("say")
  const visit = seen.at(-1)!.heard.length ? seen.at(-1)! : seen.at(-2)!
  slow.ws.pause()
  const text = JSON.stringify({ type: "big", text: "x".repeat(60_000) })
  for (let i = 0; i < 400 && visit.socket.isOpen; i++) {
    visit.socket.sendFrame(wireFrame(text))
    if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(visit.socket.isOpen).toBe(false)
  expect(visit.left).toBe(1)
  quick.say({ type: "ping" })
  await quick.next("pong")
  slow.ws.resume()
  expect([1013, 1006]).toContain(await slow.closed())
  quick.close()
})

test("a server that stops closes every socket with 1012", async () => {
  const stopping = await openShop()
  const owner = await stopping.aUser()
  const socket = await openSocket(stopping.app, owner)
  const unidentified = await openSocket(stopping.app, null)
  await socket.next("account")
  await stopping.close()
  expect([await socket.closed(), await unidentified.closed()]).toEqual([1012, 1012])
})
