import type { CountryCode } from "./countries.ts"
import type { ShippingMethod } from "./selling.ts"
import { shippingTexts } from "./texts.ts"

/**
 * What pages say of shipping before there is an order: the methods in use, and where they go to, in the language of the
 * page. This file has no schemas, because pages of the shop import it.
 */
export interface PublicSelling {
  methods: (Pick<ShippingMethod, "name" | "days_from" | "days_until" | "countries" | "price"> & { where: string })[]
  seller_country: CountryCode | null
}

/** The two methods of a new shop, as the specification names them. */
export const standardMethods: ShippingMethod[] = shippingTexts.options.map(({ method, time }, at) => {
  const [days_from, days_until] = daysOf(time)
  return {
    id: at + 1,
    name: method,
    translations: {},
    days_from,
    days_until,
    countries: at === 0 ? ["US"] : [],
    price: 0,
    is_on: true,
  }
})

/** What a new shop says of its shipping. */
export const standardSelling: PublicSelling = {
  seller_country: "US",
  methods: standardMethods.map((method, at) => ({ ...method, where: shippingTexts.options[at]!.where })),
}

/** Parses `7-10 business days`. */
export function daysOf(time: string): [from: number, until: number] {
  const [from, until] = time.match(/\d+/g)!.map(Number)
  return [from!, until!]
}

/** Returns the methods, of those in use, that serve a country. */
export function serving<Method extends { countries: readonly string[] }>(methods: Method[], country: string): Method[] {
  const naming = methods.filter(({ countries }) => countries.includes(country))
  return naming.length > 0 ? naming : methods.filter(({ countries }) => countries.length === 0)
}

/** Between its members no duties are charged. */
const customsUnion = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK".split(" ")

/** Whether a parcel from one country to the other passes customs; false if the first is not known. */
export function passesCustoms(from: string | null, to: string): boolean {
  if (from === null || from === to) return false
  return !(customsUnion.includes(from) && customsUnion.includes(to))
}
