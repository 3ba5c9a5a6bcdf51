import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { NotificationKind } from "#contract/notifications.ts"
import { id, moment } from "../db/columns.ts"

/** A text that stays as it is, or an amount or a day, which readers write in different ways. */
export type NoticeValue = string | { cents: number } | { day: string; zone: string | null }

export const notifications = pgTable("notifications", {
  id: id(),
  userId: integer("user_id").notNull(),
  kind: text("kind").$type<NotificationKind>().notNull(),
  title: text("title").notNull(),
  body: text("body").notNull(),
  /** The text of a body with values, with a place such as `{0}` for each. */
  message: text("message"),
  values: jsonb("values").$type<NoticeValue[]>(),
  link: text("link"),
  createdAt: moment("created_at").notNull(),
  readAt: moment("read_at"),
})
