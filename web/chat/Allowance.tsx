import { useEffect } from "react"
import type { Level } from "#contract/accounts.ts"
import type { AccessStatus } from "#contract/memberships.ts"
import { useAccess } from "../account/membership/access.ts"

/** In UTC, as everywhere else where the end of a membership is told. */
const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" })

/** Asked again whenever `sent` changes. */
export function useAllowance(level: Level, sent: number): AccessStatus | undefined {
  const { data, refetch } = useAccess(level)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one more was sent
  useEffect(() => void refetch(), [sent, refetch])
  return data
}

/** What is left, before it is used up. */
export function Allowance({ status }: { status: AccessStatus | undefined }) {
  if (!status) return null
  const { messages, photos, period_ends_at } = status.allowance
  const left = [told(messages, "message"), told(photos, "photo")].filter(Boolean)
  if (left.length === 0) return null
  return (
    <p className="mb-2 text-ink-2 text-meta tabular">
      {left.map((one, at) => (
        // A line ends between the two, not within one.
        <span key={one} className="inline-block whitespace-pre-wrap">
          {one}
          {at < left.length - 1 ? " · " : period_ends_at && ` until ${day.format(new Date(period_ends_at))}`}
        </span>
      ))}
    </p>
  )
}

function told({ limit, used }: { limit: number | null; used: number }, name: string): string {
  if (limit === null) return ""
  const left = Math.max(0, limit - used)
  return `${left} of ${limit} ${name}${limit === 1 ? "" : "s"} left`
}
