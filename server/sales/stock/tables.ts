import { integer, pgTable, text } from "drizzle-orm/pg-core"
import type { Language } from "#contract/languages.ts"
import { bytea, id, moment } from "../../platform/db/columns.ts"

export const stockAlerts = pgTable("stock_alerts", {
  dollId: integer("doll_id").primaryKey(),
  lowAt: integer("low_at"),
  lowSince: moment("low_since"),
})

export const stockRequests = pgTable("stock_requests", {
  id: id(),
  dollId: integer("doll_id").notNull(),
  userId: integer("user_id"),
  email: text("email"),
  /** The language of the page on which a guest asked. */
  language: text("language").$type<Language>(),
  state: text("state").$type<"pending" | "waiting" | "told" | "left">().notNull(),
  codeHash: bytea("code_hash"),
  confirmExpiresAt: moment("confirm_expires_at"),
  createdAt: moment("created_at").notNull(),
  closedAt: moment("closed_at"),
})
