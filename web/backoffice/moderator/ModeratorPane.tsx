import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react"
import type { User } from "#contract/accounts.ts"
import type { ChatRoomDetail } from "#contract/chat.ts"
import type { AccountFrame } from "#contract/sockets.ts"
import { t } from "#contract/t.ts"
import { ConnectionBanner } from "../../people/chat/Banner.tsx"
import { Composer, type ComposerHandle } from "../../people/chat/Composer.tsx"
import type { Conversation, View } from "../../people/chat/conversation.ts"
import { MessageLog } from "../../people/chat/MessageLog.tsx"
import { DropArea, RoomHeader, Typing } from "../../people/chat/PaneParts.tsx"
import { useChatMark } from "../../people/chat/useChatMark.ts"
import { useConversation, useRoomChanges } from "../../people/chat/useConversation.ts"
import { queries } from "../../platform/api/queries.ts"
import { Paused } from "../../platform/auth/Paused.tsx"
import { onFrame } from "../../platform/session/frames.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { IconButton } from "../../platform/ui/Button.tsx"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import { Info } from "../../platform/ui/icons.ts"
import { ErrorState, PageSpinner } from "../../platform/ui/states.tsx"
import { Trans } from "../../platform/ui/Trans.tsx"
import { useNarrow } from "../../platform/ui/useNarrow.ts"
import { Notes } from "../staff-ui/Notes.tsx"
import { Timeline } from "../staff-ui/Timeline.tsx"
import { type CannedHandle, CannedMenu } from "./CannedMenu.tsx"
import { FlaggedHere } from "./FlaggedHere.tsx"
import { MemberContext } from "./MemberContext.tsx"
import { NotAssigned } from "./NotAssigned.tsx"
import { Ratings } from "./Ratings.tsx"
import { RoomActions } from "./RoomActions.tsx"
import { snoozeText } from "./rooms.ts"
import { useMessagesAround } from "./useMessagesAround.ts"

/** The element that gets the focus once the conversation is loaded. */
export type Arrival = "heading" | "field" | null

interface ModeratorPaneProps {
  roomId: number
  user: User
  arrival: RefObject<Arrival>
  /** Opens the room again. */
  again(): void
  /** A link before the name, shown where the list is not beside the conversation. */
  back: ReactNode
  /** A link that closes a room which cannot be opened. */
  leave: ReactNode
  manageReplies(): void
  /** The message to open the room at. */
  messageId: number | null
  toLatest(): void
  /** Leaves a room that is done for now. */
  close(): void
}

/** A moderator's conversation: messages, canned replies and the panel about the member. */
export function ModeratorPane({
  roomId,
  user,
  arrival,
  again,
  back,
  leave,
  manageReplies,
  close,
  messageId,
  toLatest,
}: ModeratorPaneProps) {
  const [view, conversation] = useConversation(roomId, user)
  const [isContextOpen, setContextOpen] = useState(false)
  const composer = useRef<ComposerHandle>(null)
  useChatMark(useNarrow() ? "screen" : "open", true)
  const { status, facts, room, connection } = view
  const flagged = room.messages.flatMap(({ id, flagged }) => (flagged ? [id] : [])).join()
  useRoomChanges(view, conversation, flagged)
  const remove = useCallback((id: number) => conversation.removeSoon(id), [conversation])
  // The member's level may have changed while they were away.
  const isHere = facts ? room.online[facts.user_id] : undefined
  const wasHere = useRef(isHere)
  useEffect(() => {
    if (wasHere.current !== undefined && isHere !== wasHere.current) conversation.reload()
    wasHere.current = isHere
  }, [isHere, conversation])
  useSnoozeEnd(roomId, view, conversation)
  const around = useMessagesAround(roomId, messageId, view, conversation, toLatest)
  const wasWaiting = useRef(0)
  const waiting = view.outgoing.length
  // Someone who writes must see the message, which is at the end.
  useEffect(() => {
    if (waiting > wasWaiting.current && around?.loadNewer) toLatest()
    wasWaiting.current = waiting
  }, [waiting, around, toLatest])
  const heading = useArrivalFocus(arrival, status, composer)
  const flag = useCallback(
    (id: number, flagged: boolean) =>
      void conversation
        .flag(id, flagged)
        .then(() => queries().invalidateQueries({ queryKey: ["chat-flagged", roomId] })),
    [conversation, roomId],
  )

  const retry = () => {
    arrival.current = "heading"
    conversation.reload()
  }

  if (status === "loading" || status === "failed") {
    return (
      <div className="h-full">
        <div className="flex min-h-16 items-center px-4 py-2 md:hidden">{back}</div>
        <h2 ref={heading} tabIndex={-1} className="sr-only">{t`Conversation`}</h2>
        {status === "loading" && <PageSpinner label={t`Loading the conversation`} />}
        {status === "failed" && <ErrorState title={view.title} detail={view.detail} retry={retry} />}
      </div>
    )
  }
  if (status === "unavailable" || !facts) {
    return (
      <NotAssigned
        heading={heading}
        account={user.uuid}
        roomId={roomId}
        moved={view.code === "CHAT_MOVED" ? view.detail : null}
        unsent={view.outgoing}
        discard={conversation.discard}
        again={again}
        leave={leave}
      />
    )
  }

  const name = facts.user.full_name || t`Former member`
  const mayFlag = user.suspended ? undefined : flag
  const flaggedHere = (
    <FlaggedHere roomId={roomId} meId={user.id} known={flagged} onUnflag={mayFlag && ((id) => mayFlag(id, false))} />
  )
  const staffOnly = (
    <>
      {flaggedHere}
      <Ratings roomId={roomId} />
      <section aria-label={t`Notes`}>
        <h3 className="mb-3 font-display text-h3">{t`Notes`}</h3>
        <Notes of={`/chat/rooms/${roomId}`} />
      </section>
      <section aria-label={t`Timeline`}>
        <h3 className="mb-3 font-display text-h3">{t`Timeline`}</h3>
        <Timeline of={`/chat/rooms/${roomId}`} />
      </section>
    </>
  )
  const isTyping = room.typing.includes(facts.user_id)
  return (
    <div className="@container h-full min-h-0">
      <div className="grid h-full min-h-0 @min-[53rem]:grid-cols-[minmax(0,1fr)_18rem]">
        <DropArea composer={composer} className="min-w-0">
          <RoomHeader
            back={back}
            facts={facts}
            title={
              <h2 ref={heading} tabIndex={-1} className="wrap-anywhere font-display text-h3">
                {name}
              </h2>
            }
            about={`${facts.doll.name}${isHere ? t`, online` : ""}`}
            connection={connection}
            isDesk
          >
            {!user.suspended && (
              <RoomActions
                room={facts}
                lastMessageId={room.messages.at(-1)?.id ?? 0}
                close={close}
                changed={conversation.reload}
              />
            )}
            <IconButton
              label={t`About ${name}`}
              onClick={() => setContextOpen(true)}
              className="-me-3 shrink-0 @min-[53rem]:hidden"
            >
              <Info aria-hidden size={20} strokeWidth={1.5} />
            </IconButton>
          </RoomHeader>
          <ConnectionBanner status={connection} reconnect={conversation.reconnect} />
          {facts.snoozed && (
            <p className="shrink-0 border-line border-b px-4 py-2 text-ink-2 text-meta">{snoozeText(facts.snoozed)}</p>
          )}
          <MessageLog
            key={`${messageId}-${around !== null}`}
            view={around?.view ?? view}
            conversation={around?.conversation ?? conversation}
            startAt={messageId ?? undefined}
            loadNewer={around?.loadNewer}
            toLatest={toLatest}
            meId={user.id}
            otherRead={room.reads[facts.user_id] ?? 0}
            onRemove={user.suspended ? undefined : remove}
            onFlag={mayFlag}
          />
          <Typing name={isTyping ? name : null} />
          <ReplyArea
            composer={composer}
            conversation={conversation}
            view={view}
            facts={facts}
            user={user}
            roomId={roomId}
            manageReplies={manageReplies}
          />
        </DropArea>
        <aside
          aria-label={t`About ${name}`}
          className="hidden min-h-0 overflow-y-auto border-line border-s @min-[53rem]:block"
        >
          <MemberContext facts={facts} className="p-4">
            {staffOnly}
          </MemberContext>
        </aside>
        <Dialog open={isContextOpen} onClose={() => setContextOpen(false)} title={t`Member and model`} shape="side">
          <MemberContext facts={facts}>{staffOnly}</MemberContext>
        </Dialog>
      </div>
    </div>
  )
}

/** Reloads the room when its snooze may have ended: at its time, in another tab, or because the member wrote. */
function useSnoozeEnd(roomId: number, { facts, room }: View, conversation: Conversation): void {
  useEffect(
    () =>
      onFrame<Extract<AccountFrame, { type: "desk" }>>("desk", ({ room_id }) => {
        if (room_id === roomId) conversation.reload()
      }),
    [roomId, conversation],
  )
  const isSnoozed = Boolean(facts?.snoozed)
  const written = room.messages.findLast(({ sender_id }) => sender_id === facts?.user_id)?.id
  const seen = useRef(written)
  useEffect(() => {
    if (isSnoozed && seen.current !== undefined && written !== seen.current) conversation.reload()
    seen.current = written
  }, [isSnoozed, written, conversation])
}

/** Moves focus once the conversation is loaded. Returns the heading's ref. */
function useArrivalFocus(
  arrival: RefObject<Arrival>,
  status: View["status"],
  composer: RefObject<ComposerHandle | null>,
) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (status === "loading" || arrival.current === null) return
    if (arrival.current === "field" && composer.current) composer.current.focus()
    else heading.current?.focus()
    arrival.current = null
  }, [status, arrival, composer])
  return heading
}

interface ReplyAreaProps {
  composer: RefObject<ComposerHandle | null>
  conversation: Conversation
  view: View
  facts: ChatRoomDetail
  user: User
  roomId: number
  manageReplies(): void
}

/** Shows the composer, or why nothing can be sent. */
function ReplyArea({ composer, conversation, view, facts, user, roomId, manageReplies }: ReplyAreaProps) {
  const canned = useRef<CannedHandle>(null)
  if (user.suspended) {
    return (
      <div className="border-line border-t p-4">
        <Paused />
      </div>
    )
  }
  if (facts.frozen) {
    return (
      <div className="border-line border-t p-4">
        {facts.context?.has_left ? (
          <Alert
            title={t`This member has left the shop`}
          >{t`Their account and messages have been deleted. New messages will not be read.`}</Alert>
        ) : (
          <Alert
            kind="warn"
            title={t`This chat is on hold`}
          >{t`Messages are paused until an admin has reviewed it.`}</Alert>
        )}
      </div>
    )
  }
  return (
    <Composer
      key={roomId}
      handle={composer}
      conversation={conversation}
      view={view}
      account={user.uuid}
      roomId={roomId}
      onText={(text) => canned.current?.onText(text)}
      onKey={(event) => canned.current?.press(event) ?? false}
    >
      {facts.context?.membership_level === "free" && (
        <p className="mb-2 text-ink-2 text-meta">
          <Trans>This member has no active membership. They'll see your messages once they have one again.</Trans>
        </p>
      )}
      <CannedMenu
        handle={canned}
        owner={user.uuid}
        names={{ member: facts.user.full_name, model: facts.doll.name }}
        insert={(text) => composer.current?.insert(text)}
        manage={manageReplies}
      />
    </Composer>
  )
}
