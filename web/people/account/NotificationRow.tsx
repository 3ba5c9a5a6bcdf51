import type { Notification, NotificationKind } from "#contract/notifications.ts"
import { t } from "#contract/t.ts"
import { asAddress, Link } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { dateTimeOf } from "../../platform/ui/format.ts"
import {
  AtSign,
  BadgeCheck,
  CirclePause,
  CircleX,
  Crown,
  Flag,
  Hourglass,
  type Icon,
  MessageCircle,
  Package,
  PackageCheck,
  ScanSearch,
  Truck,
} from "../../platform/ui/icons.ts"
import { markRead } from "../notifications/notifications.ts"

const icons: Record<NotificationKind, Icon> = {
  order_paid: BadgeCheck,
  order_shipped: Truck,
  order_cancelled: CircleX,
  order_address_changed: Package,
  payment_being_checked: ScanSearch,
  refund_sent: BadgeCheck,
  return_changed: Package,
  membership_bought: Crown,
  membership_soon_over: Hourglass,
  membership_over: Hourglass,
  new_message: MessageCircle,
  flagged_item: Flag,
  queue_waits: Flag,
  webhook_failed: Flag,
  webhook_off: Flag,
  integration_added: Flag,
  order_waits: ScanSearch,
  new_order: Package,
  account_suspended: CirclePause,
  account_restored: BadgeCheck,
  mentioned: AtSign,
  chat_handed_over: MessageCircle,
  back_in_stock: PackageCheck,
  stock_low: Package,
}

/** Following the link marks the notification as read. */
export function NotificationRow({
  notification: { id, kind, title, body, link, created_at, read_at },
}: {
  notification: Notification
}) {
  const Icon = icons[kind] ?? Package
  const isNew = read_at === null
  // If the call fails, the notification stays unread; the link opens in any case.
  const read = () => isNew && void markRead(id).catch(() => undefined)
  const text = (
    <>
      <Icon
        aria-hidden
        size={20}
        strokeWidth={1.5}
        className={cx("mt-0.5 shrink-0", isNew ? "text-accent" : "text-ink-3")}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className={isNew ? "font-semibold" : "font-medium text-ink-2"}>
            {title}
            {isNew && <span className="sr-only">{t` (unread)`}</span>}
          </span>
          <time dateTime={created_at} className="tabular text-ink-3 text-meta max-sm:order-last">
            {dateTimeOf(created_at)}
          </time>
          <span className="w-full text-ink-2 text-ui">{body}</span>
        </span>
      </span>
      {isNew && <span aria-hidden className="mt-2 size-2 shrink-0 rounded-full bg-accent" />}
    </>
  )
  const row = "flex w-full items-start gap-4 py-4 pe-2 text-start"
  return (
    <li className="border-line border-b">
      {link ? (
        <Link to={asAddress(link)} onClick={read} className={cx(row, "hover:bg-sunken")}>
          {text}
        </Link>
      ) : (
        <div className={row}>{text}</div>
      )}
    </li>
  )
}
