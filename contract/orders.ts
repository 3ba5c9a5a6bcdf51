import * as z from "zod"
import { hasCodes, hasStates } from "./addressRules.ts"
import { maxCancelReasonLength, maxTrackingLength } from "./adminLimits.ts"
import { orderTexts } from "./buyingText.ts"
import { CarrierName } from "./carriers.ts"
import { ThemedImage } from "./catalog.ts"
import { emailOf, Id, line, lineOrNone, Money, paging, Timestamp, text } from "./common.ts"
import { countryCodes } from "./countries.ts"
import { maxCodeLength } from "./limits.ts"
import { AppliedTax, OfferedShipping } from "./selling.ts"
import { t } from "./t.ts"

/** The statuses that customers see and filter by; the last three are internal. */
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

const required = t`This field is required.`

/** Converts digits of Arabic and full-width keyboards to those that carriers read. */
const withAsciiDigits = (text: string) =>
  text.normalize("NFKC").replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))

/** Accepts the notations in use, also with an extension: "+49 (0)30 1234-567 ext. 12". */
const isPhone = (text: string) =>
  /^\+?[\d\s()./-]+(?:(?:ext\.?|x|#)\s*\d{1,6})?$/i.test(text) && text.replace(/\D/g, "").length >= 5

/** Of an address, before the rules of its country. */
export const AddressParts = z.object({
  firstName: line(120, required),
  lastName: line(120, required),
  email: emailOf(required),
  phone: line(40, required).overwrite(withAsciiDigits).refine(isPhone, t`Please enter a valid phone number.`),
  address: line(200, required),
  city: line(120, required),
  state: lineOrNone(120, required),
  zipCode: lineOrNone(20, required),
  country: z.enum(countryCodes, { error: required }),
})

/** Requires state and postal code where the country has them, and leaves them empty elsewhere. */
export function ofCountry<Fields extends z.ZodRawShape & Pick<typeof AddressParts.shape, Place>>(
  form: z.ZodObject<Fields>,
) {
  const isGiven = (name: "state" | "zipCode", has: typeof hasStates) => (typed: unknown) => {
    const given = typed as z.infer<typeof AddressParts>
    return given[name] !== "" || !has(given.country)
  }
  // It is told together with the other faults.
  const when = ({ value }: { value: unknown }) => typeof value === "object" && value !== null
  const told = { error: required, when }
  return form
    .refine(isGiven("state", hasStates), { path: ["state"], ...told })
    .refine(isGiven("zipCode", hasCodes), { path: ["zipCode"], ...told })
    .overwrite((typed) => {
      const { country } = typed as z.infer<typeof AddressParts>
      return { ...typed, ...(!hasStates(country) && { state: "" }), ...(!hasCodes(country) && { zipCode: "" }) }
    })
}
type Place = "state" | "zipCode" | "country"

export const ShippingForm = ofCountry(AddressParts)
export type ShippingForm = z.infer<typeof ShippingForm>

/** A discount code as customers enter it; letter case and surrounding spaces do not matter. */
export const EnteredCode = text().trim().toUpperCase().max(maxCodeLength)

/** The discount of a cart or an order; `code` is null if it was applied automatically. */
export const AppliedDiscount = z.object({ title: z.string(), code: z.string().nullable(), amount: Money })
export type AppliedDiscount = z.infer<typeof AppliedDiscount>

/**
 * `total` is the total that the customer saw: if the cart's total has changed, or the discount code cannot be used, the
 * order is refused. `shipping_method` is the chosen one of those that serve the country, by default the first. With
 * `save_address` the address is offered in later checkouts.
 */
export const PlaceOrder = ofCountry(
  AddressParts.extend({
    total: Money.optional(),
    shipping_method: Id.optional(),
    discount_code: EnteredCode.optional(),
    save_address: z.boolean().optional(),
  }),
)
export type PlaceOrder = z.infer<typeof PlaceOrder>

/** Without a country it is that of the account's default address, or the one that the form of the checkout begins with. */
export const QuoteCart = z.object({
  discount_code: EnteredCode.optional(),
  country: ShippingForm.shape.country.optional(),
  shipping_method: Id.optional(),
})
export type QuoteCart = z.infer<typeof QuoteCart>

/**
 * The current price of the cart. `code_problem` is the reason why the code is not used. `member_offers` are the
 * automatic discounts of other levels. `shipping.methods` are those that serve the country: none if nothing is shipped
 * there; `shipping.chosen` is the one that the price is for.
 */
export const CartQuote = z.object({
  subtotal: Money,
  discount: AppliedDiscount.nullable(),
  shipping: z.object({
    country: ShippingForm.shape.country,
    methods: z.array(OfferedShipping),
    chosen: Id.nullable(),
    price: Money,
    /** Whether the methods are those of a new shop. */
    is_standard: z.boolean(),
  }),
  /** Null if the country has no rate. */
  tax: AppliedTax.nullable(),
  total: Money,
  code_problem: z.string().nullable(),
  accepts_codes: z.boolean(),
  member_offers: z.array(z.string()),
})
export type CartQuote = z.infer<typeof CartQuote>

/**
 * `discount` is the line's share of the order's discount, `refunded` that of its refunds. `image` and `picture` are the
 * picture that the model was bought with. Once that is deleted, they are the model's current one; null without any.
 */
export const OrderItem = z.object({
  doll_id: Id,
  name: z.string(),
  description: z.string(),
  price: Money,
  discount: Money,
  refunded: Money,
  quantity: z.number().int(),
  image: z.string().nullable(),
  picture: ThemedImage.nullable(),
})

/**
 * The payment status of an unsettled order: pending, partly received or received. `remaining` is the missing amount in
 * the chosen coin; `invoice_url` is where it can be paid while the order waits for it.
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

/** The amounts that were refunded so far and that are due; `state` compares them with the amount received. */
export const OrderRefund = z.object({ refunded: Money, due: Money, state: z.enum(["none", "partial", "full"]) })
export type OrderRefund = z.infer<typeof OrderRefund>

/**
 * `date` and `time` are the order's day and minute in UTC; the timestamps have the full precision. `discount` is taken off
 * the models, `shippingDiscount` off the shipping fee.
 */
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
  /** The name of the carrier, and its page about the parcel. */
  carrier: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** The number of its invoice: GET /invoices/{number}. */
  invoiceNumber: z.string().nullable(),
  shippedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  /** The reason of staff for the cancellation. */
  cancelReason: z.string().nullable(),
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
  /** Null for an order from before there was a choice. `is_standard`: it was one of those that a new shop has. */
  shippingMethod: OfferedShipping.pick({ name: true, days_from: true, days_until: true })
    .extend({ is_standard: z.boolean() })
    .nullable(),
  shippingDiscount: Money,
  discount: AppliedDiscount.nullable(),
  /** The VAT with the rate at which the order was placed. */
  tax: AppliedTax.nullable(),
  paymentAmount: Money,
  refund: OrderRefund,
  payment: OrderPayment.nullable(),
})
export type Order = z.infer<typeof Order>

/** The data of an order for anybody who knows its number and email address: its progress, and its parcel. */
export const OrderProgress = Order.pick({
  orderNumber: true,
  createdAt: true,
  paymentTime: true,
  status: true,
  trackingNumber: true,
  carrier: true,
  trackingUrl: true,
  shippedAt: true,
})
export type OrderProgress = z.infer<typeof OrderProgress>

/** Spaces, letter case, a leading `#` and a missing `ORD-` do not matter. */
export const LookUpOrder = z.object({
  order_number: text(required)
    .trim()
    .min(1, required)
    .max(maxCodeLength)
    .overwrite((given) => given.replace(/^#?\s*(ord)?[\s-]*(\d{6})$/i, "ORD-$2"))
    .regex(/^ORD-\d{6}$/, orderTexts.numberShape),
  email: ShippingForm.shape.email,
})
export type LookUpOrder = z.infer<typeof LookUpOrder>

export const OrderQuery = z.object({ ...paging(10), status: z.enum(["all", ...orderStatuses]).default("all") })
export type OrderQuery = z.infer<typeof OrderQuery>

/** The form without the email address, which stays the customer's: the order's emails and its lookup depend on it. */
export const CorrectAddress = ofCountry(AddressParts.omit({ email: true }))
export type CorrectAddress = z.infer<typeof CorrectAddress>

/** Changes that staff can make to an order; shipping requires a tracking number, cancelling a reason. */
export const MoveOrder = z
  .object({
    status: z.enum(["to_be_shipped", "shipped", "completed", "refund_due", "refunded", "cancelled"]).optional(),
    review: z.enum(["refund_due", "refunded"]).optional(),
    tracking_number: line(maxTrackingLength, t`Please enter a tracking number.`).optional(),
    /** The name of a carrier; null for an unknown one. */
    carrier: CarrierName.nullable().optional(),
    /** The reason for cancelling an unpaid order, which is sent to the customer. */
    reason: line(maxCancelReasonLength, orderTexts.reasonRequired).optional(),
  })
  .refine((given) => Object.values(given).some((one) => one !== undefined), orderTexts.nothingToChange)
export type MoveOrder = z.infer<typeof MoveOrder>

/** A line of a list of parcels; errors are reported per line and do not affect the others. */
export const Parcel = z.object({
  order_number: text().trim().max(200),
  tracking_number: text().trim().max(200),
  /** Replaces the carrier of the list. */
  carrier: text().trim().max(200).optional(),
})
export type Parcel = z.infer<typeof Parcel>

/** `check` is a dry run: it returns the expected result of each line. `carrier` is that of parcels without their own. */
export const ShipOrders = z.object({
  parcels: z.array(Parcel).min(1).max(100),
  carrier: CarrierName.optional(),
  check: z.boolean().default(false),
})
export type ShipOrders = z.input<typeof ShipOrders>

/**
 * The result of a line: `ready` to be shipped (dry run), `shipped` now, `already` shipped with this number, or
 * `refused`; `detail` is the reason. `order_number` is the order's own number if it was found.
 */
export const Shipment = Parcel.extend({
  id: Id.nullable(),
  ship_to: z.string().nullable(),
  outcome: z.enum(["ready", "shipped", "already", "refused"]),
  detail: z.string().nullable(),
})
export type Shipment = z.infer<typeof Shipment>
export const Shipments = z.object({ shipments: z.array(Shipment) })
export type Shipments = z.infer<typeof Shipments>
