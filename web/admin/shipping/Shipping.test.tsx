// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import type { User } from "#contract/accounts.ts"
import { type Selling, standardMethods } from "#contract/selling.ts"
import { sellingTexts } from "#contract/sellingText.ts"
import { aCartItem, aCustomer, usual } from "../../testing/data.ts"
import { type Answers, answer, open } from "../../testing/page.tsx"

const person = userEvent.setup({ delay: null })
const boss: User = { ...aCustomer, role: "admin", admin_type: "super_admin" }
const selling: Selling = {
  ...{ methods: standardMethods, rates: [], prices_include_tax: true, seller_country: "US", is_standard: true },
  ...{ version: 1, updated_at: null, updated_by: null },
}
const counts = {
  "GET /admin/flagged-messages/count": { count: 0 },
  "GET /admin/orders/count": { count: 0 },
  "GET /admin/returns/count": { count: 0 },
  "GET /admin/setup": { steps: [], missing: [] },
} satisfies Answers

test("whoever packs parcels reads the methods and cannot change them", async () => {
  answer({
    ...usual,
    ...counts,
    "GET /auth/me": { ...boss, admin_type: "financial_admin" },
    "GET /admin/shipping": selling,
  })
  await open("/admin?tab=shipping", { user: { ...boss, admin_type: "financial_admin" } })
  const row = within(await screen.findByRole("group", { name: "International Shipping" }))
  expect(row.getByText(/^Everywhere else/)).toBeTruthy()
  expect(screen.getByText("Only super admins can change this page.")).toBeTruthy()
  expect(screen.queryByRole("button", { name: "Save shipping and taxes" })).toBeNull()
  expect(screen.queryByRole("button", { name: /^(Remove|Move|Add)/ })).toBeNull()
})

test("without a method for everywhere else the page says who can order", async () => {
  answer({ ...usual, ...counts, "GET /auth/me": boss, "GET /admin/shipping": selling })
  await open("/admin?tab=shipping", { user: boss })
  await person.click(await screen.findByLabelText("Offer International Shipping"))
  expect(screen.getByText(/^No method is for everywhere else/)).toBeTruthy()
  await person.click(screen.getByLabelText("Offer Standard Shipping"))
  expect(screen.getByText("No method is on, so nobody can order.")).toBeTruthy()
})

test("a method that is added is saved with its countries, also after a mistake was corrected", async () => {
  answer({
    ...usual,
    ...counts,
    "GET /auth/me": boss,
    "GET /admin/shipping": selling,
    "PATCH /admin/shipping": selling,
  })
  await open("/admin?tab=shipping", { user: boss })
  await person.click(await screen.findByRole("button", { name: "Add a shipping method" }))
  const row = within(screen.getByRole("group", { name: "New method" }))
  await person.type(row.getByLabelText(/^Business days, at least/), "3")
  await person.type(row.getByLabelText(/^Business days, at most/), "2")
  await person.clear(row.getByLabelText(/^Price in USD/))
  await person.type(row.getByLabelText(/^Price in USD/), "25.50")
  await person.type(row.getByLabelText(/^Name/), "Express")
  const add = async (method: string) => {
    const { getByRole } = within(screen.getByRole("group", { name: method }))
    await person.selectOptions(getByRole("combobox", { name: `Add a country to ${method}` }), "DE")
    await person.click(getByRole("button", { name: `Add a country to ${method}` }))
  }
  await add("Express")
  await person.click(screen.getByRole("button", { name: "Save shipping and taxes" }))
  const first = within(screen.getByRole("group", { name: "Express" }))
  expect(await first.findByText(sellingTexts.daysOrder)).toBeTruthy()
  await person.clear(first.getByLabelText(/^Business days, at least/))
  await person.type(first.getByLabelText(/^Business days, at least/), "1")
  await add("International Shipping")
  await person.click(screen.getByRole("button", { name: "Save shipping and taxes" }))
  expect(await screen.findByText(sellingTexts.saved)).toBeTruthy()
  const sent = vi.mocked(fetch).mock.calls.find(([, options]) => options?.method === "PATCH")![1]!.body
  expect(JSON.parse(sent as string).methods.slice(1)).toMatchObject([
    { name: "International Shipping", countries: ["DE"] },
    { name: "Express", countries: ["DE"], days_from: 1, days_until: 2, price: 25.5, is_on: true },
  ])
})

test("a customer chooses among two methods, and reads which one is in the total and which tax is added", async () => {
  const way = (id: number, name: string, price: number) => ({ id, name, days_from: 1, days_until: 2, price })
  const quoted = (methods: ReturnType<typeof way>[]) => ({
    ...{ subtotal: 100, discount: null, code_problem: null, accepts_codes: false, member_offers: [], total: 119 },
    tax: { percent: 19, amount: 19, is_included: false },
    shipping: { country: "US" as const, methods, chosen: 1, price: 0, is_standard: false },
  })
  const show = async (methods: ReturnType<typeof way>[]) => {
    answer({ ...usual, "GET /auth/addresses": [], "GET /cart/": [aCartItem], "POST /orders/quote": quoted(methods) })
    await open("/checkout", { user: aCustomer, loader: () => ({ noShipping: [] }) })
    return within(await screen.findByRole("region", { name: "Order summary" }))
  }
  const summary = await show([way(1, "Post", 0), way(2, "Express", 25)])
  const choice = within(await screen.findByRole("group", { name: "Shipping method" }))
  expect(choice.getAllByRole("radio").map((one) => (one as HTMLInputElement).checked)).toEqual([true, false])
  expect(await summary.findByText(sellingTexts.shipping("Post"))).toBeTruthy()
  expect(summary.getByText(sellingTexts.added(19))).toBeTruthy()
})
