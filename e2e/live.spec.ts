import { notificationTexts } from "#contract/buyingText.ts"
import type { PaidLevel } from "#contract/membership.ts"
import { generalTexts } from "#contract/texts.ts"
import { aCustomer, anOrder, ask, password, ship, signInAs, tokenOf } from "./customers.ts"
import { expect, type Page, test } from "./fixtures.ts"

/** Changes that reach an open page without a reload. Notifications are polled every 30 seconds; these arrive sooner. */

const soon = { timeout: 20_000 }
const live = (page: Page) => page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"))

test.use({ movable: true })

test("a level bought on one device is shown on another one without a reload", {
  tag: "@desktop",
}, async ({ page, site, anotherPage }) => {
  const { token, email } = await aCustomer(page, site.url)
  const second = await anotherPage({ baseURL: site.url })
  expect(await signInAs(second, site.url, email)).not.toBe(token)
  await open(second, "/dashboard")
  await expect(second.getByText("Basic", { exact: true })).toBeVisible()
  await expect(second.getByRole("link", { name: "Upgrade Plan" })).toBeVisible()
  let loads = 0
  second.on("load", () => loads++)
  await open(page, "/upgrade")
  await expect(page.locator("html")).toHaveAttribute("data-level", "free")
  await buy(site.url, token, "vvip")
  for (const one of [page, second]) await expect(one.locator("html")).toHaveAttribute("data-level", "vvip", soon)
  await expect(second.getByText("VVIP Member", { exact: true })).toBeVisible(soon)
  // The card names the level, so the title does not.
  await expect(second.getByText("VVIP", { exact: true })).toHaveCount(0)
  await expect(second.getByText("Unlimited, 0 sent")).toBeVisible()
  const nav = second.getByRole("navigation", { name: "Dashboard" })
  await expect(nav.getByRole("link", { name: "VIP Content" })).toBeVisible()
  expect(loads).toBe(0)
})

test("a session that is ended on another device signs this page out with a message", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const { email } = await aCustomer(page, site.url)
  await open(page, "/dashboard?tab=settings")
  await expect(page.getByRole("heading", { level: 2, name: "Settings" })).toBeVisible()
  await ask(site.url, "DELETE /auth/sessions", { token: await tokenOf(site.url, email) })
  await expect(page.getByText(generalTexts.authenticationFailed)).toBeVisible(soon)
  await expect(page.locator("html")).toHaveAttribute("data-auth", "out")
  await expect(page).toHaveURL("/login?next=%2Fdashboard%3Ftab%3Dsettings")
})

test("a notification arrives in the page as soon as it is written", { tag: "@desktop" }, async ({ page, site }) => {
  const { token } = await aCustomer(page, site.url)
  const [doll] = await ask<{ id: number }[]>(site.url, "GET /dolls?limit=1")
  await open(page, "/models")
  const order = await anOrder(site.url, token, { dollId: doll!.id })
  await expect(page.locator("html")).toHaveAttribute("data-notices", "some", soon)
  await ship(site.url, order.id, "TRACK-1")
  await expect(page.getByText(/on its way|shipped/i).first()).toBeVisible(soon)
  // Following the toast marks the notification as read.
  const told = page.getByRole("status").filter({ hasText: notificationTexts.orderShipped.title })
  await told.getByRole("button", { name: "Open" }).click()
  await expect(page).toHaveURL(`/order/${order.id}`)
  const read = async () => {
    const notices = await ask<{ kind: string; read_at: string | null }[]>(site.url, "GET /notifications", { token })
    return notices.filter(({ read_at }) => read_at !== null).map(({ kind }) => kind)
  }
  await expect.poll(read).toEqual(["order_shipped"])
})

test("a change of an order from before the socket opened is shown once it is open", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  const { token } = await aCustomer(page, site.url)
  const order = await anOrder(site.url, token, { dollId: 10 })
  let hear = () => {}
  const heard = new Promise<void>((done) => {
    hear = done
  })
  await page.routeWebSocket(/\/api\/ws$/, async (socket) => {
    await heard
    socket.connectToServer()
  })
  await page.goto(`/order/${order.id}`)
  await expect(page.getByText("To be shipped")).toBeVisible()
  await ship(site.url, order.id, "TRACK-EARLY")
  hear()
  await expect(page.getByText("TRACK-EARLY")).toBeVisible(soon)
})

test("a guest opens no socket", { tag: "@desktop" }, async ({ page }) => {
  let opened = 0
  page.on("websocket", () => opened++)
  await page.goto("/")
  await page.goto("/models")
  await page.waitForLoadState("networkidle")
  expect(opened).toBe(0)
})

test("a level that ends while the page is open is removed from it", { tag: "@desktop" }, async ({ page, site }) => {
  const { token, email } = await aCustomer(page, site.url)
  await buy(site.url, token, "vip")
  const day = 86_400_000
  await site.command({ do: "advance", ms: 29 * day })
  const again = { email, password, remember_me: true }
  const signedIn = await ask<{ access_token: string }>(site.url, "POST /auth/login", { body: again })
  await page.evaluate((token) => sessionStorage.setItem("access_token", token), signedIn.access_token)
  await open(page, "/dashboard")
  await expect(page.locator("html")).toHaveAttribute("data-level", "vip")
  await site.command({ do: "advance", ms: day + 60_000 })
  await expect(page.locator("html")).toHaveAttribute("data-level", "free", soon)
})

/** Opens a page and waits for the first frame of its socket. */
async function open(page: Page, path: string): Promise<void> {
  const speaking = live(page)
  await page.goto(path)
  await speaking
}

async function buy(url: string, token: string, level: PaidLevel): Promise<void> {
  const body = { level }
  const { invoice_url } = await ask<{ invoice_url: string }>(url, "POST /nowpayments/create-subscription-invoice", {
    token,
    body,
  })
  await fetch(invoice_url, { method: "POST", body: new URLSearchParams({ outcome: "finished" }), redirect: "manual" })
}
