import { expect, test } from "vitest"
import { hasCodes, hasStates, placeFields, placeLine } from "./addressRules.ts"
import { countryCodes } from "./countries.ts"
import { AddressParts, ofCountry, ShippingForm } from "./orders.ts"

const form = {
  ...{ firstName: "Ada", lastName: "Byron", email: "ada@shop.example", phone: "+971 4 1234567" },
  ...{ address: "1 Main Street", city: "Dubai", state: "Dubai", zipCode: "" },
}

test.each([
  ["US", ["address", "city", "state", "zipCode"]],
  ["DE", ["address", "zipCode", "city", "state"]],
  ["JP", ["zipCode", "state", "city", "address"]],
  ["AE", ["address", "city", "state"]],
  ["SG", ["address", "city", "zipCode"]],
  ["MO", ["address", "city"]],
] as const)("an address in %s has its fields in the order of the country", (country, fields) => {
  expect(placeFields(country)).toEqual(fields)
})

test("most countries have states and postal codes, and no country is left without a city", () => {
  expect(countryCodes.filter((code) => !hasStates(code)).length).toBeLessThan(60)
  expect(countryCodes.filter((code) => !hasCodes(code)).length).toBeLessThan(70)
  for (const code of countryCodes) expect(placeFields(code)).toEqual(expect.arrayContaining(["address", "city"]))
})

test("state and postal code are required where the country has them, beside the other faults", () => {
  const paths = (given: object) =>
    ShippingForm.safeParse({ ...form, ...given }).error?.issues.map(({ path }) => path.join(".")) ?? []
  expect(paths({ country: "AE" })).toEqual([])
  expect(paths({ country: "AE", state: " " })).toEqual(["state"])
  expect(paths({ country: "US" })).toEqual(["zipCode"])
  expect(paths({ country: "US", state: "", city: "" })).toEqual(["city", "state", "zipCode"])
  expect(paths({ country: "XX" })).toEqual(["country", "zipCode"])
})

test("what the country does not have is left out, also where a form was extended", () => {
  const typed = { ...form, country: "MO" as const, zipCode: "999078" }
  expect(ShippingForm.parse(typed)).toMatchObject({ state: "", zipCode: "" })
  expect(ofCountry(AddressParts.omit({ email: true })).parse(typed)).toMatchObject({ state: "", zipCode: "" })
})

test("a place is written without gaps where a part of it is missing", () => {
  const place = { city: "London", state: "Greater London", zipCode: "W1 1AA" }
  expect(placeLine(place)).toBe("London, Greater London W1 1AA")
  expect(placeLine({ ...place, zipCode: "" })).toBe("London, Greater London")
  expect(placeLine({ ...place, state: "" })).toBe("London, W1 1AA")
  expect(placeLine({ ...place, state: "", zipCode: "" })).toBe("London")
})
