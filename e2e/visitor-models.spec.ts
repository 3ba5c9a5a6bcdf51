import { moderationTexts } from "#contract/memberText.ts"
import { cartTexts, favoriteTexts, generalTexts, modelTexts } from "#contract/texts.ts"
import { restock } from "./customers.ts"
import { axe, axeInBothThemes, expect, type Page, shot, test } from "./fixtures.ts"

/** Another file tests the age gate. */
test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    if (location.protocol.startsWith("http")) localStorage.setItem("age_verified", "true")
  })
})

const cards = (page: Page) => page.locator("main article")
const drawer = (page: Page) => page.getByRole("dialog", { name: /Your cart/ })
const count = (page: Page) => page.getByRole("status").filter({ hasText: /^\d+ models?$/ })

/** On a phone the filters are in a sheet; on wide screens, each list of links has its own button. */
async function choose(page: Page, change: () => Promise<unknown>, list?: string) {
  const opener = page.getByRole("button", { name: /^Filters/ })
  const isSheet = await opener.isVisible()
  if (isSheet) await opener.click()
  else if (list) await page.getByRole("button", { name: list, exact: true }).click()
  await change()
  if (isSheet) await page.getByRole("button", { name: /^(Show \d+ models?|Apply)$/ }).click()
}

test("a visitor searches, filters and pages through the collection, and the URL reflects all of it", async ({
  page,
  site,
}) => {
  // Earlier journeys of staff may have added a model.
  const total = Number((await fetch(`${site.url}/api/dolls?limit=1`)).headers.get("x-total-count"))
  await page.goto("/models")
  await expect(page.getByRole("heading", { level: 1, name: "Models" })).toBeVisible()
  await expect(cards(page)).toHaveCount(24)
  await expect(count(page)).toHaveText(`${total} models`)
  await expect(page.getByText(modelTexts.range(1, 2, 1, 24, total))).toBeVisible()

  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Page 2" }).click()
  await expect(page).toHaveURL(/\/models\?page=2$/)
  await expect(page.getByText(modelTexts.range(2, 2, 25, total, total))).toBeVisible()

  await choose(page, () => page.getByLabel("Price").selectOption("under200"))
  await expect(page).toHaveURL(/\/models\?price=under200$/)
  // The address changes before the list.
  await expect
    .poll(async () => {
      const prices = await page.locator("main article p.font-semibold").allTextContents()
      return Math.max(...prices.map((price) => Number(price.replace(/[$,]/g, ""))))
    })
    .toBeLessThan(200)
  await choose(page, () => page.getByLabel("Category").selectOption("premium"))
  await expect(page).toHaveURL(/price=under200&category=premium$/)
  await page.getByRole("button", { name: "Remove filter: Premium" }).click()
  await expect(page).toHaveURL(/\/models\?price=under200$/)
  await expect(count(page)).toBeFocused()
  await page.getByRole("link", { name: modelTexts.clear }).click()
  await expect(page).toHaveURL(/\/models$/)
  await expect(count(page)).toHaveText(`${total} models`)

  await page.getByLabel("Search", { exact: true }).first().pressSequentially("porce")
  await expect(page).toHaveURL(/\?q=porce$/)
  await expect(page.getByRole("button", { name: "Remove filter: “porce”" })).toBeVisible()
  const first = (await cards(page).first().textContent()) ?? ""
  await page.getByLabel("Sort by").selectOption("price_desc")
  await expect(page).toHaveURL(/\?q=porce&sort=price_desc$/)
  expect(first).not.toBe("")
  await page.goBack()
  await expect(page.getByLabel("Sort by")).toHaveValue("newest")
})

test("a visitor narrows the collection to a form and a material, and back", { tag: "@phone" }, async ({
  page,
  isMobile,
}) => {
  await page.goto("/models")
  const follow = (list: string, name: string) =>
    choose(
      page,
      () => page.getByRole("navigation", { name: list, exact: true }).getByRole("link", { name }).click(),
      list,
    )
  await follow("Form", "Closed loop")
  await expect(page).toHaveURL(/\/models\?form=Closed\+loop$/)
  await expect(count(page)).toHaveText("6 models")
  if (isMobile) await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible()
  else await expect(page.getByRole("button", { name: "Form", exact: true })).toBeFocused()
  await follow("Material", "Glazed porcelain")
  await expect(page).toHaveURL(/\/models\?form=Closed\+loop&material=Glazed\+porcelain$/)
  await expect(cards(page).filter({ hasNotText: "Glazed porcelain" })).toHaveCount(0)
  await axe(page)
  // The other filters keep it, and the chosen link leads back.
  await page.getByLabel("Sort by").selectOption("price_asc")
  await expect(page).toHaveURL(/material=Glazed\+porcelain&sort=price_asc$/)
  await page.getByRole("button", { name: "Remove filter: Glazed porcelain" }).click()
  await expect(page).toHaveURL(/\/models\?form=Closed\+loop&sort=price_asc$/)
  await follow("Form", "Closed loop")
  await expect(page).toHaveURL(/\/models\?sort=price_asc$/)
  await page.goto("/models?material=Plastic&form=Chair")
  await expect(page).toHaveURL(/\/models$/)
})

test("the filters open, close and are accessible by keyboard", async ({ page, isMobile }) => {
  await page.goto("/models")
  const opener = page.getByRole("button", { name: isMobile ? "Filters" : "Material", exact: true })
  await opener.press("Enter")
  const link = page.getByRole("link", { name: "Basalt" })
  await expect(link).toBeVisible()
  await axeInBothThemes(page, "models-filters")
  await page.keyboard.press("Escape")
  await expect(link).toBeHidden()
  await expect(opener).toBeFocused()
})

test("a card says what cannot be shipped at once, and shows no stars without reviews", { tag: "@phone" }, async ({
  page,
}) => {
  await page.goto("/models?q=Cornelia")
  await expect(cards(page).first()).toContainText("Sold out")
  await page.goto("/models?q=Augusta")
  await expect(cards(page).first()).toContainText("Made to order")
  const models: { name: string; review_count: number }[] = await (await page.request.get("/api/dolls?limit=50")).json()
  const without = models.find((one) => one.review_count === 0)!
  await page.goto(`/models?q=${without.name}`)
  await expect(cards(page).first()).toBeVisible()
  await expect(cards(page).first()).not.toContainText("of 5")
})

test("the second picture of a card fades in once it is loaded", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/models?q=Isolde")
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/isolde-front/, async (route) => {
    await held
    await route.continue()
  })
  const back = cards(page).first().locator(".card-back")
  await cards(page).first().hover()
  await expect(back).toBeAttached()
  await expect(back).toHaveCSS("opacity", "0")
  release()
  await expect(back).toHaveCSS("opacity", "1")
})

test("the picture of a card grows into the page it leads to, and back", { tag: "@desktop" }, async ({ page }) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document)
    const grown: string[] = []
    const named: number[] = []
    Object.assign(window, { grown, named })
    document.startViewTransition = (update) => {
      named.push(document.querySelectorAll('[style*="view-transition-name: model-"]').length)
      const transition = start(update)
      const collect = () => {
        for (const { effect } of document.getAnimations()) {
          const part = (effect as KeyframeEffect).pseudoElement ?? ""
          if (part.startsWith("::view-transition-group(model-")) grown.push(part)
        }
      }
      transition.ready.then(collect, () => undefined)
      return transition
    }
  })
  const grown = () => page.evaluate(() => (window as unknown as { grown: string[] }).grown.length)
  await page.goto("/models")
  await page.getByRole("link", { name: "Xanthe" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Xanthe" })).toBeFocused()
  await expect.poll(grown).toBe(1)
  // Only the card that was opened grows; the others, which the page may show again below, fade with the list.
  expect(await page.evaluate(() => (window as unknown as { named: number[] }).named)).toEqual([1])
  await page.goBack()
  await expect(count(page)).toHaveText("48 models")
  await expect.poll(grown).toBe(2)
})

test("a search without results says so, with a link to everything", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/models?q=zzzz%25_")
  await expect(page.getByText(modelTexts.empty)).toBeVisible()
  await axe(page)
  await page.getByRole("main").getByRole("link", { name: modelTexts.clear }).last().click()
  await expect(cards(page)).toHaveCount(24)
  await expect(page.getByLabel("Search", { exact: true }).first()).toHaveValue("")
})

test("a page beyond the last shows the last, and unknown parameters are removed from the URL", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto("/models?page=40")
  await expect(page).toHaveURL(/\/models\?page=2$/)
  await page.goto("/models?price=cheap&category=premium&sort=newest&page=zero")
  await expect(page).toHaveURL(/\/models\?category=premium$/)
})

test("the list works before JavaScript is loaded", { tag: "@phone" }, async ({ browser, baseURL, isMobile }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  const enter = () => page.locator(".gate-without-scripts summary").click()
  await page.goto("/models")
  await enter()
  await choose(page, () => page.getByLabel("Price").selectOption("over550"))
  if (!isMobile) await page.getByRole("button", { name: "Search" }).click()
  await expect(page).toHaveURL(/\/models\?price=over550$/)
  await enter()
  await expect(page.getByRole("button", { name: "Remove filter: Over $550" })).toBeVisible()
  await context.close()
})

test("a list that cannot be loaded shows an error and can be retried", { tag: "@desktop" }, async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|\.data/)
  await page.goto("/models")
  await page.route("**/models.data*", (route) => route.abort())
  await page.getByLabel("Price").selectOption("under200")
  await expect(page.getByText(generalTexts.failedToLoad)).toBeVisible()
  await page.unroute("**/models.data*")
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(cards(page).first()).toBeVisible()
})

test("a model's page shows everything about it", async ({ page, site, isMobile }) => {
  await restock(site.url, 1, 6)
  await page.goto("/model/1")
  await expect(page).toHaveTitle("Isolde - Vitrine")
  await expect(page.getByRole("heading", { level: 1, name: "Isolde" })).toBeVisible()
  await expect(page.getByText("$549.00").first()).toBeVisible()
  const proof = page.getByRole("main").locator("dl").first()
  await expect(proof).toContainText(/Edition\s*Numbered edition/)
  await expect(proof).toContainText(/Certificate\s*Numbered and signed/)
  // The browser fills in the dates.
  await expect(proof).toContainText(/DeliveryFree, [A-Z][a-z]{2} \d+ – /)
  await expect(page.getByRole("button", { name: "Decrease quantity" })).toBeDisabled()
  const door = (name: RegExp) => page.getByRole(isMobile ? "button" : "tab", { name })
  await door(/^Specifications/).click()
  for (const row of ["Height", "Material", "Age range", "Release date", "Gross weight", "Body size"]) {
    await expect(page.locator("#specifications dt", { hasText: new RegExp(`^${row}$`) })).toBeVisible()
  }
  await expect(page.locator("#specifications")).toContainText(modelTexts.age)
  // Unknown specifications have no row.
  await expect(page.locator("#specifications")).not.toContainText(/depth|Not /)
  await door(/^Shipping/).click()
  for (const text of ["3-5 business days", "7-10 business days", "10-14 business days"]) {
    await expect(page.locator("#shipping")).toContainText(text)
  }
  await page.getByRole("link", { name: /of 5/ }).first().click()
  await expect(page.locator("#reviews")).toBeVisible()
  await expect(page.locator("#reviews").getByRole("link", { name: "Log in to write a review" })).toBeVisible()
  await expect(page.getByRole("heading", { name: modelTexts.related })).toBeVisible()
  const ld = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(ld.map((text) => JSON.parse(text)["@type"])).toEqual(["Product", "BreadcrumbList"])
})

test("tabs work with the keyboard and have URLs; on a phone they are collapsible sections", async ({
  page,
  isMobile,
}) => {
  await page.goto("/model/1#reviews")
  if (isMobile) {
    const door = page.getByRole("button", { name: /^Reviews/ })
    await expect(page.locator("#reviews")).toBeVisible()
    await door.focus()
    await page.keyboard.press("Enter")
    await expect(door).toHaveAttribute("aria-expanded", "false")
    await page.keyboard.press("Enter")
    await expect(door).toHaveAttribute("aria-expanded", "true")
    return
  }
  await expect(page.getByRole("tab", { name: /^Reviews/ })).toHaveAttribute("aria-selected", "true")
  await page.getByRole("tab", { name: /^Reviews/ }).focus()
  await page.keyboard.press("ArrowRight")
  await expect(page.getByRole("tab", { name: "Description" })).toBeFocused()
  await expect(page.locator("#description")).toBeVisible()
  await expect(page.locator("#reviews")).toBeHidden()
  await expect(page).toHaveURL(/\/model\/1#description$/)
  await page.keyboard.press("End")
  await expect(page.getByRole("tab", { name: /^Reviews/ })).toBeFocused()
})

test("the pictures are navigated and enlarged with the keyboard", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/model/1")
  await page.getByRole("button", { name: /^Enlarge image 1/ }).focus()
  await page.keyboard.press("ArrowRight")
  await expect(page.getByRole("button", { name: /^Enlarge image 2/ })).toBeFocused()
  await page.keyboard.press("Enter")
  const box = page.getByRole("dialog", { name: "Isolde" })
  await expect(box.getByText("2 / 6")).toBeVisible()
  await page.keyboard.press("+")
  await expect(box.getByRole("button", { name: "Zoom out" })).toBeEnabled()
  await page.keyboard.press("0")
  await page.keyboard.press("ArrowRight")
  await expect(box.getByText("3 / 6")).toBeVisible()
  await axe(page)
  await page.keyboard.press("Escape")
  await expect(box).toBeHidden()
  await expect(page.getByRole("button", { name: "Show image 3 of 6" })).toHaveAttribute("aria-current", "true")
})

test("a model's page loads one large picture before its scripts, and the next one after them", {
  tag: "@phone",
}, async ({ page }) => {
  const large = new Set<string>()
  page.on("request", (request) => {
    const [, name, width] = /\/demo\/(isolde-[a-z-]+)\/(\d+)\.\w+$/.exec(request.url()) ?? []
    if (Number(width) > 320) large.add(name!)
  })
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto("/model/1", { waitUntil: "commit" })
  const thumbnail = page.getByRole("button", { name: "Show image 6 of 6" }).locator("img")
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect([...large]).toEqual(["isolde-three-quarter"])
  answer()
  await expect.poll(() => [...large]).toContain("isolde-front")
})

test("a guest's cart is filled, changed and emptied, survives a reload, and is the same in two tabs", {
  tag: "@phone",
}, async ({ page, site, context }) => {
  await restock(site.url, 1, 6)
  await page.goto("/model/1")
  await page.getByRole("button", { name: "Increase quantity" }).click()
  await page.getByRole("button", { name: "Add to Cart" }).first().click()
  await expect(drawer(page).getByText(cartTexts.added)).toBeVisible()
  await expect(drawer(page).getByText("$1,098.00").first()).toBeVisible()
  await expect(drawer(page).getByRole("link", { name: "Checkout" })).toHaveAttribute("href", "/login?next=%2Fcheckout")
  await axe(page)
  await shot(page, "cart-drawer", { fullPage: false })
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: "Add to Cart" }).first()).toBeFocused()

  const second = await context.newPage()
  await second.goto("/model/2")
  await second.getByRole("button", { name: "Add to Cart" }).first().click()
  await expect(drawer(second).getByRole("button", { name: /^Remove / })).toHaveCount(2)

  await page.reload()
  await page.goto("/models")
  await page.getByRole("link", { name: /Cart/ }).filter({ visible: true }).first().click()
  await expect(drawer(page).getByRole("button", { name: /^Remove / })).toHaveCount(2)
  await drawer(page).getByLabel("Quantity of Isolde", { exact: true }).last().fill("3")
  await expect(drawer(page).getByText("$1,647.00").first()).toBeVisible()
  await drawer(page).getByRole("button", { name: "Remove Marguerite" }).click()
  await expect(drawer(page).getByRole("button", { name: "Remove Isolde" })).toBeFocused()
  await drawer(page).getByRole("button", { name: "Remove Isolde" }).click()
  await expect(drawer(page).getByText("Your cart is empty")).toBeVisible()
  await expect(drawer(second).getByText("Your cart is empty")).toBeVisible()
  await axe(page)
})

test("a double click adds one, and its message disappears with the next change", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await restock(site.url, 1, 6)
  await page.goto("/model/1")
  await page.getByRole("button", { name: "Add to Cart" }).first().dblclick({ force: true })
  await expect(drawer(page).getByText(cartTexts.added)).toBeVisible()
  await expect(drawer(page).getByRole("heading", { name: "Your cart (1)" })).toBeVisible()
  const more = drawer(page).getByRole("button", { name: "Increase quantity" })
  await expect(drawer(page)).toHaveCSS("opacity", "1")
  const before = await more.boundingBox()
  await more.click()
  await expect(drawer(page).getByRole("heading", { name: "Your cart (2)" })).toBeVisible()
  await expect(drawer(page).getByText(cartTexts.added)).toBeHidden()
  expect(await more.boundingBox(), "the stepper stays where the finger is").toEqual(before)
})

test("no more than the stock can be chosen, on the page and in the cart", { tag: "@desktop" }, async ({
  page,
  request,
}) => {
  const models: { id: number; stock: number | null }[] = await (await request.get("/api/dolls?limit=50")).json()
  const { id, stock } = models.find((one) => one.stock !== null && one.stock > 0 && one.stock < 6)!
  await page.goto(`/model/${id}`)
  const field = page.getByRole("spinbutton", { name: "Quantity", exact: true })
  await field.fill("50")
  await field.press("Tab")
  await expect(field).toHaveValue(String(stock))
  await expect(page.getByRole("button", { name: "Increase quantity" })).toBeDisabled()
  await page.getByRole("button", { name: "Add to Cart" }).first().click()
  await expect(drawer(page).getByRole("spinbutton")).toHaveValue(String(stock))
  await expect(drawer(page).getByRole("button", { name: "Increase quantity" })).toBeDisabled()
})

test("a guest is asked to log in for favorites and chat, and before the checkout", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.goto("/model/1")
  await page.getByRole("button", { name: "Favorite Isolde" }).click()
  await expect(page.getByText(favoriteTexts.loginToSave)).toBeVisible()
  await page.getByRole("button", { name: "Chat" }).click()
  await expect(page.getByText(modelTexts.loginToChat)).toBeVisible()
  await page.getByRole("button", { name: "Buy Now" }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout/)
})

test("sharing copies the link if the device has no share sheet", { tag: "@desktop" }, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }))
  await page.goto("/model/1")
  await page.getByRole("button", { name: "Share Isolde" }).click()
  await expect(page.getByText(generalTexts.linkCopied)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/model\/1$/)
})

test("a visitor reports a model and a review; errors are shown, and the input is kept", {
  tag: "@desktop",
}, async ({ page, expectConsole }) => {
  await page.goto("/model/1")
  const dialog = page.getByRole("dialog", { name: /^Report this/ })
  const control = page.locator("main > div > p").getByRole("button", { name: /^Report/ })
  await control.click()
  await expect(dialog).toBeVisible()
  await axe(page)
  await dialog.getByRole("button", { name: "Send report" }).click()
  await expect(dialog.getByText(moderationTexts.reasonRequired)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(control).toBeFocused()

  await control.click()
  await dialog.getByLabel("What's wrong?").fill("The description is of another piece.")
  expectConsole(/503/)
  await page.route("**/api/reports", (route) => route.fulfill({ status: 503 }), { times: 1 })
  await dialog.getByRole("button", { name: "Send report" }).click()
  await expect(dialog.getByRole("alert")).toContainText(moderationTexts.reportFailed)
  await expect(dialog.getByLabel("What's wrong?")).toHaveValue("The description is of another piece.")
  await shot(page, "report")
  await dialog.getByRole("button", { name: "Send again" }).click()
  await expect(dialog.getByText(moderationTexts.reported)).toBeFocused()
  await dialog.getByRole("button", { name: "Close" }).last().click()
  await expect(dialog).toBeHidden()

  await page.goto("/model/1#reviews")
  await page
    .getByRole("button", { name: /^Report the review by/ })
    .first()
    .click()
  await expect(dialog).toHaveAccessibleName("Report this review")
})

test("a missing model says so, with a link to the others", { tag: "@desktop" }, async ({ page, expectConsole }) => {
  expectConsole(/404/)
  const answer = await page.goto("/model/987654")
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole("heading", { level: 1, name: modelTexts.notFoundTitle })).toBeVisible()
  await axe(page)
  await page.getByRole("main").getByRole("link", { name: "Browse models" }).click()
  await expect(cards(page)).toHaveCount(24)
})

test("a picture that fails to load is replaced by a placeholder", { tag: "@desktop" }, async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await page.route("**/media/**", (route) => route.abort())
  await page.goto("/model/1")
  await expect(
    page
      .getByRole("img", { name: /Isolde/ })
      .locator("svg")
      .first(),
  ).toBeVisible()
})

test("list and model are accessible in both themes, and fit", async ({ page }) => {
  for (const [path, name] of [
    ["/models", "models"],
    ["/models?price=under200&q=a", "models-narrowed"],
    ["/model/1", "model"],
    ["/model/1#reviews", "model-reviews"],
  ] as const) {
    await page.goto(path)
    await axeInBothThemes(page, name)
    await expectNoSideways(page)
  }
})

test("at 320 px and at 200 % text nothing is cut off", { tag: "@phone" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ["/models?price=under200", "/model/1"]) {
    await page.goto(path)
    await expectNoSideways(page)
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"))
    await expectNoSideways(page)
    expect(await linesOfShortcuts(page), "lines of each shortcut's name").toEqual([1, 1, 1, 1, 1])
    await shot(page, `narrow-${path.includes("models") ? "models" : "model"}`)
  }
})

function linesOfShortcuts(page: Page): Promise<number[]> {
  const slots = page.getByRole("navigation", { name: "Shortcuts" }).locator(".bar-slot").filter({ visible: true })
  return slots.evaluateAll((all) =>
    all.map((slot) => {
      const range = document.createRange()
      range.selectNode(document.createTreeWalker(slot, NodeFilter.SHOW_TEXT).nextNode()!)
      return range.getClientRects().length
    }),
  )
}

async function expectNoSideways(page: Page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, `sideways scrolling of ${page.url()}`).toBeLessThanOrEqual(0)
}
