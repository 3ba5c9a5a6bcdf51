import { loginTexts } from "#contract/memberText.ts"
import { email, panel } from "./adminPanel.ts"
import { aCustomer, ask, change, password, passwordOf, signInAs, tokenOf } from "./customers.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"

/** No form loses unsaved input without asking: on navigation, when the tab is closed or reloaded, and in a dialog. */

const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" })

/** Checks that leaving asks: the first time the input is kept, the second time the form is left. */
async function asks(page: Page, field: string, typed: string, leave: () => Promise<void>): Promise<void> {
  await page.getByLabel(field, { exact: true }).fill(typed)
  await leave()
  await question(page).getByRole("button", { name: "Keep editing" }).click()
  await expect(page.getByLabel(field, { exact: true })).toHaveValue(typed)
  const asked = page.waitForEvent("dialog")
  await page.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe("beforeunload")
  await dialog.dismiss()
  await expect(page.getByLabel(field, { exact: true })).toHaveValue(typed)
  await leave()
  await question(page).getByRole("button", { name: "Leave", exact: true }).click()
  await expect(question(page)).toBeHidden()
  await expect(page.getByLabel(field, { exact: true })).toBeHidden()
}

test("staff are warned before unsaved input is lost", { tag: "@desktop" }, async ({ page, site }) => {
  await panel(page, site.url, "settings")
  const elsewhere = () => page.getByRole("link", { name: "Contacts" }).click()
  await asks(page, "Shop name *", "Another name", elsewhere)
  await expect(page).toHaveURL("/admin?tab=contacts")
  await page.goto("/admin?tab=models&new=1")
  await asks(page, "Name *", "Half a model", () => page.getByRole("button", { name: "Close" }).click())
  await page.goto("/admin?tab=videos&new=1")
  await asks(page, "Title *", "Half a film", elsewhere)
  await page.goto("/admin?tab=slideshow")
  await asks(page, "Caption", "Half a slide", elsewhere)
  await page.goto("/admin?tab=slideshow")
  await page.getByLabel("Caption of slide 1", { exact: true }).fill("Half a caption")
  const asked = page.waitForEvent("dialog")
  await page.evaluate(() => setTimeout(() => location.reload()))
  await (await asked).accept()
  await expect(page.getByLabel("Caption of slide 1", { exact: true })).not.toHaveValue("Half a caption")
  await page.goto("/admin?tab=admins")
  const dialog = page.getByRole("dialog", { name: "Invite admin" })
  const ways = [
    () => page.keyboard.press("Escape"),
    () => dialog.getByRole("button", { name: "Close" }).click(),
    // This clicks on the backdrop.
    () => page.mouse.click(5, 5),
  ]
  for (const leave of ways) {
    await page.getByRole("button", { name: "Invite admin" }).first().click()
    await asks(page, "Full name *", "Half a person", leave)
    await expect(dialog).toBeHidden()
  }
  // Without input, it does not ask.
  await page.getByRole("button", { name: "Invite admin" }).first().click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await page.goto("/admin?tab=moderators&new=1")
  await asks(page, "Full name *", "Half a person", () => page.keyboard.press("Escape"))
  // Going back while it asks shows one question, which one answer closes.
  await page.getByRole("button", { name: "Invite moderator" }).first().click()
  await page.getByLabel("Full name *", { exact: true }).fill("Half a person")
  await page.keyboard.press("Escape")
  await expect(question(page)).toBeVisible()
  // The browser goes back, and the router goes forward again.
  await page.evaluate(async () => {
    const next = () => new Promise((moved) => addEventListener("popstate", moved, { once: true }))
    const back = next()
    history.back()
    await back
    await next()
  })
  await expect(page).toHaveURL(/tab=moderators&new=1/)
  await expect(page.getByRole("heading", { name: "Leave without saving?", includeHidden: true })).toHaveCount(1)
  await question(page).getByRole("button", { name: "Keep editing" }).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByLabel("Full name *", { exact: true })).toHaveValue("Half a person")
  await page.keyboard.press("Escape")
  await question(page).getByRole("button", { name: "Leave", exact: true }).click()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await page.goto("/admin?tab=videos")
  await page.getByRole("button", { name: "Isolde, mended in gold", exact: true }).click()
  const video = page.getByRole("dialog", { name: "Edit video" })
  await video.getByLabel("Title *").fill("Half a title")
  // Browsers fire this when no file is chosen.
  await video.locator("input[type=file]").last().dispatchEvent("cancel")
  await expect(question(page)).toHaveCount(0)
  await asks(page, "Title *", "Half a title", () => video.getByRole("button", { name: "Cancel" }).click())
  await expect(video).toBeHidden()

  // Changing the search of the same tab loses nothing, so it does not ask.
  await page.goto("/admin?tab=models&new=1")
  await page.getByLabel("Name *", { exact: true }).fill("Half a model")
  await page.getByRole("searchbox", { name: "Search models" }).fill("isolde")
  await expect(page).toHaveURL(/q=isolde/)
  await expect(page.getByLabel("Name *", { exact: true })).toHaveValue("Half a model")
  // Logging out does not ask.
  await page.goto("/staff-dashboard?tab=settings")
  await page.getByLabel("Full Name").fill("Half a name")
  await page.getByRole("link", { name: "Overview" }).click()
  await question(page).getByRole("button", { name: "Keep editing" }).click()
  await page.getByRole("banner").getByRole("button", { name: "Ada Demo" }).click()
  await page.getByRole("menuitem", { name: "Logout" }).click()
  await expect(page).toHaveURL("/")
})

test("customers and visitors are warned before unsaved input is lost", { tag: "@desktop" }, async ({ page, site }) => {
  const { token } = await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=settings")
  const orders = () => page.getByRole("link", { name: "Orders" }).first().click()
  await asks(page, "Full Name", "Half a name", orders)
  await page.goto("/dashboard?tab=settings")
  await change(page, "Email address")
  await asks(page, "New email address", "half@shop.example", orders)
  await page.goto("/dashboard?tab=settings")
  // Saved input does not ask.
  await page.getByLabel("Full Name").fill("Sally Saved")
  await page.getByRole("button", { name: "Save profile" }).click()
  await expect(page.getByText("Profile updated successfully")).toBeVisible()
  await orders()
  await expect(page).toHaveURL("/dashboard?tab=orders")
  await page.goto("/contact")
  await asks(page, "Subject *", "Half a letter", () => page.getByRole("link", { name: "Models" }).first().click())
  await page.goto("/model/7#reviews")
  await asks(page, "Your review *", "Half a review", () => page.getByRole("link", { name: "Models" }).first().click())

  // The checkout keeps its draft in this tab, so only closing the tab asks.
  await ask(site.url, "POST /cart/", { token, body: { doll_id: 7, quantity: 1 } })
  await page.goto("/checkout")
  await page.getByLabel("City").fill("Half a city")
  await page.getByRole("banner").getByRole("link", { name: "Vitrine, back to cart" }).click()
  await expect(page).toHaveURL("/cart")
  await page.goBack()
  await expect(page.getByLabel("City")).toHaveValue("Half a city")
  await page.getByLabel("City").fill("Half a town")
  const asked = page.waitForEvent("dialog")
  const closed = page.waitForEvent("close")
  void page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe("beforeunload")
  await (await asked).accept()
  await closed
})

const ended = (page: Page) => page.getByRole("dialog", { name: loginTexts.sessionEnded })

async function logInAgain(page: Page, secret: string): Promise<void> {
  await ended(page).getByLabel("Password", { exact: true }).fill(secret)
  await ended(page).getByRole("button", { name: "Log in", exact: true }).click()
}

test("a session that ends while somebody writes goes on over the page, and nothing is lost", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const content = "content@demo.example"
  await signInAs(page, site.url, content)
  await page.goto("/admin/model/edit/3")
  const field = page.getByLabel("Long description").first()
  const typed = "A figure that was written about for a long time. ".repeat(8)
  const endSession = async () => {
    const token = await page.evaluate(() => sessionStorage.getItem("access_token"))
    await ask(site.url, "POST /auth/logout", { token: token! })
  }
  await field.fill(typed)
  await endSession()
  await expect(ended(page)).toContainText(loginTexts.logInAgain(content))
  await axe(page, "dialog[open]")
  await shot(page, "sign-in-again", { fullPage: false })
  await logInAgain(page, "Wrong-Password-1")
  await expect(ended(page).getByRole("alert")).toContainText(loginTexts.failed)
  await logInAgain(page, passwordOf(content))
  await expect(ended(page)).toBeHidden()
  await expect(page).toHaveURL("/admin/model/edit/3")
  await expect(field).toHaveValue(typed)
  // The question is closed to copy the text. The next call that needs the session asks again, and then continues.
  await endSession()
  await expect(ended(page)).toBeVisible()
  // A call that was under way when it was closed asks once more.
  await expect(async () => {
    await page.keyboard.press("Escape")
    await expect(ended(page)).toBeHidden({ timeout: 2000 })
  }).toPass()
  await page.getByRole("button", { name: "Save changes" }).click()
  await logInAgain(page, passwordOf(content))
  await expect(ended(page)).toBeHidden()
  await expect
    .poll(async () => (await ask<{ long_description: string }>(site.url, "GET /dolls/3")).long_description)
    .toBe(typed.trim())
})

test("text stays when another tab logs out, and when the account is deactivated, until it is left", {
  tag: "@desktop",
}, async ({ page, site, context, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await aCustomer(page, site.url, { remember: true })
  await page.goto("/model/7#reviews")
  const field = page.getByLabel("Your review *")
  await field.fill("Half a review")
  const other = await context.newPage()
  await other.goto("/dashboard?tab=logout")
  await other.getByRole("main").getByRole("button", { name: "Logout" }).last().click()
  await expect(ended(page)).toBeVisible()
  await logInAgain(page, password)
  await expect(ended(page)).toBeHidden()
  await expect(field).toHaveValue("Half a review")
  const { id } = await ask<{ id: number }>(site.url, "GET /auth/me", {
    token: (await page.evaluate(() => localStorage.getItem("access_token") ?? sessionStorage.getItem("access_token")))!,
  })
  await ask(site.url, `POST /admin/users/${id}/deactivate`, { token: await tokenOf(site.url, email) })
  await expect(ended(page)).toBeVisible()
  await logInAgain(page, password)
  await expect(ended(page).getByRole("alert")).toContainText(loginTexts.inactive)
  await page.keyboard.press("Escape")
  await expect(field).toHaveValue("Half a review")
})

test("what was typed is there again after the tab was closed, and can be discarded", async ({
  page,
  site,
  context,
}) => {
  const { token } = await aCustomer(page, site.url, { remember: true })
  await ask(site.url, "POST /cart/", { token, body: { doll_id: 7, quantity: 1 } })
  const typed = [
    ["/checkout", "City", "Half a town"],
    ["/model/7#reviews", "Your review *", "Half a review"],
    ["/contact", "Message *", "Half a letter"],
  ] as const
  for (const [at, label, text] of typed) {
    const first = await context.newPage()
    await first.goto(at)
    await first.getByLabel(label, { exact: true }).fill(text)
    const closed = first.waitForEvent("close")
    first.on("dialog", (dialog) => void dialog.accept())
    await first.close({ runBeforeUnload: true })
    await closed
    const again = await context.newPage()
    await again.goto(at)
    await expect(again.getByText(/^Unsaved changes from .+ were restored\.$/)).toBeVisible()
    await expect(again.getByLabel(label, { exact: true })).toHaveValue(text)
    await axe(again, "main")
    await shot(again, `restored-${label.split(" ")[0]!.toLowerCase()}`)
    await again.getByRole("button", { name: "Discard" }).click()
    await expect(again.getByLabel(label, { exact: true })).toHaveValue("")
    await again.reload()
    await expect(again.getByLabel(label, { exact: true })).toHaveValue("")
    await expect(again.getByText(/^Unsaved changes from/)).toHaveCount(0)
    await again.close()
  }
})
