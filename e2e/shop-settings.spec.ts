import { staffAnswerTexts } from "#contract/adminText.ts"
import { panelTexts } from "#contract/panelText.ts"
import { email, panel } from "./adminPanel.ts"
import { aCustomer, ask, signInAs, tokenOf } from "./customers.ts"
import { axe, expect, shot, test } from "./fixtures.ts"

/** Settings apply for everybody: at once for signed-in users, and within a minute for guests. */

const given = {
  shop_name: "Vitrine",
  support_hours: "Mon-Fri 8am-5pm Pacific",
  announcement: null,
  announcement_link: null,
}

test("the shop's name, hours and announcement reach every page", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const member = await anotherPage()
  await aCustomer(member, site.url)
  await member.goto("/dashboard")
  const guest = await anotherPage()
  await guest.goto("/")
  const bar = { name: "Announcement" }
  try {
    await panel(page, site.url, "settings")
    await page.getByLabel("Shop name").fill("Galerie Nord")
    await page.getByLabel("Support hours").fill("Always at noon")
    await page.getByLabel("Text", { exact: true }).fill("New pieces on Friday")
    await page.getByLabel("Link", { exact: true }).fill("/models?category=limited_edition")
    await page.getByRole("button", { name: "Save settings" }).click()
    await expect(page.getByText(panelTexts.settingsSaved)).toBeVisible()
    // A guest's page polls the settings, and fetches them when somebody returns to it.
    await guest.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
    for (const open of [page, member, guest]) {
      await expect(open.getByRole("complementary", bar)).toHaveText("New pieces on Friday")
      await axe(open)
    }
    await shot(page, "announcement")

    for (const path of ["/", "/model/1", "/terms", "/login", "/underage", "/nothing-here", "/dashboard"]) {
      const answer = await (await guest.request.get(path)).text()
      expect(/<title>(.*?)<\/title>/.exec(answer)?.[1], path).toMatch(/ - Galerie Nord$/)
      expect(answer, path).not.toContain("© 2025 Vitrine")
    }
    await guest.goto("/terms")
    await expect(guest.getByRole("button", { name: "I am 18 years and older - Enter" })).toBeHidden()
    await expect(guest.getByRole("main")).toContainText("Always at noon")
    await expect(guest.getByRole("contentinfo")).toContainText("Always at noon")
    await expect(guest.getByRole("contentinfo")).toContainText(`© ${new Date().getFullYear()} Galerie Nord`)
    await expect(guest.getByRole("banner").getByRole("link", { name: "Galerie Nord, home" })).toBeVisible()
    await guest.getByRole("complementary", bar).getByRole("link").click()
    await expect(guest).toHaveURL("/models?category=limited_edition")
    await expect(guest).toHaveTitle("Models - Galerie Nord")
    await expect(guest.getByRole("complementary", bar)).toBeVisible()

    await test.step("a plain one, and its removal, on pages that stay open", async () => {
      await page.getByLabel("Link", { exact: true }).fill("")
      await page.getByLabel("Text", { exact: true }).fill("Closed on Sunday")
      await page.getByRole("button", { name: "Save settings" }).click()
      await expect(member.getByRole("complementary", bar)).toHaveText("Closed on Sunday")
      await expect(member.getByRole("complementary", bar).getByRole("link")).toHaveCount(0)
    })

    await test.step("of two admins the second sees both versions, and loses nothing", async () => {
      await ask(site.url, "PATCH /admin/settings", {
        token: await tokenOf(site.url, email),
        body: { support_hours: "At night", announcement: "Back on Monday" },
      })
      await page.getByLabel("Text", { exact: true }).fill("Closed on Monday")
      await page.getByRole("button", { name: "Save settings" }).click()
      const told = page.getByRole("status").filter({ hasText: "Another admin changed these settings." })
      await expect(told).toContainText("Support hours: now “At night”")
      await expect(told).toContainText("now “Back on Monday”, your version “Closed on Monday”")
      await axe(page)
      await shot(page, "settings-meanwhile")
      await told.getByRole("button", { name: "Keep my changes" }).click()
      await expect(page.getByLabel("Support hours")).toHaveValue("At night")
      await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Closed on Monday")
      await page.getByRole("button", { name: "Save settings" }).click()
      await expect(member.getByRole("complementary", bar)).toHaveText("Closed on Monday")
    })
  } finally {
    await ask(site.url, "PATCH /admin/settings", { token: await tokenOf(site.url, email), body: given })
  }
  await expect(member.getByRole("complementary", bar)).toHaveCount(0)
  await member.getByRole("link", { name: "Models" }).first().click()
  await expect(member).toHaveTitle("Models - Vitrine")
})

test("the time zone that an admin chooses is that of the days in reports", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await panel(page, site.url, "settings")
  const zone = page.getByLabel("Time zone of reports")
  await expect(zone).toHaveValue("America/Los_Angeles")
  try {
    await zone.selectOption("Asia/Tokyo")
    await page.getByRole("button", { name: "Save settings" }).click()
    await expect(page.getByText(panelTexts.settingsSaved)).toBeVisible()
    await shot(page, "settings-time-zone")
    await panel(page, site.url, "reports")
    await expect(page.getByText("Days are in Tokyo time.")).toBeVisible()
  } finally {
    const body = { time_zone: "America/Los_Angeles" }
    await ask(site.url, "PATCH /admin/settings", { token: await tokenOf(site.url, email), body })
  }
})

test("in maintenance mode staff see the shop, with a banner on every page", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
  expectConsole,
}) => {
  expectConsole(/503/)
  const boss = await tokenOf(site.url, email)
  const guest = await anotherPage()
  const member = await anotherPage()
  await signInAs(member, site.url, "vip@demo.example")
  await member.goto(`${site.url}/models`)
  const told = member.getByRole("complementary", { name: "Maintenance" })
  await panel(page, site.url, "dashboard")
  const bar = page.getByRole("complementary", { name: "Maintenance" })
  await expect(bar).toHaveCount(0)
  await ask(site.url, "PATCH /admin/settings", { token: boss, body: { maintenance: true } })
  try {
    await expect(bar).toHaveText(panelTexts.closed)
    await expect(told, "a page that was open").toHaveText(staffAnswerTexts.maintenance)
    await axe(page)
    await guest.goto("/models")
    await expect(guest.getByText(staffAnswerTexts.maintenance)).toBeVisible()
    const note = "We're hanging new pieces. Back at noon."
    await ask(site.url, "PATCH /admin/settings", { token: boss, body: { maintenance_note: note } })
    await expect(bar).toHaveText(panelTexts.closedSaying(note))
    await expect(told).toHaveText(note)
    await shot(page, "closed-with-message")
    for (const path of ["/models?category=premium", "/model/1", "/upgrade"]) {
      await page.goto(path)
      await expect(page).toHaveURL(path)
      await expect(page.getByRole("contentinfo")).toBeVisible()
      await expect(bar).toBeVisible()
    }
    // A tab that was just opened asks the tabs that are signed in.
    const tab = await page.context().newPage()
    await tab.goto("/models")
    await expect(tab.getByRole("complementary", { name: "Maintenance" })).toBeVisible()
    await expect(tab).toHaveURL("/models")
    await tab.close()
    await page.goto("/models")
    await page.locator("article h2 a").first().click()
    await expect(page.getByRole("button", { name: "Add to Cart" }).first()).toBeVisible()
    await expect(page.getByRole("main").getByRole("button", { name: /^Favorite|^Chat$/ })).toHaveCount(0)
    await shot(page, "closed-for-staff")
    await page.goto("/staff-dashboard")
    await expect(bar).toBeVisible()
  } finally {
    await ask(site.url, "PATCH /admin/settings", { token: boss, body: { maintenance: false, maintenance_note: null } })
  }
  await expect(bar).toHaveCount(0)
  await expect(told).toHaveCount(0)
})
