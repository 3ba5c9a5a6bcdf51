import { favoriteTexts, modelTexts } from "#contract/texts.ts"
import { aCustomer, anAccount, anOrder, ask, password, signInAs, tokenOf } from "./customers.ts"
import { expect, type Page, passAgeGate, shot, test } from "./fixtures.ts"

/** Fills in the login form that a page has led to. */
async function fillSignIn(page: Page, email: string): Promise<void> {
  const form = page.getByRole("main").locator("form")
  await form.getByLabel("Email").fill(email)
  await form.getByLabel("Password", { exact: true }).fill(password)
  await form.getByRole("button", { name: "Sign In" }).click()
}

const html = (page: Page) => page.locator("html")

test("without Remember me every tab of a browser is signed in until the last one closes", { tag: "@desktop" }, async ({
  page,
  context,
  site,
}) => {
  await passAgeGate(page)
  const waiting = await context.newPage()
  await waiting.goto("/models")
  const { email } = await anAccount(site.url)
  await page.goto("/login")
  await fillSignIn(page, email)
  await expect(page).toHaveURL("/#home")
  await expect(html(waiting)).toHaveAttribute("data-auth", "in")
  expect(await page.evaluate(() => localStorage.getItem("access_token"))).toBeNull()

  const token = await tokenOf(site.url, email)
  const order = await anOrder(site.url, token, { dollId: 4, paid: false })
  // The link of an email opens in a tab that this page did not open.
  const fromEmail = await context.newPage()
  await fromEmail.goto(`/order/${order.id}`)
  await expect(fromEmail.getByRole("heading", { level: 1, name: order.orderNumber })).toBeVisible()
  await ask(site.url, "POST /cart/", { token, body: { doll_id: 5, quantity: 2 } })
  await fromEmail.reload()
  await expect(html(fromEmail)).toHaveAttribute("data-cart", "some")

  for (const tab of context.pages()) await tab.close()
  const later = await context.newPage()
  await later.goto("/models")
  await expect(html(later)).toHaveAttribute("data-auth", "out")
  await expect(later.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible()
  await expect(html(later)).not.toHaveAttribute("data-cart")
  await expect(later.locator(".badge-cart").filter({ visible: true })).toHaveCount(0)
  await later.goto(`/order/${order.id}`)
  await expect(later).toHaveURL(`/login?next=%2Forder%2F${order.id}`)
  await fillSignIn(later, email)
  await expect(later).toHaveURL(`/order/${order.id}`)
  await expect(later.getByRole("heading", { level: 1, name: order.orderNumber })).toBeVisible()
})

test("a user who signs in before the other tabs have responded gets to the right page", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const order: string[] = []
  await page.exposeFunction("note", (what: string) => void order.push(what))
  await page.route("**/api/auth/login", async (route) => {
    order.push("asked")
    await route.continue()
  })
  // The page decides when the wait for the answers of other tabs ends.
  await page.addInitScript(() => {
    const { setTimeout } = window
    const later = window as unknown as { answered: () => void }
    window.setTimeout = ((run: () => void, wait?: number, ...rest: unknown[]) => {
      if (wait !== 400) return setTimeout(run, wait, ...rest)
      later.answered = run
      return 0
    }) as typeof setTimeout
  })
  const { email } = await anAccount(site.url)
  await page.goto("/login")
  await passAgeGate(page)
  await fillSignIn(page, email)
  await expect(page.getByRole("main").getByRole("button", { name: "Sign In" })).toHaveAttribute("aria-busy", "true")
  await page.evaluate(() => {
    const { note, answered } = window as unknown as { note: (what: string) => void; answered: () => void }
    note("answered")
    answered()
  })
  await expect(page).toHaveURL("/#home")
  // In the other order, the redirect for visitors who are signed in would win.
  expect(order).toEqual(["answered", "asked"])
})

test("a sign-out in one tab signs out all tabs without an error", { tag: "@desktop" }, async ({
  page,
  context,
  site,
}) => {
  await aCustomer(page, site.url)
  await page.goto("/dashboard")
  const other = await context.newPage()
  await other.goto("/dashboard?tab=settings")
  await expect(other.getByRole("heading", { level: 1, name: /^Welcome/ })).toBeVisible()
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("button", { name: "Logout" }).click()
  await expect(page).toHaveURL("/")
  await expect(other).toHaveURL("/login?next=%2Fdashboard%3Ftab%3Dsettings")
  await expect(other.getByRole("alert")).toHaveCount(0)
  expect(await other.evaluate(() => sessionStorage.getItem("access_token"))).toBeNull()
})

test("a sign-in leads back to the requested page, wherever it was requested", { tag: "@phone" }, async ({
  page,
  site,
  expectConsole,
}) => {
  // Requests that are under way may fail when the token is removed.
  expectConsole(/401 \(Unauthorized\)/)
  const isPhone = test.info().project.use.isMobile
  await passAgeGate(page)
  const { email } = await anAccount(site.url)
  const leave = async () => {
    await page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage]) storage.removeItem("access_token")
    })
  }

  await test.step("from the header, on a list with its filters", async () => {
    await page.goto("/models?q=a&sort=price_asc")
    await page.getByRole("banner").getByRole("link", { name: "Login" }).click()
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/models?q=a&sort=price_asc")}`)
    await page.getByRole("banner").getByRole("link", { name: "Login" }).click()
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/models?q=a&sort=price_asc")}`)
    await fillSignIn(page, email)
    await expect(page).toHaveURL("/models?q=a&sort=price_asc")
  })

  await test.step("to a membership, with the selected plan", async () => {
    await leave()
    await page.goto("/upgrade")
    await page.getByRole("link", { name: "Log in to choose Standard" }).click()
    await fillSignIn(page, email)
    await expect(page).toHaveURL("/subscription-checkout?plan=standard&price=15")
    await expect(page.getByRole("heading", { name: "30 days of Standard" })).toBeVisible()
    await shot(page, "plan-after-sign-in")
    await page.reload()
    await expect(page.getByRole("heading", { name: "30 days of Standard" })).toBeVisible()
  })

  await test.step("to a conversation, for which a free account is offered a membership", async () => {
    await leave()
    await page.goto("/model/3")
    await page.getByRole("button", { name: "Chat" }).click()
    const asked = page.getByRole("status").filter({ hasText: modelTexts.loginToChat })
    await asked.getByRole("button", { name: "Log in" }).click()
    await expect(page).toHaveURL("/login?next=%2Fmodel-chat%2F3")
    await fillSignIn(page, email)
    await expect(page.getByText(modelTexts.chatNeedsMembership).first()).toBeVisible()
    await expect(page).toHaveURL("/upgrade")
  })

  await test.step("to the page of a favorite, or to the favorites", async () => {
    await leave()
    await page.goto("/models?page=2")
    await page
      .getByRole("button", { name: /^Favorite / })
      .first()
      .click()
    const asked = page.getByRole("status").filter({ hasText: favoriteTexts.loginToSave })
    await asked.getByRole("button", { name: "Log in" }).click()
    await fillSignIn(page, email)
    await expect(page).toHaveURL("/models?page=2")
    if (!isPhone) return
    for (const [name, to] of [
      ["Favorites", "/dashboard?tab=favorites"],
      ["Me", "/dashboard"],
    ] as const) {
      await leave()
      await page.goto("/models")
      await page.getByRole("navigation", { name: "Shortcuts" }).getByRole("link", { name, exact: true }).click()
      await fillSignIn(page, email)
      await expect(page).toHaveURL(to)
    }
  })

  await test.step("also after a registration or a forgotten password", async () => {
    await leave()
    await page.goto("/upgrade")
    await page.getByRole("link", { name: "Log in to choose VVIP" }).click()
    await expect(page).toHaveURL(/^[^?]*\/login\?/)
    await page.reload()
    const other = page.getByRole("link", { name: "Create Account" })
    await expect(other).toHaveAttribute("href", /next=%2Fsubscription-checkout%3Fplan%3Dvvip/)
    await other.click()
    await expect(page).toHaveURL(/next=%2Fsubscription-checkout%3Fplan%3Dvvip/)
    await page.getByRole("link", { name: "Sign In" }).click()
    await page.getByRole("link", { name: "Forgot password?" }).click()
    await page.getByRole("link", { name: "Back to login" }).click()
    await fillSignIn(page, email)
    await expect(page).toHaveURL("/subscription-checkout?plan=vvip&price=50")
  })
})

for (const [place, timezoneId, locale, shown] of [
  ["on Kiritimati", "Pacific/Kiritimati", "en-GB", "en-GB"],
  ["in Los Angeles", "America/Los_Angeles", "en-US", "en-US"],
  ["in Kolkata", "Asia/Kolkata", "en-IN", "en-IN"],
  ["in Paris, whose language the pages do not have", "Europe/Paris", "fr-FR", "en-US"],
  ["in Berlin", "Europe/Berlin", "de-DE", "de-DE"],
] as const) {
  test(`dates are those ${place}, in ${locale}, the same in a list, on its page and after a reload`, {
    tag: "@desktop",
  }, async ({ anotherPage, site }) => {
    const page = await anotherPage({ baseURL: site.url, timezoneId, locale })
    await signInAs(page, site.url, "mara@demo.example")
    const dayOf = (iso: string) => {
      const timeZone = iso.length > 10 ? timezoneId : "UTC"
      return new Intl.DateTimeFormat(shown, { dateStyle: "long", timeZone }).format(new Date(iso))
    }

    await page.goto("/model/1#reviews")
    for (let turn = 0; turn < 2; turn++) {
      const days = page.locator("main time[data-day]")
      await expect(days.filter({ visible: true }).first()).toBeVisible()
      for (const day of await days.all()) {
        await expect(day).toHaveText(dayOf((await day.getAttribute("datetime"))!))
      }
      await page.reload()
    }

    const token = await tokenOf(site.url, "mara@demo.example")
    const [order] = await ask<{ id: number; createdAt: string; orderNumber: string }[]>(site.url, "GET /orders", {
      token,
    })
    await page.goto("/dashboard?tab=orders")
    await expect(page.getByRole("row", { name: order!.orderNumber })).toContainText(dayOf(order!.createdAt))
    await page.goto(`/order/${order!.id}`)
    const placedOn = locale === "de-DE" ? "Aufgegeben am" : "Placed on"
    await expect(page.getByText(`${placedOn} ${dayOf(order!.createdAt)}`)).toBeVisible()
    const keptZone = async () => (await ask<{ time_zone: string }>(site.url, "GET /auth/me", { token })).time_zone
    await expect.poll(keptZone).toBe(await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone))
  })
}
