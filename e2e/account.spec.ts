import { readFileSync } from "node:fs"
import { notificationTexts, orderTexts } from "#contract/buyingText.ts"
import { accountTexts, alertTexts, loginTexts } from "#contract/memberText.ts"
import { contactTexts, newsletterTexts } from "#contract/texts.ts"
import { aCustomer, anOrder, ask, change, newAddress, password, ship, signInAs, tokenOf } from "./customers.ts"
import { linkFor, linksFor } from "./emails.ts"
import { fail, why } from "./failCalls.ts"
import { axe, axeInBothThemes, expect, type Page, passAgeGate, shot, test } from "./fixtures.ts"

test("every tab has its URL, back and forward follow it, and an unknown one shows the first", {
  tag: "@desktop",
}, async ({ page, site }) => {
  await aCustomer(page, site.url)
  await page.goto("/dashboard")
  const nav = page.getByRole("navigation", { name: "Dashboard" })
  const tabs = ["Orders", "Favorites", "Notifications", "Settings"]
  for (const label of tabs) {
    await nav.getByRole("link", { name: label, exact: true }).click()
    await expect(page).toHaveURL(`/dashboard?tab=${label.toLowerCase()}`)
    await expect(page.getByRole("heading", { level: 2, name: label })).toBeVisible()
  }
  await page.goBack()
  await expect(page.getByRole("heading", { level: 2, name: "Notifications" })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole("heading", { level: 2, name: "Settings" })).toBeVisible()
  for (const unknown of ["nonsense", "vip", "Orders"]) {
    await page.goto(`/dashboard?tab=${unknown}`)
    await expect(page.getByRole("heading", { level: 2, name: "Account Overview" })).toBeVisible()
    await expect(page).toHaveURL("/dashboard")
  }
  await expect(nav.getByRole("link", { name: "VIP Content" })).toHaveCount(0)
  await page.goto("/dashboard?tab=logout")
  await expect(nav.getByRole("button", { name: "Logout" })).toBeInViewport()
  await expect(nav.getByRole("button", { name: "Logout" })).toHaveAttribute("aria-current", "page")
  await axe(page)
  await page.getByRole("main").getByRole("button", { name: "Logout" }).last().click()
  await expect(page).toHaveURL("/")
  await page.goto("/dashboard?tab=settings")
  await expect(page).toHaveURL("/login?next=%2Fdashboard%3Ftab%3Dsettings")
})

test("staff are redirected to their own dashboard, and members see their content", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
}) => {
  await signInAs(page, site.url, "vip@demo.example")
  await page.goto("/dashboard?tab=vip")
  await expect(page.getByRole("heading", { level: 2, name: "VIP Content" })).toBeVisible()
  const desk = await anotherPage({ baseURL: site.url })
  await signInAs(desk, site.url, "moderator@demo.example")
  await desk.goto("/dashboard?tab=orders")
  await expect(desk).toHaveURL("/staff-dashboard")
})

test("a new password is checked while typing, and a wrong one shows an error", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/403/)
  await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=settings")
  await change(page, "Password")
  const update = page.getByRole("button", { name: "Update password" })
  const current = page.getByLabel("Current password")
  const wanted = page.getByLabel("New password", { exact: true })
  const again = page.getByLabel("Confirm new password")
  await expect(update).toBeDisabled()
  await wanted.fill("Another2025")
  await expect(update).toBeDisabled()
  await current.fill("Wrong12345")
  await expect(update).toBeEnabled()
  await again.fill("Another")
  await again.blur()
  await expect(again).toHaveAccessibleDescription(accountTexts.passwordsDiffer)
  await again.fill("Another2025")
  await expect(again).not.toHaveAccessibleDescription(accountTexts.passwordsDiffer)
  await update.click()
  const failed = page.getByRole("alert").filter({ hasText: accountTexts.passwordChangeFailed })
  await expect(failed).toBeVisible()
  await expect(current).toHaveAccessibleDescription(accountTexts.wrongPassword)
  await current.fill(password)
  await update.click()
  await expect(page.getByText(accountTexts.passwordSaved)).toBeVisible()
  expect(await failed.count()).toBe(0)
})

test("a new address is pending until confirmed, its email can be sent again, and its link confirms it", {
  tag: "@desktop",
}, async ({ page, site, expectConsole, anotherPage }) => {
  expectConsole(/401|403|422/)
  const { email } = await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=settings")
  await change(page, "Email address")
  const section = page.getByRole("region", { name: "Email address" })
  const address = section.getByLabel("New email address")
  const send = section.getByRole("button", { name: "Change email address" })
  await address.fill(email)
  await section.getByLabel("Your password").fill(password)
  await send.click()
  await expect(address).toHaveAccessibleDescription(new RegExp(accountTexts.sameAddress))

  const moved = newAddress()
  await address.fill(moved)
  await section.getByLabel("Your password").fill("Wrong12345")
  await send.click()
  await expect(section.getByText(accountTexts.wrongPassword)).toBeVisible()
  await section.getByLabel("Your password").fill(password)
  await send.click()
  await expect(section.getByText(`Waiting for confirmation: ${moved}`)).toBeVisible()
  await expect(section.getByText(accountTexts.wrongPassword)).toBeHidden()
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "")
  await expect.poll(focused).toContain(`Waiting for confirmation: ${moved}`)
  // Emptying the form shows no errors.
  await expect(section.locator("[aria-invalid=true]")).toHaveCount(0)
  await section.getByRole("button", { name: "Keep current address" }).click()
  await expect(section.getByText("Waiting for confirmation")).toBeHidden()
  await expect(page.getByText(accountTexts.addressKept)).toBeVisible()
  await expect.poll(focused).toContain(`You log in with ${email}`)

  await address.fill(moved)
  await section.getByLabel("Your password").fill(password)
  await send.click()
  await section.getByRole("button", { name: "Resend email" }).click()
  await expect(section.getByText(accountTexts.changeSentAgain)).toBeVisible()
  await expect(section.getByRole("button", { name: "Resend email" })).toBeEnabled()
  await axe(page)
  // The second email to the new address has made the link of the first one invalid.
  const links = () => linksFor(site.dataDir, moved, "/verify-email")
  await expect.poll(async () => (await links()).length, { timeout: 60_000 }).toBe(3)
  await page.goto((await links())[1]!)
  await expect(page.getByText(loginTexts.badLink)).toBeVisible()
  await expect(page.getByText(`Waiting for confirmation: ${moved}`)).toBeVisible()
  await page.goto((await links())[0]!)
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible()
  await expect(page.getByText(`You log in with ${moved}.`)).toBeVisible()
  await page.getByRole("link", { name: "Go to dashboard" }).click()
  await expect(page.getByRole("main").getByText(moved)).toBeVisible()
  await expect(tokenOf(site.url, moved)).resolves.toBeTruthy()

  // The owner of the old address undoes the change, which ends all sessions.
  const old = await anotherPage({ baseURL: site.url })
  await old.goto(await linkFor(site.dataDir, email, "/undo-email-change"))
  await passAgeGate(old)
  await expect(old).toHaveURL("/undo-email-change")
  await axe(old)
  await old.getByRole("button", { name: "Undo change" }).click()
  await expect(old.getByText("Your account uses this email address again.")).toBeVisible()
  await old.reload()
  await expect(old.getByText("Your account uses this email address again.")).toBeVisible()
  await old.getByLabel("New password").fill("Another2026")
  await old.getByRole("button", { name: "Set new password" }).click()
  await expect(old.getByText("Your new password is set")).toBeVisible()
  await ask(site.url, "POST /auth/login", { body: { email, password: "Another2026" } })
})

test("email preferences are saved at once, and a failed change is reverted", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/500/)
  const { token } = await aCustomer(page, site.url)
  const stored = () => ask<Record<string, boolean>>(site.url, "GET /auth/me/preferences", { token })
  await page.goto("/dashboard?tab=settings")
  const orders = page.getByRole("switch", { name: "Order emails" })
  await expect(orders).toBeChecked()
  await expect(orders).toBeDisabled()
  await expect(ask(site.url, "PATCH /auth/me/preferences", { token, body: { mail_orders: false } })).rejects.toThrow(
    accountTexts.orderMailNeeded,
  )
  const signIns = page.getByRole("switch", { name: "New login alerts" })
  await signIns.focus()
  await page.keyboard.press("Space")
  await expect.poll(async () => (await stored()).mail_new_sign_in).toBe(false)
  await page.reload()
  await expect(signIns).not.toBeChecked()

  const mend = await fail(page, "PATCH", "/api/auth/me/preferences")
  await page.getByRole("switch", { name: "Membership reminders" }).click()
  await expect(page.getByRole("alert").filter({ hasText: accountTexts.settingsFailed })).toContainText(why)
  await expect(page.getByRole("switch", { name: "Membership reminders" })).toBeChecked()
  await mend()
})

test("users see their sessions, and sign out elsewhere", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
  expectConsole,
}) => {
  expectConsole(/401|500/)
  const { email } = await aCustomer(page, site.url)
  const [one, two] = [await tokenOf(site.url, email), await tokenOf(site.url, email)]
  const phone = await anotherPage({
    baseURL: site.url,
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Safari/604.1",
  })
  await signInAs(phone, site.url, email)
  await phone.goto("/dashboard?tab=settings")
  await page.goto("/dashboard?tab=settings")
  const devices = page.getByRole("region", { name: "Where you're logged in" })
  await expect(devices.getByText("this device")).toHaveCount(1)
  await expect(devices.getByRole("button", { name: /^Log out .*, last seen/ })).toHaveCount(3)
  const mend = await fail(page, "DELETE", "/api/auth/sessions")
  await devices
    .getByRole("button", { name: /^Log out .*, last seen/ })
    .first()
    .click()
  await expect(page.getByRole("alert").filter({ hasText: accountTexts.signOutFailed })).toContainText(why)
  await mend()
  await devices
    .getByRole("button", { name: /^Log out .*, last seen/ })
    .first()
    .click()
  await expect(page.getByText(accountTexts.deviceSignedOut)).toBeVisible()
  await expect(devices.getByRole("button", { name: /^Log out .*, last seen/ })).toHaveCount(2)
  await devices.getByRole("button", { name: "Log out all other devices" }).click()
  await expect(page.getByText(accountTexts.othersSignedOut)).toBeVisible()
  await expect(devices.getByText("You aren't logged in anywhere else.")).toBeVisible()
  for (const token of [one, two]) await expect(ask(site.url, "GET /auth/me", { token })).rejects.toThrow("401")
  await phone.reload()
  await expect(phone).toHaveURL(/\/login\?next=/)
})

test("all data of an account is exported as one file", { tag: "@desktop" }, async ({ page, site, expectConsole }) => {
  expectConsole(/500/)
  const { email } = await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=settings")
  const button = page.getByRole("button", { name: "Download my data" })
  const mend = await fail(page, "GET", "/api/users/account/export")
  await button.click()
  await expect(page.getByRole("alert").filter({ hasText: accountTexts.exportFailed })).toContainText(why)
  await mend()
  const coming = page.waitForEvent("download")
  await button.click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^vitrine-account-\d{4}-\d\d-\d\d\.json$/)
  const held = JSON.parse(readFileSync(await download.path(), "utf8"))
  expect(held.profile.email).toBe(email)
  await expect(page.getByText(accountTexts.exported)).toBeVisible()
})

test("an account is deleted after two clicks, and its user is a guest again", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/401/)
  const { email } = await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=settings")
  await page.getByRole("button", { name: "Delete Account" }).click()
  const dialog = page.getByRole("dialog")
  await axe(page)
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole("button", { name: "Delete Account" }).click()
  await dialog.getByRole("button", { name: "Yes, Delete My Account" }).click()
  await expect(page).toHaveURL("/")
  await expect(page.getByText(accountTexts.deleted)).toBeVisible()
  expect(await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }))).not.toContain("access_token")
  await expect(tokenOf(site.url, email)).rejects.toThrow("401")
})

test("an account with an open order is not deleted, and says why; an old sign-in is asked for the password", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/403|409/)
  const { token } = await aCustomer(page, site.url)
  const { orderNumber } = await anOrder(site.url, token, { dollId: 9 })
  await page.goto("/dashboard?tab=settings")
  await page.getByRole("button", { name: "Delete Account" }).click()
  const dialog = page.getByRole("dialog")
  const yes = dialog.getByRole("button", { name: "Yes, Delete My Account" })
  await yes.click()
  const alert = dialog.getByRole("alert")
  await expect(alert).toContainText(accountTexts.deleteFailed)
  await expect(alert).toContainText(accountTexts.orderUnderWay(orderNumber))

  const body = JSON.stringify({ status: 403, code: "WRONG_PASSWORD", detail: accountTexts.passwordToDelete })
  await page.route("**/api/users/account", (route) =>
    route.request().postDataJSON().password
      ? route.fallback()
      : route.fulfill({ status: 403, contentType: "application/problem+json", body }),
  )
  await yes.click()
  const field = dialog.getByLabel("Your password")
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(accountTexts.passwordToDelete)
  await expect(yes).toBeDisabled()
  await field.fill("Wrong12345")
  await yes.click()
  await expect(field).toHaveAccessibleDescription(accountTexts.wrongPassword)
  await field.fill(password)
  await yes.click()
  await expect(alert).toContainText(accountTexts.orderUnderWay(orderNumber))
  await axe(page)
  await shot(page, "selfcare-deletion-refused")
})

test("order events are shown in the list, counted, and link to the order", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  const { token } = await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=notifications")
  await expect(page.getByText(alertTexts.empty)).toBeVisible()
  await shot(page, "selfcare-notifications-empty")
  // Notifications that arrived while no page was open share one toast, in a browser that has seen the account.
  await page.waitForFunction(() => localStorage.getItem("told_notice"))
  await page.goto("about:blank")
  const order = await anOrder(site.url, token, { dollId: 10 })
  await ship(site.url, order.id, "TRACK-1")
  const told = page
    .getByRole("status")
    .filter({ hasText: alertTexts.several(2) })
    .waitFor()
  await page.goto("/dashboard?tab=notifications")
  await told // The toast disappears by itself.
  await expect(page.getByText("2 unread").first()).toBeVisible()
  await expect(page.locator("html")).toHaveAttribute("data-notices", "some")
  const list = page.getByRole("list", { name: "Your notifications" })
  await expect(list.getByRole("listitem")).toHaveCount(2)
  await axe(page)
  await list.getByRole("link", { name: notificationTexts.orderPaid.title }).click()
  await expect(page).toHaveURL(`/order/${order.id}`)
  await page.goBack()
  await expect(page.getByText("1 unread").first()).toBeVisible()
  const mend = await fail(page, "POST", "/api/notifications/read")
  await page.getByRole("button", { name: "Mark all as read" }).click()
  await expect(page.getByRole("alert").filter({ hasText: alertTexts.readFailed })).toContainText(why)
  await mend()
  await page.getByRole("button", { name: "Mark all as read" }).click()
  await expect(page.getByText("All read")).toBeVisible()
  await expect(page.locator("html")).not.toHaveAttribute("data-notices", "some")
})

test("every kind of notification has its text, and links to its page", { tag: "@desktop" }, async ({ page, site }) => {
  await aCustomer(page, site.url)
  const told = Object.values(notificationTexts).map(({ title, body }) => ({
    title,
    body: typeof body === "string" ? body : body("ORD-104233", "December 21, 2026"),
  }))
  const kinds = Object.keys(notificationTexts)
  const items = told.map((one, index) => ({ ...notice(index + 1), ...one, kind: kinds[index], link: "/upgrade" }))
  await page.route("**/api/notifications?*", (route) => route.fulfill({ json: items }))
  await page.goto("/dashboard?tab=notifications")
  const rows = page.getByRole("list", { name: "Your notifications" }).getByRole("listitem")
  await expect(rows).toHaveCount(told.length)
  for (const { title, body } of told)
    await expect(rows.filter({ hasText: title }).filter({ has: page.getByText(body, { exact: true }) })).toBeVisible()
  await rows.first().getByRole("link").click()
  await expect(page).toHaveURL("/upgrade")
})

test("a long list is paged, and a failed page can be retried", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  await aCustomer(page, site.url)
  const all = Array.from({ length: 45 }, (_, index) => notice(45 - index))
  await page.route("**/api/notifications?*", (route) => {
    const search = new URL(route.request().url()).searchParams
    const skip = Number(search.get("skip"))
    const headers = { "x-total-count": "45", "x-unread-count": "0" }
    return route.fulfill({ json: all.slice(skip, skip + Number(search.get("limit"))), headers })
  })
  const mend = await fail(page, "GET", "/api/notifications")
  await page.goto("/dashboard?tab=notifications")
  await expect(page.getByRole("alert").filter({ hasText: alertTexts.loadFailed })).toContainText(why)
  await mend()
  await page.getByRole("button", { name: "Try again" }).click()
  const rows = page.getByRole("list", { name: "Your notifications" }).getByRole("listitem")
  await expect(rows).toHaveCount(20)
  await page.getByRole("button", { name: "Load more" }).click()
  await expect(rows).toHaveCount(40)
  await page.getByRole("button", { name: "Load more" }).click()
  await expect(rows).toHaveCount(45)
  await expect(page.getByRole("button", { name: "Load more" })).toHaveCount(0)
})

test("browser notifications are requested, shown for five seconds, and neutral", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await page.clock.install()
  await stubBrowser(page, "default")
  const { token } = await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=notifications")
  const alerts = page.getByRole("region", { name: "Browser notifications and sound" })
  await expect(alerts.getByText(alertTexts.states.default)).toBeVisible()
  await expect(alerts.getByRole("switch", { name: "Sound" })).toBeChecked()
  const alertSwitch = alerts.getByRole("switch", { name: "Browser notifications" })
  for (const press of [alertSwitch, alerts.getByRole("button", { name: "Send test notification" })]) {
    await press.click()
    await expect(page.getByText(alertTexts.enableFirst)).toBeVisible()
    await page.getByRole("button", { name: "Dismiss" }).click()
  }
  await alerts.getByRole("button", { name: "Enable notifications" }).click()
  await expect(page.getByText(alertTexts.granted)).toBeVisible()
  await expect(alerts.getByText(alertTexts.states.granted)).toBeVisible()
  await expect(alertSwitch).toBeChecked()
  await alerts.getByRole("button", { name: "Send test notification" }).click()
  await expect
    .poll(() => heard(page))
    .toMatchObject({ shown: [{ title: "Vitrine", body: alertTexts.test, closed: false }], tones: [800] })
  await page.clock.runFor(5000)
  await expect.poll(() => heard(page)).toMatchObject({ shown: [{ closed: true, after: 5 }] })

  await page.evaluate(() => {
    document.hasFocus = () => false
  })
  // The open list of notifications shows new ones itself, so there is no toast.
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Overview" }).click()
  await anOrder(site.url, token, { dollId: 11 })
  const toast = page.getByRole("status").filter({ hasText: notificationTexts.orderPaid.title })
  await expect(toast).toBeVisible()
  const { shown } = await heard(page)
  expect(shown.at(-1)!.title).toBe(notificationTexts.orderPaid.title)
  expect(shown.at(-1)!.body.length).toBeLessThanOrEqual(50)
  await toast.getByRole("button", { name: "Open" }).click()
  await expect(page).toHaveURL(/\/order\/\d+$/)
})

test("browsers that deny, block or do not support notifications are distinguished", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await aCustomer(page, site.url)
  const alerts = page.getByRole("region", { name: "Browser notifications and sound" })
  for (const [answer, text] of [
    ["denied", alertTexts.denied],
    ["failing", alertTexts.requestFailed],
  ] as const) {
    await stubBrowser(page, "default", answer)
    await page.goto("/dashboard?tab=notifications")
    await alerts.getByRole("button", { name: "Enable notifications" }).click()
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible()
  }
  await stubBrowser(page, "denied")
  await page.goto("/dashboard?tab=notifications")
  await expect(alerts.getByText(alertTexts.states.denied)).toBeVisible()
  await expect(alerts.getByText(alertTexts.blocked)).toBeVisible()
  await expect(alerts.getByRole("button", { name: "Send test notification" })).toBeDisabled()
  await axe(page)
  await shot(page, "selfcare-notifications-blocked")
  await page.addInitScript(() => {
    delete (window as { Notification?: unknown }).Notification
  })
  await page.goto("/dashboard?tab=notifications")
  await expect(alerts.getByText(alertTexts.unsupported)).toBeVisible()
})

test("settings and notifications are accessible in both themes, and fit", async ({ page, site }) => {
  const { token, email } = await aCustomer(page, site.url)
  const order = await anOrder(site.url, token, { dollId: 12 })
  await ship(site.url, order.id, "TRACK-2")
  await tokenOf(site.url, email)
  await ask(site.url, "PATCH /auth/me", { token, body: { full_name: "Wolfeschlegelsteinhausenbergerdorffwelche" } })
  const nav = page.getByRole("navigation", { name: "Dashboard" })
  for (const tab of ["orders", "favorites", "notifications", "settings", "logout"]) {
    await page.goto(`/dashboard?tab=${tab}`)
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible()
    await page.waitForLoadState("networkidle")
    await axeInBothThemes(page, `selfcare-${tab}`)
    await expect(nav.locator("[aria-current]")).toBeInViewport({ ratio: 0.99 })
    const size = page.viewportSize()!
    await page.setViewportSize({ width: 320, height: 700 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, `${tab} at 320 px`).toBeLessThanOrEqual(0)
    await page.setViewportSize(size)
  }
})

test("a rate-limited message keeps its text, and is sent at the second attempt", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/429/)
  const { email } = await aCustomer(page, site.url)
  await page.goto("/contact")
  const form = page.getByRole("main").locator("form")
  const typed = { Name: "Ada", Email: "ada@shop.example", Subject: "A crate", Message: "Does it fit a lift?" }
  const field = (name: string) => form.getByRole("textbox", { name: new RegExp(`^${name}`) })
  await expect(field("Name")).toHaveValue("Sally Shopper")
  await expect(field("Email")).toHaveValue(email)
  for (const [name, text] of Object.entries(typed)) await field(name).fill(text)
  const detail = "Too many requests. Please try again in 12 minutes."
  const body = JSON.stringify({ status: 429, code: "RATE_LIMITED", detail })
  await page.route("**/api/contact", (route) =>
    route.fulfill({ status: 429, contentType: "application/problem+json", headers: { "retry-after": "720" }, body }),
  )
  await form.getByRole("button", { name: "Send message" }).click()
  await expect(form.getByRole("alert")).toHaveText(`${contactTexts.failed}. ${detail}`)
  for (const [name, text] of Object.entries(typed)) await expect(field(name)).toHaveValue(text)
  await page.unroute("**/api/contact")
  await form.getByRole("button", { name: "Send message" }).click()
  await expect(page.getByText(contactTexts.sent)).toBeVisible()
  await expect(page.getByText(contactTexts.answerGoesTo(typed.Email))).toBeVisible()
  await page.getByRole("button", { name: "Send another message" }).click()
  await expect(field("Message")).toHaveValue("")
  await expect(field("Email")).toHaveValue(email)
  for (const [label, heading] of [
    ["Help Center", "Help Center"],
    ["FAQ", "Frequently asked questions"],
  ] as const) {
    await page.goto("/")
    await page.getByRole("contentinfo").getByRole("link", { name: label }).click()
    await expect(page.getByRole("heading", { name: heading })).toBeInViewport()
  }
})

test("the newsletter is confirmed and unsubscribed by the links of its emails; used and invalid links say so", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/422/)
  await aCustomer(page, site.url)
  const email = newAddress()
  await ask(site.url, "POST /newsletter", { body: { email } })
  const joining = await linkFor(site.dataDir, email, "/newsletter/confirm")
  await page.goto(joining)
  await expect(page.getByText(newsletterTexts.confirmed)).toBeVisible()
  await expect(page).toHaveURL("/newsletter/confirm")
  await page.goto(joining)
  await expect(page.getByText(loginTexts.badLink)).toBeVisible()
  await axe(page)
  await shot(page, "selfcare-newsletter-used")
  const leaving = await linkFor(site.dataDir, email, "/newsletter/unsubscribe")
  const pressed = await fetch(leaving, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  })
  expect([pressed.status, await pressed.text()]).toEqual([200, newsletterTexts.unsubscribed])
  await page.goto(leaving)
  await expect(page.getByText(newsletterTexts.unsubscribed)).toBeVisible()
  await axe(page)
  await shot(page, "selfcare-newsletter-left")
  await page.goto("/newsletter/unsubscribe?oob_code=0123456789abcdef0123")
  await expect(page.getByText(loginTexts.badLink)).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: "Contact Us" }).click()
  await expect(page).toHaveURL("/contact")
})

test("recently viewed models are shown again, on this device only, until cleared or signed out", {
  tag: "@desktop",
}, async ({ page, site }) => {
  await page.goto("/model/3")
  await expect(page.getByRole("dialog")).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem("recently_viewed"))).toBeNull()
  await aCustomer(page, site.url)
  const recent = page.getByRole("region", { name: "Recently viewed" })
  await page.goto("/model/3")
  const name = await page.getByRole("heading", { level: 1 }).textContent()
  await expect(recent).toHaveCount(0)
  await page.goto("/model/4")
  await expect(recent.getByRole("link")).toHaveText([name!])
  await axe(page)
  await recent.scrollIntoViewIfNeeded()
  await shot(page, "selfcare-recent", { fullPage: false })
  await recent.getByRole("link").click()
  await expect(page).toHaveURL("/model/3")
  await expect(recent.getByRole("link")).toHaveCount(1)
  await page.goto("/dashboard?tab=favorites")
  await expect(recent.getByRole("link")).toHaveCount(2)
  await axe(page)
  await shot(page, "selfcare-favorites-recent")
  await recent.getByRole("button", { name: "Clear" }).click()
  await expect(recent).toHaveCount(0)
  await page.goto("/model/4")
  await page.goto("/dashboard?tab=logout")
  await page.getByRole("main").getByRole("button", { name: "Logout" }).last().click()
  await expect(page).toHaveURL("/")
  expect(await page.evaluate(() => localStorage.getItem("recently_viewed"))).toBeNull()
})

test("a paid order shows its expected delivery, and in print whom to contact", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const { token } = await aCustomer(page, site.url)
  const order = await anOrder(site.url, token, { dollId: 13 })
  await page.goto(`/order/${order.id}`)
  const delivery = new RegExp(orderTexts.expected("\\w+\\s\\d{1,2}.+\\d{4}$"))
  const expected = page.getByRole("list", { name: "Order progress" }).getByText(delivery)
  await expect(expected).toBeVisible()
  await axe(page)
  await shot(page, "selfcare-order")
  await page.emulateMedia({ media: "print" })
  await expect(page.getByText(/^Support: \S+@\S+, http/)).toBeVisible()
  await shot(page, "selfcare-order-printed")
  await page.emulateMedia({ media: "screen" })
  await ship(site.url, order.id, "TRACK-3")
  await page.reload()
  await expect(expected).toBeVisible()
})

function notice(id: number) {
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString()
  return {
    id,
    kind: "order_paid",
    title: `Notice ${id}`,
    body: "It is paid.",
    link: "/",
    created_at,
    read_at: created_at,
  }
}

interface Heard {
  shown: { title: string; body: string; closed: boolean; after: number }[]
  tones: number[]
}

/** Replaces the browser's notifications and sound with stubs that a test can read. */
async function stubBrowser(page: Page, permission: string, answer = "granted"): Promise<void> {
  await page.addInitScript(
    ([permission, answer]) => {
      const heard: Heard = { shown: [], tones: [] }
      class Shown {
        static permission = permission
        static async requestPermission() {
          if (answer === "failing") throw new Error("no")
          Shown.permission = answer!
          return answer
        }
        told: Heard["shown"][number]
        since = Date.now()
        constructor(title: string, { body }: { body: string }) {
          this.told = { title, body, closed: false, after: 0 }
          heard.shown.push(this.told)
        }
        close() {
          this.told.closed = true
          this.told.after = Math.round((Date.now() - this.since) / 1000)
        }
      }
      class Tone {
        frequency = { value: 0 }
        connect = (next: unknown) => next
        start = () => void heard.tones.push(this.frequency.value)
        stop = () => undefined
      }
      const still = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
      class Loudspeaker {
        state = "running"
        currentTime = 0
        createOscillator = () => new Tone()
        createGain = () => ({ gain: still, connect: (next: unknown) => next })
      }
      Object.assign(window, { heard, Notification: Shown, AudioContext: Loudspeaker })
    },
    [permission, answer],
  )
}

function heard(page: Page): Promise<Heard> {
  return page.evaluate(() => (window as unknown as { heard: Heard }).heard)
}
