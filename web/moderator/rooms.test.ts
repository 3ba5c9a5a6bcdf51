import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query"
import { expect, test, vi } from "vitest"
import { roomsQuery, wantedIn, withNextPage } from "./rooms.ts"
import { neighbour, roomBeside } from "./useRoomKeys.ts"

/** The server's rooms by their place, fifty of them a page. */
const house = vi.hoisted(() => ({ total: 0, asked: [] as number[] }))
vi.mock("../api/client.ts", () => ({
  ApiError: class extends Error {},
  list: async (what: string) => {
    const skip = Number(/skip=(\d+)/.exec(what)?.[1])
    house.asked.push(skip)
    const length = Math.max(0, Math.min(50, house.total - skip))
    return { items: Array.from({ length }, (_, at) => ({ id: skip + at + 1 })), total: house.total }
  },
}))

test("what of the rooms is looked at stands in the address, and nonsense counts as not said", () => {
  const read = (search: string) => wantedIn(new URLSearchParams(search))
  expect(read("")).toEqual({ queue: "all", q: "", dollId: null, roomId: null })
  expect(read("queue=flagged&q=mara&doll=7&room=12")).toEqual({ queue: "flagged", q: "mara", dollId: 7, roomId: 12 })
  expect(read("queue=mine&doll=-1&room=1e3")).toEqual({ queue: "all", q: "", dollId: null, roomId: null })
  expect(read(`q=${"x".repeat(300)}`).q).toHaveLength(100)
})

test("the keys go through the list as it is, begin at an end, and stop at one", () => {
  const rooms = [{ id: 3 }, { id: 1 }, { id: 2 }]
  expect(neighbour(rooms, null, 1)?.id).toBe(3)
  expect(neighbour(rooms, 9, -1)?.id).toBe(2)
  expect(neighbour(rooms, 3, 1)?.id).toBe(1)
  expect(neighbour(rooms, 3, -1)).toBeUndefined()
  expect(neighbour(rooms, 2, 1)).toBeUndefined()
  expect(neighbour([], null, 1)).toBeUndefined()
})

test("past the rooms that are loaded the keys load the next ones, and stop at the last of all", async () => {
  house.total = 107
  const list = new InfiniteQueryObserver(new QueryClient(), roomsQuery("me", { queue: "all", q: "", dollId: null }))
  const stop = list.subscribe(() => undefined)
  await list.refetch()
  house.asked = []
  const beside = (roomId: number | null, step: number) => {
    const result = list.getCurrentResult()
    const more = result.hasNextPage ? () => withNextPage(result) : null
    return roomBeside({ rooms: result.data?.rooms, more }, roomId, step)
  }
  expect((await beside(49, 1))?.id).toBe(50)
  expect(house.asked).toEqual([])
  expect((await beside(50, 1))?.id).toBe(51)
  expect(house.asked).toEqual([50])
  // Back over the seam without asking, and on over the next one.
  expect((await beside(51, -1))?.id).toBe(50)
  expect((await beside(100, 1))?.id).toBe(101)
  expect(house.asked).toEqual([50, 100])
  expect(await beside(107, 1)).toBeUndefined()
  expect(await beside(1, -1)).toBeUndefined()
  expect(house.asked).toEqual([50, 100])
  stop()
})

test("a page is not lost to what is asked for meanwhile", async () => {
  house.total = 157
  const client = new QueryClient()
  const list = new InfiniteQueryObserver(client, roomsQuery("me", { queue: "all", q: "", dollId: null }))
  const stop = list.subscribe(() => undefined)
  await list.refetch()
  const news = () => client.invalidateQueries({ queryKey: ["chat-rooms"] })
  // News before it, and news while it is on its way.
  void news()
  expect(await withNextPage(list.getCurrentResult())).toHaveLength(100)
  const page = withNextPage(list.getCurrentResult())
  void news()
  expect(await page).toHaveLength(150)
  stop()
})
