import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { PaidLevel } from "#contract/membership.ts"
import type { AllowanceKind, PlanTerms } from "#contract/memberships.ts"
import { id, moment } from "../../platform/db/columns.ts"

export const membershipPeriods = pgTable("membership_periods", {
  id: id(),
  userId: integer("user_id").notNull(),
  level: text("level").$type<PaidLevel>().notNull(),
  kind: text("kind").$type<"bought" | "further" | "converted" | "granted">().notNull(),
  /** The original payment of converted time. */
  paymentId: integer("payment_id"),
  /** The period that converted time extends: they share one allowance. */
  partOf: integer("part_of"),
  /** The price of thirty days. */
  priceCents: bigint("price_cents", { mode: "number" }).notNull(),
  /** The remaining allowance of converted time, in addition to that of the new level. */
  extraMessages: integer("extra_messages").notNull().default(0),
  extraPhotos: integer("extra_photos").notNull().default(0),
  /** What was promised; null for the plans of the specification. */
  termsId: integer("terms_id"),
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

export const plans = pgTable("plans", {
  level: text("level").$type<PaidLevel>().primaryKey(),
  version: integer("version").notNull().default(1),
  updatedBy: integer("updated_by"),
  updatedAt: moment("updated_at"),
})

/** A row never changes, so that what was bought with it stays as it was promised. */
export const planTerms = pgTable("plan_terms", {
  id: id(),
  level: text("level").$type<PaidLevel>().notNull(),
  validFrom: moment("valid_from").notNull(),
  priceCents: bigint("price_cents", { mode: "number" }).notNull(),
  price90Cents: bigint("price_90_cents", { mode: "number" }),
  price180Cents: bigint("price_180_cents", { mode: "number" }),
  price360Cents: bigint("price_360_cents", { mode: "number" }),
  messages: integer("messages"),
  photos: integer("photos").notNull(),
  discountPercent: integer("discount_percent").notNull().default(0),
  isRecommended: boolean("is_recommended").notNull().default(false),
  isSold: boolean("is_sold").notNull().default(true),
  texts: jsonb("texts").$type<PlanTerms["texts"]>().notNull().default({}),
  withdrawnAt: moment("withdrawn_at"),
  createdAt: moment("created_at").notNull(),
})
