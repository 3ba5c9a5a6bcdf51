import { accountTexts } from "#contract/memberText.ts"
import { cartTexts, contactTexts, generalTexts, modelTexts, reviewTexts, supportTexts } from "#contract/texts.ts"
import { aCustomer, ask, password } from "./customers.ts"
import { fail, loseAnswers, silenceSocket, why } from "./failCalls.ts"
import { expect, type Page, test } from "./fixtures.ts"

/**
 * One journey for each kind of failing call: the page says what failed and why, and trying again works.
 * `web/failures.test.tsx` has the text of every call.
 */

test.beforeEach(async ({ context, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await context.addInitScript(() => {
    if (location.protocol.startsWith("http")) localStorage.setItem("age_verified", "true")
  })
})

test("a list that cannot be loaded shows an error, and can be retried", { tag: "@desktop" }, async ({ page, site }) => {
  await aCustomer(page, site.url)
  await silenceSocket(page)
  const mend = await fail(page, "GET", "/api/orders")
  await page.goto("/dashboard?tab=orders")
  await alerted(page, accountTexts.ordersLoadFailed, why)
  await mend()
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText("No orders yet.")).toBeVisible()
})

test("a message that is not sent stays in its form", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/contact")
  const field = (name: string) => page.getByRole("main").getByRole("textbox", { name, exact: false })
  const send = page.getByRole("button", { name: "Send message" })
  await expect(page.getByText(supportTexts.hours).first()).toBeVisible()
  await expect(page.getByText(supportTexts.replies).first()).toBeVisible()
  await send.click()
  for (const text of [
    contactTexts.nameRequired,
    contactTexts.emailInvalid,
    contactTexts.subjectRequired,
    contactTexts.messageRequired,
  ]) {
    await expect(page.getByRole("main").getByText(text)).toBeVisible()
  }
  await field("Name").fill("Ada")
  await field("Email").fill("ada@shop.example")
  await field("Subject").fill("A question")
  await field("Message").fill("Is the seam gold?")
  const mend = await fail(page, "POST", "/api/contact")
  await send.click()
  await alerted(page, contactTexts.failed, why)
  await expect(field("Message")).toHaveValue("Is the seam gold?")
  await mend()
  await send.click()
  await expect(page.getByText(contactTexts.sent)).toBeVisible()
})

test("a failed addition shows an error, and the second attempt succeeds", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await aCustomer(page, site.url)
  await page.goto("/model/20")
  const add = page.getByRole("button", { name: "Add to Cart" }).first()
  const mend = await fail(page, "POST", "/api/cart/")
  await add.click()
  await alerted(page, cartTexts.addFailed, why)
  await expect(page.getByText(cartTexts.added)).toHaveCount(0)
  await mend()
  await add.click()
  await expect(page.getByText(cartTexts.added)).toBeVisible()
})

test("a review whose answer is lost was submitted nevertheless", { tag: "@desktop" }, async ({ page, site }) => {
  await aCustomer(page, site.url)
  await page.goto("/model/16#reviews")
  await page.getByRole("textbox", { name: "Your review" }).fill("The glaze is deeper than in the picture.")
  await page.getByRole("radio", { name: "4 stars" }).check({ force: true })
  await loseAnswers(page, "POST", "/api/reviews/")
  await page.getByRole("button", { name: "Submit review" }).click()
  await expect(page.getByText(reviewTexts.submitted)).toBeVisible()
  await expect(page.getByRole("button", { name: "Edit review" })).toBeVisible()
})

test("a model whose details cannot be loaded shows an error, and retries", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/models")
  const link = page.locator("main article h2 a").first()
  const name = (await link.textContent()) ?? ""
  await page.route("**/model/*.data*", (route) => route.abort())
  await link.click()
  await alerted(page, modelTexts.detailsFailed, generalTexts.tryAgainLater)
  await page.unroute("**/model/*.data*")
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
})

test("a session that ends while a cart is open leads to the sign-in, and back", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const { token, email } = await aCustomer(page, site.url)
  await ask(site.url, "POST /cart/", { token, body: { doll_id: 9, quantity: 1 } })
  await page.goto("/cart")
  await expect(page.getByRole("button", { name: /^Remove/ })).toBeVisible()
  // Nothing is pressed: the socket reports the end of the session.
  await ask(site.url, "POST /auth/logout", { token })
  await alerted(page, generalTexts.authenticationFailed)
  await expect(page).toHaveURL(/\/login\?next=%2Fcart$/)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign In" }).click()
  await expect(page).toHaveURL(/\/cart$/)
  await expect(page.getByRole("button", { name: /^Remove/ })).toBeVisible()
})

/** Checks that an alert has this title and the reason. */
async function alerted(page: Page, title: string, reason = ""): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: title }).last()
  await expect(alert).toBeVisible()
  await expect(alert).toContainText(reason)
}
