/** `42 min 07 s`; null when the time is over. */
export function timeLeft(until: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(until) - now) / 1000)
  if (!(seconds > 0)) return null
  const minutes = Math.floor(seconds / 60)
  const rest = String(seconds % 60).padStart(2, "0")
  return minutes > 0 ? `${minutes} min ${rest} s` : `${seconds} s`
}
