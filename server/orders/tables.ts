import { bigint, boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { OrderStatus, ShippingForm } from "#contract/orders.ts"
import { id, moment } from "../db/columns.ts"

export const orders = pgTable("orders", {
  id: id(),
  userId: integer("user_id"),
  reference: text("reference").notNull(),
  orderNumber: text("order_number").notNull(),
  status: text("status").$type<OrderStatus>().notNull().default("unpaid"),
  review: text("review").$type<"open" | "refund_due" | "refunded">(),
  reviewReason: text("review_reason"),
  shipping: jsonb("shipping").$type<ShippingForm>().notNull(),
  productsCents: bigint("products_cents", { mode: "number" }).notNull(),
  shippingCents: bigint("shipping_cents", { mode: "number" }).notNull().default(0),
  discountCents: bigint("discount_cents", { mode: "number" }).notNull().default(0),
  totalCents: bigint("total_cents", { mode: "number" }).notNull(),
  cartFingerprint: text("cart_fingerprint").notNull(),
  holdExpiresAt: moment("hold_expires_at"),
  holdsStock: boolean("holds_stock").notNull().default(true),
  paymentMethod: text("payment_method").notNull().default("Crypto Wallet"),
  paidAt: moment("paid_at"),
  trackingNumber: text("tracking_number"),
  shippedAt: moment("shipped_at"),
  completedAt: moment("completed_at"),
  cancelledAt: moment("cancelled_at"),
  refundedAt: moment("refunded_at"),
  hiddenAt: moment("hidden_at"),
  supersededAt: moment("superseded_at"),
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
  quantity: integer("quantity").notNull(),
  held: integer("held").notNull().default(0),
  imageUrl: text("image_url"),
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
