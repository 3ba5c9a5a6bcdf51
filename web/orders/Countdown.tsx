import { useEffect, useState } from "react"
import { timeLeft } from "./timeLeft.ts"

/** Remaining time, updated every second. */
export function Countdown({ until }: { until: string }) {
  const now = useNow()
  return (
    <span role="timer" className="tabular whitespace-nowrap font-semibold text-ink">
      {timeLeft(until, now) ?? "0 s"}
    </span>
  )
}

/** Whether a moment has passed; true without one. Rerenders when it does. */
export function useEnded(until: string | null | undefined): boolean {
  const now = useNow()
  return !until || timeLeft(until, now) === null
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
