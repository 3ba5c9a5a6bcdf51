import { bigint, boolean, integer, pgTable, text } from "drizzle-orm/pg-core"
import type { Level } from "#contract/accounts.ts"
import type { Category } from "#contract/catalog.ts"
import { id, moment } from "../../platform/db/columns.ts"

export const discounts = pgTable("discounts", {
  id: id(),
  title: text("title").notNull(),
  /** The code in capital letters; null for a discount that is applied automatically. */
  code: text("code"),
  scope: text("scope").$type<"models" | "memberships">().notNull().default("models"),
  /** The discount is a whole percentage or an amount: one of them is null. */
  percent: integer("percent"),
  amountCents: bigint("amount_cents", { mode: "number" }),
  minimumCents: bigint("minimum_cents", { mode: "number" }).notNull().default(0),
  levels: text("levels").array().$type<Level[]>().notNull().default([]),
  categories: text("categories").array().$type<Category[]>().notNull().default([]),
  dollIds: integer("doll_ids").array().notNull().default([]),
  firstOrder: boolean("first_order").notNull().default(false),
  maxUses: integer("max_uses"),
  maxUsesPerCustomer: integer("max_uses_per_customer"),
  startsAt: moment("starts_at").notNull(),
  endsAt: moment("ends_at"),
  isActive: boolean("is_active").notNull().default(true),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})

/** What a code took off the invoice of a membership. */
export const invoiceDiscounts = pgTable("invoice_discounts", {
  invoiceId: integer("invoice_id").primaryKey(),
  discountId: integer("discount_id").notNull(),
  cents: bigint("cents", { mode: "number" }).notNull(),
})
