import { orderTexts } from "#contract/buyingText.ts"
import { panelTexts } from "#contract/panelText.ts"
import { email as admin, panel } from "./adminPanel.ts"
import { ask, passwordOf, tokenOf } from "./customers.ts"
import { axe, axeInBothThemes, expect, type Page, passAgeGate, shot, signIn, test } from "./fixtures.ts"

/** Age verification by country. The browser sends the header that a proxy would send. */

test.use({
  settings: {
    TRUST_PROXY: "1",
    COUNTRY_HEADER: "x-country",
    DEMO: "public",
    PAYMENTS_SANDBOX: "public",
    AGE_SANDBOX: "public",
  },
})
// One worker runs these tests, because they share a shop.
test.describe.configure({ mode: "default" })

const british = { extraHTTPHeaders: { "x-country": "GB" } }
const american = { extraHTTPHeaders: { "x-country": "US" } }

async function set(url: string, body: object): Promise<void> {
  await ask(url, "PATCH /admin/settings", { token: await tokenOf(url, admin), body })
}

test.beforeEach(({ site }) => set(site.url, { age_rules: [{ country: "GB", rule: "verified" }], no_shipping: [] }))
test.afterEach(({ site }) => set(site.url, { age_rules: [], no_shipping: [] }))

/** Returns what a page has shown and requested. */
function watched(page: Page): string[] {
  const asked: string[] = []
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname))
  return asked
}

async function verify(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Verify my age" }).click()
  await page.getByRole("button", { name: "I'm 18 or older" }).click()
}

test("a visitor from the UK sees nothing of the catalogue before the check, and the page asked for after it", {
  tag: "@phone",
}, async ({ anotherPage, expectConsole }) => {
  expectConsole(/403 \(Forbidden\)|400 \(Bad Request\)/)
  const page = await anotherPage(british)
  const asked = watched(page)
  await page.goto("/model/1")
  const heading = page.getByRole("heading", { level: 1 })
  await expect(heading).toHaveText("Verify your age")
  await expect(page).toHaveTitle("Age verification · Vitrine")
  await axeInBothThemes(page, "age-ask")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "Verify my age" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(heading).toHaveText("Sandbox age check")
  await axeInBothThemes(page, "age-sandbox")
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "I'm under 18" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(heading).toHaveText("You must be 18 or older")
  await axeInBothThemes(page, "age-under")
  await page.getByRole("link", { name: "Try again" }).click()
  await page.getByRole("button", { name: "Cancel" }).click()
  await expect(heading).toHaveText("Your age wasn't verified")
  await axe(page)
  expect(asked.filter((path) => /^\/(media|api|assets)\/|\.(jpg|png|avif|webp)$/.test(path))).toEqual([])
  await page.getByRole("link", { name: "Try again" }).click()
  await page.getByRole("button", { name: "I'm 18 or older" }).click()
  await expect(page).toHaveURL("/model/1")
  await expect(page.getByRole("button", { name: "Add to Cart" }).first()).toBeVisible()
  await expect(page.getByRole("dialog")).toHaveCount(0)
  const picture = page.getByRole("main").locator("img").first()
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await page.goto("/models")
  await expect(page.getByRole("article").first()).toBeVisible()
})

test("elsewhere the gate is as specified, and where no check is needed there is none", { tag: "@desktop" }, async ({
  site,
  anotherPage,
}) => {
  const abroad = await anotherPage(american)
  await abroad.goto("/models")
  await passAgeGate(abroad)
  await expect(abroad.getByRole("article").first()).toBeVisible()
  await set(site.url, { age_rules: [{ country: "FR", rule: "none" }] })
  const french = await anotherPage({ extraHTTPHeaders: { "x-country": "FR" } })
  await french.goto("/models")
  await expect(french.getByRole("article").first()).toBeVisible()
  await expect(french.getByRole("button", { name: "I am 18 years and older - Enter" })).toBeHidden()
  await axe(french)
  const scriptless = await anotherPage({ extraHTTPHeaders: { "x-country": "FR" }, javaScriptEnabled: false })
  await scriptless.goto("/models", { waitUntil: "commit" })
  await expect(scriptless.locator("article").first()).toBeVisible()
})

test("legal pages are open, a link from them leads to the check, and an account keeps its verification", {
  tag: "@desktop",
}, async ({ site, anotherPage, expectConsole }) => {
  expectConsole(/403 \(Forbidden\)/)
  const page = await anotherPage(british)
  await page.goto("/terms")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Terms/)
  await page.getByRole("link", { name: "Vitrine" }).first().click()
  await expect(page.getByRole("heading", { name: "Verify your age" })).toBeVisible()
  await expect(page).toHaveURL("/")

  await page.getByRole("link", { name: "Sign in" }).click()
  const mara = "mara@demo.example"
  const fields = page.locator("form", { has: page.getByLabel("Password", { exact: true }) })
  await fields.getByLabel("Email").fill(mara)
  await fields.getByLabel("Password", { exact: true }).fill(passwordOf(mara))
  await fields.getByRole("button", { name: "Sign In" }).click()
  // The visitor is signed in, but not verified.
  await expect(page.getByRole("heading", { name: "Verify your age" })).toBeVisible()
  await verify(page)
  await page.goto("/dashboard")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(page.getByText(mara).first()).toBeVisible()

  const elsewhere = await anotherPage(british)
  await signIn(elsewhere, mara, passwordOf(mara))
  await elsewhere.goto("/models")
  await expect(elsewhere.getByRole("article").first()).toBeVisible()
  expect(await ask(site.url, "GET /users/account/export", { token: await tokenOf(site.url, mara) })).toMatchObject({
    age_assurances: [{ over_18: true, provider: "sandbox" }],
  })
})

test("an admin sets rules and countries without shipping in the panel", { tag: "@desktop" }, async ({
  site,
  anotherPage,
}) => {
  await set(site.url, { age_rules: [] })
  const page = await anotherPage(british)
  await panel(page, site.url, "settings")
  const group = page.getByRole("group", { name: "Age and regions" })
  await expect(group.getByText(/You're seen in United Kingdom/)).toBeVisible()
  await group.getByRole("combobox", { name: "Add a country with another age check" }).selectOption("United Kingdom")
  await group.getByRole("button", { name: "Add a country with another age check" }).click()
  await expect(group.getByLabel("Age check in United Kingdom")).toHaveValue("verified")
  await expect(group.getByText("Ages are verified by a test page")).toBeVisible()
  await group.getByRole("combobox", { name: "Add a country with another age check" }).selectOption("France")
  await group.getByRole("button", { name: "Add a country with another age check" }).click()
  await group.getByLabel("Age check in France").selectOption("No age check")
  await group.getByRole("combobox", { name: "Add a country with another age check" }).selectOption("Austria")
  await group.getByRole("button", { name: "Add a country with another age check" }).click()
  await group.getByRole("button", { name: "Remove Austria" }).click()
  await expect(group.getByRole("combobox", { name: "Add a country with another age check" })).toBeFocused()
  const shipping = page.getByRole("group", { name: "Shipping" })
  await shipping.getByRole("combobox", { name: "Add a country you don't ship to" }).selectOption("Germany")
  await shipping.getByRole("button", { name: "Add a country you don't ship to" }).click()
  await axeInBothThemes(page, "age-settings")
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(page.getByText(panelTexts.settingsSaved)).toBeVisible()
  const token = await tokenOf(site.url, admin)
  expect(await ask(site.url, "GET /admin/settings", { token })).toMatchObject({
    age_rule: "declared",
    age_rules: [
      { country: "FR", rule: "none" },
      { country: "GB", rule: "verified" },
    ],
    no_shipping: ["DE"],
  })
  // Staff can work, and see pictures, where visitors have to verify their age.
  await page.goto("/admin?tab=models")
  const picture = page.getByRole("main").locator("img").first()
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
})

test("a country that isn't shipped to is refused at its field, and nothing that was typed is lost", {
  tag: "@phone",
}, async ({ site, anotherPage, expectConsole }) => {
  expectConsole(/422 \(Unprocessable/)
  const page = await anotherPage(american)
  const member = "standard@demo.example"
  await signIn(page, member, passwordOf(member))
  await page.goto("/model/1")
  await page.getByRole("button", { name: "Add to Cart" }).first().click()
  await expect(page.getByRole("dialog").getByRole("link", { name: /Checkout/ })).toBeVisible()
  await page.goto("/checkout")
  await page.getByLabel("Phone").fill("+49 30 555 0100")
  await page.getByLabel("Address", { exact: true }).fill("Leise Gasse 12")
  await page.getByLabel("City").fill("Berlin")
  await page.getByLabel("State").fill("Berlin")
  await page.getByLabel("Zip code").fill("10115")
  await page.getByLabel("Country").selectOption("Germany")
  await set(site.url, { no_shipping: ["DE"] })
  await page.getByRole("button", { name: /^Pay|Continue/ }).click()
  await expect(page.getByText(orderTexts.noShipping("Germany"))).toBeVisible()
  await expect(page.getByLabel("Country")).toHaveAttribute("aria-invalid", "true")
  await expect(page.getByLabel("Country")).toBeFocused()
  await expect(page.getByLabel("Address", { exact: true })).toHaveValue("Leise Gasse 12")
  await axe(page)
  await shot(page, "no-shipping")
  await page.reload()
  await expect(page.getByLabel("Country")).toHaveValue("DE")
  await expect(page.getByRole("option", { name: "Germany (no shipping)" })).toBeDisabled()
  await page.getByLabel("Country").selectOption("Austria")
  await page.getByRole("button", { name: /^Pay|Continue/ }).click()
  await expect(page.getByRole("heading", { name: "Sandbox payment" })).toBeVisible()
})
