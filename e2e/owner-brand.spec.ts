import { brandTexts } from "#contract/brand.ts"
import { email, panel } from "./adminPanel.ts"
import { shift, watchShift } from "./audits.ts"
import { ask, tokenOf } from "./customers.ts"
import { axe, expect, type Page, passAgeGate, test } from "./fixtures.ts"

/** The owner dresses the shop, and visitors see it at once. */

test.afterEach(async ({ site }) => {
  await ask(site.url, "DELETE /admin/brand", { token: await tokenOf(site.url, email) })
})

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80" onload="alert(1)">
<script>alert(1)</script><circle cx="40" cy="40" r="30" style="fill:none;stroke:#8a3d6b;stroke-width:8"/></svg>`

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

test("an owner chooses colors, corners and a logo, sees them beside the form, and publishes", {
  tag: "@desktop",
}, async ({ page, site, anotherPage, expectConsole }) => {
  expectConsole(/status of 422/)
  const guest = await anotherPage()
  await guest.goto("/")
  const plain = await (await guest.request.get("/")).text()
  expect(plain).not.toContain("<style")
  await panel(page, site.url, "brand")
  const field = (name: string) => page.getByRole("textbox", { name, exact: true })
  await field("Canvas").fill("#fdeef4")
  await field("Ink").fill("#3d2a45")
  await field("Accent").fill("#e6a4c8")
  await page.getByRole("button", { name: "Publish" }).click()
  await expect(page.getByText(/The contrast is 1\.\d:1\. It has to be at least 4\.5:1\./)).toBeVisible()
  await page.getByRole("button", { name: /^Use #/ }).click()
  await expect(page.getByRole("button", { name: /^Use #/ })).toBeHidden()
  const accent = await field("Accent").inputValue()
  await page.getByRole("combobox", { name: "Corners" }).selectOption("soft")
  await page.getByRole("combobox", { name: "Typefaces" }).selectOption("Playfair Display · Source Sans 3")
  const heading = page.locator('[data-preview="light"]').getByText("A heading")
  await expect(heading).toHaveCSS("font-family", /^"Playfair Display"/)
  const choose = (label: string) => page.locator(`input[type="file"][aria-label="Choose: ${label}"]`)
  await choose("Icon").setInputFiles({ name: "icon.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<html>") })
  await page.getByRole("button", { name: "Publish" }).click()
  await expect(page.getByRole("alert").filter({ hasText: brandTexts.notALogo })).toBeVisible()
  await page.getByRole("button", { name: "Remove" }).click()
  await choose("Logo").setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(drawing) })
  await expect(page.locator('[data-preview="dark"] img')).toBeVisible()
  await axe(page)
  await page.getByRole("button", { name: "Publish" }).click()
  await expect(page.getByText("Your brand is published.")).toBeVisible()
  expect(await ground(page)).toBe("rgb(253, 238, 244)")

  await watchShift(guest)
  await guest.goto("/models")
  await passAgeGate(guest)
  expect(await ground(guest)).toBe("rgb(253, 238, 244)")
  expect(await shift(guest)).toBeLessThan(0.01)
  const families = await guest.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family)
  })
  expect(new Set(families.filter((family) => !family.includes("Fallback")))).toEqual(
    new Set(["Playfair Display", "Source Sans 3"]),
  )
  const dressed = await (await guest.request.get("/models")).text()
  const fonts = (html: string) => html.match(/<link[^>]*preload[^>]*font[^>]*>/g)
  expect(fonts(plain)).toHaveLength(2)
  expect(plain).not.toContain("/brand/")
  expect(fonts(dressed)).toHaveLength(2)
  for (const font of fonts(dressed)!) expect(font).toMatch(/href="\/brand\/faces\/playfair-(text|display)\.woff2"/)
  const style = /<style>(.*?)<\/style>/.exec(dressed)![1]!
  expect(style.length).toBeLessThanOrEqual(500)
  expect(style).toContain(accent)
  await expect(guest.getByRole("banner").getByRole("img", { name: "Vitrine" })).toBeVisible()
  const logo = await guest.request.get((await guest.getByRole("banner").getByRole("img").getAttribute("src"))!)
  expect(await logo.text()).not.toMatch(/script|alert/)
  expect(logo.headers()["content-security-policy"]).toContain("sandbox")
  // The page opened as a document of its own runs nothing either.
  await guest.goto(logo.url())
  for (const [path, color] of [
    ["/manifest.webmanifest", "#fdeef4"],
    ["/sw.js", "#fdeef4"],
    ["/sandbox/pay/unknown", "/plain/brand.css"],
  ]) {
    expect(await (await guest.request.get(path!)).text(), path).toContain(color)
  }
  await page.getByRole("button", { name: "Back to default" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Back to default" }).click()
  await expect(page.getByText("The default brand is back.")).toBeVisible()
  await expect.poll(async () => (await guest.request.get("/")).text()).not.toContain("<style")
})

const brands = {
  "yellow and black": {
    canvas: "#ffd400",
    ink: "#000000",
    accent: "#000000",
    highlight: "#4a3d00",
    corners: "sharp",
    faces: "bricolage",
  },
  "black and yellow": {
    canvas: "#000000",
    ink: "#ffd400",
    accent: "#ffd400",
    highlight: "#ffe98a",
    corners: "sharp",
    faces: "bodoni",
  },
  pastel: {
    canvas: "#fdeef4",
    ink: "#3d2a45",
    accent: "#8a3d6b",
    highlight: "#2f6b5e",
    corners: "soft",
    faces: "quicksand",
  },
}
for (const [name, brand] of Object.entries(brands)) {
  test(`a ${name} shop can be read in both themes`, { tag: "@desktop" }, async ({ site, anotherPage, page: staff }) => {
    const token = await panel(staff, site.url, "brand")
    const form = new FormData()
    for (const [field, value] of Object.entries(brand)) form.append(field, value)
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${site.url}/api/admin/brand`, { method: "PUT", body: form, headers })).status).toBe(200)
    for (const colorScheme of ["light", "dark"] as const) {
      const guest = await anotherPage({ colorScheme, reducedMotion: "reduce" })
      await guest.goto("/")
      await axe(guest)
      await passAgeGate(guest)
      for (const path of ["/", "/models", "/model/1", "/login"]) {
        await guest.goto(path)
        for (const width of [1440, 390]) {
          await guest.setViewportSize({ width, height: 900 })
          await axe(guest)
        }
      }
      await staff.emulateMedia({ colorScheme })
      await staff.goto("/admin?tab=orders")
      await expect(staff.getByRole("table")).toBeVisible()
      await axe(staff)
    }
  })
}
