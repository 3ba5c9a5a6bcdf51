import { integer, pgTable, text } from "drizzle-orm/pg-core"
import type { NotificationKind } from "#contract/notifications.ts"
import { id, moment } from "../db/columns.ts"

export const notifications = pgTable("notifications", {
  id: id(),
  userId: integer("user_id").notNull(),
  kind: text("kind").$type<NotificationKind>().notNull(),
  title: text("title").notNull(),
  body: text("body").notNull(),
  link: text("link"),
  createdAt: moment("created_at").notNull(),
  readAt: moment("read_at"),
})
