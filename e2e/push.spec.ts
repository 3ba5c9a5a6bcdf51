import { createECDH, randomBytes } from "node:crypto"
import { alertTexts, pushSettingTexts, pushTexts } from "#contract/memberText.ts"
import type { PushNotice } from "#contract/push.ts"
import { offlineTexts } from "#contract/texts.ts"
import { said, speaking } from "#server/platform/languages.ts"
import { aCustomer, ask, signInAs, tokenOf } from "./customers.ts"
import { fail, why } from "./failCalls.ts"
import { axe, axeInBothThemes, expect, type Page, prepared, shot, test } from "./fixtures.ts"
import { Keyboard } from "./keyboard.ts"
import { openSite } from "./site.ts"

/** Notifications while the page is closed, pages without a network, and the manifest. */
test.use({ serviceWorkers: "allow" })

const device = (page: Page) => page.getByRole("switch", { name: pushSettingTexts.device })
const german = (text: string) => speaking("de", () => said(text))
const isReady = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null)

/** A push service needs a network, and headless browsers grant no permission, so both are stubbed. */
async function stubSubscribe(page: Page): Promise<void> {
  const pair = createECDH("prime256v1")
  pair.generateKeys()
  const [p256dh, auth] = [[...pair.getPublicKey()], [...randomBytes(16)]]
  const endpoint = `https://push.example/${randomBytes(8).toString("hex")}`
  await page.addInitScript(
    ([p256dh, auth, endpoint]) => {
      const made = {
        endpoint,
        options: {},
        getKey: (name: string) => new Uint8Array(name === "auth" ? auth : p256dh).buffer,
        unsubscribe: async () => {
          localStorage.removeItem("test-push")
          return true
        },
      }
      const known = (): unknown => {
        const key = localStorage.getItem("test-push")
        if (key === null) return null
        const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"))
        made.options = { applicationServerKey: Uint8Array.from(text, (one) => one.charCodeAt(0)).buffer }
        return made
      }
      Object.defineProperty(Notification, "permission", {
        get: () => localStorage.getItem("test-permission") ?? "default",
      })
      Notification.requestPermission = async () => {
        localStorage.setItem("test-permission", "granted")
        return "granted"
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => known(),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem("test-push", applicationServerKey)
          return known()
        },
      })
    },
    [p256dh, auth, endpoint] as const,
  )
}

/** Delivers a message as the browser does after decrypting it. */
async function deliver(page: Page, notice: PushNotice | string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((found) => {
    session.on(
      "ServiceWorker.workerRegistrationUpdated",
      ({ registrations: [one] }) => one && found(one.registrationId),
    )
  })
  await session.send("ServiceWorker.enable")
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: typeof notice === "string" ? notice : JSON.stringify(notice),
  })
}

test("notices are turned on by a click, chosen by kind, tried, and turned off", { tag: "@phone" }, async ({
  page,
  site,
}) => {
  await stubSubscribe(page)
  const { token } = await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=notifications")
  const alerts = page.getByRole("region", { name: "Browser notifications and sound" })
  await expect(alerts.getByText(pushSettingTexts.hint)).toBeVisible()
  await expect(device(page)).not.toBeChecked()
  await expect(page.getByRole("switch", { name: "Memberships" })).toHaveCount(0)
  await new Keyboard(page).to(device(page))
  await page.keyboard.press("Space")
  await expect(device(page)).toBeChecked()
  expect(await ask(site.url, "GET /push", { token })).toMatchObject({ on: true })
  for (const kind of ["Messages", "Orders", "Memberships"]) {
    await expect(page.getByRole("switch", { name: kind, exact: true })).toBeChecked()
  }
  await page.getByRole("switch", { name: "Orders", exact: true }).click()
  await expect
    .poll(() => ask<{ push_orders: boolean }>(site.url, "GET /auth/me/preferences", { token }))
    .toMatchObject({ push_orders: false, push_messages: true })
  await alerts.getByRole("button", { name: "Send test notification" }).click()
  await expect(page.getByText(pushSettingTexts.sent)).toBeVisible()
  await axeInBothThemes(page, "push-settings")

  await page.reload()
  await expect(device(page)).toBeChecked()
  await device(page).click()
  await expect(device(page)).not.toBeChecked()
  expect(await ask(site.url, "GET /push", { token })).toMatchObject({ on: false })
})

test("a browser that cannot, must not or fails to subscribe says so", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  await stubSubscribe(page)
  const { token } = await aCustomer(page, site.url)
  await page.goto("/dashboard?tab=notifications")
  const mend = await fail(page, "PUT", "/api/push")
  await device(page).click()
  const failure = page.getByRole("alert").filter({ hasText: pushSettingTexts.failed })
  await expect(failure).toContainText(why)
  await expect(device(page)).not.toBeChecked()
  await mend()
  await device(page).click()
  await expect(device(page)).toBeChecked()
  const testCall = await fail(page, "POST", "/api/push")
  await page.getByRole("button", { name: "Send test notification" }).click()
  await expect(page.getByRole("alert").filter({ hasText: pushSettingTexts.testFailed })).toContainText(why)
  await testCall()
  await fail(page, "DELETE", "/api/push")
  await device(page).click()
  await expect(page.getByRole("alert").filter({ hasText: pushSettingTexts.offFailed })).toContainText(why)
  await expect(device(page)).toBeChecked()

  // After a new login, this browser is subscribed again for the new session.
  await ask(site.url, "DELETE /push/subscription", { token })
  await page.reload()
  await expect.poll(() => ask(site.url, "GET /push", { token })).toMatchObject({ on: true })

  await page.evaluate(() => localStorage.setItem("test-permission", "denied"))
  await page.reload()
  await expect(page.getByText(alertTexts.blocked)).toBeVisible()
  await expect(device(page)).toBeDisabled()
  await axe(page)
  await page.addInitScript(() => delete (window as { PushManager?: unknown }).PushManager)
  await page.reload()
  await expect(page.getByText(pushSettingTexts.unsupported)).toBeVisible()
  await expect(device(page)).toBeDisabled()
})

test("a moderator turns them on beside the other choices", { tag: "@desktop" }, async ({ page, site }) => {
  await stubSubscribe(page)
  const token = await signInAs(page, site.url, "moderator@demo.example")
  await page.goto("/staff-dashboard?tab=notifications")
  await device(page).click()
  await expect(device(page)).toBeChecked()
  expect(await ask(site.url, "GET /push", { token })).toMatchObject({ on: true })
  await expect(page.getByRole("switch", { name: "Messages", exact: true })).toHaveCount(1)
  await shot(page, "push-settings-moderator")
})

test("a notice is shown with its text and tag, and opens what it is about", { tag: "@desktop" }, async ({
  page,
  site,
  context,
}) => {
  await page.goto("/")
  await isReady(page)
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(() => {
    const told: unknown[] = []
    const { registration, clients } = self as unknown as { registration: ServiceWorkerRegistration; clients: object }
    Object.assign(self, { told })
    registration.showNotification = async (title, { tag, data } = {}) => void told.push({ title, tag, data })
    Object.assign(clients, { openWindow: async (url: string) => void told.push(url) })
  })
  const told = () => worker!.evaluate(() => (self as unknown as { told: unknown[] }).told)
  await deliver(page, { title: pushTexts.new_message, tag: "room-7", url: "/chat?room=7" })
  await deliver(page, "not of this shop")
  await expect.poll(told).toEqual([
    { title: pushTexts.new_message, tag: "room-7", data: "/chat?room=7" },
    { title: "Vitrine", tag: "notice", data: "/" },
  ])
  // A window that shows the page already is focused, not opened again.
  for (const data of ["/order/7", "/"]) {
    await worker!.evaluate((data) => {
      const notification = { data, close: () => (self as unknown as { told: unknown[] }).told.push("closed") }
      self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} }))
    }, data)
  }
  await expect.poll(async () => (await told()).slice(2).sort()).toEqual(["closed", "closed", `${site.url}/order/7`])
})

test("without a network a page says so, and nothing is kept of the shop", { tag: "@phone" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/503|ERR_INTERNET_DISCONNECTED|Failed to load/)
  await page.goto("/models")
  await isReady(page)
  await page.context().setOffline(true)
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto("/model/1")
    await expect(page.getByRole("heading", { name: offlineTexts.title })).toBeVisible()
    await expect(page.getByText(offlineTexts.text)).toBeVisible()
    await expect(page).toHaveTitle(`${offlineTexts.title} - Vitrine`)
    await shot(page, `offline-${theme}`)
  }
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole("link", { name: offlineTexts.again }).click()
  await expect(page).toHaveURL("/model/1")
  await expect(page.getByText(offlineTexts.text)).toHaveCount(0)

  await page.goto("/de/models")
  const script = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)
  await expect.poll(script).toBe(`${site.url}/sw.js`)
  await page.context().setOffline(true)
  await page.goto("/de/model/1")
  await expect(page.getByRole("heading", { name: german(offlineTexts.title) })).toBeVisible()
  await expect(page.locator("html")).toHaveAttribute("lang", "de")
})

test("no page waits for a worker that is being replaced, in whatever languages the shop is read", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/Failed to load|the script resource|ServiceWorker/)
  const token = await tokenOf(site.url, "admin@demo.example")
  await page.goto("/models")
  await isReady(page)
  for (let load = 0; load < 40; load++) {
    // A new name changes the worker, like a deploy.
    if (load % 8 === 4) {
      await ask(site.url, "PATCH /admin/settings", { token, body: { shop_name: `Vitrine ${load}` } })
    }
    await page.goto(["/models", "/de/models", "/model/1", "/es/models"][load % 4]!, {
      waitUntil: "commit",
      timeout: 5_000,
    })
    await page.waitForTimeout(250)
  }
  await page.goto("/ja/models")
  await expect(page.locator("h1").first()).toBeVisible()
  await ask(site.url, "PATCH /admin/settings", { token, body: { shop_name: "Vitrine" } })
})

test("the shop can be put on a home screen under its own name, in the page's language", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await page.goto("/")
  const session = await page.context().newCDPSession(page)
  const { url, errors, data } = await session.send("Page.getAppManifest")
  expect([url, errors]).toEqual([`${site.url}/manifest.webmanifest`, []])
  const manifest = JSON.parse(data!)
  expect(manifest).toMatchObject({ id: "/", name: "Vitrine", start_url: "/", lang: "en", display: "standalone" })
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors")
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([])
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (src) => {
      const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
      return `${width}x${height}`
    }, src)
    expect(size).toBe(sizes)
  }
  await page.goto("/de/models")
  const inGerman = await session.send("Page.getAppManifest")
  expect([inGerman.url, inGerman.errors]).toEqual([`${site.url}/de/manifest.webmanifest`, []])
  const description = german(manifest.description)
  expect(JSON.parse(inGerman.data!)).toMatchObject({ id: "/", start_url: "/de", lang: "de", description })
})

test("a shop without a worker removes it from the browsers that have it", { tag: "@desktop" }, async ({ browser }) => {
  const site = await openSite({ template: prepared().template, settings: { SERVICE_WORKER: "0" } })
  const context = await browser.newContext({ serviceWorkers: "allow" })
  const page = await context.newPage()
  await page.goto(site.url)
  await page.evaluate(() => navigator.serviceWorker.register("/sw.js").catch(() => undefined))
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await context.close()
  await site.close()
})
