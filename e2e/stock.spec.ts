import { copyTexts, panelTexts, stockAdminTexts, stockReasonTexts } from "#contract/panelText.ts"
import { restockTexts } from "#contract/restockText.ts"
import { stockReasons } from "#contract/stockReasons.ts"
import { cross, failing, panel } from "./adminPanel.ts"
import { aCustomer, ask, openEmpty, tokenOf } from "./customers.ts"
import { axe, axeInBothThemes, expect, passAgeGate, shot, test } from "./fixtures.ts"

/** Models that a test has created. They are archived, because other journeys count the models of the shop. */
const made: number[] = []
test.afterEach(({ site }) => archiveMade(site.url))

async function archiveMade(url: string): Promise<void> {
  const token = await tokenOf(url, "content@demo.example")
  for (const id of made.splice(0)) await ask(url, `DELETE /dolls/delete/${id}`, { token })
}

async function aModel(url: string, token: string, fields: { name: string; stock: number }): Promise<number> {
  const body = { description: "A glazed form.", price: 300, doll_height: 160, ...fields }
  const { id } = await ask<{ id: number }>(url, "POST /dolls/create", { token, body })
  made.push(id)
  return id
}

test("@desktop a customer asks for a sold out model, an admin counts it anew, and a count that moved is refused", async ({
  page,
  site,
  anotherPage,
}) => {
  const admin = await tokenOf(site.url, "content@demo.example")
  const name = `Stock ${Date.now()}`
  const id = await aModel(site.url, admin, { name, stock: 0 })

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
  // Another admin saves a count meanwhile.
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

test("@desktop what is wrong with counts, with saving them and with an archived model is said where it is", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const admin = await tokenOf(site.url, "content@demo.example")
  const name = `Refused ${Date.now()}`
  await aModel(site.url, admin, { name, stock: 1 })

  await panel(page, site.url, "stock&q=no-such-model", "content@demo.example")
  await expect(page.getByText(stockAdminTexts.note)).toBeVisible()
  await expect(page.getByText(stockAdminTexts.none)).toBeVisible()

  let mend = await failing(page, "GET", /\/api\/admin\/stock\?/)
  await page.goto(`/admin?tab=stock&q=${encodeURIComponent(name)}`)
  await expect(page.getByText(stockAdminTexts.loadFailed)).toBeVisible({ timeout: 20_000 })
  await mend()
  await page.getByRole("button", { name: "Try again" }).click()

  const bar = page.getByRole("toolbar", { name: "Unsaved counts" })
  const threshold = page.getByLabel(`Warn at, of ${name}`)
  await threshold.fill("few")
  await expect(page.getByText(stockAdminTexts.notAThreshold)).toBeVisible()
  await expect(bar.getByText(stockAdminTexts.correctFirst)).toBeVisible()
  await expect(bar.getByRole("button", { name: "Save" })).toBeDisabled()
  await threshold.fill("")

  await page.getByLabel(`Available of ${name}`).fill("5")
  await bar.getByRole("button", { name: "Save" }).click()
  const dialog = page.getByRole("dialog", { name: stockAdminTexts.saveTitle(1) })
  mend = await failing(page, "POST", /\/api\/admin\/stock$/)
  const save = dialog.getByRole("button", { name: stockAdminTexts.save(1) })
  await save.click()
  await expect(dialog.getByText(stockAdminTexts.saveFailed)).toBeVisible()
  await expect(dialog.getByText(cross)).toBeVisible()
  await mend()

  // Another admin archives the model meanwhile.
  await archiveMade(site.url)
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(stockAdminTexts.refused(1))).toBeVisible()
  await expect(page.getByText(`${name}: ${stockAdminTexts.gone}`)).toBeVisible()
  await expect(bar).toBeHidden()
})

test("@desktop the history of a model says every reason, that there is none yet, and that it failed", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const admin = await tokenOf(site.url, "content@demo.example")
  const name = `History ${Date.now()}`
  const id = await aModel(site.url, admin, { name, stock: 1 })
  const entries = new RegExp(`/api/admin/stock/${id}/entries`)
  const mend = await failing(page, "GET", entries)
  await panel(page, site.url, `stock&q=${encodeURIComponent(name)}`, "content@demo.example")
  await page.getByRole("button", { name: new RegExp(`^${name}.*history$`) }).click()
  const drawer = page.getByRole("dialog", { name: `Stock of ${name}` })
  await expect(drawer.getByText(stockAdminTexts.historyFailed)).toBeVisible({ timeout: 20_000 })
  await mend()
  await drawer.getByRole("button", { name: "Try again" }).click()
  const changes = drawer.getByRole("list", { name: "Changes" })
  await expect(changes.getByText(stockReasonTexts.created)).toBeVisible()
  await drawer.getByLabel("Reason").selectOption({ label: stockReasonTexts.damaged })
  await expect(drawer.getByText(stockAdminTexts.noEntries)).toBeVisible()

  const [entry] = await ask<object[]>(site.url, `GET /admin/stock/${id}/entries`, { token: admin })
  const json = stockReasons.map((reason, at) => ({ ...entry, id: at + 1, reason }))
  await page.route(entries, (route) => route.fulfill({ json, headers: { "x-total-count": String(json.length) } }))
  await drawer.getByLabel("Reason").selectOption({ label: stockReasonTexts.received })
  for (const text of Object.values(stockReasonTexts)) {
    await expect(changes.getByText(text, { exact: true })).toBeVisible()
  }
})

test("@phone a guest confirms the address before anything is sent", async ({ page, site, expectConsole }) => {
  expectConsole(/422/)
  const admin = await tokenOf(site.url, "content@demo.example")
  const id = await aModel(site.url, admin, { name: `Sold ${Date.now()}`, stock: 0 })
  await openEmpty(page)
  await page.evaluate(() => localStorage.setItem("age_verified", "true"))
  // The form is rendered before its script loads, so a submission must wait for the script.
  await page.route(/BackInStock/, async (route) => {
    await new Promise((done) => setTimeout(done, 2000))
    await route.continue()
  })
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

test("@desktop an owner turns automatic emails on and off, and words them", async ({ page, site, anotherPage }) => {
  const token = await tokenOf(site.url, "content@demo.example")
  const id = await aModel(site.url, token, { name: `Sold ${Date.now()}`, stock: 0 })
  const guest = await anotherPage()
  await passAgeGate(guest)
  await guest.goto(`/model/${id}`)
  await expect(guest.getByRole("button", { name: "Notify me" })).toBeVisible()
  await panel(page, site.url, "settings")
  const section = page.getByRole("group", { name: "Automatic emails" })
  await expect(section.getByRole("checkbox", { checked: true })).toHaveCount(2)
  await section.getByLabel("Unpaid order, 20 minutes before it is cancelled").check()
  await section.getByLabel("Back in stock").uncheck()
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(page.getByText(panelTexts.settingsSaved)).toBeVisible()
  try {
    await expect(async () => {
      await guest.goto(`/model/${id}`)
      await expect(guest.getByRole("button", { name: "Notify me" })).toBeHidden({ timeout: 1000 })
    }).toPass()
    await section.getByRole("link", { name: "Copy" }).click()
    await page.getByLabel("Unpaid order: subject").fill("{order} still waits, says {shop}")
    const preview = page.frameLocator('iframe[title="Preview"]')
    await expect(preview.getByRole("heading", { name: "still waits, says Vitrine" })).toBeVisible()
    await page.getByRole("button", { name: "Publish", exact: true }).click()
    await expect(page.getByText(copyTexts.published, { exact: true })).toBeVisible()
    await axe(page)
    await shot(page, "automatic-emails")
  } finally {
    await page.goto("/admin?tab=settings")
    await section.getByLabel("Back in stock").check()
    await section.getByLabel("Unpaid order, 20 minutes before it is cancelled").uncheck()
    await page.getByRole("button", { name: "Save settings" }).click()
    await expect(page.getByText(panelTexts.settingsSaved)).toBeVisible()
  }
})
