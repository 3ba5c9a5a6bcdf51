import * as z from "zod"
import { levels, roles } from "./accounts.ts"
import { PublicSettings } from "./admin.ts"
import { text } from "./common.ts"
import { ErrorFrame, PongFrame } from "./frames.ts"
import { Notification } from "./notifications.ts"

/**
 * The first frame on every socket. The token determines the user; a different user id is refused. `user_role` is
 * ignored.
 */
export const Identify = z.object({
  type: z.literal("identify"),
  access_token: text().min(1).max(200),
  user_id: z.unknown().optional(),
  user_uuid: z.unknown().optional(),
  user_role: z.unknown().optional(),
})
export type Identify = z.infer<typeof Identify>

export const UnreadCount = z.object({
  total_unread: z.number().int(),
  unread_per_room: z.record(z.string(), z.number().int()),
})
export type UnreadCount = z.infer<typeof UnreadCount>

/** The server's frames on `/api/ws`. Clients ignore unknown types. */
export const AccountFrame = z.discriminatedUnion("type", [
  /** Sent first, and when the account or its sessions change; after `signed_out` the socket is closed. */
  z.object({
    type: z.literal("account"),
    role: z.enum(roles),
    membership_level: z.enum(levels),
    signed_out: z.boolean(),
  }),
  /** Sent with a new notification; with null only the unread count has changed. */
  z.object({ type: z.literal("notice"), notification: Notification.nullable(), unread: z.number().int() }),
  /** Sent when an order of the customer, or its payment, has changed. */
  z.object({ type: z.literal("order"), order_id: z.number().int() }),
  /** Sent first, and when an unread count changes. */
  z.object({ type: z.literal("unread"), ...UnreadCount.shape }),
  /** Sent to moderators when a member whose chats they answer has come online or gone offline. */
  z.object({ type: z.literal("presence"), user_id: z.number().int(), online: z.boolean() }),
  /** Sent to moderators when their assigned models have changed. */
  z.object({ type: z.literal("assigned") }),
  /** Sent to moderators when a chat was snoozed or handed over, or its snooze has ended. */
  z.object({ type: z.literal("desk"), room_id: z.number().int() }),
  /** Sent to members when a question about a conversation appears in this room, or disappears. */
  z.object({ type: z.literal("rating"), room_id: z.number().int() }),
  /** Sent when the shop's public settings change. */
  z.object({ type: z.literal("settings"), ...PublicSettings.shape }),
  /** Sent to content admins, first and on every change: the number of open items in the review queue. */
  z.object({ type: z.literal("flagged"), count: z.number().int() }),
  /** Sent to financial admins, first and on every change: the number of orders that need attention. */
  z.object({ type: z.literal("orders"), count: z.number().int() }),
  ErrorFrame,
  PongFrame,
])
export type AccountFrame = z.infer<typeof AccountFrame>
