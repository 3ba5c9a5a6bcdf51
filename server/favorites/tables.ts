import { integer, pgTable } from "drizzle-orm/pg-core"
import { id, moment } from "../db/columns.ts"

export const favorites = pgTable("favorites", {
  id: id(),
  userId: integer("user_id").notNull(),
  dollId: integer("doll_id").notNull(),
  createdAt: moment("created_at").notNull(),
})
