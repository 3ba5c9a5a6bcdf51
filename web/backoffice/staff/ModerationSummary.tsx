import { useQuery } from "@tanstack/react-query"
import type { User } from "#contract/accounts.ts"
import type { ChatRoom } from "#contract/chat.ts"
import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { LoadingRows } from "../../people/account/OrderTable.tsx"
import { PanelTitle } from "../../people/account/PanelTitle.tsx"
import { explain } from "../../platform/api/client.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { ErrorState } from "../../platform/ui/states.tsx"
import { queueSizeQuery, waitingQuery } from "../moderator/rooms.ts"
import { Rooms } from "./WaitingChats.tsx"

/** The chats that have waited longest in each of the moderator's two queues. */
export function ModerationSummary({ user: { uuid } }: { user: User }) {
  const unread = useQuery(waitingQuery(uuid, "unread"))
  const flagged = useQuery(waitingQuery(uuid, "flagged"))
  const error = unread.error ?? flagged.error
  return (
    <>
      <PanelTitle>{t`Moderation summary`}</PanelTitle>
      {error && !(unread.data && flagged.data) ? (
        <ErrorState
          title={chatTexts.roomsFailed}
          detail={explain(error)}
          retry={() => void Promise.all([unread.refetch(), flagged.refetch()])}
        />
      ) : (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-10 xl:grid-cols-2 xl:gap-12">
          <Queue
            owner={uuid}
            queue="unread"
            title={t`Unread`}
            action={t`Answer unread chats`}
            none={t`You're all caught up.`}
            rooms={unread.data}
          >{t`The chat that has waited longest is first.`}</Queue>
          {/* On a phone it is below the first list, so it waits until the height of that list is known. */}
          {unread.data && (
            <Queue
              owner={uuid}
              queue="flagged"
              title={t`Flagged`}
              action={t`View flagged chats`}
              none={t`No flagged chats.`}
              rooms={flagged.data}
            >{t`An admin decides on each flagged message. Until then it stays visible, and the member isn't notified.`}</Queue>
          )}
        </div>
      )}
    </>
  )
}

interface QueueProps {
  owner: string
  queue: "unread" | "flagged"
  title: string
  action: string
  /** Shown if the list is empty. */
  none: string
  /** Undefined while loading. */
  rooms: ChatRoom[] | undefined
  children: string
}

function Queue({ owner, queue, title, action, none, rooms, children }: QueueProps) {
  const { data: size } = useQuery(queueSizeQuery(owner, queue))
  return (
    <section aria-labelledby={queue}>
      <h3 id={queue} className="font-semibold text-ui">
        {title} <span className="tabular text-ink-3">{size}</span>
      </h3>
      <p className="mt-1 text-ink-2 text-ui">{children}</p>
      {!rooms && <LoadingRows height="h-14" />}
      {rooms?.length === 0 && <p className="mt-2 border-line border-y py-3 text-ink-2 text-ui">{none}</p>}
      {rooms && rooms.length > 0 && (
        <>
          <Rooms rooms={rooms} />
          <ButtonLink to={`/moderator?queue=${queue}`} variant="outline" className="mt-4">
            {action}
          </ButtonLink>
        </>
      )}
    </section>
  )
}
