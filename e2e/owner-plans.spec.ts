import { membershipTexts, planTexts } from "#contract/buyingText.ts"
import { discountAdminTexts } from "#contract/panelText.ts"
import { aCustomer, signInAs } from "./customers.ts"
import { axe, expect, shot, test } from "./fixtures.ts"

// The plans are changed, so this shop is not shared: it is the one on the embedded database.
test.use({ embedded: true, movable: true })

test("an owner changes a plan and sells three months of it, which a visitor chooses and pays", {
  tag: "@desktop",
}, async ({ page, site, anotherPage }) => {
  await signInAs(page, site.url, "admin@demo.example")
  await page.goto("/admin?tab=plans")
  await page.getByLabel("Plan", { exact: true }).selectOption("standard")
  const field = (name: string) => page.getByRole("textbox", { name })
  await field("Price for 30 days in USD").fill("12.50")
  await field("Price for 90 days in USD").fill("30")
  await field("Messages").fill("12")
  await field("Title").fill("Starter")
  await field("Lines").fill("{messages}\n{photos}\nA letter a month")
  const preview = page.getByRole("region", { name: "Preview" })
  await expect(preview.getByText("12 messages")).toBeVisible()
  await expect(preview.getByText("$30.00")).toBeVisible()
  await axe(page)
  await shot(page, "admin-plans")
  await page.getByRole("button", { name: "Save plan" }).click()
  await expect(page.getByText(planTexts.saved)).toBeVisible()

  const visitor = await anotherPage()
  await aCustomer(visitor, site.url)
  await visitor.goto(`${site.url}/upgrade`)
  const table = visitor.getByRole("table")
  await expect(table.getByText("Starter", { exact: true })).toBeVisible()
  await expect(table.getByRole("row", { name: /^A letter a month/ })).toBeVisible()
  await expect(table.getByText("$12.50", { exact: true })).toBeVisible()
  await table.getByLabel("Length of Starter").selectOption("90")
  await expect(table.getByText("$30.00", { exact: true })).toBeVisible()
  await expect(visitor.locator('meta[name="description"]')).toHaveAttribute("content", /^Memberships: Starter, VIP/)
  await axe(visitor)
  await shot(visitor, "upgrade-lengths")
  await table.getByRole("link", { name: "Choose Starter" }).click()
  await expect(visitor.getByRole("heading", { name: "90 days of Starter" })).toBeVisible()
  await expect(visitor.getByText("Starter, 90 days")).toBeVisible()
  await visitor.getByRole("button", { name: "Continue to payment" }).click()
  await visitor.getByRole("button", { name: "Pay in full" }).click()
  await expect(visitor.getByRole("heading", { level: 1, name: membershipTexts.bought })).toBeVisible()
  await expect(visitor.getByText("Starter", { exact: true })).toBeVisible()
  await visitor.goto(`${site.url}/terms`)
  await expect(visitor.getByText(/^A membership that you buy for longer lasts as many days/)).toBeVisible()
})

test("an owner makes a code for memberships, and a visitor pays less with it", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
}) => {
  await signInAs(page, site.url, "admin@demo.example")
  await page.goto("/admin?tab=discounts")
  await page.getByRole("button", { name: "Add discount" }).click()
  const dialog = page.getByRole("dialog", { name: "Add discount" })
  await dialog.getByLabel("Applies to").selectOption("memberships")
  await dialog.getByLabel(/^Title/).fill("Welcome")
  await dialog.getByLabel(/^Code/).fill("welcome-vip")
  await dialog.getByLabel(/^Percentage/).fill("25")
  await axe(page)
  await shot(page, "discount-memberships")
  await dialog.getByRole("button", { name: "Add discount" }).click()
  await expect(page.getByText(discountAdminTexts.saved)).toBeVisible()

  const visitor = await anotherPage()
  await aCustomer(visitor, site.url)
  await visitor.goto(`${site.url}/upgrade`)
  await visitor.getByRole("table").getByRole("link", { name: "Choose VIP" }).click()
  await visitor.getByLabel("Discount code").fill("welcome-vip")
  await visitor.getByRole("button", { name: "Apply" }).click()
  await expect(visitor.getByText("Discount (WELCOME-VIP)")).toBeVisible()
  await axe(visitor)
  await shot(visitor, "membership-code")
  await visitor.getByRole("button", { name: "Continue to payment" }).click()
  await expect(visitor.getByText("$15.00").first()).toBeVisible()
  await visitor.getByRole("button", { name: "Pay in full" }).click()
  await expect(visitor.getByRole("heading", { level: 1, name: membershipTexts.bought })).toBeVisible()
})
