import * as z from "zod"
import { countryCodes } from "./countries.ts"
import { t } from "./t.ts"

/** How a visitor's age is assured, the mildest first: not at all, by declaring it, by a provider that checks it. */
export const ageRules = ["none", "declared", "verified"] as const
export type AgeRule = (typeof ageRules)[number]

export const AgeRuleField = z.enum(ageRules)

const country = z.enum(countryCodes, { error: t`Please select a country.` })
const twice = t`This country is in the list twice.`
const isUnique = (codes: string[]) => new Set(codes).size === codes.length

/** Countries with a rule of their own. */
export const CountryRules = z
  .array(z.object({ country, rule: AgeRuleField }))
  .refine((rules) => isUnique(rules.map((one) => one.country)), twice)
export type CountryRules = z.infer<typeof CountryRules>

export const CountryList = z.array(country).refine(isUnique, twice)

/** How the rules work on this server, and for the caller. */
export const AgeState = z.object({
  /** Who checks the age of visitors; null: nobody, and what must be verified stays closed. */
  provider: z.string().nullable(),
  /** The header in which a trusted proxy names the country; null: none. */
  country_header: z.string().nullable(),
  /** The caller's country by that header. */
  country: z.string().nullable(),
  /** The rule for guests from there. */
  rule: AgeRuleField,
})
export type AgeState = z.infer<typeof AgeState>
