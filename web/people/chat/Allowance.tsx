import { useEffect } from "react"
import type { Level } from "#contract/accounts.ts"
import type { AccessStatus } from "#contract/memberships.ts"
import { plural, t } from "#contract/t.ts"
import { ownLocale } from "../../platform/ui/locale.ts"
import { useAccess } from "../account/membership/access.ts"

const day = new Intl.DateTimeFormat(ownLocale, { month: "short", day: "numeric" })

/** Refetches whenever `tried` changes. */
export function useAllowance(level: Level, tried: number): AccessStatus | undefined {
  const { data, refetch } = useAccess(level)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `tried` triggers a refetch
  useEffect(() => void refetch(), [tried, refetch])
  return data
}

/** What the member may no longer send. A photo counts only as a photo, a document as a message. */
export function usedUp(status: AccessStatus | undefined): { messages: boolean; photos: boolean } {
  if (!status) return { messages: false, photos: false }
  const { limit, used } = status.allowance.photos
  return { messages: !status.can_send_messages, photos: limit !== null && used >= limit }
}

export function Allowance({ status }: { status: AccessStatus | undefined }) {
  if (!status) return null
  const { messages, photos, period_ends_at } = status.allowance
  const left = [messagesLeft(messages), photosLeft(photos)].filter(Boolean)
  if (left.length === 0) return null
  return (
    <p className="mb-2 text-ink-2 text-meta tabular">
      {left.map((one, at) => (
        // The line can break only between the two.
        <span key={one} className="inline-block whitespace-pre-wrap">
          {one}
          {at < left.length - 1 ? " · " : period_ends_at && t` until ${day.format(new Date(period_ends_at))}`}
        </span>
      ))}
    </p>
  )
}

interface Usage {
  limit: number | null
  used: number
}

function messagesLeft({ limit, used }: Usage): string {
  if (limit === null) return ""
  const left = Math.max(0, limit - used)
  return plural(limit, { one: `${left} of 1 message left`, other: `${left} of ${limit} messages left` })
}

function photosLeft({ limit, used }: Usage): string {
  if (limit === null) return ""
  const left = Math.max(0, limit - used)
  return plural(limit, { one: `${left} of 1 photo left`, other: `${left} of ${limit} photos left` })
}
