import type { User } from "#contract/accounts.ts"
import { PanelTitle } from "../account/PanelTitle.tsx"
import { ButtonLink } from "../ui/Button.tsx"
import { Attention } from "./Attention.tsx"
import { WaitingChats } from "./WaitingChats.tsx"

/** The moderator's queues. */
export function ModerationSummary({ user }: { user: User }) {
  return (
    <>
      <PanelTitle>Moderation summary</PanelTitle>
      <div className="mt-4 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-8">
        <Attention user={user} />
        <WaitingChats owner={user.uuid}>
          <p className="text-ink-2 text-ui">
            An admin decides on each flagged message. Until then it stays visible, and the member isn't notified.
          </p>
          <div className="-mt-3 flex flex-wrap gap-3">
            <ButtonLink to="/moderator?queue=unread">Answer unread chats</ButtonLink>
            <ButtonLink to="/moderator?queue=flagged" variant="outline">
              View flagged chats
            </ButtonLink>
          </div>
        </WaitingChats>
      </div>
    </>
  )
}
