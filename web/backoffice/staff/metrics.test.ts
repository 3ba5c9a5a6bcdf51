import { expect, test } from "vitest"
import { durationOf } from "../moderator/durations.ts"
import { changeOf } from "./metrics.ts"

test("a response time is written with suitable precision", () => {
  expect(durationOf(null)).toBe("No answers yet")
  expect(durationOf(0.2)).toBe("Under 1 min")
  expect(durationOf(3.5)).toBe("4 min")
  expect(durationOf(82.2)).toBe("1 h 22 min")
  expect(durationOf(300)).toBe("5 h")
  expect(durationOf(60 * 72)).toBe("3 days")
})

test("a change has its sign, is called none when it rounds to zero, and is absent if there is nothing to compare with", () => {
  expect(changeOf(12.5)).toBe("+12.5% from last month")
  expect(changeOf(-100)).toBe("-100.0% from last month")
  expect(changeOf(0)).toBe("No change from last month")
  expect(changeOf(-0.04)).toBe("No change from last month")
  expect(changeOf(null)).toBeNull()
})
