import { chatTexts, staffTexts } from "#contract/memberText.ts"
import { generalTexts } from "#contract/texts.ts"
import { axe, expect, shot, test } from "./fixtures.ts"
import { cold, desk } from "./moderatorPage.ts"

test("the staff dashboard has the moderator's numbers, tabs with addresses, and settings", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await desk(page, site.url, "/staff-dashboard")
  const nav = page.getByRole("navigation", { name: "Staff dashboard" })
  await expect(page.getByText("Average response time")).toBeVisible()
  await axe(page)
  await shot(page, "staff-dashboard")
  await page.getByRole("link", { name: "Flagged Content" }).click()
  await expect(page).toHaveURL("/moderator?queue=flagged")
  await page.goBack()
  for (const [label, id] of [
    ["Moderation summary", "moderation-summary"],
    ["Chat activity", "chat-activity"],
    ["Notifications", "notifications"],
    ["Settings", "settings"],
  ] as const) {
    await nav.getByRole("link", { name: label }).click()
    await expect(page).toHaveURL(`/staff-dashboard?tab=${id}`)
    await expect(page.getByRole("heading", { level: 2, name: label })).toBeVisible()
    await expect(page.getByText("Loading").filter({ visible: true })).toHaveCount(0)
    await axe(page)
    await shot(page, `staff-${id}`)
  }
  await expect(page.getByText("Moderator", { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await page.goto("/staff-dashboard?tab=user-management")
  await expect(page.getByText(generalTexts.insufficient)).toBeVisible()
  await page.goto("/staff-dashboard?tab=nonsense")
  await expect(page.getByText(staffTexts.underDevelopment)).toBeVisible()
  await axe(page)
  await page.getByRole("main").getByRole("link", { name: "Chats", exact: true }).last().click()
  await expect(page).toHaveURL("/moderator")
})

test("assignments are the moderator's own models, and may be empty", { tag: "@desktop" }, async ({ page, site }) => {
  await desk(page, site.url, "/moderator-assignments")
  await expect(page.getByRole("heading", { level: 1, name: "My Assignments" })).toBeVisible()
  const models = page.getByRole("list", { name: "My assignments" }).getByRole("listitem")
  const told = page.getByRole("main").getByText(/^\d+ models$/)
  await expect(models).toHaveCount(Number.parseInt((await told.textContent()) ?? "", 10))
  await axe(page)
  await shot(page, "moderator-assignments", { fullPage: false })
  await page.route(/\/moderators\/\d+\/dolls/, (route) => route.fulfill({ json: [] }))
  await page.goto("/moderator-assignments")
  await expect(page.getByText(staffTexts.noneAssigned)).toBeVisible()
})

test("statistics and assignments that cannot be loaded show an error, and can be retried", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await desk(page, site.url, "/terms")
  await cold(page, /\/moderators\/\d+\/dolls/, "/moderator-assignments", staffTexts.assignmentsFailed)
  await cold(page, /\/moderators\/dashboard/, "/staff-dashboard", staffTexts.dashboardFailed)
  await cold(page, /\/chat\/moderator\/rooms/, "/staff-dashboard?tab=moderation-summary", chatTexts.roomsFailed)
})
