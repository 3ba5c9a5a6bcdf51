import { afterEach, beforeEach, expect, test, vi } from "vitest"

const house = vi.hoisted(() => ({ told: [] as any[], polls: 0, asked: 0, count: {} as object | Promise<object> }))
vi.mock("../account/notices/announce.ts", () => ({ announce: async (given: unknown) => void house.told.push(given) }))
vi.mock("../api/queries.ts", () => ({ queries: () => ({ invalidateQueries: () => void house.asked++ }) }))
vi.mock("../api/client.ts", () => ({
  call: async (what: string) => {
    if (what.includes("/messages?")) return [{ content: "What was said", file_name: null }]
    house.polls++
    return house.count
  },
}))

import { noticeTexts } from "#contract/buyingText.ts"
import { tellFrame } from "../session/frames.ts"
import { fakeBrowser } from "./fakes.ts"
import { keepUnread, lookAt } from "./unread.ts"

let browser: ReturnType<typeof fakeBrowser>
let stop: () => void
let html: { dataset: Record<string, string>; style: { setProperty(name: string, value: string): void } }
let shown: string
const hear = (unread_per_room: Record<string, number>) => {
  const total_unread = Object.values(unread_per_room).reduce((sum, one) => sum + one, 0)
  tellFrame({ type: "unread", total_unread, unread_per_room } as never)
}
beforeEach(() => {
  browser = fakeBrowser()
  shown = ""
  const setProperty = (_: string, value: string) => {
    shown = value
  }
  html = { dataset: {}, style: { setProperty } }
  Object.assign(browser.page, { documentElement: html })
  Object.assign(house, { told: [], polls: 0, asked: 0, count: { total_unread: 0, unread_per_room: {} } })
  stop = keepUnread((room) => (room === null ? "/chat" : `/chat?room=${room}`))
})
afterEach(() => {
  stop()
  browser.end()
})

test("the number comes by the socket, 9+ above nine, and goes with the account", () => {
  hear({ 7: 9 })
  expect([shown, html.dataset.unread]).toEqual(['"9"', "some"])
  hear({ 7: 10 })
  expect(shown).toBe('"9+"')
  hear({})
  expect(html.dataset.unread).toBeUndefined()
  hear({ 7: 1 })
  stop()
  expect(html.dataset.unread).toBeUndefined()
})

test("what waits at the start is no news; what comes is told without a word of it, which can be asked for", async () => {
  hear({ 7: 2 })
  expect(house.told).toEqual([])
  hear({ 7: 3 })
  expect(house.told).toMatchObject([{ ...noticeTexts.newMessage, link: "/chat?room=7" }])
  expect(await house.told[0].preview()).toBe("What was said")
  hear({ 7: 1 })
  expect(house.told).toHaveLength(1)
})

test("the lists are asked again at the start, and whenever the count is another one", () => {
  hear({ 7: 2 })
  expect(house.asked).toBe(1)
  hear({ 7: 2 })
  expect(house.asked).toBe(1)
  hear({ 7: 3 })
  expect(house.asked).toBe(2)
})

test("a room that is on the screen announces itself", () => {
  hear({})
  const away = lookAt(7)
  hear({ 7: 1 })
  expect(house.told).toEqual([])
  away()
  hear({ 7: 2 })
  expect(house.told).toHaveLength(1)
})

test("every two seconds it is asked for while the socket is down, and only then", async () => {
  hear({})
  await vi.advanceTimersByTimeAsync(60_000)
  expect(house.polls).toBe(0)
  tellFrame({ type: "socket-closed" })
  house.count = { total_unread: 1, unread_per_room: { 7: 1 } }
  await vi.advanceTimersByTimeAsync(3000 + 3 * 2000)
  expect(house.polls).toBe(4)
  expect(shown).toBe('"1"')
  expect(house.told).toHaveLength(1)
  hear({ 7: 1 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(house.polls).toBe(4)
})

test("an answer that the socket has overtaken is not believed", async () => {
  hear({ 7: 1 })
  tellFrame({ type: "socket-closed" })
  let arrive = (_count: object) => {}
  house.count = new Promise((resolve) => {
    arrive = resolve
  })
  await vi.advanceTimersByTimeAsync(3000)
  hear({ 7: 2 })
  arrive({ total_unread: 1, unread_per_room: { 7: 1 } })
  await vi.advanceTimersByTimeAsync(0)
  expect(shown).toBe('"2"')
})

test("what comes in several rooms at once is told once", () => {
  hear({ 7: 1 })
  hear({ 7: 2, 8: 4, 9: 1 })
  const { title, body } = noticeTexts.newMessages
  expect(house.told).toMatchObject([{ title, body: body("3"), link: "/chat" }])
})
