import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useId, useRef } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { call, explain } from "../api/client.ts"
import { dateTimeOf, preview } from "../ui/format.ts"

interface FlaggedHereProps {
  roomId: number
  /** Who looks: what a rule has pointed at in one's own words is not for oneself to take back. */
  meId: number
  /** Which flags are known of, in whatever form: when it changes, they are asked for again. */
  known: string
  onUnflag(id: number): void
}

/** What was pointed at in this conversation, however long ago: in a long one nobody scrolls to it. */
export function FlaggedHere({ roomId, meId, known, onUnflag }: FlaggedHereProps) {
  const { data, error } = useQuery({
    queryKey: ["chat-flagged", roomId, known],
    queryFn: ({ signal }) => call<ChatMessage[]>(`GET /chat/rooms/${roomId}/messages?flagged=true`, { signal }),
    placeholderData: keepPreviousData,
  })
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const pressed = useRef(false)
  // The button that was pressed has gone with its message: the keyboard goes on from what is left of them, or from the talk.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list is another one
  useEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return
    pressed.current = false
    const left = heading.current ?? document.querySelector<HTMLElement>("dialog[open] button")
    const next = left ?? document.querySelector<HTMLElement>("[role=log]")
    next?.focus({ preventScroll: true })
  }, [data])
  if (!data && !error) return null
  if (data?.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1} className="font-display text-h3">
        Flagged messages
      </h3>
      {!data && <p className="mt-2 text-danger text-ui">{explain(error)}</p>}
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {data?.map((message) => (
          <li key={message.id} className="py-2 text-ui">
            <p className="wrap-anywhere">{preview(message.content || message.file_name || "", 200)}</p>
            <p className="flex flex-wrap items-center justify-between gap-x-3 text-ink-3 text-meta">
              <span className="tabular">{dateTimeOf(message.created_at)}</span>
              {message.sender_id === meId ? (
                <span className="inline-flex min-h-11 items-center">Yours</span>
              ) : (
                <button
                  type="button"
                  onClick={() => {
                    pressed.current = true
                    onUnflag(message.id)
                  }}
                  className="min-h-11 font-semibold text-accent underline underline-offset-4"
                >
                  Unflag
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
