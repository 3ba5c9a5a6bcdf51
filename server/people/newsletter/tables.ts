import { pgTable, text } from "drizzle-orm/pg-core"
import { bytea, id, moment } from "../../platform/db/columns.ts"

export const newsletterSubscribers = pgTable("newsletter_subscribers", {
  id: id(),
  email: text("email").notNull(),
  state: text("state").$type<"pending" | "confirmed" | "unsubscribed">().notNull().default("pending"),
  confirmHash: bytea("confirm_hash"),
  confirmExpiresAt: moment("confirm_expires_at"),
  unsubscribeHash: bytea("unsubscribe_hash"),
  createdAt: moment("created_at").notNull(),
  confirmedAt: moment("confirmed_at"),
  unsubscribedAt: moment("unsubscribed_at"),
})
