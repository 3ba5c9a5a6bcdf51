import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { ChatRoom } from "#contract/chat.ts"
import { chatTexts } from "#contract/memberText.ts"
import { plural, t } from "#contract/t.ts"
import { explain } from "../../platform/api/client.ts"
import { Link } from "../../platform/router.ts"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { preview } from "../../platform/ui/format.ts"
import { Search } from "../../platform/ui/icons.ts"
import { EmptyState, ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Thumb } from "../../platform/ui/Thumb.tsx"
import { roomsQuery } from "./rooms.ts"
import { relativeTime } from "./times.ts"
import { UnreadBadge } from "./UnreadBadge.tsx"
import { useClock } from "./useClock.ts"

interface ConversationsProps {
  /** The UUID of the account. */
  owner: string
  selected: number | null
  /** The page decides the level of the heading. */
  heading: "h1" | "h2"
  className?: string
}

export function Conversations({ owner, selected, heading: Heading, className }: ConversationsProps) {
  const { data, error, refetch } = useQuery(roomsQuery(owner))
  return (
    <section aria-label={t`Conversations`} className={cx("flex min-h-0 min-w-0 flex-col border-line", className)}>
      <div className="px-4 pt-5 pb-3 md:ps-0">
        <Heading className="font-display text-h2">{t`Messages`}</Heading>
      </div>
      {data && <RoomList rooms={data} selected={selected} />}
      {!data && error && <ErrorState title={chatTexts.roomsFailed} detail={explain(error)} retry={refetch} />}
      {!data && !error && <Waiting />}
    </section>
  )
}

function RoomList({ rooms, selected }: { rooms: ChatRoom[]; selected: number | null }) {
  const [wanted, setWanted] = useState("")
  useClock()
  if (rooms.length === 0) {
    return (
      <div className="m-auto w-full">
        <EmptyState title={t`No conversations yet`}>
          <p className="w-full text-balance text-ink-2">{t`To start one, open a model and choose Chat.`}</p>
          <ButtonLink to="/models">{t`Browse Models`}</ButtonLink>
        </EmptyState>
      </div>
    )
  }
  const words = wanted.trim().toLowerCase()
  const shown = rooms.filter((room) =>
    [room.doll.name, room.moderator?.full_name, room.latest_message].some((text) =>
      text?.toLowerCase().includes(words),
    ),
  )
  return (
    <>
      <div className="relative px-4 pb-3 md:ps-0">
        <Search aria-hidden size={18} className="-translate-y-1/2 absolute top-[calc(50%-0.375rem)] ms-3 text-ink-3" />
        <input
          type="search"
          value={wanted}
          aria-label={t`Search conversations`}
          placeholder={t`Search conversations`}
          onChange={({ target }) => setWanted(target.value)}
          className="h-11 w-full rounded-card border border-line-strong bg-surface pe-3 ps-10 placeholder:text-ink-3"
        />
      </div>
      <p role="status" className={shown.length === 0 ? "px-4 py-6 text-ink-2 md:ps-0" : "sr-only"}>
        {shown.length === 0
          ? t`No conversations match your search.`
          : words && plural(shown.length, { one: "1 conversation", other: `${shown.length} conversations` })}
      </p>
      <ul
        // The pictures align with the search above; the background of a selected row extends beyond them.
        className={cx("relative min-h-0 flex-1 overflow-y-auto md:-ms-3", shown.length === 0 && "hidden")}
      >
        {shown.map((room) => (
          <RoomEntry key={room.id} room={room} isSelected={room.id === selected} />
        ))}
      </ul>
    </>
  )
}

/** Characters of a message's preview. */
const maxPreview = 120

function RoomEntry({ room, isSelected }: { room: ChatRoom; isSelected: boolean }) {
  const { id, doll, unread_count, latest_message, last_message, last_activity_at } = room
  const unread = isSelected ? 0 : unread_count
  return (
    <li className="relative after:absolute after:inset-e-0 after:bottom-0 after:inset-s-0 after:h-px after:bg-line md:after:inset-s-3">
      <Link
        to={`/chat?room=${id}`}
        preventScrollReset
        aria-current={isSelected ? "true" : undefined}
        className={cx(
          "flex min-h-20 items-center gap-3 border-s-2 px-4 py-3 focus-visible:-outline-offset-2 max-md:ps-3.5 md:ps-2.5",
          isSelected ? "border-ink bg-sunken" : "edgeless hover:bg-sunken",
        )}
      >
        <Thumb picture={doll.picture} sizes="2.75rem" className="w-11 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-semibold">{doll.name}</span>
            <time dateTime={last_activity_at} className="shrink-0 text-ink-3 text-meta tabular">
              {relativeTime(last_activity_at)}
            </time>
          </span>
          <span className="flex items-center gap-2">
            <span className={cx("min-w-0 flex-1 truncate text-ui", unread > 0 ? "text-ink" : "text-ink-2")}>
              {last_message && last_message.sender_id === room.user_id && t`You: `}
              <bdi>{preview(latest_message ?? t`No messages yet`, maxPreview)}</bdi>
            </span>
            <UnreadBadge count={unread} />
          </span>
        </span>
      </Link>
    </li>
  )
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-3 px-4 pb-4 md:ps-0">
      <span className="sr-only">{t`Loading`}</span>
      <Skeleton className="h-11" />
      <Skeleton className="mt-3 h-14" />
      <Skeleton className="mt-3 h-14" />
      <Skeleton className="mt-3 h-14" />
    </div>
  )
}
