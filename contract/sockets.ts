import * as z from "zod"
import { levels, roles } from "./accounts.ts"
import { PublicSettings } from "./admin.ts"
import { ErrorFrame, PongFrame } from "./frames.ts"
import { Notification } from "./notifications.ts"

/** The first frame on every socket. The token decides who it is; an id that says otherwise is refused. `user_role` is ignored. */
export const Identify = z.object({
  type: z.literal("identify"),
  access_token: z.string().min(1).max(200),
  user_id: z.unknown().optional(),
  user_uuid: z.unknown().optional(),
  user_role: z.unknown().optional(),
})
export type Identify = z.infer<typeof Identify>

/** Messages that wait, by room. */
export const UnreadCount = z.object({
  total_unread: z.number().int(),
  unread_per_room: z.record(z.string(), z.number().int()),
})
export type UnreadCount = z.infer<typeof UnreadCount>

/** What the server says on `/api/ws`. A client ignores a type it does not know. */
export const AccountFrame = z.discriminatedUnion("type", [
  /** At the start, and whenever the account or its sessions have changed; `signed_out` is followed by the end of the socket. */
  z.object({
    type: z.literal("account"),
    role: z.enum(roles),
    membership_level: z.enum(levels),
    signed_out: z.boolean(),
  }),
  /** A new notification; without one only the count has changed. */
  z.object({ type: z.literal("notice"), notification: Notification.nullable(), unread: z.number().int() }),
  /** At the start, and whenever another number waits. */
  z.object({ type: z.literal("unread"), ...UnreadCount.shape }),
  /** For moderators: a member whose chats they answer has come, or has gone. */
  z.object({ type: z.literal("presence"), user_id: z.number().int(), online: z.boolean() }),
  /** For moderators: models were given into their care, or taken from it. */
  z.object({ type: z.literal("assigned") }),
  /** The shop's open settings, whenever they have changed. */
  z.object({ type: z.literal("settings"), ...PublicSettings.shape }),
  /** To admins of the content: how much waits in the queue, at the start and whenever that has changed. */
  z.object({ type: z.literal("flagged"), count: z.number().int() }),
  ErrorFrame,
  PongFrame,
])
export type AccountFrame = z.infer<typeof AccountFrame>
