import * as z from "zod"
import { Id, paging, Timestamp } from "./common.ts"

export const notificationKinds = [
  "order_paid",
  "order_shipped",
  "order_cancelled",
  "order_address_changed",
  "payment_being_checked",
  "refund_sent",
  "return_changed",
  "membership_bought",
  "membership_soon_over",
  "membership_over",
  "new_message",
  "flagged_item",
  "queue_waits",
  "order_waits",
  "new_order",
  "webhook_failed",
  "webhook_off",
  "integration_added",
  "account_suspended",
  "account_restored",
  "mentioned",
  "chat_handed_over",
  "back_in_stock",
  "stock_low",
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** A neutral text: it names no model, because others may see the screen. `link` is a path on this site. */
export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  created_at: Timestamp,
  read_at: Timestamp.nullable(),
})
export type Notification = z.infer<typeof Notification>

export const NotificationQuery = z.object(paging(20))
/** Marks all up to this one as read. */
export const ReadNotifications = z.object({ up_to_id: Id })
