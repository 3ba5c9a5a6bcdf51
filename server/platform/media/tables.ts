import { pgTable, text } from "drizzle-orm/pg-core"
import { moment } from "../db/columns.ts"

/**
 * Private files of chats and returns that no row refers to: the sweep removes them after `due_at`. The table is named
 * after the chats, which were its first use.
 */
export const fileEnds = pgTable("chat_file_ends", {
  fileKey: text("file_key").primaryKey(),
  dueAt: moment("due_at").notNull(),
})
