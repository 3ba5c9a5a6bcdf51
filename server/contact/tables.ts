import { integer, pgTable, text } from "drizzle-orm/pg-core"
import { id, moment } from "../db/columns.ts"

export const contactMessages = pgTable("contact_messages", {
  id: id(),
  name: text("name").notNull(),
  email: text("email").notNull(),
  subject: text("subject").notNull(),
  message: text("message").notNull(),
  userId: integer("user_id"),
  handledAt: moment("handled_at"),
  createdAt: moment("created_at").notNull(),
})
