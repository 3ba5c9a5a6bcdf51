import type { User } from "#contract/accounts.ts"
import { PanelTitle } from "../account/PanelTitle.tsx"
import { ButtonLink } from "../ui/Button.tsx"
import { Attention } from "./Attention.tsx"

/** The moderator's queues. */
export function ModerationSummary({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>Moderation summary</PanelTitle>
      <div className="mt-4 max-w-2xl">
        <Attention user={user} />
      </div>
      <p className="mt-6 max-w-measure text-ink-2 text-ui">
        An admin decides on each flagged message. Until then it stays visible, and the member isn't notified.
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
