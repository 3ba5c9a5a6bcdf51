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

// Days, as `2026-11-22`: in UTC, unless a time zone is given.

export const dayOf = (moment: Date, zone = "UTC") =>
  (zone === "UTC" ? moment : localOf(moment, zone)).toISOString().slice(0, 10)

/**
 * Returns the first moment of a day. If clocks are set back at one in the morning, midnight comes twice; if they are
 * set forward at midnight, the day begins at one.
 */
export function beginOf(day: string, zone = "UTC"): Date {
  const shown = new Date(`${day}T00:00:00.000Z`)
  if (zone === "UTC") return shown
  const candidates = [-1, 1]
    .map((by) => after(shown, -offsetAt(after(shown, days(by)), zone)))
    .sort((a, b) => a.getTime() - b.getTime())
  return candidates.find((moment) => dayOf(moment, zone) >= day) ?? candidates[1]!
}

export const endOf = (day: string, zone = "UTC") => beginOf(dayAfter(day), zone)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time of a zone, as if it were UTC. */
export function localOf(moment: Date, zone: string): Date {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" })
    formats.set(zone, format)
  }
  return new Date(`${format.format(moment).replace(" ", "T")}Z`)
}

/** Returns how far the clocks of a zone are ahead of UTC, in milliseconds. */
export const offsetAt = (moment: Date, zone: string) =>
  localOf(moment, zone).getTime() - Math.floor(moment.getTime() / 1000) * 1000

export const dayAfter = (day: string) => shifted(day, 1)
export const dayBefore = (day: string) => shifted(day, -1)

export function shifted(day: string, by: number): string {
  const moment = new Date(`${day}T00:00:00.000Z`)
  moment.setUTCDate(moment.getUTCDate() + by)
  return dayOf(moment)
}

/** Returns the days from one to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const found: string[] = []
  for (let day = from; day <= to; day = dayAfter(day)) found.push(day)
  return found
}
