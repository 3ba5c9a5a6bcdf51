import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { InvoiceKind } from "#contract/invoicing.ts"
import { id, moment } from "../../platform/db/columns.ts"
import type { KeptMethod, Tax } from "../totals/totals.ts"

export const businessDetails = pgTable("business_details", {
  id: integer("id").primaryKey().default(1),
  legalName: text("legal_name").notNull(),
  address: text("address"),
  email: text("email"),
  phone: text("phone"),
  register: text("register"),
  registerNumber: text("register_number"),
  taxNumber: text("tax_number"),
  controller: text("controller"),
  disputes: text("disputes"),
  invoiceFooter: text("invoice_footer"),
  senderName: text("sender_name"),
  senderAddress: text("sender_address"),
  version: integer("version").notNull().default(1),
  updatedBy: integer("updated_by"),
  updatedAt: moment("updated_at"),
})

/** A series has the last number of each year. */
const series = (name: string) => pgTable(name, { year: integer("year").primaryKey(), last: integer("last").notNull() })
export const invoiceSeries = series("invoice_series")
export const creditNoteSeries = series("credit_note_series")

export interface Buyer {
  name: string
  address: string[]
  country: string | null
}

/** An invoice without its buyer. */
export interface InvoiceDocument {
  reference: string
  seller: { name: string; address: string | null; taxNumber: string | null; footer: string | null }
  lines: { name: string; quantity: number; priceCents: number }[]
  subtotalCents: number
  discount: { label: string; cents: number } | null
  shippingCents: number
  /** Missing in invoices from before there was a choice. */
  shippingMethod?: KeptMethod | null
  /** The tax as of the sale; missing without one, and in invoices of memberships. */
  tax?: Tax | null
  totalCents: number
  paidCents: number
  paymentMethod: string
}

/** A credit note without its buyer, who is that of the invoice. A line without pieces refunds a part of its price. */
export interface CreditDocument {
  reference: string
  seller: InvoiceDocument["seller"]
  lines: { name: string; quantity: number; cents: number }[]
  /** The share of the invoice's tax that the refund contains. */
  tax?: Tax | null
  totalCents: number
}

export const creditNotes = pgTable("credit_notes", {
  id: id(),
  number: text("number").notNull(),
  year: integer("year").notNull(),
  sequence: integer("sequence").notNull(),
  /** Set for a refund of an order. */
  refundId: integer("refund_id"),
  /** Set for a membership. */
  paymentId: integer("payment_id"),
  invoiceNumber: text("invoice_number").notNull(),
  document: jsonb("document").$type<CreditDocument>().notNull(),
  issuedAt: moment("issued_at").notNull(),
  createdAt: moment("created_at").notNull(),
})

export const salesInvoices = pgTable("sales_invoices", {
  id: id(),
  number: text("number").notNull(),
  year: integer("year").notNull(),
  sequence: integer("sequence").notNull(),
  kind: text("kind").$type<InvoiceKind>().notNull(),
  orderId: integer("order_id"),
  paymentId: integer("payment_id"),
  userId: integer("user_id"),
  buyer: jsonb("buyer").$type<Buyer>(),
  document: jsonb("document").$type<InvoiceDocument>().notNull(),
  issuedAt: moment("issued_at").notNull(),
  createdAt: moment("created_at").notNull(),
})
