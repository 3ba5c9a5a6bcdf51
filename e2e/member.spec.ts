import { type PaidLevel, tierOf } from "#contract/membership.ts"
import { membershipTexts, paymentTexts } from "#contract/texts.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"

test.use({ movable: true })

const password = "Vitrine2025"
let made = 0

for (const level of ["standard", "vip", "vvip"] as const) {
  const { name, price } = tierOf(level)

  test(`${name} is bought in the sandbox, and there at once`, async ({ page, site }) => {
    await aCustomer(page, site.url)
    await page.goto("/upgrade")
    await page
      .getByRole("link", { name: `Choose ${name}`, exact: true })
      .filter({ visible: true })
      .click()
    await expect(page).toHaveURL(/\/subscription-checkout$/)
    await expect(page.getByRole("heading", { name: `${name} from today` })).toBeVisible()
    await expect(page.getByText(`$${price}.00`).first()).toBeVisible()
    await axe(page)
    await shot(page, `checkout-new-${level}`)
    await pay(page)
    await expect(page.getByText(name, { exact: true })).toBeVisible()
    await expect(page.getByText("Runs until")).toBeVisible()
    await expect(page.locator("html")).toHaveAttribute("data-level", level)
    await axe(page)
    await shot(page, `success-${level}`)
    await page.getByRole("link", { name: "Go to dashboard" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Welcome, Mia!" })).toBeVisible()
    await shot(page, `overview-${level}`)
  })
}

test("the checkout of memberships wants a plan of ours, at our price", async ({ page, site }) => {
  await aCustomer(page, site.url)
  await page.goto("/subscription-checkout")
  await expect(page.getByText(paymentTexts.missingPlan)).toBeVisible()
  await expect(page).toHaveURL(/\/upgrade$/)
  await comeWith(page, { tierLevel: "gold", price: 20 })
  await expect(page.getByText(paymentTexts.invalidPlan)).toBeVisible()
  await expect(page).toHaveURL(/\/upgrade$/)
  await comeWith(page, { tierLevel: "vip", price: 2 })
  await expect(page.getByRole("alert")).toHaveText(membershipTexts.priceDiffers("VIP", "$20.00"))
  await expect(page.getByRole("button", { name: "Continue to payment" })).toHaveCount(0)
  await axe(page)
  await shot(page, "checkout-other-price")
})

test("a level without an end, and those below it, cannot be bought", async ({ page, site }) => {
  await signInAs(page, site.url, "vip@demo.example")
  await page.goto("/upgrade")
  await expect(page.getByText("You have it without an end.").filter({ visible: true })).toBeVisible()
  await comeWith(page, { tierLevel: "standard", price: 15 })
  await expect(page.getByText(membershipTexts.covered)).toBeVisible()
  await expect(page.getByRole("button", { name: "Continue to payment" })).toHaveCount(0)
  await axe(page)
  await shot(page, "checkout-covered")
})

test("a purchase that fails says why, and leads back to where it can be tried again", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/503/)
  await aCustomer(page, site.url)
  const body = JSON.stringify({ status: 503, code: "PAYMENTS_NOT_CONFIGURED", detail: paymentTexts.notConfigured })
  const answer = { status: 503, contentType: "application/problem+json", body }
  await page.route("**/api/nowpayments/create-subscription-invoice", (route) => route.fulfill(answer))
  await choose(page, "vip")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  const alert = page.getByRole("alert").filter({ hasText: paymentTexts.subscriptionFailed })
  await expect(alert).toContainText(`${paymentTexts.subscriptionInvoiceFailed}. ${paymentTexts.notConfigured}`)
  await expect(page).toHaveURL(/\/upgrade$/)
  await page.unroute("**/api/nowpayments/create-subscription-invoice")
  await choose(page, "vip")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await expect(page).toHaveURL(/\/sandbox\/pay\//)
})

test("a payment that is not made is cancelled, and can be tried again", async ({ page, site, expectConsole }) => {
  expectConsole(/500/)
  await aCustomer(page, site.url)
  await choose(page, "vvip")
  await pay(page, "Let it expire")
  await expect(page.getByRole("heading", { level: 1, name: membershipTexts.cancelled })).toBeVisible()
  await expect(page.getByText(membershipTexts.notMade)).toBeVisible()
  await expect(page.getByRole("link", { name: "See the memberships" })).toHaveAttribute("href", "/upgrade")
  await axe(page)
  await shot(page, "cancel-subscription")
  const mend = await failStatus(page)
  await page.reload()
  await expect(page.getByText(membershipTexts.notAsked)).toBeVisible()
  await mend()
  await page.reload()
  await page.getByRole("link", { name: "Try the payment again" }).click()
  await pay(page)
})

test("a payment in part is told with what is missing, and the rest makes the membership", async ({ page, site }) => {
  await aCustomer(page, site.url)
  await choose(page, "standard")
  await pay(page, "Pay a part only")
  await expect(page.getByRole("heading", { level: 1, name: "Part of the payment is missing" })).toBeVisible()
  await axe(page)
  await shot(page, "success-part")
  await page.getByRole("link", { name: paymentTexts.sendRest }).click()
  await page.getByRole("button", { name: "Send the rest" }).click()
  await expect(page.getByRole("heading", { level: 1, name: membershipTexts.bought })).toBeVisible({ timeout: 20_000 })
  await expect(page.locator("html")).toHaveAttribute("data-level", "standard")
})

/** By the button of the page of memberships, whatever it says for this person. */
async function choose(page: Page, level: PaidLevel): Promise<void> {
  const { name } = tierOf(level)
  if (!page.url().endsWith("/upgrade")) await open(page, "/upgrade")
  const button = page.getByRole("link", { name: new RegExp(`^(Choose|Renew|Upgrade to) ${name}$`) })
  await button.filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/subscription-checkout$/)
}

/** Links carry their plan from here on: until then the page is only to be read. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
  )
}

/** Opens the checkout of memberships with what navigation would have brought along. */
async function comeWith(page: Page, state: unknown): Promise<void> {
  await page.evaluate((usr) => history.replaceState({ usr, key: "e2e", idx: 0 }, "", "/subscription-checkout"), state)
  await page.reload()
}

async function failStatus(page: Page): Promise<() => Promise<void>> {
  const isMeant = (url: URL) => /^\/api\/payments\/\d+\/status$/.test(url.pathname)
  const body = JSON.stringify({ status: 500, code: "INTERNAL", detail: "Something went wrong" })
  await page.route(isMeant, (route) => route.fulfill({ status: 500, contentType: "application/problem+json", body }))
  return () => page.unroute(isMeant)
}

/** From the checkout through the sandbox's page to the page that follows the payment. */
async function pay(page: Page, outcome = "Pay in full"): Promise<void> {
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.getByRole("button", { name: outcome }).click()
  if (outcome !== "Pay in full") return
  await expect(page.getByRole("heading", { level: 1, name: membershipTexts.bought })).toBeVisible({ timeout: 20_000 })
}

/** A new customer, signed in on this page. */
async function aCustomer(page: Page, url: string): Promise<{ email: string }> {
  const email = `member-${process.pid}-${Date.now()}-${++made}@shop.example`
  await ask(url, "POST /auth/register", { body: { email, password, full_name: "Mia Member", region: "usa" } })
  await signInAs(page, url, email)
  return { email }
}

/** A token of its own for this page: a clock put forward by weeks has ended the one before. */
async function signInAs(page: Page, url: string, email: string): Promise<void> {
  const { access_token, user } = await ask<{ access_token: string; user: unknown }>(url, "POST /auth/login", {
    body: { email, password },
  })
  await page.goto("/terms")
  await page.evaluate(
    ([token, profile]) => {
      sessionStorage.setItem("access_token", token!)
      localStorage.setItem("profile_hint", profile!)
      localStorage.setItem("age_verified", "true")
    },
    [access_token, JSON.stringify(user)],
  )
}

async function ask<T = unknown>(
  url: string,
  what: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<T> {
  const [method, path] = what.split(" ") as [string, string]
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { "content-type": "application/json" } : {}),
  }
  const response = await fetch(`${url}/api${path}`, { method, headers, body: body ? JSON.stringify(body) : undefined })
  const text = await response.text()
  if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}
