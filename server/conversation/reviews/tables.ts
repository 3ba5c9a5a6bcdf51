import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core"
import { id, moment } from "../../platform/db/columns.ts"

export const reviews = pgTable("reviews", {
  id: id(),
  dollId: integer("doll_id").notNull(),
  userId: integer("user_id"),
  rating: integer("rating").notNull(),
  comment: text("comment").notNull(),
  verifiedPurchase: boolean("verified_purchase").notNull().default(false),
  pickedAt: moment("picked_at"),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})
