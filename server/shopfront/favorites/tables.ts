import { integer, pgTable, text } from "drizzle-orm/pg-core"
import { id, moment } from "../../platform/db/columns.ts"

export const favorites = pgTable("favorites", {
  id: id(),
  userId: integer("user_id").notNull(),
  dollId: integer("doll_id").notNull(),
  createdAt: moment("created_at").notNull(),
})

/** Anybody who has the token sees the favorites. */
export const favoriteLinks = pgTable("favorite_links", {
  userId: integer("user_id").primaryKey(),
  token: text("token").notNull(),
  createdAt: moment("created_at").notNull(),
})
