import type { User } from "#contract/accounts.ts"
import { translatedLanguages } from "#contract/languages.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { said, speaking } from "#server/platform/languages.ts"
import { aCustomer, ask, password, signInAs, tokenOf } from "./customers.ts"
import { emailTextTo } from "./emails.ts"
import { fail } from "./failCalls.ts"
import { axe, axeInBothThemes, expect, type Page, passAgeGate, shot, test } from "./fixtures.ts"
import { rightToLeft, written } from "./rightToLeft.ts"

const german = (text: string) => speaking("de", () => said(text))

const chooseLanguage = (page: Page, name: string) =>
  page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click()

test.describe("with a German browser", () => {
  test.use({ locale: "de-DE" })

  test("the shop is German, until another language is chosen", { tag: "@phone" }, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem("age_verified", "true"))
    await page.goto("/models?sort=price_asc")
    await expect(page).toHaveURL("/de/models?sort=price_asc")
    await expect(page.locator("html")).toHaveAttribute("lang", "de")
    await expect(page.getByRole("heading", { name: german("Models"), exact: true })).toBeVisible()
    await expect(page.getByText(/\d,\d\d\s\$/).first()).toBeVisible()
    await expect(page.getByText("Ein schlanker Stapel aus fünf Formen").first()).toBeVisible()
    await page
      .getByText("Filter", { exact: true })
      .or(page.getByRole("button", { name: "Material" }))
      .filter({ visible: true })
      .click()
    await page.getByRole("link", { name: "Glasiertes Porzellan" }).click()
    await expect(page).toHaveURL(/material=Glazed/)
    await expect(page.getByRole("button", { name: /: Glasiertes Porzellan$/ })).toBeVisible()
    await expect(page.locator("link[hreflang=ja]")).toHaveAttribute("href", /\/ja\/models$/)
    await axeInBothThemes(page)
    await page.locator("a[href^='/de/model/']").first().click()
    await expect(page).toHaveURL(/\/de\/model\/\d+$/)
    await expect(page.getByRole("button", { name: german("Add to Cart"), exact: true }).first()).toBeVisible()
    const proof = page.getByRole("definition").filter({ visible: true })
    await expect(proof.filter({ hasText: "Unser eigenes Atelier" }).first()).toBeVisible()
    await expect(page.getByRole("term").filter({ hasText: "Hersteller" }).first()).toBeVisible()
    await chooseLanguage(page, "English")
    await expect(page).toHaveURL(/^[^/]+\/\/[^/]+\/model\/\d+$/)
    await expect(page.getByRole("button", { name: "Add to Cart", exact: true }).first()).toBeVisible()
    await page.goto("/de/models")
    await expect(page).toHaveURL("/models")
  })
})

test("an account keeps its language for other devices and for emails @desktop", async ({ page, site, anotherPage }) => {
  const { email } = await aCustomer(page, site.url, { remember: true })
  await page.goto("/dashboard?tab=settings")
  await page.getByRole("region", { name: "Language" }).getByRole("link", { name: "Deutsch" }).click()
  await expect(page).toHaveURL("/de/dashboard?tab=settings")
  const me = async () => ask<User>(site.url, "GET /auth/me", { token: await tokenOf(site.url, email) })
  await expect.poll(async () => (await me()).language).toBe("de")

  const there = await anotherPage()
  await passAgeGate(there)
  await there.goto("/login")
  await there.getByLabel("Email Address").or(there.getByLabel("Email")).first().fill(email)
  await there.getByLabel("Password", { exact: true }).fill(password)
  await there.getByRole("button", { name: "Sign In", exact: true }).click()
  await expect(there).toHaveURL(/\/de\//)

  await ask(site.url, "POST /auth/password-reset/request", { body: { email } })
  expect(await emailTextTo(site.dataDir, email, german("Choose a new password"))).toContain(
    german("You asked to reset your password. The link works once and is valid for one hour."),
  )
})

for (const language of translatedLanguages) {
  test(`every kind of page opens in ${language}, and its errors are said in it @desktop`, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/404|422/)
    const local = (text: string) => speaking(language, () => said(text))
    await page.addInitScript(() => localStorage.setItem("age_verified", "true"))
    for (const address of [
      "",
      "/models",
      "/model/1",
      "/upgrade",
      "/contact",
      "/terms",
      "/login",
      "/cart",
      "/nowhere",
    ]) {
      await page.goto(`/${language}${address}`)
      await expect(page.locator("html")).toHaveAttribute("lang", language)
      await expect(page.getByRole("heading").first()).toBeVisible()
    }
    await page.goto(`/${language}/contact`)
    await page.getByRole("button", { name: local("Send message"), exact: true }).click()
    await expect(page.getByText(local("Please enter your name.")).first()).toBeVisible()
    const { token } = await aCustomer(page, site.url, { remember: true })
    // A call that names no language is answered in English.
    await expect(ask(site.url, "POST /cart/", { token, body: { doll_id: 5, quantity: 9999 } })).rejects.toThrow(
      "Must be 99 or less.",
    )
    await ask(site.url, "POST /cart/", { token, body: { doll_id: 5, quantity: 1 } })
    await page.goto(`/${language}/cart`)
    await page.getByRole("button", { name: local("Clear Cart"), exact: true }).click()
    const dialog = page.getByRole("dialog", { name: local("Clear cart?") })
    await dialog.getByRole("button", { name: local("Clear cart"), exact: true }).click()
    await expect(dialog).toBeHidden()
    for (const tab of ["overview", "orders", "favorites", "settings"]) {
      await page.goto(`/${language}/dashboard?tab=${tab}`)
      await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible()
    }
  })
}

test("a language from right to left has each page mirrored, on a phone as well @desktop", async ({ page, site }) => {
  await rightToLeft(page.context())
  const token = await signInAs(page, site.url, "mara@demo.example")
  await ask(site.url, "POST /cart/", { token, body: { doll_id: 5, quantity: 1 } })
  const wide = page.viewportSize()!
  const pages = { home: "/", model: "/model/1", checkout: "/checkout", orders: "/dashboard?tab=orders" }
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address)
    await expect(page.locator("main h1").filter({ visible: true })).toHaveText(/^[א-ת\s\d\p{P}]+$/u)
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    for (const size of [wide, { width: 390, height: 844 }]) {
      await page.setViewportSize(size)
      await axe(page)
      await shot(page, `right-to-left-${name}-${size.width}`)
      const { sideways, start, arrows } = await page.evaluate(layout)
      expect({ address, ...size, sideways, start }).toEqual({ address, ...size, sideways: 0, start: "right" })
      expect(arrows.filter((scale) => scale !== "-1 1")).toEqual([])
    }
    await page.setViewportSize(wide)
    if (name === "checkout") expect((await page.evaluate(layout)).arrows).not.toEqual([])
    if (name !== "model") continue
    const button = (name: string) => page.getByRole("button", { name: written(name) })
    await button("Enlarge image 1").focus()
    await page.keyboard.press("ArrowLeft")
    await expect(button("Show image 2")).toHaveAttribute("aria-current", "true")
    await expect(button("Enlarge image 2")).toBeInViewport({ ratio: 0.9 })
    await page.keyboard.press("Enter")
    const shown = (name: string) => page.getByRole("dialog").getByRole("region", { name: written(name) })
    await expect(shown("Image 2")).toBeVisible()
    await page.keyboard.press("ArrowLeft")
    await expect(shown("Image 3")).toBeVisible()
    expect((await page.evaluate(layout)).arrows).toContain("-1 1")
    await page.keyboard.press("Escape")
    await expect(button("Show image 3")).toHaveAttribute("aria-current", "true")
  }
})

/** Measures how far the page scrolls to a side, on which side it begins, and how its visible arrows are turned. */
function layout() {
  const { scrollWidth, clientWidth } = document.documentElement
  const mark = document.querySelector("header a[href='/'], header a[href='/cart']")!.getBoundingClientRect()
  const arrows = [...document.querySelectorAll(".lucide-pointing")].filter((one) => one.checkVisibility())
  return {
    sideways: scrollWidth - clientWidth,
    start: mark.left > clientWidth / 2 ? "right" : "left",
    arrows: arrows.map((one) => getComputedStyle(one).scale),
  }
}

test("a model's texts are translated in the panel, and shown on its German page @desktop", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/500/)
  const token = await signInAs(page, site.url, "admin@demo.example", { remember: true })
  const body = {
    name: "Ulrike",
    description: "Grey porcelain.",
    price: 300,
    doll_height: 160,
    doll_material: "Wet clay",
  }
  const { id } = await ask<{ id: number }>(site.url, "POST /dolls/create", { token, body })
  const mendLoading = await fail(page, "GET", `/api/dolls/${id}/texts`)
  await page.goto(`/admin/model/edit/${id}`)
  const section = page.getByRole("region", { name: "Translations" })
  await expect(section.getByText(modelAdminTexts.translationsFailed)).toBeVisible()
  await mendLoading()
  await section.getByRole("button", { name: "Try again" }).click()
  await section.getByLabel("Description", { exact: true }).fill("Graues Porzellan.")
  await section.getByLabel("Wet clay").fill("Nasser Ton")
  const mend = await fail(page, "PUT", `/api/dolls/${id}/texts`)
  await section.getByRole("button", { name: "Save translation" }).click()
  await expect(section.getByText(modelAdminTexts.translationSaveFailed)).toBeVisible()
  await mend()
  await section.getByRole("button", { name: "Save translation" }).click()
  await expect(page.getByText(modelAdminTexts.translationSaved)).toBeVisible()
  await axeInBothThemes(page)
  await expect
    .poll(async () => (await fetch(`${site.url}/de/model/${id}`)).text())
    .toMatch(/Nasser Ton(?!.*Wet clay).*Graues Porzellan\.(?!.*Grey porcelain\.)/s)
  await section.getByLabel("Description", { exact: true }).fill("")
  await section.getByRole("button", { name: "Save translation" }).click()
  await expect(page.getByText(modelAdminTexts.translationRemoved)).toBeVisible()
  await ask(site.url, `DELETE /dolls/delete/${id}`, { token })
})
