import { panel } from "./adminPanel.ts"
import { ask, tokenOf } from "./customers.ts"
import { axeInBothThemes, expect, type Page, test } from "./fixtures.ts"

const admin = "content@demo.example"
type Doll = { id: number; name: string; price: number; draft: boolean; version: number }

/** Models that a test has created. They are archived, because other journeys count the models of the shop. */
const made: number[] = []
test.afterEach(async ({ site }) => {
  const token = await tokenOf(site.url, admin)
  for (const id of made.splice(0)) await ask(site.url, `DELETE /dolls/delete/${id}`, { token })
})

/** Checks both widths of a phone: only strips of tabs may scroll sideways, and no list may cut off its choice. */
async function expectRoom(page: Page): Promise<void> {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const found = await page.evaluate(() => {
      const isWide = (box: Element) => box.scrollWidth > box.clientWidth + 1
      const scrolling = [...document.querySelectorAll("main *")].filter(
        (box) => /auto|scroll/.test(getComputedStyle(box).overflowX) && !box.matches(".strip") && isWide(box),
      )
      const pen = document.createElement("canvas").getContext("2d")!
      const cut = [...document.querySelectorAll<HTMLSelectElement>("main select")].filter((list) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(list)
        pen.font = font
        const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return pen.measureText(list.selectedOptions[0]!.text).width > room + 1
      })
      return [
        ...(isWide(document.documentElement) ? ["the page scrolls sideways"] : []),
        ...scrolling.map((box) => `${box.tagName} scrolls sideways`),
        ...cut.map((list) => `"${list.selectedOptions[0]!.text}" is cut`),
      ]
    })
    expect(found, `at ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
}

test("@phone an admin reads the reports and follows a day to its orders", async ({ page, site }) => {
  await panel(page, site.url, "reports")
  const main = page.getByRole("main")
  await expect(main.getByRole("list", { name: "Sales by day" })).toBeVisible()
  await expectRoom(page)

  await page.getByLabel("Report", { exact: true }).selectOption("New and returning customers")
  await page.getByLabel("Period", { exact: true }).selectOption("Custom")
  await page.getByLabel("To", { exact: true }).fill("2001-01-01")
  await expect(page.getByText("The end date is before the start date.")).toBeVisible()
  await page.getByLabel("From", { exact: true }).fill("2000-12-01")
  await expect(page.getByText("No sales in this period.")).toBeVisible()
  await expectRoom(page)
  await axeInBothThemes(page, "phone-report-empty")

  await page.getByLabel("Period", { exact: true }).selectOption("Last 90 days")
  await page.getByLabel("Report", { exact: true }).selectOption("Response times")
  await expect(main.getByRole("list", { name: "Response times by moderator" })).toContainText("Moritz Demo")
  await expectRoom(page)
  await page.reload()
  await expect(page.getByLabel("Report", { exact: true })).toHaveValue("responses")
  await expect(page.getByLabel("Period", { exact: true })).toHaveValue("90")

  await page.getByLabel("Report", { exact: true }).selectOption("Sales by day")
  const days = main.getByRole("list", { name: "Sales by day" })
  await days.getByRole("link").first().click()
  await expect(page).toHaveURL(/tab=orders/)
  await expect(main.getByRole("list", { name: "Orders" }).getByText(/^ORD-/).first()).toBeVisible()
})

test("@phone an admin changes models in bulk", async ({ page, site }) => {
  const token = await tokenOf(site.url, admin)
  const word = `Bulk${Date.now()}`
  const names = [`${word} A`, `${word} B`] as const
  for (const name of names) {
    const body = { name, description: "A glazed form.", price: 300, doll_height: 160 }
    made.push((await ask<Doll>(site.url, "POST /dolls/create", { token, body })).id)
  }
  await panel(page, site.url, "models", admin)
  await page.goto(`/admin/models/grid?q=${word}`)
  const save = (count: string) => page.getByRole("button", { name: count })
  await expect(save("No changes")).toBeDisabled()
  await expectRoom(page)

  await page.getByLabel(`Price (USD) of ${names[0]}`).fill("a lot")
  await page.getByLabel(`Price (USD) of ${names[1]}`).fill("410.50")
  await save("Save 2 models").click()
  await expect(page.getByLabel(`Price (USD) of ${names[0]}`)).toBeFocused()
  await expect(page.getByLabel(`Price (USD) of ${names[0]}`)).toHaveAttribute("aria-invalid", "true")
  await page.getByLabel(`Price (USD) of ${names[0]}`).fill("320")
  await save("Save 1 model").click()
  await expect(save("No changes")).toBeDisabled()

  await page.getByLabel("Column", { exact: true }).selectOption("Category")
  await page.getByLabel(`Category of ${names[0]}`).selectOption("Limited edition")
  await save("Save 1 model").click()
  await expect(save("No changes")).toBeDisabled()
  await expectRoom(page)
  await axeInBothThemes(page, "phone-bulk-edit")

  await page.reload()
  await expect(page.getByLabel(`Price (USD) of ${names[0]}`)).toHaveValue("320")
  await expect(page.getByLabel(`Price (USD) of ${names[1]}`)).toHaveValue("410.5")
  const dolls = await ask<(Doll & { doll_category: string })[]>(site.url, `GET /dolls?all=1&sort=name&q=${word}`, {
    token,
  })
  expect(dolls.map(({ price, doll_category }) => [price, doll_category])).toEqual([
    [320, "limited_edition"],
    [410.5, "standard"],
  ])
})
