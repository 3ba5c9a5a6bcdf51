import * as z from "zod"
import { Id, Money, Timestamp } from "./common.ts"
import { PaidLevelField } from "./memberships.ts"

export const paymentStatuses = ["pending", "processing", "partially_paid", "failed", "completed", "refunded"] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** `order_id` is the order's unguessable reference. Price, currency, user and address are the server's own. */
export const CreateInvoice = z.object({
  order_id: z.string().min(16).max(64),
  price_amount: z.number().optional(),
  price_currency: z.string().max(10).optional(),
  success_url: z.string().max(2000).optional(),
  cancel_url: z.string().max(2000).optional(),
  description: z.string().max(500).optional(),
})
export type CreateInvoice = z.infer<typeof CreateInvoice>

export const CreateSubscriptionInvoice = z.object({
  level: PaidLevelField,
  price: z.number().optional(),
  currency: z.string().max(10).optional(),
  success_url: z.string().max(2000).optional(),
  cancel_url: z.string().max(2000).optional(),
})
export type CreateSubscriptionInvoice = z.infer<typeof CreateSubscriptionInvoice>

/** `payment_id` is ours: the id that GET /payments/{id}/status takes. */
export const Invoice = z.object({
  invoice_url: z.string(),
  invoice_id: z.string(),
  payment_id: Id,
  expires_at: Timestamp.nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const PaymentState = z.object({
  payment_id: Id,
  status: z.enum(paymentStatuses),
  title: z.string(),
  amount: Money,
  currency: z.literal("USD"),
  order_id: Id.nullable(),
  orderNumber: z.string().nullable(),
  order_status: z.string().nullable(),
  remaining: z.string().nullable(),
  /** Where the rest can be sent, while the order or the membership waits for it. */
  invoice_url: z.string().nullable(),
  /** What is bought, when it is no order. The times are known once it is: when it begins, and when its level ends. */
  membership: z
    .object({ level: PaidLevelField, starts_at: Timestamp.nullable(), ends_at: Timestamp.nullable() })
    .nullable(),
})
export type PaymentState = z.infer<typeof PaymentState>

/** What became of asking the provider about a payment again. */
export const CheckedPayment = z.object({
  id: Id,
  payment_id: z.string(),
  status: z.enum(paymentStatuses),
  flags: z.array(z.string()),
  order_id: Id.nullable(),
  orderNumber: z.string().nullable(),
  order_status: z.string().nullable(),
})
export type CheckedPayment = z.infer<typeof CheckedPayment>
export const LookupPayment = z.object({
  payment_id: z
    .string()
    .trim()
    .regex(/^[\w-]{1,100}$/),
})
