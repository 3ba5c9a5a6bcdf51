import { expect, test } from "vitest"
import { axisValue, marksOf, ticksOf } from "./scale.ts"

test("an axis begins at zero or below, has round steps, and contains every value", () => {
  expect(ticksOf(0, 4)).toEqual([0, 1, 2, 3, 4])
  expect(ticksOf(0, 980)).toEqual([0, 250, 500, 750, 1000])
  expect(ticksOf(120, 3330)).toEqual([0, 1000, 2000, 3000, 4000])
  expect(ticksOf(-200, 549)).toEqual([-200, 0, 200, 400, 600])
  expect(ticksOf(-500, -10)).toEqual([-600, -400, -200, 0])
  expect(ticksOf(0, 9, "count")).toEqual([0, 5, 10])
  expect(ticksOf(0, 1, "count")).toEqual([0, 1])
  for (const max of [1, 3, 7, 11, 99, 101, 5605, 123_456]) expect(ticksOf(0, max).at(-1)).toBeGreaterThanOrEqual(max)
})

test("an axis of durations has the steps of a clock", () => {
  expect(ticksOf(0, 7, "minutes")).toEqual([0, 2, 4, 6, 8])
  expect(ticksOf(0, 50, "minutes")).toEqual([0, 15, 30, 45, 60])
  expect(ticksOf(0, 120, "minutes")).toEqual([0, 30, 60, 90, 120])
  expect(ticksOf(0, 123, "minutes")).toEqual([0, 60, 120, 180])
  expect(ticksOf(0, 3 * 24 * 60, "minutes")).toEqual([0, 1, 2, 3].map((days) => days * 24 * 60))
  expect(ticksOf(0, 40 * 24 * 60, "minutes")).toEqual([0, 10, 20, 30, 40].map((days) => days * 24 * 60))
})

test("an axis without values still has two ends", () => {
  expect(ticksOf(0, 0).length).toBeGreaterThan(1)
})

test("the dates that are written end with the last and lie equally far apart", () => {
  expect(marksOf(30)).toEqual([5, 11, 17, 23, 29])
  expect(marksOf(12)).toEqual([2, 5, 8, 11])
  expect(marksOf(1)).toEqual([0])
  expect(marksOf(0)).toEqual([])
})

test("whole amounts on an axis have no cents, in every language", () => {
  for (const [amount, shown] of [
    ["$2,000.00", "$2,000"],
    ["$0.00", "$0"],
    ["$2.50", "$2.50"],
    ["1.500,00\u00a0$", "1.500\u00a0$"],
    ["2.500", "2.500"],
    ["2,000", "2,000"],
  ])
    expect(axisValue(amount!)).toBe(shown)
})
