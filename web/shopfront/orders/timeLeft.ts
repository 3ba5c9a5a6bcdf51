import { t } from "#contract/t.ts"

const hour = 3600

/** Formats as `42 min 07 s` below an hour, otherwise as `5 h 12 min`. Returns null when the time is over. */
export function timeLeft(until: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(until) - now) / 1000)
  if (!(seconds > 0)) return null
  if (seconds >= 2 * hour) return t`${Math.floor(seconds / hour)} h ${Math.floor((seconds % hour) / 60)} min`
  const minutes = Math.floor(seconds / 60)
  return minutes > 0 ? t`${minutes} min ${String(seconds % 60).padStart(2, "0")} s` : t`${seconds} s`
}
