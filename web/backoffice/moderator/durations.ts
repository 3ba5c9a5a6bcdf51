import { plural, t } from "#contract/t.ts"
/** Formats as `4 min`, `1 h 22 min` or `3 days`. */
export function durationOf(minutes: number | null): string {
  if (minutes === null) return t`No answers yet`
  const whole = Math.round(minutes)
  if (whole < 1) return t`Under 1 min`
  const days = Math.round(whole / (24 * 60))
  if (whole >= 48 * 60) return plural(days, { one: "1 day", other: `${days} days` })
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return [hours > 0 && t`${hours} h`, rest > 0 && t`${rest} min`].filter(Boolean).join(" ")
}
