import { plural } from "#contract/t.ts"
/** `1:05`, or `1:02:03` from one hour on. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (number: number) => String(number).padStart(2, "0")
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `1 minute 5 seconds`, read by screen readers. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const parts = [
    hours > 0 && plural(hours, { one: "1 hour", other: `${hours} hours` }),
    minutes > 0 && plural(minutes, { one: "1 minute", other: `${minutes} minutes` }),
    (rest > 0 || whole === 0) && plural(rest, { one: "1 second", other: `${rest} seconds` }),
  ]
  return parts.filter(Boolean).join(" ")
}

/** ISO 8601 for search engines: `PT1M5S`. */
export function isoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `PT${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}${rest || whole < 60 ? `${rest}S` : ""}`
}
