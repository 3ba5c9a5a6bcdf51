import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useId, useRef } from "react"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { dateTimeOf, preview } from "../../platform/ui/format.ts"

interface FlaggedHereProps {
  roomId: number
  /** The current user, who cannot unflag own messages that a rule has flagged. */
  meId: number
  /** A change of this value triggers a refetch. */
  known: string
  /** Undefined for suspended moderators. */
  onUnflag?(id: number): void
}

/** All flagged messages of this conversation. */
export function FlaggedHere({ roomId, meId, known, onUnflag }: FlaggedHereProps) {
  const { data, error } = useQuery({
    queryKey: ["chat-flagged", roomId, known],
    queryFn: async ({ signal }) => {
      const found = await call(`GET /chat/rooms/${roomId}/messages`, { query: { flagged: "true" }, signal })
      return found.filter((one) => "content" in one)
    },
    placeholderData: keepPreviousData,
  })
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const pressed = useRef(false)
  // The pressed button is gone: focus moves to the remaining list, or to the conversation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes
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
      <h3 id={id} ref={heading} tabIndex={-1} className="font-display text-h3">{t`Flagged messages`}</h3>
      {!data && <p className="mt-2 text-danger text-ui">{explain(error)}</p>}
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {data?.map((message) => (
          <li key={message.id} className="py-2 text-ui">
            <p className="wrap-anywhere">{preview(message.content || message.file_name || "", 200)}</p>
            <p className="flex flex-wrap items-center justify-between gap-x-3 text-ink-3 text-meta">
              <span className="tabular">{dateTimeOf(message.created_at)}</span>
              {message.sender_id === meId ? (
                <span className="inline-flex min-h-11 items-center">{t`Yours`}</span>
              ) : (
                onUnflag && (
                  <button
                    type="button"
                    onClick={() => {
                      pressed.current = true
                      onUnflag(message.id)
                    }}
                    className="min-h-11 font-semibold text-accent underline underline-offset-4"
                  >{t`Unflag`}</button>
                )
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
