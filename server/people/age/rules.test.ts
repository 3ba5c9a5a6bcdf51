import { expect, test } from "vitest"
import { regions } from "#contract/accounts.ts"
import type { AgeRule, CountryRules } from "#contract/age.ts"
import { rulesOf } from "./rules.ts"

const rules = (age_rule: AgeRule, own: Partial<Record<string, AgeRule>> = {}) =>
  rulesOf({
    age_rule,
    age_rules: Object.entries(own).map(([country, rule]) => ({ country, rule })) as CountryRules,
  })

test("a country has its own rule, others the general one, and somewhere unknown the strictest of all", () => {
  const some = rules("declared", { GB: "verified", DE: "none" })
  expect([some.of("GB"), some.of("DE"), some.of("US"), some.of(null)]).toEqual([
    "verified",
    "none",
    "declared",
    "verified",
  ])
  expect(rules("verified", { US: "none" }).of(null)).toBe("verified")
  expect(rules("none", { US: "declared" }).of(null)).toBe("declared")
})

test("a region of accounts has the strictest rule of its countries", () => {
  const some = rules("none", { GB: "verified", FR: "declared", JP: "verified" })
  expect(regions.map((region) => some.ofRegion(region))).toEqual([
    "none", // usa
    "none",
    "none",
    "verified", // uk
    "declared", // eu
    "verified", // asia
    "none",
  ])
  // These are the regions of staff, and of an account that has been erased.
  expect([some.ofRegion("global"), some.ofRegion("")]).toEqual(["none", "none"])
})

test("responses are the same for everybody unless countries differ or somebody has to verify", () => {
  const states = (one: ReturnType<typeof rules>) => [one.isRegional, one.verifies]
  expect(states(rules("declared"))).toEqual([false, false])
  expect(states(rules("none"))).toEqual([false, false])
  expect(states(rules("declared", { FR: "declared" }))).toEqual([false, false])
  expect(states(rules("declared", { FR: "none" }))).toEqual([true, false])
  expect(states(rules("declared", { GB: "verified" }))).toEqual([true, true])
  expect(states(rules("verified"))).toEqual([true, true])
})
