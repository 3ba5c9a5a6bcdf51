import * as z from "zod"
import { Id, Money, Timestamp, text } from "./common.ts"
import { Gift } from "./gifts.ts"
import { DaysField, PaidLevelField, planDays } from "./memberships.ts"
import { EnteredCode } from "./orders.ts"

export const paymentStatuses = ["pending", "processing", "partially_paid", "failed", "completed", "refunded"] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** `order_id` is the order's unguessable reference. The server determines price, currency, user and address. */
export const CreateInvoice = z.object({
  order_id: text().min(16).max(64),
  price_amount: z.number().optional(),
  price_currency: text().max(10).optional(),
  success_url: text().max(2000).optional(),
  cancel_url: text().max(2000).optional(),
  description: text().max(500).optional(),
})
export type CreateInvoice = z.infer<typeof CreateInvoice>

export const CreateSubscriptionInvoice = z.object({
  level: PaidLevelField,
  days: DaysField.default(30),
  /** The price that the customer saw, with the discount of the code. */
  price: z.number().optional(),
  currency: text().max(10).optional(),
  success_url: text().max(2000).optional(),
  cancel_url: text().max(2000).optional(),
  discount_code: EnteredCode.optional(),
  /** Makes the membership a code for somebody else. */
  gift: z.boolean().default(false),
})
export type CreateSubscriptionInvoice = z.infer<typeof CreateSubscriptionInvoice>

/** `payment_id` is our id, which GET /payments/{id}/status takes. */
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
  /** The page where the rest can be paid, while the order or the membership waits for it. */
  invoice_url: z.string().nullable(),
  /** Set for a membership. Until it is bought the times are null: when it begins, and when its level ends. */
  membership: z
    .object({
      level: PaidLevelField,
      days: z.literal(planDays),
      starts_at: Timestamp.nullable(),
      ends_at: Timestamp.nullable(),
    })
    .nullable(),
  is_gift: z.boolean(),
  /** Set once the gift is paid. */
  gift: Gift.nullable(),
})
export type PaymentState = z.infer<typeof PaymentState>

/** The result of polling the provider for a payment. */
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
  payment_id: text()
    .trim()
    .regex(/^[\w-]{1,100}$/),
})
