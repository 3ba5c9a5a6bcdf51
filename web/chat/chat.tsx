import { useQuery } from "@tanstack/react-query"
import { ArrowLeft, Search } from "lucide-react"
import { useCallback, useState } from "react"
import { Link, useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import type { ChatRoom } from "#contract/chat.ts"
import { chatTexts, modelTexts } from "#contract/texts.ts"
import { explain } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import { useMe } from "../session/account.ts"
import { Guard } from "../shell/Guard.tsx"
import { privateMeta } from "../shell/meta.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { EmptyState, ErrorState, PageSpinner, Skeleton } from "../ui/states.tsx"
import { ChatPane } from "./ChatPane.tsx"
import { chatHeight } from "./looks.ts"
import { roomsQuery } from "./rooms.ts"
import { relativeTime } from "./times.ts"
import { Unavailable } from "./Unavailable.tsx"

export const meta = () => privateMeta("Messages")

export default function ChatRoute() {
  return (
    <Guard roles={["user"]}>
      <Messages />
    </Guard>
  )
}

function Messages() {
  const { user } = useMe()
  if (!user) return <PageSpinner />
  if (user.membership_level === "free") return <ForMembers />
  return <Rooms user={user} />
}

function ForMembers() {
  return (
    <div className="wrap flex min-h-[60svh] flex-col items-start justify-center gap-5 py-12">
      <h1 className="font-display text-h1">Messages</h1>
      <p className="max-w-measure text-ink-2 text-lead">{modelTexts.chatNeedsMembership}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/upgrade">See memberships</ButtonLink>
        <ButtonLink to="/models" look="outline">
          Browse models
        </ButtonLink>
      </div>
    </div>
  )
}

/** On wide screens the list beside the conversation, on narrow ones the one or the other. */
function Rooms({ user }: { user: User }) {
  const [params] = useSearchParams()
  const asked = params.get("room")
  const roomId = asked !== null && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null
  const { data, error, refetch } = useQuery(roomsQuery(user.uuid))
  const refresh = useCallback(() => void queries().invalidateQueries({ queryKey: ["chat-rooms"] }), [])
  return (
    <div
      className={cx("wrap grid grid-cols-1 grid-rows-1 max-md:px-0 md:grid-cols-[minmax(17rem,22rem)_1fr]", chatHeight)}
    >
      <section
        aria-label="Conversations"
        className={cx("flex min-h-0 min-w-0 flex-col border-line md:border-r", asked !== null && "max-md:hidden")}
      >
        <div className="px-4 pt-5 pb-3 md:pl-0">
          <h1 className="font-display text-h2">Messages</h1>
        </div>
        {data && <RoomList rooms={data} selected={roomId} />}
        {!data && error && <ErrorState title={chatTexts.roomsFailed} detail={explain(error)} retry={refetch} />}
        {!data && !error && <Waiting />}
      </section>
      <div className={cx("min-h-0 min-w-0", asked === null && "max-md:hidden")}>
        {asked === null && (
          <p className="flex h-full items-center justify-center px-6 text-center text-ink-2">
            {data?.length === 0 ? "" : "Choose a conversation."}
          </p>
        )}
        {asked !== null && roomId === null && (
          <Unavailable backTo="/chat" backLabel="Back to messages" reason={chatTexts.invalidRoom} heading="h2" />
        )}
        {roomId !== null && (
          <ChatPane
            key={roomId}
            roomId={roomId}
            user={user}
            heading="h2"
            backTo="/chat"
            backLabel="Back to messages"
            onActivity={refresh}
            back={
              <Link
                to="/chat"
                aria-label="Back to messages"
                className="-ml-2 inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken md:hidden"
              >
                <ArrowLeft aria-hidden size={20} />
              </Link>
            }
          />
        )}
      </div>
    </div>
  )
}

function RoomList({ rooms, selected }: { rooms: ChatRoom[]; selected: number | null }) {
  const [wanted, setWanted] = useState("")
  if (rooms.length === 0) {
    return (
      <EmptyState title="No conversations yet">
        <p className="w-full text-ink-2">Open a model and choose Chat to begin one.</p>
        <ButtonLink to="/models">Browse models</ButtonLink>
      </EmptyState>
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
      <div className="relative px-4 pb-3 md:pl-0">
        <Search aria-hidden size={18} className="-translate-y-1/2 absolute top-[calc(50%-0.375rem)] ml-3 text-ink-3" />
        <input
          type="search"
          value={wanted}
          aria-label="Search conversations"
          placeholder="Search conversations"
          onChange={({ target }) => setWanted(target.value)}
          className="h-11 w-full rounded-input border border-line-strong bg-surface pr-3 pl-10 placeholder:text-ink-3"
        />
      </div>
      <p role="status" className={shown.length === 0 ? "px-4 py-6 text-ink-2 md:pl-0" : "sr-only"}>
        {shown.length === 0
          ? "No conversation matches."
          : words && (shown.length === 1 ? "1 conversation" : `${shown.length} conversations`)}
      </p>
      <ul className="relative min-h-0 flex-1 overflow-y-auto border-line border-t">
        {shown.map((room) => (
          <RoomEntry key={room.id} room={room} isSelected={room.id === selected} />
        ))}
      </ul>
    </>
  )
}

function RoomEntry({ room, isSelected }: { room: ChatRoom; isSelected: boolean }) {
  const { id, doll, unread_count, latest_message, last_message, last_activity_at } = room
  const unread = isSelected ? 0 : unread_count
  return (
    <li className="border-line border-b">
      <Link
        to={`/chat?room=${id}`}
        preventScrollReset
        aria-current={isSelected ? "true" : undefined}
        className={cx(
          "flex min-h-20 items-center gap-3 px-4 py-3 focus-visible:-outline-offset-2 md:pl-3",
          isSelected ? "bg-sunken" : "hover:bg-sunken",
        )}
      >
        {doll.image_url ? (
          <img
            src={doll.image_url}
            alt=""
            loading="lazy"
            className="h-14 w-11 shrink-0 rounded-card bg-sunken object-cover"
          />
        ) : (
          <span aria-hidden className="h-14 w-11 shrink-0 rounded-card bg-sunken" />
        )}
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-semibold">{doll.name}</span>
            <time dateTime={last_activity_at} className="shrink-0 text-ink-3 text-meta tabular">
              {relativeTime(last_activity_at)}
            </time>
          </span>
          <span className="flex items-center gap-2">
            <span className={cx("min-w-0 flex-1 truncate text-ui", unread > 0 ? "text-ink" : "text-ink-2")}>
              {last_message && last_message.sender_id === room.user_id && "You: "}
              {latest_message ?? "Nothing has been said yet"}
            </span>
            {unread > 0 && (
              <span className="shrink-0 rounded-full bg-accent px-1.5 font-semibold text-badge text-canvas tabular">
                {unread > 9 ? "9+" : unread}
                <span className="sr-only"> unread</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-3 p-4 md:pl-0">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}
