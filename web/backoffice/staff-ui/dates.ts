import { t } from "#contract/t.ts"
import { shopZone } from "../../platform/meta/shop.ts"
import { ownLocale } from "../../platform/ui/locale.ts"

const names = {
  day: new Intl.DateTimeFormat(ownLocale, { month: "short", day: "numeric", timeZone: "UTC" }),
  month: new Intl.DateTimeFormat(ownLocale, { month: "short", year: "numeric", timeZone: "UTC" }),
}

/** Formats `2026-11-21` as "Nov 21", and `2026-11` as "Nov 2026". */
export const periodName = (date: string, by: keyof typeof names) => names[by].format(new Date(date))

/** The names of the current and the previous period. */
export const periodNames = {
  day: [t`Last 30 days`, t`Previous 30 days`],
  month: [t`Last 12 months`, t`Previous 12 months`],
} as const

/** The current day in the shop's time zone, as `2026-11-21`. */
export const today = () => new Intl.DateTimeFormat("sv-SE", { timeZone: shopZone() }).format(new Date())

/** Says in which time zone the days are counted. */
export function daysNote(): string {
  const place = shopZone().split("/").at(-1)!.replaceAll("_", " ")
  return place === "UTC" ? t`Days are in UTC.` : t`Days are in ${place} time.`
}
