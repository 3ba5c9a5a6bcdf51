import { integer, pgTable, text } from "drizzle-orm/pg-core"
import type { Language } from "#contract/languages.ts"
import { id, moment } from "../../platform/db/columns.ts"

export const contactMessages = pgTable("contact_messages", {
  id: id(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  subject: text("subject").notNull(),
  message: text("message").notNull(),
  userId: integer("user_id"),
  orderId: integer("order_id"),
  /** The language of the page it was sent from, and of the email with the answer. */
  language: text("language").$type<Language>(),
  assigneeId: integer("assignee_id"),
  handledAt: moment("handled_at"),
  createdAt: moment("created_at").notNull(),
})

export const contactAnswers = pgTable("contact_answers", {
  id: id(),
  contactId: integer("contact_id").notNull(),
  authorId: integer("author_id"),
  content: text("content").notNull(),
  createdAt: moment("created_at").notNull(),
})
