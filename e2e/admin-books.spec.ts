import { adminTexts } from "#contract/adminText.ts"
import { moneyTexts, panelTexts, paymentStateTexts, unknownState } from "#contract/panelText.ts"
import { accountTexts, generalTexts, orderTexts, staffTexts } from "#contract/texts.ts"
import { aCustomer, anOrder, ask, tokenOf } from "./customers.ts"
import { cold } from "./desk.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"
import { alert, cross, failing, panel } from "./panel.ts"

/** An admin's day: numbers, orders, money, letters, the audit log and the settings. */

test("the dashboard has its numbers, the revenue as chart and table, and what has happened", async ({
  page,
  site,
  expectConsole,
}) => {
  test.setTimeout(120_000)
  expectConsole(/Failed to load resource/)
  await panel(page, site.url, "dashboard")
  await expect(page.getByText("Total users")).toBeVisible()
  await expect(page.getByText("from last month").first()).toBeVisible()
  await expect(page.getByRole("img", { name: "Monthly revenue over the last twelve months" })).toBeVisible()
  const feed = page.getByRole("list", { name: "Recent activity" }).getByRole("listitem")
  await expect(feed).toHaveCount(5)
  await axe(page)
  await shot(page, "admin-dashboard")
  const chart = page.getByRole("img", { name: /^Revenue by day/ })
  await chart.focus()
  await page.keyboard.press("ArrowLeft")
  await expect(page.getByText(/^[A-Z][a-z]+ \d+: \$/)).toBeVisible()
  await page.getByRole("button", { name: "Show as a table" }).click()
  await expect(page.getByRole("region", { name: "Revenue, as a table" }).getByRole("row")).toHaveCount(31)
  await page.getByLabel("Revenue by").selectOption("month")
  await expect(page.getByRole("region", { name: "Revenue, as a table" }).getByRole("row")).toHaveCount(13)
  await page.getByRole("button", { name: "View All" }).click()
  await expect(feed).toHaveCount(10)
  await page.getByRole("button", { name: "Next page" }).click()
  await expect(page.getByText(/^11-20 of/)).toBeVisible()
  await page.getByRole("button", { name: "Previous page" }).click()
  await page.getByRole("button", { name: "View less" }).click()
  await expect(feed).toHaveCount(5)
  await page.route(/\/admin\/recent-activity/, (route) => route.fulfill({ json: { activities: [], total: 0 } }))
  await page.goto("/admin?tab=dashboard")
  await expect(page.getByText(adminTexts.noActivity)).toBeVisible()
  await cold(page, /\/admin\/dashboard-stats/, "/admin?tab=dashboard", staffTexts.dashboardFailed)
  await cold(page, /\/admin\/revenue/, "/admin?tab=dashboard", generalTexts.failedToLoad)
})

test("a paid order is shipped with its number; what waits says why, and two who move it do not collide", async ({
  page,
  site,
  expectConsole,
  anotherPage,
}) => {
  test.setTimeout(150_000)
  expectConsole(/Failed to load resource/)
  const customer = await aCustomer(await anotherPage(), site.url)
  const order = await anOrder(site.url, customer.token, { dollId: 12 })
  const token = await panel(page, site.url, "orders")
  await page.getByRole("searchbox").fill(order.orderNumber)
  await expect(page.getByText("1-1 of 1 orders")).toBeVisible()
  await axe(page)
  await shot(page, "admin-orders")
  const dialog = page.getByRole("dialog", { name: "Order" })
  let mend = await failing(page, "GET", /\/admin\/orders\/\d+$/)
  await page.getByRole("button", { name: order.orderNumber, exact: true }).click()
  await expect(dialog.getByRole("alert").filter({ hasText: accountTexts.orderLoadFailed })).toContainText(cross)
  await mend()
  await dialog.getByRole("button", { name: "Try again" }).click()
  await dialog.getByRole("button", { name: "Ship" }).click()
  await expect(dialog.getByText(orderTexts.trackingRequired)).toBeVisible()
  await axe(page, "dialog[open]")
  await shot(page, "admin-order", { fullPage: false })
  await dialog.getByLabel("Tracking number").fill("TRACK-1")
  mend = await failing(page, "PATCH", /\/admin\/orders\//)
  await dialog.getByRole("button", { name: "Ship" }).click()
  await expect(dialog.getByRole("alert").filter({ hasText: moneyTexts.moveFailed })).toContainText(cross)
  await expect(dialog.getByLabel("Tracking number")).toHaveValue("TRACK-1")
  await mend()
  await dialog.getByRole("button", { name: "Ship" }).click()
  await expect(page.getByText(moneyTexts.moved)).toBeVisible()
  await expect(dialog.getByText("Shipped", { exact: true }).first()).toBeVisible()
  // Somebody else marks it as completed meanwhile.
  await ask(site.url, `PATCH /admin/orders/${order.id}`, {
    token: await tokenOf(site.url, "finance@demo.example"),
    body: { status: "completed" },
  })
  await dialog.getByLabel("Tracking number").fill("TRACK-2")
  await dialog.getByRole("button", { name: "Correct the number" }).click()
  await expect(alert(page, moneyTexts.moveFailed)).toContainText(orderTexts.changed)
  // Both versions: what the other admin did, and what was typed here.
  await expect(alert(page, moneyTexts.moveFailed)).toContainText("“Completed”, tracking number “TRACK-1”")
  await expect(alert(page, moneyTexts.moveFailed)).toContainText("You had typed “TRACK-2”")
  await expect
    .poll(async () => (await ask<{ status: string }>(site.url, `GET /admin/orders/${order.id}`, { token })).status)
    .toBe("completed")
  await page.keyboard.press("Escape")

  await page.getByRole("searchbox").fill("")
  await page.getByRole("button", { name: "Waiting for somebody", exact: true }).click()
  await expect(page).toHaveURL(/attention=1/)
  await expect(page.getByText("Less was paid").filter({ visible: true }).first()).toBeVisible()
  await staysInside(page)
  await page.getByRole("button", { name: "ORD-103562", exact: true }).click()
  await expect(dialog.getByRole("status").filter({ hasText: "Less was paid" })).toContainText(
    "Ship it if the difference",
  )
  // What has no way back is asked first, so that a second press goes nowhere.
  const question = page.getByRole("dialog", { name: /^Mark as refund/ })
  await dialog.getByRole("button", { name: "Mark as refund due" }).dblclick()
  await expect(question).toContainText("There is no way back.")
  await axe(page, "dialog[open]")
  await question.getByRole("button", { name: "Not now" }).click()
  await expect(dialog.getByText("Being checked", { exact: true }).first()).toBeVisible()
  await dialog.getByRole("button", { name: "Mark as refund due" }).click()
  await question.getByRole("button", { name: "Mark as refund due" }).click()
  await dialog.getByRole("button", { name: "Mark as refunded" }).click()
  await question.getByRole("button", { name: "Mark as refunded" }).click()
  await expect(dialog.getByText("Refunded", { exact: true }).first()).toBeVisible()
  await page.keyboard.press("Escape")
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export CSV" }).click()
  expect((await download).suggestedFilename()).toBe("orders.csv")
  mend = await failing(page, "GET", /\/admin\/orders\?/)
  await page.getByRole("button", { name: "Export CSV" }).click()
  await expect(alert(page, "The file could not be made")).toContainText(cross)
  await mend()
  await page.goto("/admin?tab=orders&q=nothing-of-this-name")
  await expect(page.getByText("No orders found.")).toBeVisible()
})

test("payments show their states and the provider's own words, and the provider is asked again", async ({
  page,
  site,
  expectConsole,
  anotherPage,
}) => {
  test.setTimeout(150_000)
  expectConsole(/Failed to load resource/)
  const customer = await aCustomer(await anotherPage(), site.url)
  const order = await anOrder(site.url, customer.token, { dollId: 14 })
  await panel(page, site.url, "payments")
  for (const [state, text] of [
    ["completed", "Completed"],
    ["partially_paid", "Partially paid"],
    ["refunded", "Refunded"],
    ["pending", paymentStateTexts.pending!],
    ["failed", paymentStateTexts.failed!],
  ] as const) {
    await page.goto(`/admin?tab=payments&status=${state}`)
    await expect(page.getByText(text, { exact: true }).filter({ visible: true }).last()).toBeVisible()
  }
  await page.goto("/admin?tab=payments")
  await expect(page.getByText(/of \d+ payments$/)).toBeVisible()
  await axe(page)
  await shot(page, "admin-payments")
  await page.getByRole("searchbox").fill(order.orderNumber)
  await expect(page.getByText("1-1 of 1 payments")).toBeVisible()
  const id = (await page.locator("code").filter({ visible: true }).first().textContent())!
  await page.getByRole("button", { name: id, exact: true }).click()
  const dialog = page.getByRole("dialog", { name: `Payment ${id}` })
  const event = dialog.getByRole("region", { name: "Raw events" }).getByRole("listitem").last()
  await event.locator("summary").click()
  await expect(event.locator("pre")).toContainText("payment_status")
  await staysInside(page)
  await expect(dialog.getByRole("link", { name: order.orderNumber })).toHaveAttribute("href", /tab=orders/)
  await axe(page, "dialog[open]")
  await shot(page, "admin-payment", { fullPage: false })
  let mend = await failing(page, "POST", /\/recheck$/)
  await dialog.getByRole("button", { name: "Ask the provider again" }).click()
  await expect(alert(page, moneyTexts.askFailed)).toContainText(cross)
  await mend()
  await dialog.getByRole("button", { name: "Ask the provider again" }).click()
  await expect(page.getByText(moneyTexts.asked)).toBeVisible()
  await page.keyboard.press("Escape")

  await page.getByRole("button", { name: "Enter a payment id" }).click()
  const entry = page.getByRole("dialog", { name: "Enter a payment id" })
  await entry.getByRole("button", { name: "Ask the provider" }).click()
  await expect(entry.getByText(moneyTexts.idRequired)).toBeVisible()
  await axe(page, "dialog[open]")
  await entry.getByLabel("Payment id").fill("404404")
  await entry.getByRole("button", { name: "Ask the provider" }).click()
  await expect(entry.getByRole("alert").filter({ hasText: moneyTexts.askFailed })).toBeVisible()
  await expect(entry.getByLabel("Payment id")).toHaveValue("404404")
  await entry.getByLabel("Payment id").fill(id)
  await entry.getByRole("button", { name: "Ask the provider" }).click()
  await expect(entry.getByText(moneyTexts.found)).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("searchbox").fill("nothing of this name")
  await expect(page.getByText(adminTexts.noPayments)).toBeVisible()

  mend = await answering(page, /\/admin\/payments\?/, (body) => {
    body.payments[0].status = "sparkling"
    body.payments[0].review = "open"
    body.payments[1].status = "processing"
  })
  await page.goto("/admin?tab=payments")
  await expect(page.getByText(unknownState, { exact: true })).toBeVisible()
  await expect(page.getByText(paymentStateTexts.processing!, { exact: true }).filter({ visible: true })).toBeVisible()
  await page
    .getByRole("button", { name: /^(?!Copy)/ })
    .filter({ has: page.locator("code") })
    .first()
    .click()
  const money = page.getByRole("region", { name: "What to do with this money" })
  const heal = await failing(page, "POST", /\/review$/)
  await money.getByRole("button", { name: "Mark as settled" }).click()
  await expect(money.getByRole("alert").filter({ hasText: moneyTexts.reviewFailed })).toContainText(cross)
  await heal()
  await mend()
  await page.goto("/admin?tab=subscriptions")
  await expect(page.getByRole("heading", { level: 1, name: "Subscriptions" })).toBeVisible()
  await expect(page.getByRole("region", { name: "Subscriptions" })).toBeVisible()
  await axe(page)
  await shot(page, "admin-subscriptions")
  await cold(page, /\/admin\/subscription-payments/, "/admin?tab=subscriptions", generalTexts.failedToLoad)
  await cold(page, /\/admin\/payments\?/, "/admin?tab=payments", generalTexts.failedToLoad)
})

test("letters are read and marked, the audit log is searched and checked, and settings count", async ({
  page,
  site,
  expectConsole,
}) => {
  test.setTimeout(150_000)
  expectConsole(/Failed to load resource/)
  const subject = `About Theodora ${Date.now()}`
  await ask(site.url, "POST /contact", {
    body: { name: "Nora", email: "nora@shop.example", subject, message: "Is the stand included?" },
  })
  const token = await panel(page, site.url, "contacts")
  // It may be the only one: its number says nothing about the search.
  const found = page.waitForResponse(/\/admin\/contacts\?.*q=About/)
  await page.getByRole("searchbox").fill(subject)
  await found
  await expect(page.getByText("1-1 of 1 letters")).toBeVisible()
  await axe(page)
  await shot(page, "admin-contacts")
  await page.getByRole("button", { name: subject, exact: true }).click()
  const letter = page.getByRole("dialog", { name: subject })
  await expect(letter.getByText("Is the stand included?")).toBeVisible()
  await axe(page, "dialog[open]")
  let mend = await failing(page, "PATCH", /\/admin\/contacts\//)
  await letter.getByRole("button", { name: "Mark as answered" }).click()
  await expect(alert(page, panelTexts.letterFailed)).toContainText(cross)
  await mend()
  await letter.getByRole("button", { name: "Mark as answered" }).click()
  await expect(letter).toBeHidden()
  await expect(page.getByText("Answered", { exact: true }).filter({ visible: true }).last()).toBeVisible()
  await page.getByRole("checkbox", { name: `Choose ${subject} by Nora` }).check()
  await page.getByRole("button", { name: "Mark as waiting" }).click()
  await expect(page.getByText(panelTexts.lettersMarked(1))).toBeVisible()

  await page.goto("/admin?tab=settings")
  const bar = page.getByLabel("Text", { exact: true })
  await expect(bar).toBeVisible()
  await axe(page)
  await shot(page, "admin-settings")
  await page.getByLabel("Shop name").fill("")
  await page.getByLabel("Leads to").fill("https://elsewhere.example")
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(page.getByText("Please enter a name.")).toBeVisible()
  await expect(page.getByText("A path on this site, such as /models.", { exact: true }).last()).toBeVisible()
  await expect(page.getByLabel("Leads to")).toHaveValue("https://elsewhere.example")
  await page.getByLabel("Shop name").fill("Vitrine")
  await page.getByLabel("Leads to").fill("/models")
  const words = `New pieces on Friday ${Date.now()}`
  await bar.fill(words)
  mend = await failing(page, "PATCH", /\/admin\/settings/)
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(alert(page, panelTexts.settingsFailed)).toContainText(cross)
  await expect(bar).toHaveValue(words)
  await mend()
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(page.getByText(panelTexts.settingsSaved)).toBeVisible()
  expect(await ask(site.url, "GET /settings")).toMatchObject({ announcement: words, announcement_link: "/models" })

  await page.goto("/admin?tab=audit")
  // Whoever presses on an entry while its search begins opens it: nothing moves away from under the pointer.
  const newest = page.getByRole("button", { name: "settings.edit", exact: true }).first()
  await expect(newest).toBeVisible()
  await page.getByRole("searchbox").fill(words)
  await newest.hover()
  await page.mouse.down()
  await expect(page.getByText("1-1 of 1 entries")).toBeVisible()
  await page.mouse.up()
  const entry = page.getByRole("dialog", { name: /^Entry \d+$/ })
  await expect(entry.getByRole("region", { name: "After" })).toContainText(words)
  await axe(page, "dialog[open]")
  await page.keyboard.press("Escape")
  await shot(page, "admin-audit")
  mend = await failing(page, "GET", /\/audit-log\/verify/)
  await page.getByRole("button", { name: "Check the seals" }).click()
  await expect(alert(page, panelTexts.verifyFailed)).toContainText(cross)
  await mend()
  await page.getByRole("button", { name: "Check the seals" }).click()
  await expect(page.getByText(/^All [\d,]+ entries are as they were written\.$/)).toBeVisible()
  await axe(page)
  // The bar stands on every page: the journeys that come after find none.
  await ask(site.url, "PATCH /admin/settings", { token, body: { announcement: null, announcement_link: null } })
})

test("each kind of admin sees its own parts, and an address to another one says so", async ({ anotherPage, site }) => {
  test.setTimeout(120_000)
  for (const [who, shown, hidden] of [
    ["content@demo.example", ["models", "flagged"], ["payments", "admins", "settings"]],
    ["finance@demo.example", ["orders", "payments"], ["models", "audit", "flagged"]],
  ] as const) {
    const page = await anotherPage()
    await panel(page, site.url, "dashboard", who)
    await expect(page.getByText("Total users")).toBeVisible()
    await axe(page)
    if (page.viewportSize()!.width < 768) await page.getByRole("button", { name: /^Parts/ }).click()
    const rail = page.getByRole("navigation", { name: "Admin panel" }).filter({ visible: true })
    for (const id of shown) await expect(rail.locator(`a[href="/admin?tab=${id}"]`)).toBeVisible()
    for (const id of hidden) await expect(rail.locator(`a[href="/admin?tab=${id}"]`)).toHaveCount(0)
    for (const id of hidden) {
      await page.goto(`/admin?tab=${id}`)
      await expect(page.getByText(generalTexts.insufficient)).toBeVisible()
    }
    await axe(page)
    if (who !== "finance@demo.example") continue
    await page.goto("/admin/model/edit/1")
    await expect(page.getByText(generalTexts.insufficient)).toBeVisible()
  }
})

/** Nothing on the page, nor in an open dialog, is wider than there is room for. */
async function staysInside(page: Page): Promise<void> {
  const wider = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("dialog[open] > div > div")]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => `${box.tagName} ${box.className}: ${box.scrollWidth} in ${box.clientWidth}`),
  )
  expect(wider).toEqual([])
}

/** Lets an answer of the server come changed. */
async function answering(page: Page, path: RegExp, change: (body: any) => void): Promise<() => Promise<void>> {
  const answer: Parameters<Page["route"]>[1] = async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    change(json)
    await route.fulfill({ response, json })
  }
  await page.route(path, answer)
  return () => page.unroute(path, answer)
}
