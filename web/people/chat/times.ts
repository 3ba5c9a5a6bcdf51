import { t } from "#contract/t.ts"
import { ownLocale } from "../../platform/ui/locale.ts"

const hour = 3_600_000
const clock = new Intl.DateTimeFormat(ownLocale, { hour: "numeric", minute: "2-digit" })
const weekday = new Intl.DateTimeFormat(ownLocale, { weekday: "short" })
const monthAndDay = new Intl.DateTimeFormat(ownLocale, { month: "short", day: "numeric" })
const long = new Intl.DateTimeFormat(ownLocale, { weekday: "long", month: "long", day: "numeric" })
const longWithYear = new Intl.DateTimeFormat(ownLocale, { dateStyle: "long" })

export const timeOf = (iso: string) => clock.format(new Date(iso))

/** Formats as the time within 24 hours, as the weekday within 168 hours, and otherwise as month and day. */
export function relativeTime(iso: string, now = Date.now()): string {
  const then = new Date(iso)
  const age = now - then.getTime()
  if (age < 24 * hour) return clock.format(then)
  return (age < 168 * hour ? weekday : monthAndDay).format(then)
}

/** Uses local time. */
export const dayOf = (iso: string) => new Date(iso).toDateString()

/** `Today`, `Yesterday` or the date. */
export function dayName(iso: string, now = Date.now()): string {
  const day = dayOf(iso)
  if (day === new Date(now).toDateString()) return t`Today`
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (day === yesterday.toDateString()) return t`Yesterday`
  const then = new Date(iso)
  return (then.getFullYear() === new Date(now).getFullYear() ? long : longWithYear).format(then)
}
