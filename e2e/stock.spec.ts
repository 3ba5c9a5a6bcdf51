import { stockAdminTexts } from "#contract/panelText.ts"
import { restockTexts } from "#contract/restockText.ts"
import { panel } from "./adminPanel.ts"
import { aCustomer, ask, openEmpty, tokenOf } from "./customers.ts"
import { axeInBothThemes, expect, test } from "./fixtures.ts"

test("@desktop a customer asks for a sold out model, an admin counts it anew, and a count that moved is refused", async ({
  page,
  site,
  anotherPage,
}) => {
  test.setTimeout(120_000)
  const admin = await tokenOf(site.url, "content@demo.example")
  const name = `Stock ${Date.now()}`
  const fields = { name, description: "A glazed form on a turned stand.", price: 300, doll_height: 160, stock: 0 }
  const { id } = await ask<{ id: number }>(site.url, "POST /dolls/create", { token: admin, body: fields })

  const customer = await anotherPage()
  await aCustomer(customer, site.url)
  await customer.goto(`/model/${id}`)
  await customer.getByRole("button", { name: "Email me when it's back" }).click()
  await expect(customer.getByText(/when it's back/)).toBeVisible()
  await customer.goto("/dashboard?tab=settings")
  await expect(customer.getByRole("link", { name })).toBeVisible()
  await customer.getByRole("button", { name: `Remove ${name}` }).click()
  await expect(customer.getByRole("link", { name })).toHaveCount(0)

  await panel(page, site.url, `stock&q=${encodeURIComponent(name)}`, "content@demo.example")
  const count = page.getByLabel(`Available of ${name}`)
  await count.fill("x")
  await expect(page.getByText(stockAdminTexts.notACount)).toBeVisible()
  await axeInBothThemes(page, "stock")
  await count.fill("+4")
  // Somebody else counts meanwhile.
  const changes = [{ doll_id: id, stock: { from: 0, to: 2 } }]
  await ask(site.url, "POST /admin/stock", { token: admin, body: { reason: "received", changes } })
  const save = async () => {
    await page.getByRole("toolbar", { name: "Unsaved counts" }).getByRole("button", { name: "Save" }).click()
    await page
      .getByRole("dialog")
      .getByRole("button", { name: stockAdminTexts.save(1) })
      .click()
  }
  await save()
  await expect(page.getByText(stockAdminTexts.moved(2))).toBeVisible()
  await expect(count).toHaveValue("+4")
  await save()
  await expect(page.getByText(stockAdminTexts.saved(1))).toBeVisible()
  await expect(count).toHaveValue("6")
  await page.getByRole("button", { name: new RegExp(`^${name}.*history$`) }).click()
  const drawer = page.getByRole("dialog", { name: `Stock of ${name}` })
  await expect(drawer.getByText("6 available")).toBeVisible()
  await axeInBothThemes(page, "stock-history")
})

test("@phone a guest confirms the address before anything is sent", async ({ page, site, expectConsole }) => {
  expectConsole(/422/)
  const admin = await tokenOf(site.url, "content@demo.example")
  const fields = { name: `Sold ${Date.now()}`, description: "A glazed form.", price: 300, doll_height: 160, stock: 0 }
  const { id } = await ask<{ id: number }>(site.url, "POST /dolls/create", { token: admin, body: fields })
  await openEmpty(page)
  await page.evaluate(() => localStorage.setItem("age_verified", "true"))
  await page.goto(`/model/${id}`)
  const field = page.getByLabel("Email me when it's back")
  await field.fill("not an address")
  await page.getByRole("button", { name: "Notify me" }).click()
  await expect(field).toHaveAttribute("aria-invalid", "true")
  await field.fill(`guest-${Date.now()}@demo.example`)
  await axeInBothThemes(page, "sold-out")
  await page.getByRole("button", { name: "Notify me" }).click()
  await expect(page.getByText(restockTexts.sent)).toBeVisible()
})
