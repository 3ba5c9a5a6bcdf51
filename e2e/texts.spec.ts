import { orderStatusTexts } from "#contract/buyingText.ts"
import { accountTexts, loginTexts } from "#contract/memberText.ts"
import {
  cartTexts,
  contactTexts,
  favoriteTexts,
  generalTexts,
  modelTexts,
  newsletterTexts,
  reviewTexts,
  shippingTexts,
  slideshowTexts,
  stockTexts,
  supportTexts,
} from "#contract/texts.ts"
import { aCustomer, ask, change, newAddress, password, signInAs, tokenOf } from "./customers.ts"
import { linkFor } from "./emails.ts"
import { answerWith, fail, loseAnswers, silenceSocket, why } from "./failCalls.ts"
import { expect, type Page, test } from "./fixtures.ts"

/** Every sentence that a failed call shows: what a person did, why it failed, and that doing it again works. */

test.beforeEach(async ({ context, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await context.addInitScript(() => {
    if (location.protocol.startsWith("http")) localStorage.setItem("age_verified", "true")
  })
})

test.describe("accounts", () => {
  test("a failed registration keeps its input", { tag: "@desktop" }, async ({ page }) => {
    await page.goto("/login?mode=register")
    await page.getByLabel("Full Name").fill("Sally Shopper")
    await page.getByLabel("Email", { exact: true }).fill(newAddress())
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByLabel("Region").selectOption("usa")
    await page.getByRole("checkbox").check()
    const submit = page.getByRole("button", { name: "Create Account" })
    const mend = await fail(page, "POST", "/api/auth/register")
    await submit.click()
    await alerted(page, loginTexts.registrationFailed, why)
    await expect(page.getByLabel("Full Name")).toHaveValue("Sally Shopper")
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue(password)
    await mend()
    await submit.click()
    await expect(page.getByText(loginTexts.registered)).toBeVisible()
  })

  test("a profile that is not saved keeps its input", { tag: "@desktop" }, async ({ page, site }) => {
    await aCustomer(page, site.url)
    await page.goto("/dashboard?tab=settings")
    const name = page.getByLabel("Full Name")
    await name.fill("Nora Newname")
    const save = page.getByRole("button", { name: "Save profile" })
    const mend = await fail(page, "PATCH", "/api/auth/me")
    await save.click()
    await alerted(page, accountTexts.profileFailed, why)
    await expect(name).toHaveValue("Nora Newname")
    await mend()
    await save.click()
    await expect(page.getByText(accountTexts.profileSaved)).toBeVisible()
    await expect(page.getByText(accountTexts.profileFailed)).toBeHidden()
  })

  test("a password change that failed can be repeated", { tag: "@desktop" }, async ({ page, site }) => {
    await aCustomer(page, site.url)
    await page.goto("/dashboard?tab=settings")
    await change(page, "Password")
    await page.getByLabel("Current password").fill(password)
    await page.getByLabel("New password", { exact: true }).fill("Another2025")
    await page.getByLabel("Confirm new password").fill("Another2025")
    const update = page.getByRole("button", { name: "Update password" })
    const mend = await fail(page, "POST", "/api/auth/change-password")
    await update.click()
    await alerted(page, accountTexts.passwordFailed, why)
    await expect(page.getByLabel("New password", { exact: true })).toHaveValue("Another2025")
    await mend()
    await update.click()
    await expect(page.getByText(accountTexts.passwordSaved)).toBeVisible()
  })

  for (const [tab, path, text] of [
    ["overview", "/api/orders", accountTexts.ordersFetchFailed],
    ["orders", "/api/orders", accountTexts.ordersLoadFailed],
    ["favorites", "/api/favorites/", favoriteTexts.loadOwnFailed],
    ["reviews", "/api/reviews/user/", reviewTexts.fetchOwnFailed],
  ] as const) {
    test(`the dashboard says “${text}” and why, and retries`, { tag: "@desktop" }, async ({ page, site }) => {
      await aCustomer(page, site.url)
      await silenceSocket(page)
      const mend = await fail(page, "GET", path)
      await page.goto(`/dashboard?tab=${tab}`)
      await alerted(page, text, why)
      await mend()
      await page.getByRole("button", { name: "Try again" }).click()
      await expect(page.getByText(/^No (orders|favorites|reviews) yet\.$/)).toBeVisible()
    })
  }

  test("an order that cannot be loaded shows an error, and can be retried", { tag: "@desktop" }, async ({
    page,
    site,
  }) => {
    const token = await signInAs(page, site.url, "mara@demo.example")
    const [order] = await ask<{ id: number; orderNumber: string }[]>(site.url, "GET /orders", { token })
    await silenceSocket(page)
    const mend = await fail(page, "GET", `/api/orders/${order!.id}`)
    await page.goto(`/order/${order!.id}`)
    await alerted(page, accountTexts.orderLoadFailed, why)
    await mend()
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByRole("heading", { level: 1, name: order!.orderNumber })).toBeVisible()
  })

  test("every status of an order has its text, and an unknown one is shown as pending", { tag: "@desktop" }, async ({
    page,
    site,
  }) => {
    await signInAs(page, site.url, "mara@demo.example")
    const statuses = [...Object.keys(orderStatusTexts), "on_the_moon"]
    await page.route("**/api/orders?*", async (route) => {
      const answer = await route.fetch()
      const [order] = await answer.json()
      await route.fulfill({ response: answer, json: statuses.map((status, id) => ({ ...order, id, status })) })
    })
    await page.goto("/dashboard?tab=orders")
    const table = page.getByRole("table")
    for (const text of [...Object.values(orderStatusTexts), "Pending"]) {
      await expect(table.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible()
    }
  })
})

test.describe("unexpected errors", () => {
  test("a response without a message shows its status", { tag: "@desktop" }, async ({ page, site }) => {
    await aCustomer(page, site.url)
    await silenceSocket(page)
    const mend = await answerWith(page, "GET", "/api/orders", { status: 502, contentType: "text/html", body: "<h1>" })
    await page.goto("/dashboard?tab=orders")
    await alerted(page, accountTexts.ordersLoadFailed, "API Error: 502 - Unknown error")
    await mend()
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByText("No orders yet.")).toBeVisible()
  })

  test("if the user cannot be loaded, the page says so and retries", { tag: "@desktop" }, async ({ page, site }) => {
    await aCustomer(page, site.url)
    const mend = await answerWith(page, "GET", "/api/auth/me", { status: 503, body: "" })
    await page.goto("/cart")
    await alerted(page, generalTexts.failedToLoad, generalTexts.tryAgainLater)
    await mend()
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByText(cartTexts.empty)).toBeVisible()
  })

  test("a session that ends while a cart is open leads to the sign-in, and back", { tag: "@desktop" }, async ({
    page,
    site,
  }) => {
    const { token, email } = await aCustomer(page, site.url)
    await putInCart(site.url, token, 9)
    await page.goto("/cart")
    await expect(page.getByRole("button", { name: /^Remove/ })).toBeVisible()
    // Nothing is pressed: the page hears of it.
    await ask(site.url, "POST /auth/logout", { token })
    await alerted(page, generalTexts.authenticationFailed)
    await expect(page).toHaveURL(/\/login\?next=%2Fcart$/)
    await page.getByLabel("Email", { exact: true }).fill(email)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByRole("button", { name: "Sign In" }).click()
    await expect(page).toHaveURL(/\/cart$/)
    await expect(page.getByRole("button", { name: /^Remove/ })).toBeVisible()
  })
})

const members = ["/cart", "/checkout", "/success", "/cancel", "/order/1", "/chat", "/model-chat/1", "/vip-content"]
for (const [who, email, home, needed] of [
  [
    "a customer",
    "mara@demo.example",
    "/dashboard",
    { Admin: ["/admin", "/admin/model/edit/1", "/moderator-chat-activity/1"], Moderator: ["/moderator"] },
  ],
  [
    "a moderator",
    "moderator@demo.example",
    "/moderator",
    { User: members, Admin: ["/admin", "/admin/model/edit/1", "/moderator-chat-activity/1"] },
  ],
  ["an admin", "admin@demo.example", "/admin", { User: members, Moderator: ["/moderator"] }],
] as const) {
  test(`${who} sees whose rooms these are, and is redirected home`, { tag: "@desktop" }, async ({ page, site }) => {
    await signInAs(page, site.url, email)
    for (const [role, paths] of Object.entries(needed)) {
      for (const path of paths) {
        await page.goto(path)
        await alerted(page, `Access denied. ${role} privileges required.`)
        await expect(page).toHaveURL(new RegExp(`${home}$`))
      }
    }
  })
}

test.describe("the cart", () => {
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

  test("a line or cart that could not be changed, removed or cleared stays", { tag: "@desktop" }, async ({
    page,
    site,
  }) => {
    const { token } = await aCustomer(page, site.url)
    await putInCart(site.url, token, 11)
    await page.goto("/cart")
    const quantity = page.getByRole("spinbutton", { name: /^Quantity of/ })
    await expect(quantity).toHaveValue("1")
    let mend = await fail(page, "PUT", "/api/cart/")
    await page.getByRole("button", { name: "Increase quantity" }).click()
    await alerted(page, cartTexts.updateFailed, why)
    await expect(quantity).toHaveValue("1")
    await mend()
    await page.getByRole("button", { name: "Increase quantity" }).click()
    await expect(quantity).toHaveValue("2")
    await expect.poll(async () => (await cartOf(site.url, token))[0]?.quantity).toBe(2)

    mend = await fail(page, "DELETE", "/api/cart/")
    await page.getByRole("button", { name: /^Remove/ }).click()
    await alerted(page, cartTexts.removeFailed, why)
    await expect(quantity).toHaveValue("2")
    await page.getByRole("button", { name: "Clear Cart", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Clear cart" }).click()
    await alerted(page, cartTexts.clearFailed, why)
    await expect(quantity).toHaveValue("2")
    await mend()
    await page.getByRole("button", { name: "Clear Cart", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Clear cart" }).click()
    await expect(page.getByText(cartTexts.empty)).toBeVisible()
    expect(await cartOf(site.url, token)).toEqual([])
  })

  test("a cart that cannot be loaded can be retried, and shows its last state meanwhile", {
    tag: "@desktop",
  }, async ({ page, site }) => {
    const { token } = await aCustomer(page, site.url)
    await putInCart(site.url, token, 12)
    let mend = await fail(page, "GET", "/api/cart/")
    await page.goto("/cart")
    await alerted(page, cartTexts.fetchFailed, why)
    // Once it works again, the page also asks by itself.
    await page.getByRole("button", { name: "Try again" }).click()
    await mend()
    await expect(page.getByRole("button", { name: /^Remove/ })).toBeVisible()

    mend = await fail(page, "GET", "/api/cart/")
    await page.reload()
    const notice = page.getByRole("status").filter({ hasText: cartTexts.fetchFailed })
    await expect(notice).toContainText(why)
    await expect(page.getByText("Quantity: 1")).toBeVisible()
    await page.getByRole("button", { name: "Try again" }).click()
    await mend()
    await expect(notice).toBeHidden()
    await expect(page.getByRole("button", { name: /^Remove/ })).toBeVisible()
  })
})

test.describe("favorites", () => {
  test("a favorite that cannot be saved shows why, and is saved at the next click", { tag: "@desktop" }, async ({
    page,
    site,
  }) => {
    await aCustomer(page, site.url)
    await page.goto("/model/13")
    const heart = page.getByRole("button", { name: /^Favorite / }).first()
    await expect(heart).toHaveAttribute("aria-pressed", "false")
    let mend = await fail(page, "POST", "/api/favorites/")
    await heart.click()
    await alerted(page, favoriteTexts.addFailed, why)
    await expect(heart).toHaveAttribute("aria-pressed", "false")
    await mend()
    await heart.click()
    await expect(page.getByText(favoriteTexts.added)).toBeVisible()
    await expect(heart).toHaveAttribute("aria-pressed", "true")

    mend = await fail(page, "DELETE", "/api/favorites/")
    await heart.click()
    await alerted(page, favoriteTexts.removeFailed, why)
    await expect(heart).toHaveAttribute("aria-pressed", "true")
    await mend()
    await heart.click()
    await expect(page.getByText(favoriteTexts.removed)).toBeVisible()
    await expect(heart).toHaveAttribute("aria-pressed", "false")
  })

  test("favorites with an unknown state show one error, and are loaded before they change", {
    tag: "@desktop",
  }, async ({ page, site }) => {
    await aCustomer(page, site.url)
    const mend = await fail(page, "GET", "/api/favorites/")
    await page.goto("/models")
    await alerted(page, favoriteTexts.loadFailed, why)
    await expect(page.getByRole("alert").filter({ hasText: favoriteTexts.loadFailed })).toHaveCount(1)
    const heart = page.getByRole("button", { name: /^Favorite / }).first()
    await heart.click()
    await alerted(page, favoriteTexts.updateFailed, why)
    await mend()
    await heart.click()
    await expect(page.getByText(favoriteTexts.added)).toBeVisible()
  })

  test("the last known favorites stay when they cannot be reloaded", { tag: "@desktop" }, async ({ page, site }) => {
    const { token } = await aCustomer(page, site.url)
    await ask(site.url, "POST /favorites/", { token, body: { doll_id: 14 } })
    await page.goto("/dashboard?tab=favorites")
    await expect(page.getByRole("main").locator("article")).toHaveCount(1)
    await page.getByRole("link", { name: "Settings" }).click()
    await expect(page.getByLabel("Full Name")).toBeVisible()
    const mend = await fail(page, "GET", "/api/favorites/")
    await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Favorites" }).click()
    const notice = page.getByRole("status").filter({ hasText: favoriteTexts.modelsFailed })
    await expect(notice).toContainText(why)
    await expect(page.getByRole("main").locator("article")).toHaveCount(1)
    await page.getByRole("button", { name: "Try again" }).click()
    await mend()
    await expect(notice).toBeHidden()
  })

  test("favorites require a sign-in, also when the session ends meanwhile", { tag: "@desktop" }, async ({
    page,
    site,
  }) => {
    await page.goto("/model/15")
    const heart = page.getByRole("button", { name: /^Favorite / }).first()
    await heart.click()
    await expect(page.getByText(favoriteTexts.loginToSave)).toBeVisible()

    // The session ends while the page saves the favorite: neither its socket nor another request hears of it before.
    await page.routeWebSocket(/\/api\//, () => {})
    const { token } = await aCustomer(page, site.url)
    await page.goto("/model/15")
    await page.route("**/api/favorites/**", async (route) => {
      if (route.request().method() !== "GET") await ask(site.url, "POST /auth/logout", { token })
      await route.continue()
    })
    await heart.click()
    await alerted(page, favoriteTexts.loginTitle, favoriteTexts.login)
    await page
      .getByRole("alert")
      .filter({ hasText: favoriteTexts.login })
      .getByRole("button", { name: "Log in" })
      .click()
    await expect(page).toHaveURL(/\/login\?next=%2Fmodel%2F15$/)
  })
})

test.describe("reviews", () => {
  test("a review that is not sent keeps its text, is sent again, changed and deleted", { tag: "@desktop" }, async ({
    page,
    site,
  }) => {
    const { token } = await aCustomer(page, site.url)
    await page.goto("/model/16#reviews")
    const text = page.getByRole("textbox", { name: "Your review" })
    await text.fill("The glaze is deeper than in the picture.")
    await page.getByRole("radio", { name: "4 stars" }).check({ force: true })
    let mend = await fail(page, "POST", "/api/reviews/")
    await page.getByRole("button", { name: "Submit review" }).click()
    await alerted(page, reviewTexts.submitFailed, why)
    await expect(text).toHaveValue("The glaze is deeper than in the picture.")
    await mend()
    // Stored, though the response is lost.
    mend = await loseAnswers(page, "POST", "/api/reviews/")
    await page.getByRole("button", { name: "Submit review" }).click()
    await expect(page.getByText(reviewTexts.submitted)).toBeVisible()
    await mend()

    await page.getByRole("button", { name: "Edit review" }).click()
    await text.fill("The glaze is as deep as a well.")
    mend = await fail(page, "PUT", "/api/reviews/")
    await page.getByRole("button", { name: "Save review" }).click()
    await alerted(page, reviewTexts.updateFailed, why)
    await expect(text).toHaveValue("The glaze is as deep as a well.")
    await mend()
    await page.getByRole("button", { name: "Save review" }).click()
    await expect(page.getByText(reviewTexts.updated)).toBeVisible()

    await page.getByRole("button", { name: "Delete review" }).click()
    const question = page.getByRole("dialog", { name: "Delete your review?" })
    mend = await fail(page, "DELETE", "/api/reviews/")
    await question.getByRole("button", { name: "Delete review" }).click()
    await alerted(page, reviewTexts.deleteFailed, why)
    await mend()
    await question.getByRole("button", { name: "Delete review" }).click()
    await expect(page.getByText(reviewTexts.deleted)).toBeVisible()
    await expect(page.getByRole("button", { name: "Submit review" })).toBeVisible()

    // Reviewed elsewhere meanwhile: what was typed is kept, as an edit of that review.
    await text.fill("Lovely in the evening.")
    await page.getByRole("radio", { name: "5 stars" }).check({ force: true })
    const body = { doll_id: 16, rating: 3, comment: "A little smaller than expected." }
    await ask(site.url, "POST /reviews", { token, body })
    await page.getByRole("button", { name: "Submit review" }).click()
    await alerted(page, reviewTexts.submitFailed, "You have already reviewed this model.")
    await expect(page.getByRole("heading", { name: "Edit your review" })).toBeVisible()
    await expect(text).toHaveValue("Lovely in the evening.")
    await page.getByRole("button", { name: "Save review" }).click()
    await expect(page.getByRole("heading", { name: "Your review", exact: true })).toBeVisible()
    await expect(page.getByText("Lovely in the evening.")).toBeVisible()
  })

  test("the dashboard shows the same errors", { tag: "@desktop" }, async ({ page, site }) => {
    const { token } = await aCustomer(page, site.url)
    await ask(site.url, "POST /reviews/", { token, body: { doll_id: 17, rating: 5, comment: "Quiet and heavy." } })
    await page.goto("/dashboard?tab=reviews")
    await page.getByRole("button", { name: /^Edit/ }).click()
    await page.getByLabel("Comment").fill("Quiet, heavy, and well packed.")
    let mend = await fail(page, "PUT", "/api/reviews/")
    await page.getByRole("button", { name: "Save" }).click()
    await alerted(page, reviewTexts.updateFailed, why)
    await expect(page.getByLabel("Comment")).toHaveValue("Quiet, heavy, and well packed.")
    await mend()
    await page.getByRole("button", { name: "Save" }).click()
    await expect(page.getByText(reviewTexts.updated)).toBeVisible()

    mend = await fail(page, "DELETE", "/api/reviews/")
    await page.getByRole("button", { name: /^Delete/ }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete review" }).click()
    await alerted(page, reviewTexts.deleteFailed, why)
    await mend()
    await page.getByRole("button", { name: /^Delete/ }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete review" }).click()
    await expect(page.getByText(reviewTexts.deleted)).toBeVisible()
    await expect(page.getByText("No reviews yet.")).toBeVisible()
  })

  test("if one's own review cannot be loaded, the model's page says so and retries", {
    tag: "@desktop",
  }, async ({ page, site }) => {
    await aCustomer(page, site.url)
    const mend = await fail(page, "GET", "/api/reviews/user/")
    await page.goto("/model/18#reviews")
    await alerted(page, reviewTexts.fetchOwnFailed, why)
    await mend()
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByRole("button", { name: "Submit review" })).toBeVisible()
  })
})

test.describe("the shop", () => {
  test("a home page without its slideshow says so, and retries", { tag: "@desktop" }, async ({ page }) => {
    await editHome(page, "slides", null)
    await comeHome(page)
    await expect(page.getByText(slideshowTexts.loadFailed)).toBeVisible()
    const mend = await fail(page, "GET", "/api/slideshow/slideshows")
    await page.getByRole("button", { name: "Try again" }).click()
    await alerted(page, slideshowTexts.fetchFailed, why)
    await mend()
    await page.getByRole("button", { name: "Try again" }).click()
    await expect(page.getByRole("region", { name: "From the collection" })).toBeVisible()
    await expect(page.getByText(slideshowTexts.loadFailed)).toHaveCount(0)
  })

  test("a home page without featured models says so, and links to all models", { tag: "@desktop" }, async ({
    page,
  }) => {
    await editHome(page, "featured", [])
    await comeHome(page)
    await expect(page.getByText(modelTexts.noneFeatured)).toBeVisible()
    await page.getByRole("link", { name: modelTexts.browseAll }).click()
    await expect(page).toHaveURL(/\/models$/)
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

  test("the stock label says how many are left, made to order, or sold out", { tag: "@desktop" }, async ({
    page,
    site,
  }) => {
    const token = await tokenOf(site.url, "admin@demo.example")
    for (const [stock, text] of [
      [40, stockTexts.available],
      [3, stockTexts.onlyLeft(3)],
      [null, stockTexts.madeToOrder],
      [0, stockTexts.soldOut],
    ] as const) {
      await ask(site.url, "PATCH /dolls/19", { token, body: { stock } })
      await page.goto("/model/19")
      await expect(page.getByRole("main").getByText(text, { exact: true }).first()).toBeVisible()
    }
  })

  test("the shipping tab lists every method, its time and price, and other details", async ({ page, isMobile }) => {
    await page.goto("/model/1")
    await page.getByRole(isMobile ? "button" : "tab", { name: /^Shipping/ }).click()
    const shipping = page.locator("#shipping")
    await expect(shipping).toContainText(shippingTexts.handling)
    for (const { method, time, price } of shippingTexts.options) {
      const row = shipping.getByRole("row").filter({ hasText: method })
      await expect(row).toContainText(time)
      await expect(row).toContainText(price)
    }
    for (const note of shippingTexts.notes) await expect(shipping).toContainText(note)
  })

  test("the free level is redirected to the memberships for a chat", { tag: "@desktop" }, async ({ page, site }) => {
    await aCustomer(page, site.url)
    await page.goto("/model/20")
    await page.getByRole("button", { name: modelTexts.upgradeToChat }).click()
    await expect(page.getByText(modelTexts.chatNeedsMembership)).toBeVisible()
    await expect(page).toHaveURL(/\/upgrade$/)
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

  test("the newsletter says when an address is invalid, confirmed and unsubscribed", {
    tag: "@desktop",
  }, async ({ page, site }) => {
    const email = newAddress()
    await page.goto("/contact")
    const footer = page.getByRole("contentinfo")
    const field = footer.getByLabel("Email address")
    await field.fill(email)
    const mend = await fail(page, "POST", "/api/newsletter")
    await footer.getByRole("button", { name: "Subscribe" }).click()
    await expect(field).toHaveAccessibleDescription(`${newsletterTexts.failed}. ${why}`)
    await expect(field).toHaveValue(email)
    await mend()
    await footer.getByRole("button", { name: "Subscribe" }).click()
    await expect(footer.getByText(newsletterTexts.sent)).toBeVisible()

    await page.goto(await linkFor(site.dataDir, email, "/newsletter/confirm"))
    await expect(page.getByText(newsletterTexts.confirmed)).toBeVisible()
    await page.goto(await linkFor(site.dataDir, email, "/newsletter/unsubscribe"))
    await expect(page.getByText(newsletterTexts.unsubscribed)).toBeVisible()
  })
})

/** The words, and the reason beside them, where they interrupt. */
async function alerted(page: Page, title: string, reason = ""): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: title }).last()
  await expect(alert).toBeVisible()
  await expect(alert).toContainText(reason)
}

/** The home page's data with one part of it replaced: flat, every object naming the places of its keys and values. */
async function editHome(page: Page, part: string, value: unknown): Promise<void> {
  await page.route("**/_.data*", async (route) => {
    const answer = await route.fetch()
    const flat: unknown[] = JSON.parse((await answer.text()).split("\n")[0]!)
    const key = `_${flat.indexOf(part)}`
    for (const one of flat) {
      if (one && typeof one === "object" && key in one) Object.assign(one, { [key]: value === null ? -5 : flat.length })
    }
    await route.fulfill({ response: answer, body: `${JSON.stringify([...flat, value])}\n` })
  })
}

/** To the home page from another, so that only its data is asked for. */
async function comeHome(page: Page): Promise<void> {
  await page.goto("/terms")
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Vitrine/ })
    .click()
  await expect(page.getByRole("heading", { level: 1, name: /Made once/ })).toBeVisible()
}

async function putInCart(url: string, token: string, dollId: number): Promise<void> {
  await ask(url, "POST /cart/", { token, body: { doll_id: dollId, quantity: 1 } })
}

function cartOf(url: string, token: string): Promise<{ quantity: number }[]> {
  return ask(url, "GET /cart/", { token })
}
