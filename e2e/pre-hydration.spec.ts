import { cartTexts, favoriteTexts, modelTexts, newsletterTexts } from "#contract/texts.ts"
import { expect, type Page, test } from "./fixtures.ts"

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    if (location.protocol.startsWith("http")) localStorage.setItem("age_verified", "true")
  })
})

/** Opens a page whose scripts are held back until the returned function is called, as on a slow line. */
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

test("clicks and input from before the scripts are loaded take effect afterwards, once", { tag: "@phone" }, async ({
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
  const field = page.getByLabel("Email address")
  await field.fill("nobody at all")
  await field.press("Enter")
  const search = page.getByRole("searchbox", { name: "Search" })
  await search.fill("Isolde")
  await page.getByRole("button", { name: /^Switch to .* theme$/ }).click()
  // The theme does not need these scripts.
  await expect(page.locator("html")).toHaveAttribute("data-theme", /light|dark/)
  await letThrough()
  await expect(page).toHaveURL(/\/models\?q=Isolde$/)
  await expect(search).toHaveValue("Isolde")
  await expect(page.locator("main article")).toHaveCount(1)
  await expect(page.getByText(newsletterTexts.invalid)).toBeVisible()
  await expect(field).toHaveValue("nobody at all")

  letThrough = await openSlowly(page, "/login?next=%2Fmodels%3Fq%3DIsolde")
  await page.getByLabel("Email", { exact: true }).fill("mara@demo.example")
  await page.getByLabel("Password", { exact: true }).fill("Vitrine2025")
  await page.getByRole("button", { name: "Sign In" }).click()
  await letThrough()
  await expect(page).toHaveURL("/models?q=Isolde")
})
