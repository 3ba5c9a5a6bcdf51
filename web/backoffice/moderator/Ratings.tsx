import { useQuery } from "@tanstack/react-query"
import { t } from "#contract/t.ts"
import { call } from "../../platform/api/client.ts"
import { dateOf } from "../../platform/ui/format.ts"

/** The member's ratings of this room's conversations. Renders nothing if there are none. */
export function Ratings({ roomId }: { roomId: number }) {
  const { data } = useQuery({
    queryKey: ["chat-ratings", roomId],
    queryFn: ({ signal }) => call(`GET /chat/rooms/${roomId}/ratings`, { signal }),
  })
  if (!data || data.length === 0) return null
  return (
    <section aria-label={t`Ratings`}>
      <h3 className="font-display text-h3">{t`Ratings`}</h3>
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {data.map(({ id, score, words, answered_at }) => (
          <li key={id} className="py-2 text-ui">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-semibold">{t`${score} of 5`}</span>
              <span className="tabular text-ink-3 text-meta">{dateOf(answered_at)}</span>
            </p>
            {words && <p className="wrap-anywhere whitespace-pre-wrap text-ink-2">{words}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
