import { adminTexts } from "#contract/adminText.ts"
import { accountTexts, alertTexts, staffTexts } from "#contract/memberText.ts"
import { flaggedTexts } from "#contract/panelText.ts"
import { generalTexts, modelTexts } from "#contract/texts.ts"
import { losing } from "./adminPanel.ts"
import { aCustomer, ask, newAddress, password, signInAs, tokenOf } from "./customers.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"
import { cold } from "./moderatorPage.ts"

/** The pages of an admin beside the panel: the staff dashboard, the assignments and moderators' activity. */

const admin = "admin@demo.example"

test("an admin's dashboard shows the shop's numbers, its summary, and only what this admin may do", {
  tag: "@desktop",
}, async ({ page, site, anotherPage }) => {
  await signInAs(page, site.url, admin)
  await page.goto("/staff-dashboard")
  const nav = page.getByRole("navigation", { name: "Staff dashboard" })
  await expect(page.getByText("Active subscriptions")).toBeVisible()
  const attention = page.getByRole("region", { name: "Needs attention" })
  await expect(attention.getByRole("link", { name: /messages? to answer$/ })).toBeVisible()
  await expect(attention.getByRole("link", { name: /flagged items? to decide$/ })).toHaveAttribute(
    "href",
    "/admin?tab=flagged",
  )
  await axe(page)
  await shot(page, "office-overview")
  await page.getByRole("link", { name: "Manage Users" }).click()
  await expect(page).toHaveURL("/staff-dashboard?tab=user-management")
  await nav.getByRole("link", { name: "Admin summary" }).click()
  await expect(page.getByRole("main").getByRole("link", { name: /^Flagged/ })).toBeVisible()
  await axe(page)
  await shot(page, "office-summary")
  // The activity below links to some of these as well.
  for (const tab of ["admins", "models", "payments", "subscriptions", "flagged", "moderators"]) {
    await expect(page.getByRole("main").locator(`a[href="/admin?tab=${tab}"]`).first()).toBeVisible()
  }
  await page.goto("/staff-dashboard?tab=moderation-summary")
  await expect(page.getByText(generalTexts.insufficient)).toBeVisible()

  await test.step("a financial admin has the customers here, and no models", async () => {
    const finance = await anotherPage()
    await signInAs(finance, site.url, "finance@demo.example")
    await finance.goto(`${site.url}/staff-dashboard?tab=admin-summary`)
    const main = finance.getByRole("main")
    await expect(main.locator('a[href="/admin?tab=payments"]').first()).toBeVisible()
    await expect(main.locator('a[href="/admin?tab=models"]')).toHaveCount(0)
    await finance.goto(`${site.url}/staff-dashboard?tab=user-management`)
    await expect(finance.getByRole("table", { name: "Accounts" })).toBeVisible()
    await expect(finance.getByRole("button", { name: /^Actions for/ })).toHaveCount(0)
    await finance.goto(`${site.url}/moderator-assignments`)
    await expect(finance.getByRole("list", { name: "Moderators" })).toBeVisible()
    await expect(finance.getByRole("button", { name: /^Edit assignments/ })).toHaveCount(0)
    await expect(finance.getByRole("button", { name: /^Unassign/ })).toHaveCount(0)
  })
})

test("a content admin is notified of new items in the queue, unless switched off", {
  tag: "@desktop",
}, async ({ page, site }) => {
  const token = await tokenOf(site.url, admin)
  const email = newAddress()
  const full_name = "Clara Content"
  await ask(site.url, "POST /admin/admins", {
    token,
    body: { email, full_name, region: "global", admin_type: "content_admin", password },
  })
  const pieces: number[] = []
  const reported = async (name: string) => {
    const body = { name, price: 310, description: "A piece to be looked at.", doll_height: 160 }
    const { id } = await ask<{ id: number }>(site.url, "POST /dolls/create/", { token, body })
    await ask(site.url, "POST /reports", { body: { kind: "doll", id, reason: "Not what it says" } })
    pieces.push(id)
  }
  await signInAs(page, site.url, email)
  const opened = page.waitForEvent("websocket")
  const counted = () =>
    opened.then((socket) =>
      socket.waitForEvent("framereceived", ({ payload }) => /"type":"flagged"/.test(String(payload))),
    )
  const first = counted()
  await page.goto("/staff-dashboard?tab=notifications")
  await first
  await expect(page.getByText("Content admin", { exact: true })).toBeVisible()
  await expect(page.getByText(alertTexts.empty)).toBeVisible()
  const flagged = page.getByRole("switch", { name: "Flagged items", exact: true })
  await expect(flagged).toBeChecked()
  await axe(page)
  const told = page.getByRole("region", { name: "Messages" }).getByText(alertTexts.queue.title)
  await reported("A piece for the queue")
  await expect(told).toBeVisible()
  await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Open" }).click()
  await expect(page).toHaveURL("/admin?tab=flagged")
  await page.goBack()

  const stored = page.waitForResponse((answer) => answer.request().method() === "PATCH")
  // The switch changes optimistically, a moment after the click.
  await flagged.click()
  await expect(flagged).not.toBeChecked()
  expect((await stored).status()).toBe(200)
  await expect(told).toHaveCount(0)
  const again = counted()
  await reported("Another piece for the queue")
  await again
  await page.waitForTimeout(500)
  await expect(told).toHaveCount(0)
  await page.reload()
  await expect(flagged).not.toBeChecked()

  await page.goto("/staff-dashboard?tab=settings")
  await expect(page.getByText("Content admin", { exact: true })).toHaveCount(2)
  await expect(page.getByRole("main").getByText(email)).toBeVisible()
  // Other journeys count the models of the shop.
  for (const id of pieces) await ask(site.url, `DELETE /dolls/delete/${id}`, { token })
})

test("users are found, suspended, deactivated, reactivated and signed out", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const theirs = await anotherPage()
  const { email, token } = await aCustomer(theirs, site.url)
  const [doll] = await ask<{ id: number }[]>(site.url, "GET /dolls?limit=1")
  await ask(site.url, "POST /cart", { token, body: { doll_id: doll!.id, quantity: 1 } })
  await theirs.goto("/dashboard")
  await expect(theirs.getByRole("heading", { level: 1 })).toContainText("Welcome")

  await signInAs(page, site.url, admin)
  await page.goto("/staff-dashboard?tab=user-management")
  const users = page.getByRole("region", { name: "Accounts" }).locator("[data-row]")
  const choose = async (label: string, value: string) => {
    await page.getByRole("button", { name: /^Filters/ }).click()
    const dialog = page.getByRole("dialog", { name: "Filters" })
    await dialog.getByLabel(label, { exact: true }).selectOption(value)
    await dialog.getByRole("button", { name: "Done" }).click()
  }
  await expect(users).toHaveCount(10)
  await axe(page)
  const [search, filter] = await Promise.all([
    page.getByRole("searchbox", { name: "Search users" }).boundingBox(),
    page.getByRole("button", { name: /^Filters/ }).boundingBox(),
  ])
  expect(search!.y, "the tools stay in one row").toBe(filter!.y)
  await shot(page, "office-users")
  await choose("Role", "admin")
  await expect(users.filter({ hasText: "(you)" })).toHaveCount(1)
  await expect(users.filter({ hasText: "(you)" }).getByRole("button")).toHaveCount(0)
  await choose("Level", "vvip")
  await expect(page.getByText(adminTexts.noUsers)).toBeVisible()
  // The text is typed before the page shows that the filters are cleared. They must stay cleared.
  await page.getByRole("button", { name: "Clear filters" }).evaluate((button: HTMLButtonElement, email) => {
    button.click()
    const field = document.querySelector<HTMLInputElement>("[data-table-search]")!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, email)
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }, email)
  await expect(users).toHaveCount(1)
  await expect(page).toHaveURL(/q=customer/)

  const act = async (name: string, said: string) => {
    await users.getByRole("button", { name: /^Actions for/ }).click()
    await page.getByRole("menuitem", { name, exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name, exact: true }).click()
    await expect(page.getByText(said, { exact: true }).filter({ visible: true })).toBeVisible()
    await expect(page.getByRole("dialog")).toHaveCount(0)
  }
  const paused = theirs.getByRole("main").getByText(accountTexts.suspended)
  await act("Suspend", adminTexts.userSuspended)
  await expect(users).toContainText("Suspended")
  await expect(paused).toBeVisible()
  await axe(theirs)
  await test.step("wherever something would be refused, it says why instead", () => explainsPause(theirs, doll!.id))
  await choose("Suspension", "true")
  await expect(page).toHaveURL(/suspended=true/)
  await expect(users).toHaveCount(1)
  await act("Lift suspension", adminTexts.userUnsuspended)
  await expect(page.getByText(adminTexts.noUsers)).toBeVisible()
  await expect(paused).toBeHidden()
  await choose("Suspension", "")

  // A finding is shown to the person who decides about it, who can undo its effect.
  const review = { doll_id: doll!.id, rating: 5, comment: "Looks like a little girl" }
  await expect(ask(site.url, "POST /reviews", { token, body: review })).rejects.toThrow("422")
  await expect(paused).toBeVisible()
  const appeal = { name: "M", email, subject: "My account is paused", message: "I can explain. ".repeat(100).trim() }
  await ask(site.url, "POST /contact", { token, body: appeal })
  const desk = await anotherPage()
  await signInAs(desk, site.url, admin)
  await desk.goto(`/admin?tab=flagged&q=${email}`)
  const item = desk.getByRole("list", { name: "Flagged items" }).getByRole("listitem").first()
  await expect(item).toContainText("Account suspended")
  await item.getByRole("button").first().click()
  await expect(item.getByRole("link", { name: "Open in user management" })).toHaveAttribute("href", /q=customer/)
  await expect(item.getByRole("region", { name: "Appeal" })).toContainText(appeal.message)
  await axe(desk)
  await shot(desk, "office-flagged-suspended")
  await item.getByRole("button", { name: "Approve" }).click()
  await desk.getByRole("dialog").getByRole("button", { name: "Approve" }).click()
  await expect(desk.getByText(flaggedTexts.approvedHeld, { exact: true })).toBeVisible()
  await expect(paused).toBeHidden()

  await page.route(/\/admin\/users\/\d+\/sign-out/, (route) =>
    route.fulfill({ status: 500, json: { detail: "The kiln is cold." } }),
  )
  await act("Log out everywhere", adminTexts.userChangeFailed)
  await page.unroute(/\/admin\/users\/\d+\/sign-out/)
  await act("Log out everywhere", adminTexts.userSignedOut)
  await expect(theirs).toHaveURL(/\/login|\/$/)
  await act("Deactivate", adminTexts.userDeactivated)
  await expect(users).toContainText("Inactive")
  await choose("State", "true")
  await expect(page.getByText(adminTexts.noUsers)).toBeVisible()
  await choose("State", "false")
  await expect(users).toHaveCount(1)
  await choose("State", "")
  await expect(ask(site.url, "POST /auth/login", { body: { email, password } })).rejects.toThrow("403")
  await act("Reactivate", adminTexts.userReactivated)
  expect(await tokenOf(site.url, email)).toBeTruthy()
  await cold(page, /\/admin\/users\?/, "/staff-dashboard?tab=user-management", "Failed to load data")
})

test("an admin assigns models to a moderator and unassigns them", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await signInAs(page, site.url, admin)
  await page.goto("/moderator-assignments")
  const cards = page.getByRole("list", { name: "Moderators" }).locator("> li")
  const card = cards.filter({ hasText: "moderator@demo.example" })
  const told = card.getByText(/^\d+ assigned models$/)
  const before = Number.parseInt((await told.textContent()) ?? "", 10)
  expect(before).toBeGreaterThan(4)
  await axe(page)
  await shot(page, "office-assignments")

  await test.step("search and filter narrow the list", async () => {
    await page.getByLabel("Show").selectOption("inactive")
    await expect(page.getByText(adminTexts.noModerators)).toBeVisible()
    await page.getByRole("button", { name: "Show all moderators" }).click()
    await page.getByLabel("Search moderators").fill("moderator@demo")
    await expect(cards).toHaveCount(1)
    await expect(page).toHaveURL(/q=moderator%40demo/)
  })

  const toasted = (text: string) =>
    expect(page.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible()
  await test.step("unassigning asks first, and reports its result", async () => {
    const first = card
      .getByRole("list", { name: /^Models of/ })
      .getByRole("listitem")
      .first()
    const name = ((await first.getByRole("link").textContent()) ?? "").trim()
    const unassign = async () => {
      await card.getByRole("button", { name: `Unassign ${name}` }).click()
      await expect(page.getByRole("dialog")).toContainText(adminTexts.unassignQuestion)
      await page.getByRole("dialog").getByRole("button", { name: "Unassign", exact: true }).click()
    }
    const mend = await broken(page, /\/moderators\/\d+\/dolls\/\d+/)
    await unassign()
    await toasted(adminTexts.unassignFailed)
    const told = page.getByRole("dialog").getByRole("alert").filter({ hasText: adminTexts.dollUnassignFailed })
    await expect(told).toContainText("The kiln is cold.")
    await axe(page, "dialog[open]")
    await shot(page, "office-unassign-failed", { fullPage: false })
    await mend()
    await losing(page, "DELETE", /\/moderators\/\d+\/dolls\/\d+/)
    await page.getByRole("dialog").getByRole("button", { name: "Unassign", exact: true }).click()
    await expect(told).toContainText("We couldn't reach the shop.")
    await page.getByRole("dialog").getByRole("button", { name: "Unassign", exact: true }).click()
    await toasted(adminTexts.unassigned)
    await expect(card).toContainText(`${before - 1} assigned models`)

    await card.getByRole("button", { name: /^Edit assignments/ }).click()
    const dialog = page.getByRole("dialog")
    await expect(dialog.getByRole("list", { name: "Unassigned models" }).getByRole("listitem")).toHaveCount(10)
    await axe(page, "dialog[open]")
    await shot(page, "office-assign", { fullPage: false })
    await dialog.getByLabel("Search unassigned models").fill("nothing is called this")
    await expect(dialog.getByText("No unassigned models match your search.")).toBeVisible()
    await dialog.getByLabel("Search unassigned models").fill(name)
    const broke = await broken(page, /\/moderators\/\d+\/dolls\/\d+/)
    await dialog.getByRole("button", { name: `Assign ${name}` }).click()
    await toasted(adminTexts.assignFailed)
    await expect(dialog.getByRole("alert").filter({ hasText: adminTexts.dollAssignFailed })).toContainText(
      "The kiln is cold.",
    )
    await shot(page, "office-assign-failed", { fullPage: false })
    await broke()
    await dialog.getByRole("button", { name: `Assign ${name}` }).click()
    await toasted(adminTexts.assigned)
    await expect(dialog).toBeHidden()
    await expect(card).toContainText(`${before} assigned models`)
  })

  await test.step("a moderator's statistics are shown", async () => {
    await card.getByRole("link", { name: /^Chat activity/ }).click()
    await expect(page).toHaveURL(/\/moderator-chat-activity\/\d+$/)
    await expect(page.getByRole("heading", { level: 3, name: "Most active models" })).toBeVisible()
    await page.getByText("Show as a table").first().click()
    await expect(page.getByRole("table").first().getByRole("row")).toHaveCount(13)
    await axe(page)
    await shot(page, "office-activity")
    await page.goto("/moderator-chat-activity/999999")
    await expect(page.getByText(staffTexts.noSuchModerator)).toBeVisible()
    await axe(page)
    await page.goto("/moderator-chat-activity/nobody")
    await expect(page.getByText(staffTexts.noSuchModerator)).toBeVisible()
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
  })

  await test.step("a failed load shows an error, and can be retried", async () => {
    await cold(page, /\/moderators\/moderators\?/, "/moderator-assignments", staffTexts.assignmentsFailed)
    const mend = await broken(page, /\/dolls\/assigned\/false/)
    await cards
      .first()
      .getByRole("button", { name: /^Edit assignments/ })
      .click()
    const dialog = page.getByRole("dialog")
    await expect(dialog.getByText(adminTexts.unassignedFailed)).toBeVisible()
    await mend()
    await dialog.getByRole("button", { name: "Try again" }).click()
    await expect(dialog.getByRole("list", { name: "Unassigned models" })).toBeVisible()
    const id = await moderatorId(site.url)
    await cold(page, /\/moderators\/moderators\/\d+/, `/moderator-chat-activity/${id}`, adminTexts.moderatorFetchFailed)
  })
})

async function moderatorId(url: string): Promise<number> {
  const token = await tokenOf(url, admin)
  const [first] = await ask<{ id: number }[]>(url, "GET /moderators/moderators?limit=1", { token })
  return first!.id
}

/** Makes a call fail until the returned function is called. */
async function broken(page: Page, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.fulfill({ status: 500, json: { detail: "The kiln is cold." } }))
  return () => page.unroute(path)
}

/** Opens the pages of a suspended customer whose cart contains the model. It ends on the dashboard. */
async function explainsPause(page: Page, dollId: number): Promise<void> {
  const main = page.getByRole("main")
  const reason = main.getByText(accountTexts.suspended)
  await page.goto(`/model/${dollId}#reviews`)
  await expect(reason).toHaveCount(2)
  await expect(main.getByRole("button", { name: /^(Add to Cart|Buy Now|Submit review)$/ })).toHaveCount(0)
  await main.getByRole("button", { name: modelTexts.upgradeToChat }).focus()
  await page.keyboard.press("Shift+Tab")
  await expect(main.getByRole("link", { name: "Contact us" }).first()).toBeFocused()
  await axe(page)
  await shot(page, "office-suspended-model")
  for (const [address, refused] of [
    ["/cart", "Proceed to Checkout"],
    ["/checkout", "Continue to payment"],
    ["/subscription-checkout?plan=vip&price=20", "Continue to payment"],
  ] as const) {
    await page.goto(address)
    await expect(reason).toBeVisible()
    await expect(main.getByRole("link", { name: "Contact us" })).toBeVisible()
    await expect(main.getByText(refused, { exact: true })).toHaveCount(0)
    await axe(page)
  }
  await page.goto("/upgrade")
  await expect(main.getByText(accountTexts.notWhileSuspended).filter({ visible: true })).toHaveCount(3)
  await page.goto("/dashboard?tab=settings")
  await expect(main.getByText(accountTexts.notWhileSuspended)).toHaveCount(3)
  await expect(main.getByRole("button", { name: /^(Save profile|Change email address|Delete Account)$/ })).toHaveCount(
    0,
  )
  await page.goto("/dashboard")
  await expect(reason).toBeVisible()
}
