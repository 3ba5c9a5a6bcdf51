import { useEffect, useState } from "react"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { timeLeft } from "./timeLeft.ts"

const day = 24 * 3_600_000

/** The deadline for paying an order. It counts down on the last day. */
export function PayBy({ until }: { until: string }) {
  const now = useNow()
  const left = Date.parse(until) - now < day ? timeLeft(until, now) : null
  return (
    <Trans>
      Pay by <time dateTime={until}>{dateTimeOf(until)}</time>
      {left && (
        <Trans>
          {" "}
          (
          <span role="timer" className="tabular whitespace-nowrap font-semibold">
            {left}
          </span>{" "}
          left)
        </Trans>
      )}
      .
    </Trans>
  )
}

/** Returns whether the moment has passed, or true without one. Rerenders when it passes. */
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
