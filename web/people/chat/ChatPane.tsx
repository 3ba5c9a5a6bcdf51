import { type ComponentType, type ReactNode, useCallback, useRef, useState } from "react"
import type { User } from "#contract/accounts.ts"
import { membershipTexts } from "#contract/buyingText.ts"
import type { ChatRoomDetail } from "#contract/chat.ts"
import type { AccessStatus } from "#contract/memberships.ts"
import { chatTexts, helpSite } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import { Paused } from "../../platform/auth/Paused.tsx"
import { type Address, Link } from "../../platform/router.ts"
import { Alert } from "../../platform/ui/Alert.tsx"
import { ButtonLink } from "../../platform/ui/Button.tsx"
import { Confirm } from "../../platform/ui/Confirm.tsx"
import { money } from "../../platform/ui/format.ts"
import { ErrorState, PageSpinner } from "../../platform/ui/states.tsx"
import { toast } from "../../platform/ui/toast.tsx"
import type { ReportDialogProps } from "../../shopfront/shop/ReportDialog.tsx"
import { Allowance, useAllowance, usedUp } from "./Allowance.tsx"
import { ConnectionBanner } from "./Banner.tsx"
import { Composer, type ComposerHandle } from "./Composer.tsx"
import type { View } from "./conversation.ts"
import { isPicture } from "./files.ts"
import { MessageLog } from "./MessageLog.tsx"
import { DropArea, PaneFrame, RoomHeader, Typing } from "./PaneParts.tsx"
import { RatingCard } from "./RatingCard.tsx"
import { Unavailable } from "./Unavailable.tsx"
import { useConversation, useRoomChanges } from "./useConversation.ts"

interface ChatPaneProps {
  roomId: number
  user: User
  /** The page decides the level of the heading. */
  heading: "h1" | "h2"
  /** Destination of the "unavailable" screen. */
  backTo: Address
  backLabel: string
  /** Shown before the name on phones. */
  back?: ReactNode
}

/** A member's view of a conversation. */
export function ChatPane({ roomId, user, heading: Heading, backTo, backLabel, back }: ChatPaneProps) {
  const [view, conversation] = useConversation(roomId, user)
  const [removing, setRemoving] = useState<number | null>(null)
  const { report, reportDialog } = useReport()
  const composer = useRef<ComposerHandle>(null)
  const allowance = useAllowance(user.membership_level, triedCount(view, user.id))
  const { status, facts, room, connection, outgoing } = view
  useRoomChanges(view, conversation)
  const remove = useCallback((id: number) => setRemoving(id), [])

  if (status === "loading" || status === "failed") {
    return (
      <PaneFrame back={back} heading={Heading}>
        {status === "loading" && <PageSpinner label={t`Loading the conversation`} />}
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
        action={isOver && <ButtonLink to="/upgrade">{t`See memberships`}</ButtonLink>}
        heading={Heading}
      />
    )
  }

  const otherId = facts.moderator_id
  const isUnattended = otherId === null
  const used = isUnattended ? { messages: false, photos: false } : usedUp(allowance)
  const isUsedUp = connection.refused === null && ((used.messages && used.photos) || facts.frozen)
  const isTyping = otherId !== null && room.typing.includes(otherId)
  return (
    <DropArea composer={composer} className="@container h-full min-w-0">
      <RoomHeader
        back={back}
        facts={facts}
        title={
          <Heading className="truncate font-display text-h3">
            <Piece facts={facts} />
          </Heading>
        }
        about={whoAnswers(view)}
        connection={connection}
        isVip={user.vip}
      />
      <ConnectionBanner status={connection} reconnect={conversation.reconnect} />
      {view.help && (
        <Alert kind="info" className="shrink-0 rounded-none">
          <Help text={view.help} />{" "}
          <button type="button" className="link" onClick={conversation.hideHelp}>{t`Close`}</button>
        </Alert>
      )}
      <MessageLog
        view={view}
        conversation={conversation}
        meId={user.id}
        otherRead={otherId === null ? 0 : (room.reads[otherId] ?? 0)}
        onRemove={user.suspended ? undefined : remove}
        onReport={report}
      />
      <Typing name={isTyping ? (facts.moderator?.full_name ?? t`The moderator`) : null} />
      {!user.suspended && <RatingCard roomId={roomId} />}
      {user.suspended && (
        <div className="shrink-0 border-line border-t p-4">
          <Paused className="mx-auto max-w-[47.5rem]" />
        </div>
      )}
      {user.suspended ? null : isUsedUp ? (
        <UsedUp allowance={allowance} isFrozen={facts.frozen} />
      ) : (
        <Composer
          key={roomId}
          handle={composer}
          conversation={conversation}
          view={view}
          account={user.uuid}
          roomId={roomId}
          textFault={used.messages ? membershipTexts.messagesUsed : null}
          faultIn={(file) => {
            if (isPicture(file)) return used.photos ? membershipTexts.photosUsed : null
            return used.messages ? membershipTexts.messagesUsed : null
          }}
        >
          {isUnattended ? (
            <p className="mb-2 text-ink-2 text-meta">
              <strong>{chatTexts.unattended(facts.doll.name)}.</strong> {chatTexts.unattendedDetail}
            </p>
          ) : allowance || user.membership_level === "vvip" ? (
            <Allowance status={allowance} />
          ) : (
            <p className="mb-2 text-meta">{"\u00a0"}</p>
          )}
          {used.messages && (
            <Link to="/upgrade" className="link mb-2 inline-block text-meta">{t`See memberships`}</Link>
          )}
        </Composer>
      )}
      <Confirm
        open={removing !== null}
        onClose={() => {
          setRemoving(null)
          focusLog()
        }}
        title={t`Delete this message?`}
        action={t`Delete`}
        onConfirm={async () => void (await conversation.remove(removing!))}
      >{t`It will be deleted for both of you. It still counts toward your allowance.`}</Confirm>
      {reportDialog}
      <span className="sr-only" role="status">
        {outgoing.some(({ waited, state }) => waited && state === "queued") ? chatTexts.queued : ""}
      </span>
    </DropArea>
  )
}

/** Reports messages. The dialog's code is loaded with the first report. */
function useReport() {
  const [reporting, setReporting] = useState<number | null>(null)
  const [ReportDialog, setReportDialog] = useState<ComponentType<ReportDialogProps>>()
  const report = useCallback(async (id: number) => {
    try {
      const { default: loaded } = await import("../../shopfront/shop/ReportDialog.tsx")
      setReportDialog(() => loaded)
      setReporting(id)
    } catch {
      toast(generalTexts.failedToLoad, { kind: "error" })
    }
  }, [])
  const reportDialog = ReportDialog && (
    <ReportDialog kind="message" id={reporting ?? 0} open={reporting !== null} onClose={() => setReporting(null)} />
  )
  return { report, reportDialog }
}

function UsedUp({ allowance, isFrozen }: { allowance: AccessStatus | undefined; isFrozen: boolean }) {
  return (
    <div className="shrink-0 border-line border-t p-4">
      <Alert kind="warn" title={membershipTexts.used} className="mx-auto max-w-[47.5rem]">
        {isFrozen ? t`This chat is on hold while our team reviews it.` : <Allowance status={allowance} />}
        {!isFrozen && <ButtonLink to="/upgrade" variant="outline" className="mt-3">{t`See memberships`}</ButtonLink>}
      </Alert>
    </div>
  )
}

/** Moves focus to the conversation when the focused element is removed. */
function focusLog(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>("[role=log]")?.focus({ preventScroll: true })
}

/** The help text, in which the site that it names becomes a link. */
function Help({ text }: { text: string }) {
  const [before, after] = text.split(helpSite)
  if (after === undefined) return text
  return (
    <>
      {before}
      <a href={`https://${helpSite}`} target="_blank" rel="noreferrer" className="link">
        {helpSite}
      </a>
      {after}
    </>
  )
}

/** The model that the conversation is about, with its price while it is in the shop. */
function Piece({ facts: { doll } }: { facts: ChatRoomDetail }) {
  if (doll.price === null) return doll.name
  return (
    <Link to={`/model/${doll.id}`} className="underline-offset-4 hover:underline">
      {doll.name}
      <span className="ms-2 font-sans text-ink-2 text-ui tabular">{money(doll.price)}</span>
    </Link>
  )
}

function whoAnswers({ facts, room }: View): string {
  if (!facts?.moderator) return t`Waiting for a moderator`
  const isHere = room.online[facts.moderator.id]
  return isHere ? t`${facts.moderator.full_name} is online` : t`${facts.moderator.full_name} is away`
}

/** Changes whenever the allowance must be refetched. Failures count too: an unreadable picture uses up a photo. */
function triedCount({ room, outgoing }: View, id: number): number {
  let count = outgoing.filter(({ state }) => state === "failed").length
  for (const { sender_id } of room.messages) if (sender_id === id) count++
  return count
}
