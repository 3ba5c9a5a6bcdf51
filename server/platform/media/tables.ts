import { pgTable, text } from "drizzle-orm/pg-core"
import { moment } from "../db/columns.ts"

/**
 * Private files that no row names, of chats and of returns: after `due_at` the sweep removes them. The table is named
 * after the chats, which had it first.
 */
export const fileEnds = pgTable("chat_file_ends", {
  fileKey: text("file_key").primaryKey(),
  dueAt: moment("due_at").notNull(),
})
