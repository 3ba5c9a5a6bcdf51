import { ArrowDown } from "lucide-react"
import { type KeyboardEvent, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { chatTexts } from "#contract/texts.ts"
import { Button } from "../ui/Button.tsx"
import { cx } from "../ui/cx.ts"
import { toast } from "../ui/toast.tsx"
import type { Conversation, View } from "./conversation.ts"
import { OutgoingRow } from "./OutgoingRow.tsx"
import { inParts } from "./parts.ts"
import { Row, type RowActions } from "./Row.tsx"
import { dayName } from "./times.ts"
import { useClock } from "./useClock.ts"

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
/** From so many on, what is out of sight sleeps. */
const long = 200
/** Until a reader of screens has passed over what came in above, milliseconds. */
const hush = 1000
const burst = 5 * 60_000

/** What was said, by days. It stays at the end while one reads there, and where it is while older ones come in above. */
export function MessageLog({ view, conversation, meId, otherRead, onRemove, onReport, onFlag }: MessageLogProps) {
  const { messages, hasMore } = view.room
  const { outgoing, older, firstNew } = view
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<Place>({ atEnd: true, fromEnd: 0, first: 0, waiting: 0, row: null, top: 0, ours: -1 })
  /** The message that has the focus. */
  const focused = useRef<number | null>(null)
  const [open, setOpen] = useState<number | null>(null)
  /** What can be done with a message comes or goes just now. */
  const isToggling = useRef(false)
  /** The message the keyboard comes to: the newest, or where it has been. */
  const [current, setCurrent] = useState<number | null>(null)
  /** The newest message when the end was left; null while one is there. */
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const newest = messages.at(-1)?.id ?? 0
  const [starts] = useState<number[]>([])
  const days = useMemo(() => inParts(messages, starts), [messages, starts])
  useClock()
  const unseen = leftAt === null ? 0 : countAfter(messages, leftAt, meId)

  const note = useCallback(() => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!
    const fromEnd = scrollHeight - scrollTop
    // Scrolled by who reads, and not by us: rows that are only guessed yet must not be taken for what is read, and what has grown
    // meanwhile, as a banner above, does not lead away from the end.
    const isOurs = Math.abs(scrollTop - place.current.ours) < 1
    const seen = isOurs ? null : rowInSight(box.current!)
    const atEnd = fromEnd - clientHeight < nearEnd || (isOurs && place.current.atEnd)
    place.current = { ...place.current, ...seen, ours: -1, fromEnd, atEnd }
    setLeftAt((left) => (place.current.atEnd ? null : (left ?? newest)))
  }, [newest])

  const first = messages[0]?.id ?? 0
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
    if (!grewAbove) return
    // What is old is no news: it is not read out.
    log.setAttribute("aria-live", "off")
    const end = setTimeout(() => log.removeAttribute("aria-live"), hush)
    return () => {
      clearTimeout(end)
      log.removeAttribute("aria-live")
    }
  }, [first, newest, waiting, messages.length])

  // Taken back by the other side while somebody was at it, or had its picture open: the keyboard goes on from the conversation.
  useLayoutEffect(() => {
    const { current } = focused
    if (current === null || document.activeElement !== document.body) return
    focused.current = null
    if (messages.some(({ id }) => id === current)) return
    box.current!.focus({ preventScroll: true })
    toast(chatTexts.deleted)
  }, [messages])

  // A keyboard that opens, a picture that arrives, rows that were guessed and are drawn: who was at the end stays there, and
  // who reads further up keeps the row they read.
  useEffect(() => {
    const log = box.current!
    const stay = () => {
      if (isToggling.current) return
      if (!place.current.atEnd) return void keepRow(log, place.current)
      log.scrollTop = log.scrollHeight
      place.current.ours = log.scrollTop
    }
    const observer = new ResizeObserver(stay)
    observer.observe(log)
    observer.observe(log.firstElementChild!)
    return () => observer.disconnect()
  }, [])

  // What opens stays under the finger that opened it, also at the end of the conversation, and all of it is seen.
  useLayoutEffect(() => {
    if (open === null) return
    box.current!.querySelector(`[data-message="${open}"]`)?.scrollIntoView({ block: "nearest" })
    isToggling.current = true
    const end = setTimeout(() => {
      isToggling.current = false
    }, 100)
    return () => {
      clearTimeout(end)
      isToggling.current = false
    }
  }, [open])

  useEffect(() => {
    const read = () => {
      if (newest > 0 && leftAt === null && document.visibilityState === "visible") conversation.seen(newest)
    }
    read()
    document.addEventListener("visibilitychange", read)
    return () => document.removeEventListener("visibilitychange", read)
  }, [newest, leftAt, conversation])

  const stop = messages.some(({ id }) => id === current) ? current : (messages.at(-1)?.id ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-message]")
    if (!row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const message = messages.find(({ id }) => id === Number(row.dataset.message))
    if (event.key === "ArrowUp" || event.key === "ArrowDown") stepFrom(row, event.key === "ArrowUp" ? -1 : 1)
    else if (!message) return
    else if (event.key === "Delete" && message.sender_id === meId) {
      stepFrom(row, message.id === stop && message === messages.at(-1) ? -1 : 1)
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
    <div className="relative min-h-[min(6rem,18dvh)] flex-1">
      <div
        ref={box}
        role="log"
        aria-label="Conversation"
        // That somebody has read it is no news to be read out.
        aria-relevant="additions"
        aria-busy={older === "loading"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the keyboard
        tabIndex={0}
        onScroll={note}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const row = target.closest<HTMLElement>("[data-message]")
          focused.current = row && Number(row.dataset.message)
          if (row) setCurrent(Number(row.dataset.message))
        }}
        onBlur={() => {
          focused.current = null
        }}
        className="talk-log relative h-full overflow-y-auto overscroll-contain px-4 [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div
          className={cx("mx-auto flex min-h-full max-w-[47.5rem] flex-col pb-8", messages.length > long && "long-log")}
        >
          {hasMore && (
            <div className="flex flex-col items-center gap-1 pt-3">
              <Button look="outline" busy={older === "loading"} onClick={() => void conversation.loadOlder()}>
                Load older messages
              </Button>
              {/* Keeps its line, so that what is read stays where it is. */}
              <p role="alert" className="min-h-[1.45em] text-danger text-meta">
                {older === "failed" && chatTexts.loadMoreFailed}
              </p>
            </div>
          )}
          {messages.length === 0 && waiting === 0 ? (
            <Nothing forStaff={onFlag !== undefined} />
          ) : (
            <div className="mt-auto" />
          )}
          {days.map(({ key, parts }) => {
            const name = dayName(parts[0]!.messages[0]!.created_at)
            return (
              <section key={key} aria-label={name}>
                <p className="flex items-center gap-4 pt-6 pb-1 text-ink-3 text-meta before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                  {name}
                </p>
                {parts.map(({ key, messages }, at) => {
                  const after = parts[at + 1]?.messages[0]
                  return (
                    <Rows
                      key={key}
                      messages={messages}
                      before={parts[at - 1]?.messages.at(-1)}
                      after={after}
                      meId={meId}
                      otherRead={clamped(otherRead, messages[0]!, after ?? messages.at(-1)!)}
                      open={within(messages, open)}
                      stop={within(messages, stop)}
                      firstNew={within(messages, firstNew)}
                      actions={actions}
                    />
                  )
                })}
              </section>
            )
          })}
          {waiting > 0 && (
            // Read out once it has arrived; that it waits, or has failed, is said elsewhere.
            <ul aria-label="On their way" aria-live="off">
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
          className="-translate-x-1/2 absolute bottom-8 left-1/2 inline-flex min-h-11 items-center gap-2 whitespace-nowrap rounded-full border border-line-strong bg-surface px-4 font-semibold text-ui shadow-pop"
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
  /** The oldest message. */
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
    <p className="m-auto max-w-[30rem] text-balance py-10 text-center text-ink-2">
      Nothing has been said here yet. What you write is read by{" "}
      {forStaff ? "this member." : "the moderator of this model, and checked by software for what is forbidden."}
    </p>
  )
}

interface RowsProps {
  messages: readonly ChatMessage[]
  /** Their neighbours of the same day. */
  before: ChatMessage | undefined
  after: ChatMessage | undefined
  meId: number
  otherRead: number
  open: number | null
  stop: number | null
  firstNew: number | null
  actions: RowActions
}

/** One part of a day. Once it has been drawn its height is known, and it may sleep: then nothing moves by it. */
const Rows = memo(
  function Rows({ messages, before, after, meId, otherRead, open, stop, firstNew, actions }: RowsProps) {
    const [isDrawn, setDrawn] = useState(false)
    useEffect(() => {
      let frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => setDrawn(true))
      })
      return () => cancelAnimationFrame(frame)
    }, [])
    return (
      <ul className={cx("chat-part", isDrawn && "chat-part-drawn")}>
        {messages.map((message, at) => (
          <Row
            key={message.id}
            message={message}
            mine={message.sender_id === meId}
            isFirst={begins(message, messages[at - 1] ?? before)}
            isRead={message.id <= otherRead}
            isTold={isTold(message, messages[at + 1] ?? after, otherRead)}
            isOpen={message.id === open}
            isStop={message.id === stop}
            isFirstNew={message.id === firstNew}
            actions={actions}
          />
        ))}
      </ul>
    )
  },
  (a, b) =>
    a.before === b.before &&
    a.after === b.after &&
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

function isTold(message: ChatMessage, next: ChatMessage | undefined, otherRead: number): boolean {
  if (!next || begins(next, message)) return true
  return message.id <= otherRead && next.id > otherRead
}

/** A mark beyond a part is the part's own end: what is read there does not change any more. */
function clamped(mark: number, first: ChatMessage, last: ChatMessage): number {
  return Math.min(Math.max(mark, first.id - 1), last.id)
}

function countAfter(messages: readonly ChatMessage[], id: number, meId: number): number {
  let count = 0
  for (let at = messages.length - 1; at >= 0 && messages[at]!.id > id; at--) {
    if (messages[at]!.sender_id !== meId) count++
  }
  return count
}
