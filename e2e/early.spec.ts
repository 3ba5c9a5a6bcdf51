import { cartTexts, favoriteTexts, modelTexts, newsletterTexts } from "#contract/texts.ts"
import { expect, type Page, test } from "./fixtures.ts"

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    if (location.protocol.startsWith("http")) localStorage.setItem("age_verified", "true")
  })
})

/** Opens a page on a line so slow that its scripts come only when they are let through. */
async function openSlowly(page: Page, path: string): Promise<() => Promise<void>> {
  let letThrough = () => {}
  const free = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route("**/assets/*.js", async (route) => {
    await free
    await route.continue()
  })
  await page.goto(path, { waitUntil: "commit" })
  await expect(page.locator("main h1")).toBeVisible()
  return async () => {
    letThrough()
    await page.unrouteAll({ behavior: "wait" })
  }
}

test("what is pressed and typed before the scripts are there takes effect once they are, and once", async ({
  page,
}) => {
  let letThrough = await openSlowly(page, "/model/1")
  const plus = page.getByRole("button", { name: "Increase quantity" })
  const add = page.getByRole("button", { name: "Add to Cart" }).first()
  await plus.click()
  await add.click()
  await add.click()
  await expect(add).toHaveAttribute("aria-busy", "true")
  await letThrough()
  const drawer = page.getByRole("dialog", { name: /Your cart/ })
  await expect(drawer.getByText(cartTexts.added)).toBeVisible()
  await expect(drawer.getByRole("heading", { name: "Your cart (2)" })).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(add).not.toHaveAttribute("aria-busy", "true")

  letThrough = await openSlowly(page, "/model/2")
  await page
    .getByRole("button", { name: /^Favorite / })
    .first()
    .click()
  await page.getByRole("button", { name: "Chat" }).click()
  await letThrough()
  await expect(page.getByText(favoriteTexts.loginToSave)).toBeVisible()
  await expect(page.getByText(modelTexts.loginToChat)).toBeVisible()

  letThrough = await openSlowly(page, "/models")
  const letter = page.getByLabel("Email address")
  await letter.fill("nobody at all")
  await letter.press("Enter")
  const search = page.getByRole("searchbox", { name: "Search" })
  await search.fill("Isolde")
  await page.getByRole("button", { name: /^Switch to .* theme$/ }).click()
  const theme = page.locator("html")
  await expect(theme).not.toHaveAttribute("data-theme")
  await letThrough()
  await expect(theme).toHaveAttribute("data-theme", /light|dark/)
  await expect(page).toHaveURL(/\/models\?q=Isolde$/)
  await expect(search).toHaveValue("Isolde")
  await expect(page.locator("main article")).toHaveCount(1)
  await expect(page.getByText(newsletterTexts.invalid)).toBeVisible()
  await expect(letter).toHaveValue("nobody at all")

  letThrough = await openSlowly(page, "/login")
  await page.getByLabel("Email", { exact: true }).fill("mara@demo.example")
  await page.getByLabel("Password", { exact: true }).fill("Vitrine2025")
  await page.getByRole("button", { name: "Sign In" }).click()
  await letThrough()
  await expect(page).toHaveURL((url) => url.pathname !== "/login")
})
