import { type ReactNode, type RefObject, useEffect, useState } from "react"
import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { keepDraft, readDraft } from "../../people/chat/drafts.ts"
import { copyMessage } from "../../people/chat/MessageMenu.tsx"
import type { Outgoing } from "../../people/chat/outbox.ts"
import { onFrame } from "../../platform/session/frames.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { EmptyPlinth } from "../../platform/ui/EmptyPlinth.tsx"

interface NotAssignedProps {
  heading: RefObject<HTMLHeadingElement | null>
  account: string
  roomId: number
  /** Says who has the room now; shown to the moderator who had it before. */
  moved: string | null
  unsent: readonly Outgoing[]
  discard(clientId: string): void
  /** Opens the room again. */
  again(): void
  leave: ReactNode
}

/** Shown for a room that is not, or no longer, assigned to this moderator. Unsent text can still be copied. */
export function NotAssigned({ heading, account, roomId, moved, unsent, discard, again, leave }: NotAssignedProps) {
  const [draft, setDraft] = useState(() => readDraft(account, roomId))
  useEffect(() => onFrame("assigned", again), [again])
  // The composer had the focus and is gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [heading])
  const texts = unsent.filter(({ content }) => content !== "")
  const forget = () => {
    keepDraft(account, roomId, "")
    setDraft("")
  }
  return (
    <div className="h-full overflow-y-auto">
      <div role="alert" className="flex flex-col items-center gap-4 px-4 pt-12 pb-6 text-center">
        <EmptyPlinth sizes="144px" className="aspect-4/5 w-36" />
        <h2 ref={heading} tabIndex={-1} className="wrap-anywhere max-w-measure text-balance font-display text-h3">
          {moved ?? chatTexts.unavailableTitle}
        </h2>
        {moved === null && (
          <>
            <p className="max-w-measure text-balance text-ink-2">{chatTexts.unavailable}</p>
            <p className="max-w-measure text-balance text-ink-2">{t`This model may now be assigned to someone else.`}</p>
          </>
        )}
      </div>
      <div className="flex flex-wrap justify-center gap-3 px-4 pb-8">
        {moved === null && <Button onClick={again}>{t`Try again`}</Button>}
        {leave}
      </div>
      {(texts.length > 0 || draft.trim() !== "") && (
        <section aria-labelledby="unsent" className="mx-auto max-w-measure px-4 pb-10">
          <h3 id="unsent" className="font-semibold text-ui">{t`Unsent messages`}</h3>
          <ul className="mt-2 divide-y divide-line border-line border-y">
            {texts.map(({ client_id, content }) => (
              <Unsent key={client_id} text={content} discard={() => discard(client_id)} />
            ))}
            {draft.trim() !== "" && <Unsent text={draft} discard={forget} />}
          </ul>
        </section>
      )}
    </div>
  )
}

const action = "min-h-11 font-semibold text-accent text-ui underline underline-offset-4"

function Unsent({ text, discard }: { text: string; discard(): void }) {
  return (
    <li className="py-3">
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      <p className="flex gap-5">
        <button type="button" onClick={() => void copyMessage(text)} className={action}>{t`Copy`}</button>
        <button type="button" onClick={discard} className={action}>{t`Discard`}</button>
      </p>
    </li>
  )
}
