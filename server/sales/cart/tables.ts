import { bigint, integer, pgTable } from "drizzle-orm/pg-core"
import { id, moment } from "../../platform/db/columns.ts"

export const cartItems = pgTable("cart_items", {
  id: id(),
  userId: integer("user_id").notNull(),
  dollId: integer("doll_id").notNull(),
  quantity: integer("quantity").notNull(),
  /** The price that the customer saw when adding the model, or confirmed by ordering it. */
  seenPriceCents: bigint("seen_price_cents", { mode: "number" }),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})
