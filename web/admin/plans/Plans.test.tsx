// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import type { AdminType } from "#contract/accounts.ts"
import { planTexts } from "#contract/buyingText.ts"
import type { AdminPlan } from "#contract/memberships.ts"
import { aCustomer, planOf, usual } from "../../testing/data.ts"
import { answer, open } from "../../testing/page.tsx"

const person = userEvent.setup({ delay: null })
const now: AdminPlan["now"] = {
  ...{ price: 15, price_90: null, price_180: null, price_360: null, messages: 10, photos: 1, discount: 0 },
  ...{ recommended: false, sold: true, texts: {} },
}
const plan: AdminPlan = { level: "standard", version: 1, now, next: null, updated_at: null, updated_by: null }

async function openPlans(shown: AdminPlan, admin_type: AdminType = "super_admin") {
  answer({
    ...usual,
    "GET /admin/flagged-messages/count": { count: 0 },
    "GET /admin/orders/count": { count: 0 },
    "GET /admin/returns/count": { count: 0 },
    "GET /admin/plans": [shown],
    "PUT /admin/plans/standard": { ...shown, version: 2 },
  } as Parameters<typeof answer>[0])
  await open("/admin?tab=plans", { user: { ...aCustomer, role: "admin", admin_type } })
}

test("the preview follows what is typed, with the plan's numbers in its lines, and the plan is saved", async () => {
  await openPlans(plan)
  const preview = within(await screen.findByRole("region", { name: "Preview" }))
  expect(preview.getByText("10 messages")).toBeTruthy()
  const messages = screen.getByRole("textbox", { name: "Messages" })
  await person.clear(messages)
  expect(preview.getByText("Unlimited messages")).toBeTruthy()
  await person.type(messages, "12")
  await person.type(screen.getByLabelText("Price for 90 days in USD"), "30")
  expect(preview.getByText("12 messages")).toBeTruthy()
  expect(preview.getByText("$30.00")).toBeTruthy()
  await person.click(screen.getByRole("button", { name: "Save plan" }))
  expect(await screen.findByText(planTexts.saved)).toBeTruthy()
})

test("a planned change stands above the form, with what it changes", async () => {
  await openPlans({ ...plan, next: { ...now, price: 18, valid_from: "2030-01-01T00:00:00.000Z" } })
  expect(await screen.findByText(/^A change is planned for/)).toBeTruthy()
  expect(screen.getByText("15, then 18")).toBeTruthy()
  answer({ "DELETE /admin/plans/standard/next": { ...plan, version: 3 } })
  await person.click(screen.getByRole("button", { name: "Cancel this change" }))
  expect(await screen.findByText(planTexts.withdrawn)).toBeTruthy()
  expect(screen.queryByText("15, then 18")).toBeNull()
})

test("a price that nobody could pay is refused at its field, and a failure is said", async () => {
  await openPlans(plan)
  const price = await screen.findByLabelText(/^Price for 30 days/)
  await person.clear(price)
  await person.type(price, "0.5")
  await person.click(screen.getByRole("button", { name: "Save plan" }))
  expect(await screen.findByText(planTexts.price)).toBeTruthy()
  await person.clear(price)
  await person.type(price, "16")
  const detail = { status: 500, code: "INTERNAL", detail: "Not now." }
  answer({ "PUT /admin/plans/standard": Response.json(detail, { status: 500 }) })
  await person.click(screen.getByRole("button", { name: "Save plan" }))
  expect(await screen.findByText(planTexts.saveFailed)).toBeTruthy()
})

test("a financial admin reads the plans and cannot change them", async () => {
  await openPlans(plan, "financial_admin")
  expect(await screen.findByText("Only super admins can change plans.")).toBeTruthy()
  expect(screen.queryByRole("button", { name: "Save plan" })).toBeNull()
})

test("a visitor chooses how long a membership lasts where the plan is sold for longer", async () => {
  const periods = [
    { days: 30 as const, price: 15 },
    { days: 90 as const, price: 40 },
  ]
  const shown = [{ ...planOf("standard"), name: "Starter", features: ["A letter a month"], periods }, planOf("vip")]
  await open("/upgrade", { loader: () => ({ discounts: {}, plans: shown }) })
  const table = within(await screen.findByRole("table"))
  expect(table.queryByLabelText("Length of VIP")).toBeNull()
  expect(table.getByRole("row", { name: /^A letter a month/ })).toBeTruthy()
  await person.selectOptions(table.getByLabelText("Length of Starter"), "90")
  expect(table.getByText("$40.00")).toBeTruthy()
  expect(table.getByRole("link", { name: "Give as a gift: Starter" }).getAttribute("href")).toContain("days%3D90")
})
