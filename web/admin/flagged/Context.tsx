import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { chatTexts } from "#contract/texts.ts"
import { call, explain } from "../../api/client.ts"
import { Button } from "../../ui/Button.tsx"
import { cx } from "../../ui/cx.ts"
import { dateTimeOf } from "../../ui/format.ts"
import { ErrorState, Skeleton } from "../../ui/states.tsx"

const few = 8

/** What was said up to a message: asked for on purpose, because reading it is written down. */
export function Context({ room, message }: { room: number; message: number }) {
  const [shown, setShown] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ["admin", "flagged", message, "context"],
    queryFn: () => call<ChatMessage[]>(`GET /chat/rooms/${room}/messages?limit=${few}&before_id=${message + 1}`),
    enabled: shown,
  })
  if (!shown) {
    return (
      <div>
        <Button look="outline" onClick={() => setShown(true)}>
          Show what was said before
        </Button>
        <p className="mt-1 text-ink-3 text-meta">That you read it is written in the audit log.</p>
      </div>
    )
  }
  if (error && !data) {
    return <ErrorState title={chatTexts.fetchFailed} detail={explain(error)} retry={() => void refetch()} />
  }
  if (!data) return <Skeleton className="h-24 w-full" />
  return (
    <section aria-label="What was said before">
      <ol className="grid max-w-measure gap-2 text-ui">
        {data.map(({ id, sender_name, created_at, content, deleted }) => (
          <li key={id} className={cx("wrap-anywhere px-3 py-2", id === message ? "bg-warn-soft" : "bg-surface")}>
            <span className="block text-ink-3 text-meta">
              {sender_name}, {dateTimeOf(created_at)}
              {id === message && <strong className="text-ink"> - flagged</strong>}
            </span>
            {deleted ? "Taken back" : content}
          </li>
        ))}
      </ol>
    </section>
  )
}
