import { dateOf } from "./format.ts"

interface DayProps {
  /** A moment, or a day of the calendar. */
  of: string
  className?: string
}

/**
 * A date on a server-rendered page. The server writes it in UTC and American English; `lateScript` replaces it with the
 * viewer's own before hydration.
 */
export function Day({ of, className }: DayProps) {
  return (
    <time dateTime={of} data-day="" suppressHydrationWarning className={className}>
      {dateOf(of)}
    </time>
  )
}
