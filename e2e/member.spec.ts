import { membershipTexts, paymentTexts } from "#contract/buyingText.ts"
import { levelName, memberName, type PaidLevel } from "#contract/membership.ts"
import { specified } from "#test/plans.ts"
import { ask, newAddress, openEmpty, password, passwordOf, tokenOf } from "./customers.ts"
import { emailTextTo } from "./emails.ts"
import { axe, expect, type Page, passAgeGate, shot, test } from "./fixtures.ts"

// Runs on the embedded database: paying, a membership and a chat, from the page to the tables.
test.use({ movable: true, embedded: true })
// One worker runs these tests, because they share a shop.
test.describe.configure({ mode: "default" })

/** For each level, what can be bought next and what that does. */
const next = {
  standard: { level: "vip", title: "Upgrade to VIP", holds: "VIP" },
  vip: { level: "vvip", title: "Upgrade to VVIP", holds: "VVIP" },
  vvip: { level: "standard", title: "Standard starts later", holds: "VVIP" },
} as const

for (const level of ["standard", "vip", "vvip"] as const) {
  const { price, messages, photos } = specified[level]
  const name = levelName(level)

  const tag = level === "vip" ? "@phone" : "@desktop"
  test(`${name}: bought, used up, renewed, changed, expired, and the account deleted`, { tag }, async ({
    page,
    site,
    expectConsole,
  }) => {
    const { email } = await aCustomer(page, site.url)

    await test.step("another tab shows what was bought here", async () => {
      const other = await page.context().newPage()
      await other.goto("/dashboard")
      await expect(other.getByText("Basic", { exact: true })).toBeVisible()
      await expect(other.getByRole("link", { name: "Upgrade Plan" })).toHaveAttribute("href", "/upgrade")

      await choose(page, level)
      await expect(page.getByRole("heading", { name: `30 days of ${name}` })).toBeVisible()
      await expect(page.getByText(`$${price}.00`).filter({ visible: true }).first()).toBeVisible()
      await axe(page)
      await shot(page, `checkout-new-${level}`)
      await pay(page)
      await expect(page.getByText(name, { exact: true })).toBeVisible()
      await expect(page.getByText(dayOf(await endOf(site.url, email)), { exact: true })).toBeVisible()
      await expect(page.locator("html")).toHaveAttribute("data-level", level)
      await axe(page)
      await shot(page, `success-${level}`)

      await expect(other.getByText(`${name} Member`, { exact: true })).toBeVisible()
      await other.close()
      await page.getByRole("link", { name: "Go to dashboard" }).click()
    })

    await test.step("usage is counted", async () => {
      await expect(page.getByText(messages ? `${messages} of ${messages} left` : "Unlimited, 0 sent")).toBeVisible()
      await shot(page, `overview-${level}`)
      await site.command({ do: "use", email, kind: "messages", times: messages ?? 12 })
      await site.command({ do: "use", email, kind: "photos", times: photos })
      await comeBack(page)
      await expect(
        page.getByText(messages ? `None left, ${messages} of ${messages} used` : "Unlimited, 12 sent"),
      ).toBeVisible()
      await expect(page.getByText(`None left, ${photos} of ${photos} used`)).toBeVisible()
      await axe(page)
      await shot(page, `overview-${level}-used`)
    })

    const first = await endOf(site.url, email)
    await test.step("a renewal is added at the end", async () => {
      await page.getByRole("link", { name: `Renew ${name}` }).click()
      await expect(page.getByRole("heading", { name: "30 more days" })).toBeVisible()
      await expect(page.getByText(dayOf(first), { exact: true })).toBeVisible()
      await shot(page, `checkout-renewal-${level}`)
      await pay(page)
      await expect(page.getByText(dayOf(first + days(30)), { exact: true })).toBeVisible()
      await page.getByRole("link", { name: "Go to dashboard" }).click()
      await expect(page.getByText(`None left, ${photos} of ${photos} used`)).toBeVisible()
    })

    const other = next[level]
    await test.step(`${other.title}, in addition to the current one`, async () => {
      await choose(page, other.level)
      await expect(page.getByRole("heading", { name: other.title })).toBeVisible()
      if (level !== "vvip") await expect(page.getByText(/^converted to \d+ days(?: \d+ hours?)? of/)).toBeVisible()
      await axe(page)
      await shot(page, `checkout-beside-${level}`)
      await pay(page)
      await expect(page.locator("html")).toHaveAttribute("data-level", other.holds.toLowerCase())
      await page.getByRole("link", { name: "Go to dashboard" }).click()
      await expect(page.getByText(`${other.holds} Member`, { exact: true })).toBeVisible()
      if (level === "vvip") await expect(page.getByText(/^Then Standard until/)).toBeVisible()
      else await expect(page.getByText("None left")).toHaveCount(0)
      await shot(page, `overview-${level}-beside`)
      await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "VIP Content" }).click()
      await expect(page.getByRole("heading", { name: `What ${other.holds} includes` })).toBeVisible()
      await expect(page.getByRole("link", { name: "Open VIP Content" })).toHaveAttribute("href", "/vip-content")
      await axe(page)
      await shot(page, `vip-tab-${level}`)
    })

    await test.step("it expires by the clock, with an email before and one at the end", async () => {
      expectConsole(/401/)
      const end = await endOf(site.url, email)
      await site.command({ do: "moveTo", moment: end - days(2) })
      const subject = "Your access ends soon"
      expect(await emailTextTo(site.dataDir, email, subject)).toContain(dayOf(end))
      await site.command({ do: "moveTo", moment: end - hour })
      await signInAs(page, site.url, email)
      await page.goto("/dashboard")
      await expect(page.getByText(`${other.holds} Member`, { exact: true })).toBeVisible()
      await site.command({ do: "moveTo", moment: end + 1000 })
      await page.reload()
      if (level === "vvip") {
        await emailTextTo(site.dataDir, email, "Your access has changed")
        await expect(page.getByText("Standard Member", { exact: true })).toHaveCount(1)
        await site.command({ do: "moveTo", moment: end + days(30) + 1000 })
        await signInAs(page, site.url, email)
        await page.goto("/dashboard")
      }
      await emailTextTo(site.dataDir, email, "Your access has ended")
      await expect(page.getByText("Basic", { exact: true })).toHaveCount(1)
      await page.goto("/dashboard?tab=vip")
      await expect(page.getByRole("heading", { name: "Account Overview" })).toBeVisible()
    })

    await test.step("the account is deleted, and its user is a guest", async () => {
      await signInAs(page, site.url, email)
      await page.goto("/dashboard?tab=settings")
      await page.getByRole("button", { name: "Delete Account" }).click()
      await page.getByRole("button", { name: "Yes, Delete My Account" }).click()
      await expect(page).toHaveURL(/\/$/)
      await expect(page.locator("html")).toHaveAttribute("data-auth", "out")
    })
  })
}

test("an Overview loads everything at once, and a remembered user sees it before the server has confirmed them", {
  tag: "@desktop",
}, async ({ page, site }) => {
  await signInAs(page, site.url, "vip@demo.example")
  const held: (() => void)[] = []
  const asked: string[] = []
  const needed = ["/api/auth/me", "/api/orders", "/api/chat/access-status"]
  await page.route("**/api/**", async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!needed.includes(pathname)) return route.continue()
    asked.push(pathname)
    await new Promise<void>((release) => held.push(release))
    await route.continue()
  })
  await page.goto("/dashboard")
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Vera!" })).toBeVisible()
  await expect(page.getByText("vip@demo.example")).toBeVisible()
  await expect.poll(() => [...asked].sort()).toEqual([...needed].sort())
  for (const release of held) release()
  await expect(page.getByText("30 of 30 left")).toBeVisible()
})

test("two clicks and two tabs make one payment", { tag: "@desktop" }, async ({ page, site }) => {
  await aCustomer(page, site.url)
  const asked: string[] = []
  page.on("request", (request) => request.url().endsWith("/create-subscription-invoice") && asked.push(request.url()))
  await choose(page, "vip")
  const other = await page.context().newPage()
  await choose(other, "vip")
  await other.getByRole("button", { name: "Continue to payment" }).click()
  await expect(other).toHaveURL(/\/sandbox\/pay\//)
  await page.bringToFront()
  await page.getByRole("button", { name: "Continue to payment" }).dblclick()
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/sandbox\/pay\//)
  expect(page.url()).toBe(other.url())
  expect(asked).toHaveLength(1)
  await page.getByRole("button", { name: "Pay in full" }).click()
  await expect(page.getByRole("heading", { level: 1, name: membershipTexts.bought })).toBeVisible()
  await other.reload()
  await expect(other.getByRole("heading", { name: "This invoice is paid" })).toBeVisible()
})

test("memberships are not for staff, and payments of other users are not accessible", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/404/)
  await signInAs(page, site.url, "moderator@demo.example")
  await page.goto("/upgrade")
  await expect(page.getByText("Memberships are for customers.").filter({ visible: true })).toHaveCount(3)
  const buttons = page.getByRole("main").getByRole("link", { name: /^(Choose|Renew|Upgrade to) (Standard|VIP|VVIP)$/ })
  await expect(buttons).toHaveCount(0)
  await page.goto("/subscription-checkout")
  await expect(page.getByText("Access denied. User privileges required.")).toBeVisible()
  await expect(page).toHaveURL(/\/moderator$/)
  await aCustomer(page, site.url)
  for (const address of [
    "/success-subscription",
    "/success-subscription?payment=1",
    "/success-subscription?payment=x",
  ]) {
    await page.goto(address)
    await expect(page.getByRole("heading", { level: 1, name: paymentTexts.unknown })).toBeVisible()
    await expect(page.getByText(membershipTexts.unknownNote)).toBeVisible()
    await expect(page.getByRole("link", { name: "My membership" })).toHaveAttribute("href", "/dashboard")
  }
})

for (const [email, level] of [
  [null, "guest"],
  ["mara@demo.example", "free"],
  ["standard@demo.example", "standard"],
  ["vip@demo.example", "vip"],
  ["vvip@demo.example", "vvip"],
] as const) {
  // The pages differ only in text, so phones show just the least and the highest level.
  const tag = level === "guest" || level === "vvip" ? "@phone" : "@desktop"
  test(`the memberships as seen by: ${level}`, { tag }, async ({ page, site }) => {
    if (email) await signInAs(page, site.url, email)
    else await passAgeGate(page)
    await page.goto("/upgrade")
    const own = page.getByText("Your level").filter({ visible: true })
    await expect(own).toHaveCount(email && level !== "free" ? 1 : 0)
    const recommended = page.getByText("Recommended").filter({ visible: true })
    await expect(recommended).toHaveCount(level === "vip" || level === "vvip" ? 0 : 1)
    const banner = page.getByRole("banner")
    const up = banner.getByRole("link", { name: level === "guest" ? "Pricing" : "Upgrade to VIP" })
    const isOffered = level === "guest" || level === "free" || level === "standard"
    if (!test.info().project.use.isMobile) await expect(up.filter({ visible: true })).toHaveCount(isOffered ? 1 : 0)
    await axe(page)
    await shot(page, `upgrade-${level}`)
    if (!email) return
    await page.goto("/dashboard")
    await expect(page.getByRole("heading", { name: "Recent Orders" })).toBeVisible()
    await axe(page)
    await shot(page, `dashboard-${level}`)
    // The level is named once.
    const main = page.getByRole("main")
    await expect(main.getByText(memberName(level), { exact: true })).toHaveCount(1)
    if (level !== "free") await expect(main.getByText(levelName(level), { exact: true })).toHaveCount(0)
    if (level !== "vip" && level !== "vvip") return
    await page.goto("/dashboard?tab=vip")
    await expect(page.getByText("No end date.")).toBeVisible()
    await expect(main.getByText(levelName(level), { exact: true })).toHaveCount(1)
    await axe(page)
    await shot(page, `vip-tab-demo-${level}`)
  })
}

test("the checkout of memberships accepts only an existing plan at its current price", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await aCustomer(page, site.url)
  await page.goto("/subscription-checkout")
  await expect(page.getByText(paymentTexts.missingPlan)).toBeVisible()
  await expect(page).toHaveURL(/\/upgrade$/)
  await page.goto("/subscription-checkout?plan=gold&price=20")
  await expect(page.getByText(paymentTexts.invalidPlan)).toBeVisible()
  await expect(page).toHaveURL(/\/upgrade$/)
  await page.goto("/subscription-checkout?plan=vip&price=2")
  await expect(page.getByRole("alert")).toHaveText(membershipTexts.priceDiffers("VIP", "$20.00", 30))
  await expect(page.getByRole("button", { name: "Continue to payment" })).toHaveCount(0)
  await axe(page)
  await shot(page, "checkout-other-price")
})

test("a level without an end, and those below it, cannot be bought", { tag: "@desktop" }, async ({ page, site }) => {
  await signInAs(page, site.url, "vip@demo.example")
  await page.goto("/upgrade")
  await expect(page.getByText("Yours, with no end date.").filter({ visible: true })).toBeVisible()
  await page.goto("/subscription-checkout?plan=standard&price=15")
  await expect(page.getByText(membershipTexts.covered)).toBeVisible()
  await expect(page.getByRole("button", { name: "Continue to payment" })).toHaveCount(0)
  await axe(page)
  await shot(page, "checkout-covered")
})

test("a failed purchase says why, and leads back to try again", { tag: "@desktop" }, async ({
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

test("an abandoned payment is cancelled, and can be tried again", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  await aCustomer(page, site.url)
  await choose(page, "vvip")
  await pay(page, "Expire payment")
  await expect(page.getByRole("heading", { level: 1, name: membershipTexts.cancelled })).toBeVisible()
  await expect(page.getByText(membershipTexts.notMade)).toBeVisible()
  await expect(page.getByRole("link", { name: "See memberships" })).toHaveAttribute("href", "/upgrade")
  await axe(page)
  await shot(page, "cancel-subscription")
  const mend = await failStatus(page)
  await page.reload()
  await expect(page.getByText(membershipTexts.notAsked)).toBeVisible()
  await mend()
  await page.reload()
  await page.getByRole("link", { name: "Retry payment" }).click()
  await pay(page)
})

test("a partial payment shows the missing amount, and the rest starts the membership", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await aCustomer(page, site.url)
  await choose(page, "standard")
  await pay(page, "Pay in part")
  await expect(page.getByRole("heading", { level: 1, name: "Part of the payment is missing" })).toBeVisible()
  await axe(page)
  await shot(page, "success-part")
  await page.getByRole("link", { name: paymentTexts.sendRest }).click()
  await page.getByRole("button", { name: "Send the rest" }).click()
  await expect(page.getByRole("heading", { level: 1, name: membershipTexts.bought })).toBeVisible()
  await expect(page.locator("html")).toHaveAttribute("data-level", "standard")
})

/** Presses the button of the page of memberships, whatever its label is for this person. */
async function choose(page: Page, level: PaidLevel): Promise<void> {
  const { price } = specified[level]
  const name = levelName(level)
  await page.bringToFront()
  if (!page.url().endsWith("/upgrade")) await page.goto("/upgrade")
  const button = page.getByRole("main").getByRole("link", { name: new RegExp(`^(Choose|Renew|Upgrade to) ${name}$`) })
  await button.filter({ visible: true }).first().click()
  await expect(page).toHaveURL(`/subscription-checkout?plan=${level}&price=${price}`)
}

async function failStatus(page: Page): Promise<() => Promise<void>> {
  const isMeant = (url: URL) => /^\/api\/payments\/\d+\/status$/.test(url.pathname)
  const body = JSON.stringify({ status: 500, code: "INTERNAL", detail: "Something went wrong" })
  await page.route(isMeant, (route) => route.fulfill({ status: 500, contentType: "application/problem+json", body }))
  return () => page.unroute(isMeant)
}

/** Pays in the sandbox, from the checkout to the page that follows the payment. */
async function pay(page: Page, outcome = "Pay in full"): Promise<void> {
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.getByRole("button", { name: outcome }).click()
  if (outcome !== "Pay in full") return
  await expect(page.getByRole("heading", { level: 1, name: membershipTexts.bought })).toBeVisible()
}

/** Signs a new customer in, in every tab of this browser. */
async function aCustomer(page: Page, url: string): Promise<{ email: string }> {
  const email = newAddress()
  await ask(url, "POST /auth/register", { body: { email, password, full_name: "Mia Member", region: "usa" } })
  await signInAs(page, url, email)
  return { email }
}

/** Signs in again after the clock was moved by weeks, which no token survives. */
async function signInAs(page: Page, url: string, email: string): Promise<void> {
  const answer = await ask<{ access_token: string; user: unknown }>(url, "POST /auth/login", {
    body: { email, password: passwordOf(email) },
  })
  await openEmpty(page)
  await page.evaluate(({ access_token, user }) => {
    localStorage.setItem("access_token", access_token)
    localStorage.setItem("profile_hint", JSON.stringify(user))
    localStorage.setItem("age_verified", "true")
  }, answer)
}

async function endOf(url: string, email: string): Promise<number> {
  const me = await ask<{ membership_expires_at: string }>(url, "GET /auth/me", { token: await tokenOf(url, email) })
  return Date.parse(me.membership_expires_at)
}

const hour = 3_600_000
const days = (n: number) => n * 24 * hour
const dayOf = (moment: number) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(moment))

/** Fires what a browser fires when somebody returns to the tab. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")))
}
