import { homeCopy } from "#contract/copy/home.ts"
import { copyTexts } from "#contract/panelText.ts"
import type { VerifiedReview } from "#contract/reviews.ts"
import { alert, cross, failing, panel } from "./adminPanel.ts"
import { ask } from "./customers.ts"
import { axe, expect, passAgeGate, shot, test } from "./fixtures.ts"

const heading = homeCopy.home_title.replace("\n", " ")

test("an owner says what the shop sells, and visitors read it, each in their language", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const token = await panel(page, site.url, "copy", "content@demo.example")
  const guest = await anotherPage()
  await passAgeGate(guest)
  const title = page.getByLabel("Heading", { exact: true })
  const preview = page.frameLocator('iframe[title="Preview"]')
  const button = (name: string) => page.getByRole("button", { name, exact: true })
  const shown = guest.locator("#hero-title")
  const reads = (text: string) =>
    expect(async () => {
      await guest.goto("/")
      await expect(shown).toHaveText(text, { timeout: 2000 })
    }).toPass({ timeout: 20_000 })

  await test.step("the preview shows what is typed, and a draft reaches no visitor", async () => {
    await expect(preview.locator("#hero-title")).toHaveText(heading)
    await title.fill("Birch and linen")
    await expect(preview.locator("#hero-title")).toHaveText("Birch and linen")
    await button("Save draft").click()
    await expect(page.getByText(copyTexts.drafted)).toBeVisible()
    await expect(page.getByText("Draft", { exact: true })).toBeVisible()
    await axe(page)
    await shot(page, "copy")
    await reads(heading)
  })

  await test.step("once published, every visitor reads it, after a reload and on the way from another page", async () => {
    await button("Publish").click()
    await expect(page.getByText(copyTexts.published, { exact: true })).toBeVisible()
    await reads("Birch and linen")
    await guest.getByRole("link", { name: "See the collection" }).click()
    await expect(guest).toHaveURL("/models")
    await guest.goBack()
    await expect(shown).toHaveText("Birch and linen")
  })

  await test.step("the German text is marked as older, and changed on its own", async () => {
    await page.getByLabel("Language", { exact: true }).first().selectOption("de")
    await expect(page.getByText("Older than the English text")).toBeVisible()
    await title.fill("Birke und Leinen")
    await button("Publish").click()
    await expect(page.getByText("Older than the English text")).toBeHidden()
    const german = await (await guest.request.get("/de")).text()
    expect(german).toContain("Birke und Leinen")
    expect(await (await guest.request.get("/es")).text()).not.toMatch(/Birke|Birch/)
  })

  await test.step("of two admins the second sees both versions", async () => {
    await page.getByLabel("Language", { exact: true }).first().selectOption("en")
    await expect(title).toHaveValue("Birch and linen")
    const body = { home_title: "Oak", publish: "now" }
    await ask(site.url, "PATCH /admin/copy/home/en", { token, body })
    await title.fill("Ash")
    await button("Publish").click()
    await expect(page.getByText("Another admin changed these texts.")).toBeVisible()
    await button("Use their changes").click()
    await expect(title).toHaveValue("Oak")
  })

  await test.step("a failed call says so, and keeps what was typed", async () => {
    await title.fill("Pine")
    const mend = await failing(page, "PATCH", /api\/admin\/copy/)
    await button("Publish").click()
    await expect(alert(page, copyTexts.failed)).toContainText(cross)
    await mend()
    await expect(title).toHaveValue("Pine")
  })

  await test.step("texts are published later, and go back to their default", async () => {
    await title.fill("Elm")
    await button("Schedule").click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Date and time").fill("2099-05-01T12:00")
    await dialog.getByRole("button", { name: "Schedule" }).click()
    await expect(page.getByText(new RegExp(`^${copyTexts.scheduled("May 1, 2099")}`))).toBeVisible()
    await expect(page.getByText(/^Publishes on May 1, 2099/)).toBeVisible()
    await reads("Oak")
    await page.getByRole("button", { name: "Back to default: Heading", exact: true }).click()
    await button("Publish").click()
    await expect(page.getByText(copyTexts.published, { exact: true })).toBeVisible()
    await reads(heading)
  })

  await test.step("the home page shows the reviews that the owner has chosen", async () => {
    const [chosen, ...others] = await ask<VerifiedReview[]>(site.url, "GET /admin/home-reviews", { token })
    const other = others.find(({ is_on_home }) => !is_on_home)!
    const act = async ({ comment }: VerifiedReview, action: string, said: string) => {
      const row = page.getByRole("row").filter({ hasText: comment })
      await row.getByRole("button", { name: /^Actions for/ }).click()
      await page.getByRole("menuitem", { name: action }).click()
      await expect(page.getByText(said, { exact: true })).toBeVisible()
    }
    const voices = guest.getByRole("region", { name: homeCopy.home_voices })
    const shows = ({ comment }: VerifiedReview, count: number) =>
      expect(async () => {
        await guest.goto("/")
        await expect(voices.getByText(comment)).toHaveCount(count, { timeout: 2000 })
      }).toPass({ timeout: 20_000 })
    await shows(chosen!, 1)
    await act(chosen!, "Remove from the home page", "Removed from the home page")
    await shows(chosen!, 0)
    await act(other, "Show on the home page", "Shown on the home page")
    await shows(other, 1)
    await ask(site.url, `DELETE /admin/home-reviews/${other.id}`, { token })
    await ask(site.url, `PUT /admin/home-reviews/${chosen!.id}`, { token })
  })
  await ask(site.url, "PATCH /admin/copy/home/de", { token, body: { home_title: "", publish: "now" } })
})
