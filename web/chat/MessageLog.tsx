import { ArrowDown } from "lucide-react"
import { type KeyboardEvent, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { chatTexts } from "#contract/texts.ts"
import { Button } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import type { Conversation, View } from "./conversation.ts"
import { OutgoingRow } from "./OutgoingRow.tsx"
import { Row, type RowActions } from "./Row.tsx"
import { dayName, dayOf } from "./times.ts"

interface MessageLogProps {
  view: View
  conversation: Conversation
  /** Who looks. */
  meId: number
  /** How far the other side has read. */
  otherRead: number
  onRemove(id: number): void
  /** For members: staff point at a message by its flag. */
  onReport?(id: number): void
  /** For staff. */
  onFlag?(id: number, flagged: boolean): void
}

/** So near the end, one reads along. */
const nearEnd = 80
/** So many are drawn at once; more when one scrolls up to them. */
const step = 200
/** From the upper edge, pixels: the next ones are drawn before one is there. */
const nearTop = 1500
const burst = 5 * 60_000

/** What was said, by days. It stays at the end while one reads there, and where it is while older ones come in above. */
export function MessageLog({ view, conversation, meId, otherRead, onRemove, onReport, onFlag }: MessageLogProps) {
  const { messages, hasMore } = view.room
  const { outgoing, older, firstNew } = view
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<Place>({ atEnd: true, fromEnd: 0, first: 0, waiting: 0, row: null, top: 0, ours: -1 })
  const [open, setOpen] = useState<number | null>(null)
  /** The message the keyboard comes to: the newest, or where it has been. */
  const [current, setCurrent] = useState<number | null>(null)
  /** The newest message when the end was left; null while one is there. */
  const [leftAt, setLeftAt] = useState<number | null>(null)
  /** What is older than this message is not drawn; 0: all is. */
  const [from, setFrom] = useState(() => messages.at(-step)?.id ?? 0)
  const newest = messages.at(-1)?.id ?? 0
  const shown = useMemo(() => messages.slice(indexOf(messages, from)), [messages, from])
  const hidden = messages.length - shown.length
  const days = useMemo(() => byDay(shown), [shown])
  const unseen = leftAt === null ? 0 : countAfter(messages, leftAt, meId)

  const note = useCallback(() => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!
    const fromEnd = scrollHeight - scrollTop
    // Scrolled by who reads, and not by us: rows that are only guessed yet must not be taken for what is read.
    const seen = Math.abs(scrollTop - place.current.ours) < 1 ? null : rowInSight(box.current!)
    place.current = { ...place.current, ...seen, ours: -1, fromEnd, atEnd: fromEnd - clientHeight < nearEnd }
    setLeftAt((left) => (place.current.atEnd ? null : (left ?? newest)))
    if (scrollTop < nearTop && hidden > 0) setFrom(messages[hidden - step]?.id ?? 0)
  }, [newest, hidden, messages])

  // Back at the end, what lies far above is put away again.
  useEffect(() => {
    if (leftAt === null && shown.length > 2 * step) setFrom(messages.at(-step)!.id)
  }, [leftAt, shown, messages])

  const first = shown[0]?.id ?? 0
  const waiting = outgoing.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added moves the place
  useLayoutEffect(() => {
    const log = box.current!
    const grewAbove = place.current.first > 0 && first < place.current.first
    // Who writes wants to see it said, wherever they were reading.
    const hasWritten = waiting > place.current.waiting
    if ((place.current.atEnd || hasWritten) && !grewAbove) log.scrollTop = log.scrollHeight
    else if (grewAbove && !keepRow(log, place.current)) log.scrollTop = log.scrollHeight - place.current.fromEnd
    const fromEnd = log.scrollHeight - log.scrollTop
    place.current = { ...place.current, ours: log.scrollTop, first, waiting, fromEnd }
  }, [first, newest, waiting, messages.length])

  // A keyboard that opens, a picture that arrives, rows that were guessed and are drawn: who was at the end stays there, and
  // who reads further up keeps the row they read.
  useEffect(() => {
    const log = box.current!
    const stay = () => {
      if (place.current.atEnd) log.scrollTop = log.scrollHeight
      else keepRow(log, place.current)
    }
    const observer = new ResizeObserver(stay)
    observer.observe(log)
    observer.observe(log.firstElementChild!)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const read = () => {
      if (newest > 0 && leftAt === null && document.visibilityState === "visible") conversation.seen(newest)
    }
    read()
    document.addEventListener("visibilitychange", read)
    return () => document.removeEventListener("visibilitychange", read)
  }, [newest, leftAt, conversation])

  const stop = shown.some(({ id }) => id === current) ? current : (shown.at(-1)?.id ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-message]")
    if (!row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const message = shown.find(({ id }) => id === Number(row.dataset.message))
    if (event.key === "ArrowUp" || event.key === "ArrowDown") stepFrom(row, event.key === "ArrowUp" ? -1 : 1)
    else if (!message) return
    else if (event.key === "Delete" && message.sender_id === meId) {
      stepFrom(row, message.id === stop && message === shown.at(-1) ? -1 : 1)
      onRemove(message.id)
    } else if (event.key.toLowerCase() === "f" && onFlag && message.sender_id !== meId) {
      onFlag(message.id, !message.flagged)
    } else return
    event.preventDefault()
  }

  const toEnd = () => {
    box.current!.scrollTop = box.current!.scrollHeight
    box.current!.focus()
  }
  const actions = useMemo<RowActions>(
    () => ({
      toggle: (id) => setOpen((now) => (now === id ? null : id)),
      remove: onRemove,
      report: onReport,
      flag: onFlag,
    }),
    [onRemove, onReport, onFlag],
  )
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        role="log"
        aria-label="Conversation"
        aria-busy={older === "loading"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
        tabIndex={0}
        onScroll={note}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const row = target.closest<HTMLElement>("[data-message]")
          if (row) setCurrent(Number(row.dataset.message))
        }}
        className="relative h-full overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className={cx("mx-auto flex min-h-full max-w-[47.5rem] flex-col pb-4", shown.length > step && "long-log")}>
          {hasMore && hidden === 0 && (
            <div className="flex flex-col items-center gap-1 py-3">
              <Button look="outline" busy={older === "loading"} onClick={() => void conversation.loadOlder()}>
                Load older messages
              </Button>
              {older === "failed" && (
                <p role="alert" className="text-danger text-meta">
                  {chatTexts.loadMoreFailed}
                </p>
              )}
            </div>
          )}
          {messages.length === 0 && waiting === 0 && <Nothing forStaff={onFlag !== undefined} />}
          <div className="mt-auto" />
          {days.map((day) => (
            <Day
              key={day.key}
              messages={day.messages}
              meId={meId}
              otherRead={clamped(otherRead, day.messages)}
              open={within(day.messages, open)}
              stop={within(day.messages, stop)}
              firstNew={within(day.messages, firstNew)}
              actions={actions}
            />
          ))}
          {waiting > 0 && (
            <ul aria-label="On their way">
              {outgoing.map((one) => (
                <OutgoingRow key={one.client_id} one={one} retry={conversation.retry} discard={conversation.discard} />
              ))}
            </ul>
          )}
        </div>
      </div>
      {leftAt !== null && (
        <button
          type="button"
          onClick={toEnd}
          className="-translate-x-1/2 absolute bottom-3 left-1/2 inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-full border border-line-strong bg-surface px-4 font-semibold text-ui shadow-pop"
        >
          <ArrowDown aria-hidden size={16} />
          {unseen === 0 ? "To the newest" : unseen === 1 ? "1 new message" : `${unseen} new messages`}
        </button>
      )}
    </div>
  )
}

interface Place {
  atEnd: boolean
  /** From the upper edge of what is seen to the end of all. */
  fromEnd: number
  /** The oldest message that is drawn. */
  first: number
  waiting: number
  /** A message in sight, and how far below the upper edge it is. */
  row: Element | null
  top: number
  /** Where we have scrolled to ourselves. */
  ours: number
}

/** In the middle: the uppermost row may lose its name and its day to what comes in above it. */
function rowInSight(log: HTMLElement): Pick<Place, "row" | "top"> {
  const { left, top, width, height } = log.getBoundingClientRect()
  for (const share of [0.5, 0.6, 0.4, 0.8, 0.2]) {
    const row = document.elementFromPoint(left + width / 2, top + height * share)?.closest("[data-message]")
    if (row && log.contains(row)) return { row, top: row.getBoundingClientRect().top - top }
  }
  return { row: null, top: 0 }
}

/** Scrolls so that the row is where it was, as far as there is room to; false when it is not there any more. */
function keepRow(log: HTMLElement, place: Place): boolean {
  const { row } = place
  if (!row?.isConnected) return false
  const now = () => row.getBoundingClientRect().top - log.getBoundingClientRect().top
  const moved = now() - place.top
  if (Math.abs(moved) >= 1) {
    log.scrollTop += moved
    place.top = now()
  }
  place.ours = log.scrollTop
  return true
}

function Nothing({ forStaff }: { forStaff: boolean }) {
  return (
    <p className="m-auto max-w-measure py-10 text-center text-ink-2">
      Nothing has been said here yet. What you write is read by{" "}
      {forStaff ? "this member." : "the moderator of this model, and checked by software for what is forbidden."}
    </p>
  )
}

interface DayProps {
  messages: readonly ChatMessage[]
  meId: number
  otherRead: number
  open: number | null
  stop: number | null
  firstNew: number | null
  actions: RowActions
}

const Day = memo(
  function Day({ messages, meId, otherRead, open, stop, firstNew, actions }: DayProps) {
    const name = dayName(messages[0]!.created_at)
    return (
      <section aria-label={name}>
        <p className="flex items-center gap-4 pt-6 pb-1 text-ink-3 text-meta before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {name}
        </p>
        <ul>
          {messages.map((message, at) => (
            <Row
              key={message.id}
              message={message}
              mine={message.sender_id === meId}
              isFirst={begins(message, messages[at - 1])}
              isRead={message.id <= otherRead}
              isTold={isTold(message, messages[at + 1], otherRead)}
              isOpen={message.id === open}
              isStop={message.id === stop}
              isFirstNew={message.id === firstNew}
              actions={actions}
            />
          ))}
        </ul>
      </section>
    )
  },
  (a, b) =>
    a.otherRead === b.otherRead &&
    a.open === b.open &&
    a.stop === b.stop &&
    a.firstNew === b.firstNew &&
    a.actions === b.actions &&
    a.meId === b.meId &&
    a.messages.length === b.messages.length &&
    a.messages.every((message, at) => message === b.messages[at]),
)

/** Another person, or the same after a while. */
function begins(message: ChatMessage, before: ChatMessage | undefined): boolean {
  if (!before || before.sender_id !== message.sender_id) return true
  return Date.parse(message.created_at) - Date.parse(before.created_at) > burst
}

/** To the message above or below; at an end it stays. */
function stepFrom(row: HTMLElement, by: 1 | -1): void {
  const log = row.closest("[role=log]")!
  const rows = [...log.querySelectorAll<HTMLElement>("[data-message]")]
  const next = rows[rows.indexOf(row) + by]
  next?.querySelector<HTMLElement>(".message-more")?.focus()
  next?.scrollIntoView({ block: "nearest" })
}

function within(messages: readonly ChatMessage[], id: number | null): number | null {
  return id !== null && messages[0]!.id <= id && id <= messages.at(-1)!.id ? id : null
}

function indexOf(messages: readonly ChatMessage[], from: number): number {
  const at = messages.findIndex(({ id }) => id >= from)
  return Math.max(0, at)
}

function isTold(message: ChatMessage, next: ChatMessage | undefined, otherRead: number): boolean {
  if (!next || begins(next, message)) return true
  return message.id <= otherRead && next.id > otherRead
}

function byDay(messages: readonly ChatMessage[]): { key: string; messages: ChatMessage[] }[] {
  const days: { key: string; messages: ChatMessage[] }[] = []
  let known = { iso: "", day: "" }
  for (const message of messages) {
    // Dates are slow to write: those of one hour share one.
    const hour = message.created_at.slice(0, 13)
    if (hour !== known.iso) known = { iso: hour, day: dayOf(message.created_at) }
    const last = days.at(-1)
    if (last?.key === known.day) last.messages.push(message)
    else days.push({ key: known.day, messages: [message] })
  }
  return days
}

/** A mark beyond a day is the day's own end: what is read there does not change any more. */
function clamped(mark: number, messages: readonly ChatMessage[]): number {
  return Math.min(mark, messages.at(-1)!.id)
}

function countAfter(messages: readonly ChatMessage[], id: number, meId: number): number {
  let count = 0
  for (let at = messages.length - 1; at >= 0 && messages[at]!.id > id; at--) {
    if (messages[at]!.sender_id !== meId) count++
  }
  return count
}
