import { Info } from "lucide-react"
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react"
import type { User } from "#contract/accounts.ts"
import { closeCodes } from "#contract/closeCodes.ts"
import { queries } from "../api/queries.ts"
import { ConnectionBanner, ConnectionMark } from "../chat/Banner.tsx"
import { Composer, type ComposerHandle } from "../chat/Composer.tsx"
import { MessageLog } from "../chat/MessageLog.tsx"
import { canAttach, DropArea, Typing } from "../chat/PaneParts.tsx"
import { refreshRooms } from "../chat/rooms.ts"
import { useChatMark } from "../chat/useChatMark.ts"
import { useConversation } from "../chat/useConversation.ts"
import { IconButton } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Notice } from "../ui/Notice.tsx"
import { ErrorState, PageSpinner } from "../ui/states.tsx"
import { useNarrow } from "../ui/useNarrow.ts"
import { type CannedHandle, CannedMenu } from "./CannedMenu.tsx"
import { FlaggedHere } from "./FlaggedHere.tsx"
import { MemberContext } from "./MemberContext.tsx"
import { NotMine } from "./NotMine.tsx"

/** Where the keyboard goes once a conversation that was asked for is there. */
export type Arrival = "heading" | "field" | null

interface DeskPaneProps {
  roomId: number
  user: User
  arrival: RefObject<Arrival>
  /** Opens the room anew. */
  again(): void
  /** Before the name, where the list is not beside it. */
  back: ReactNode
  /** Leads away from a room that cannot be opened. */
  leave: ReactNode
  manageReplies(): void
}

/** One conversation as its moderator has it: what was said, ready-made replies, and beside it who the member is. */
export function DeskPane({ roomId, user, arrival, again, back, leave, manageReplies }: DeskPaneProps) {
  const [view, conversation] = useConversation(roomId, user)
  const [isContextOpen, setContextOpen] = useState(false)
  const composer = useRef<ComposerHandle>(null)
  useChatMark(useNarrow() ? "screen" : "open")
  const canned = useRef<CannedHandle>(null)
  const { status, facts, room, connection } = view
  const newest = room.messages.at(-1)?.id
  const flagged = room.messages.flatMap(({ id, flagged }) => (flagged ? [id] : [])).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said or flagged moves the list
  useEffect(() => void refreshRooms(), [newest, flagged])
  const remove = useCallback((id: number) => conversation.removeSoon(id), [conversation])
  const heading = useRef<HTMLHeadingElement>(null)
  const isOut = connection.refused === closeCodes.forbidden
  // It was given to somebody else, or is there no more: the server says which screen that is.
  useEffect(() => {
    if (isOut) conversation.reload()
  }, [isOut, conversation])
  // Whoever comes or goes may have another level by now.
  const isHere = facts ? room.online[facts.user_id] : undefined
  const wasHere = useRef(isHere)
  useEffect(() => {
    if (wasHere.current !== undefined && isHere !== wasHere.current) conversation.reload()
    wasHere.current = isHere
  }, [isHere, conversation])
  useEffect(() => {
    if (status === "loading" || arrival.current === null) return
    if (arrival.current === "field" && composer.current) composer.current.focus()
    else heading.current?.focus()
    arrival.current = null
  }, [status, arrival])
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
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          Conversation
        </h2>
        {status === "loading" && <PageSpinner label="Loading the conversation" />}
        {status === "failed" && <ErrorState title={view.title} detail={view.detail} retry={retry} />}
      </div>
    )
  }
  if (status === "unavailable" || !facts) {
    return (
      <NotMine
        heading={heading}
        account={user.uuid}
        roomId={roomId}
        unsent={view.outgoing}
        discard={conversation.discard}
        again={again}
        leave={leave}
      />
    )
  }

  const name = facts.user.full_name || "Former member"
  const isRefused = connection.refused !== null
  const flaggedHere = <FlaggedHere roomId={roomId} meId={user.id} known={flagged} onUnflag={(id) => flag(id, false)} />
  const isTyping = room.typing.includes(facts.user_id)
  return (
    <div className="@container h-full min-h-0">
      <div className="grid h-full min-h-0 @min-[53rem]:grid-cols-[minmax(0,1fr)_18rem]">
        <DropArea composer={composer} className="min-w-0">
          <header className="flex min-h-16 shrink-0 flex-wrap items-center gap-x-2 border-line border-b px-4 py-2 sm:gap-x-3">
            {back}
            <div className="min-w-20 flex-1">
              <h2 ref={heading} tabIndex={-1} className="truncate font-display text-h3">
                {name}
              </h2>
              <p className="truncate text-ink-2 text-meta">
                {facts.doll.name}
                {isHere ? ", online" : ""}
              </p>
            </div>
            <ConnectionMark status={connection} />
            <IconButton
              label={`About ${name}`}
              onClick={() => setContextOpen(true)}
              className="shrink-0 @min-[53rem]:hidden"
            >
              <Info aria-hidden size={20} strokeWidth={1.5} />
            </IconButton>
          </header>
          <ConnectionBanner status={connection} reconnect={conversation.reconnect} />
          <MessageLog
            view={view}
            conversation={conversation}
            meId={user.id}
            otherRead={room.reads[facts.user_id] ?? 0}
            onRemove={remove}
            onFlag={flag}
          />
          <Typing name={isTyping ? name : null} />
          {facts.frozen ? (
            <div className="border-line border-t p-4">
              {facts.context?.has_left ? (
                <Notice title="This member has left">
                  Their account was deleted, and what they wrote with it. Nobody reads here any more.
                </Notice>
              ) : (
                <Notice kind="warn" title="This chat is closed">
                  Nobody can write here until an admin has looked at it.
                </Notice>
              )}
            </div>
          ) : (
            <Composer
              key={roomId}
              handle={composer}
              conversation={conversation}
              account={user.uuid}
              roomId={roomId}
              disabled={isRefused}
              canAttach={canAttach(view)}
              onText={(text) => canned.current?.hear(text)}
              onKey={(event) => canned.current?.press(event) ?? false}
            >
              {facts.context?.membership_level === "free" && (
                <p className="mb-2 text-ink-2 text-meta">
                  This member has no membership now, and reads this once they have one again.
                </p>
              )}
              <CannedMenu
                handle={canned}
                owner={user.uuid}
                fullName={facts.user.full_name}
                insert={(text) => composer.current?.insert(text)}
                manage={manageReplies}
              />
            </Composer>
          )}
        </DropArea>
        <aside
          aria-label={`About ${name}`}
          className="hidden min-h-0 overflow-y-auto border-line border-l @min-[53rem]:block"
        >
          <MemberContext facts={facts} className="p-4">
            {flaggedHere}
          </MemberContext>
        </aside>
        <Dialog open={isContextOpen} onClose={() => setContextOpen(false)} title="Member and model" shape="side">
          <MemberContext facts={facts}>{flaggedHere}</MemberContext>
        </Dialog>
      </div>
    </div>
  )
}
