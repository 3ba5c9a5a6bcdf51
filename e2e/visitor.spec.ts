import { statSync } from "node:fs"
import { shift, watchShift } from "./audits.ts"
import { axe, axeInBothThemes, expect, type Page, passAgeGate, shot, test } from "./fixtures.ts"

const enter = "I am 18 years and older - Enter"
const exit = "I am under 18 - Exit"
const publicPages = ["/", "/upgrade", "/contact", "/terms", "/privacy", "/accessibility"]

const isMobile = () => test.info().project.use.isMobile === true

/** Opens a page with the age gate already confirmed. */
async function come(page: Page, path = "/"): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("age_verified", "true"))
  await page.goto(path)
}

test("the gate covers every page, holds focus, and is not closed by Escape", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/")
  const gate = page.getByRole("dialog", { name: "This is an adult website" })
  await expect(gate).toBeVisible()
  await expect(gate.getByRole("heading", { name: "This is an adult website" })).toBeFocused()
  await expect(gate).toContainText("2025")
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  await expect(gate).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(gate.getByRole("button", { name: enter })).toBeFocused()
  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("Shift+Tab")
  expect(await page.evaluate(() => document.activeElement?.closest("main") === null)).toBe(true)
  await axe(page)
  await shot(page, "gate", { fullPage: false })
  await gate.getByRole("button", { name: enter }).click()
  await expect(gate).toBeHidden()
  await expect(page).toHaveURL("/#heroSection")
  expect(await page.evaluate(() => localStorage.getItem("age_verified"))).toBe("true")
  await page.reload()
  await expect(page.getByRole("heading", { level: 1, name: /Made once/ })).toBeVisible()
  await expect(gate).toBeHidden()
})

test("the scripts and styles of public pages stay within their budget", { tag: "@desktop" }, async ({ request }) => {
  for (const path of ["/", "/models", "/model/1"]) {
    const html = await (await request.get(path)).text()
    const size = (type: "js" | "css") => {
      const files = new Set(html.match(new RegExp(`/assets/[\\w.-]+\\.${type}`, "g")))
      expect(files.size, `files of ${path}`).toBeGreaterThan(0)
      return [...files].reduce((sum, file) => sum + statSync(`build/client${file}.br`).size, 0) / 1024
    }
    expect(size("js"), `kB of JavaScript (brotli) of ${path}`).toBeLessThanOrEqual(135)
    expect(size("css"), `kB of CSS (brotli) of ${path}`).toBeLessThanOrEqual(15)
  }
})

test("the gate covers a shared link too, and entering stays on that page", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/contact#faq")
  await passAgeGate(page)
  await expect(page).toHaveURL("/contact#faq")
  await expect(page.getByRole("heading", { name: "Frequently asked questions" })).toBeVisible()
})

test("the legal pages can be read before the gate, which covers the pages after them", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.goto("/models")
  await page.getByRole("dialog").getByRole("link", { name: "Terms" }).click()
  await expect(page).toHaveURL("/terms")
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(page.getByRole("heading", { level: 1, name: "Terms of Service" })).toBeVisible()
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click()
  await expect(page).toHaveURL("/privacy")
  await expect(page.getByRole("dialog")).toBeHidden()
  await page.getByRole("contentinfo").getByRole("link", { name: "Models" }).click()
  await expect(page).toHaveURL("/models")
  await passAgeGate(page)
  await expect(page.getByRole("heading", { level: 1, name: "Models" })).toBeVisible()
})

test("visitors under 18 are redirected, and asked again when they return", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/models")
  await page.getByRole("button", { name: exit }).click()
  await expect(page).toHaveURL("/UnderAge")
  await expect(page.getByRole("heading", { name: "Underage Access Denied" })).toBeVisible()
  await expect(page.getByRole("dialog")).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem("age_verified"))).toBeNull()
  await axe(page)
  await shot(page, "underage")
  await page.goto("/underage")
  await expect(page.getByRole("heading", { name: "Underage Access Denied" })).toBeVisible()
  await page.getByRole("link", { name: "I chose the wrong answer" }).click()
  await expect(page.getByRole("button", { name: enter })).toBeVisible()
})

test("without JavaScript the gate is on every page, and the pages behind it can be read", {
  tag: "@desktop",
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  const gate = page.getByRole("region", { name: "This is an adult website" })
  const come = async (path: string) => {
    await page.goto(path)
    await expect(gate).toBeVisible()
    for (const part of ["main", "body > header", "body > footer"]) await expect(page.locator(part)).toBeHidden()
    await page.keyboard.press("Tab")
    await expect(gate.locator("summary")).toBeFocused()
    await expect(gate.locator("summary")).toHaveText(enter)
    await page.keyboard.press("Enter")
    await expect(gate).toBeHidden()
  }
  await come("/")
  await expect(page.getByRole("heading", { level: 1, name: /Made once/ })).toBeVisible()
  await expect(page.getByRole("button", { name: "Pause the slideshow" })).toBeHidden()
  await come("/model/1")
  await expect(page.getByText("Buying requires JavaScript.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Add to Cart" })).toBeHidden()
  await expect(page.locator("#shipping")).toBeVisible()
  await come("/cart")
  await expect(page.getByText("This page requires JavaScript.")).toBeVisible()
  await page.goto("/models")
  await gate.getByRole("link", { name: exit }).click()
  await expect(page.getByRole("heading", { name: "Underage Access Denied" })).toBeVisible()
  for (const path of ["/terms", "/privacy", "/accessibility"]) {
    await page.goto(path)
    await expect(gate).toBeHidden()
    await expect(page.getByRole("main")).toBeVisible()
  }
  await context.close()
})

test("the home page shows hero, slideshow, features, models, reviews and links", async ({ page }) => {
  await come(page)
  await expect(page.locator("#home #heroSection")).toBeVisible()
  for (const title of ["Premium Visual Experience", "Exclusive Member Access", "Real Interaction Real Connection"]) {
    await expect(page.getByRole("heading", { name: title })).toBeVisible()
  }
  await expect(page.getByRole("region", { name: "Featured Models" }).getByRole("article")).toHaveCount(3)
  await expect(page.getByRole("img", { name: /of 5 stars/ })).toHaveCount(3)
  await expect(page.getByRole("link", { name: "Upgrade to VIP" })).toBeHidden()
  await shot(page, "home")
  await page.getByRole("link", { name: "Browse Collection", exact: true }).click()
  await expect(page).toHaveURL("/models")
  await page.goBack()
  await page.getByRole("link", { name: "Sign Up Now" }).click()
  await expect(page).toHaveURL(/\/login\?mode=register/)
})

test("the slideshow advances, can be paused, and jumps to a selected slide", { tag: "@desktop" }, async ({ page }) => {
  await page.clock.install()
  await come(page)
  const show = page.getByRole("region", { name: "From the collection" })
  const shown = () => show.locator(".slide-dot[aria-current]").getAttribute("aria-label")
  const first = await shown()
  await page.clock.runFor(3600)
  await expect.poll(shown).not.toBe(first)
  await show.getByRole("button", { name: "Pause the slideshow" }).click()
  const held = await shown()
  await page.mouse.move(0, 0)
  await page.clock.runFor(4500)
  expect(await shown()).toBe(held)
  await show.getByRole("button", { name: /^Show slide 2 of/ }).click()
  expect(await shown()).toMatch(/^Show slide 2 of/)
  await expect(show.locator(".slide-shown")).toHaveAttribute("aria-label", /^2 of/)
  await show.getByRole("button", { name: "Play the slideshow" }).click()
  await expect(show.getByRole("button", { name: "Pause the slideshow" })).toBeVisible()
})

test("with reduced motion the slideshow stands still until it is started", { tag: "@desktop" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await come(page)
  const show = page.getByRole("region", { name: "From the collection" })
  await expect(show.getByRole("button", { name: "Play the slideshow" })).toBeVisible()
})

test("the theme follows the system until one is chosen, which is remembered", { tag: "@desktop" }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" })
  await come(page)
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await ground()
  await page.getByRole("button", { name: "Switch to light theme" }).click()
  const light = await ground()
  expect(light).not.toBe(dark)
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light")
  await page.goto("/upgrade")
  expect(await ground()).toBe(light)
  await page.getByRole("button", { name: "Switch to dark theme" }).click()
  expect(await ground()).toBe(dark)
})

test("the links of the header and the mobile bar lead to their pages", async ({ page }) => {
  await come(page)
  if (isMobile()) {
    const bar = page.getByRole("navigation", { name: "Shortcuts" })
    await expect(bar.getByRole("link")).toHaveText(["Models", "Messages", "Cart", "Favorites", "Me"])
    for (const [name, href] of [
      ["Models", "/models"],
      ["Messages", "/chat"],
      ["Favorites", "/login?next=%2Fdashboard%3Ftab%3Dfavorites"],
      ["Me", "/login?next=%2Fdashboard"],
    ] as const) {
      await expect(bar.getByRole("link", { name, exact: true }).filter({ visible: true })).toHaveAttribute("href", href)
    }
    await bar.getByRole("link", { name: "Cart" }).click()
    await expect(page.getByRole("dialog")).toBeVisible()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Menu" }).click()
    const menu = page.getByRole("menu")
    await expect(menu.getByRole("menuitem")).toHaveText(["Home", "Models", "Pricing", "Contact Us"])
    await axe(page)
    await menu.getByRole("menuitem", { name: "Pricing" }).click()
  } else {
    const main = page.getByRole("navigation", { name: "Main" })
    await expect(main.getByRole("link")).toHaveText(["Home", "Models", "Pricing"])
    await expect(page.getByRole("navigation", { name: "Shortcuts" })).toBeHidden()
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toHaveAttribute("href", "/login")
    await page.getByRole("banner").getByRole("link", { name: "Cart" }).click()
    await expect(page.getByRole("dialog")).toBeVisible()
    await page.keyboard.press("Escape")
    await main.getByRole("link", { name: "Pricing" }).click()
  }
  await expect(page).toHaveURL("/upgrade")
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle("Memberships - Vitrine")
})

test("the menu works with the arrow keys and is closed with Escape", { tag: "@phone" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await come(page)
  const opener = page.getByRole("button", { name: "Menu" })
  await opener.focus()
  await page.keyboard.press("ArrowDown")
  await expect(page.getByRole("menuitem", { name: "Home" })).toBeFocused()
  await page.keyboard.press("ArrowUp")
  await expect(page.getByRole("menuitem", { name: "Contact Us" })).toBeFocused()
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowDown")
  await expect(page.getByRole("menuitem", { name: "Models" })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("menu")).toBeHidden()
  await expect(opener).toBeFocused()
})

test("the footer links to existing pages, and its newsletter field is validated", { tag: "@desktop" }, async ({
  page,
}) => {
  await come(page)
  const footer = page.getByRole("contentinfo")
  await footer.getByRole("button", { name: "Subscribe" }).click()
  const field = footer.getByLabel("Email address")
  await expect(field).toHaveAccessibleDescription("Please enter a valid email address.")
  await expect(field).toBeFocused()
  await field.fill("collector@example.com")
  await footer.getByRole("button", { name: "Subscribe" }).click()
  await expect(footer.getByText("Please check your inbox to confirm.")).toBeVisible()
  await footer.getByRole("link", { name: "FAQ" }).click()
  await expect(page).toHaveURL("/contact#faq")
  await expect(page.getByRole("heading", { name: "Frequently asked questions" })).toBeInViewport()
  await footer.getByRole("link", { name: "Privacy Policy" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible()
})

test("a message is validated at its fields, sent, and confirmed", { tag: "@desktop" }, async ({ page }) => {
  await come(page, "/contact")
  const field = (name: string) => page.getByRole("main").getByRole("textbox", { name })
  const send = page.getByRole("button", { name: "Send message" })
  await send.click()
  await expect(field("Name")).toBeFocused()
  await expect(field("Message")).toHaveAccessibleDescription("Please enter a message.")
  await axe(page)
  await field("Name").fill("Ada")
  await field("Email").fill("ada@example")
  await field("Subject").fill("A question")
  await field("Message").fill("Is the seam gold?")
  await send.click()
  await expect(field("Email")).toHaveAccessibleDescription(/valid email address/)
  await field("Email").fill("ada@example.com")
  await send.click()
  await expect(page.getByText("Message sent!")).toBeVisible()
  await expect(page.getByText("ada@example.com")).toBeVisible()
  await page.getByRole("button", { name: "Send another message" }).click()
  await expect(field("Message")).toHaveValue("")
  await page.getByText("How do I pay?").click()
  await expect(page.getByText("In crypto, through an external payment provider.")).toBeVisible()
})

test("the memberships list their benefits, and lead a guest to the sign-in", { tag: "@phone" }, async ({ page }) => {
  await come(page, "/upgrade")
  for (const text of ["$15.00", "$20.00", "$50.00", "Unlimited messages", "Chances of winning collectible items"]) {
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
  }
  await expect(page.getByText("Recommended").filter({ visible: true })).toHaveCount(1)
  await page.getByRole("link", { name: "Log in to choose VIP" }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent("/subscription-checkout?plan=vip&price=20")}`)
})

test("the terms and the privacy policy contain what they must", { tag: "@desktop" }, async ({ page }) => {
  await come(page, "/terms")
  for (const text of ["18 years or older", "non-refundable", "AI moderation flags content", "May 2, 2025"]) {
    await expect(page.getByRole("main").getByText(text).filter({ visible: true }).first()).toBeVisible()
  }
  await page.goto("/privacy")
  await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible()
})

test("the terms link to the licenses of the packages and fonts that the browser gets", { tag: "@desktop" }, async ({
  page,
}) => {
  await come(page, "/terms")
  const loaded = page.waitForResponse("**/licenses.txt")
  await page.getByRole("link", { name: "Open source licenses" }).click()
  const answer = await loaded
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "text/plain; charset=utf-8"])
  expect(answer.headers()["cache-control"]).toBe("public, max-age=3600")
  const list = await answer.text()
  const packages = list.split(/^## /m).slice(1)
  const names = packages.map((one) => /^(\S+) - \d+\.\d+\.\d+ \([\w.-]+\)\n\n.{200}/s.exec(one)?.[1])
  expect(names).not.toContain(undefined)
  const fonts = ["@fontsource-variable/imbue", "@fontsource-variable/instrument-sans", "@fontsource/quicksand"]
  expect(names).toEqual(
    expect.arrayContaining(["react", "react-dom", "react-router", "@iconify-json/lucide", "tailwindcss", ...fonts]),
  )
  expect(new Set(names).size).toBe(names.length)
  // The list contains neither the shop itself nor paths of the machine that built it.
  expect(names).not.toContain("vitrine")
  expect(list).not.toMatch(/node_modules|file:\/\//)
  expect(list).not.toContain(process.cwd())
})

test("an unknown URL says so and offers two links", { tag: "@phone" }, async ({ page, expectConsole }) => {
  expectConsole(/404 \(Not Found\)/)
  await come(page)
  const answer = await page.goto("/nothing/here")
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole("heading", { level: 1, name: "This plinth is empty" })).toBeVisible()
  await axe(page)
  await shot(page, "not-found")
  await page.getByRole("link", { name: "Browse models" }).click()
  await expect(page).toHaveURL("/models")
})

test("pages for other roles redirect a guest to the sign-in and back", { tag: "@desktop" }, async ({ page }) => {
  await come(page, "/chat")
  await expect(page).toHaveURL("/login?next=%2Fchat")
  await page.goto("/admin")
  await expect(page).toHaveURL("/login?next=%2Fadmin")
  await page.goto("/staff-dashboard")
  await expect(page).toHaveURL("/login?next=%2Fstaff-dashboard")
  await page.goto("/dashboard?tab=orders")
  await expect(page).toHaveURL("/login?next=%2Fdashboard%3Ftab%3Dorders")
  await expect(page.getByText("This page needs an account. Log in, and you'll return to it.")).toBeVisible()
})

test("robots.txt, the sitemap and the meta tags describe the public pages", { tag: "@desktop" }, async ({
  page,
  request,
}) => {
  const robots = await (await request.get("/robots.txt")).text()
  expect(robots).toContain("Allow: /")
  expect(robots).toContain("Disallow: /dashboard")
  const security = await request.get("/.well-known/security.txt")
  expect(security.headers()["content-type"]).toBe("text/plain; charset=utf-8")
  const fields = new Map(
    (await security.text())
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/) as [string, string]),
  )
  const left = Date.parse(fields.get("Expires")!) - Date.now()
  expect(left / 86_400_000).toBeGreaterThan(30)
  expect(left / 86_400_000).toBeLessThan(365)
  expect(fields.get("Contact")).toMatch(/^http.*\/contact$/)
  const sitemap = await request.get("/sitemap.xml")
  expect(sitemap.headers()["content-type"]).toContain("xml")
  expect((await sitemap.text()).match(/\/model\/\d+</g)?.length).toBe(48)
  await come(page)
  await expect(page.locator('meta[name="rating"]')).toHaveAttribute("content", "adult")
  for (const path of publicPages) {
    await page.goto(path)
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /.{40,170}/)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`^http.*${path}$`))
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute("content", / - Vitrine$/)
    await expect(page.getByRole("heading", { level: 1 }).filter({ visible: true })).toHaveCount(1)
  }
})

test("every public page is accessible in both themes", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await come(page)
  for (const path of publicPages) {
    await page.goto(path)
    await axeInBothThemes(page, `page${path.replaceAll("/", "-")}`)
  }
})

test("nothing shifts while a page is loading", async ({ page }) => {
  await watchShift(page)
  await come(page)
  for (const path of publicPages) {
    await page.goto(path)
    await page.waitForTimeout(500)
    expect(await shift(page), path).toBeLessThan(0.01)
  }
})

test("with letters twice as large, the sign-in has the room and its picture gives way", { tag: "@desktop" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto("/login")
  await passAgeGate(page)
  const picture = page.getByText("A place kept for you")
  await expect(picture).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%"
  })
  await expect(picture).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280)
})
