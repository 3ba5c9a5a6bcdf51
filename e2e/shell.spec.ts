import { paymentTexts } from "#contract/buyingText.ts"
import { aCustomer, ask } from "./customers.ts"
import { axe, expect, type Page, signIn, test } from "./fixtures.ts"

const password = "Vitrine2025"

async function openMenu(page: Page) {
  await page.getByRole("banner").locator("button[aria-haspopup=menu]").filter({ visible: true }).click()
  const menu = page.getByRole("menu")
  await expect(menu).toBeVisible()
  return menu
}

test("a customer has an account menu and an upgrade link, and signs out by Logout", async ({ page }) => {
  await signIn(page, "mara@demo.example", password)
  await page.goto("/models")
  const menu = await openMenu(page)
  for (const name of ["Dashboard", "Contact Us", "Upgrade to VIP", "Logout"]) {
    await expect(menu.getByRole("menuitem", { name })).toBeVisible()
  }
  await expect(page.getByRole("link", { name: "Pricing" }).filter({ visible: true })).toHaveCount(0)
  await axe(page)
  await menu.getByRole("menuitem", { name: "Logout" }).click()
  await expect(page).toHaveURL("/")
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible()
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBeGreaterThan(0)
  expect(
    await page.evaluate(() => localStorage.getItem("access_token") ?? sessionStorage.getItem("access_token")),
  ).toBeNull()
})

test("a VIP member is shown VIP Content and not an upgrade", { tag: "@phone" }, async ({ page }) => {
  await signIn(page, "vip@demo.example", password)
  await page.goto("/")
  const menu = await openMenu(page)
  await expect(menu.getByRole("menuitem", { name: "Upgrade to VIP" })).toHaveCount(0)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("link", { name: "Upgrade to VIP" }).filter({ visible: true })).toHaveCount(0)
  await page.goto("/vip-content")
  await expect(page.getByRole("heading", { level: 1, name: "VIP Content" })).toBeVisible()
})

test("the checkout has only the way back and none of the shop's navigation", { tag: "@phone" }, async ({
  page,
  site,
}) => {
  const { token } = await aCustomer(page, site.url)
  await ask(site.url, "POST /cart/", { token, body: { doll_id: 1, quantity: 1 } })
  await page.goto("/cart")
  await page.getByRole("link", { name: "Proceed to Checkout" }).first().click()
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeFocused()
  await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole("banner").getByRole("link")).toHaveCount(2)
  await expect(page.getByRole("contentinfo").getByRole("link")).toHaveText([
    "Terms of Service",
    "Privacy Policy",
    "Accessibility",
  ])
  await expect(page.getByRole("contentinfo").getByRole("textbox")).toHaveCount(0)
  await expect(page.getByText(paymentTexts.packaging)).toHaveCount(1)
  await axe(page)
  await page.getByRole("banner").getByRole("link", { name: "Back to cart", exact: true }).click()
  await expect(page).toHaveURL("/cart")
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeFocused()
  await expect(page.getByRole("contentinfo").getByRole("textbox")).toHaveCount(1)
  for (const [path, name, to] of [
    ["/subscription-checkout?plan=vip&price=20", "back to memberships", "/upgrade"],
    ["/success", "home", "/"],
    ["/cancel", "home", "/"],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole("banner").getByRole("link", { name })).toHaveAttribute("href", to)
    await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0)
  }
})

test("a customer is refused on staff pages and redirected home", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page, "mara@demo.example", password)
  await page.goto("/admin")
  await expect(page.getByText("Access denied. Admin privileges required.")).toBeVisible()
  await expect(page).toHaveURL("/dashboard")
  await page.goto("/staff-dashboard")
  await expect(page).toHaveURL("/dashboard")
})

test("staff have their own home page, and no cart", { tag: "@desktop" }, async ({ page, anotherPage }) => {
  await signIn(page, "admin@demo.example", password)
  await page.goto("/")
  await expect(page).toHaveURL("/admin")
  await expect(page).toHaveTitle(/Admin panel/)
  await expect(page.getByRole("link", { name: "Cart" }).filter({ visible: true })).toHaveCount(0)
  await axe(page)
  const moderator = await anotherPage()
  await signIn(moderator, "moderator@demo.example", password)
  await moderator.goto("/admin")
  await expect(moderator.getByText("Access denied. Admin privileges required.")).toBeVisible()
  await expect(moderator).toHaveURL("/moderator")
  await moderator.goto("/moderator-assignments")
  await expect(moderator.getByRole("heading", { level: 1, name: "My Assignments" })).toBeVisible()
})

test("an invalid token ends the session with one message", { tag: "@desktop" }, async ({ page, expectConsole }) => {
  expectConsole(/401 \(Unauthorized\)/)
  await page.addInitScript(() => {
    localStorage.setItem("age_verified", "true")
    if (!sessionStorage.getItem("tried")) localStorage.setItem("access_token", "worn-out")
    sessionStorage.setItem("tried", "yes")
  })
  await page.goto("/chat")
  await expect(page.getByText("Authentication failed. Please log in again.")).toHaveCount(1)
  await expect(page).toHaveURL("/login?next=%2Fchat")
})
