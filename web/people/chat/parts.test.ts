import { expect, test } from "vitest"
import { aMessage } from "./fakes.ts"
import { inParts } from "./parts.ts"

const minute = 60_000
const noon = Date.parse("2026-11-21T12:00:00Z")
const line = (id: number, at = noon + id * minute) => aMessage(id, { created_at: new Date(at).toISOString() })
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => line(from + n, noon + n))
const look = (days: ReturnType<typeof inParts>) =>
  days.flatMap(({ parts }) => parts.map(({ key, messages }) => [key, messages[0]!.id, messages.length]))

test("a day is split into parts whose boundaries stay, whatever is added before and after", () => {
  const starts: number[] = []
  expect(look(inParts(lines(101, 150), starts))).toEqual([[101, 101, 50]])
  expect(look(inParts(lines(101, 152), starts))).toEqual([
    [101, 101, 50],
    [151, 151, 2],
  ])
  expect(look(inParts(lines(51, 160), starts))).toEqual([
    [51, 51, 50],
    [101, 101, 50],
    [151, 151, 10],
  ])
  expect(starts).toEqual([51, 101, 151])
})

test("a part whose first message is deleted stays that part", () => {
  const starts: number[] = []
  inParts(lines(51, 160), starts)
  const left = lines(51, 160).filter(({ id }) => id !== 101)
  expect(look(inParts(left, starts))).toEqual([
    [51, 51, 50],
    [101, 102, 49],
    [151, 151, 10],
  ])
})

test("another day is another part, and one day stays together", () => {
  const day = 24 * 60 * minute
  const starts: number[] = []
  const days = inParts([line(7, noon), line(8, noon + minute), line(9, noon + day)], starts)
  expect(days.map(({ parts }) => parts.map(({ messages }) => messages.map(({ id }) => id)))).toEqual([[[7, 8]], [[9]]])
  expect(new Set(days.map(({ key }) => key)).size).toBe(2)
  expect(inParts([], starts)).toEqual([])
})
