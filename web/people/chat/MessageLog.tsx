import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { chatTexts } from "#contract/memberText.ts"
import { plural, t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { ArrowDown } from "../../platform/ui/icons.ts"
import { toast } from "../../platform/ui/toast.tsx"
import type { Conversation, View } from "./conversation.ts"
import { MessageMenu } from "./MessageMenu.tsx"
import { DayOfMessages } from "./MessageRows.tsx"
import { OutgoingRow } from "./OutgoingRow.tsx"
import { inParts } from "./parts.ts"
import type { RowActions } from "./Row.tsx"
import { useClock } from "./useClock.ts"
import { useLogScroll } from "./useLogScroll.ts"
import { useLongPress } from "./useLongPress.ts"
import { useMessageFocus } from "./useMessageFocus.ts"

interface MessageLogProps {
  view: View
  conversation: Conversation
  /** The id of the current user. */
  meId: number
  /** The id of the last message that the other side has read. */
  otherRead: number
  /** Undefined for suspended accounts, like `onFlag`. */
  onRemove?(id: number): void
  /** For members; staff flag messages instead. */
  onReport?(id: number): void
  /** For staff. */
  onFlag?(id: number, flagged: boolean): void
  /** The id of the message that is shown first and focused. */
  startAt?: number
  /** Given if the newest messages are not loaded: `loadNewer` loads the next ones, `toLatest` goes to the newest. */
  loadNewer?(): Promise<void>
  toLatest?(): void
}

/** From this number of messages on, parts out of view skip rendering (`content-visibility`). */
const long = 200

export function MessageLog({
  view,
  conversation,
  meId,
  otherRead,
  onRemove,
  onReport,
  onFlag,
  startAt,
  loadNewer,
  toLatest,
}: MessageLogProps) {
  const { messages, hasMore } = view.room
  const { outgoing, older, firstNew } = view
  const box = useRef<HTMLDivElement>(null)
  const first = messages[0]?.id ?? 0
  const newest = messages.at(-1)?.id ?? 0
  const waiting = outgoing.length
  const [open, setOpen] = useState<{ id: number; isPressed: boolean } | null>(null)
  const [starts] = useState<number[]>([])
  const days = useMemo(() => inParts(messages, starts), [messages, starts])
  useClock()
  const isPartial = loadNewer !== undefined
  const { leftAt, onScroll } = useLogScroll(box, { first, newest, count: messages.length, waiting, isPartial, startAt })
  const { stop, listeners } = useMessageFocus(box, messages, { meId, onRemove, onFlag })

  const opened = open && messages.find(({ id }) => id === open.id)
  const press = useLongPress((id) => setOpen({ id, isPressed: true }))

  // The other side deleted the message whose menu was open.
  useLayoutEffect(() => {
    if (open === null || opened) return
    setOpen(null)
    box.current!.focus({ preventScroll: true })
    toast(chatTexts.deleted)
  }, [open, opened])

  useEffect(() => {
    const read = () => {
      if (newest > 0 && leftAt === null && document.visibilityState === "visible") conversation.seen(newest)
    }
    read()
    document.addEventListener("visibilitychange", read)
    return () => document.removeEventListener("visibilitychange", read)
  }, [newest, leftAt, conversation])

  const toEnd = () => {
    if (isPartial) return toLatest?.()
    box.current!.scrollTop = box.current!.scrollHeight
    box.current!.focus()
  }
  const actions = useMemo<RowActions>(
    () => ({
      toggle: (id) => setOpen((now) => (now?.id === id ? null : { id, isPressed: false })),
      remove: onRemove,
      report: onReport,
      flag: onFlag,
    }),
    [onRemove, onReport, onFlag],
  )
  return (
    <div className="relative min-h-[min(6rem,18dvh)] flex-1">
      <div
        ref={box}
        role="log"
        aria-label={t`Conversation`}
        // Screen readers do not announce read receipts.
        aria-relevant="additions"
        aria-busy={older === "loading"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by the keyboard
        tabIndex={0}
        onScroll={onScroll}
        {...listeners}
        {...press}
        className="talk-log relative h-full overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div
          className={cx("mx-auto flex min-h-full max-w-[47.5rem] flex-col pb-8", messages.length > long && "long-log")}
        >
          {hasMore && <LoadOlder state={older} load={() => void conversation.loadOlder()} />}
          {messages.length === 0 && waiting === 0 ? (
            <Nothing forStaff={onReport === undefined} isAttended={view.facts?.moderator_id !== null} />
          ) : (
            <div className="mt-auto" />
          )}
          {days.map(({ key, parts }) => (
            <DayOfMessages
              key={key}
              parts={parts}
              meId={meId}
              otherRead={otherRead}
              open={open?.id ?? null}
              stop={stop}
              firstNew={firstNew}
              actions={actions}
            />
          ))}
          {loadNewer && (
            <Button
              variant="outline"
              className="mt-6 self-center"
              onClick={() => void loadNewer()}
            >{t`Load newer messages`}</Button>
          )}
          {waiting > 0 && (
            // Delivered messages are announced; pending and failed states are announced elsewhere.
            <ul aria-label={t`Sending`} aria-live="off">
              {outgoing.map((one) => (
                <OutgoingRow
                  key={one.client_id}
                  outgoing={one}
                  retry={conversation.retry}
                  discard={conversation.discard}
                />
              ))}
            </ul>
          )}
        </div>
      </div>
      {opened && (
        <MessageMenu
          key={opened.id}
          message={opened}
          mine={opened.sender_id === meId}
          isPressed={open.isPressed}
          actions={actions}
          close={() => setOpen(null)}
        />
      )}
      {leftAt !== null && <JumpToLatest unseen={countAfter(messages, leftAt, meId)} onClick={toEnd} />}
    </div>
  )
}

function LoadOlder({ state, load }: { state: View["older"]; load(): void }) {
  return (
    <div className="flex flex-col items-center gap-1 pt-3">
      <Button variant="outline" busy={state === "loading"} onClick={load}>{t`Load older messages`}</Button>
      {/* This line keeps its height, so that messages do not move. */}
      <p role="alert" className="min-h-[1.45em] text-danger text-meta">
        {state === "failed" && chatTexts.loadMoreFailed}
      </p>
    </div>
  )
}

function JumpToLatest({ unseen, onClick }: { unseen: number; onClick(): void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-translate-x-1/2 absolute bottom-8 left-1/2 inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-full border border-line-strong bg-surface px-4 font-semibold text-ui shadow-pop"
    >
      <ArrowDown aria-hidden size={16} />
      {unseen === 0 ? t`Jump to latest` : plural(unseen, { one: "1 new message", other: `${unseen} new messages` })}
    </button>
  )
}

function Nothing({ forStaff, isAttended }: { forStaff: boolean; isAttended: boolean }) {
  return (
    <p className="m-auto max-w-[30rem] text-balance py-10 text-center text-ink-2">
      {forStaff
        ? t`No messages yet. This member will see what you write.`
        : !isAttended
          ? t`No messages yet. Messages are screened for prohibited content.`
          : t`No messages yet. This model's moderator reads what you write, and messages are screened for prohibited content.`}
    </p>
  )
}

function countAfter(messages: readonly ChatMessage[], id: number, meId: number): number {
  let count = 0
  for (let at = messages.length - 1; at >= 0 && messages[at]!.id > id; at--) {
    if (messages[at]!.sender_id !== meId) count++
  }
  return count
}
