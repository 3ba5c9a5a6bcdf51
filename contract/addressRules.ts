import type { CountryCode } from "./countries.ts"

const listed = (codes: string) => new Set(codes.split(" "))

/** Countries that have no postal codes. */
const withoutCodes = listed(
  "AE AG AO AW BF BI BJ BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GM GQ GY HK JM KI KM KP LY ML MO MR MW NR NU QA RW SB SC SL SR ST SX SY TD TG TK TL TO TV UG VU YE ZW",
)
/** Countries whose addresses name no larger part of the country: cities, and small islands. */
const withoutStates = listed(
  "AD AI AW AX BL BM BQ CC CK CW CX FK FO GF GG GI GP IO JE LI MC MF MO MQ MS MT NC NF NR NU PF PM PN RE SG SH SJ SM SX TC TK VA VG WF YT",
)
/** Countries where the postal code stands before the city. */
const codeBefore = listed(
  "AD AL AT AX BA BE BG BL CH CY CZ DE DK DZ EE ES FI FO FR GE GF GL GP GR HR HU IS IT LI LT LU MA MC ME MF MK MQ MX MY NC NL NO PF PH PL PM PT RE RO RS SE SI SJ SK SM TN TR VA WF XK YT",
)
/** Countries where an address begins with its largest part. */
const largestFirst = listed("CN JP KR TW")

export const hasCodes = (country: CountryCode) => !withoutCodes.has(country)
export const hasStates = (country: CountryCode) => !withoutStates.has(country)

/** Returns the fields of an address below the name, in the order in which the country writes them. */
export function placeFields(country: CountryCode): ("address" | "city" | "state" | "zipCode")[] {
  const order = largestFirst.has(country)
    ? (["zipCode", "state", "city", "address"] as const)
    : codeBefore.has(country)
      ? (["address", "zipCode", "city", "state"] as const)
      : (["address", "city", "state", "zipCode"] as const)
  return order.filter((name) => (name !== "state" || hasStates(country)) && (name !== "zipCode" || hasCodes(country)))
}

/** `London, Greater London W1 1AA`, without what the country does not have. */
export const placeLine = ({ city, state, zipCode }: { city: string; state: string; zipCode: string }) =>
  [city, `${state} ${zipCode}`.trim()].filter((part) => part).join(", ")
