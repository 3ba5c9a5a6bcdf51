import { memo, useEffect, useState } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { cx } from "../../platform/ui/cx.ts"
import type { Day } from "./parts.ts"
import { Row, type RowActions } from "./Row.tsx"
import { dayName } from "./times.ts"

/** Milliseconds after which a message of the same sender begins a new group. */
const burst = 5 * 60_000

interface Marks {
  meId: number
  /** The id of the last message that the other side has read. */
  otherRead: number
  /** The id of the message whose menu is open. */
  open: number | null
  /** The id of the message in the tab order. */
  stop: number | null
  /** The id of the first message since the last visit. */
  firstNew: number | null
  actions: RowActions
}

/** The messages of a day. Each part gets only the marks that lie within it, so that the others do not rerender. */
export function DayOfMessages({ parts, otherRead, open, stop, firstNew, ...rest }: Pick<Day, "parts"> & Marks) {
  const name = dayName(parts[0]!.messages[0]!.created_at)
  return (
    <section aria-label={name}>
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
            otherRead={clamped(otherRead, messages[0]!, after ?? messages.at(-1)!)}
            open={within(messages, open)}
            stop={within(messages, stop)}
            firstNew={within(messages, firstNew)}
            {...rest}
          />
        )
      })}
    </section>
  )
}

interface RowsProps extends Marks {
  messages: readonly ChatMessage[]
  /** The neighbouring messages of the same day. */
  before: ChatMessage | undefined
  after: ChatMessage | undefined
}

/** A part of a day. Its height is known once it was rendered, so it can skip rendering without moving anything. */
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
            hasReceipt={hasReceipt(message, messages[at + 1] ?? after, otherRead)}
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

/** Whether the sender changes here, or a pause lies in between. */
function begins(message: ChatMessage, before: ChatMessage | undefined): boolean {
  if (!before || before.sender_id !== message.sender_id) return true
  return Date.parse(message.created_at) - Date.parse(before.created_at) > burst
}

function hasReceipt(message: ChatMessage, next: ChatMessage | undefined, otherRead: number): boolean {
  if (!next || begins(next, message)) return true
  return message.id <= otherRead && next.id > otherRead
}

function within(messages: readonly ChatMessage[], id: number | null): number | null {
  return id !== null && messages[0]!.id <= id && id <= messages.at(-1)!.id ? id : null
}

/** Clamps a read mark to the part, so that parts that are fully read do not rerender. */
function clamped(mark: number, first: ChatMessage, last: ChatMessage): number {
  return Math.min(Math.max(mark, first.id - 1), last.id)
}
