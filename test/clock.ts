import type { Clock } from "#server/clock.ts"

export interface TestClock extends Clock {
  /** Moves time on; never back. */
  advance(milliseconds: number): void
  set(moment: Date): void
}

/** Real time, plus what a test has added to it. */
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
