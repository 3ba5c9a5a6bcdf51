import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { FlaggedContext } from "#contract/admin.ts"
import { call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { cx } from "../../ui/cx.ts"
import { dateTimeOf } from "../../ui/format.ts"
import { ErrorState, Skeleton } from "../../ui/states.tsx"

/** What was said around a message: asked for on purpose, because reading it is written down. */
export function Context({ id }: { id: number }) {
  const [shown, setShown] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "flagged", id, "context"],
    queryFn: () => call<FlaggedContext>(`GET /admin/flagged-messages/${id}/context`),
    enabled: shown,
  })
  if (!shown) {
    return (
      <div>
        <Button look="outline" onClick={() => setShown(true)}>
          Show the talk around it
        </Button>
        <p className="mt-1 text-ink-3 text-meta">That you read it is written in the audit log.</p>
      </div>
    )
  }
  if (error && !data) return <ErrorState detail={explain(error)} retry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full" />
  if (data.messages.length === 0) return <p className="text-ink-3 text-ui">Nothing else was said.</p>
  return (
    <section aria-label="The talk around it">
      <ol className="grid max-w-measure gap-2 text-ui">
        {data.messages.map((message) => (
          <li
            key={message.id}
            className={cx("wrap-anywhere px-3 py-2", message.is_flagged_one ? "bg-warn-soft" : "bg-surface")}
          >
            <span className="block text-ink-3 text-meta">
              {message.sender}, {dateTimeOf(message.created_at)}
              {message.is_flagged_one && <strong className="text-ink"> - flagged</strong>}
            </span>
            {message.content}
          </li>
        ))}
      </ol>
    </section>
  )
}
