import * as z from "zod"
import { CountryList } from "./age.ts"
import { byLanguage, Id, line, Money, Timestamp } from "./common.ts"
import { countryCodes } from "./countries.ts"
import { translatedLanguages } from "./languages.ts"
import { sellingTexts } from "./sellingText.ts"
import { shippingTexts } from "./texts.ts"

export const sellingLimits = { methods: 20, name: 60, days: 180, price: 10_000, rate: 100 } as const

const days = z
  .number({ error: sellingTexts.days })
  .int(sellingTexts.days)
  .min(0, sellingTexts.days)
  .max(sellingLimits.days, sellingTexts.days)
const name = line(sellingLimits.name, sellingTexts.nameRequired)

/**
 * A row of the list of shipping methods. `translations` are its name in other languages. Without countries it is for
 * all that no other method in use names.
 */
const methodFields = {
  id: Id,
  name,
  translations: byLanguage(translatedLanguages, name),
  days_from: days,
  days_until: days,
  countries: CountryList,
  price: Money.max(sellingLimits.price, sellingTexts.price),
  is_on: z.boolean(),
}
export const ShippingMethod = z.object(methodFields).refine(({ days_from, days_until }) => days_from <= days_until, {
  path: ["days_until"],
  error: sellingTexts.daysOrder,
})
export type ShippingMethod = z.infer<typeof ShippingMethod>

/** The two methods of a new shop, as the specification names them. */
export const standardMethods: ShippingMethod[] = shippingTexts.options.map(
  ({ where: _, countries, ...method }, at) => ({
    ...method,
    id: at + 1,
    translations: {},
    countries: [...countries],
    is_on: true,
  }),
)

/** A rate in percent, with up to two decimals. */
export const TaxRate = z.object({
  country: z.enum(countryCodes, { error: sellingTexts.countryRequired }),
  percent: z
    .number({ error: sellingTexts.rate })
    .positive(sellingTexts.rate)
    .max(sellingLimits.rate, sellingTexts.rate)
    .multipleOf(0.01, sellingTexts.rate),
})
export type TaxRate = z.infer<typeof TaxRate>

const isUnique = (keys: unknown[]) => new Set(keys).size === keys.length
const fields = {
  /** In the order in which they are offered. */
  methods: z
    .array(ShippingMethod)
    .max(sellingLimits.methods)
    .refine((methods) => isUnique(methods.map(({ id }) => id)), sellingTexts.idTwice),
  rates: z.array(TaxRate).refine((rates) => isUnique(rates.map(({ country }) => country)), sellingTexts.countryTwice),
  prices_include_tax: z.boolean(),
  /** Where parcels are sent from; null if that is not said, and nothing is said of import duties. */
  seller_country: z.enum(countryCodes, { error: sellingTexts.countryRequired }).nullable(),
}

/** How the shop ships and taxes: what is offered at checkout, and what is added to the price of the models. */
export const Selling = z.object({
  ...fields,
  /** Whether the methods are still those of a new shop. */
  is_standard: z.boolean(),
  version: z.number().int(),
  updated_at: Timestamp.nullable(),
  updated_by: z.string().nullable(),
})
export type Selling = z.infer<typeof Selling>
export const EditSelling = z.object(fields).partial()
export type EditSelling = z.infer<typeof EditSelling>

/** A method as it is offered, or as an order was placed with it. */
export const OfferedShipping = z.object({
  id: Id,
  name: z.string(),
  days_from: z.number().int(),
  days_until: z.number().int(),
  price: Money,
})
export type OfferedShipping = z.infer<typeof OfferedShipping>

/** `percent` is the rate in percent. If the prices include the tax, `amount` is a part of the total. */
export const AppliedTax = z.object({ percent: z.number(), amount: Money, is_included: z.boolean() })
export type AppliedTax = z.infer<typeof AppliedTax>
