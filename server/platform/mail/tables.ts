import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core"
import { id, moment } from "../db/columns.ts"

export const mailOutbox = pgTable("mail_outbox", {
  id: id(),
  kind: text("kind").notNull(),
  toAddress: text("to_address").notNull(),
  replyTo: text("reply_to"),
  subject: text("subject").notNull(),
  bodyText: text("body_text").notNull(),
  bodyHtml: text("body_html").notNull(),
  unsubscribeUrl: text("unsubscribe_url"),
  dedupeKey: text("dedupe_key"),
  /** Whether it waits behind all emails that somebody may be waiting for. */
  isBulk: boolean("is_bulk").notNull().default(false),
  attempts: integer("attempts").notNull().default(0),
  createdAt: moment("created_at").notNull(),
  nextAttemptAt: moment("next_attempt_at"),
  sentAt: moment("sent_at"),
  deadAt: moment("dead_at"),
  lastError: text("last_error"),
})
