import { boolean, pgTable, text } from "drizzle-orm/pg-core"
import type { NumberFormat } from "#contract/carriers.ts"
import { id, moment } from "../../platform/db/columns.ts"

export const carriers = pgTable("carriers", {
  id: id(),
  name: text("name").notNull(),
  trackingUrl: text("tracking_url").notNull(),
  numberFormat: text("number_format").$type<NumberFormat>(),
  isActive: boolean("is_active").notNull().default(true),
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
})
