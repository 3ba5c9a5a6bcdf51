import { date, pgTable, text } from "drizzle-orm/pg-core"
import { bytea } from "./columns.ts"

export const serverKeys = pgTable("house_keys", {
  name: text("name").primaryKey(),
  key: bytea("key").notNull(),
})

/** The last stored day of each kind of daily totals, and the time zone of its days. */
export const countedUntil = pgTable("counted_until", {
  name: text("name").primaryKey(),
  day: date("day", { mode: "string" }).notNull(),
  timeZone: text("time_zone").notNull().default("UTC"),
})
