import { notificationTexts, paymentTexts } from "#contract/buyingText.ts"
import { cartRefusals, cartTexts, stockTexts } from "#contract/texts.ts"
import { money } from "../web/platform/ui/format.ts"
import {
  aCustomer,
  anAccount,
  anOrder,
  ask,
  change,
  newAddress,
  password,
  passwordOf,
  ship,
  tokenOf,
} from "./customers.ts"
import { linkFor } from "./emails.ts"
import { silenceSocket } from "./failCalls.ts"
import { axe, axeInBothThemes, expect, type Page, passAgeGate, signIn, test } from "./fixtures.ts"

test("a visitor becomes a customer, pays, and sees the order shipped", async ({
  page,
  site,
  expectConsole,
  isMobile,
}) => {
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
  if (isMobile) await page.getByText("1 model", { exact: true }).click()
  await expect(page.getByRole("main").getByText(name, { exact: true })).toBeVisible()
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
  await expect(page.locator("html")).toHaveAttribute("data-notices", "some")
  await page.getByRole("link", { name: number! }).click()
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible()
  const repeated = page.getByRole("status").filter({ hasText: notificationTexts.orderPaid.title })
  await expect(repeated, "no toast repeats what the result of the payment says").toHaveCount(0)
  await expect(page.getByText("To be shipped")).toBeVisible()
  await expect(page.getByRole("button", { name: "Track Order" })).toHaveCount(0)

  await expect(page).toHaveTitle(`Order ${number} - Vitrine`)
  // The open page shows the change itself, without a toast.
  await ship(site.url, Number(page.url().split("/").at(-1)), "RX-4711-0815")
  await expect(page.getByText("Shipped", { exact: true }).first()).toBeVisible()
  const steps = page.getByRole("list", { name: "Order progress" }).getByRole("listitem")
  await expect(steps.last()).toHaveText(/^Shipped\w+ \d+, \d{4}\s*Estimated delivery/)
  await expect(page.getByRole("status").filter({ hasText: notificationTexts.orderShipped.title })).toHaveCount(0)
  await expect(page.getByText("RX-4711-0815")).toBeVisible()
  await page.getByRole("button", { name: "Track Order" }).click()
  await expect(page.getByRole("dialog", { name: "Track your order" }).getByText("RX-4711-0815")).toBeVisible()
  await page.keyboard.press("Escape")

  await page.goto("/orders")
  await expect(page).toHaveURL(/\/dashboard\?tab=orders$/)
  await page.getByLabel("Status").selectOption("shipped")
  await expect(page.getByRole("rowheader", { name: number! })).toBeVisible()
  await page.getByLabel("Status").selectOption("cancelled")
  await expect(page.getByText("No orders with this status.")).toBeVisible()
})

test("the registration form says what is missing, and where", { tag: "@desktop" }, async ({ page }) => {
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
  await page.getByRole("button", { name: "Show password" }).click()
  await expect(secret).toHaveAttribute("type", "text")

  await page.getByRole("link", { name: "Sign In" }).click()
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("")
  await page.getByRole("link", { name: "Create Account" }).click()
  await expect(page.getByLabel("Full Name")).toHaveValue("")
})

test("a failed payment leaves the order, and can be tried again", { tag: "@desktop" }, async ({ page, site }) => {
  await aCustomer(page, site.url)
  await putInCart(page, 1)
  const name = await page.getByRole("heading", { level: 1 }).textContent()
  await toPayment(page)
  const purchase = page.getByRole("region", { name: "Your purchase" })
  await expect(purchase).toContainText(name!)
  await expect(page.getByText(/\$[\d,]+\.\d{2} USD/)).toHaveCount(1)
  const pictures = purchase.locator("img")
  await expect(pictures).toHaveCount(1)
  const shown = () => pictures.evaluate((image: HTMLImageElement) => image.decode().then(() => image.currentSrc))
  expect(await shown()).toMatch(/-three-quarter\/\d+\.avif$/)
  await page.emulateMedia({ colorScheme: "dark" })
  await expect.poll(shown).toMatch(/-three-quarter-night\/\d+\.avif$/)
  await page.emulateMedia({ colorScheme: "light" })
  await expect(page.getByRole("list", { name: "Progress" }).locator("[aria-current=step]")).toHaveText("Payment")
  await expect(page.getByRole("listitem").filter({ hasText: "Address completed" }).locator("svg")).toBeVisible()
  await axe(page)
  await page.getByRole("button", { name: "Fail payment" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Payment Cancelled" })).toBeVisible()
  await expect(page.getByText(paymentTexts.notMade)).toBeVisible()
  await expect(page.getByRole("link", { name: "Back to cart" })).toHaveAttribute("href", "/cart")
  await expectCart(page, 1)
  await page.getByRole("button", { name: "Retry payment" }).click()
  await page.getByRole("button", { name: "Pay in full" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible()
})

test("a partial payment is shown as such", { tag: "@desktop" }, async ({ page, site }) => {
  await aCustomer(page, site.url)
  await putInCart(page, 1)
  await toPayment(page)
  await page.getByRole("button", { name: "Pay in part" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Part of the payment is missing" })).toBeVisible()
  await expect(page.getByText("Order Confirmed!")).toHaveCount(0)
  await expect(page.getByText(/haven't been charged/)).toHaveCount(0)
  const invoice = await page.getByRole("link", { name: "Send the rest" }).getAttribute("href")

  await page.evaluate(() => sessionStorage.removeItem("payment_under_way"))
  await page.goto("/cancel")
  await expect(page.getByRole("heading", { level: 1, name: "Part of the payment is missing" })).toBeVisible()
  await expect(page).toHaveTitle("Part of the payment is missing - Vitrine")
  await page.route("**/api/orders?*", async (route) => {
    const response = await route.fetch()
    const orders: { payment: { state: string } | null }[] = await response.json()
    for (const { payment } of orders) if (payment) payment.state = "coming"
    await route.fulfill({ response, json: orders })
  })
  await page.goto("/checkout")
  await expect(page.getByRole("status").filter({ hasText: paymentTexts.alreadyHeld("") })).toBeVisible()
  await page.unrouteAll({ behavior: "ignoreErrors" })
  await page.goto("/checkout")
  const amount = "\\$[\\d.,]+"
  const received = new RegExp(paymentTexts.partArrived(amount, amount))
  const held = page.getByRole("status").filter({ hasText: paymentTexts.alreadyHeldInPart("") })
  await expect(held).toContainText(received)
  await held.getByRole("link", { name: /^View order ORD-/ }).click()

  await expect(page.getByRole("heading", { level: 1, name: /^Order ORD-/ })).toBeVisible()
  await expect(page.getByText("Partially paid", { exact: true })).toBeVisible()
  await expect(page.getByText(received)).toBeVisible()
  await expect(page.getByText(/That is [\d.]+ \w+\./)).toContainText(paymentTexts.sentTo)
  await expect(page.getByText(paymentTexts.partLater)).toBeVisible()
  await expect(page.getByText(/and you won't be charged/)).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Pay now" })).toHaveCount(0)
  await axe(page)
  await page.getByRole("link", { name: "Send the rest" }).click()
  await expect(page).toHaveURL(invoice!)
  await expect(page.getByText(/^\$[\d.,]+ USD missing$/)).toBeVisible()
  await page.getByRole("button", { name: "Send the rest" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Order Confirmed!" })).toBeVisible()
  await expect(page.getByRole("region", { name: "Your items" })).toContainText("Quantity 1")
  await expect(page.getByRole("list", { name: "Order progress" }).locator("[aria-current=step]")).toHaveText(/^Packing/)
  await page.goto(invoice!)
  await expect(page.getByRole("heading", { level: 1, name: "This invoice is paid" })).toBeVisible()
  await expect(page.getByRole("button")).toHaveCount(0)
})

test("a pending payment is shown, and so is one whose status cannot be loaded", { tag: "@desktop" }, async ({
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

test("the URL of an unknown payment says so", { tag: "@desktop" }, async ({ page, site, expectConsole }) => {
  expectConsole(/404/)
  await aCustomer(page, site.url)
  for (const address of ["/success?payment=999999", "/success?payment=x", "/success"]) {
    await page.goto(address)
    await expect(page.getByRole("heading", { level: 1, name: paymentTexts.unknown })).toBeVisible()
    await expect(page.getByText(paymentTexts.unknownNote)).toBeVisible()
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0)
  }
})

test("an unpaid order can be paid, cancelled and deleted", { tag: "@desktop" }, async ({ page, site }) => {
  await aCustomer(page, site.url)
  await putInCart(page, 2)
  await toPayment(page)
  await page.goto("/dashboard?tab=orders")
  await page.getByRole("link", { name: /^Details of ORD-/ }).click()
  await expect(page.getByRole("heading", { level: 1, name: /^Order ORD-/ })).toBeVisible()
  await expect(page.getByText("Unpaid", { exact: true })).toBeVisible()
  await expect(page.getByText(/Pay by .+ \((5\d|60) min \d\d s left\)/)).toBeVisible()
  const progress = page.getByRole("list", { name: "Order progress" })
  await expect(progress.locator("[aria-current=step]")).toHaveText("Payment")
  await expect(page.getByRole("button", { name: "Pay now" })).toBeVisible()
  await page.getByRole("button", { name: "Cancel order" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click()
  await expect(page.getByText("Cancelled", { exact: true })).toBeVisible()
  await expect(progress).toHaveCount(0)
  await page.getByRole("button", { name: "Delete order" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete order" }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText("No orders yet.")).toBeVisible()
})

test("a double click on pay creates one order and one payment", { tag: "@desktop" }, async ({ page, site }) => {
  const { token } = await aCustomer(page, site.url)
  await putInCart(page, 3)
  await page.goto("/checkout")
  await fillAddress(page)
  await page.getByRole("button", { name: "Continue to payment" }).dblclick()
  await page.waitForURL(/\/sandbox\/pay\//)
  expect(await ask(site.url, "GET /orders", { token })).toHaveLength(1)
})

test("an item that has sold out is marked at its line, with a link back", { tag: "@desktop" }, async ({
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
  await expect(alert).toContainText(/sold out/)
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeDisabled()
  await expect(page.getByRole("region", { name: "Order summary" }).getByText("Sold out", { exact: true })).toBeVisible()
  await expect(page.getByLabel("City")).toHaveValue("Portland")
  await alert.getByRole("link", { name: "Edit cart" }).click()
  await expect(page.getByText("Sold out", { exact: true })).toBeVisible()
  await expect(page.getByRole("button", { name: "Proceed to Checkout" })).toBeDisabled()
  await expect(page.getByText(cartTexts.lineStands)).toBeVisible()
  await page.getByRole("button", { name: "Clear Cart", exact: true }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Clear cart" }).click()
  await expect(page.getByText("Your cart is empty")).toBeVisible()
  await expect(page.getByRole("link", { name: "Browse Models" })).toHaveAttribute("href", "/models")
})

test("Buy Now after Add to Cart buys the quantity on the page, and a changed price is shown before payment", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/409/)
  const { token } = await aCustomer(page, site.url)
  await putInCart(page, 6)
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Buy Now" }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  const summary = page.getByRole("region", { name: "Order summary" })
  await expect(summary.getByText(/^1 × /)).toBeVisible()
  await fillAddress(page)
  const boss = await tokenOf(site.url, "admin@demo.example")
  const { price } = await ask<{ price: number }>(site.url, "GET /dolls/6")
  const priced = (now: number) => ask(site.url, "PATCH /dolls/6", { token: boss, body: { price: now } })
  await priced(price + 10)
  try {
    await page.getByRole("button", { name: "Continue to payment" }).click()
    await expect(page.getByRole("alert").filter({ hasText: "Checkout failed" })).toContainText(cartRefusals.changed)
    const changed = `The price has changed from ${money(price)} to ${money(price + 10)}.`
    await expect(summary.getByText(changed)).toBeVisible()
    await page.goto("/cart")
    await expect(page.getByText(changed)).toBeVisible()
    await axe(page)
    expect(await ask(site.url, "GET /orders", { token })).toEqual([])
    await page.getByRole("link", { name: "Proceed to Checkout" }).first().click()
    await page.getByRole("button", { name: "Continue to payment" }).click()
    await expect(page.getByRole("button", { name: "Pay in full" })).toBeVisible()
  } finally {
    await priced(price)
  }
})

test("a cart takes no more of a model than are in stock", { tag: "@desktop" }, async ({ page, site }) => {
  const { token } = await aCustomer(page, site.url)
  const { stock } = await ask<{ stock: number }>(site.url, "GET /dolls/35")
  expect(stock).toBeGreaterThan(1)
  await putInCart(page, 35)
  // On the second turn, nothing more fits into the cart.
  for (let turn = 0; turn < 2; turn++) {
    await page.goto("/model/35")
    await page.getByLabel("Quantity", { exact: true }).fill(String(stock))
    await page.getByRole("button", { name: "Add to Cart" }).first().click()
    await expect(page.getByText(stockTexts.allHeld(stock))).toBeVisible()
    await expect(page.getByRole("heading", { name: `Your cart (${stock})` })).toBeVisible()
    await expect(page.getByText(stockTexts.onlyLeft(stock)).nth(1)).toBeHidden()
  }
  await axe(page)
  const lines = await ask<{ quantity: number }[]>(site.url, "GET /cart/", { token })
  expect(lines.map(({ quantity }) => quantity)).toEqual([stock])
})

test("after a network error the cart can be changed within a second", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|WebSocket/)
  await aCustomer(page, site.url)
  await putInCart(page, 6)
  await page.route("**/api/cart/**", (route) => route.abort())
  await page.goto("/cart")
  await expect(page.getByText("You're seeing a saved copy of your cart.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Clear Cart" })).toBeDisabled()
  await page.unroute("**/api/cart/**")
  await expect(page.getByRole("button", { name: "Clear Cart" })).toBeEnabled({ timeout: 1000 })
  await page.getByRole("button", { name: "Increase quantity" }).click()
  await expect(page.getByText("2 models")).toBeVisible()
})

test("an order that was cancelled and deleted says so, and Back does not show it again", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const { token } = await aCustomer(page, site.url)
  const { id, orderNumber } = await anOrder(site.url, token, { dollId: 6, paid: false })
  await page.goto("/dashboard?tab=orders")
  await page
    .getByRole("link", { name: new RegExp(orderNumber) })
    .or(page.getByRole("link", { name: /Details/ }))
    .first()
    .click()
  await expect(page).toHaveURL(`/order/${id}`)
  await page.getByRole("button", { name: "Cancel order" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click()
  await expect(page.getByText(`Order ${orderNumber} cancelled`)).toBeVisible()
  await expect(page.getByText("Not paid")).toBeVisible()
  await page.getByRole("button", { name: "Delete order" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Delete order" }).click()
  await expect(page.getByText(`Order ${orderNumber} deleted`)).toBeVisible()
  await expect(page).toHaveURL("/dashboard")
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard\?tab=orders$/)
  await expect(page.getByText("No orders yet.")).toBeVisible()
  await expect(page.getByText(orderNumber)).toHaveCount(0)
})

test("failed calls of the checkout show an error, and the button is enabled again", { tag: "@desktop" }, async ({
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
  // The socket is silent, because it would report the end before anything is pressed.
  await page.routeWebSocket(/\/api\//, () => {})
  const { token } = await aCustomer(page, site.url)
  await page.goto("/dashboard")
  await expect(page.getByText("No orders yet.")).toBeVisible()
  // The session ends while the page makes the request of this press, so that no earlier request can notice it.
  await page.route("**/api/gifts", async (route) => {
    await ask(site.url, "POST /auth/logout", { token })
    await route.continue()
  })
  await page.getByRole("link", { name: "Orders", exact: true }).click()
  await expect(page.getByText("Authentication failed. Please log in again.").first()).toBeVisible()
  await expect(page).toHaveURL(/\/(login.*)?$/)
})

test("private pages redirect to the sign-in and back; staff are redirected to their own pages", {
  tag: "@desktop",
}, async ({ page, site }) => {
  await page.goto("/cart")
  await passAgeGate(page)
  await expect(page).toHaveURL(/\/login\?next=%2Fcart$/)
  await page.goto("/dashboard")
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard$/)
  await page.goto(`/login?next=${encodeURIComponent("//elsewhere.example/")}`)
  const { email } = await anAccount(site.url)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(page).toHaveURL(/\/#home$/)
  await page.goto("/login")
  await expect(page).toHaveURL(/\/dashboard$/)
})

test("two tabs share the cart and the signed-in user", { tag: "@desktop" }, async ({ page, site }) => {
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

test("a forgotten password is reset by the email's link, once", { tag: "@desktop" }, async ({
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
  await page.getByRole("button", { name: "Send link" }).click()
  await expect(page.getByText("If there is an account with this email address")).toBeVisible()

  const link = await linkFor(site.dataDir, email, "/reset-password")
  await page.goto(link)
  await expect(page).toHaveURL(/\/reset-password$/)
  // Reloading is like a phone that unloads the tab: the link must not count as used.
  await page.reload()
  await page.getByLabel("New password").fill("short")
  await page.getByRole("button", { name: "Set new password" }).click()
  await expect(page.getByText("Password must be at least 8 characters long")).toBeVisible()
  await page.getByLabel("New password").fill("Another2025")
  await page.getByRole("button", { name: "Set new password" }).click()
  await expect(page.getByText("Your new password is set")).toBeVisible()
  await page.reload()
  await expect(page.getByText("Your new password is set")).toBeVisible()
  await signIn(page, email, "Another2025")

  await page.goto(link)
  await page.getByLabel("New password").fill("Another2026")
  await page.getByRole("button", { name: "Set new password" }).click()
  await expect(page.getByText("This link is no longer valid. Please request a new one.")).toBeVisible()
  await expect(page.getByRole("link", { name: "Request a new link" })).toHaveAttribute("href", "/forgot-password")
})

test("an address is confirmed by the email's link; a used link says so, an invalid one offers a new email", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/409|422/)
  const { email } = await anAccount(site.url)
  const link = await linkFor(site.dataDir, email, "/verify-email")
  await page.goto(link)
  await passAgeGate(page)
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible()
  await expect(page).toHaveURL(/\/verify-email$/)
  await page.reload()
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible()
  await page.goto(link)
  await expect(page.getByText("This email address is already confirmed. There's nothing else to do.")).toBeVisible()
  await expect(page.getByRole("link", { name: "Log in", exact: true })).toBeVisible()
  await page.goto("/verify-email?oob_code=a-code-that-nobody-has")
  await expect(page.getByText("This link is no longer valid. Please request a new one.")).toBeVisible()
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByRole("button", { name: "Send new link" }).click()
  await expect(page.getByText("If this email address is waiting to be confirmed")).toBeVisible()
})

test("users change their profile and their password", { tag: "@desktop" }, async ({ page, site, expectConsole }) => {
  expectConsole(/403/)
  await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=settings")
  await page.getByLabel("Full Name").fill("Nora Newname")
  await page.getByRole("button", { name: "Save profile" }).click()
  await expect(page.getByText("Profile updated successfully")).toBeVisible()
  await expect(page.getByRole("heading", { level: 1, name: "Welcome, Nora!" })).toBeVisible()

  const moved = newAddress()
  await change(page, "Email address")
  await page.getByLabel("New email address").fill(moved)
  await page.getByLabel("Your password").fill("Wrong12345")
  await page.getByRole("button", { name: "Change email address" }).click()
  await expect(page.getByText("Your current password is incorrect.")).toBeVisible()
  await page.getByLabel("Your password").fill(password)
  await page.getByRole("button", { name: "Change email address" }).click()
  await expect(page.getByText(`Waiting for confirmation: ${moved}`)).toBeVisible()

  await change(page, "Password")
  const update = page.getByRole("button", { name: "Update password" })
  await expect(update).toBeDisabled()
  await page.getByLabel("Current password").fill(password)
  await page.getByLabel("New password", { exact: true }).fill("Another2025")
  await page.getByLabel("Confirm new password").fill("Another2026")
  await update.click()
  await expect(page.getByText("New passwords do not match")).toBeVisible()
  await page.getByLabel("Confirm new password").fill("Another2025")
  await update.click()
  await expect(page.getByText("Password updated successfully")).toBeVisible()
})

test("an order of another user is not found", { tag: "@desktop" }, async ({ page, site, expectConsole }) => {
  expectConsole(/404/)
  await aCustomer(page, site.url)
  await page.goto("/order/1")
  await expect(page.getByRole("heading", { level: 1, name: "Order not found" })).toBeVisible()
  await page.goto("/order/abc")
  await expect(page.getByRole("heading", { level: 1, name: "Order not found" })).toBeVisible()
})

test("lists that cannot be loaded show an error, and can be retried", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  await aCustomer(page, site.url)
  await silenceSocket(page)
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
  await page.goto("/login")
  await passAgeGate(page)
  await inspect(page, "/login", "login")
  await inspect(page, "/login?mode=register", "register")
  await inspect(page, "/forgot-password", "forgot-password")
  await inspect(page, "/reset-password?oob_code=0123456789abcdef", "reset-password")
  await inspect(page, "/undo-email-change?oob_code=0123456789abcdef", "undo-email-change")

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

  await signIn(page, "mara@demo.example", passwordOf("mara@demo.example"))
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

/** Checks the accessibility of a page, takes a picture, and checks that nothing overflows at twice the text size. */
async function inspect(page: Page, path: string | null, name: string): Promise<void> {
  if (path) await page.goto(path)
  await expect(page.locator("main h1")).toHaveCount(1)
  await page.waitForLoadState("networkidle")
  await axeInBothThemes(page, `account-${name}`)
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

test("on a phone the way to the checkout is in reach without scrolling", { tag: "@phone" }, async ({ page, site }) => {
  const { token } = await aCustomer(page, site.url)
  await ask(site.url, "POST /cart/", { token, body: { doll_id: 5, quantity: 1 } })
  await page.goto("/cart")
  const bar = page.getByRole("region", { name: "Checkout" })
  await expect(bar.getByRole("link", { name: "Proceed to Checkout" })).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => document.querySelector('main a[href="/checkout"]')!.scrollIntoView({ block: "center" }))
  await expect(bar).toBeHidden()
  await axe(page)
})

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
  const shown = page.evaluate.bind(page, () => {
    const { dataset, style } = document.documentElement
    return dataset.cart ? style.getPropertyValue("--cart") : null
  })
  await expect.poll(shown).toBe(count === 0 ? null : `"${count}"`)
}

async function sellOut(url: string, dollId: number): Promise<void> {
  await ask(url, `PATCH /dolls/${dollId}`, { token: await tokenOf(url, "admin@demo.example"), body: { stock: 0 } })
}

function problem(status: number, detail: string) {
  return { status, contentType: "application/problem+json", body: JSON.stringify({ status, detail, code: "INTERNAL" }) }
}
