import { carrierTexts, panelTexts, paperTexts } from "#contract/panelText.ts"
import { alert, cross, email, failing, panel } from "./adminPanel.ts"
import { aCustomer, anOrder, ask, signInAs } from "./customers.ts"
import { axeInBothThemes, expect, test } from "./fixtures.ts"
import { cold } from "./moderatorPage.ts"

const number = "1ZDEMO000000000001"

test("staff ship with a carrier and print the papers; the customer follows the parcel and prints the invoice @desktop", async ({
  page,
  site,
  anotherPage,
  expectConsole,
}) => {
  expectConsole(/422/)
  const buyer = await anotherPage()
  const { token } = await aCustomer(buyer, site.url)
  const order = await anOrder(site.url, token, { dollId: 5 })
  await panel(page, site.url, `orders&order=${order.id}`, "finance@demo.example")
  const dialog = page.getByRole("dialog", { name: "Order" })
  await dialog.getByLabel("Carrier").selectOption("UPS")
  await dialog.getByLabel("Tracking number").fill("12")
  await dialog.getByRole("button", { name: "Ship", exact: true }).click()
  await expect(dialog.getByText(/doesn't look like a tracking number of UPS/)).toBeVisible()
  await expect(dialog.getByLabel("Tracking number")).toHaveValue("12")
  await dialog.getByLabel("Tracking number").fill(number)
  await dialog.getByRole("button", { name: "Ship", exact: true }).click()
  await expect(page.getByText(`Order ${order.orderNumber} marked as shipped`)).toBeVisible()
  await page.goto(`/admin/print?kind=labels&orders=${order.id}`)
  const label = page.getByRole("article", { name: `Label ${order.orderNumber}` })
  await expect(label.getByText("Demo Dispatch")).toBeVisible()
  await expect(label).not.toContainText("Vitrine")
  await axeInBothThemes(page, "label")

  await buyer.goto(`/order/${order.id}`)
  await buyer.getByRole("button", { name: "Track Order" }).click()
  await expect(buyer.getByRole("link", { name: "Track it at UPS" })).toHaveAttribute(
    "href",
    `https://www.ups.com/track?tracknum=${number}`,
  )
  await buyer.keyboard.press("Escape")
  await buyer.getByRole("link", { name: "Invoice", exact: true }).click()
  await expect(buyer.getByRole("article", { name: /^Invoice INV-/ })).toContainText(order.orderNumber)
  await axeInBothThemes(buyer, "invoice")
  const address = buyer.url()

  const stranger = await anotherPage()
  expectConsole(/404/)
  await signInAs(stranger, site.url, "mara@demo.example")
  await stranger.goto(address)
  await expect(stranger.getByText("Invoice not found")).toBeVisible()
})

test("a report names the orders it sums up, and keeps its period in the address @desktop", async ({ page, site }) => {
  await panel(page, site.url, "reports", "finance@demo.example")
  // The second choice is made before the page has rendered the first.
  await page.getByLabel("Report").evaluate(() => {
    const choose = (name: string, label: string) => {
      const field = [...document.querySelectorAll("select")].find((one) => one.labels[0]?.textContent === name)!
      field.value = [...field.options].find((one) => one.text === label)!.value
      field.dispatchEvent(new Event("change", { bubbles: true }))
    }
    choose("Report", "Sales by country")
    choose("Period", "Last 90 days")
  })
  const table = page.getByRole("region", { name: "Sales by country" })
  await expect(table).toBeVisible()
  await expect(page.getByLabel("Period")).toHaveValue("90")
  const row = table.getByRole("row").nth(1)
  await axeInBothThemes(page, "report")
  await page.reload()
  await expect(page.getByLabel("Report")).toHaveValue("country")
  await expect(page.getByLabel("Period")).toHaveValue("90")
  // This page never showed another period; while one loads, the previous rows stay.
  const orders = await row.getByRole("cell").first().textContent()
  await row.getByRole("link").click()
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible()
  await expect(page.getByText(new RegExp(`of ${orders}\\b`)).first()).toBeVisible()
})

test("carriers, business details and papers that fail to load or to save say so, and can be retried @desktop", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const token = await signInAs(page, site.url, email)
  await cold(page, /\/api\/admin\/print\/invoices/, "/admin/print?orders=1", paperTexts.loadFailed)
  await cold(page, /\/api\/admin\/carriers/, "/admin?tab=settings", carrierTexts.loadFailed)

  await page.getByRole("button", { name: "Edit UPS", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Edit UPS" })
  const save = dialog.getByRole("button", { name: "Save carrier" })
  let mend = await failing(page, "PUT", /\/api\/admin\/carriers\//)
  await save.click()
  await expect(alert(page, carrierTexts.saveFailed)).toContainText(cross)
  await expect(dialog.getByLabel("Name")).toHaveValue("UPS")
  await mend()
  await save.click()
  await expect(page.getByText(carrierTexts.saved)).toBeVisible()
  await expect(dialog).toBeHidden()

  const { invoice_footer } = await ask<{ invoice_footer: string | null }>(site.url, "GET /admin/business", { token })
  try {
    const footer = page.getByLabel("Invoice footer")
    const keep = page.getByRole("button", { name: "Save business details" })
    await footer.fill("Fired twice")
    mend = await failing(page, "PATCH", /\/api\/admin\/business/)
    await keep.click()
    await expect(alert(page, paperTexts.saveFailed)).toContainText(cross)
    await expect(footer).toHaveValue("Fired twice")
    await mend()
    await keep.click()
    await expect(page.getByText(paperTexts.saved)).toBeVisible()
    await expect(alert(page, paperTexts.saveFailed)).toBeHidden()
  } finally {
    await ask(site.url, "PATCH /admin/business", { token, body: { invoice_footer } })
  }

  const returnable = page.getByLabel("Days to request a return")
  for (const days of ["366", "-1", ""]) {
    await returnable.fill(days)
    await page.getByRole("button", { name: "Save settings" }).click()
    await expect(returnable).toHaveAccessibleDescription(new RegExp(panelTexts.returnDays))
  }
})
