/** The server's source of time; tests replace it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const seconds = (n: number) => n * 1000
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000
export const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds)

// Days in UTC, as `2026-11-22`.

export const beginOf = (day: string) => new Date(`${day}T00:00:00.000Z`)
export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
export const dayAfter = (day: string) => shifted(day, 1)
export const dayBefore = (day: string) => shifted(day, -1)

export function shifted(day: string, by: number): string {
  const moment = new Date(`${day}T00:00:00.000Z`)
  moment.setUTCDate(moment.getUTCDate() + by)
  return dayOf(moment)
}
