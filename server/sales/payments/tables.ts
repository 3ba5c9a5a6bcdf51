import { bigint, boolean, integer, pgTable, text } from "drizzle-orm/pg-core"
import type { PaidLevel } from "#contract/membership.ts"
import type { PlanDays } from "#contract/memberships.ts"
import type { PaymentStatus } from "#contract/payments.ts"
import { id, moment } from "../../platform/db/columns.ts"

export const invoices = pgTable("invoices", {
  id: id(),
  kind: text("kind").$type<"order" | "subscription">().notNull(),
  orderId: integer("order_id"),
  userId: integer("user_id"),
  level: text("level").$type<"standard" | "vip" | "vvip">(),
  reference: text("reference").notNull(),
  provider: text("provider").notNull(),
  providerInvoiceId: text("provider_invoice_id"),
  invoiceUrl: text("invoice_url"),
  amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  currency: text("currency").notNull().default("usd"),
  state: text("state").$type<"creating" | "open" | "paid" | "void" | "failed">().notNull().default("creating"),
  successUrl: text("success_url").notNull(),
  cancelUrl: text("cancel_url").notNull(),
  /** True if the membership becomes a code instead of the buyer's own time. */
  isGift: boolean("is_gift").notNull().default(false),
  /** What was promised for a membership, and for how long; null for the plans of the specification. */
  termsId: integer("terms_id"),
  days: integer("days").$type<PlanDays>().notNull().default(30),
  expiresAt: moment("expires_at"),
  nextCheckAt: moment("next_check_at"),
  checks: integer("checks").notNull().default(0),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})

export type InvoiceRow = typeof invoices.$inferSelect

export const payments = pgTable("payments", {
  id: id(),
  provider: text("provider").notNull(),
  paymentId: text("payment_id").notNull(),
  invoiceId: integer("invoice_id"),
  orderId: integer("order_id"),
  userId: integer("user_id"),
  status: text("status").$type<PaymentStatus>().notNull(),
  providerStatus: text("provider_status").notNull(),
  rank: integer("rank").notNull(),
  priceAmount: text("price_amount"),
  priceCurrency: text("price_currency"),
  payAmount: text("pay_amount"),
  actuallyPaid: text("actually_paid"),
  payCurrency: text("pay_currency"),
  parentPaymentId: text("parent_payment_id"),
  flags: text("flags").array().notNull().default([]),
  effect: text("effect").$type<"paid" | "membership" | "review" | "second">(),
  effectAt: moment("effect_at"),
  amountCents: bigint("amount_cents", { mode: "number" }).notNull().default(0),
  /** The number of a membership's invoice. */
  invoiceNumber: text("invoice_number"),
  refundedAt: moment("refunded_at"),
  review: text("review").$type<"open" | "refund_due" | "refunded" | "settled">(),
  reviewNote: text("review_note"),
  nextCheckAt: moment("next_check_at"),
  checks: integer("checks").notNull().default(0),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})

export const paymentEvents = pgTable("payment_events", {
  id: id(),
  provider: text("provider").notNull(),
  eventKey: text("event_key").notNull(),
  paymentId: text("payment_id"),
  source: text("source").$type<"notice" | "poll" | "manual">().notNull(),
  scheme: text("scheme"),
  raw: text("raw").notNull(),
  providerStatus: text("provider_status"),
  rank: integer("rank"),
  receivedAt: moment("received_at").notNull(),
  processedAt: moment("processed_at"),
  applied: boolean("applied"),
  note: text("note"),
})

/** The codes of memberships that were bought as gifts. */
export const gifts = pgTable("gifts", {
  id: id(),
  paymentId: integer("payment_id").notNull(),
  buyerId: integer("buyer_id"),
  level: text("level").$type<PaidLevel>().notNull(),
  /** The price that was paid, by which the time is valued whenever the gift is redeemed. */
  priceCents: bigint("price_cents", { mode: "number" }).notNull(),
  termsId: integer("terms_id"),
  days: integer("days").$type<PlanDays>().notNull().default(30),
  code: text("code").notNull(),
  expiresAt: moment("expires_at").notNull(),
  redeemedBy: integer("redeemed_by"),
  redeemedAt: moment("redeemed_at"),
  voidedAt: moment("voided_at"),
  createdAt: moment("created_at").notNull(),
})

export const sandboxInvoices = pgTable("sandbox_invoices", {
  id: id(),
  invoiceId: text("invoice_id").notNull(),
  orderId: text("order_id").notNull(),
  orderDescription: text("order_description"),
  priceAmount: text("price_amount").notNull(),
  priceCurrency: text("price_currency").notNull(),
  ipnCallbackUrl: text("ipn_callback_url"),
  successUrl: text("success_url"),
  cancelUrl: text("cancel_url"),
  createdAt: moment("created_at").notNull(),
})

export const sandboxPayments = pgTable("sandbox_payments", {
  id: id(),
  paymentId: text("payment_id").notNull(),
  invoiceId: text("invoice_id").notNull(),
  paymentStatus: text("payment_status").notNull(),
  payAmount: text("pay_amount").notNull(),
  actuallyPaid: text("actually_paid").notNull().default("0"),
  parentPaymentId: text("parent_payment_id"),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})
