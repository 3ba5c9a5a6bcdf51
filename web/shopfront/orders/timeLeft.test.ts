import { expect, test } from "vitest"
import { timeLeft } from "./timeLeft.ts"

const now = Date.parse("2026-11-21T10:00:00.000Z")

test.each([
  ["2026-11-21T10:42:07.000Z", "42 min 07 s"],
  ["2026-11-21T11:00:00.000Z", "60 min 00 s"],
  ["2026-11-21T15:12:30.000Z", "5 h 12 min"],
  ["2026-11-21T10:00:59.000Z", "59 s"],
  ["2026-11-21T10:00:00.200Z", "1 s"],
  ["2026-11-21T10:00:00.000Z", null],
  ["2026-11-21T09:59:59.000Z", null],
  ["no time at all", null],
])("until %s the remaining time is: %s", (until, left) => {
  expect(timeLeft(until, now)).toBe(left)
})
