import * as z from "zod"
import { Id, line, Money, paging, Timestamp } from "./common.ts"
import { countryCodes } from "./countries.ts"

/** The statuses people see and filter by; the last three are the shop's own bookkeeping. */
export const orderStatuses = [
  "unpaid",
  "to_be_shipped",
  "shipped",
  "completed",
  "cancelled",
  "needs_review",
  "refund_due",
  "refunded",
] as const
export type OrderStatus = (typeof orderStatuses)[number]

const required = "This field is required."
export const ShippingForm = z.object({
  firstName: line(120, required),
  lastName: line(120, required),
  email: z
    .string({ error: required })
    .trim()
    .toLowerCase()
    .min(1, required)
    .max(254)
    .pipe(z.email("Please enter a valid email address.")),
  phone: line(40, required).refine((text) => /^\+?[\d\s().-]{5,}$/.test(text), "Please enter a valid phone number."),
  address: line(200, required),
  city: line(120, required),
  state: line(120, required),
  zipCode: line(20, required),
  country: z.enum(countryCodes, { error: required }),
})
export type ShippingForm = z.infer<typeof ShippingForm>

export const OrderItem = z.object({
  doll_id: Id,
  name: z.string(),
  description: z.string(),
  price: Money,
  quantity: z.number().int(),
  image: z.string().nullable(),
})

/**
 * The money seen of an order that is not settled: on its way, a part of it here, or all of it. `remaining` is what is still
 * missing in the coin that was chosen; `invoice_url` is where it can be sent while the order waits for it.
 */
export const OrderPayment = z.object({
  payment_id: Id,
  state: z.enum(["coming", "partial", "arrived"]),
  arrived: Money,
  missing: Money,
  remaining: z.string().nullable(),
  invoice_url: z.string().nullable(),
})
export type OrderPayment = z.infer<typeof OrderPayment>

/** `date` and `time` are the order's day and minute in UTC; the timestamps carry the same moment in full. */
export const Order = z.object({
  id: Id,
  orderNumber: z.string(),
  reference: z.string(),
  date: z.iso.date(),
  time: z.string(),
  createdAt: Timestamp,
  paymentTime: Timestamp.nullable(),
  paymentMethod: z.string(),
  status: z.enum(orderStatuses),
  review: z.enum(["open", "refund_due", "refunded"]).nullable(),
  trackingNumber: z.string().nullable(),
  shippedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  holdExpiresAt: Timestamp.nullable(),
  shippingAddress: z.object({
    name: z.string(),
    street: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    country: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  items: z.array(OrderItem),
  productsAmount: Money,
  shippingFee: Money,
  shippingDiscount: Money,
  paymentAmount: Money,
  payment: OrderPayment.nullable(),
})
export type Order = z.infer<typeof Order>

export const OrderQuery = z.object({ ...paging(10), status: z.enum(["all", ...orderStatuses]).default("all") })
export type OrderQuery = z.infer<typeof OrderQuery>

/** What staff may do to an order; a tracking number is required to ship. */
export const MoveOrder = z.object({
  status: z.enum(["to_be_shipped", "shipped", "completed", "refund_due", "refunded", "cancelled"]).optional(),
  review: z.enum(["refund_due", "refunded"]).optional(),
  tracking_number: line(80, "Please enter a tracking number.").optional(),
})
export type MoveOrder = z.infer<typeof MoveOrder>
