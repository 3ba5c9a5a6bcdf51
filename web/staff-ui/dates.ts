import { ownLocale } from "../ui/locale.ts"

const names = {
  day: new Intl.DateTimeFormat(ownLocale, { month: "short", day: "numeric", timeZone: "UTC" }),
  month: new Intl.DateTimeFormat(ownLocale, { month: "short", year: "numeric", timeZone: "UTC" }),
}

/** `2026-11-21` as "Nov 21", `2026-11` as "Nov 2026"; both in UTC, like the figures. */
export const periodName = (date: string, by: keyof typeof names) => names[by].format(new Date(date))

/** The names of the current period and the one before. */
export const periodNames = {
  day: ["Last 30 days", "Previous 30 days"],
  month: ["Last 12 months", "Previous 12 months"],
} as const
