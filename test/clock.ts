import type { Clock } from "#server/platform/clock.ts"

export interface TestClock extends Clock {
  /** Moves the time forward, never back. */
  advance(milliseconds: number): void
  set(moment: Date): void
}

/** Real time plus an offset set by the test. */
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
