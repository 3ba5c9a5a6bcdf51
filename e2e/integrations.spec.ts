import { integrationTexts } from "#contract/panelText.ts"
import { apiKeyTexts } from "#contract/texts.ts"
import { isSignedWith, startReceiver } from "../test/receiver.ts"
import { panel } from "./adminPanel.ts"
import { aCustomer, anOrder, restock } from "./customers.ts"
import { axe, expect, shot, test } from "./fixtures.ts"

/** An admin connects other programs: one reads the shop with a key, the other is notified of events. */

test.use({ settings: { OUTGOING_LOCAL: "1" } })
// One worker runs these tests, because they share a shop.
test.describe.configure({ mode: "default" })

test("a program reads orders with a key, until the key is revoked", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await panel(page, site.url, "integrations")
  const keys = page.getByRole("region", { name: "API keys" })
  await keys.getByRole("button", { name: "Create API key" }).click()
  const form = page.getByRole("dialog", { name: "Create API key" })
  await form.getByRole("button", { name: "Create API key" }).click()
  await expect(form.getByText(integrationTexts.nameRequired)).toBeVisible()
  await expect(form.getByText(integrationTexts.scopeRequired)).toBeVisible()
  await axe(page)
  const name = "Warehouse"
  await form.getByLabel("Name").fill(name)
  await form.getByLabel("Read orders, with shipping addresses").check()
  await form.getByRole("button", { name: "Create API key" }).click()
  const saved = page.getByRole("dialog", { name: "Save your API key" })
  const key = await saved.getByText(/^vk_/).textContent()
  await saved.getByRole("button", { name: "I've saved it" }).click()
  const item = keys.getByRole("listitem").filter({ hasText: name })
  await expect(item).toContainText("never used")
  await axe(page)
  await shot(page, "integrations")

  const call = (path: string) => fetch(`${site.url}/api${path}`, { headers: { authorization: `Bearer ${key}` } })
  expect((await call("/admin/orders")).status).toBe(200)
  const refused = await call("/admin/payments")
  expect([refused.status, (await refused.json()).detail]).toEqual([403, apiKeyTexts.missingScope("payments:read")])
  await page.reload()
  await expect(item).toContainText("last used")
  await item.getByRole("button", { name: `Actions for ${name}` }).click()
  await page.getByRole("menuitem", { name: "Revoke" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click()
  await expect(item).toContainText("Revoked")
  expect((await call("/admin/orders")).status).toBe(401)
})

test("a receiver is told that an order is paid, and told again when an admin asks for it", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
}) => {
  const receiver = await startReceiver()
  await panel(page, site.url, "integrations")
  await page.getByRole("button", { name: "Add webhook" }).click()
  const form = page.getByRole("dialog", { name: "Add webhook" })
  await form.getByRole("button", { name: "Add webhook" }).click()
  await expect(form.getByText(integrationTexts.eventRequired)).toBeVisible()
  await form.getByLabel("URL").fill(receiver.url)
  await form.getByLabel("Order paid").check()
  await form.getByRole("button", { name: "Add webhook" }).click()
  const saved = page.getByRole("dialog", { name: "Save the signing secret" })
  const secret = (await saved.getByText(/^whsec_/).textContent())!
  // The secret is never shown again, so no key closes the dialog by mistake.
  await page.keyboard.press("Escape")
  await page
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Keep editing" })
    .click()
  await saved.getByRole("button", { name: "I've saved it" }).click()

  await restock(site.url, 1, 5)
  const { token } = await aCustomer(await anotherPage(), site.url)
  const order = await anOrder(site.url, token, { dollId: 1 })
  await expect.poll(() => receiver.received.length).toBe(1)
  const [first] = receiver.received
  expect(await isSignedWith(secret, first!)).toBe(true)
  expect(JSON.parse(first!.body)).toMatchObject({ type: "order.paid", data: { order_number: order.orderNumber } })

  await page.getByRole("button", { name: receiver.url, exact: true }).click()
  await expect(page.getByRole("heading", { name: "Deliveries" })).toBeVisible()
  await page.getByRole("button", { name: /^order\.paid/ }).click()
  const drawer = page.getByRole("dialog", { name: /^Delivery/ })
  await expect(drawer).toContainText("Delivered")
  await expect(drawer.getByRole("region", { name: "Payload" })).toContainText(order.orderNumber)
  await expect(drawer.getByRole("region", { name: "Answer" })).toContainText("thanks")
  await axe(page)
  await shot(page, "webhook-delivery")
  await drawer.getByRole("button", { name: "Send again" }).click()
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.received[1]!.headers["webhook-id"]).toBe(first!.headers["webhook-id"])
  await expect(drawer.getByText("2", { exact: true })).toBeVisible()
  await receiver.stop()
})
