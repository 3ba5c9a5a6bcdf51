import { useEffect, useState } from "react"

/** Rerenders every minute, to update relative times. */
export function useClock(): void {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 60_000)
    return () => clearInterval(timer)
  }, [])
}
