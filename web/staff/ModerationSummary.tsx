import { useQuery } from "@tanstack/react-query"
import type { User } from "#contract/accounts.ts"
import { chatTexts } from "#contract/memberText.ts"
import { PanelTitle } from "../account/PanelTitle.tsx"
import { explain } from "../api/client.ts"
import { queueSizeQuery } from "../moderator/rooms.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { ErrorState } from "../ui/states.tsx"
import { StatStrip } from "./StatStrip.tsx"

/** The moderator's queues. */
export function ModerationSummary({ user }: { user: User }) {
  const unread = useQuery(queueSizeQuery(user.uuid, "unread"))
  const flagged = useQuery(queueSizeQuery(user.uuid, "flagged"))
  const error = unread.error ?? flagged.error
  const isThere = unread.data !== undefined && flagged.data !== undefined
  const again = () => void Promise.all([unread.refetch(), flagged.refetch()])
  return (
    <>
      <PanelTitle>Moderation Summary</PanelTitle>
      <div className="mt-5">
        {error && !isThere ? (
          <ErrorState title={chatTexts.roomsFailed} detail={explain(error)} retry={again} />
        ) : (
          <StatStrip
            stats={[
              { label: "Chats with unread messages", value: unread.data ?? "…" },
              { label: "Chats with flagged messages", value: flagged.data ?? "…" },
            ]}
          />
        )}
      </div>
      <p className="mt-6 max-w-measure text-ink-2">
        An admin reviews each flagged message. Until then it stays visible, and the member isn't notified.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to="/moderator?queue=unread">Answer unread chats</ButtonLink>
        <ButtonLink to="/moderator?queue=flagged" variant="outline">
          View flagged chats
        </ButtonLink>
      </div>
    </>
  )
}
