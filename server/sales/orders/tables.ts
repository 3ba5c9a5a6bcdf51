import { bigint, boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { Language } from "#contract/languages.ts"
import type { OrderStatus, ShippingForm } from "#contract/orders.ts"
import type { RefundReason, RefundStatus, ReturnReason, ReturnStatus } from "#contract/refunds.ts"
import { bytea, id, moment } from "../../platform/db/columns.ts"
import type { KeptMethod } from "../totals/totals.ts"

export const orders = pgTable("orders", {
  id: id(),
  userId: integer("user_id"),
  reference: text("reference").notNull(),
  orderNumber: text("order_number").notNull(),
  status: text("status").$type<OrderStatus>().notNull().default("unpaid"),
  review: text("review").$type<"open" | "refund_due" | "refunded">(),
  reviewReason: text("review_reason"),
  shipping: jsonb("shipping").$type<ShippingForm>().notNull(),
  /** The language of the page on which the order was placed, and of its emails. */
  language: text("language").$type<Language>(),
  productsCents: bigint("products_cents", { mode: "number" }).notNull(),
  shippingCents: bigint("shipping_cents", { mode: "number" }).notNull().default(0),
  discountCents: bigint("discount_cents", { mode: "number" }).notNull().default(0),
  discountId: integer("discount_id"),
  discountTitle: text("discount_title"),
  discountCode: text("discount_code"),
  shippingMethod: jsonb("shipping_method").$type<KeptMethod>(),
  /** The rate at which the order was placed, in hundredths of a percent; null for no tax. */
  taxRate: integer("tax_rate"),
  taxCents: bigint("tax_cents", { mode: "number" }).notNull().default(0),
  /** Whether the tax is a part of the prices; otherwise it was added to the total. */
  taxIncluded: boolean("tax_included").notNull().default(true),
  totalCents: bigint("total_cents", { mode: "number" }).notNull(),
  cartFingerprint: text("cart_fingerprint").notNull(),
  holdExpiresAt: moment("hold_expires_at"),
  holdsStock: boolean("holds_stock").notNull().default(true),
  paymentMethod: text("payment_method").notNull().default("Crypto Wallet"),
  paidAt: moment("paid_at"),
  /** The amount received when the order was paid. Null if an older version did not write it: the total. */
  revenueCents: bigint("revenue_cents", { mode: "number" }),
  /** Assigned with the payment. */
  invoiceNumber: text("invoice_number"),
  trackingNumber: text("tracking_number"),
  carrierId: integer("carrier_id"),
  shippedAt: moment("shipped_at"),
  completedAt: moment("completed_at"),
  cancelledAt: moment("cancelled_at"),
  /** The reason that staff gave to the customer. */
  cancelReason: text("cancel_reason"),
  /** When staff reverted the completion. */
  reopenedAt: moment("reopened_at"),
  refundedAt: moment("refunded_at"),
  hiddenAt: moment("hidden_at"),
  /** When the customer was reminded to pay, and asked for a review. */
  remindedAt: moment("reminded_at"),
  reviewAskedAt: moment("review_asked_at"),
  supersededAt: moment("superseded_at"),
  placedFrom: bytea("placed_from"),
  /** The versions of the legal pages in force when it was placed; null for the texts that the shop comes with. */
  termsVersion: integer("terms_version"),
  privacyVersion: integer("privacy_version"),
  /** The summary of the order's payments, written by `payments`: `orders` does not read the tables of payments. */
  paymentState: text("payment_state").$type<"coming" | "partial" | "arrived">(),
  paidCents: bigint("paid_cents", { mode: "number" }).notNull().default(0),
  paymentsReceived: integer("payments_received").notNull().default(0),
  /** When a pending payment was last updated; null while none is pending. */
  paymentPendingAt: moment("payment_pending_at"),
  paymentInvoiceId: integer("payment_invoice_id"),
  paymentInvoiceUrl: text("payment_invoice_url"),
  /** An amount and its coin, such as `1259 USDC`. */
  paymentRemaining: text("payment_remaining"),
  paymentUpdatedAt: moment("payment_updated_at"),
  refundedCents: bigint("refunded_cents", { mode: "number" }).notNull().default(0),
  refundDueCents: bigint("refund_due_cents", { mode: "number" }).notNull().default(0),
  returnsWaiting: integer("returns_waiting").notNull().default(0),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
})

export const orderItems = pgTable("order_items", {
  id: id(),
  orderId: integer("order_id").notNull(),
  dollId: integer("doll_id").notNull(),
  name: text("name").notNull(),
  description: text("description").notNull(),
  priceCents: integer("price_cents").notNull(),
  /** The line's share of the order's discount. */
  discountCents: bigint("discount_cents", { mode: "number" }).notNull().default(0),
  /** The line's share of a tax that was added to the total. */
  taxCents: bigint("tax_cents", { mode: "number" }).notNull().default(0),
  quantity: integer("quantity").notNull(),
  held: integer("held").notNull().default(0),
  refundedCents: bigint("refunded_cents", { mode: "number" }).notNull().default(0),
  imageUrl: text("image_url"),
})

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof orderItems.$inferSelect

/** Paid orders that wait for the daily email of an admin. */
export const paidOrderDigests = pgTable("paid_order_digests", {
  userId: integer("user_id").notNull(),
  orderId: integer("order_id").notNull(),
  createdAt: moment("created_at").notNull(),
})

export const orderEvents = pgTable("order_events", {
  id: id(),
  orderId: integer("order_id").notNull(),
  actorId: integer("actor_id"),
  fromStatus: text("from_status"),
  toStatus: text("to_status").notNull(),
  note: text("note"),
  createdAt: moment("created_at").notNull(),
})

export const refunds = pgTable("refunds", {
  id: id(),
  orderId: integer("order_id").notNull(),
  returnId: integer("return_id"),
  status: text("status").$type<RefundStatus>().notNull(),
  amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  reason: text("reason").$type<RefundReason>().notNull(),
  note: text("note"),
  payoutAddress: text("payout_address"),
  payoutId: text("payout_id"),
  payoutAmount: text("payout_amount"),
  payoutCurrency: text("payout_currency"),
  /** Assigned with the payout, if the order has an invoice. */
  creditNote: text("credit_note"),
  createdBy: integer("created_by"),
  settledBy: integer("settled_by"),
  createdAt: moment("created_at").notNull(),
  settledAt: moment("settled_at"),
  cancelledAt: moment("cancelled_at"),
})

export const refundItems = pgTable("refund_items", {
  id: id(),
  refundId: integer("refund_id").notNull(),
  orderItemId: integer("order_item_id").notNull(),
  quantity: integer("quantity").notNull(),
  amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  restocked: integer("restocked").notNull().default(0),
  released: integer("released").notNull().default(0),
})

export const returns = pgTable("returns", {
  id: id(),
  orderId: integer("order_id").notNull(),
  status: text("status").$type<ReturnStatus>().notNull(),
  reason: text("reason").$type<ReturnReason>().notNull(),
  note: text("note"),
  payoutAddress: text("payout_address"),
  instructions: text("instructions"),
  refusal: text("refusal"),
  condition: text("condition"),
  createdAt: moment("created_at").notNull(),
  decidedAt: moment("decided_at"),
  receivedAt: moment("received_at"),
  endedAt: moment("ended_at"),
})

export const returnPhotos = pgTable("return_photos", {
  id: id(),
  returnId: integer("return_id").notNull(),
  fileKey: text("file_key").notNull(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  createdAt: moment("created_at").notNull(),
})

export const returnItems = pgTable("return_items", {
  id: id(),
  returnId: integer("return_id").notNull(),
  orderItemId: integer("order_item_id").notNull(),
  quantity: integer("quantity").notNull(),
  restocked: boolean("restocked"),
})
