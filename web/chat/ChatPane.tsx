import { type ComponentType, type ReactNode, useCallback, useEffect, useRef, useState } from "react"
import type { User } from "#contract/accounts.ts"
import { membershipTexts } from "#contract/buyingText.ts"
import type { ChatRoomDetail } from "#contract/chat.ts"
import { closeCodes } from "#contract/closeCodes.ts"
import { chatTexts, generalTexts } from "#contract/texts.ts"
import type { ReportDialogProps } from "../shop/ReportDialog.tsx"
import { ButtonLink } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { cx } from "../ui/cx.ts"
import { Notice } from "../ui/Notice.tsx"
import { ErrorState, PageSpinner } from "../ui/states.tsx"
import { toast } from "../ui/toast.tsx"
import { Allowance, useAllowance } from "./Allowance.tsx"
import { ConnectionBanner, ConnectionMark } from "./Banner.tsx"
import { Composer, type ComposerHandle } from "./Composer.tsx"
import type { View } from "./conversation.ts"
import { isPicture } from "./files.ts"
import { MessageLog } from "./MessageLog.tsx"
import { canAttach, DropArea, PaneFrame, Typing } from "./PaneParts.tsx"
import { refreshRooms } from "./rooms.ts"
import { Unavailable } from "./Unavailable.tsx"
import { useConversation } from "./useConversation.ts"

interface ChatPaneProps {
  roomId: number
  user: User
  /** The heading's level is the page's business. */
  heading: "h1" | "h2"
  /** Where the unavailable screen leads. */
  backTo: string
  backLabel: string
  /** Before the name, on phones. */
  back?: ReactNode
}

/** One conversation of a member: who, what was said, and the field to write in. */
export function ChatPane({ roomId, user, heading: Heading, backTo, backLabel, back }: ChatPaneProps) {
  const [view, conversation] = useConversation(roomId, user)
  const [removing, setRemoving] = useState<number | null>(null)
  const [reporting, setReporting] = useState<number | null>(null)
  const [ReportDialog, setReportDialog] = useState<ComponentType<ReportDialogProps>>()
  const composer = useRef<ComposerHandle>(null)
  const allowance = useAllowance(user.membership_level, ownCount(view, user.id))
  const { status, facts, room, connection, outgoing } = view
  const newest = room.messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the list
  useEffect(() => void refreshRooms(), [newest])
  // A membership has ended, or the room is there no more: the server says which screen that is.
  const isOut = connection.refused === closeCodes.forbidden
  useEffect(() => {
    if (isOut) conversation.reload()
  }, [isOut, conversation])
  const remove = useCallback((id: number) => setRemoving(id), [])
  const report = useCallback(async (id: number) => {
    try {
      const { default: loaded } = await import("../shop/ReportDialog.tsx")
      setReportDialog(() => loaded)
      setReporting(id)
    } catch {
      toast(generalTexts.failedToLoad, { kind: "error" })
    }
  }, [])

  if (status === "loading" || status === "failed") {
    return (
      <PaneFrame back={back} heading={Heading}>
        {status === "loading" && <PageSpinner label="Loading the conversation" />}
        {status === "failed" && <ErrorState title={view.title} detail={view.detail} retry={conversation.reload} />}
      </PaneFrame>
    )
  }
  if (status === "unavailable" || !facts) {
    const isOver = view.code === "MEMBERS_ONLY"
    return (
      <Unavailable
        backTo={backTo}
        backLabel={backLabel}
        reason={isOver ? view.detail : view.title}
        action={isOver && <ButtonLink to="/upgrade">See memberships</ButtonLink>}
        heading={Heading}
      />
    )
  }

  const otherId = facts.moderator_id
  const isRefused = connection.refused !== null
  const isUsedUp = allowance?.can_send_messages === false || facts.frozen
  const isTyping = otherId !== null && room.typing.includes(otherId)
  const photos = allowance?.allowance.photos
  const photosOut = photos ? photos.limit !== null && photos.used >= photos.limit : false
  return (
    <DropArea composer={composer} className="@container h-full min-w-0">
      <header
        className={cx(
          "flex min-h-16 shrink-0 flex-wrap items-center gap-x-3 border-b px-4 py-2",
          user.vip ? "border-gilt" : "border-line",
        )}
      >
        {back}
        <RoomPicture facts={facts} />
        <div className="min-w-20 flex-1">
          <Heading className="truncate font-display text-h3">{facts.doll.name}</Heading>
          <p className="line-clamp-2 text-ink-2 text-meta">{whoAnswers(view)}</p>
        </div>
        <ConnectionMark status={connection} />
      </header>
      <ConnectionBanner status={connection} reconnect={conversation.reconnect} />
      {view.help && (
        <Notice kind="info" className="shrink-0 rounded-none">
          {view.help}{" "}
          <button type="button" className="link" onClick={conversation.hideHelp}>
            Close
          </button>
        </Notice>
      )}
      <MessageLog
        view={view}
        conversation={conversation}
        meId={user.id}
        otherRead={otherId === null ? 0 : (room.reads[otherId] ?? 0)}
        onRemove={remove}
        onReport={report}
      />
      <Typing name={isTyping ? (facts.moderator?.full_name ?? "The moderator") : null} />
      {isUsedUp && !isRefused ? (
        <div className="shrink-0 border-line border-t p-4">
          <Notice kind="warn" title={membershipTexts.used} className="mx-auto max-w-[47.5rem]">
            {facts.frozen ? "This chat is closed until a person has looked at it." : <Allowance status={allowance} />}
            {!facts.frozen && (
              <ButtonLink to="/upgrade" look="outline" className="mt-3">
                See memberships
              </ButtonLink>
            )}
          </Notice>
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
          faultIn={(file) => (photosOut && isPicture(file) ? membershipTexts.used : null)}
        >
          <Allowance status={allowance} />
        </Composer>
      )}
      <Confirm
        open={removing !== null}
        onClose={() => {
          setRemoving(null)
          focusLog()
        }}
        title="Delete this message?"
        action="Delete"
        onConfirm={async () => void (await conversation.remove(removing!))}
      >
        It disappears for both sides. What it took of your allowance does not come back.
      </Confirm>
      {ReportDialog && (
        <ReportDialog kind="message" id={reporting ?? 0} open={reporting !== null} onClose={() => setReporting(null)} />
      )}
      <span className="sr-only" role="status">
        {outgoing.some(({ waited, state }) => waited && state === "queued") ? chatTexts.queued : ""}
      </span>
    </DropArea>
  )
}

/** What is gone cannot have the focus again: the keyboard goes on from the conversation. */
function focusLog(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>("[role=log]")?.focus({ preventScroll: true })
}

function RoomPicture({ facts }: { facts: ChatRoomDetail }) {
  if (!facts.doll.image_url)
    return <span aria-hidden className="@max-xs:hidden size-11 shrink-0 rounded-card bg-sunken" />
  return (
    <img
      src={facts.doll.image_url}
      alt=""
      className="@max-xs:hidden h-12 w-10 shrink-0 rounded-card bg-sunken object-cover"
    />
  )
}

function whoAnswers({ facts, room }: View): string {
  if (!facts?.moderator) return "A moderator will be found for you"
  const isHere = room.online[facts.moderator.id]
  return isHere ? `${facts.moderator.full_name} is here` : `${facts.moderator.full_name} is away`
}

/** Counted by the server; this only says when to ask again. */
function ownCount({ room }: View, id: number): number {
  let count = 0
  for (const { sender_id } of room.messages) if (sender_id === id) count++
  return count
}
