import { expect, test } from "vitest"
import { dayName, relativeTime } from "./times.ts"

const now = new Date(2026, 10, 21, 14, 0).getTime()
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

test("under 24 hours the time is shown, under 168 the weekday, else month and day", () => {
  expect(relativeTime(ago(23.9), now)).toBe("2:06 PM")
  expect(relativeTime(ago(24), now)).toBe("Fri")
  expect(relativeTime(ago(167.9), now)).toBe("Sat")
  expect(relativeTime(ago(168), now)).toBe("Nov 14")
})

test("days have names", () => {
  expect(dayName(ago(1), now)).toBe("Today")
  expect(dayName(ago(15), now)).toBe("Yesterday")
  expect(dayName(ago(72), now)).toBe("Wednesday, November 18")
  expect(dayName(new Date(2025, 0, 2).toISOString(), now)).toBe("January 2, 2025")
})
