import { bigint, date, integer, pgTable } from "drizzle-orm/pg-core"

/** The figures of a completed day, and the number of subscriptions at its end. */
export const shopDays = pgTable("shop_days", {
  day: date("day", { mode: "string" }).primaryKey(),
  registered: integer("registered").notNull(),
  departed: integer("departed").notNull(),
  subscriptions: integer("subscriptions").notNull(),
  sales: integer("sales").notNull(),
  ordersCents: bigint("orders_cents", { mode: "number" }).notNull(),
  subscriptionsCents: bigint("subscriptions_cents", { mode: "number" }).notNull(),
  refundsCents: bigint("refunds_cents", { mode: "number" }).notNull(),
})
