import { afterEach, beforeEach, expect, test, vi } from "vitest"

const asked = vi.hoisted(() => ({
  again: 0,
  left: 0,
  toasts: [] as string[],
  token: "token" as string | null,
  signingOut: false,
}))
vi.mock("./user.ts", () => ({ refetchUser: async () => void asked.again++, isSigningOut: () => asked.signingOut }))
vi.mock("../ui/toast.tsx", () => ({ toast: (title: string) => void asked.toasts.push(title) }))
vi.mock("../session/session.ts", () => ({
  readToken: () => asked.token,
  end: () => ++asked.left > 0,
  followSession: () => () => {},
  snapshot: () => ({ status: "in", user: { role: "user", membership_level: "free" } }),
}))

import { onFrame } from "../session/frames.ts"
import { openAccountSocket } from "./socket.ts"

class FakeSocket {
  OPEN = 1
  readyState = 0
  sent: string[] = []
  closedWith: number | null = null
  onopen = () => {}
  onmessage = (_: { data: string }) => {}
  onclose = (_: { code: number }) => {}
  url: string
  constructor(url: string) {
    this.url = url
    opened.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close(code: number) {
    this.closedWith = code
  }
  open() {
    this.readyState = 1
    this.onopen()
  }
  receive(frame: object) {
    this.onmessage({ data: JSON.stringify(frame) })
  }
}
const account = (membership_level = "free", signed_out = false) => ({
  type: "account",
  role: "user",
  membership_level,
  signed_out,
})

let opened: FakeSocket[] = []
let end: () => void
let page: EventTarget
const last = () => opened.at(-1)!
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal("WebSocket", FakeSocket)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  vi.stubGlobal("document", Object.assign(page, { visibilityState: "visible" }))
  vi.stubGlobal("location", { origin: "https://shop.example" })
  vi.stubGlobal("navigator", { onLine: true })
  Object.assign(asked, { again: 0, left: 0, toasts: [], token: "token", signingOut: false })
  opened = []
  end = openAccountSocket()
})
afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("it identifies itself, and its initial frames are not announced as new", async () => {
  expect(last().url).toBe("wss://shop.example/api/ws")
  last().open()
  expect(last().sent).toEqual(['{"type":"identify","access_token":"token"}'])
  last().receive(account())
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.again).toBe(0)
  last().receive(account("vip"))
  last().receive(account("vip"))
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.again).toBe(1)
})

test("after a lost connection it asks for what it has missed", async () => {
  last().open()
  last().receive(account())
  last().onclose({ code: 1006 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(opened).toHaveLength(2)
  last().open()
  last().receive(account())
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.again).toBe(1)
})

test("it reconnects with growing delays, at most half a minute", async () => {
  for (let i = 0; i < 12; i++) {
    const before = opened.length
    last().onclose({ code: 1006 })
    await vi.advanceTimersByTimeAsync(Math.min(30_000, 1000 * 2 ** i))
    expect(opened).toHaveLength(before + 1)
  }
  last().onclose({ code: 1006 })
  await vi.advanceTimersByTimeAsync(14_000)
  expect(opened).toHaveLength(13)
})

test("a restarting server is reconnected within a second, a flood not before a minute", async () => {
  last().onclose({ code: 1012 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(opened).toHaveLength(2)
  last().onclose({ code: 4429 })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(opened).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(opened).toHaveLength(3)
})

test.each([1000, 4403, 4451])("after %i it does not reconnect", async (code) => {
  last().onclose({ code })
  await vi.advanceTimersByTimeAsync(120_000)
  expect([opened.length, asked.left]).toEqual([1, 0])
})

test("a session that was ended elsewhere signs this page out with a message", async () => {
  last().receive(account("free", true))
  last().onclose({ code: 4401 })
  await vi.advanceTimersByTimeAsync(120_000)
  expect([opened.length, asked.left, asked.toasts]).toEqual([1, 1, ["Authentication failed. Please log in again."]])
})

test("a socket that is closed without a reason asks the server before signing out", async () => {
  last().onclose({ code: 4401 })
  await vi.advanceTimersByTimeAsync(120_000)
  expect([opened.length, asked.left, asked.again]).toEqual([1, 0, 1])
})

test("this browser's own sign-out shows no message, and a newer token is used at once", async () => {
  last().onclose({ code: 4401 })
  asked.token = null
  await vi.advanceTimersByTimeAsync(5000)
  expect([opened.length, asked.left]).toEqual([1, 0])
  asked.token = "newer"
  page.dispatchEvent(new Event("online"))
  last().onclose({ code: 4401 })
  asked.token = "newest"
  await vi.advanceTimersByTimeAsync(5000)
  last().open()
  expect(last().sent[0]).toContain("newest")
  asked.signingOut = true
  last().onclose({ code: 4401 })
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked.left).toBe(0)
})

test("a hidden page disconnects, and reconnects when it is shown again", async () => {
  page.dispatchEvent(new Event("pagehide"))
  expect(last().closedWith).toBe(1000)
  last().onclose({ code: 1000 })
  page.dispatchEvent(new Event("pageshow"))
  expect(opened).toHaveLength(2)
})

test("a connection that receives nothing is closed", async () => {
  last().open()
  last().receive(account())
  await vi.advanceTimersByTimeAsync(30_000)
  expect(last().sent.at(-1)).toBe('{"type":"ping"}')
  last().receive({ type: "pong" })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(last().closedWith).toBe(4000)
})

test("a closed one is not waited for, and its frames are ignored", async () => {
  const received: string[] = []
  const stops = ["unread", "socket-closed"].map((type) => onFrame(type, () => received.push(type)))
  const dead = last()
  dead.open()
  dead.receive(account())
  await vi.advanceTimersByTimeAsync(61_000)
  expect([dead.closedWith, opened.length]).toEqual([4000, 2])
  dead.receive({ type: "unread" })
  dead.onclose({ code: 1006 })
  expect(received).toEqual(["socket-closed"])
  await vi.advanceTimersByTimeAsync(5000)
  expect(opened).toHaveLength(2)
  for (const stop of stops) stop()
})

test.each(["online", "visibilitychange"])("on %s a connection has five seconds to respond", async (event) => {
  last().open()
  last().receive(account())
  page.dispatchEvent(new Event(event))
  expect(last().sent.at(-1)).toBe('{"type":"ping"}')
  last().receive({ type: "pong" })
  await vi.advanceTimersByTimeAsync(6000)
  expect(opened).toHaveLength(1)
  page.dispatchEvent(new Event(event))
  await vi.advanceTimersByTimeAsync(6000)
  expect([opened[0]!.closedWith, opened.length]).toEqual([4000, 2])
})

test("a feature receives the frames of its kind until it unsubscribes", () => {
  const received: unknown[] = []
  const stop = onFrame("notice", (frame) => received.push(frame))
  last().receive({ type: "notice", unread: 1 })
  last().receive({ type: "unknown" })
  stop()
  last().receive({ type: "notice", unread: 2 })
  expect(received).toEqual([{ type: "notice", unread: 1 }])
})
