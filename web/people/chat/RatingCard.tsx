import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useId, useState } from "react"
import { maxRatingLength } from "#contract/limits.ts"
import { t } from "#contract/t.ts"
import { call, explain } from "../../platform/api/client.ts"
import { onFrame } from "../../platform/session/frames.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { TextArea } from "../../platform/ui/Field.tsx"
import { toast } from "../../platform/ui/toast.tsx"

const scores = [t`Very poor`, t`Poor`, t`Okay`, t`Good`, t`Very good`]

/** Asks for a rating once a conversation has come to rest. Renders nothing unless the server asks for one. */
export function RatingCard({ roomId }: { roomId: number }) {
  const queryKey = ["chat-rating", roomId]
  const client = useQueryClient()
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(`GET /chat/rooms/${roomId}/rating`, { signal }) })
  const [score, setScore] = useState<number | null>(null)
  const [words, setWords] = useState("")
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const id = useId()
  const question = data?.question
  useEffect(
    () =>
      onFrame<{ type: "rating"; room_id: number }>("rating", ({ room_id }) => {
        if (room_id === roomId) void client.invalidateQueries({ queryKey: ["chat-rating", roomId] })
      }),
    [client, roomId],
  )
  if (!question) return null
  const send = async (given: number | null) => {
    setBusy(true)
    setFailure(undefined)
    const body = { id: question.id, score: given, words: (given !== null && words.trim()) || undefined }
    try {
      await call(`POST /chat/rooms/${roomId}/rating`, { body })
      if (given !== null) toast(t`Thank you for telling us.`, { kind: "success" })
      client.setQueryData(queryKey, { question: null })
      document.querySelector<HTMLElement>("[role=log]")?.focus({ preventScroll: true })
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby={id} className="max-h-[45dvh] shrink-0 overflow-y-auto border-line border-t px-4 py-3">
      <form
        noValidate
        className="relative mx-auto grid max-w-[47.5rem] gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (score !== null && !isBusy) void send(score)
        }}
      >
        <fieldset>
          <legend
            id={id}
            className="min-h-11 pt-2.5 pe-24 font-semibold text-ui"
          >{t`How was this conversation?`}</legend>
          {/* Large text wraps to a second line. */}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))]">
            {scores.map((name, index) => (
              <label key={name} className="flex flex-col items-center gap-1.5 py-2 text-center text-meta">
                <input
                  type="radio"
                  name={id}
                  checked={score === index + 1}
                  onChange={() => {
                    setScore(index + 1)
                    setFailure(undefined)
                  }}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
        {score !== null && (
          <TextArea
            label={t`Anything to add?`}
            rows={2}
            maxLength={maxRatingLength}
            hint={t`Optional. Only our team reads it.`}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
        <Button
          variant="quiet"
          disabled={isBusy}
          className="absolute! top-0 -inset-e-4 px-4"
          onClick={() => void send(null)}
        >{t`Not now`}</Button>
        {failure && (
          <p role="alert" className="text-danger text-ui">
            {failure}
          </p>
        )}
        {score !== null && <Button type="submit" busy={isBusy} className="justify-self-start">{t`Send`}</Button>}
      </form>
    </section>
  )
}
