// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"
import { orderFilterTexts } from "#contract/adminText.ts"
import type { Filter } from "./columns.ts"
import { Toolbar } from "./Toolbar.tsx"

const accepts = /^\d+(\.\d{1,2})?$/
const filters: Filter[] = [
  {
    name: "min",
    label: "Lowest amount",
    options: [],
    accepts,
    typed: { as: "amount", fault: orderFilterTexts.amount },
  },
  {
    name: "max",
    label: "Highest amount",
    options: [],
    accepts,
    typed: { as: "amount", fault: orderFilterTexts.amount, least: ["min", orderFilterTexts.noAmount] },
  },
]
const person = userEvent.setup({ delay: null })

afterEach(cleanup)

test("an amount to filter by is applied when it can be used, and otherwise has a sentence at its field", async () => {
  const change = vi.fn()
  const state = { q: "", page: 1, sort: "", filters: { min: "100" } }
  const nothing = { all: [], hidden: [], onChange: () => {} }
  render(
    <Toolbar filters={filters} isPreset state={state} change={change} saveView={null} columns={nothing} sorts={[]} />,
  )
  await person.click(screen.getByRole("button", { name: /^Filters/ }))
  const field = screen.getByLabelText(/^Highest amount/)
  const last = () => change.mock.lastCall?.[0]
  await person.type(field, "250")
  expect(last()).toEqual({ max: "250" })
  await person.type(field, "x")
  expect(screen.getByText(orderFilterTexts.amount)).toBeTruthy()
  expect(last()).toEqual({ max: "" })
  await person.clear(field)
  await person.type(field, "99.50")
  expect(screen.getByText(orderFilterTexts.noAmount)).toBeTruthy()
  expect(last()).toEqual({ max: "" })
})
