import { expect, test } from "vitest"
import { wantedIn } from "./rooms.ts"
import { neighbour } from "./useRoomKeys.ts"

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
