import { type UseQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { lazy, type RefObject, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { User } from "#contract/accounts.ts"
import type { Doll } from "#contract/catalog.ts"
import { chatTexts, staffTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { LoadingRows } from "../../people/account/OrderTable.tsx"
import { BackLink } from "../../people/chat/BackLink.tsx"
import css from "../../people/chat/chat.css?url"
import { Unavailable } from "../../people/chat/Unavailable.tsx"
import { useUnreadChats } from "../../people/chat/unread.ts"
import { explain } from "../../platform/api/client.ts"
import { useMe } from "../../platform/auth/user.ts"
import { privateMeta } from "../../platform/meta/meta.ts"
import { useTitle } from "../../platform/meta/useTitle.ts"
import { Guard } from "../../platform/navigation/Guard.tsx"
import { type Address, useNavigate } from "../../platform/router.ts"
import { Button, ButtonLink, IconButton } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { ChevronDown, CircleQuestionMark, MessageSquareQuote } from "../../platform/ui/icons.ts"
import { EmptyState, ErrorState, Skeleton } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import { ShortcutList, ShortcutRow } from "../staff-ui/Keys.tsx"
import { useSearch } from "../table/search.ts"
import { AssignedGrid } from "./AssignedGrid.tsx"
import { assignedQuery } from "./assigned.ts"
import { DeskSkeleton } from "./DeskSkeleton.tsx"
import { type Arrival, ModeratorPane } from "./ModeratorPane.tsx"
import { NoRoomSelected } from "./NoRoomSelected.tsx"
import { RoomList } from "./RoomList.tsx"
import { nextWaiting, type RoomFilters, readRoomFilters, roomsQuery, withNextPage } from "./rooms.ts"
import { useDeskChanges, usePresence } from "./usePresence.ts"
import { useRestOfScreen } from "./useRestOfScreen.ts"
import { useRoomKeys } from "./useRoomKeys.ts"

const CannedReplies = lazy(() => import("./CannedReplies.tsx"))

export const links = () => [{ rel: "stylesheet", href: css }]
export const meta = () => privateMeta(t`Moderator dashboard`)

export default function ModeratorRoute() {
  return (
    <Guard roles={["moderator"]} waiting={<DeskSkeleton />}>
      <Moderator />
    </Guard>
  )
}

function Moderator() {
  const { user } = useMe()
  if (!user) return <DeskSkeleton />
  return <ModeratorWorkspace user={user} />
}

function ModeratorWorkspace({ user }: { user: User }) {
  const { roomId, messageId, isRoomValid, want, linkTo, ...wanted } = useRoomFilters()
  const go = useNavigate()
  const [areRepliesOpen, setRepliesOpen] = useState(false)
  const assigned = useQuery(assignedQuery(user.id))
  const rooms = useInfiniteQuery(roomsQuery(user.uuid, wanted))
  const model = assigned.data?.find(({ id }) => id === wanted.dollId)?.name ?? null
  const isIn = roomId !== null || !isRoomValid
  const unread = useUnreadChats()
  useTitle(unread > 0 ? t`(${unread}) Moderator dashboard` : t`Moderator dashboard`)
  const desk = useRef<HTMLDivElement>(null)
  useRestOfScreen(desk)
  const arrival = useRef<Arrival>(null)
  /** Counts up to reopen a room that is assigned to the moderator again. */
  const [turn, setTurn] = useState(0)
  const pane = useRef<HTMLDivElement>(null)
  const again = useCallback(() => {
    // The focused element is about to be removed, so focus moves to the conversation.
    if (pane.current?.contains(document.activeElement)) arrival.current = "heading"
    setTurn((now) => now + 1)
  }, [])

  const open = (room: number, focus: Arrival) => {
    arrival.current = focus
    void go(linkTo(room), { preventScrollReset: true })
  }
  const more = () => withNextPage(rooms)
  const latest = useRef(linkTo)
  latest.current = linkTo
  const toLatest = useCallback(() => {
    void go(latest.current(roomId), { replace: true, preventScrollReset: true })
  }, [go, roomId])
  const openNext = async () => {
    const next = await nextWaiting(roomId).catch(() => undefined)
    if (next) open(next.id, "field")
    else toast(t`No other chat is waiting.`, { key: "next" })
  }
  useRoomKeys({
    next: () => void openNext(),
    rooms: rooms.data?.rooms,
    more: rooms.hasNextPage ? more : null,
    open: (room) => open(room, "field"),
  })
  useRoomFocus(roomId, arrival)
  usePresence(user.uuid)
  useDeskChanges()
  // A notification or a key may open a room while the page is scrolled.
  useEffect(() => {
    if (roomId !== null && window.innerWidth < 768) window.scrollTo({ top: 0 })
  }, [roomId])

  return (
    <>
      <WorkspaceHeader isIn={isIn} openReplies={() => setRepliesOpen(true)} />
      <div
        ref={desk}
        className={cx(
          "wrap grid grid-rows-1 border-line border-y max-md:px-0! md:grid-cols-[minmax(17rem,20rem)_minmax(0,1fr)]",
          workspaceHeight,
          roomId !== null && "max-md:h-full max-md:min-h-0 max-md:border-y-0",
        )}
      >
        <section
          aria-label={t`Chats about your models`}
          className={cx("flex min-h-0 min-w-0 flex-col border-line md:-ms-3.5 md:border-e", isIn && "max-md:hidden")}
        >
          <RoomList
            owner={user.uuid}
            wanted={wanted}
            model={model}
            isIdle={assigned.data?.length === 0}
            roomId={roomId}
            onWant={want}
            linkTo={linkTo}
            onOpen={() => {
              arrival.current = "heading"
            }}
            // The log focuses the message by itself.
            onOpenMessage={() => {
              arrival.current = null
            }}
          />
        </section>
        <div ref={pane} className={cx("min-h-0 min-w-0", !isIn && "max-md:hidden")}>
          {!isRoomValid ? (
            <Unavailable
              backTo={linkTo(null)}
              backLabel={t`Back to chats`}
              reason={chatTexts.invalidRoom}
              heading="h2"
            />
          ) : roomId === null ? (
            <NoRoomSelected
              rooms={rooms.data?.rooms}
              isNarrowed={wanted.queue !== "all" || wanted.q !== "" || wanted.dollId !== null}
              open={(room) => open(room, "heading")}
            />
          ) : (
            <ModeratorPane
              key={`${roomId}-${turn}`}
              roomId={roomId}
              user={user}
              arrival={arrival}
              again={again}
              manageReplies={() => setRepliesOpen(true)}
              messageId={messageId}
              toLatest={toLatest}
              close={() => void go(linkTo(null), { preventScrollReset: true })}
              leave={
                <ButtonLink to={linkTo(null)} variant="outline">
                  {t` Back to chats `}
                </ButtonLink>
              }
              back={<BackLink to={linkTo(null)} label={t`Back to chats`} className="md:hidden" />}
            />
          )}
        </div>
      </div>
      <AssignedModels assigned={assigned} isHidden={isIn} />
      <Dialog open={areRepliesOpen} onClose={() => setRepliesOpen(false)} title={t`Saved replies`}>
        <Suspense fallback={<LoadingRows rows={3} />}>
          <CannedReplies owner={user.uuid} />
        </Suspense>
      </Dialog>
    </>
  )
}

/**
 * On phones the list and the conversation replace each other, and one conversation can replace another, so the focused
 * element may disappear. Focus then moves to the conversation, to its row in the list, or to the heading.
 */
function useRoomFocus(roomId: number | null, arrival: RefObject<Arrival>): void {
  const before = useRef(roomId)
  // A layout effect runs before the conversation reads `arrival`.
  useLayoutEffect(() => {
    const last = before.current
    before.current = roomId
    if (last === roomId) return
    // The closed conversation may have been too slow to take the focus.
    if (roomId === null) arrival.current = null
    if (!isFocusLost()) return
    if (roomId !== null) arrival.current ??= "heading"
    else {
      const row = document.querySelector<HTMLElement>(`[data-room="${last}"] a`)
      const target = row?.checkVisibility() ? row : document.querySelector<HTMLElement>("#content h1")
      target?.focus()
    }
  }, [roomId, arrival])
}

const isFocusLost = () => document.activeElement === document.body || !document.activeElement?.checkVisibility()

/** The filters in the address, and functions that change them. */
function useRoomFilters() {
  const [params, changeSearch] = useSearch()
  const linkTo = (room: number | null, message?: number): Address => {
    const next = new URLSearchParams(params)
    if (message === undefined) next.delete("message")
    else next.set("message", String(message))
    if (room === null) next.delete("room")
    else next.set("room", String(room))
    return next.size > 0 ? `/moderator?${next}` : "/moderator"
  }
  const want = useCallback(
    (change: Partial<RoomFilters>) =>
      changeSearch(
        {
          queue: change.queue === "all" ? null : change.queue,
          q: change.q,
          doll: change.dollId === null ? null : change.dollId?.toString(),
        },
        { replace: "q" in change },
      ),
    [changeSearch],
  )
  return { ...readRoomFilters(params), want, linkTo }
}

function WorkspaceHeader({ isIn, openReplies }: { isIn: boolean; openReplies(): void }) {
  return (
    <div className={cx("wrap flex flex-wrap items-center justify-between gap-x-6", isIn ? "md:py-4" : "py-4")}>
      <h1 tabIndex={-1} className={cx("font-display text-h2", isIn && "max-md:sr-only")}>{t`Moderator dashboard`}</h1>
      <div className={cx("flex flex-wrap items-center gap-x-1", isIn && "max-md:hidden")}>
        <Button variant="quiet" className="-mx-4 sm:mx-0" onClick={openReplies}>
          <Trans>
            <MessageSquareQuote aria-hidden size={18} strokeWidth={1.5} className="max-sm:hidden" /> Saved replies{" "}
          </Trans>
        </Button>
        <Shortcuts />
      </div>
    </div>
  )
}

function Shortcuts() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t`Keyboard shortcuts`} className="-me-3 pointer-coarse:hidden" onClick={() => setOpen(true)}>
        <CircleQuestionMark aria-hidden size={20} strokeWidth={1.5} />
      </IconButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Keyboard shortcuts`}>
        <ShortcutList>
          <ShortcutRow keys={["Alt", "J"]}>{t`Next chat`}</ShortcutRow>
          <ShortcutRow keys={["Alt", "K"]}>{t`Previous chat`}</ShortcutRow>
          <ShortcutRow keys={["Alt", "N"]}>{t`Chat that waits longest`}</ShortcutRow>
          <ShortcutRow keys={["Alt", "/"]}>{t`Search chats and messages`}</ShortcutRow>
          <ShortcutRow keys={["Alt", "S"]}>{t`Snooze the chat`}</ShortcutRow>
          <ShortcutRow keys={["/"]}>{t`Saved replies, while writing`}</ShortcutRow>
          <ShortcutRow keys={["Alt", "1"]}>{t`First of these replies; up to 9`}</ShortcutRow>
          <ShortcutRow keys={["F"]}>{t`Flag the focused message`}</ShortcutRow>
          <ShortcutRow keys={["Del"]}>{t`Delete the focused message`}</ShortcutRow>
        </ShortcutList>
      </Dialog>
    </>
  )
}

interface AssignedModelsProps {
  assigned: UseQueryResult<Doll[]>
  /** True on phones while a chat covers the list. */
  isHidden: boolean
}

/** The models are folded, because moderators mostly need the list of chats. */
function AssignedModels({ assigned, isHidden }: AssignedModelsProps) {
  const { data, error, isPending, refetch } = assigned
  return (
    <section aria-labelledby="assigned" className={cx("wrap py-6", isHidden && "max-md:hidden")}>
      {data && data.length > 0 ? (
        <details className="group">
          <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-3">
            <h2 id="assigned" className="font-display text-h3">
              {staffTexts.assigned}
            </h2>
            <span className="tabular text-ink-3 text-ui">{data.length}</span>
            <ChevronDown aria-hidden size={18} className="group-open:rotate-180" />
          </summary>
          <div className="mt-4">
            <AssignedGrid dolls={data} label={staffTexts.assigned} />
          </div>
        </details>
      ) : (
        <>
          <h2 id="assigned" className="font-display text-h3">
            {staffTexts.assigned}
          </h2>
          {isPending && <Skeleton className="mt-3 h-5 w-40" />}
          {error && (
            <ErrorState title={chatTexts.assignedFailed} detail={explain(error)} retry={() => void refetch()} />
          )}
          {data && (
            <EmptyState title={staffTexts.noneAssigned}>
              <p className="text-ink-2">{t`When an admin assigns you a model, its chats appear here.`}</p>
            </EmptyState>
          )}
        </>
      )}
    </section>
  )
}

/** Fills the rest of the screen; on phones, it ends above the mobile bar. */
const workspaceHeight =
  "h-[calc(100dvh-var(--above,10rem)-3.5rem-env(safe-area-inset-bottom))] min-h-[26rem] md:h-[calc(100dvh-var(--above,10rem))]"
