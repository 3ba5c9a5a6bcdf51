import { bigint, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { PaidLevel } from "#contract/membership.ts"
import type { AllowanceKind } from "#contract/memberships.ts"
import { id, moment } from "../../platform/db/columns.ts"

export const membershipPeriods = pgTable("membership_periods", {
  id: id(),
  userId: integer("user_id").notNull(),
  level: text("level").$type<PaidLevel>().notNull(),
  kind: text("kind").$type<"bought" | "converted" | "granted">().notNull(),
  /** The original payment of converted time. */
  paymentId: integer("payment_id"),
  /** The period that converted time extends: they share one allowance. */
  partOf: integer("part_of"),
  /** The price of thirty days. */
  priceCents: bigint("price_cents", { mode: "number" }).notNull(),
  /** The remaining allowance of converted time, in addition to that of the new level. */
  extraMessages: integer("extra_messages").notNull().default(0),
  extraPhotos: integer("extra_photos").notNull().default(0),
  startsAt: moment("starts_at").notNull(),
  /** Null: no end. */
  endsAt: moment("ends_at"),
  revokedAt: moment("revoked_at"),
  createdAt: moment("created_at").notNull(),
})

export const allowanceUses = pgTable(
  "allowance_uses",
  {
    periodId: integer("period_id").notNull(),
    /** The index of the thirty-day turn in a period without an end. */
    turn: integer("turn").notNull().default(0),
    kind: text("kind").$type<AllowanceKind>().notNull(),
    used: integer("used").notNull(),
  },
  (table) => [primaryKey({ columns: [table.periodId, table.turn, table.kind] })],
)
