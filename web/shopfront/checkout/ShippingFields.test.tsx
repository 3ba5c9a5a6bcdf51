// @vitest-environment happy-dom
import { fireEvent, render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { ShippingForm } from "#contract/orders.ts"
import { useZodForm } from "../../platform/forms/form.ts"
import { aCustomer } from "../../testing/data.ts"
import "../../testing/page.tsx"
import { knownValues } from "./draft.ts"
import { AddressFields } from "./ShippingFields.tsx"

function Form() {
  return <AddressFields form={useZodForm(ShippingForm, knownValues(aCustomer))} />
}

test.each([
  ["US", "State", "Zip code"],
  ["CA", "Province", "Postal code"],
  ["GB", "County", "Postcode"],
  ["JP", "Prefecture", "Postal code"],
  ["DE", "Federal state", "Postal code"],
  ["IE", "County", "Eircode"],
  ["NZ", "State or region", "Postcode"],
])("an address in %s has a %s and a %s, and what was typed stays", (country, state, zipCode) => {
  render(<Form />)
  fireEvent.change(screen.getByLabelText("City"), { target: { value: "Half a town" } })
  fireEvent.change(screen.getByLabelText("Country"), { target: { value: country } })
  expect(screen.getByLabelText(state).getAttribute("autocomplete")).toBe("address-level1")
  expect(screen.getByLabelText(zipCode).getAttribute("autocomplete")).toBe("postal-code")
  expect(screen.getByLabelText<HTMLInputElement>("City").value).toBe("Half a town")
})

test("in Hong Kong there is no postal code, and in Monaco no state; what was typed comes back with the country", () => {
  render(<Form />)
  const choose = (country: string) => fireEvent.change(screen.getByLabelText("Country"), { target: { value: country } })
  fireEvent.change(screen.getByLabelText("Zip code"), { target: { value: "62701" } })
  choose("HK")
  expect(screen.getByLabelText("State or region")).toBeTruthy()
  expect(screen.queryByLabelText("Postal code")).toBeNull()
  choose("MC")
  expect(screen.queryByLabelText("State or region")).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>("Postal code").value).toBe("62701")
})
