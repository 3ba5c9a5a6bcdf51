import { memo } from "react"
import type { ChatMessage } from "#contract/chat.ts"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Check, CheckCheck, Ellipsis, Flag } from "../../platform/ui/icons.ts"
import { Trans } from "../../platform/ui/Trans.tsx"
import { Attachment } from "./Attachment.tsx"
import { bubble, meta, pictureBubble } from "./classNames.ts"
import { MessageText } from "./MessageText.tsx"
import { timeOf } from "./times.ts"

export interface RowActions {
  toggle(id: number): void
  remove?(id: number): void
  report?(id: number): void
  flag?(id: number, flagged: boolean): void
}

interface RowProps {
  message: ChatMessage
  mine: boolean
  /** True on the first message of a group by one sender. */
  isFirst: boolean
  isRead: boolean
  /** Shows time and state: on the last message of a group, and on the last one read. */
  hasReceipt: boolean
  /** True while its menu is open. */
  isOpen: boolean
  /** True on the message in the tab order (roving tabindex). */
  isStop: boolean
  /** True on the first message since the last visit. */
  isFirstNew: boolean
  actions: RowActions
}

export const Row = memo(function Row(props: RowProps) {
  const { message, mine, isFirst, isRead, hasReceipt, isOpen, isStop, isFirstNew, actions } = props
  const { id, content, created_at, sender_name } = message
  return (
    <li
      data-message={id}
      className={cx("message group flex flex-col", mine ? "items-end" : "items-start", isFirst ? "pt-4" : "pt-1")}
    >
      {isFirstNew && (
        <p className="mb-3 flex w-full items-center gap-3 font-semibold text-accent text-meta before:h-px before:flex-1 before:bg-accent after:h-px after:flex-1 after:bg-accent">{t`New`}</p>
      )}
      {isFirst && !mine && (
        <p dir="auto" className="mb-1 text-ink-2 text-meta">
          {sender_name || t`Former member`}
        </p>
      )}
      <div className={cx("flex max-w-full items-center gap-1", mine && "flex-row-reverse")}>
        <div
          className={cx(
            message.message_type === "IMAGE" ? pictureBubble : bubble,
            mine ? "bubble-own" : "bubble-other",
            isOpen && "outline outline-line-strong",
          )}
        >
          {mine && <span className="sr-only">{t`You: `}</span>}
          {message.file_url ? <Attachment message={message} /> : <MessageText>{content}</MessageText>}
        </div>
        <button
          type="button"
          tabIndex={isStop ? 0 : -1}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          aria-label={t`Actions for the message from ${timeOf(created_at)}`}
          onClick={() => actions.toggle(id)}
          className="message-more inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink-3 hover:bg-sunken pointer-coarse:text-line-strong"
        >
          <Ellipsis aria-hidden size={18} />
        </button>
      </div>
      <p className={hasReceipt || message.flagged ? cx(meta, "flex items-center gap-1 text-ink-3") : "sr-only"}>
        <time dateTime={created_at}>{timeOf(created_at)}</time>
        {mine && <Delivered isRead={isRead} />}
        {message.flagged && (
          <span className="inline-flex items-center gap-1 text-warn">
            <Trans>
              <Flag aria-hidden size={14} />
              Flagged
            </Trans>
          </span>
        )}
      </p>
    </li>
  )
})

function Delivered({ isRead }: { isRead: boolean }) {
  const Icon = isRead ? CheckCheck : Check
  return (
    <span className="inline-flex items-center gap-0.5">
      <Icon aria-hidden size={14} className={isRead ? "text-celadon" : undefined} />
      {isRead ? t`Read` : t`Sent`}
    </span>
  )
}
