import { discountTexts } from "#contract/buyingText.ts"
import type { Doll } from "#contract/catalog.ts"
import { discountAdminTexts } from "#contract/panelText.ts"
import { money } from "../web/platform/ui/format.ts"
import { act, cross, failing, panel } from "./adminPanel.ts"
import { aCustomer, ask, newWord, tokenOf } from "./customers.ts"
import { axeInBothThemes, expect, type Page, shot, test } from "./fixtures.ts"

/** This model is made to order, so it never sells out. */
const dollId = 5

test("an admin makes a code, a customer pays less with it, and a second one is told that it is used up", {
  tag: "@phone",
}, async ({ page, site, anotherPage, expectConsole }) => {
  expectConsole(/422/)
  const code = newWord().toUpperCase()
  await panel(page, site.url, "discounts", "finance@demo.example")
  await expect(page.getByText("DEMO50")).toBeVisible()
  await axeInBothThemes(page, "discounts")
  await page.getByRole("button", { name: "Add discount" }).click()
  const dialog = page.getByRole("dialog", { name: "Add discount" })
  await dialog.getByRole("button", { name: "Add discount" }).click()
  await expect(dialog.getByText(discountAdminTexts.codeForm)).toBeVisible()
  await dialog.getByLabel(/^Title/).fill(`Spring ${code}`)
  await dialog.getByLabel(/^Code/).fill("demo50")
  await dialog.getByLabel(/^Percentage/).fill("150")
  await dialog.getByLabel("Limit of uses").fill("1")
  await dialog.getByRole("button", { name: "Add discount" }).click()
  await expect(dialog.getByText(discountAdminTexts.percentRange)).toBeVisible()
  await dialog.getByLabel(/^Percentage/).fill("20")
  await dialog.getByRole("button", { name: "Add discount" }).click()
  await expect(dialog.getByText(discountAdminTexts.codeTaken)).toBeVisible()
  await dialog.getByLabel(/^Code/).fill(code.toLowerCase())
  await axeInBothThemes(page, "discount")
  await dialog.getByRole("button", { name: "Add discount" }).click()
  await expect(page.getByText(discountAdminTexts.saved)).toBeVisible()
  await expect(page.getByText(code, { exact: true })).toBeVisible()

  const buyer = await anotherPage()
  const { token } = await aCustomer(buyer, site.url)
  await ask(site.url, "POST /cart/", { token, body: { doll_id: dollId, quantity: 1 } })
  const { price } = await ask<Doll>(site.url, `GET /dolls/${dollId}`)
  const total = Math.round(price * 80) / 100
  await buyer.goto("/cart")
  await enter(buyer, "no-such-code")
  await expect(buyer.getByText(discountTexts.unknown)).toBeVisible()
  await expect(buyer.getByLabel("Discount code")).toHaveValue("no-such-code")
  await axeInBothThemes(buyer, "cart-code-unknown")
  await enter(buyer, ` ${code.toLowerCase()} `)
  await expect(buyer.getByText("Discount applied.")).toBeVisible()
  await expect(summary(buyer).getByText(`-${money(price - total)}`)).toBeVisible()
  await axeInBothThemes(buyer, "cart-code")
  await buyer.getByRole("button", { name: `Remove ${code}` }).click()
  await expect(buyer.getByLabel("Discount code")).toBeFocused()
  await expect(summary(buyer).getByText(`-${money(price - total)}`)).toHaveCount(0)
  await enter(buyer, code)
  await expect(buyer.getByText("Discount applied.")).toBeVisible()
  await buyer.getByRole("link", { name: "Proceed to Checkout" }).first().click()
  await expect(summary(buyer).getByText(`-${money(price - total)}`)).toBeVisible()
  await shot(buyer, "checkout-code")
  await fillAddress(buyer)
  await buyer.getByRole("button", { name: "Continue to payment" }).click()
  await expect(buyer.getByText(money(total)).first()).toBeVisible()
  await buyer.getByRole("button", { name: "Pay in full" }).click()
  await buyer.getByRole("link", { name: /^ORD-\d{6}$/ }).click()
  await expect(buyer.getByText(`Discount (${code})`)).toBeVisible()
  await expect(summary(buyer, "Summary").getByText(money(total))).toBeVisible()
  await axeInBothThemes(buyer, "order-code")

  const second = await anotherPage()
  const other = await aCustomer(second, site.url)
  await ask(site.url, "POST /cart/", { token: other.token, body: { doll_id: dollId, quantity: 1 } })
  await second.goto("/cart")
  await enter(second, code)
  await expect(second.getByText(discountTexts.usedUp)).toBeVisible()
  await expect(summary(second).getByText(money(price)).filter({ visible: true }).last()).toBeVisible()

  await page.goto(`/admin?tab=discounts&q=${code}`)
  await expect(state(page, "Used up")).toBeVisible()
  await expect(page.getByText("1 of 1")).toBeVisible()
  await act(page, `Spring ${code}`, "Deactivate")
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click()
  await expect(page.getByText(discountAdminTexts.deactivated)).toBeVisible()
  await expect(state(page, "Inactive")).toBeVisible()
})

test("a code that ends during the checkout is refused before the payment, and the price without it is shown", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/409/)
  const admin = await tokenOf(site.url, "admin@demo.example")
  const code = newWord().toUpperCase()
  const body = { title: "Short", code, kind: "fixed", value: 10, starts_at: "2026-01-01T00:00:00.000Z" }
  const { id } = await ask<{ id: number }>(site.url, "POST /admin/discounts", { token: admin, body })
  const { token } = await aCustomer(page, site.url)
  await ask(site.url, "POST /cart/", { token, body: { doll_id: dollId, quantity: 1 } })
  await page.goto("/checkout")
  await enter(page, code)
  await expect(page.getByText("Discount applied.")).toBeVisible()
  await fillAddress(page)
  await ask(site.url, `PUT /admin/discounts/${id}`, { token: admin, body: { ...body, is_active: false } })
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await expect(page.getByRole("alert").getByText(discountTexts.expired)).toBeVisible()
  await expect(page.getByText(`Discount (${code})`)).toHaveCount(0)
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.waitForURL(/\/sandbox\/pay\//)
})

test("the panel says what failed with discounts", { tag: "@desktop" }, async ({ page, site, expectConsole }) => {
  expectConsole(/500/)
  await panel(page, site.url, "discounts")
  await expect(page.getByText("DEMO50")).toBeVisible()
  await page.goto("/admin?tab=discounts&q=nothing-of-this-name")
  await expect(page.getByText(discountAdminTexts.none)).toBeVisible()
  await failing(page, "GET", /\/admin\/discounts\?/)
  await page.goto("/admin?tab=discounts")
  await expect(page.getByText(discountAdminTexts.loadFailed)).toBeVisible()
  await failing(page, "POST", /\/admin\/discounts$/)
  await page.getByRole("button", { name: "Add discount" }).click()
  const dialog = page.getByRole("dialog", { name: "Add discount" })
  await dialog.getByLabel(/^Title/).fill("A title")
  await dialog.getByLabel("Method").selectOption("Automatic")
  await dialog.getByLabel(/^Percentage/).fill("5")
  await dialog.getByRole("button", { name: "Add discount" }).click()
  await expect(dialog.getByText(discountAdminTexts.saveFailed)).toBeVisible()
  await expect(dialog.getByText(cross)).toBeVisible()
})

/** Finds a row's state; the filter has options with the same names. */
const state = (page: Page, name: string) => page.locator("span").getByText(name, { exact: true })

const summary = (page: Page, name = "Order summary") => page.getByRole("region", { name, exact: true })

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel("Discount code").fill(code)
  await page.getByRole("button", { name: "Apply" }).click()
}

async function fillAddress(page: Page): Promise<void> {
  const fields = {
    Phone: "+1 503 555 0142",
    Address: "12 Gallery Row",
    City: "Portland",
    State: "Oregon",
    "Zip code": "97201",
  }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}
