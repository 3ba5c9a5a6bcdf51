import { integer, pgTable, text } from "drizzle-orm/pg-core"
import { id, moment } from "../../platform/db/columns.ts"

export const redirects = pgTable("redirects", {
  id: id(),
  fromPath: text("from_path").notNull(),
  toPath: text("to_path").notNull(),
  hits: integer("hits").notNull().default(0),
  lastHitAt: moment("last_hit_at"),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})
