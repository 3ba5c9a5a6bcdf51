import * as z from "zod"
import { businessLimits } from "./adminLimits.ts"
import { emailOf, Id, line, Money, paging, prose, publicProse, Timestamp, text } from "./common.ts"
import { paperTexts } from "./panelText.ts"
import { AppliedTax } from "./selling.ts"

const optional = (field: z.ZodType<string, string>) => field.nullable()
const fields = {
  /** The seller on invoices and, once its address and email are there, on pages and in emails. */
  legal_name: line(businessLimits.name, paperTexts.legalNameRequired),
  address: optional(publicProse(businessLimits.address, paperTexts.addressRequired)),
  email: optional(emailOf(paperTexts.emailRequired)),
  phone: optional(line(businessLimits.phone, paperTexts.phoneRequired)),
  register: optional(line(businessLimits.register, paperTexts.registerRequired)),
  register_number: optional(line(businessLimits.register_number, paperTexts.registerNumberRequired)),
  tax_number: optional(line(businessLimits.tax_number, paperTexts.taxNumberRequired)),
  /** Who is responsible for personal data; null for the seller. */
  controller: optional(publicProse(businessLimits.controller, paperTexts.controllerRequired)),
  disputes: optional(publicProse(businessLimits.disputes, paperTexts.disputesRequired)),
  invoice_footer: optional(prose(businessLimits.footer, paperTexts.footerRequired)),
  /** The neutral sender on labels and packing slips. */
  sender_name: optional(line(businessLimits.name, paperTexts.senderRequired)),
  sender_address: optional(prose(businessLimits.address, paperTexts.addressRequired)),
}

export const EditBusiness = z.object(fields).partial()
export type EditBusiness = z.infer<typeof EditBusiness>
export const Business = z.object({
  ...fields,
  updated_at: Timestamp.nullable(),
  updated_by: z.string().nullable(),
  version: z.number().int(),
})
export type Business = z.infer<typeof Business>

export const invoiceKinds = ["order", "membership"] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

const Seller = z.object({
  name: z.string(),
  address: z.string().nullable(),
  tax_number: z.string().nullable(),
  footer: z.string().nullable(),
})

/**
 * An invoice as it was issued, or a credit note, which corrects one. `reference` is the order's number, or that of a
 * membership's payment.
 */
export const SalesInvoice = z.object({
  number: z.string(),
  kind: z.enum(invoiceKinds),
  /** The number of the invoice that a credit note corrects. */
  corrects: z.string().nullable(),
  reference: z.string(),
  order_id: Id.nullable(),
  issued_at: Timestamp,
  currency: z.literal("USD"),
  seller: Seller,
  /** Null once the invoice has been kept as long as required. */
  buyer: z.object({ name: z.string(), address: z.array(z.string()), country: z.string().nullable() }).nullable(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number().int(), price: Money, amount: Money })),
  subtotal: Money,
  discount: z.object({ label: z.string(), amount: Money }).nullable(),
  shipping: Money,
  /** The name of the shipping method, where the shop's owner has chosen it. */
  shipping_method: z.string().nullable(),
  /** The tax as of the sale; of a credit note its share in the refund, which contains it. */
  tax: AppliedTax.nullable(),
  total: Money,
  /** The amount received by then. */
  paid: Money,
  payment_method: z.string(),
})
export type SalesInvoice = z.infer<typeof SalesInvoice>

export const OwnInvoice = SalesInvoice.pick({
  number: true,
  kind: true,
  reference: true,
  order_id: true,
  issued_at: true,
  total: true,
}).extend({
  /** The numbers of its credit notes: GET /invoices/{number}. */
  credit_notes: z.array(z.string()),
})
export type OwnInvoice = z.infer<typeof OwnInvoice>
export const InvoicesQuery = z.object({ ...paging(10), kind: z.enum(invoiceKinds).optional() })
export type InvoicesQuery = z.infer<typeof InvoicesQuery>

/** Ids separated by commas: `7,8,9`. */
const Ids = text()
  .regex(/^\d+(,\d+)*$/, paperTexts.idsInvalid)
  .transform((given) => [...new Set(given.split(","))].map(Number))
  .pipe(z.array(Id).max(businessLimits.atOnce))

export const PrintInvoicesQuery = z
  .object({ orders: Ids.optional(), payments: Ids.optional(), refunds: Ids.optional() })
  .refine(({ orders, payments, refunds }) => orders || payments || refunds, paperTexts.idsInvalid)
export type PrintInvoicesQuery = z.infer<typeof PrintInvoicesQuery>
/** `missing` names the orders without an invoice, which are not paid. */
export const PrintedInvoices = z.object({ invoices: z.array(SalesInvoice), missing: z.array(z.string()) })
export type PrintedInvoices = z.infer<typeof PrintedInvoices>

export const PrintSlipsQuery = z.object({ orders: Ids })
export type PrintSlipsQuery = z.infer<typeof PrintSlipsQuery>

/** The content and address of a parcel, without prices. */
export const PackingSlip = z.object({
  order_id: Id,
  order_number: z.string(),
  placed_at: Timestamp,
  ship_to: z.object({ name: z.string(), address: z.array(z.string()), country: z.string(), phone: z.string() }),
  lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  /** The name of the shipping method, where the shop's owner has chosen it. */
  shipping_method: z.string().nullable(),
  /** For a parcel to another customs territory, if anything of its models is known that customs ask for. */
  customs: z
    .object({
      lines: z.array(
        z.object({
          quantity: z.number().int(),
          hs_code: z.string().nullable(),
          origin: z.string().nullable(),
          value: Money,
        }),
      ),
      total: Money,
    })
    .nullable(),
})
export type PackingSlip = z.infer<typeof PackingSlip>
/** `missing` names orders that need no packing: they are not paid, or were refunded. */
export const PackingSlips = z.object({
  sender: z.object({ name: z.string().nullable(), address: z.string().nullable() }),
  slips: z.array(PackingSlip),
  missing: z.array(z.string()),
})
export type PackingSlips = z.infer<typeof PackingSlips>
