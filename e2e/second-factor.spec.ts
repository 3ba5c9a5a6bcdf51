import { readFileSync } from "node:fs"
import { Secret, TOTP } from "otpauth"
import { adminTexts } from "#contract/adminText.ts"
import { loginTexts, secondFactorTexts } from "#contract/memberText.ts"
import { anAccount, ask, confirmAddress, newAddress, password, passwordOf, tokenOf } from "./customers.ts"
import { fail } from "./failCalls.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"

test.use({ movable: true })
// A passkey belongs to a name, not to an IP address. The clock of this file's shop is moved.

const minute = 60_000
/** Returns the app's code by the shop's clock, which other journeys may have moved. A session lasts twelve hours. */
async function codeOf(url: string, key: string): Promise<string> {
  const email = "mara@demo.example"
  const body = { email, password: passwordOf(email) }
  const { expires_at } = await ask<{ expires_at: string }>(url, "POST /auth/login", { body })
  const timestamp = Date.parse(expires_at) - 12 * 60 * minute
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) }).generate({ timestamp })
}

async function aConfirmedAccount(site: { url: string; dataDir: string }): Promise<{ email: string }> {
  const account = await anAccount(site.url)
  await confirmAddress(site, account.email)
  return account
}

/** Adds Chromium's virtual authenticator, which verifies its user at once. */
async function aDevice(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send("WebAuthn.enable")
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem("age_verified", "true"))
  await page.goto("/login")
  await page.getByLabel("Email Address").or(page.getByLabel("Email")).first().fill(email)
  await page.getByLabel("Password", { exact: true }).fill(passwordOf(email))
  await page.getByRole("button", { name: "Sign In", exact: true }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.goto("/dashboard?tab=logout")
  await page.getByRole("main").getByRole("button", { name: "Logout" }).last().click()
  await expect(page).toHaveURL("/")
}

const section = (page: Page) => page.getByRole("region", { name: "Two-step verification" })

async function addPasskey(page: Page): Promise<void> {
  await section(page).getByRole("button", { name: "Add a passkey" }).click()
  await page.getByRole("dialog", { name: "Add a passkey" }).getByRole("button", { name: "Add passkey" }).click()
  await expect(page.getByText(secondFactorTexts.passkeyAdded)).toBeVisible()
}

async function setUpApp(page: Page, url: string): Promise<{ key: string; spent: string; codes: string[] }> {
  await section(page).getByRole("button", { name: "Set up an authenticator app" }).click()
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" })
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible()
  const key = (await dialog.locator(".select-all").textContent())!
  await axe(page)
  await dialog.getByLabel("Code from the app").fill("000 000")
  await dialog.getByRole("button", { name: "Turn on" }).click()
  await expect(dialog.getByText(secondFactorTexts.wrongAppCode)).toBeVisible()
  const spent = await codeOf(url, key)
  await dialog.getByLabel("Code from the app").fill(spent)
  await dialog.getByRole("button", { name: "Turn on" }).click()
  await expect(page.getByText(secondFactorTexts.appAdded)).toBeVisible()
  const saving = page.getByRole("dialog", { name: "Save your recovery codes" })
  await expect(saving.getByRole("listitem")).toHaveCount(10)
  const codes = await saving.getByRole("listitem").allTextContents()
  await axe(page)
  const download = page.waitForEvent("download")
  await saving.getByRole("button", { name: "Download" }).click()
  expect(
    readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\n"),
  ).toEqual(codes)
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await saving.getByRole("button", { name: "Copy" }).click()
  await expect(page.getByText(secondFactorTexts.codesCopied)).toBeVisible()
  await saving.getByRole("button", { name: "I've saved them" }).click()
  return { key, spent, codes }
}

test("a passkey is added, signs in on its own, and is the second step after a password", { tag: "@phone" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/422/)
  const { email } = await aConfirmedAccount(site)
  await aDevice(page)
  await logIn(page, email)
  await expect(page.getByText(loginTexts.success)).toBeVisible()
  await page.goto("/dashboard?tab=settings")
  await addPasskey(page)
  const saving = page.getByRole("dialog", { name: "Save your recovery codes" })
  await expect(saving.getByRole("listitem")).toHaveCount(10)
  await saving.getByRole("button", { name: "I've saved them" }).click()
  await axe(page)
  await shot(page, "two-step")

  await logOut(page)
  await page.goto("/login")
  await page.getByRole("button", { name: "Use a passkey" }).click()
  await expect(page).toHaveURL("/#home")
  await page.goto("/dashboard?tab=settings")
  await expect(page.getByText(/with a passkey$/)).toBeVisible()

  await logOut(page)
  await logIn(page, email)
  await expect(page.getByText("Use your passkey to finish logging in.")).toBeVisible()
  await axe(page)
  await page.getByLabel("Recovery code").fill("aaaa-bbbb-cccc-dddd")
  await page.getByRole("button", { name: "Continue" }).click()
  await expect(page.getByText(secondFactorTexts.wrongCode)).toBeVisible()
  await page.getByRole("button", { name: "Use a passkey" }).click()
  await expect(page).toHaveURL("/#home")

  await page.goto("/dashboard?tab=settings")
  await section(page)
    .getByRole("button", { name: /^Remove / })
    .click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click()
  await expect(page.getByText(secondFactorTexts.passkeyRemoved)).toBeVisible()
  await expect(section(page).getByText(/so that your password alone is not enough/)).toBeVisible()
})

test("an authenticator app and its recovery codes guard the sign-in; each code works once", {
  tag: "@desktop",
}, async ({ page, site, expectConsole }) => {
  expectConsole(/422|500/)
  const { email } = await aConfirmedAccount(site)
  await logIn(page, email)
  await expect(page.getByText(loginTexts.success)).toBeVisible()
  await page.goto("/dashboard?tab=settings")
  const { key, spent, codes } = await setUpApp(page, site.url)
  await logOut(page)
  await logIn(page, email)
  const code = page.getByLabel("Code", { exact: true })
  // This code set the app up, so it is spent.
  await code.fill(spent)
  await page.getByRole("button", { name: "Continue" }).click()
  await expect(page.getByText(secondFactorTexts.wrongCode)).toBeVisible()
  await expect(code).toBeFocused()
  await site.command({ do: "advance", ms: minute })
  await code.fill(await codeOf(site.url, key))
  await code.press("Enter")
  await expect(page).toHaveURL("/#home")

  await logOut(page)
  await logIn(page, email)
  await code.fill(codes[3]!)
  await code.press("Enter")
  await expect(page).toHaveURL("/#home")
  await page.goto("/dashboard?tab=settings")
  await expect(section(page).getByText("9 of 10 recovery codes left.")).toBeVisible()

  const replace = section(page).getByRole("button", { name: "Replace recovery codes" })
  const mend = await fail(page, "POST", "/api/auth/recovery-codes")
  await replace.click()
  await expect(page.getByText(secondFactorTexts.changeFailed)).toBeVisible()
  await mend()
  await replace.click()
  await expect(page.getByText(secondFactorTexts.codesRenewed)).toBeVisible()
  await page.getByRole("button", { name: "I've saved them" }).click()
  await section(page).getByRole("button", { name: "Remove authenticator app" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click()
  await expect(page.getByText(secondFactorTexts.appRemoved)).toBeVisible()
})

test("a browser without passkeys says so", { tag: "@desktop" }, async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem("age_verified", "true")
    Reflect.deleteProperty(window, "PublicKeyCredential")
  })
  await page.goto("/login")
  await page.getByRole("button", { name: "Use a passkey" }).click()
  await expect(page.getByText(secondFactorTexts.noPasskeys)).toBeVisible()
})

test("a super admin resets the second factor of somebody who lost it", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/422/)
  const { email } = await aConfirmedAccount(site)
  await logIn(page, email)
  await expect(page.getByText(loginTexts.success)).toBeVisible()
  await page.goto("/dashboard?tab=settings")
  await setUpApp(page, site.url)
  await logOut(page)
  const desk = await anotherPage({ baseURL })
  await logIn(desk, "admin@demo.example")
  await expect(desk.getByText(loginTexts.success)).toBeVisible()
  await desk.goto("/staff-dashboard?tab=user-management")
  await desk.getByRole("searchbox").fill(email)
  const row = desk.getByRole("row").filter({ hasText: email })
  await row.getByRole("button", { name: /^Actions for/ }).click()
  await desk.getByRole("menuitem", { name: "Reset two-step verification" }).click()
  await desk.getByRole("dialog").getByRole("button", { name: "Reset two-step verification" }).click()
  await expect(desk.getByText(adminTexts.userSecondFactorReset)).toBeVisible()
  await logIn(page, email)
  await expect(page).toHaveURL("/#home")
})

test("staff confirm who they are before an export, ten minutes after the sign-in", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/403|422/)
  const email = await aSuperAdmin(site.url)
  await logIn(page, email)
  await expect(page.getByText(loginTexts.success)).toBeVisible()
  await page.goto("/staff-dashboard?tab=settings")
  const { key } = await setUpApp(page, site.url)
  await site.command({ do: "advance", ms: 11 * minute })
  await page.goto("/admin?tab=orders")
  const exporting = page.getByRole("button", { name: /Export/ })
  await exporting.click()
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" })
  await expect(dialog.getByText(secondFactorTexts.why)).toBeVisible()
  await axe(page)
  await dialog.getByRole("button", { name: "Cancel" }).click()
  await expect(dialog).toBeHidden()
  await exporting.click()
  await dialog.getByLabel("Code of your app, or a recovery code").fill(await codeOf(site.url, key))
  const download = page.waitForEvent("download")
  await dialog.getByRole("button", { name: "Continue" }).click()
  expect((await download).suggestedFilename()).toBe("orders.csv")
  await expect(dialog).toBeHidden()
})

test("a shop that requires it sends staff without it to their settings, and lets them on once they have it", {
  tag: "@desktop",
}, async ({ page, site, anotherPage, baseURL, expectConsole }) => {
  expectConsole(/403/)
  const email = await aSuperAdmin(site.url)
  await aDevice(page)
  await logIn(page, email)
  await expect(page.getByText(loginTexts.success)).toBeVisible()
  await page.goto("/staff-dashboard?tab=settings")
  await addPasskey(page)
  await page.getByRole("button", { name: "I've saved them" }).click()
  await page.goto("/admin?tab=settings")
  const required = page.getByLabel(/Require two-step verification for staff/)
  await required.check()
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(page.getByText("Settings saved")).toBeVisible()
  try {
    const desk = await anotherPage({ baseURL })
    await aDevice(desk)
    await logIn(desk, "moderator@demo.example")
    await expect(desk).toHaveURL(/staff-dashboard\?tab=settings/)
    await expect(desk.getByText(secondFactorTexts.required)).toBeVisible()
    await addPasskey(desk)
    await desk.getByRole("button", { name: "I've saved them" }).click()
    await desk.goto("/moderator")
    await expect(desk.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(desk.getByRole("list").first()).toBeVisible()
    await expect(desk).toHaveURL("/moderator")
  } finally {
    await required.uncheck()
    await page.getByRole("button", { name: "Save settings" }).click()
    await expect(required).not.toBeChecked()
  }
})

/** Creates a super admin, because a journey must leave the demo's account as it is. */
async function aSuperAdmin(url: string): Promise<string> {
  const token = await tokenOf(url, "admin@demo.example")
  const email = newAddress()
  const body = { email, password, full_name: "Ada Admin", region: "global", admin_type: "super_admin", is_active: true }
  await ask(url, "POST /admin/admins", { token, body })
  return email
}
