import { pgTable, text } from "drizzle-orm/pg-core"
import { bytea } from "./columns.ts"

export const serverKeys = pgTable("house_keys", {
  name: text("name").primaryKey(),
  key: bytea("key").notNull(),
})
