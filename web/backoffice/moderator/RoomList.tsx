import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { ChatRoom } from "#contract/chat.ts"
import { maxRoomSearchLength } from "#contract/limits.ts"
import { chatTexts } from "#contract/memberText.ts"
import { plural, t } from "#contract/t.ts"
import { readDraft } from "../../people/chat/drafts.ts"
import { readOutbox } from "../../people/chat/outbox.ts"
import { relativeTime } from "../../people/chat/times.ts"
import { UnreadBadge } from "../../people/chat/UnreadBadge.tsx"
import { useClock } from "../../people/chat/useClock.ts"
import { explain } from "../../platform/api/client.ts"
import { type Address, Link } from "../../platform/router.ts"
import { Button, IconButton } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { preview } from "../../platform/ui/format.ts"
import { Clock, Flag, Search, X } from "../../platform/ui/icons.ts"
import { ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Thumb } from "../../platform/ui/Thumb.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { FoundMessages } from "./FoundMessages.tsx"
import {
  type Queue,
  queueSizeQuery,
  queues,
  type RoomFilters,
  roomsQuery,
  snoozeText,
  waitOf,
  withNextPage,
} from "./rooms.ts"

/** Characters of a message's preview, also for screen readers. */
const maxPreview = 120

interface RoomListProps {
  owner: string
  wanted: RoomFilters
  /** The name of the selected model. */
  model: string | null
  /** True if no model is assigned. */
  isIdle: boolean
  roomId: number | null
  onWant(wanted: Partial<RoomFilters>): void
  linkTo(roomId: number, messageId?: number): Address
  onOpen(): void
  onOpenMessage(): void
}

/** The moderator's chats by queue. They can be searched by member, model or message. */
export function RoomList({
  owner,
  wanted,
  model,
  isIdle,
  roomId,
  onWant,
  linkTo,
  onOpen,
  onOpenMessage,
}: RoomListProps) {
  const query = useInfiniteQuery(roomsQuery(owner, wanted))
  useClock()
  const { data, error, isPending, refetch } = query
  const list = useRef<HTMLUListElement>(null)
  /** The number of rooms at the time when the next page was requested. */
  const before = useRef<number | null>(null)
  const count = data?.rooms.length ?? 0
  // The button that was pressed is gone or disabled, so focus moves to the first new room.
  useEffect(() => {
    if (before.current === null || count <= before.current) return
    if (document.activeElement === document.body) {
      list.current?.children[before.current]?.querySelector("a")?.focus()
    }
    before.current = null
  }, [count])
  const more = () => {
    before.current = count
    void withNextPage(query)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SearchField q={wanted.q} onSearch={(q) => onWant({ q })} />
      <Queues owner={owner} current={wanted.queue} onChoose={(queue) => onWant({ queue })} />
      {wanted.dollId !== null && (
        <p className="flex items-center justify-between gap-2 border-line border-b pe-3 text-ui max-md:px-4 md:ms-3.5">
          <span className="min-w-0 truncate">
            <Trans>Only {model ?? t`one model`}</Trans>
          </span>
          <IconButton label={t`Show chats for all models`} onClick={() => onWant({ dollId: null })}>
            <X aria-hidden size={18} />
          </IconButton>
        </p>
      )}
      <p role="status" className="sr-only">
        {data && plural(data.total, { one: "1 chat", other: `${data.total} chats` })}
      </p>
      <div data-scrolls className="min-h-0 flex-1 overflow-y-auto">
        {isPending && <LoadingList />}
        {error && !data && (
          <ErrorState title={chatTexts.roomsFailed} detail={explain(error)} retry={() => void refetch()} />
        )}
        {data?.rooms.length === 0 && <Nothing wanted={wanted} isIdle={isIdle} onWant={onWant} />}
        {data && data.rooms.length > 0 && (
          <ul ref={list} aria-label={t`Chats`}>
            {data.rooms.map((room) => (
              <RoomRow
                key={room.id}
                owner={owner}
                room={room}
                isOpen={room.id === roomId}
                to={linkTo(room.id)}
                onOpen={onOpen}
              />
            ))}
          </ul>
        )}
        {query.isFetchNextPageError && <ErrorState title={chatTexts.roomsFailed} detail={explain(error)} />}
        {query.hasNextPage && (
          <Button
            variant="outline"
            className="m-3"
            busy={query.isFetchingNextPage}
            onClick={more}
          >{t`Load more`}</Button>
        )}
        {wanted.q.length > 1 && <FoundMessages owner={owner} q={wanted.q} linkTo={linkTo} onOpen={onOpenMessage} />}
      </div>
    </div>
  )
}

function SearchField({ q, onSearch }: { q: string; onSearch(q: string): void }) {
  const [text, setText] = useState(q)
  const sent = useRef(q)
  useEffect(() => {
    if (q === sent.current) return
    sent.current = q
    setText(q)
  }, [q])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      onSearch(wanted)
    }, 250)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <div className="relative p-3 ps-3.5 max-md:px-4">
      <Search
        aria-hidden
        size={18}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 inset-s-6.5 text-ink-3 max-md:inset-s-7"
      />
      <input
        id="search-chats"
        type="search"
        aria-label={t`Search chats and messages`}
        placeholder={t`Member, model or words`}
        maxLength={maxRoomSearchLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="block h-11 w-full rounded-card border border-line-strong bg-surface pe-3 ps-10 text-body placeholder:text-ink-3"
      />
    </div>
  )
}

function Queues({ owner, current, onChoose }: { owner: string; current: Queue; onChoose(queue: Queue): void }) {
  const sizes = {
    waiting: useQuery(queueSizeQuery(owner, "waiting")).data,
    snoozed: useQuery(queueSizeQuery(owner, "snoozed")).data,
    unread: useQuery(queueSizeQuery(owner, "unread")).data,
    flagged: useQuery(queueSizeQuery(owner, "flagged")).data,
  }
  return (
    <fieldset className="flex flex-wrap border-line border-b pe-3 max-md:px-4 md:ms-3.5">
      <legend className="sr-only">{t`Queue`}</legend>
      {queues.map(({ id, label }) => {
        const size = id === "all" ? undefined : sizes[id]
        const isCurrent = id === current
        if (id === "snoozed" && !size && !isCurrent) return null
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isCurrent}
            onClick={() => onChoose(id)}
            className={cx(
              "-mb-px inline-flex min-h-11 flex-1 items-center justify-center gap-1 border-b-2 px-1 text-meta focus-visible:-outline-offset-2",
              isCurrent ? "border-ink font-semibold" : "edgeless text-ink-2 hover:text-ink",
            )}
          >
            {label}
            {size !== undefined && size > 0 && <span className="tabular text-ink-2 text-meta">{size}</span>}
          </button>
        )
      })}
    </fieldset>
  )
}

interface RoomRowProps {
  owner: string
  room: ChatRoom
  isOpen: boolean
  to: Address
  onOpen(): void
}

function RoomRow({ owner, room, isOpen, to, onOpen }: RoomRowProps) {
  const { user, doll, unread_count: unread, flagged_count: flagged = 0, latest_message: latest } = room
  const own = room.last_message !== null && room.last_message.sender_id !== user.id
  const wait = room.snoozed || room.frozen ? null : waitOf(room)
  const row = useRef<HTMLLIElement>(null)
  // The open room shows its draft and unsent messages itself.
  const draft = isOpen ? "" : readDraft(owner, room.id).trim()
  const unsent = isOpen ? 0 : readOutbox(owner, room.id).length
  useEffect(() => {
    if (isOpen && row.current) bringIntoSight(row.current)
  }, [isOpen])
  return (
    <li
      ref={row}
      data-room={room.id}
      className="relative after:absolute after:inset-e-0 after:bottom-0 after:inset-s-0 after:h-px after:bg-line md:after:inset-s-3.5 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]"
    >
      <Link
        to={to}
        preventScrollReset
        onClick={onOpen}
        aria-current={isOpen ? "true" : undefined}
        className={cx(
          "flex gap-3 border-s-2 px-3 py-3 focus-visible:-outline-offset-2 max-md:pe-4 max-md:ps-3.5",
          isOpen ? "border-ink bg-surface" : "edgeless hover:bg-surface",
        )}
      >
        <Thumb picture={doll.picture} sizes="2.75rem" className="w-11 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={cx("min-w-0 flex-1 truncate text-ui", unread > 0 ? "font-semibold" : "font-medium")}>
              <bdi>{user.full_name || t`Former member`}</bdi>
            </span>
            <time dateTime={room.last_activity_at} className="tabular shrink-0 text-ink-3 text-badge">
              {relativeTime(room.last_activity_at)}
            </time>
          </span>
          <span className="flex items-center gap-2 text-ink-2 text-meta">
            <span className="min-w-0 truncate">{doll.name}</span>
            {room.other_online && (
              <span className="inline-flex shrink-0 items-center gap-1 text-success">
                <span aria-hidden className="size-1.5 rounded-full bg-current" />
                {t`Online`}
              </span>
            )}
          </span>
          {wait && (
            <span className={cx("block truncate text-meta", wait.isLate ? "font-semibold text-ink" : "text-ink-3")}>
              {wait.isLate ? t`${wait.text}, past the target` : wait.text}
            </span>
          )}
          <span className="flex items-center gap-2">
            <span className={cx("min-w-0 flex-1 truncate text-meta", unread > 0 ? "text-ink" : "text-ink-3")}>
              {draft && <span className="font-semibold text-accent">{t`Draft: `}</span>}
              {!draft && latest && own && t`You: `}
              <bdi>{preview(draft || latest || t`No messages yet`, maxPreview)}</bdi>
            </span>
            {room.snoozed && (
              <span
                title={snoozeText(room.snoozed)}
                className="inline-flex shrink-0 items-center gap-1 text-badge text-ink-3"
              >
                <Trans>
                  <Clock aria-hidden size={14} /> Snoozed
                </Trans>
              </span>
            )}
            {unsent > 0 && <span className="shrink-0 text-badge text-danger">{t`${unsent} not sent`}</span>}
            {flagged > 0 && (
              <span className="inline-flex shrink-0 items-center gap-0.5 text-warn text-badge">
                <Flag aria-hidden size={14} />
                <span className="sr-only">{t`Flagged: `}</span>
                {flagged}
              </span>
            )}
            {room.frozen && <span className="shrink-0 text-badge text-danger">{t`Closed`}</span>}
            <UnreadBadge count={unread} />
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Scrolls only the list, not the page. */
function bringIntoSight(row: HTMLElement): void {
  const list = row.closest<HTMLElement>("[data-scrolls]")!
  const [outer, inner] = [list.getBoundingClientRect(), row.getBoundingClientRect()]
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom
}

function Nothing({
  wanted: { queue, q, dollId },
  isIdle,
  onWant,
}: Pick<RoomListProps, "wanted" | "isIdle" | "onWant">) {
  const isNarrowed = q !== "" || dollId !== null
  const text = {
    all: isIdle
      ? t`You have no assigned models yet. Once an admin assigns you one, its chats appear here.`
      : t`No chats yet. When a member writes about one of your models, the chat appears here.`,
    waiting: t`Nobody is waiting for an answer.`,
    unread: t`You're all caught up.`,
    flagged: t`No chats with flagged messages.`,
    snoozed: t`No chats are snoozed.`,
  }[queue]
  return (
    <div className="px-4 py-10 text-center text-ink-2 text-ui">
      <p className="text-balance">{isNarrowed ? t`No chats match your search.` : text}</p>
      {(isNarrowed || queue !== "all") && (
        <Button
          variant="quiet"
          className="mt-2"
          onClick={() => onWant({ queue: "all", q: "", dollId: null })}
        >{t`Show all chats`}</Button>
      )}
    </div>
  )
}

function LoadingList() {
  return (
    <div role="status" className="grid gap-3 p-3">
      <span className="sr-only">{t`Loading chats`}</span>
      {["one", "two", "three", "four"].map((name) => (
        <Skeleton key={name} className="h-16" />
      ))}
    </div>
  )
}
