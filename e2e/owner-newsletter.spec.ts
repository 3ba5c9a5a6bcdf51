import { newsletterAdminTexts, subscriberImportTexts } from "#contract/newsletters.ts"
import { newsletterTexts } from "#contract/texts.ts"
import { email, panel } from "./adminPanel.ts"
import { ask, newAddress } from "./customers.ts"
import { emailTextTo, linkFor, linksFor } from "./emails.ts"
import { axe, axeInBothThemes, expect, passAgeGate, shot, test } from "./fixtures.ts"

/** A shop of its own: everybody in it gets the newsletter. */
test.use({ settings: { NEWSLETTER_PER_MINUTE: "600" } })

test("the owner writes a newsletter, its readers get it in their language, and leave with one click", {
  tag: "@desktop",
}, async ({ page, site, anotherPage }) => {
  const reader = newAddress()
  const imported = newAddress()
  const guest = await anotherPage()
  await guest.goto("/contact")
  await passAgeGate(guest)
  const field = guest.getByRole("contentinfo").getByLabel("Email address")
  await field.fill(reader)
  await guest.getByRole("button", { name: "Subscribe" }).click()
  await expect(guest.getByText(newsletterTexts.sent)).toBeVisible()
  await guest.goto(await linkFor(site.dataDir, reader, "/newsletter/confirm"))
  await expect(guest.getByText(newsletterTexts.confirmed)).toBeVisible()

  const token = await panel(page, site.url, "newsletter")
  const seller = { legal_name: "Atelier Nord GmbH", address: "Hafenweg 1\n24103 Kiel", email: "hello@atelier.example" }
  await ask(site.url, "PATCH /admin/business", { token, body: seller })
  await expect(page.getByRole("heading", { level: 1, name: "Newsletter" })).toBeVisible()
  await axe(page)
  await page.getByRole("link", { name: "Subscribers" }).click()
  await expect(page.getByRole("row").filter({ hasText: reader })).toContainText("Subscribed")
  await page.getByRole("button", { name: "Import" }).click()
  const dialog = page.getByRole("dialog", { name: "Import subscribers" })
  await dialog.locator("input[type=file]").setInputFiles({
    name: "kiel.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`email,language\n${imported},de\nnobody,de\n${reader},en\n`),
  })
  await expect(dialog).toContainText("1 new, 1 already subscribed, 1 refused.")
  await expect(dialog.getByRole("row").filter({ hasText: "nobody" })).toContainText(subscriberImportTexts.badEmail)
  await axe(page)
  await shot(page, "newsletter-import", { fullPage: false })
  await dialog.getByRole("button", { name: "Add 1 subscriber" }).click()
  await expect(dialog.getByText(newsletterAdminTexts.noConsent)).toBeVisible()
  await dialog.getByLabel("How did these people agree?").fill("Signed up at our stand in Kiel.")
  await dialog.getByRole("button", { name: "Add 1 subscriber" }).click()
  await expect(page.getByText("1 subscriber added")).toBeVisible()
  await expect(page.getByRole("row").filter({ hasText: imported })).toContainText("Deutsch")
  await shot(page, "newsletter-subscribers")

  await page.getByRole("link", { name: "Newsletters", exact: true }).click()
  await page.getByRole("button", { name: "Write newsletter" }).click()
  await expect(page).toHaveURL(/&newsletter=\d+$/)
  const text = page.getByRole("textbox", { name: "Text", exact: true })
  await page.getByLabel("Title").fill("The new kiln")
  await text.fill("## How hot\n\nVery **hot**, see [all models](/models).")
  const preview = page.frameLocator("iframe")
  await expect(preview.getByRole("heading", { name: "How hot" })).toBeVisible()
  await expect(preview.getByText("Atelier Nord GmbH")).toBeVisible()
  await expect(page.getByText("Subject: Our latest news")).toBeVisible()
  await page.getByLabel("Language", { exact: true }).selectOption("de")
  await page.getByLabel("Title").fill("Der neue Ofen")
  await text.fill("Sehr **heiß**.")
  await expect(page.getByText("Goes to 2 subscribers.")).toBeVisible()
  await page.getByRole("checkbox", { name: "Deutsch" }).check()
  await expect(page.getByText("Goes to 1 subscriber.")).toBeVisible()
  await page.getByRole("checkbox", { name: "Deutsch" }).uncheck()
  await expect(page.getByText("Goes to 2 subscribers.")).toBeVisible()
  await expect(preview.getByText("heiß")).toBeVisible()
  await axeInBothThemes(page, "newsletter-editor")
  await page.getByRole("button", { name: "Send a test to me" }).click()
  await expect(page.getByText(newsletterAdminTexts.testSent)).toBeVisible()
  expect(await emailTextTo(site.dataDir, email, "Test: Unsere neuesten Nachrichten")).toContain("Der neue Ofen")

  await page.getByRole("button", { name: "Send…" }).click()
  const when = page.getByRole("dialog", { name: "Send newsletter?" })
  await expect(when).toContainText("It goes to 2 subscribers")
  await axe(page)
  await when.getByRole("button", { name: "Send now" }).click()
  await expect(page.getByText("Newsletter on its way")).toBeVisible()
  await expect(page.getByText(/^Finished on/)).toBeVisible({ timeout: 60_000 })
  const figure = (name: string) => page.getByRole("term").filter({ hasText: name }).locator("xpath=../dd")
  await expect(figure("Recipients")).toHaveText("2")
  await expect(figure("Sent")).toHaveText("2")
  await axeInBothThemes(page, "newsletter-sent")

  const got = await emailTextTo(site.dataDir, reader, "Our latest news")
  expect(got).toContain("The new kiln How hot Very hot, see all models")
  expect(got).toContain("Atelier Nord GmbH Hafenweg 1 24103 Kiel")
  expect(await emailTextTo(site.dataDir, imported, "Unsere neuesten Nachrichten")).toContain("Sehr heiß.")
  const [leave] = await linksFor(site.dataDir, reader, "/newsletter/unsubscribe")
  // A program that only reads the link unsubscribes nobody.
  expect((await guest.request.get(leave!)).status()).toBe(200)
  await page.reload()
  await expect(figure("Unsubscribed")).toHaveText("0")
  await guest.goto(leave!)
  await expect(guest.getByText(newsletterTexts.unsubscribed)).toBeVisible()
  await page.reload()
  await expect(figure("Unsubscribed")).toHaveText("1")
  await page.goto("/admin?tab=newsletter")
  await expect(page.getByRole("row").filter({ hasText: "The new kiln" })).toContainText("Sent")
  await shot(page, "newsletters")
})
