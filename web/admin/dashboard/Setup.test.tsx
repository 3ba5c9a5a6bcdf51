// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import type { User } from "#contract/accounts.ts"
import { type Setup, setupSteps } from "#contract/admin.ts"
import { setupTexts } from "#contract/panelText.ts"
import { aCustomer, usual } from "../../testing/data.ts"
import { answer, open } from "../../testing/page.tsx"

const boss: User = { ...aCustomer, role: "admin", admin_type: "super_admin" }
const person = userEvent.setup({ delay: null })
const steps: Setup["steps"] = setupSteps.map((id) => ({
  id,
  done: id === "seller",
  can_test: id === "mail" || id === "payments",
}))
const failing = (detail: string) => Response.json({ status: 503, code: "PROVIDER_DOWN", detail }, { status: 503 })
const failure = failing("The kiln is cold.")

const dashboard = async (setup: Setup) => {
  answer({
    ...usual,
    "GET /admin/flagged-messages/count": { count: 0 },
    "GET /admin/orders/count": { count: 0 },
    "GET /admin/returns/count": { count: 0 },
    "GET /admin/setup": setup,
    "GET /admin/recent-activity": { activities: [], total: 0 },
    "GET /admin/dashboard-stats": failure,
    "GET /admin/revenue": failure,
  })
  await open("/admin?tab=dashboard", { user: boss })
}

test("a public shop says in red what it lacks", async () => {
  await dashboard({ steps: [], missing: ["seller", "database", "mail", "payments"] })
  const { seller, database, mail, payments } = setupTexts.missing
  const alert = (await screen.findByText(seller, { exact: false })).closest<HTMLElement>("[role=alert]")!
  for (const text of [database, mail, payments]) expect(within(alert).getByText(text)).toBeTruthy()
  expect(within(alert).getByRole("link", { name: "Enter the seller" }).getAttribute("href")).toBe("/admin?tab=settings")
  expect(screen.queryByText(/left to set up your shop/)).toBeNull()
})

test("the checklist has every step, and its tests say what they found", async () => {
  await dashboard({ steps, missing: [] })
  expect(await screen.findByText("12 steps left to set up your shop")).toBeTruthy()
  const list = within(screen.getByRole("region", { name: "12 steps left to set up your shop" }))
  expect(list.getAllByRole("listitem")).toHaveLength(setupSteps.length)
  answer({ "POST /admin/letters/test": { to: "owner@shop.example" } })
  await person.click(list.getByRole("button", { name: "Send a test email to yourself" }))
  expect(await screen.findByText(setupTexts.mailSent("owner@shop.example"))).toBeTruthy()
  answer({ "POST /admin/payments/test-invoice": failing("No answer.") })
  const test = list.getByRole("button", { name: "Create a test invoice at the provider" })
  await person.click(test)
  expect(await screen.findByText(setupTexts.testFailed)).toBeTruthy()
  expect(screen.getByText("No answer.")).toBeTruthy()
  answer({ "POST /admin/payments/test-invoice": { invoice_url: "https://nowpayments.io/payment/?iid=1" } })
  await person.click(test)
  expect(await screen.findByText(setupTexts.invoiceMade)).toBeTruthy()
})
