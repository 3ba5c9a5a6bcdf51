import { paymentTexts } from "#contract/buyingText.ts"
import { cartTexts } from "#contract/texts.ts"
import { aCustomer, anAccount, ask, newAddress, password, ship, tokenOf } from "./customers.ts"
import { axe, axeInBothThemes, expect, type Page, passAgeGate, signIn, test } from "./fixtures.ts"
import { linkFor } from "./letters.ts"

test("a visitor becomes a customer, pays, and sees the order shipped", async ({ page, site, expectConsole }) => {
  expectConsole(/401/)
  const email = newAddress()

  await page.goto("/models")
  await passAgeGate(page)
  const card = page.locator("article h2 a").first()
  const name = (await card.textContent()) ?? ""
  await card.click()
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
  await page.getByRole("button", { name: "Add to Cart" }).first().click()
  const drawer = page.getByRole("dialog", { name: /Your cart/ })
  await expect(drawer.getByText("Added to cart!")).toBeVisible()
  await drawer.getByRole("link", { name: "Checkout" }).click()

  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout$/)
  await expect(page.getByRole("heading", { level: 1, name: "Welcome Back" })).toBeVisible()
  await register(page, email)
  await expect(page.getByText("Registration successful! Please log in.")).toBeVisible()
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email)
  await page.getByLabel("Password", { exact: true }).fill("Wrong12345")
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(page.getByRole("alert")).toHaveText("Login failed. Please check your credentials and try again.")
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(page.getByText("Login successful!")).toBeVisible()

  await expect(page).toHaveURL(/\/checkout$/)
  const summary = page.getByRole("region", { name: "Order summary" })
  await expect(summary.getByText(name, { exact: true })).toBeVisible()
  await page.getByLabel("Email", { exact: true }).fill("no address")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await expect(page.getByText("This field is required.")).toHaveCount(5)
  await expect(page.getByText("Please enter a valid email address.")).toBeVisible()
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("no address")
  await expect(page.getByLabel("Country")).toHaveValue("US")
  await page.getByLabel("Email", { exact: true }).fill(email)
  await fillAddress(page)
  await page.getByRole("button", { name: "Continue to payment" }).click()

  await page.getByRole("button", { name: "Pay in full" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible()
  const number = await page.getByRole("link", { name: /^ORD-\d{6}$/ }).textContent()
  await expectCart(page, 0)
  await page.getByRole("link", { name: number! }).click()
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible()
  await expect(page.getByText("To be shipped")).toBeVisible()
  await expect(page.getByRole("button", { name: "Track Order" })).toHaveCount(0)

  await ship(site.url, Number(page.url().split("/").at(-1)), "RX-4711-0815")
  await page.reload()
  await expect(page.getByText("Shipped", { exact: true })).toBeVisible()
  await expect(page.getByText("RX-4711-0815")).toBeVisible()
  await page.getByRole("button", { name: "Track Order" }).click()
  await expect(page.getByRole("dialog", { name: "Track your order" }).getByText("RX-4711-0815")).toBeVisible()
  await page.keyboard.press("Escape")

  await page.goto("/orders")
  await expect(page).toHaveURL(/\/dashboard\?tab=orders$/)
  await page.getByLabel("Status").selectOption("shipped")
  await expect(page.getByRole("rowheader", { name: number! })).toBeVisible()
  await page.getByLabel("Status").selectOption("cancelled")
  await expect(page.getByText("No orders here.")).toBeVisible()
})

test("the form of a new account says what is missing, and where", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/login?mode=register")
  await passAgeGate(page)
  await expect(page.getByRole("heading", { level: 1, name: "Create Account" })).toBeVisible()
  const submit = page.getByRole("button", { name: "Create Account" })
  await expect(submit).toBeDisabled()
  const terms = page.getByRole("checkbox")
  await terms.check()
  await terms.uncheck()
  await terms.blur()
  await expect(page.getByText("You must agree to the Terms of Service to create an account.")).toBeVisible()
  await expect(submit).toBeDisabled()
  await terms.check()
  await submit.click()
  await expect(page.getByText("Please enter your full name.")).toBeVisible()
  await expect(page.getByText("Please select your region.")).toBeVisible()

  const secret = page.getByLabel("Password", { exact: true })
  for (const [typed, message] of [
    ["Ab1", "Password must be at least 8 characters long"],
    ["abcdefg1", "Password must contain at least one uppercase letter"],
    ["ABCDEFG1", "Password must contain at least one lowercase letter"],
    ["Abcdefgh", "Password must contain at least one digit"],
  ] as const) {
    await secret.fill(typed)
    await expect(page.getByText(message)).toBeVisible()
  }
  await secret.fill(password)
  await expect(page.getByText("Password must")).toHaveCount(0)
  await page.getByRole("button", { name: "Show what is typed" }).click()
  await expect(secret).toHaveAttribute("type", "text")

  await page.getByRole("link", { name: "Sign In" }).click()
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("")
  await page.getByRole("link", { name: "Create Account" }).click()
  await expect(page.getByLabel("Full Name")).toHaveValue("")
})

test("a payment that fails leaves the order, and can be tried again", { tag: "@desktop" }, async ({ page, site }) => {
  await aCustomer(page, site.url)
  await putInCart(page, 1)
  await toPayment(page)
  await page.getByRole("button", { name: "Let it fail" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Payment Cancelled" })).toBeVisible()
  await expect(page.getByText(paymentTexts.notMade)).toBeVisible()
  await expect(page.getByRole("link", { name: "Back to cart" })).toHaveAttribute("href", "/cart")
  await expectCart(page, 1)
  await page.getByRole("button", { name: "Try the payment again" }).click()
  await page.getByRole("button", { name: "Pay in full" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible()
})

test("a payment in part is told as what it is", { tag: "@desktop" }, async ({ page, site }) => {
  await aCustomer(page, site.url)
  await putInCart(page, 1)
  await toPayment(page)
  await page.getByRole("button", { name: "Pay a part only" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Part of the payment is missing" })).toBeVisible()
  await expect(page.getByText("Order Confirmed!")).toHaveCount(0)
  await expect(page.getByText(/nothing was charged/i)).toHaveCount(0)
  const invoice = await page.getByRole("link", { name: "Send the rest" }).getAttribute("href")

  await page.evaluate(() => sessionStorage.removeItem("payment_under_way"))
  await page.goto("/cancel")
  await expect(page.getByRole("heading", { level: 1, name: "Part of the payment is missing" })).toBeVisible()
  await page.goto("/checkout")
  const held = page.getByRole("status").filter({ hasText: paymentTexts.alreadyHeld("") })
  await held.getByRole("link", { name: /^To order ORD-/ }).click()

  await expect(page.getByRole("heading", { level: 1, name: /^Order ORD-/ })).toBeVisible()
  await expect(page.getByText("Part paid", { exact: true })).toBeVisible()
  const amount = "\\$[\\d.,]+"
  await expect(page.getByText(new RegExp(paymentTexts.partArrived(amount, amount)))).toBeVisible()
  await expect(page.getByText(/That is [\d.]+ \w+\./)).toContainText(paymentTexts.sentTo)
  await expect(page.getByText(paymentTexts.partLater)).toBeVisible()
  await expect(page.getByText(/nothing is charged/)).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Pay now" })).toHaveCount(0)
  await axe(page)
  await page.getByRole("link", { name: "Send the rest" }).click()
  await expect(page).toHaveURL(invoice!)
  await expect(page.getByText(/^\$[\d.,]+ missing$/)).toBeVisible()
  await page.getByRole("button", { name: "Send the rest" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible()
  await expect(page.getByRole("region", { name: "What you bought" })).toContainText("Quantity 1")
  await expect(page.getByText(paymentTexts.handling)).toBeVisible()
  await page.goto(invoice!)
  await expect(page.getByRole("heading", { level: 1, name: "This invoice is paid" })).toBeVisible()
  await expect(page.getByRole("button")).toHaveCount(0)
})

test("a payment on its way is told, and so is one that cannot be asked about", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  await aCustomer(page, site.url)
  await putInCart(page, 1)
  await toPayment(page)
  await page.goto("/dashboard?tab=orders")
  const coming = { payment_id: 1, state: "coming", arrived: 0, missing: 0, remaining: null, invoice_url: null }
  await page.route(/\/api\/orders\/\d+$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), payment: coming } })
  })
  await page.getByRole("link", { name: "Details" }).first().click()
  await expect(page.getByText(paymentTexts.onItsWay, { exact: true })).toBeVisible()
  await expect(page.getByText(paymentTexts.onItsWayNote)).toBeVisible()

  await page.evaluate(() => sessionStorage.removeItem("payment_under_way"))
  await page.route("**/api/orders?**", (route) => route.fulfill(problem(500, "Something went wrong")))
  await page.goto("/cancel")
  await expect(page.getByText(paymentTexts.notAsked)).toBeVisible()
})

test("an address that names no payment of this person says so", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/404/)
  await aCustomer(page, site.url)
  for (const address of ["/success?payment=999999", "/success?payment=x", "/success"]) {
    await page.goto(address)
    await expect(page.getByRole("heading", { level: 1, name: paymentTexts.unknown })).toBeVisible()
    await expect(page.getByText(paymentTexts.unknownNote)).toBeVisible()
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0)
  }
})

test("an unpaid order waits with a way to pay, and can be cancelled and deleted", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await aCustomer(page, site.url)
  await putInCart(page, 2)
  await toPayment(page)
  await page.goto("/dashboard?tab=orders")
  await page.getByRole("link", { name: /^Details of ORD-/ }).click()
  await expect(page.getByRole("heading", { level: 1, name: /^Order ORD-/ })).toBeVisible()
  await expect(page.getByText("Unpaid", { exact: true })).toBeVisible()
  await expect(page.getByText(/Held for you for another (5\d|60) min/)).toBeVisible()
  await expect(page.getByRole("button", { name: "Pay now" })).toBeVisible()
  await page.getByRole("button", { name: "Cancel order" }).click()
  await page.getByRole("button", { name: "Cancel the order" }).click()
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Delete order" }).click()
  await page.getByRole("button", { name: "Delete the order" }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText("No orders yet.")).toBeVisible()
})

test("a double press on pay makes one order and one payment", { tag: "@desktop" }, async ({ page, site }) => {
  const { token } = await aCustomer(page, site.url)
  await putInCart(page, 3)
  await page.goto("/checkout")
  await fillAddress(page)
  await page.getByRole("button", { name: "Continue to payment" }).dblclick()
  await page.waitForURL(/\/sandbox\/pay\//)
  expect(await ask(site.url, "GET /orders", { token })).toHaveLength(1)
})

test("what sold out meanwhile is told at its line, with the way back", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/409/)
  await aCustomer(page, site.url)
  await putInCart(page, 4)
  await page.goto("/checkout")
  await fillAddress(page)
  await sellOut(site.url, 4)
  await page.getByRole("button", { name: "Continue to payment" }).click()
  const alert = page.getByRole("alert").filter({ hasText: "Checkout failed" })
  await expect(alert).toContainText(/out of stock/)
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeDisabled()
  await expect(
    page.getByRole("region", { name: "Order summary" }).getByText("Out of stock", { exact: true }),
  ).toBeVisible()
  await expect(page.getByLabel("City")).toHaveValue("Portland")
  await alert.getByRole("link", { name: "Change the cart" }).click()
  await expect(page.getByText("Out of stock", { exact: true })).toBeVisible()
  await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled()
  await expect(page.getByText(cartTexts.lineStands)).toBeVisible()
  await page.getByRole("button", { name: "Clear Cart" }).click()
  await page.getByRole("button", { name: "Clear the cart" }).click()
  await expect(page.getByText("Your cart is empty")).toBeVisible()
  await expect(page.getByRole("link", { name: "Browse Models" })).toHaveAttribute("href", "/models")
})

test("failing calls of the checkout are told, and the button is ready again", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/50[03]/)
  await aCustomer(page, site.url)
  await putInCart(page, 5)
  await page.goto("/checkout")
  await fillAddress(page)
  const pay = page.getByRole("button", { name: "Continue to payment" })
  const alert = page.getByRole("alert").filter({ hasText: "Checkout failed" })

  await page.route("**/api/orders", (route) => route.fulfill(problem(500, "Something went wrong")))
  await pay.click()
  await expect(alert).toContainText("Something went wrong")
  await page.unroute("**/api/orders")

  await page.route("**/create-invoice", (route) => route.fulfill(problem(503, "Payments are not configured")))
  await pay.click()
  await expect(alert).toContainText("Failed to create NowPayments invoice. Payments are not configured")
  await page.unroute("**/create-invoice")

  await page.route("**/create-invoice", (route) => route.fulfill({ json: { invoice_id: "1", payment_id: 1 } }))
  await pay.click()
  await expect(alert).toContainText("Failed to get invoice URL from NowPayments. Please try again.")
  await page.unroute("**/create-invoice")
  await expect(pay).toBeEnabled()
  await expect(page.getByLabel("City")).toHaveValue("Portland")
})

test("a session that has ended says so, and the sign-in leads back", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/401/)
  // Its socket would hear of it before anything is pressed: here it hears nothing.
  await page.routeWebSocket(/\/api\//, () => {})
  const { token } = await aCustomer(page, site.url)
  await page.goto("/dashboard")
  await expect(page.getByText("No orders yet.")).toBeVisible()
  await ask(site.url, "POST /auth/logout", { token })
  await page.getByRole("link", { name: "Orders", exact: true }).click()
  await expect(page.getByText("Authentication failed. Please log in again.").first()).toBeVisible()
  await expect(page).toHaveURL(/\/(login.*)?$/)
})

test("private pages ask for a sign-in and lead back; staff belongs elsewhere", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await page.goto("/cart")
  await passAgeGate(page)
  await expect(page).toHaveURL(/\/login\?next=%2Fcart$/)
  await page.goto("/dashboard")
  await expect(page).toHaveURL(/\/$/)
  await page.goto(`/login?next=${encodeURIComponent("//elsewhere.example/")}`)
  const { email } = await anAccount(site.url)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(page).toHaveURL(/\/#home$/)
  await page.goto("/login")
  await expect(page).toHaveURL(/\/dashboard$/)
})

test("two tabs share what is in the cart and who is signed in", { tag: "@desktop" }, async ({ page, site }) => {
  await aCustomer(page, site.url, { remember: true })
  const other = await page.context().newPage()
  await other.goto("/cart")
  await expect(other.getByText("Your cart is empty")).toBeVisible()
  await putInCart(page, 6)
  await other.bringToFront()
  await expectCart(other, 1)
  await page.goto("/dashboard")
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("button", { name: "Logout" }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(other).toHaveURL(/\/login/)
})

test("a forgotten password is chosen anew by the letter's link, once", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/422/)
  const { email } = await anAccount(site.url)
  await page.goto("/login")
  await passAgeGate(page)
  await page.getByRole("link", { name: "Forgot password?" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible()
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByRole("button", { name: "Send the link" }).click()
  await expect(page.getByText("If there is an account with this address")).toBeVisible()

  const link = await linkFor(site.dataDir, email, "/reset-password")
  await page.goto(link)
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.getByLabel("New password").fill("short")
  await page.getByRole("button", { name: "Set the password" }).click()
  await expect(page.getByText("Password must be at least 8 characters long")).toBeVisible()
  await page.getByLabel("New password").fill("Another2025")
  await page.getByRole("button", { name: "Set the password" }).click()
  await expect(page.getByText("Your new password is set")).toBeVisible()
  await signIn(page, email, "Another2025")

  await page.goto(link)
  await page.getByLabel("New password").fill("Another2026")
  await page.getByRole("button", { name: "Set the password" }).click()
  await expect(page.getByText("This link is no longer valid. Please ask for a new one.")).toBeVisible()
  await expect(page.getByRole("link", { name: "Ask for a new link" })).toHaveAttribute("href", "/forgot-password")
})

test("an address is confirmed by opening the letter's link; a used link offers a new letter", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/422/)
  const { email } = await anAccount(site.url)
  const link = await linkFor(site.dataDir, email, "/verify-email")
  await page.goto(link)
  await passAgeGate(page)
  await expect(page.getByText("This address is confirmed.")).toBeVisible()
  await expect(page).toHaveURL(/\/verify-email$/)
  await page.goto(link)
  await expect(page.getByText("This link is no longer valid. Please ask for a new one.")).toBeVisible()
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByRole("button", { name: "Send a new link" }).click()
  await expect(page.getByText("If this address waits to be confirmed")).toBeVisible()
})

test("people change their profile and their password", { tag: "@desktop" }, async ({ page, site, expectConsole }) => {
  expectConsole(/403/)
  await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=settings")
  await page.getByLabel("Full Name").fill("Nora Newname")
  await page.getByRole("button", { name: "Save profile" }).click()
  await expect(page.getByText("Profile updated successfully")).toBeVisible()
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Nora!" })).toBeVisible()

  const moved = newAddress()
  await page.getByLabel("New email address").fill(moved)
  await page.getByLabel("Your password").fill("Wrong12345")
  await page.getByRole("button", { name: "Change email address" }).click()
  await expect(page.getByText("Your current password is not right.")).toBeVisible()
  await page.getByLabel("Your password").fill(password)
  await page.getByRole("button", { name: "Change email address" }).click()
  await expect(page.getByText(`Waits to be confirmed: ${moved}`)).toBeVisible()

  const update = page.getByRole("button", { name: "Update password" })
  await expect(update).toBeDisabled()
  await page.getByLabel("Current password").fill(password)
  await page.getByLabel("New password", { exact: true }).fill("Another2025")
  await page.getByLabel("New password, once more").fill("Another2026")
  await update.click()
  await expect(page.getByText("New passwords do not match")).toBeVisible()
  await page.getByLabel("New password, once more").fill("Another2025")
  await update.click()
  await expect(page.getByText("Password updated successfully")).toBeVisible()
})

test("an order of somebody else is not found", { tag: "@desktop" }, async ({ page, site, expectConsole }) => {
  expectConsole(/404|422/)
  await aCustomer(page, site.url)
  await page.goto("/order/1")
  await expect(page.getByRole("heading", { level: 1, name: "Order not found" })).toBeVisible()
  await page.goto("/order/abc")
  await expect(page.getByRole("heading", { level: 1, name: "Order not found" })).toBeVisible()
})

test("lists that cannot be loaded say so, and can be asked for again", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  await aCustomer(page, site.url)
  const broken = ["**/api/orders?*", "**/api/orders/*", "**/api/favorites/*", "**/api/reviews/user/*"]
  for (const pattern of broken)
    await page.route(pattern, (route) => route.fulfill(problem(500, "Something went wrong")))
  for (const [path, text] of [
    ["/dashboard", "Failed to fetch order history"],
    ["/dashboard?tab=orders", "Failed to load orders"],
    ["/dashboard?tab=favorites", "Failed to load your favorites"],
    ["/dashboard?tab=reviews", "Failed to fetch user reviews"],
    ["/order/1", "Failed to load order details"],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible()
  }
  await page.goto("/dashboard?tab=orders")
  await expect(page.getByRole("alert")).toContainText("Failed to load orders")
  for (const pattern of broken) await page.unroute(pattern)
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText("No orders yet.")).toBeVisible()
})

test("the pages of an account are accessible in both themes, and fit", async ({ page, site }) => {
  test.setTimeout(180_000)
  await page.goto("/login")
  await passAgeGate(page)
  await inspect(page, "/login", "login")
  await inspect(page, "/login?mode=register", "register")
  await inspect(page, "/forgot-password", "forgot-password")
  await inspect(page, "/reset-password?oob_code=0123456789abcdef", "reset-password")

  await aCustomer(page, site.url)
  await inspect(page, "/cart", "cart-empty")
  await inspect(page, "/checkout", "checkout-empty")
  await inspect(page, "/dashboard", "dashboard-empty")
  await putInCart(page, 7)
  await inspect(page, "/cart", "cart")
  await page.goto("/checkout")
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await expect(page.getByText("This field is required.")).toHaveCount(5)
  await inspect(page, null, "checkout")
  await page.evaluate(() => sessionStorage.clear())

  await signIn(page, "mara@demo.example", password)
  for (const tab of ["overview", "orders", "favorites", "reviews", "notifications", "settings"]) {
    await inspect(page, `/dashboard?tab=${tab}`, `dashboard-${tab}`)
  }
  await page.goto("/dashboard?tab=orders&status=shipped")
  await page
    .getByRole("link", { name: /^Details of ORD-/ })
    .first()
    .click()
  await expect(page.getByRole("button", { name: "Track Order" })).toBeVisible()
  await inspect(page, null, "order")
  await page.getByRole("button", { name: "Track Order" }).click()
  await axeInBothThemes(page)
  await inspect(page, "/cancel", "cancel")
  await inspect(page, "/success", "success")
})

/** One page: its accessibility, a picture, and that nothing hangs out at 320 px or at twice the letter size. */
async function inspect(page: Page, path: string | null, name: string): Promise<void> {
  if (path) await page.goto(path)
  await expect(page.locator("main h1")).toHaveCount(1)
  await page.waitForLoadState("networkidle")
  await axeInBothThemes(page, `account-${name}`)
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoOverflow(page, `${name} at 320 px`)
  await page.setViewportSize(size)
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"))
  await expectNoOverflow(page, `${name} at 200 % text`)
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"))
}

async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, what).toBeLessThanOrEqual(0)
}

async function register(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Create Account" }).click()
  await page.getByLabel("Full Name").fill("Sally Shopper")
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByLabel("Region").selectOption("usa")
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Create Account" }).click()
}

async function fillAddress(page: Page): Promise<void> {
  const fields = {
    Phone: "+1 503 555 0100",
    Address: "12 Quiet Street",
    City: "Portland",
    State: "Oregon",
    "Zip code": "97201",
  }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

async function toPayment(page: Page): Promise<void> {
  await page.goto("/checkout")
  await fillAddress(page)
  await page.getByRole("button", { name: "Continue to payment" }).click()
  await page.waitForURL(/\/sandbox\/pay\//)
}

async function putInCart(page: Page, dollId: number): Promise<void> {
  await page.goto(`/model/${dollId}`)
  await page.getByRole("button", { name: "Add to Cart" }).first().click()
  await expect(page.getByText("Added to cart!")).toBeVisible()
}

async function expectCart(page: Page, count: number): Promise<void> {
  const shown = page.evaluate.bind(page, () => localStorage.getItem("cart_count"))
  await expect.poll(shown).toBe(count === 0 ? null : String(count))
}

async function sellOut(url: string, dollId: number): Promise<void> {
  await ask(url, `PATCH /dolls/${dollId}`, { token: await tokenOf(url, "admin@demo.example"), body: { stock: 0 } })
}

function problem(status: number, detail: string) {
  return { status, contentType: "application/problem+json", body: JSON.stringify({ status, detail, code: "INTERNAL" }) }
}
