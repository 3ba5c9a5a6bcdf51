import type { Region } from "#contract/accounts.ts"
import { type AgeRule, ageRules, type CountryRules } from "#contract/age.ts"
import type { CountryCode } from "#contract/countries.ts"

export interface Rules {
  /** Returns the rule of a country; the strictest of all if it is unknown. */
  of(country: string | null): AgeRule
  /** Returns the strictest rule of the countries in an account's region; `none` for a region that is unknown. */
  ofRegion(region: string): AgeRule
  /** Whether anybody's age must be verified. */
  readonly verifies: boolean
  /** Whether responses of the same address differ by the country of the visitor or by what is known about them. */
  readonly isRegional: boolean
}

export const stricter = (a: AgeRule, b: AgeRule) => (ageRules.indexOf(a) > ageRules.indexOf(b) ? a : b)

export function rulesOf({ age_rule, age_rules }: { age_rule: AgeRule; age_rules: CountryRules }): Rules {
  const own = new Map<string, AgeRule>(age_rules.map(({ country, rule }) => [country, rule]))
  const strictest = [...own.values()].reduce(stricter, age_rule)
  const of = (country: string) => own.get(country) ?? age_rule
  const verifies = strictest === "verified"
  return {
    verifies,
    isRegional: verifies || [...own.values()].some((rule) => rule !== age_rule),
    of: (country) => (country === null ? strictest : of(country)),
    ofRegion: (region) => (countriesOf[region as Region] ?? []).map(of).reduce(stricter, "none"),
  }
}

/** The countries of the regions that an account can choose (`contract/accounts.ts`). */
const countriesOf: Record<Region, readonly CountryCode[]> = {
  usa: ["US"],
  canada: ["CA"],
  mexico: ["MX"],
  uk: ["GB"],
  australia: ["AU"],
  eu: split(
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE", //
  ),
  asia: split(
    "AF AM AZ BH BD BT BN KH CN GE HK IN ID IR IQ IL JP JO KZ KW KG LA LB MO MY MV MN MM NP KP OM PK PS PH QA SA SG " +
      "KR LK SY TW TJ TH TL TR TM AE UZ VN YE",
  ),
}

function split(codes: string): CountryCode[] {
  return codes.split(" ") as CountryCode[]
}
