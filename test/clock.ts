import type { Clock } from "#server/platform/clock.ts"

export interface TestClock extends Clock {
  /** Moves the time forward; it never goes back. */
  advance(milliseconds: number): void
  set(moment: Date): void
}

/** The real time plus an offset that the test sets. */
export function testClock(): TestClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() + offset),
    advance: (milliseconds) => {
      offset += milliseconds
    },
    set: (moment) => {
      offset = moment.getTime() - Date.now()
    },
  }
}
