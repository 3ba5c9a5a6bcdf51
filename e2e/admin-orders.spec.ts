import { adminTexts, parcelTexts } from "#contract/adminText.ts"
import { orderTexts } from "#contract/buyingText.ts"
import { accountTexts, alertTexts, staffTexts } from "#contract/memberText.ts"
import { moneyTexts, panelTexts, paymentStateTexts, unknownState } from "#contract/panelText.ts"
import { generalTexts } from "#contract/texts.ts"
import { timelineTexts } from "#contract/timelineText.ts"
import { act, alert, cross, failing, panel } from "./adminPanel.ts"
import { aCustomer, anOrder, ask, newWord, tokenOf } from "./customers.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"
import { cold } from "./moderatorPage.ts"

test("the dashboard shows its numbers, the revenue as chart and table, and the activity feed", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const asked: string[] = []
  page.on("request", (request) => asked.push(request.url().replace(`${site.url}/api`, "")))
  const counted = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"flagged"')))
  await panel(page, site.url, "dashboard")
  await counted
  await expect(page.getByText("Total users")).toBeVisible()
  // The first frame of the socket must not cause another request.
  for (const path of ["/admin/flagged-messages/count", "/admin/orders/count", "/notifications?limit=20"]) {
    expect(asked.filter((one) => one === path)).toHaveLength(1)
  }
  expect(asked).toContain("/admin/recent-activity?skip=0&limit=10")
  await expect(page.getByText(/from last month|new this month|No change/).first()).toBeVisible()
  await expect(page.getByRole("img", { name: "Monthly revenue over the last twelve months" })).toBeVisible()
  const feed = page.getByRole("list", { name: "Recent activity" }).getByRole("listitem")
  await expect(feed).toHaveCount(10)
  await axe(page)
  await shot(page, "admin-dashboard")
  // Arrow keys move along the points. Each is read with the value of the previous period, which the pointer shows too.
  const chart = page.getByRole("slider", { name: "Revenue by day" })
  await chart.focus()
  await page.keyboard.press("End")
  const lastDay = await chart.getAttribute("aria-valuetext")
  expect(lastDay).toMatch(/^[A-Z][a-z]+ \d+: \$[\d,]+\.\d\d\. [A-Z][a-z]+ \d+: \$[\d,]+\.\d\d\.$/)
  await page.keyboard.press("ArrowLeft")
  await expect(chart).not.toHaveAttribute("aria-valuetext", lastDay!)
  await expect(chart).toContainText(/^[A-Z][a-z]+ \d+\$[\d,.]+[A-Z][a-z]+ \d+\$[\d,.]+$/)
  await chart.blur()
  await expect(chart).toHaveText("")
  await chart.hover({ position: { x: 2, y: 20 } })
  await expect(chart).toHaveAttribute("aria-valuenow", "0")
  const legend = page.getByRole("list", { name: "Legend" }).getByRole("listitem")
  await expect(legend).toHaveText([/^Last 30 days\$[\d,.]+$/, /^Previous 30 days\$[\d,.]+$/])
  await page.getByRole("button", { name: "Show as a table" }).click()
  await expect(page.getByRole("region", { name: "Revenue, as a table" }).getByRole("row")).toHaveCount(31)
  await page.getByLabel("Revenue by").selectOption("month")
  await expect(page.getByRole("region", { name: "Revenue, as a table" }).getByRole("row")).toHaveCount(13)
  await page.getByRole("button", { name: "View All" }).click()
  await expect(feed).toHaveCount(10)
  await page.getByRole("button", { name: "Next page" }).click()
  await expect(page.getByText(/^11-20 of/)).toBeVisible()
  await page.getByRole("button", { name: "Previous page" }).click()
  await expect(page.getByText(/^1-10 of/)).toBeVisible()
  await page.getByRole("button", { name: "View Less" }).click()
  await expect(page.getByText(/^1-10 of/)).toBeHidden()
  await expect(feed).toHaveCount(10)
  await page.route(/\/admin\/recent-activity/, (route) => route.fulfill({ json: { activities: [], total: 0 } }))
  await page.goto("/admin?tab=dashboard")
  await expect(page.getByText(adminTexts.noActivity)).toBeVisible()
  await cold(page, /\/admin\/dashboard-stats/, "/admin?tab=dashboard", staffTexts.dashboardFailed)
  await cold(page, /\/admin\/revenue/, "/admin?tab=dashboard", generalTexts.failedToLoad)
})

test("a paid order is shipped with its number; a waiting one says why, and two admins do not collide", {
  tag: "@desktop",
}, async ({ page, site, expectConsole, anotherPage }) => {
  expectConsole(/Failed to load resource/)
  const customer = await aCustomer(await anotherPage(), site.url)
  const order = await anOrder(site.url, customer.token, { dollId: 12 })
  const token = await panel(page, site.url, "orders")
  await page.getByRole("searchbox").fill(order.orderNumber)
  await expect(page.getByText("1 order")).toBeVisible()
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
  await expect(page.getByText(moneyTexts.shipped(order.orderNumber))).toBeVisible()
  await expect(dialog.getByText("Shipped", { exact: true }).first()).toBeVisible()
  const timeline = dialog.getByRole("region", { name: "Timeline" })
  await expect(timeline).toContainText(timelineTexts.moved(order.orderNumber, "To be shipped", "Shipped"))
  // Another admin marks it as completed while a number is typed. The page shows that and keeps the input.
  await dialog.getByLabel("Tracking number").fill("TRACK-2")
  await ask(site.url, `PATCH /admin/orders/${order.id}`, {
    token: await tokenOf(site.url, "finance@demo.example"),
    body: { status: "completed" },
  })
  await expect(dialog.getByText("Completed", { exact: true }).first()).toBeVisible()
  await expect(timeline).toContainText(timelineTexts.moved(order.orderNumber, "Shipped", "Completed"))
  await dialog.getByRole("button", { name: "Update number" }).click()
  await expect(alert(page, moneyTexts.moveFailed)).toContainText(orderTexts.changed)
  // The alert shows the other admin's change and the input of this form.
  await expect(alert(page, moneyTexts.moveFailed)).toContainText("“Completed”, tracking number “TRACK-1”")
  await expect(alert(page, moneyTexts.moveFailed)).toContainText("You entered “TRACK-2”")
  await expect
    .poll(async () => (await ask<{ status: string }>(site.url, `GET /admin/orders/${order.id}`, { token })).status)
    .toBe("completed")
  await page.keyboard.press("Escape")

  await page.getByRole("searchbox").fill("")
  await page.getByRole("button", { name: "Needs attention", exact: true }).click()
  await expect(page).toHaveURL(/attention=1/)
  await expect(page.getByText("Underpaid").filter({ visible: true }).first()).toBeVisible()
  await staysInside(page)
  await page.getByRole("button", { name: "ORD-103562", exact: true }).click()
  await expect(dialog.getByRole("status").filter({ hasText: "Underpaid" })).toContainText(
    "Ship it if you accept the difference",
  )
  // An underpaid order shows what arrived, and is released only after the difference was confirmed.
  await expect(dialog.getByRole("status").filter({ hasText: "is missing" })).toBeVisible()
  await expect(dialog.getByRole("region", { name: "Payments" })).toContainText(/\$165\.00\$[\d.]+ received/)
  const release = page.getByRole("dialog", { name: /^Release for shipping/ })
  await dialog.getByRole("button", { name: "Release for shipping" }).click()
  await expect(release).toContainText(/\$[\d.,]+ of \$[\d.,]+ received; \$[\d.,]+ is missing\./)
  await release.getByRole("button", { name: "Cancel" }).click()
  // Steps that cannot be undone ask first, so the second click of a double click does nothing.
  const question = page.getByRole("dialog", { name: /^Mark as refund/ })
  await dialog.getByRole("button", { name: "Mark as refund due" }).dblclick()
  await expect(question).toContainText("This can't be undone.")
  await axe(page, "dialog[open]")
  await question.getByRole("button", { name: "Cancel" }).click()
  await expect(dialog.getByText("Being checked", { exact: true }).first()).toBeVisible()
  await dialog.getByRole("button", { name: "Mark as refund due" }).click()
  await question.getByRole("button", { name: "Mark as refund due" }).click()
  await expect(page.getByText(moneyTexts.moved).first()).toBeVisible()
  await dialog.getByLabel("Payout ID or transaction").fill("tx-7")
  await dialog.getByLabel("Amount sent").fill("165")
  await dialog.getByLabel("Coin").fill("USDC")
  await dialog.getByRole("button", { name: "Record payout" }).click()
  await expect(dialog.getByText("Refunded", { exact: true }).first()).toBeVisible()
  await expect(question).toBeHidden()
  await page.keyboard.press("Escape")
  const download = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export CSV" }).click()
  expect((await download).suggestedFilename()).toBe("orders.csv")
  mend = await failing(page, "GET", /\/admin\/orders\?/)
  await page.getByRole("button", { name: "Export CSV" }).click()
  await expect(alert(page, "Failed to export file")).toContainText(cross)
  await mend()
  await page.goto("/admin?tab=orders&q=nothing-of-this-name")
  await expect(page.getByText("No orders found.")).toBeVisible()
})

test("a drawer has its own URL, moves from order to order, and many orders are shipped from one list", {
  tag: "@desktop",
}, async ({ page, site, anotherPage, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const customer = await aCustomer(await anotherPage(), site.url)
  const orders: { id: number; orderNumber: string }[] = []
  for (let piece = 0; piece < 4; piece++)
    orders.unshift(await anOrder(site.url, customer.token, { dollId: 15 + piece }))
  const [a, b, c, d] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0], (typeof orders)[0]]
  await panel(page, site.url, "orders")
  // The search finds orders by the customer's email address.
  await page.getByRole("searchbox").fill(customer.email)
  await expect(page.getByText("4 orders")).toBeVisible()
  const drawer = page.getByRole("dialog", { name: "Order" })
  const shown = (order: { orderNumber: string }) => drawer.getByRole("heading", { name: order.orderNumber })
  await page.getByRole("button", { name: a.orderNumber, exact: true }).click()
  await expect(shown(a)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`order=${a.id}`))
  await page.reload()
  await expect(shown(a)).toBeVisible()
  await drawer.getByRole("button", { name: "Next order" }).click()
  await expect(shown(b)).toBeVisible()
  await axe(page, "dialog[open]")
  await shot(page, "admin-order-drawer", { fullPage: false })
  await drawer.getByRole("button", { name: "Previous order" }).click()
  await expect(shown(a)).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page.getByText("4 orders")).toBeVisible()
  // A link to an order opens it, wherever it is in the list. Closing it stays in the panel.
  await page.goto(`/admin?tab=orders&q=${customer.email}&order=${b.id}`)
  await expect(shown(b)).toBeVisible()
  await expect(page.getByText("4 orders")).toBeVisible()
  await drawer.getByRole("button", { name: "Close" }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/tab=orders/)
  await expect(page.getByRole("button", { name: b.orderNumber, exact: true })).toBeFocused()

  await page.getByRole("button", { name: a.orderNumber, exact: true }).click()
  await drawer.getByLabel("Tracking number").fill("RM 1")
  await drawer.getByRole("button", { name: "Ship", exact: true }).click()
  await expect(page.getByText(moneyTexts.shipped(a.orderNumber))).toBeVisible()
  await expect(shown(b)).toBeVisible()
  await expect(drawer.getByLabel("Tracking number")).toBeFocused()
  await page.keyboard.press("Escape")

  for (const { orderNumber } of [b, c]) await page.getByRole("checkbox", { name: `Select ${orderNumber}` }).check()
  await page.getByRole("toolbar", { name: "Selected rows" }).getByRole("button", { name: "Ship", exact: true }).click()
  const many = page.getByRole("dialog", { name: "Ship orders" })
  await many.getByLabel(`Tracking number of ${b.orderNumber}`).fill("RM 2")
  const file = `\uFEFFTracking no.;Order number\r\nRM 4;${d.orderNumber}\r\nRM 9;ORD-ABCDEF\r\n`
  await many
    .locator("input[type=file]")
    .setInputFiles({ name: "carrier.csv", mimeType: "text/csv", buffer: Buffer.from(file) })
  await expect(many.getByLabel(`Tracking number of ${d.orderNumber}`)).toHaveValue("RM 4")
  await axe(page, "dialog[open]")
  await shot(page, "admin-ship-list", { fullPage: false })
  // Escape does not lose the input.
  await page.keyboard.press("Escape")
  await page
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Keep editing" })
    .click()
  const pasted = many.getByLabel("Paste order and tracking numbers")
  await pasted.fill("no numbers")
  await many.getByRole("button", { name: "Add to list" }).click()
  await expect(pasted).toHaveAccessibleDescription(new RegExp(moneyTexts.unread(1)))
  await expect(pasted).toHaveValue("no numbers")
  await pasted.fill("")
  let mend = await failing(page, "POST", /\/admin\/orders\/ship/)
  await many.getByRole("button", { name: "Check list" }).click()
  await expect(alert(page, moneyTexts.checkFailed)).toContainText(cross)
  await mend()
  await many.getByRole("button", { name: "Check list" }).click()
  await expect(many.getByRole("status")).toHaveText("2 ready, 2 not shipped")
  await expect(many.getByText(orderTexts.trackingRequired)).toBeVisible()
  await expect(many.getByText(parcelTexts.notFound)).toBeVisible()
  await axe(page, "dialog[open]")
  await shot(page, "admin-ship-check", { fullPage: false })
  mend = await failing(page, "POST", /\/admin\/orders\/ship/)
  await many.getByRole("button", { name: "Ship 2 orders" }).click()
  await expect(alert(page, moneyTexts.shipFailed)).toContainText(cross)
  await mend()
  await many.getByRole("button", { name: "Ship 2 orders" }).click()
  await expect(page.getByText(moneyTexts.shippedMany(2))).toBeVisible()
  await expect(many.getByRole("status")).toHaveText("2 shipped, 2 not shipped")
  await many.getByRole("button", { name: "Correct 2 orders" }).click()
  await many.getByRole("button", { name: "Remove ORD-ABCDEF" }).click()
  await many.getByLabel(`Tracking number of ${c.orderNumber}`).fill("RM 3")
  await many.getByRole("button", { name: "Check list" }).click()
  await many.getByRole("button", { name: "Ship 1 order" }).click()
  await expect(many.getByRole("status")).toHaveText("1 shipped")
  await many.getByRole("button", { name: "Done" }).click()
  for (const order of orders) {
    await page.getByRole("button", { name: order.orderNumber, exact: true }).click()
    await expect(shown(order)).toBeVisible()
    await expect(drawer.getByText("Shipped", { exact: true }).first()).toBeVisible()
    await page.keyboard.press("Escape")
  }
  // An order that needs attention is announced on an open page.
  await payLate(site.url, customer.token)
  await expect(page.getByRole("region", { name: "Messages" }).getByText(alertTexts.orders.title)).toBeVisible()
  await cold(page, /\/admin\/payments\/\d+$/, "/admin?tab=payments&payment=1", moneyTexts.paymentFailed)
  await cold(page, /\/admin\/contacts\/\d+$/, "/admin?tab=contacts&message=1", panelTexts.contactLoadFailed)
  await cold(page, /\/admin\/audit-log\/\d+$/, "/admin?tab=audit&entry=1", panelTexts.entryFailed)
  await page.goto("/admin?tab=admins")
  mend = await failing(page, "PUT", /\/admin\/admins\//)
  await act(page, "Cora Demo", "Edit")
  await page.getByRole("button", { name: "Save changes" }).click()
  await expect(alert(page, adminTexts.adminUpdateFailed)).toContainText(cross)
  await mend()
})

/** Pays for an order that was cancelled meanwhile, so that it needs a decision. */
async function payLate(url: string, token: string): Promise<void> {
  const order = await anOrder(url, token, { dollId: 20, paid: false })
  const body = { order_id: order.reference }
  const { invoice_url } = await ask<{ invoice_url: string }>(url, "POST /nowpayments/create-invoice", { body })
  await ask(url, `POST /orders/${order.id}/cancel`, { token })
  await fetch(invoice_url, { method: "POST", body: new URLSearchParams({ outcome: "finished" }), redirect: "manual" })
}

test("payments show their states and the provider's own status, and the provider can be queried again", {
  tag: "@desktop",
}, async ({ page, site, expectConsole, anotherPage }) => {
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
  await expect(page.getByText("1 payment")).toBeVisible()
  const id = (await page.getByRole("row").nth(1).locator(".tabular").first().textContent())!
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
  await dialog.getByRole("button", { name: "Check with provider" }).click()
  await expect(alert(page, moneyTexts.askFailed)).toContainText(cross)
  await mend()
  await dialog.getByRole("button", { name: "Check with provider" }).click()
  await expect(page.getByText(moneyTexts.asked)).toBeVisible()
  await page.keyboard.press("Escape")

  await page.getByRole("button", { name: "Look up payment" }).click()
  const entry = page.getByRole("dialog", { name: "Look up payment" })
  await entry.getByRole("button", { name: "Look up" }).click()
  await expect(entry.getByText(moneyTexts.idRequired)).toBeVisible()
  await axe(page, "dialog[open]")
  await entry.getByLabel("Payment ID").fill("404404")
  await entry.getByRole("button", { name: "Look up" }).click()
  await expect(entry.getByRole("alert").filter({ hasText: moneyTexts.askFailed })).toBeVisible()
  await expect(entry.getByLabel("Payment ID")).toHaveValue("404404")
  await entry.getByLabel("Payment ID").fill(id)
  await entry.getByRole("button", { name: "Look up" }).click()
  await expect(entry.getByText(moneyTexts.found)).toBeVisible()
  await page.keyboard.press("Escape")
  await page.getByRole("searchbox").fill("nothing of this name")
  await expect(page.getByText(adminTexts.noPayments)).toBeVisible()

  const unknown = { status: "sparkling", review: "open" }
  mend = await answering(page, /\/admin\/payments(\?|\/\d+$)/, (body) => {
    if (!body.payments) return void Object.assign(body, unknown)
    Object.assign(body.payments[0], unknown)
    body.payments[1].status = "processing"
  })
  await page.goto("/admin?tab=payments")
  await expect(page.getByText(unknownState, { exact: true })).toBeVisible()
  await expect(page.getByText(paymentStateTexts.processing!, { exact: true }).filter({ visible: true })).toBeVisible()
  await page
    .getByRole("button", { name: /^(?!Copy)/ })
    .filter({ has: page.locator(".tabular") })
    .first()
    .click()
  const money = page.getByRole("region", { name: "Resolve this payment" })
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

test("messages are read and marked, the audit log is searched and verified, and settings take effect", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const subject = `About Theodora ${newWord()}`
  await ask(site.url, "POST /contact", {
    body: { name: "Nora", email: "nora@shop.example", subject, message: "Is the stand included?" },
  })
  const token = await panel(page, site.url, "contacts")
  // The message may be the only one, so the count cannot show that the search is done.
  const found = page.waitForResponse(/\/admin\/contacts\?.*q=About/)
  await page.getByRole("searchbox").fill(subject)
  await found
  await expect(page.getByText("1 message")).toBeVisible()
  await axe(page)
  await shot(page, "admin-contacts")
  await page.getByRole("button", { name: subject, exact: true }).click()
  const message = page.getByRole("dialog", { name: subject })
  await expect(message.getByText("Is the stand included?")).toBeVisible()
  await axe(page, "dialog[open]")
  let mend = await failing(page, "PATCH", /\/admin\/contacts\//)
  await message.getByRole("button", { name: "Mark as answered" }).click()
  await expect(alert(page, panelTexts.contactFailed)).toContainText(cross)
  await mend()
  await message.getByRole("button", { name: "Mark as answered" }).click()
  await expect(message).toBeHidden()
  await expect(page.getByText("Answered", { exact: true }).filter({ visible: true }).last()).toBeVisible()
  await page.getByRole("checkbox", { name: `Select ${subject} by Nora` }).check()
  await page.getByRole("button", { name: "Mark as open" }).click()
  await expect(page.getByText(panelTexts.contactsUpdated(1))).toBeVisible()
  // A row that leaves the list because of the action is no longer selected.
  await page.goto(`/admin?${new URLSearchParams({ tab: "contacts", handled: "false", q: subject })}`)
  await page.getByRole("checkbox", { name: `Select ${subject} by Nora` }).check()
  await page.getByRole("button", { name: "Mark as answered" }).click()
  await expect(page.getByText("No messages found.")).toBeVisible()
  await expect(page.getByRole("toolbar", { name: "Selected rows" })).toBeHidden()
  await expect(page.getByRole("heading", { level: 1, name: "Contacts" })).toBeFocused()

  await page.goto("/admin?tab=settings")
  const bar = page.getByLabel("Text", { exact: true })
  await expect(bar).toBeVisible()
  await axe(page)
  await shot(page, "admin-settings")
  await page.getByLabel("Shop name").fill("")
  await page.getByLabel("Link", { exact: true }).fill("https://elsewhere.example")
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(page.getByText("Please enter a name.")).toBeVisible()
  await expect(
    page.getByText("Please enter a path on this site, such as /models.", { exact: true }).last(),
  ).toBeVisible()
  await expect(page.getByLabel("Link", { exact: true })).toHaveValue("https://elsewhere.example")
  await page.getByLabel("Shop name").fill("Vitrine")
  await page.getByLabel("Link", { exact: true }).fill("/models")
  const words = `New pieces on Friday ${newWord()}`
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
  // Nothing moves away from the pointer when a search begins, so the click opens the entry.
  const rows = page.getByRole("row").or(page.getByRole("listitem"))
  const first = rows.filter({ hasText: "changed the settings: announcement from" }).first()
  const newest = first.getByRole("button", { name: /^Raw data of entry/ })
  await expect(first.getByRole("link", { name: "the settings" })).toHaveAttribute("href", "/admin?tab=settings")
  await expect(newest).toBeVisible()
  await page.getByRole("searchbox").fill(words)
  await newest.hover()
  await page.mouse.down()
  await expect(page.getByText("1 entry")).toBeVisible()
  await page.mouse.up()
  const entry = page.getByRole("dialog", { name: /^Entry \d+$/ })
  await expect(entry.getByRole("region", { name: "After" })).toContainText(words)
  await axe(page, "dialog[open]")
  await page.keyboard.press("Escape")
  await shot(page, "admin-audit")
  mend = await failing(page, "GET", /\/audit-log\/verify/)
  await page.getByRole("button", { name: "Verify log" }).click()
  await expect(alert(page, panelTexts.verifyFailed)).toContainText(cross)
  await mend()
  await page.getByRole("button", { name: "Verify log" }).click()
  await expect(page.getByText(/^All [\d,]+ entries are intact\.$/)).toBeVisible()
  await axe(page)
  // The bar is on every page, and other journeys expect none.
  await ask(site.url, "PATCH /admin/settings", { token, body: { announcement: null, announcement_link: null } })
})

test("each kind of admin sees only its own tabs, and the URL of another one says so", { tag: "@desktop" }, async ({
  anotherPage,
  site,
}) => {
  for (const [who, shown, hidden] of [
    ["content@demo.example", ["models", "flagged"], ["payments", "admins", "settings"]],
    ["finance@demo.example", ["orders", "payments"], ["models", "audit", "flagged"]],
  ] as const) {
    const page = await anotherPage()
    await panel(page, site.url, "dashboard", who)
    await expect(page.getByText("Total users")).toBeVisible()
    await axe(page)
    if (page.viewportSize()!.width < 768) await page.getByRole("button", { name: /^Sections/ }).click()
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

/** Checks that nothing on the page or in an open dialog is wider than its container. */
async function staysInside(page: Page): Promise<void> {
  const wider = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("dialog[open] > div > div")]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => `${box.tagName} ${box.className}: ${box.scrollWidth} in ${box.clientWidth}`),
  )
  expect(wider).toEqual([])
}

/** Changes the answers of a call. The result removes all routes of the page. */
async function answering(page: Page, path: RegExp, change: (body: any) => void): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    change(json)
    await route.fulfill({ response, json })
  })
  // A response that is still being changed is not a failure.
  return () => page.unrouteAll({ behavior: "ignoreErrors" })
}
