import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { MessageSquareQuote } from "lucide-react"
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react"
import { useNavigate, useSearchParams } from "react-router"
import type { User } from "#contract/accounts.ts"
import { chatTexts, staffTexts } from "#contract/texts.ts"
import { LoadingRows } from "../account/OrderTable.tsx"
import { explain } from "../api/client.ts"
import { BackLink } from "../chat/BackLink.tsx"
import { useMe } from "../session/account.ts"
import { Guard } from "../shell/Guard.tsx"
import { privateMeta } from "../shell/meta.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { EmptyState, ErrorState, PageSpinner } from "../ui/states.tsx"
import { AssignedGrid, LoadingGrid } from "./AssignedGrid.tsx"
import { assignedQuery } from "./assigned.ts"
import { type Arrival, DeskPane } from "./DeskPane.tsx"
import { NoRoom } from "./NoRoom.tsx"
import { RoomList } from "./RoomList.tsx"
import { roomsQuery, type Wanted, wantedIn, withNextPage } from "./rooms.ts"
import { usePresence } from "./usePresence.ts"
import { useRestOfScreen } from "./useRestOfScreen.ts"
import { useRoomKeys } from "./useRoomKeys.ts"

const CannedReplies = lazy(() => import("./CannedReplies.tsx"))

export const meta = () => privateMeta("Moderator Dashboard")

export default function ModeratorRoute() {
  return (
    <Guard roles={["moderator"]}>
      <Moderator />
    </Guard>
  )
}

function Moderator() {
  const { user } = useMe()
  if (!user) return <PageSpinner />
  return <Desk user={user} />
}

function Desk({ user }: { user: User }) {
  const [params, setParams] = useSearchParams()
  const go = useNavigate()
  const [areRepliesOpen, setRepliesOpen] = useState(false)
  const { roomId, ...wanted } = wantedIn(params)
  const assigned = useQuery(assignedQuery(user.id))
  const rooms = useInfiniteQuery(roomsQuery(user.uuid, wanted))
  const model = assigned.data?.find(({ id }) => id === wanted.dollId)?.name ?? null
  const isIn = roomId !== null
  const desk = useRef<HTMLDivElement>(null)
  useRestOfScreen(desk)
  const arrival = useRef<Arrival>(null)
  /** A room that was taken away, and is given back, begins anew. */
  const [turn, setTurn] = useState(0)
  const pane = useRef<HTMLDivElement>(null)
  const again = useCallback(() => {
    // Whoever was at what goes now is at the conversation then.
    if (pane.current?.contains(document.activeElement)) arrival.current = "heading"
    setTurn((now) => now + 1)
  }, [])

  const linkTo = (room: number | null) => {
    const next = new URLSearchParams(params)
    if (room === null) next.delete("room")
    else next.set("room", String(room))
    return next.size > 0 ? `/moderator?${next}` : "/moderator"
  }
  const want = useCallback(
    (change: Partial<Wanted>) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          const { queue, q, dollId } = { ...wantedIn(now), ...change }
          write(next, "queue", queue === "all" ? null : queue)
          write(next, "q", q || null)
          write(next, "doll", dollId === null ? null : String(dollId))
          return next
        },
        { replace: "q" in change, preventScrollReset: true },
      ),
    [setParams],
  )
  const open = (room: number) => {
    arrival.current = isWriting() || arrival.current === "field" ? "field" : "heading"
    void go(linkTo(room), { preventScrollReset: true })
  }
  const more = () => withNextPage(rooms)
  useRoomKeys({ rooms: rooms.data?.rooms, more: rooms.hasNextPage ? more : null, open })
  usePresence(user.uuid)
  // From a notification or a key, one is at the conversation, not somewhere above it.
  useEffect(() => {
    if (roomId !== null && window.innerWidth < 768) window.scrollTo({ top: 0 })
  }, [roomId])

  return (
    <>
      <div className={cx("wrap flex flex-wrap items-center justify-between gap-x-6", isIn ? "md:py-4" : "py-4")}>
        <h1 className={cx("font-display text-h2", isIn && "max-md:sr-only")}>Moderator Dashboard</h1>
        <div className={cx("flex flex-wrap items-center gap-x-5", isIn && "max-md:hidden")}>
          <p className="hidden text-ink-3 text-meta xl:block">
            <kbd>Alt</kbd> <kbd>J</kbd> next chat, <kbd>Alt</kbd> <kbd>K</kbd> the one before, <kbd>/</kbd> ready-made
            replies; on a message <kbd>F</kbd> flags, <kbd>Del</kbd> deletes
          </p>
          <Button look="quiet" className="-mx-5 sm:mx-0" onClick={() => setRepliesOpen(true)}>
            <MessageSquareQuote aria-hidden size={18} strokeWidth={1.5} className="max-sm:hidden" />
            Ready-made replies
          </Button>
        </div>
      </div>
      <div
        ref={desk}
        className={cx(
          "wrap grid border-line border-y max-md:px-0 md:grid-cols-[minmax(17rem,20rem)_minmax(0,1fr)]",
          deskHeight,
        )}
      >
        <section
          aria-label="Chats of your models"
          className={cx("flex min-h-0 min-w-0 flex-col border-line md:border-r", isIn && "max-md:hidden")}
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
          />
        </section>
        <div ref={pane} className={cx("min-h-0 min-w-0", !isIn && "max-md:hidden")}>
          {roomId === null ? (
            <NoRoom rooms={rooms.data?.rooms} open={open} />
          ) : (
            <DeskPane
              key={`${roomId}-${turn}`}
              roomId={roomId}
              user={user}
              arrival={arrival}
              again={again}
              manageReplies={() => setRepliesOpen(true)}
              leave={
                <ButtonLink to={linkTo(null)} look="outline">
                  Back to the chats
                </ButtonLink>
              }
              back={<BackLink to={linkTo(null)} label="Back to the chats" className="md:hidden" />}
            />
          )}
        </div>
      </div>
      <section aria-labelledby="assigned" className={cx("wrap py-12", isIn && "max-md:hidden")}>
        <h2 id="assigned" className="font-display text-h2">
          {staffTexts.assigned}
        </h2>
        <div className="mt-6">
          {assigned.isPending && <LoadingGrid label="Loading your models" />}
          {assigned.error && !assigned.data && (
            <ErrorState
              title={chatTexts.assignedFailed}
              detail={explain(assigned.error)}
              retry={() => void assigned.refetch()}
            />
          )}
          {assigned.data?.length === 0 && (
            <EmptyState title={staffTexts.noneAssigned}>
              <p className="text-ink-2">An admin gives models into your care; their chats then appear here.</p>
            </EmptyState>
          )}
          {assigned.data && assigned.data.length > 0 && (
            <AssignedGrid dolls={assigned.data} label={staffTexts.assigned} />
          )}
        </div>
      </section>
      <Dialog open={areRepliesOpen} onClose={() => setRepliesOpen(false)} title="Ready-made replies">
        <Suspense fallback={<LoadingRows rows={3} />}>
          <CannedReplies owner={user.uuid} />
        </Suspense>
      </Dialog>
    </>
  )
}

/** The rest of the screen; on phones above the bar of shortcuts. */
const deskHeight =
  "h-[calc(100dvh-var(--above,10rem)-3.5rem-env(safe-area-inset-bottom))] min-h-[26rem] md:h-[calc(100dvh-var(--above,10rem))]"

const isWriting = () => document.activeElement instanceof HTMLTextAreaElement

function write(params: URLSearchParams, name: string, value: string | null): void {
  if (value === null) params.delete(name)
  else params.set(name, value)
}
