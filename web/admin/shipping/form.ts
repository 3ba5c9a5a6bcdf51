import { countryCodes, countryName } from "#contract/countries.ts"
import { languages, type TranslatedLanguage, translatedLanguages } from "#contract/languages.ts"
import { EditSelling, type Selling, ShippingMethod, sellingLimits, TaxRate } from "#contract/selling.ts"
import { t } from "#contract/t.ts"
import { money } from "../../platform/ui/format.ts"
import { z } from "../../platform/ui/zod.ts"
import { timeOf } from "../../shopfront/orders/delivery.ts"
import { number } from "../models/form.ts"

const { shape } = EditSelling
const method = ShippingMethod.shape

/** Values of fields are strings; a translation that is left empty is none. */
const typedMethod = z
  .object({
    id: method.id,
    name: method.name,
    translations: z
      .array(z.object({ language: z.enum(translatedLanguages), name: z.string().trim().max(sellingLimits.name) }))
      .transform((all) => Object.fromEntries(all.flatMap(({ language, name }) => (name ? [[language, name]] : []))))
      .pipe(method.translations),
    days_from: number(sellingLimits.days, 0, true),
    days_until: number(sellingLimits.days, 0, true),
    countries: method.countries,
    price: number(sellingLimits.price, 2, true),
    is_on: z.boolean(),
  })
  .pipe(ShippingMethod)

export const sellingForm = z.object({
  methods: z.array(typedMethod).max(sellingLimits.methods),
  rates: z.array(
    z.object({ country: z.enum(countryCodes), percent: number(sellingLimits.rate, 2, true) }).pipe(TaxRate),
  ),
  prices_include_tax: z.boolean(),
  seller_country: z
    .string()
    .transform((code) => code || null)
    .pipe(shape.seller_country.unwrap()),
})
export type SellingInput = z.input<typeof sellingForm>
export type SellingOutput = z.output<typeof sellingForm>
export type MethodInput = SellingInput["methods"][number]

const translationsOf = (names: Partial<Record<TranslatedLanguage, string>>) =>
  translatedLanguages.map((language) => ({ language, name: names[language] ?? "" }))

export const emptyMethod = (): MethodInput => ({
  // A number that was never used: an order may still name a method that was deleted.
  id: 1 + (crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000_000),
  name: "",
  translations: translationsOf({}),
  days_from: "",
  days_until: "",
  countries: [],
  price: "0",
  is_on: true,
})

export function typedOf({ methods, rates, prices_include_tax, seller_country }: Selling): SellingInput {
  return {
    methods: methods.map((one) => ({
      ...one,
      translations: translationsOf(one.translations),
      days_from: String(one.days_from),
      days_until: String(one.days_until),
      price: String(one.price),
    })),
    rates: rates.map(({ country, percent }) => ({ country, percent: String(percent) })),
    prices_include_tax,
    seller_country: seller_country ?? "",
  }
}

export const labels: Record<keyof SellingInput, string> = {
  methods: t`Shipping methods`,
  rates: t`VAT rates`,
  prices_include_tax: t`Prices include VAT`,
  seller_country: t`Ships from`,
}

/** Says the value of a field, for the comparison with another admin's. */
export function shown<Name extends keyof SellingInput>(name: Name, values: SellingInput): string {
  switch (name) {
    case "methods":
      return values.methods.map(methodText).join("; ") || t`None`
    case "rates":
      return values.rates.map(({ country, percent }) => `${countryName(country)} ${percent}%`).join(", ") || t`None`
    case "prices_include_tax":
      return values.prices_include_tax ? t`Yes` : t`No`
    default:
      return values.seller_country ? countryName(values.seller_country) : t`Not specified`
  }
}

function methodText({ name, translations, days_from, days_until, countries, price, is_on }: MethodInput): string {
  const parts = [
    name,
    ...translations.flatMap((one) => (one.name ? [`${languages[one.language]}: ${one.name}`] : [])),
    timeOf({ days_from: Number(days_from), days_until: Number(days_until) }),
    money(Number(price)),
    countries.length === 0 ? t`Everywhere else` : countries.map(countryName).join(", "),
    ...(is_on ? [] : [t`Off`]),
  ]
  return parts.join(", ")
}
