import { boolean, integer, jsonb, pgTable } from "drizzle-orm/pg-core"
import type { ShippingForm } from "#contract/orders.ts"
import { id, moment } from "../../platform/db/columns.ts"

export const addresses = pgTable("addresses", {
  id: id(),
  userId: integer("user_id").notNull(),
  shipping: jsonb("shipping").$type<ShippingForm>().notNull(),
  isDefault: boolean("is_default").notNull().default(false),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})
