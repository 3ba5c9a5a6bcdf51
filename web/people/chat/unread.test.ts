import { afterEach, beforeEach, expect, test, vi } from "vitest"

const server = vi.hoisted(() => ({
  announcements: [] as any[],
  polls: 0,
  asked: 0,
  count: {} as object | Promise<object>,
}))
vi.mock("../notifications/announce.ts", () => ({
  announce: async (given: unknown) => void server.announcements.push(given),
}))
vi.mock("../../platform/api/queries.ts", () => ({ queries: () => ({ invalidateQueries: () => void server.asked++ }) }))
vi.mock("../../platform/api/client.ts", () => ({
  call: async (what: string) => {
    if (what === "GET /chat/rooms/7") return { doll: { name: "Oriane" } }
    if (what.endsWith("/messages")) return [{ content: "What was said", file_name: null }]
    server.polls++
    return server.count
  },
}))

import { notificationTexts } from "#contract/buyingText.ts"
import { chatTexts } from "#contract/memberText.ts"
import { publishFrame } from "../../platform/session/frames.ts"
import { fakeBrowser } from "./fakes.ts"
import { followUnread, lookAt, unreadChats } from "./unread.ts"

let browser: ReturnType<typeof fakeBrowser>
let stop: () => void
let html: { dataset: Record<string, string>; style: { setProperty(name: string, value: string): void } }
let shown: string
const hear = (unread_per_room: Record<string, number>) => {
  const total_unread = Object.values(unread_per_room).reduce((sum, one) => sum + one, 0)
  publishFrame({ type: "unread", total_unread, unread_per_room } as never)
}
beforeEach(() => {
  browser = fakeBrowser()
  shown = ""
  const setProperty = (_: string, value: string) => {
    shown = value
  }
  html = { dataset: {}, style: { setProperty } }
  Object.assign(browser.page, { documentElement: html })
  Object.assign(server, { announcements: [], polls: 0, asked: 0, count: { total_unread: 0, unread_per_room: {} } })
  stop = followUnread((room) => (room === null ? "/chat" : `/chat?room=${room}`))
})
afterEach(() => {
  stop()
  browser.end()
})

test("the count arrives over the socket, is 9+ above nine, and is cleared with the account", () => {
  hear({ 7: 9 })
  expect([shown, html.dataset.unread]).toEqual(['"9"', "some"])
  hear({ 7: 10 })
  expect(shown).toBe('"9+"')
  hear({ 7: 10, 9: 1, 11: 0 })
  expect(unreadChats()).toBe(2)
  hear({})
  expect(html.dataset.unread).toBeUndefined()
  hear({ 7: 1 })
  stop()
  expect(html.dataset.unread).toBeUndefined()
  expect(unreadChats()).toBe(0)
})

test("unread messages at the start are not announced; new ones are, without their text unless enabled", async () => {
  hear({ 7: 2 })
  expect(server.announcements).toEqual([])
  hear({ 7: 3 })
  expect(server.announcements).toMatchObject([{ ...notificationTexts.newMessage, link: "/chat?room=7" }])
  expect(await server.announcements[0].preview()).toBe("What was said")
  expect(await server.announcements[0].inShop()).toBe(chatTexts.newAbout("Oriane"))
  hear({ 7: 1 })
  expect(server.announcements).toHaveLength(1)
})

test("the lists are reloaded at the start, and whenever the count changes", () => {
  hear({ 7: 2 })
  expect(server.asked).toBe(1)
  hear({ 7: 2 })
  expect(server.asked).toBe(1)
  hear({ 7: 3 })
  expect(server.asked).toBe(2)
})

test("a room on the screen makes its own announcements", () => {
  hear({})
  const away = lookAt(7)
  hear({ 7: 1 })
  expect(server.announcements).toEqual([])
  away()
  hear({ 7: 2 })
  expect(server.announcements).toHaveLength(1)
})

test("every two seconds the count is polled while the socket is down, and only then", async () => {
  hear({})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.polls).toBe(0)
  publishFrame({ type: "socket-closed" })
  server.count = { total_unread: 1, unread_per_room: { 7: 1 } }
  await vi.advanceTimersByTimeAsync(3000 + 3 * 2000)
  expect(server.polls).toBe(4)
  expect(shown).toBe('"1"')
  expect(server.announcements).toHaveLength(1)
  hear({ 7: 1 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.polls).toBe(4)
})

test("a response older than the last socket frame is ignored", async () => {
  hear({ 7: 1 })
  publishFrame({ type: "socket-closed" })
  let arrive = (_count: object) => {}
  server.count = new Promise((resolve) => {
    arrive = resolve
  })
  await vi.advanceTimersByTimeAsync(3000)
  hear({ 7: 2 })
  arrive({ total_unread: 1, unread_per_room: { 7: 1 } })
  await vi.advanceTimersByTimeAsync(0)
  expect(shown).toBe('"2"')
})

test("messages in several rooms at once are announced once", () => {
  hear({ 7: 1 })
  hear({ 7: 2, 8: 4, 9: 1 })
  const { title, body } = notificationTexts.newMessages
  expect(server.announcements).toMatchObject([{ title, body: body("3"), link: "/chat" }])
})
