import { dateOf } from "./format.ts"

interface DayProps {
  /** A timestamp or a calendar date. */
  of: string
  className?: string
}

/**
 * A date on a server-rendered page. The server writes it in UTC and American English; before hydration, `lateScript`
 * replaces it with the viewer's own format and zone.
 */
export function Day({ of, className }: DayProps) {
  return (
    <time dateTime={of} data-day="" suppressHydrationWarning className={className}>
      {dateOf(of)}
    </time>
  )
}
