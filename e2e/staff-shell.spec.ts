import { panel } from "./adminPanel.ts"
import { shift, watchShift } from "./audits.ts"
import { signInAs } from "./customers.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"

/** The frame of staff pages: the header, the tab bar of phones, and what is shown before the page has loaded. */

const bar = (page: Page) => page.getByRole("navigation", { name: "Shortcuts" })

test("staff pages have a frame and a skeleton before any script, and nothing of the shop", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
}) => {
  for (const [who, address, links] of [
    ["admin@demo.example", "/admin?tab=orders", ["Admin", "Assignments", "Staff dashboard"]],
    ["moderator@demo.example", "/moderator", ["Chats", "My Assignments", "Staff dashboard"]],
  ] as const) {
    const staff = who.startsWith("admin") ? page : await anotherPage()
    await signInAs(staff, site.url, who)
    // A first visit with scripts makes this browser remember the user.
    await staff.goto(site.url + address)
    await expect(staff.getByRole("heading", { level: 1 })).toBeVisible()
    await staff.route(/\.js$/, () => {})
    await staff.goto(site.url + address, { waitUntil: "commit" })
    await expect(staff.getByRole("main").getByRole("status")).toHaveText(/Loading/)
    await expect(staff.getByRole("main").locator(".animate-pulse").filter({ visible: true }).first()).toBeVisible()
    const main = staff.getByRole("navigation", { name: "Main" })
    if (staff.viewportSize()!.width < 768) await expect(bar(staff).getByRole("button", { name: "Me" })).toBeVisible()
    else await expect(main.getByRole("link").filter({ visible: true })).toHaveText([...links])
    await expect(staff.getByRole("contentinfo")).toHaveCount(0)
    await expect(staff.getByRole("textbox", { name: "Email address" })).toHaveCount(0)
    await staff.unroute(/\.js$/)
  }
})

test("the header keeps one line at 768 px, and every page has the same gutter", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
}) => {
  await signInAs(page, site.url, "admin@demo.example")
  const moderator = await anotherPage()
  await signInAs(moderator, site.url, "moderator@demo.example")
  for (const [staff, addresses] of [
    [page, ["/admin?tab=models", "/staff-dashboard", "/moderator-assignments", "/admin/model/edit/7"]],
    [moderator, ["/moderator", "/staff-dashboard", "/moderator-assignments"]],
  ] as const) {
    await staff.setViewportSize({ width: 768, height: 1024 })
    for (const address of addresses) {
      await staff.goto(site.url + address)
      await expect(staff.getByRole("heading", { level: 1 })).toBeVisible()
      expect(
        await staff.getByRole("banner").evaluate((header) => header.getBoundingClientRect().height),
        address,
      ).toBeLessThan(64)
      const edges = await staff.evaluate(() =>
        ["header > .wrap > a", "main .wrap"].map((one) => {
          const box = document.querySelector(one)!
          return box.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(box).paddingLeft)
        }),
      )
      expect(edges[1], address).toBeCloseTo(edges[0]!, 0)
    }
  }
})

test("on a phone each kind of staff has a tab bar of what they may open", { tag: "@phone" }, async ({
  anotherPage,
  site,
}) => {
  for (const [who, names] of [
    ["admin@demo.example", [/^Orders/, /^Flagged/, /^Assignments/]],
    ["content@demo.example", [/^Flagged/, /^Models/, /^Videos/]],
    ["finance@demo.example", [/^Orders/, /^Payments/, /^Subscriptions/]],
    ["moderator@demo.example", [/^Chats/, /^Flagged/, /^Models/]],
  ] as const) {
    const page = await anotherPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    if (who.startsWith("moderator")) {
      await signInAs(page, site.url, who)
      await page.goto(`${site.url}/moderator`)
    } else await panel(page, site.url, "dashboard", who)
    await expect(bar(page).getByRole("link")).toHaveText([...names])
    for (const name of names) {
      await bar(page).getByRole("link", { name }).click()
      await expect(bar(page).getByRole("link", { name })).toHaveAttribute("aria-current", "page")
      await expect(page.getByText("Insufficient privileges")).toHaveCount(0)
    }
    await bar(page).getByRole("button", { name: "Me" }).click()
    const account = page.getByRole("dialog")
    await axe(page, "dialog[open]")
    await shot(page, `staff-me-${who.split("@")[0]}`, { fullPage: false })
    await account.getByRole("button", { name: "Switch to dark theme" }).click()
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
    await account.getByRole("link", { name: "Account settings" }).click()
    await expect(page).toHaveURL(/\/staff-dashboard\?tab=settings$/)
    await expect(account).toBeHidden()
    await bar(page).getByRole("button", { name: "Me" }).click()
    await account.getByRole("button", { name: "Logout" }).click()
    await expect(page).toHaveURL(`${site.url}/`)
  }
})

test("nothing shifts while a private page is loading", async ({ page, site, anotherPage }) => {
  for (const [email, pages] of [
    [
      "vip@demo.example",
      [
        ["/video/1", (page: Page) => page.getByRole("button", { name: "Like" })],
        ["/dashboard", (page: Page) => page.getByText("No orders yet.")],
      ],
    ],
    [
      "admin@demo.example",
      [
        ["/staff-dashboard", (page: Page) => page.getByRole("list", { name: "Recent activity" })],
        ["/staff-dashboard?tab=admin-summary", (page: Page) => page.getByRole("list", { name: "Recent activity" })],
        ["/admin?tab=integrations", (page: Page) => page.getByText("No webhooks yet.")],
        ["/admin?tab=dashboard", (page: Page) => page.getByRole("slider", { name: "Revenue by day" })],
        ["/admin?tab=videos", (page: Page) => page.getByText(/^\d+ videos$/)],
      ],
    ],
    [
      "moderator@demo.example",
      [
        ["/staff-dashboard", (page: Page) => page.getByRole("heading", { name: "Most active models" })],
        ["/staff-dashboard?tab=moderation-summary", (page: Page) => page.getByText("View flagged chats")],
      ],
    ],
  ] as const) {
    const somebody = email.startsWith("admin") ? page : await anotherPage(test.info().project.use)
    await signInAs(somebody, site.url, email)
    await watchShift(somebody)
    // A first visit makes this browser remember the user.
    await somebody.goto(`${site.url}/terms`)
    for (const [path, last] of pages) {
      await somebody.goto(site.url + path)
      await expect(last(somebody)).toBeVisible()
      expect(await shift(somebody), `${email} ${path}`).toBeLessThan(0.02)
    }
  }
})
