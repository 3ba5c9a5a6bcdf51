import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { ChatRoom } from "#contract/chat.ts"
import { t } from "#contract/t.ts"
import { LoadingRows } from "../../people/account/OrderTable.tsx"
import { relativeTime } from "../../people/chat/times.ts"
import { UnreadBadge } from "../../people/chat/UnreadBadge.tsx"
import { Link } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { preview } from "../../platform/ui/format.ts"
import { Thumb } from "../../platform/ui/Thumb.tsx"
import { queueSizeQuery, waitingQuery, waitOf } from "../moderator/rooms.ts"

interface WaitingChatsProps {
  owner: string
  /** Content below the list, shown once the list has loaded, so that it does not move. */
  children?: ReactNode
}

/** The unanswered chats that have waited longest. Renders nothing if there are none; `Attention` shows errors. */
export function WaitingChats({ owner, children }: WaitingChatsProps) {
  const unread = useQuery(queueSizeQuery(owner, "unread"))
  const flagged = useQuery(queueSizeQuery(owner, "flagged"))
  const { data, isPending } = useQuery(waitingQuery(owner))
  if (isPending || unread.isPending || flagged.isPending) return <LoadingRows rows={9} height="h-14" />
  return (
    <>
      {data && data.length > 0 && (
        <section aria-labelledby="waiting">
          <h3 id="waiting" className="font-semibold text-ui">{t`Waiting longest`}</h3>
          <Rooms rooms={data} />
        </section>
      )}
      {children}
    </>
  )
}

export function Rooms({ rooms }: { rooms: ChatRoom[] }) {
  return (
    <ul className="mt-2 border-line border-t">
      {rooms.map(({ id, user, doll, latest_message, unread_count, ...room }) => (
        <li key={id} className="border-line border-b">
          <Link to={`/moderator?room=${id}`} className="flex items-center gap-3 py-2 hover:bg-surface">
            <Thumb picture={doll.picture} sizes="2.75rem" className="w-11 shrink-0" />
            <span className="min-w-0 flex-1">
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 text-ui wrap-anywhere">
                  <bdi className="font-semibold">{user.full_name || t`Former member`}</bdi>
                  <span className="text-ink-2">{t`, about ${doll.name}`}</span>
                </span>
                <Wait room={room} />
              </span>
              <span className="flex items-center gap-2">
                <bdi className="min-w-0 flex-1 text-ink-2 text-ui wrap-anywhere">
                  {preview(latest_message ?? "", 90)}
                </bdi>
                <UnreadBadge count={unread_count} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Wait({ room }: { room: Parameters<typeof waitOf>[0] & Pick<ChatRoom, "last_activity_at"> }) {
  const wait = waitOf(room)
  if (!wait) {
    return (
      <time dateTime={room.last_activity_at} className="tabular shrink-0 text-ink-3 text-meta">
        {relativeTime(room.last_activity_at)}
      </time>
    )
  }
  return (
    <span className={cx("tabular shrink-0 text-meta", wait.isLate ? "font-semibold text-ink" : "text-ink-3")}>
      {wait.text}
      {wait.isLate && <span className="block text-end">{t`Past the target`}</span>}
    </span>
  )
}
