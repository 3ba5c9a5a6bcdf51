import type { CountryCode } from "./countries.ts"
import { shippingTexts } from "./texts.ts"

/**
 * What pages say of shipping before there is an order: the methods in use, and where they go to, in the language of the
 * page. This file has no schemas, because pages of the shop import it.
 */
export interface PublicSelling {
  methods: readonly {
    name: string
    where: string
    days_from: number
    days_until: number
    countries: readonly string[]
    price: number
  }[]
  seller_country: CountryCode | null
}

/** What a new shop says of its shipping. */
export const standardSelling: PublicSelling = { seller_country: "US", methods: shippingTexts.options }

/** Returns the methods, of those in use, that serve a country. */
export function serving<Method extends { countries: readonly string[] }>(
  methods: readonly Method[],
  country: string,
): Method[] {
  const naming = methods.filter(({ countries }) => countries.includes(country))
  return naming.length > 0 ? naming : methods.filter(({ countries }) => countries.length === 0)
}
