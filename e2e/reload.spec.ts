import { loginTexts } from "#contract/memberText.ts"
import { gateTexts } from "#contract/texts.ts"
import { newAddress, password, signInAs } from "./customers.ts"
import { expect, type Page, passAgeGate, test } from "./fixtures.ts"

/** State that a navigation or an older page may have left in the history of a tab. */
const left = { registered: "left@shop.example", tierLevel: "vip", price: 20, key: "left", masked: "/nowhere" }

const open = [
  "/",
  "/#home",
  "/models?q=a&sort=price_desc&page=1",
  "/models?page=2",
  "/model/1#reviews",
  "/login?next=%2Fchat",
  "/login?mode=register&next=%2Fcheckout",
  "/forgot-password",
  "/reset-password?oob_code=nothing-that-was-ever-sent",
  "/invitation?oob_code=nothing-that-was-ever-sent",
  "/verify-email?oob_code=nothing-that-was-ever-sent",
  "/upgrade",
  "/contact",
  "/terms",
  "/underage",
  "/video/1",
  "/vip-content?q=a&featured=1",
  "/cart",
  "/success?order=1",
  "/nowhere-at-all",
]
const customers = [
  "/dashboard?tab=settings",
  "/dashboard?tab=orders&status=shipped",
  "/chat?room=1",
  "/model-chat/1",
  "/cart",
  "/checkout",
  "/subscription-checkout?plan=vip&price=20",
  "/success-subscription",
  "/cancel-subscription",
  "/cancel",
]

const people = [
  { who: "a guest", email: null, pages: [...open, "/dashboard", "/chat", "/checkout", "/admin", "/moderator"] },
  {
    who: "a customer",
    email: "mara@demo.example",
    pages: ["/", "/model/1#reviews", "/login", "/upgrade", ...customers],
  },
  {
    who: "a member",
    email: "vip@demo.example",
    pages: ["/", "/models", "/upgrade", "/video/1", "/vip-content?featured=1", "/dashboard?tab=vip", ...customers],
  },
  {
    who: "a moderator",
    email: "moderator@demo.example",
    pages: ["/", "/models", "/model/1", "/login", "/moderator?room=1", "/moderator-assignments", "/staff-dashboard"],
  },
  {
    who: "an admin",
    email: "admin@demo.example",
    pages: [
      "/",
      "/model/1",
      "/vip-content",
      "/staff-dashboard",
      "/moderator-assignments",
      "/moderator-chat-activity/1",
      "/admin/model/edit/1",
      ...["models", "orders", "payments", "flagged", "audit", "settings"].map((tab) => `/admin?tab=${tab}`),
    ],
  },
]

/** Reloads the page with state in its history, and waits for React, whose errors fail the test (`fixtures.ts`). */
async function reloadAsLeft(page: Page): Promise<void> {
  await page.evaluate((usr) => history.replaceState({ ...history.state, usr }, ""), left)
  await page.reload()
  await expect(page.locator("html")).toHaveAttribute("data-age", "ok")
  await expect(page.locator("html")).toHaveAttribute("data-js", "on")
}

for (const { who, email, pages } of people) {
  test(`every page that ${who} can be on is the same after a reload`, { tag: "@desktop" }, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/)
    if (email) await signInAs(page, site.url, email)
    else await passAgeGate(page)
    await page.evaluate(() => {
      localStorage.setItem("theme", "dark")
      localStorage.setItem("local_cart", '[{"doll_id":2,"name":"x","price":1,"quantity":2}]')
      localStorage.setItem("recently_viewed", '[{"id":3,"name":"x","image":null}]')
    })
    for (const path of pages) {
      await test.step(path, async () => {
        await page.goto(path)
        await reloadAsLeft(page)
      })
    }
  })
}

test("after a registration the sign-in survives a reload, and the gate is not shown twice", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto("/login?mode=register&next=%2Fupgrade")
  await passAgeGate(page)
  const form = page.getByRole("main")
  await form.getByLabel("Full Name").fill("Rita Reload")
  await form.getByLabel("Email").fill(newAddress())
  await form.getByLabel("Password", { exact: true }).fill(password)
  await form.getByLabel("Region").selectOption("usa")
  await form.getByRole("checkbox").check()
  await form.getByRole("button", { name: "Create Account" }).click()
  await expect(page.getByText(loginTexts.registered)).toBeVisible()
  for (let turn = 0; turn < 2; turn++) {
    await page.reload()
    await expect(page.getByRole("heading", { level: 1, name: loginTexts.signInTitle })).toBeVisible()
    await expect(page.getByRole("dialog")).toBeHidden()
  }
  await expect(page).toHaveURL("/login?next=%2Fupgrade")
})

test("a page whose URL cannot be read stays as it was sent, with its gate", { tag: "@phone" }, async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/)
  for (const address of ["/models?q=%00", "/admin?tab=orders&order=%00", "/model/%00"]) {
    const answer = await page.goto(address)
    expect(answer!.status()).toBe(400)
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeAttached()
  }
  await page.getByRole("button", { name: gateTexts.enter }).click()
  await expect(page.getByRole("dialog")).toBeHidden()
  await page.getByRole("main").getByRole("link").first().click()
  await expect(page).not.toHaveURL(/%00/)
})

/** Makes some pages arrive with texts that React will not render. */
async function misprint(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () => {
      if (!/^\/(models|contact)$/.test(location.pathname)) return
      document.querySelector("main h1")!.firstChild!.textContent = "Misprinted"
    }),
  )
}

test("a page that React renders from scratch keeps its gate, its theme and its header", { tag: "@phone" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Minified React error #418/)
  const errors: string[] = []
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  await misprint(page)
  const html = page.locator("html")
  const gate = page.getByRole("dialog", { name: gateTexts.title })
  await page.goto("/models")
  await expect.poll(() => errors.join()).toContain("418")
  await expect(page.locator("main h1")).not.toContainText("Misprinted")
  await expect(gate).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(gate).toBeVisible()
  await passAgeGate(page)
  await expect(html).toHaveAttribute("data-age", "ok")
  await page.reload()
  await expect(gate).toBeHidden()
  for (const theme of ["dark", "light"]) {
    await page.getByRole("button", { name: `Switch to ${theme} theme` }).click()
    await expect(html).toHaveAttribute("data-theme", theme)
    await page.reload()
    await expect(html).toHaveAttribute("data-theme", theme)
  }

  await signInAs(page, site.url, "vip@demo.example")
  await page.goto("/contact")
  await expect(html).toHaveAttribute("data-level", "vip")
  await page.reload()
  for (const [name, value] of Object.entries({ js: "on", auth: "in", age: "ok", role: "user", theme: "light" })) {
    await expect(html).toHaveAttribute(`data-${name}`, value)
  }
  const header = page.getByRole("banner")
  await expect(header.getByRole("link", { name: "Login" })).toBeHidden()
  await header.locator("button[aria-haspopup=menu]").filter({ visible: true }).click()
  await page.getByRole("menuitem", { name: "Dashboard" }).click()
  await expect(page).toHaveURL("/dashboard")
  expect(errors.filter((text) => text.includes("418")).length).toBeGreaterThan(4)
})
