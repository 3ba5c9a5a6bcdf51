import { panel } from "./adminPanel.ts"
import { aCustomer, anOrder, signInAs } from "./customers.ts"
import { axeInBothThemes, expect, test } from "./fixtures.ts"

const number = "1ZDEMO000000000001"

test("staff ship with a carrier and print the papers; the customer follows the parcel and prints the invoice @desktop", async ({
  page,
  site,
  anotherPage,
  expectConsole,
}) => {
  test.setTimeout(120_000)
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
  await page.getByLabel("Report").selectOption("Sales by country")
  await page.getByLabel("Period").selectOption("Last 90 days")
  const table = page.getByRole("region", { name: "Sales by country" })
  const row = table.getByRole("row").nth(1)
  const orders = await row.getByRole("cell").first().textContent()
  await axeInBothThemes(page, "report")
  await page.reload()
  await expect(page.getByLabel("Period")).toHaveValue("90")
  await row.getByRole("link").click()
  await expect(page.getByRole("heading", { name: "Orders" })).toBeVisible()
  await expect(page.getByText(new RegExp(`of ${orders}\\b`)).first()).toBeVisible()
})
