import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { dateTimeOf } from "../../platform/ui/format.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"

/** The messages around a flagged one. They load on click, because reading them is recorded in the audit log. */
export function Context({ id }: { id: number }) {
  const [shown, setShown] = useState(false)
  const { data, error, refetch } = useQuery({
    // The key is not below the list's: a decision refetches the list, and its context no longer exists then.
    queryKey: ["admin", "flagged-context", id],
    queryFn: () => call(`GET /admin/flagged-messages/${id}/context`),
    enabled: shown,
  })
  if (!shown) {
    return (
      <div>
        <Button variant="outline" onClick={() => setShown(true)}>
          {t` Show conversation `}
        </Button>
        <p className="mt-1 text-ink-3 text-meta">{t`Viewing is recorded in the audit log.`}</p>
      </div>
    )
  }
  if (error && !data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full" />
  if (data.messages.length === 0) return <p className="text-ink-3 text-ui">{t`There are no other messages.`}</p>
  return (
    <section aria-label={t`Conversation`}>
      <ol className="grid max-w-measure gap-2 text-ui">
        {data.messages.map((message) => (
          <li
            key={message.id}
            className={cx("wrap-anywhere px-3 py-2", message.is_flagged_one ? "bg-warn-soft" : "bg-surface")}
          >
            <span className="block text-ink-3 text-meta">
              {message.sender}, {dateTimeOf(message.created_at)}
              {message.is_flagged_one && <strong className="text-ink">{t` - flagged`}</strong>}
            </span>
            {message.content}
          </li>
        ))}
      </ol>
    </section>
  )
}
