/** `1:05`, or `1:02:03` from an hour on. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (number: number) => String(number).padStart(2, "0")
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `1 minute 5 seconds`, for screen readers. */
export function spokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const parts = [
    { count: Math.floor(whole / 3600), name: "hour" },
    { count: Math.floor(whole / 60) % 60, name: "minute" },
    { count: whole % 60, name: "second" },
  ].filter(({ count }, at) => count > 0 || (at === 2 && whole === 0))
  return parts.map(({ count, name }) => `${count} ${name}${count === 1 ? "" : "s"}`).join(" ")
}

/** ISO 8601, as search engines read it: `PT1M5S`. */
export function isoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `PT${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}${rest || whole < 60 ? `${rest}S` : ""}`
}
