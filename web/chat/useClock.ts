import { useEffect, useState } from "react"

/** Draws again every minute: times and the names of days grow old by themselves. */
export function useClock(): void {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
}
