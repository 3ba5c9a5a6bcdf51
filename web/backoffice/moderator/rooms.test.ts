import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query"
import { expect, test, vi } from "vitest"
import { readRoomFilters, roomsQuery, waitOf, withNextPage } from "./rooms.ts"
import { neighbour, roomBeside } from "./useRoomKeys.ts"

/** The rooms of a fake server, a hundred per page. */
const server = vi.hoisted(() => ({ total: 0, asked: [] as number[] }))
vi.mock("../../platform/api/client.ts", () => ({
  ApiError: class extends Error {},
  list: async (_what: string, { query: { skip, limit } }: { query: { skip: number; limit: number } }) => {
    server.asked.push(skip)
    const length = Math.max(0, Math.min(limit, server.total - skip))
    return { items: Array.from({ length }, (_, at) => ({ id: skip + at + 1 })), total: server.total }
  },
}))

test("the selected rooms are in the URL, and invalid values are ignored", () => {
  const read = (search: string) => readRoomFilters(new URLSearchParams(search))
  const nothing = { queue: "all", q: "", dollId: null, roomId: null, messageId: null }
  expect(read("")).toEqual({ ...nothing, isRoomValid: true })
  const all = { queue: "flagged", q: "mara", dollId: 7, roomId: 12, messageId: 5, isRoomValid: true }
  expect(read("queue=flagged&q=mara&doll=7&room=12&message=5")).toEqual(all)
  // An invalid room id counts as one, so that the page shows an error.
  for (const room of ["abc", "1e3", "0", ""])
    expect(read(`queue=mine&doll=-1&room=${room}`)).toEqual({ ...nothing, isRoomValid: false })
  expect(read(`q=${"x".repeat(300)}`).q).toHaveLength(100)
})

test("the keys move through the current list, begin at one end, and stop at the other", () => {
  const rooms = [{ id: 3 }, { id: 1 }, { id: 2 }]
  expect(neighbour(rooms, null, 1)?.id).toBe(3)
  expect(neighbour(rooms, 9, -1)?.id).toBe(2)
  expect(neighbour(rooms, 3, 1)?.id).toBe(1)
  expect(neighbour(rooms, 3, -1)).toBeUndefined()
  expect(neighbour(rooms, 2, 1)).toBeUndefined()
  expect(neighbour([], null, 1)).toBeUndefined()
})

test("beyond the loaded rooms the keys load the next ones, and stop at the last of all", async () => {
  server.total = 207
  const list = new InfiniteQueryObserver(new QueryClient(), roomsQuery("me", { queue: "all", q: "", dollId: null }))
  const stop = list.subscribe(() => undefined)
  await list.refetch()
  server.asked = []
  const beside = (roomId: number | null, step: number) => {
    const result = list.getCurrentResult()
    const more = result.hasNextPage ? () => withNextPage(result) : null
    return roomBeside({ rooms: result.data?.rooms, more }, roomId, step)
  }
  expect((await beside(99, 1))?.id).toBe(100)
  expect(server.asked).toEqual([])
  expect((await beside(100, 1))?.id).toBe(101)
  expect(server.asked).toEqual([100])
  // Going back across the boundary needs no request; the next boundary needs one.
  expect((await beside(101, -1))?.id).toBe(100)
  expect((await beside(200, 1))?.id).toBe(201)
  expect(server.asked).toEqual([100, 200])
  expect(await beside(207, 1)).toBeUndefined()
  expect(await beside(1, -1)).toBeUndefined()
  expect(server.asked).toEqual([100, 200])
  stop()
})

test("a page is not lost to a concurrent request", async () => {
  server.total = 307
  const client = new QueryClient()
  const list = new InfiniteQueryObserver(client, roomsQuery("me", { queue: "all", q: "", dollId: null }))
  const stop = list.subscribe(() => undefined)
  await list.refetch()
  const news = () => client.invalidateQueries({ queryKey: ["chat-rooms"] })
  // The list changes before and during the request.
  void news()
  expect(await withNextPage(list.getCurrentResult())).toHaveLength(200)
  const page = withNextPage(list.getCurrentResult())
  void news()
  expect(await page).toHaveLength(300)
  stop()
})

test("a waiting time is written in words, and says whether the target has passed", () => {
  const waiting_since = "2026-11-24T18:00:00.000Z"
  const at = (time: string) =>
    waitOf({ waiting_since, answer_due_at: "2026-11-24T20:00:00.000Z" }, Date.parse(`2026-11-24T${time}:00.000Z`))
  expect(at("18:00")).toEqual({ text: "Waiting under 1 min", isLate: false })
  expect(at("19:05")).toEqual({ text: "Waiting 1 h 5 min", isLate: false })
  expect(at("20:01")).toEqual({ text: "Waiting 2 h 1 min", isLate: true })
  expect(waitOf({ waiting_since: null, answer_due_at: null })).toBeNull()
})
