import * as z from "zod"
import { countryCodes } from "./countries.ts"
import { t } from "./t.ts"

/** How a visitor's age is assured, the mildest rule first: not at all, by a declaration, or by a provider's check. */
export const ageRules = ["none", "declared", "verified"] as const
export type AgeRule = (typeof ageRules)[number]

export const AgeRuleField = z.enum(ageRules)

const country = z.enum(countryCodes, { error: t`Please select a country.` })
const twice = t`This country is in the list twice.`
const isUnique = (codes: string[]) => new Set(codes).size === codes.length

export const CountryRules = z
  .array(z.object({ country, rule: AgeRuleField }))
  .refine((rules) => isUnique(rules.map((one) => one.country)), twice)
export type CountryRules = z.infer<typeof CountryRules>

export const CountryList = z.array(country).refine(isUnique, twice)

/** The state of the rules on this server, and for the caller. */
export const AgeState = z.object({
  /** The provider that checks the age of visitors. If null, nobody can be verified, and what requires it is closed. */
  provider: z.string().nullable(),
  /** The header in which a trusted proxy names the country; null for none. */
  country_header: z.string().nullable(),
  /** The caller's country according to that header. */
  country: z.string().nullable(),
  /** The rule for guests from that country. */
  rule: AgeRuleField,
})
export type AgeState = z.infer<typeof AgeState>
