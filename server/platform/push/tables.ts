import { integer, pgTable, text } from "drizzle-orm/pg-core"
import type { PushKind } from "#contract/push.ts"
import { id, moment } from "../db/columns.ts"

export const pushSubscriptions = pgTable("push_subscriptions", {
  id: id(),
  userId: integer("user_id").notNull(),
  sessionId: integer("session_id").notNull(),
  endpoint: text("endpoint").notNull(),
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  /** The public key of the shop for which the browser subscribed; no other key can be used. */
  publicKey: text("public_key").notNull(),
  /** The number of notices given up since the last one that was sent. */
  failures: integer("failures").notNull().default(0),
  createdAt: moment("created_at").notNull(),
  lastSentAt: moment("last_sent_at"),
})

export const pushOutbox = pgTable("push_outbox", {
  id: id(),
  subscriptionId: integer("subscription_id").notNull(),
  kind: text("kind").$type<PushKind>().notNull(),
  link: text("link").notNull(),
  tag: text("tag").notNull(),
  roomId: integer("room_id"),
  notificationId: integer("notification_id"),
  attempts: integer("attempts").notNull().default(0),
  createdAt: moment("created_at").notNull(),
  nextAttemptAt: moment("next_attempt_at").notNull(),
})
