import { readFile } from "node:fs/promises"
import { adminTexts } from "#contract/adminText.ts"
import type { Doll } from "#contract/catalog.ts"
import { modelDeskTexts } from "#contract/panelText.ts"
import { generalTexts, modelTexts } from "#contract/texts.ts"
import { ask, tokenOf } from "./customers.ts"
import { cold } from "./desk.ts"
import { axe, expect, shot, test } from "./fixtures.ts"
import { alert, cross, failing, panel } from "./panel.ts"

/** An admin's day: the panel itself, and the models. */

test.describe("models", () => {
  test("a model is entered in two steps, found, edited, and archived", async ({ page, site, expectConsole }) => {
    test.setTimeout(180_000)
    expectConsole(/Failed to load resource/)
    await panel(page, site.url, "models")
    await expect(page.getByRole("heading", { level: 1, name: "Models" })).toBeVisible()
    await expect(page.getByText("1-10 of 48 models")).toBeVisible()
    await axe(page)
    await shot(page, "admin-models")

    await page.getByRole("button", { name: "New model" }).click()
    const save = page.getByRole("button", { name: "Save and go on to the pictures" })
    await expect(page.getByLabel("Category", { exact: true }).first()).toHaveValue("standard")
    await page.getByLabel("Price (USD)").fill("12.345")
    await save.click()
    await expect(alert(page, modelDeskTexts.missingTitle)).toContainText(modelDeskTexts.missing)
    await expect(page.getByText(modelDeskTexts.missing)).not.toHaveCount(0)
    await expect(page.getByText("At most 2 decimals.")).toBeVisible()
    await expect(page.getByLabel("Price (USD)")).toHaveValue("12.345")
    await axe(page)
    await shot(page, "admin-models-new")

    const name = `Evening ${Date.now()}`
    const given: [string, string][] = [
      ["Name *", name],
      ["Price (USD)", "1240.5"],
      ["Description *", "A turned column of basalt."],
      ["Release date", "2026-11-01"],
      ["Height (cm)", "168.5"],
      ["Material", "Basalt"],
      ["Vaginal depth (cm)", "0"],
      ["Anal depth (cm)", "0"],
      ["Oral depth (cm)", "0"],
      ["Weight (kg)", "31.2"],
      ["Gross weight (kg)", "40"],
      ["Packing size", "180 × 50 × 50 cm"],
      ["Body size", "40 × 40 × 168 cm"],
    ]
    for (const [label, text] of given) await page.getByLabel(label).first().fill(text)
    await page.getByRole("button", { name: "Add a specification" }).click()
    await page.getByLabel("Name 1").fill("Finish")
    await page.getByLabel("Value 1").fill("Honed")
    let mend = await failing(page, "POST", /\/dolls\/create/)
    await save.click()
    await expect(alert(page, modelDeskTexts.createFailed)).toContainText(cross)
    await expect(alert(page, modelDeskTexts.saveFailed)).toContainText(cross)
    await expect(page.getByLabel("Material")).toHaveValue("Basalt")
    await mend()
    const token = await page.evaluate(() => {
      const kept = sessionStorage.getItem("access_token")!
      sessionStorage.removeItem("access_token")
      return kept
    })
    await save.click()
    await expect(alert(page, generalTexts.authenticationRequired)).toContainText(generalTexts.adminLoginHint)
    await page.evaluate((token) => sessionStorage.setItem("access_token", token), token)
    await save.click()
    await expect(page.getByText(modelDeskTexts.created)).toBeVisible()

    // Step 2: the primary picture first, the others after it.
    await expect(page.getByRole("heading", { name: `Step 2 of 2: pictures of ${name}` })).toBeVisible()
    const add = page.getByRole("button", { name: "Add Model", exact: true })
    await add.click()
    await expect(page.getByText("Please upload a primary image first.")).toBeVisible()
    const icon = Buffer.from(await (await fetch(`${site.url}/icon-512.png`)).arrayBuffer())
    const picture = (name: string) => ({ name, mimeType: "image/png", buffer: icon })
    const primary = page.locator('input[type="file"][aria-label="Primary image"]')
    await primary.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no") })
    await expect(alert(page, modelDeskTexts.notAnImage)).toBeVisible()
    await primary.setInputFiles({ ...picture("big.png"), buffer: Buffer.alloc(20 * 1024 * 1024 + 1) })
    await expect(alert(page, modelDeskTexts.imageTooLargeTitle)).toContainText(modelDeskTexts.imageTooLarge)
    mend = await failing(page, "POST", /\/images\/upload/)
    await primary.setInputFiles(picture("front.png"))
    await expect(alert(page, modelDeskTexts.imageFailed)).toContainText(cross)
    await mend()
    await primary.setInputFiles(picture("front.png"))
    const pictures = page.getByRole("list", { name: "Pictures" }).getByRole("listitem")
    await expect(pictures).toHaveCount(1)
    const extras = page.locator('input[type="file"][aria-label="Additional images"]')
    mend = await failing(page, "POST", /\/images\/bulk/)
    await extras.setInputFiles([picture("side.png")])
    await expect(alert(page, modelDeskTexts.additionalFailed)).toContainText(cross)
    await mend()
    await extras.setInputFiles([
      picture("side.png"),
      { name: "torn.png", mimeType: "image/png", buffer: Buffer.from("torn") },
      picture("back.png"),
    ])
    await expect(alert(page, modelDeskTexts.partlyUploaded)).toContainText("torn.png")
    await expect(pictures).toHaveCount(3)
    await page.getByLabel("Caption of picture 3").fill("From behind")
    await page.getByRole("button", { name: "Move picture 3 forward" }).click()
    await expect(page.getByLabel("Caption of picture 2")).toHaveValue("From behind")
    await page.getByRole("button", { name: "Make picture 2 the primary one" }).click()
    await expect(page.getByRole("button", { name: "Make picture 2 the primary one" })).toBeDisabled()
    await page.getByRole("button", { name: "Delete picture 3" }).click()
    await axe(page, "dialog[open]")
    await page.getByRole("button", { name: "Delete the picture" }).click()
    await expect(pictures).toHaveCount(2)
    await axe(page)
    await shot(page, "admin-models-pictures")
    await add.click()
    // The form is empty again, and the list begins with the new model.
    await expect(page.getByLabel("Name *").first()).toHaveValue("")
    await page.getByRole("button", { name: "Close" }).click()
    await page.getByRole("searchbox", { name: "Search models" }).fill("nothing of this name")
    await expect(page.getByText(adminTexts.noModels)).toBeVisible()
    await page.getByRole("searchbox", { name: "Search models" }).fill(name)
    await expect(page.getByText("1-1 of 1 models")).toBeVisible()

    await page.getByRole("link", { name: `Edit ${name}` }).click()
    await expect(page).toHaveURL(/\/admin\/model\/edit\/\d+$/)
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
    await page.getByRole("button", { name: "Archive" }).click()
    const question = page.getByRole("dialog", { name: `Archive ${name}?` })
    mend = await failing(page, "DELETE", /\/dolls\/delete/)
    await question.getByRole("button", { name: "Archive the model" }).click()
    await expect(alert(page, modelDeskTexts.deleteFailed)).toContainText(cross)
    await mend()
    await page.getByRole("button", { name: "Archive" }).click()
    await question.getByRole("button", { name: "Archive the model" }).click()
    await expect(page).toHaveURL("/admin?tab=models")
    await expect(page.getByText(`${name} was archived.`)).toBeVisible()
  })

  test("two admins edit one model: the second is told, and loses nothing", async ({ page, site, expectConsole }) => {
    test.setTimeout(120_000)
    expectConsole(/Failed to load resource/)
    const token = await panel(page, site.url, "models")
    await page.goto("/admin/model/edit/7")
    const price = page.getByLabel("Price (USD)")
    await expect(price).not.toHaveValue("")
    await axe(page)
    await shot(page, "admin-model-edit")
    await page.getByLabel("Material").fill("Bronze, waxed twice")
    await price.fill("777.77")
    const other = await tokenOf(site.url, "content@demo.example")
    await ask(site.url, "PATCH /dolls/7", { token: other, body: { price: 555, doll_body_size: "44 × 30 × 160 cm" } })
    const save = page.getByRole("button", { name: "Save changes" })
    await save.click()
    const told = page.getByRole("region", { name: "Changed meanwhile" })
    await expect(told).toContainText("Another admin has changed this model meanwhile.")
    await expect(told).toBeFocused()
    await expect(told).toContainText("Price - both of youTheirs, saved555Yours, not saved777.77")
    await expect(told).toContainText("Body sizeTheirs, saved44 × 30 × 160 cmYours, as it was")
    await expect(told).toContainText("MaterialTheirs, as it was")
    await shot(page, "admin-model-meanwhile")
    await expect(price).toHaveValue("777.77")
    await axe(page)
    await told.getByRole("button", { name: "Keep what I typed" }).click()
    await save.click()
    await expect(page.getByText(modelDeskTexts.updated)).toBeVisible()
    const doll = await ask<Doll>(site.url, "GET /dolls/7", { token })
    expect(doll).toMatchObject({
      price: 777.77,
      doll_body_size: "44 × 30 × 160 cm",
      doll_material: "Bronze, waxed twice",
    })

    const mend = await failing(page, "PATCH", /\/dolls\/7$/)
    await page.getByLabel("Name *").first().fill("Another name")
    await save.click()
    await expect(alert(page, modelDeskTexts.updateFailed).first()).toContainText(cross)
    await expect(page.getByLabel("Name *").first()).toHaveValue("Another name")
    await mend()
    await page.getByRole("link", { name: "All models" }).click()
    const question = page.getByRole("dialog", { name: "Leave without saving?" })
    await axe(page, "dialog[open]")
    await question.getByRole("button", { name: "Stay here" }).click()
    await expect(page.getByLabel("Name *").first()).toHaveValue("Another name")
    await page.getByRole("link", { name: "All models" }).click()
    await question.getByRole("button", { name: "Leave", exact: true }).click()
    await expect(page).toHaveURL("/admin?tab=models")
    await page.goto("/admin/model/edit/7")
    await expect(page.getByLabel("Name *").first()).not.toHaveValue("Another name")
    const icon = Buffer.from(await (await fetch(`${site.url}/icon-192.png`)).arrayBuffer())
    const heal = await failing(page, "POST", /\/images\/bulk/)
    await page
      .locator('input[type="file"][aria-label="Additional images"]')
      .setInputFiles([{ name: "side.png", mimeType: "image/png", buffer: icon }])
    await expect(alert(page, modelDeskTexts.imagesFailed)).toContainText(cross)
    await heal()

    await page.goto("/admin/model/edit/999999")
    await expect(alert(page, modelTexts.notFound)).toBeVisible()
    await expect(page).toHaveURL("/admin?tab=models")
    const late = await failing(page, "GET", /\/api\/dolls\/7$/)
    await page.goto("/admin/model/edit/7")
    await expect(alert(page, modelTexts.detailsFailed)).toContainText(cross)
    await expect(page).toHaveURL("/admin?tab=models")
    await late()
  })
})

test.describe("the panel", () => {
  test("tables are searched, sorted, paged, kept as views, and taken away as files", async ({
    page,
    site,
    expectConsole,
  }) => {
    test.setTimeout(120_000)
    expectConsole(/Failed to load resource/)
    await panel(page, site.url, "models")
    const isNarrow = page.viewportSize()!.width < 768
    await page.getByRole("button", { name: "Next page" }).click()
    await expect(page).toHaveURL("/admin?tab=models&page=2")
    await expect(page.getByText("11-20 of 48 models")).toBeVisible()
    if (!isNarrow) {
      await page.getByRole("button", { name: "Price" }).click()
      await expect(page).toHaveURL("/admin?tab=models&sort=price_asc")
      await expect(page.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "ascending")
      await page.getByRole("button", { name: "Price" }).click()
      await expect(page.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "descending")
      await page.getByRole("button", { name: "Compact rows" }).click()
      await expect(page.getByRole("button", { name: "Comfortable rows" })).toBeVisible()
      const first = page.getByRole("checkbox", { name: /^Choose / }).nth(1)
      await first.focus()
      await page.keyboard.press("ArrowDown")
      await expect(page.getByRole("checkbox", { name: /^Choose / }).nth(2)).toBeFocused()
    }
    await page.getByLabel("Category", { exact: true }).selectOption("limited_edition")
    await expect(page).toHaveURL(/category=limited_edition/)
    await page.getByRole("searchbox", { name: "Search models" }).fill("a")
    await expect(page).toHaveURL(/q=a/)
    await page.getByRole("button", { name: "Save view" }).click()
    const naming = page.getByRole("dialog", { name: "Save view" })
    await naming.getByRole("button", { name: "Save view" }).click()
    await expect(naming.getByText("Please enter a name.")).toBeVisible()
    await axe(page, "dialog[open]")
    await naming.getByLabel("Name").fill("Rare with an a")
    await naming.getByRole("button", { name: "Save view" }).click()
    await page.getByRole("button", { name: "All", exact: true }).click()
    await expect(page).toHaveURL("/admin?tab=models")
    await page.getByRole("button", { name: "Rare with an a", exact: true }).click()
    await expect(page).toHaveURL(/category=limited_edition/)
    await page.getByRole("button", { name: "Forget the view “Rare with an a”" }).click()
    await page.getByRole("button", { name: "All", exact: true }).click()

    // What was chosen of the columns, and how close the rows stand, is still so after a reload.
    const table = page.getByRole("region", { name: "Models", exact: true })
    const stock = table.getByText("Stock", { exact: true }).filter({ visible: true })
    await expect(stock).not.toHaveCount(0)
    await page.getByRole("button", { name: "Columns" }).click()
    const choice = page.getByRole("menu", { name: "Columns" })
    await axe(page)
    await choice.getByRole("menuitemcheckbox", { name: "Stock" }).click()
    await expect(choice.getByRole("menuitemcheckbox", { name: "Stock" })).toHaveAttribute("aria-checked", "false")
    await page.keyboard.press("Escape")
    await expect(choice).toBeHidden()
    await page.goto("/admin?tab=models&sort=price_desc")
    await expect(page.getByText("1-10 of 48 models")).toBeVisible()
    await expect(stock).toHaveCount(0)
    if (!isNarrow) await expect(page.getByRole("button", { name: "Comfortable rows" })).toBeVisible()
    const file = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export CSV" }).click()
    const rows = (await readFile(await (await file).path(), "utf8")).trim().split("\r\n")
    expect(rows).toHaveLength(49)
    const prices = rows.slice(1).map((row) => Number(/,(\d+(?:\.\d+)?),/.exec(row)![1]))
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))

    await page
      .getByRole("checkbox", { name: /^Choose (?!all)/ })
      .first()
      .check()
    await page
      .getByRole("checkbox", { name: /^Choose (?!all)/ })
      .nth(1)
      .check()
    const bar = page.getByRole("toolbar", { name: "Chosen rows" })
    await expect(bar).toContainText("2 selected")
    await axe(page)
    const download = page.waitForEvent("download")
    await bar.getByRole("button", { name: "Export chosen" }).click()
    expect((await download).suggestedFilename()).toBe("models-chosen.csv")
    await bar.getByRole("button", { name: "Clear" }).click()
    await expect(bar).toBeHidden()
    await expect(table.getByRole("checkbox").first()).toBeFocused()
    await cold(page, /\/api\/dolls\?/, "/admin?tab=models", generalTexts.failedToLoad)
  })

  test("the palette, the sheet of shortcuts and the addresses lead everywhere one may go", async ({ page, site }) => {
    test.setTimeout(120_000)
    await panel(page, site.url, "models")
    await expect(page.getByText("1-10 of 48 models")).toBeVisible()
    await page.keyboard.press("Control+k")
    const palette = page.getByRole("dialog", { name: "Find or do something" })
    const field = palette.getByRole("combobox")
    await expect(field).toBeFocused()
    await axe(page, "dialog[open]")
    await shot(page, "admin-palette", { fullPage: false })
    await field.fill("theodora")
    await expect(palette.getByRole("option", { name: /Theodora/ }).first()).toBeVisible()
    await page.keyboard.press("Enter")
    await expect(page.getByRole("heading", { level: 1, name: "Theodora" })).toBeVisible()
    await page.keyboard.press("Control+k")
    await field.fill("dark theme")
    await page.keyboard.press("Enter")
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
    await expect(palette).toBeHidden()
    await page.keyboard.press("Control+k")
    await field.fill("new model")
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL("/admin?tab=models&new=1")
    await expect(page.getByRole("heading", { name: "Step 1 of 2: details" })).toBeVisible()
    await page.getByRole("button", { name: "Premium", exact: true }).click()
    await expect(page).toHaveURL(/category=premium/)
    await page.getByRole("button", { name: "Close" }).click()
    await expect(page.getByRole("heading", { name: "Step 1 of 2: details" })).toBeHidden()
    await page.locator("main h1").focus()
    await page.keyboard.press("?")
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" })
    await axe(page, "dialog[open]")
    await sheet.getByRole("switch").click()
    await page.keyboard.press("Escape")
    await page.keyboard.press("?")
    await expect(sheet).toBeHidden()

    // What is open stays open, until an address says otherwise; one that leads nowhere says so.
    await page.goto("/admin")
    await expect(page.getByRole("heading", { level: 1, name: "Models" })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem("admin-tab"))).toBe("models")
    await page.goto("/admin?tab=nonsense")
    await expect(page.getByText("There is no such part of the panel.")).toBeVisible()
    await axe(page)
  })

  test("nothing of the staff's tools is loaded by a page of the shop", async ({ page, site }) => {
    const scripts: string[] = []
    page.on("response", async (response) => {
      if (response.url().endsWith(".js")) scripts.push(await response.text().catch(() => ""))
    })
    for (const path of ["/", "/models", "/model/1"]) {
      await page.goto(site.url + path)
      await page.waitForLoadState("networkidle")
    }
    expect(scripts.length).toBeGreaterThan(3)
    for (const mark of ["data-base-ui", "getHeaderGroups", "admin_views"]) {
      expect(scripts.filter((text) => text.includes(mark)).length, mark).toBe(0)
    }
  })
})
