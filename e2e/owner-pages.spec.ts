import { sitePageTexts } from "#contract/sitePages.ts"
import { email, panel } from "./adminPanel.ts"
import { aCustomer, ask, tokenOf } from "./customers.ts"
import { axe, axeInBothThemes, expect, passAgeGate, shot, test } from "./fixtures.ts"

/** The owner writes pages in the panel, and visitors read them. */

interface Listed {
  id: number
  builtin: string | null
  published: number | null
}

test("the owner writes a page and two versions of the terms, and a customer is told", { tag: "@desktop" }, async ({
  page,
  site,
  anotherPage,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const guest = await anotherPage()
  const customer = await anotherPage()
  await aCustomer(customer, site.url)
  const publish = async () => {
    await page.getByRole("button", { name: "Publish", exact: true }).click()
    const answered = page.waitForResponse((response) => response.url().endsWith("/publish"))
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click()
    expect((await answered).status()).toBe(200)
    await expect(page.getByText(sitePageTexts.published).last()).toBeVisible()
  }
  const content = page.getByRole("textbox", { name: "Text", exact: true })
  const list = async () => ask<Listed[]>(site.url, "GET /admin/pages", { token: await tokenOf(site.url, email) })
  try {
    await panel(page, site.url, "pages")
    await expect(page.getByRole("heading", { level: 1, name: "Pages" })).toBeVisible()
    await axe(page)
    await shot(page, "pages")
    await page.getByRole("button", { name: "Add page" }).click()
    await page.getByLabel("Address").fill("our-kiln")
    await page.getByRole("dialog").getByRole("button", { name: "Add page" }).click()
    await expect(page).toHaveURL(/\/admin\/pages\/\d+$/)
    await page.getByLabel("Title").fill("Our kiln")
    await content.fill("Fired at night.\n\n## How hot\n\nVery <b>hot</b>, see [all models](/models).")
    await content.selectText()
    await content.press("ControlOrMeta+Home")
    await content.press("Control+b")
    await expect(content).toHaveValue(/^\*\*bold text\*\*Fired/)
    await content.fill("Fired at *night*.\n\n## How hot\n\nVery <b>hot</b>, see [all models](/models).")
    const preview = page.getByRole("region", { name: "Preview" })
    await expect(preview.getByRole("heading", { name: "How hot" })).toBeVisible()
    await expect(preview).toContainText("Very <b>hot</b>")
    await page.getByLabel("Shown in").selectOption("Header")
    await axeInBothThemes(page)
    await shot(page, "page-editor")
    await publish()

    await guest.goto("/")
    await passAgeGate(guest)
    await guest.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Our kiln" }).click()
    await expect(guest.getByRole("heading", { level: 1, name: "Our kiln" })).toBeVisible()
    await expect(guest).toHaveTitle("Our kiln - Vitrine")
    await guest.getByRole("main").getByRole("link", { name: "all models" }).click()
    await expect(guest).toHaveURL("/models")
    const html = await (await guest.request.get("/de/pages/our-kiln")).text()
    expect(html).toContain("Dieser Text ist noch nicht übersetzt.")
    expect(html).toContain(`<link rel="canonical" href="${site.url}/pages/our-kiln"`)
    expect(await (await guest.request.get("/sitemap.xml")).text()).toContain("/pages/our-kiln")
    await guest.goto("/pages/our-kiln")
    await axeInBothThemes(guest, "own-page")

    await page.getByLabel("Address").fill("kiln")
    await page.getByRole("button", { name: "Save draft" }).click()
    await expect(page.getByText(sitePageTexts.saved)).toBeVisible()
    const moved = await guest.request.get("/de/pages/our-kiln", { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([301, "/de/pages/kiln"])
    await page.getByRole("button", { name: "Delete page" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete page" }).click()
    await expect(page).toHaveURL("/admin?tab=pages")
    expect((await guest.request.get("/pages/kiln")).status()).toBe(404)

    await page.getByRole("link", { name: "Terms of Service" }).click()
    await page.getByRole("button", { name: "Start from the default text" }).click()
    await expect(content).toHaveValue(/## Adults only\n\nYou must be 18 years or older/)
    await publish()
    await content.fill("## Only one rule\n\nBe kind.")
    await publish()
    await guest.goto("/terms")
    await expect(guest.getByRole("main")).toContainText("Version 2")
    await expect(guest.getByRole("heading", { name: "Only one rule" })).toBeVisible()
    await guest.getByRole("link", { name: "Previous version" }).click()
    await expect(guest).toHaveURL("/terms/versions/1")
    await expect(guest.getByRole("heading", { name: "Adults only" })).toBeVisible()
    await expect(guest.getByRole("main")).toContainText("This version is no longer in force.")

    await customer.goto("/dashboard")
    const notice = customer.getByRole("complementary", { name: "Notice" })
    await expect(notice).toContainText("We've published a new version of our Terms of Service.")
    await axe(customer)
    await shot(customer, "new-terms", { fullPage: false })
    const told = customer.waitForResponse((response) => response.url().endsWith("/api/auth/seen-terms"))
    await notice.getByRole("button", { name: "Dismiss" }).click()
    expect((await told).status()).toBe(204)
    await customer.reload()
    await expect(customer.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(notice).toBeHidden()

    await page.getByRole("button", { name: "Back to the default text" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Back to the default text" }).click()
    await expect(page.getByText("Visitors see the default text again")).toBeVisible()
    await guest.goto("/terms")
    await expect(guest.getByRole("main")).toContainText("May 2, 2025")
  } finally {
    const token = await tokenOf(site.url, email)
    for (const { id, builtin, published } of await list()) {
      if (builtin === null) await ask(site.url, `DELETE /admin/pages/${id}`, { token })
      else if (published !== null) await ask(site.url, `POST /admin/pages/${id}/withdraw`, { token })
    }
  }
})
