import { expect, test } from "vitest"
import { beginOf, dayOf, endOf, hours } from "./clock.ts"

test.each([
  ["America/Los_Angeles", "2026-11-20", "2026-11-20T08:00:00.000Z", 24],
  ["America/Los_Angeles", "2026-03-08", "2026-03-08T08:00:00.000Z", 23],
  ["America/Los_Angeles", "2026-11-01", "2026-11-01T07:00:00.000Z", 25],
  // Half an hour.
  ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00.000Z", 24.5],
  // The clocks go from one o'clock back to midnight, which comes twice.
  ["Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00.000Z", 25],
  // The clocks go from midnight to one o'clock, and from midnight back to eleven o'clock of the day before.
  ["Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z", 23],
  ["Asia/Beirut", "2026-10-24", "2026-10-23T21:00:00.000Z", 25],
  // The day that was left out, and the one after it.
  ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", 0],
  ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z", 24],
  ["UTC", "2026-03-08", "2026-03-08T00:00:00.000Z", 24],
])("in %s %s begins at %s and has %f hours", (zone, day, begin, long) => {
  expect(beginOf(day, zone).toISOString()).toBe(begin)
  expect((endOf(day, zone).getTime() - beginOf(day, zone).getTime()) / hours(1)).toBe(long)
  if (long === 0) return
  expect(dayOf(beginOf(day, zone), zone)).toBe(day)
  expect(dayOf(new Date(beginOf(day, zone).getTime() - 1), zone) < day).toBe(true)
  expect(dayOf(new Date(endOf(day, zone).getTime() - 1), zone)).toBe(day)
})
