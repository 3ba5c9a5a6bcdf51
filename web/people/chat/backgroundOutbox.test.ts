import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { chatTexts } from "#contract/memberText.ts"

const server = vi.hoisted(() => ({
  toasts: [] as string[],
  posted: [] as { client_id: string; chat_room_id: number }[],
  answer: (): unknown => undefined,
  open: 0,
}))
vi.mock("../../platform/ui/toast.tsx", () => ({ toast: (title: string) => server.toasts.push(title) }))
vi.mock("../notifications/announce.ts", () => ({ openLink: () => {} }))
vi.mock("./rooms.ts", () => ({ refreshRooms: () => {} }))
vi.mock("./unread.ts", () => ({ isOpen: (id: number) => id === server.open }))
vi.mock("../../platform/api/client.ts", async (original) => ({
  ...(await original<object>()),
  call: async (_: string, { body }: { body: any }) => {
    server.posted.push(body)
    return server.answer()
  },
}))

import { ApiError } from "../../platform/api/client.ts"
import { sendInBackground } from "./backgroundOutbox.ts"
import { fakeBrowser } from "./fakes.ts"
import { keepOutgoing, readOutbox } from "./outbox.ts"

let browser: ReturnType<typeof fakeBrowser>
let stop: () => void
const settle = () => vi.advanceTimersByTimeAsync(10_000)
const refuse = (status: number) => () => {
  throw new ApiError(status, { detail: "No" }, null)
}
const leave = (roomId: number, client_id: string, at: number, account = "me") =>
  keepOutgoing(account, roomId, { client_id, content: client_id, at, state: "queued", retries: 0, waited: true })
const statesIn = (roomId: number) => readOutbox("me", roomId).map(({ state }) => state)

beforeEach(() => {
  browser = fakeBrowser()
  Object.assign(server, { toasts: [], posted: [], answer: () => ({}), open: 0 })
  stop = sendInBackground("me", (id) => `/chat?room=${id}`)
})
afterEach(() => {
  stop()
  browser.end()
})

test("unsent messages of closed rooms are sent when online, in the order in which they were written", async () => {
  browser.goOffline()
  leave(7, "a", 1)
  leave(7, "b", 2)
  leave(8, "c", 3)
  leave(9, "of somebody else", 4, "other")
  await settle()
  expect(server.posted).toEqual([])
  browser.comeOnline()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.posted.map(({ client_id, chat_room_id }) => [chat_room_id, client_id])).toEqual([
    [7, "a"],
    [7, "b"],
    [8, "c"],
  ])
  expect(server.toasts).toEqual([chatTexts.sentQueued(3)])
  expect([...browser.stored.keys()]).toEqual(["chat_queue:other:9"])
})

test("an open room sends its own", async () => {
  server.open = 7
  leave(7, "a", 1)
  await settle()
  expect(server.posted).toEqual([])
  server.open = 0
  await settle()
  expect(server.posted).toHaveLength(1)
})

test("a refused message fails and is kept, and later ones are sent", async () => {
  server.answer = refuse(404)
  leave(7, "a", 1)
  leave(8, "b", 2)
  await settle()
  expect([statesIn(7), statesIn(8)]).toEqual([["failed"], ["failed"]])
  expect(server.toasts).toContain(chatTexts.sendFailed)
  await settle()
  expect(server.posted).toHaveLength(2)
})

test("a failing server is tried three times; an unreachable one, or one that asks to wait, is waited for", async () => {
  leave(7, "a", 1)
  for (const status of [0, 429, 401]) {
    server.answer = refuse(status)
    for (let turn = 0; turn < 5; turn++) await settle()
    expect(statesIn(7)).toEqual(["queued"])
  }
  server.answer = refuse(503)
  for (let turn = 0; turn < 2; turn++) await settle()
  expect(statesIn(7)).toEqual(["queued"])
  await settle()
  expect(statesIn(7)).toEqual(["failed"])
})
