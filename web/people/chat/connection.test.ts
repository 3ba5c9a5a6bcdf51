import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { ServerFrame } from "#contract/chat.ts"
import { type Connection, type ConnectionStatus, openConnection } from "./connection.ts"
import { fakeBrowser } from "./fakes.ts"

let browser: ReturnType<typeof fakeBrowser>
let connection: Connection
let seen: ConnectionStatus[]
let heard: ServerFrame[]
let cursor: number | null
let token: string | null
const now = () => seen.at(-1)!

beforeEach(() => {
  browser = fakeBrowser()
  seen = []
  heard = []
  cursor = null
  token = "token"
  connection = openConnection({
    roomId: 7,
    user: { id: 1, uuid: "u", role: "user" },
    token: () => token,
    cursor: () => cursor,
    frame: (frame) => void heard.push(frame),
    status: (status) => void seen.push(status),
  })
})
afterEach(() => {
  connection.close()
  browser.end()
})

test("it identifies, joins, and is connected after the first history", () => {
  const ws = browser.last()
  expect(ws.url).toBe("wss://shop.example/api/chat/ws/7/1")
  expect(now().state).toBe("connecting")
  ws.open()
  expect(ws.sent).toEqual([
    { type: "identify", access_token: "token", chat_room_id: 7, user_id: 1, user_uuid: "u", user_role: "user" },
    { type: "join" },
  ])
  expect(connection.send({ type: "typing" })).toBe(false)
  ws.receive({ type: "history", messages: [], head_seq: 3, has_more: false })
  expect(now().state).toBe("connected")
  expect(connection.send({ type: "typing" })).toBe(true)
})

test("after an unclean close it reconnects from its cursor after 1, 2, 4, 8, 16 seconds, then stops", async () => {
  browser.last().arrive()
  cursor = 12
  for (const seconds of [1, 2, 4, 8, 16]) {
    const before = browser.sockets.length
    browser.last().end(1006)
    expect(now().state).toBe("reconnecting")
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(browser.sockets).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(browser.sockets).toHaveLength(before + 1)
  }
  browser.last().end(1006)
  expect(now().state).toBe("error")
  await vi.advanceTimersByTimeAsync(600_000)
  expect(browser.sockets).toHaveLength(6)
  connection.connect()
  browser.last().open()
  expect(browser.last().sent.at(-1)).toEqual({ type: "join", last_seq: 12 })
})

for (const [how, back] of [
  ["the browser is online again", () => browser.comeOnline()],
  ["the tab comes to the front", () => browser.comeToFront()],
] as const) {
  test(`after giving up, it reconnects when ${how}`, async () => {
    for (let times = 0; times < 6; times++) {
      browser.last().end(1006)
      await vi.advanceTimersByTimeAsync(30_000)
    }
    expect(now().state).toBe("error")
    const before = browser.sockets.length
    back()
    expect(browser.sockets).toHaveLength(before + 1)
    browser.last().arrive()
    expect(now().state).toBe("connected")
  })
}

for (const code of [1000, 4401, 4403, 4451]) {
  test(`after ${code} it stays closed, until there is another token`, async () => {
    browser.last().arrive()
    browser.last().end(code)
    expect(now()).toEqual({ state: "disconnected", unstable: false, refused: code })
    browser.comeOnline()
    browser.comeToFront()
    connection.connect()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(browser.sockets).toHaveLength(1)
    token = "another"
    browser.comeToFront()
    expect(browser.sockets).toHaveLength(2)
  })
}

for (const code of [1012, 1013]) {
  test(`after ${code} it reconnects within a second, and that is no attempt`, async () => {
    browser.last().arrive()
    browser.last().end(code)
    await vi.advanceTimersByTimeAsync(1000)
    expect(browser.sockets).toHaveLength(2)
  })
}

test("after a flood it reconnects when the server allows it", async () => {
  browser.last().arrive()
  browser.last().receive({ type: "error", code: "RATE_LIMITED", detail: "Slowly", retry_after: 25 })
  browser.last().end(4429)
  await vi.advanceTimersByTimeAsync(24_000)
  expect(browser.sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(browser.sockets).toHaveLength(2)
})

test("not earlier, even if the page is shown meanwhile", async () => {
  browser.last().arrive()
  browser.last().end(4429)
  await vi.advanceTimersByTimeAsync(5000)
  browser.comeToFront()
  browser.goOffline()
  browser.comeOnline()
  connection.connect()
  expect(browser.sockets).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(browser.sockets).toHaveLength(2)
})

test("a connection that receives nothing is unstable, and then closed", async () => {
  const ws = browser.last()
  ws.arrive()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(ws.sent.at(-1)).toEqual({ type: "ping" })
  await vi.advanceTimersByTimeAsync(4000)
  expect(now()).toMatchObject({ state: "connected", unstable: true })
  await vi.advanceTimersByTimeAsync(6000)
  expect(ws.closedWith).toBe(4000)
  expect(now()).toMatchObject({ state: "reconnecting", unstable: false })
})

test("any frame makes it stable again", async () => {
  browser.last().arrive()
  await vi.advanceTimersByTimeAsync(19_500)
  expect(now().unstable).toBe(true)
  browser.last().receive({ type: "pong" })
  expect(now()).toMatchObject({ state: "connected", unstable: false })
})

test("a tab that is shown again pings its connection", async () => {
  browser.last().arrive()
  browser.comeToFront()
  expect(browser.last().sent.at(-1)).toEqual({ type: "ping" })
  await vi.advanceTimersByTimeAsync(5000)
  expect(now().state).toBe("reconnecting")
})

test("offline it waits without counting attempts, and reconnects when online", async () => {
  browser.last().arrive()
  browser.goOffline()
  expect(now().state).toBe("reconnecting")
  await vi.advanceTimersByTimeAsync(600_000)
  expect(browser.sockets).toHaveLength(1)
  browser.comeOnline()
  expect(browser.sockets).toHaveLength(2)
})

test("an opening that times out is a failed attempt", async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  expect(browser.last().closedWith).toBe(4000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(browser.sockets).toHaveLength(2)
})

test("an opening that receives anything but history times out as well", async () => {
  browser.last().open()
  browser.last().receive({ type: "error", code: "UNREADY", detail: "Later" })
  await vi.advanceTimersByTimeAsync(11_000)
  expect(browser.sockets).toHaveLength(2)
})

test("the event names of the staff screens are accepted as well, and invalid JSON is ignored", () => {
  const ws = browser.last()
  ws.arrive()
  ws.onmessage({ data: "no json" })
  ws.receive({ type: "message_deleted", message_id: 3, seq: 4 })
  expect(heard.at(-1)).toEqual({ type: "delete", message_id: 3, seq: 4 })
})

test("a room that is left before its socket is open closes it once open, without sending anything", () => {
  const ws = browser.last()
  connection.close()
  expect(ws.closedWith).toBeNull()
  ws.open()
  expect(ws.closedWith).toBe(1000)
  expect(ws.sent).toEqual([])
  expect(browser.sockets).toHaveLength(1)
})
