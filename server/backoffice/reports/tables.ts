import { bigint, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"

export const reportKinds = ["model", "model_month", "country", "customers", "started", "renewed", "ended"] as const
export type ReportKind = (typeof reportKinds)[number]

/**
 * The sales of a completed day by `kind`. A `model_month` is the sum of the model's days of a month, stored under its
 * first day. For memberships, `key` is the level and `orders` their number.
 */
export const reportDays = pgTable(
  "report_days",
  {
    kind: text("kind").$type<ReportKind>().notNull(),
    day: date("day", { mode: "string" }).notNull(),
    key: text("key").notNull(),
    orders: integer("orders").notNull(),
    pieces: integer("pieces").notNull(),
    paidCents: bigint("paid_cents", { mode: "number" }).notNull(),
    refundedCents: bigint("refunded_cents", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.day, table.key] })],
)
