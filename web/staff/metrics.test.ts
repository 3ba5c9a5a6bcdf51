import { expect, test } from "vitest"
import { changeOf, durationOf } from "./metrics.ts"

test("how long an answer takes is said as precisely as it matters", () => {
  expect(durationOf(null)).toBe("No answers yet")
  expect(durationOf(3.5)).toBe("3.5 minutes")
  expect(durationOf(300)).toBe("5.0 hours")
  expect(durationOf(60 * 72)).toBe("3.0 days")
})

test("a change has its sign, and none where there is nothing to compare with", () => {
  expect(changeOf(12.5)).toBe("+12.5% from last month")
  expect(changeOf(-100)).toBe("-100.0% from last month")
  expect(changeOf(0)).toBe("0.0% from last month")
  expect(changeOf(null)).toBeNull()
})
