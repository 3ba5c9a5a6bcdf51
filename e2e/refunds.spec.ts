import type { AdminOrderDetail } from "#contract/admin.ts"
import { refundTexts, returnTexts } from "#contract/refundText.ts"
import { money } from "../web/platform/ui/format.ts"
import { panel } from "./adminPanel.ts"
import { ask, signInAs, tokenOf } from "./customers.ts"
import { axeInBothThemes, expect, shot, test } from "./fixtures.ts"

const number = "ORD-102954"

test("a customer asks to return a piece, an admin approves, receives and refunds it, and the numbers follow", {
  tag: "@desktop",
}, async ({ page, site, anotherPage, expectConsole }) => {
  expectConsole(/422/)
  const token = await signInAs(page, site.url, "mara@demo.example")
  const orders = await ask<{ id: number; orderNumber: string; refund: { refunded: number } }[]>(
    site.url,
    "GET /orders?limit=50",
    { token },
  )
  const order = orders.find(({ orderNumber }) => orderNumber === number)!
  await page.goto(`/order/${order.id}`)
  const section = page.getByRole("region", { name: "Returns and refunds" })
  await expect(section.getByText("Requested")).toBeVisible()
  await axeInBothThemes(page, "order-returns")
  await section.getByRole("button", { name: "Return items" }).click()
  const asking = page.getByRole("dialog", { name: "Return items" })
  await asking.getByRole("button", { name: "Request return" }).click()
  await expect(asking.getByText("Please choose a reason.")).toBeVisible()
  await asking
    .getByLabel(/^How many of/)
    .last()
    .selectOption("1")
  await asking.getByLabel(/^Reason/).selectOption("not_as_described")
  await asking.getByLabel("Details").fill("The stand is another one.")
  await asking.getByLabel("Wallet address for the refund").fill("0xMARA")
  await axeInBothThemes(page, "return-form")
  await asking.getByRole("button", { name: "Request return" }).click()
  await expect(page.getByText(returnTexts.requested).first()).toBeVisible()
  await expect(section.getByText("The stand is another one.")).toBeVisible()

  const desk = await anotherPage()
  await panel(desk, site.url, "returns", "finance@demo.example")
  await expect(desk.getByText("Not as described").filter({ visible: true }).first()).toBeVisible()
  await axeInBothThemes(desk, "returns")
  await desk.getByRole("link", { name: number }).filter({ visible: true }).first().click()
  const drawer = desk.getByRole("dialog", { name: "Order" })
  const returns = drawer.getByRole("region", { name: "Returns" })
  const one = returns.getByRole("listitem").filter({ hasText: "The stand is another one." })
  await one.getByRole("button", { name: "Approve" }).click()
  await one.getByRole("button", { name: "Approve" }).click()
  await expect(one.getByText(returnTexts.instructionsRequired)).toBeVisible()
  await one.getByLabel(/^Instructions/).fill("Send it to 12 Sample Road.")
  await one.getByRole("button", { name: "Approve" }).click()
  await expect(one.getByText("Approved", { exact: true })).toBeVisible()
  await expect(section.getByText("Send it to 12 Sample Road.")).toBeVisible()
  await one.getByRole("button", { name: "Mark as received" }).click()
  await one.getByLabel(/^Condition/).fill("As new.")
  await one.getByLabel(/back into stock$/).check()
  await one.getByRole("button", { name: "Mark as received" }).click()
  await expect(one.getByText("Received", { exact: true })).toBeVisible()
  await one.getByRole("button", { name: "Refund return" }).click()
  await expect(one.getByLabel("Customer's wallet address")).toHaveValue("0xMARA")
  await axeInBothThemes(desk, "refund-form")
  await one.getByRole("button", { name: "Create refund" }).click()
  await expect(desk.getByText(refundTexts.created).first()).toBeVisible()
  const refunds = drawer.getByRole("region", { name: "Refunds" })
  await refunds.getByLabel("Payout ID or transaction").fill("tx-42")
  await refunds.getByLabel("Amount sent").fill("0")
  await refunds.getByLabel("Coin").fill("USDC")
  await refunds.getByRole("button", { name: "Record payout" }).click()
  await expect(refunds.getByText(refundTexts.payoutAmount)).toBeVisible()
  await refunds.getByLabel("Amount sent").fill("75.5")
  await axeInBothThemes(desk, "refund-payout")
  await refunds.getByRole("button", { name: "Record payout" }).click()
  await expect(refunds.getByText("Payout tx-42, 75.5 USDC")).toBeVisible()
  await expect(one.getByText("Refunded", { exact: true })).toBeVisible()
  await shot(desk, "order-refunded")

  const books = await tokenOf(site.url, "finance@demo.example")
  const after = await ask<AdminOrderDetail>(site.url, `GET /admin/orders/${order.id}`, { token: books })
  const last = after.refunds.at(-1)!
  expect(after.refund.refunded).toBe(order.refund.refunded + last.amount)
  await expect(section.getByText("Transaction tx-42")).toBeVisible()
  await expect(page.getByText("Partially refunded").first()).toBeVisible()
  await expect(page.getByText(money(after.refund.refunded)).first()).toBeVisible()
  await shot(page, "order-returned")

  const note = `Credit note ${last.credit_note}`
  await expect(refunds.getByRole("link", { name: note })).toBeVisible()
  await section.getByRole("link", { name: note }).click()
  const sheet = page.getByRole("article", { name: note })
  await expect(sheet.getByText(money(last.amount)).first()).toBeVisible()
  await expect(sheet.getByText(order.orderNumber)).toBeVisible()
  await axeInBothThemes(page, "credit-note")
  await shot(page, "credit-note")
})
