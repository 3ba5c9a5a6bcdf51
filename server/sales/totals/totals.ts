import { countryName } from "#contract/countries.ts"
import { type PublicSelling, serving } from "#contract/shippingMethods.ts"
import { t } from "#contract/t.ts"
import { said, speaksIn } from "../../platform/languages.ts"
import { fromCents, toCents } from "../../platform/money.ts"
import type { SellingTerms } from "../../platform/shop-settings/selling.ts"
import { spread } from "../discounts/apply.ts"

/** A shipping method as an order keeps it: a change of the method leaves the order as it was placed. */
export interface KeptMethod {
  id: number
  name: string
  translations: Record<string, string | undefined>
  from: number
  until: number
  /** One of those that a new shop has. */
  isStandard: boolean
}

export interface OfferedMethod extends KeptMethod {
  priceCents: number
}

/** `rate` is in hundredths of a percent. A tax that is not included is added to the total. */
export interface Tax {
  rate: number
  cents: number
  isIncluded: boolean
}

export interface Totals {
  productsCents: number
  shippingCents: number
  tax: Tax | null
  /** Each line's share of a tax that is added; their sum is that tax, less the share of the shipping fee. */
  taxShares: number[]
  totalCents: number
}

/** Returns the methods that serve a country, in the order in which they are offered. */
export function methodsTo({ methods, is_standard }: SellingTerms, country: string): OfferedMethod[] {
  return serving(
    methods.filter(({ is_on }) => is_on),
    country,
  ).map(({ id, name, translations, days_from, days_until, price }) => ({
    id,
    name,
    translations,
    from: days_from,
    until: days_until,
    isStandard: is_standard,
    priceCents: toCents(price),
  }))
}

export const keptOf = ({ priceCents: _, ...kept }: OfferedMethod): KeptMethod => kept

/** Says the name in the language of the reader. Names that the shop itself has are translated in its catalogues. */
export const methodName = ({ name, translations }: Pick<KeptMethod, "name" | "translations">): string =>
  translations[speaksIn()] ?? said(name)

/** Says the name where the shop's owner has written it; today's papers do not name the methods of a new shop. */
export const ownMethodName = (method: KeptMethod | null | undefined): string | null =>
  method && !method.isStandard ? methodName(method) : null

/** Returns what pages in the reader's language say of shipping; null while it is what a new shop says. */
export function publicSelling({ methods, seller_country, is_standard }: SellingTerms): PublicSelling | null {
  if (is_standard && seller_country === "US") return null
  const used = methods.filter(({ is_on }) => is_on)
  return {
    seller_country,
    methods: used.map(({ days_from, days_until, countries, price, ...named }) => ({
      name: methodName(named),
      where:
        countries.length === 0
          ? t`All other countries`
          : countries.map((code) => (code === "US" ? t`United States` : said(countryName(code)))).join(", "),
      days_from,
      days_until,
      countries,
      price,
    })),
  }
}

interface Priced {
  lines: { priceCents: number; quantity: number }[]
  /** The discount of each line. */
  discounts: number[]
  shippingCents: number
  /** In hundredths of a percent; 0 for none. */
  rate: number
  isIncluded: boolean
}

/**
 * Computes what an order costs: the only place where discount, shipping and tax are put together. The tax is computed
 * on the models after their discount and on the shipping fee together, and rounded once an order, half a cent up.
 */
export function totalsOf({ lines, discounts, shippingCents, rate, isIncluded }: Priced): Totals {
  const gross = lines.map(({ priceCents, quantity }) => priceCents * quantity)
  const nets = gross.map((cents, at) => cents - (discounts[at] ?? 0))
  const base = sumOf(nets) + shippingCents
  const cents = Math.round((base * rate) / (isIncluded ? 10_000 + rate : 10_000))
  const added = isIncluded ? 0 : cents
  return {
    productsCents: sumOf(gross),
    shippingCents,
    tax: rate === 0 ? null : { rate, cents, isIncluded },
    taxShares: spread(added, [...nets, shippingCents]).slice(0, lines.length),
    totalCents: base + added,
  }
}

const sumOf = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0)

/** Returns the rate of a country in hundredths of a percent; 0 if it has none. */
export function rateIn({ rates }: SellingTerms, country: string): number {
  return Math.round((rates.find((rate) => rate.country === country)?.percent ?? 0) * 100)
}

export const presentTax = (tax: Tax | null | undefined) =>
  tax ? { percent: tax.rate / 100, amount: fromCents(tax.cents), is_included: tax.isIncluded } : null

/** The tax that an order was placed with. */
export const taxOf = (order: { taxRate: number | null; taxCents: number; taxIncluded: boolean }): Tax | null =>
  order.taxRate === null ? null : { rate: order.taxRate, cents: order.taxCents, isIncluded: order.taxIncluded }

interface Taxed {
  taxCents: number
  totalCents: number
}

/**
 * Returns the tax in a refund, in proportion to what it gives back of the total. `before` is what was refunded earlier:
 * the taxes of all refunds add up to the cent.
 */
export function taxInRefund({ taxCents, totalCents }: Taxed, before: number, cents: number): number {
  const upTo = (refunded: number) =>
    totalCents === 0 ? 0 : Math.round((taxCents * Math.min(refunded, totalCents)) / totalCents)
  return upTo(before + cents) - upTo(before)
}
