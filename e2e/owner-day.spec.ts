import { invitationTexts } from "#contract/memberText.ts"
import { act, panel } from "./adminPanel.ts"
import { newWord, signInAs } from "./customers.ts"
import { axe, expect, type Page, passAgeGate, shot, signIn, test } from "./fixtures.ts"

const password = "Copper-Lathe-25"

/** Reads the link that a shop without a mail server shows once. */
async function shownLink(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Pass on this invitation" })
  await expect(dialog).toBeVisible()
  await axe(page, "dialog[open]")
  const [link] = /\/invitation\?oob_code=[\w-]{24}/.exec((await dialog.textContent())!)!
  await shot(page, "invitation-link", { fullPage: false })
  await dialog.getByRole("button", { name: "Done" }).click()
  await expect(dialog).toBeHidden()
  return link
}

test("an owner invites moderators without choosing their passwords; one accepts, one is withdrawn", {
  tag: "@desktop",
}, async ({ page, site, browser, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await panel(page, site.url, "moderators")
  const invite = async (name: string) => {
    await page.getByRole("button", { name: "Invite moderator" }).first().click()
    const form = page.getByRole("dialog", { name: "Invite moderator" })
    await expect(form.getByLabel("Password")).toHaveCount(0)
    await form.getByLabel("Full name").fill(name)
    await form.getByLabel("Email").fill(`${name.split(" ")[1]}@shop.example`)
    await shot(page, "invite-moderator", { fullPage: false })
    await form.getByRole("button", { name: "Send invitation" }).click()
    return shownLink(page)
  }
  const [mona, omar] = [`Mona ${newWord()}`, `Omar ${newWord()}`]
  const first = await invite(mona)
  await page.getByRole("searchbox", { name: "Search moderators" }).fill(mona)
  await expect(page.getByText("1 moderator")).toBeVisible()
  await expect(page.getByText(/^Invited, expires/).filter({ visible: true })).toHaveCount(1)
  await axe(page)
  await shot(page, "invited-moderator")
  await act(page, mona, "Resend invitation")
  const newer = await shownLink(page)
  expect(newer).not.toBe(first)

  const context = await browser.newContext({ baseURL: site.url })
  const hers = await context.newPage()
  await passAgeGate(hers)
  await hers.goto(first)
  await expect(hers.getByRole("alert")).toContainText(invitationTexts.replaced)
  await hers.goto(newer)
  await expect(hers.getByText(`Welcome, ${mona}.`)).toBeVisible()
  // No history has the link.
  await expect(hers).toHaveURL(/\/invitation$/)
  await axe(hers)
  await shot(hers, "invitation")
  await hers.getByLabel("New password").fill(password)
  await hers.getByRole("button", { name: "Set new password" }).click()
  await expect(hers.getByText("Your password is set and the account is yours.")).toBeVisible()
  await hers.reload()
  await expect(hers.getByText("Your password is set and the account is yours.")).toBeVisible()
  await signIn(hers, `${mona.split(" ")[1]}@shop.example`, password)
  await hers.goto("/moderator")
  await expect(hers.getByRole("heading", { level: 1 })).toBeVisible()
  await hers.goto(newer)
  await expect(hers.getByRole("alert")).toContainText(invitationTexts.used)

  await page.reload()
  await expect(page.getByText("Active", { exact: true }).filter({ visible: true }).last()).toBeVisible()
  await page.getByRole("searchbox", { name: "Search moderators" }).fill("")
  const third = await invite(omar)
  await act(page, omar, "Withdraw invitation")
  const question = page.getByRole("dialog", { name: `Withdraw the invitation of ${omar}?` })
  await question.getByRole("button", { name: "Withdraw" }).click()
  await expect(page.getByText(`Invitation of ${omar} withdrawn`)).toBeVisible()
  await expect(page.getByRole("button", { name: `Actions for ${omar}` })).toHaveCount(0)
  await hers.goto(third)
  await expect(hers.getByRole("alert")).toContainText(invitationTexts.withdrawn)
  await context.close()
})

test("an admin who packs chooses one email a day about paid orders", { tag: "@desktop" }, async ({ page, site }) => {
  await signInAs(page, site.url, "finance@demo.example")
  await page.goto("/staff-dashboard?tab=notifications")
  const emails = page.getByRole("switch", { name: "Paid orders by email" })
  await expect(page.getByLabel("When", { exact: true })).toHaveCount(0)
  await emails.click()
  await expect(emails).toBeChecked()
  const when = page.getByLabel("When", { exact: true })
  await expect(when.locator("option:checked")).toHaveText("At once, for each order")
  await when.selectOption({ index: 9 })
  await expect(page.getByText("In the shop's time zone.")).toBeVisible()
  await axe(page)
  await shot(page, "paid-orders-digest")
  await page.reload()
  await expect(when.locator("option:checked")).toHaveText(/^Once a day, at 8:00/)
})
