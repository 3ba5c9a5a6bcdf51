import { readFile } from "node:fs/promises"
import { adminTexts } from "#contract/adminText.ts"
import type { Doll } from "#contract/catalog.ts"
import { modelAdminTexts, panelTexts } from "#contract/panelText.ts"
import { generalTexts, modelTexts } from "#contract/texts.ts"
import { act, alert, cross, failing, filterBy, losing, panel } from "./adminPanel.ts"
import { ask, newWord, tokenOf } from "./customers.ts"
import { axe, expect, shot, test } from "./fixtures.ts"
import { cold } from "./moderatorPage.ts"

test.describe("models", () => {
  test("a model is entered in two steps, found, edited, and archived", { tag: "@desktop" }, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/)
    await panel(page, site.url, "models")
    await expect(page.getByRole("heading", { level: 1, name: "Models" })).toBeVisible()
    await expect(page.getByText("1-10 of 50 models")).toBeVisible()
    await axe(page)
    await shot(page, "admin-models")

    await page.getByRole("button", { name: "New model" }).click()
    const save = page.getByRole("button", { name: "Save and continue to images" })
    await expect(page.getByLabel("Category", { exact: true }).first()).toHaveValue("standard")
    await page.getByLabel("Price (USD)").fill("12.345")
    await save.click()
    await expect(alert(page, modelAdminTexts.missingTitle)).toContainText(modelAdminTexts.missing)
    await expect(page.getByText(modelAdminTexts.missing)).not.toHaveCount(0)
    await expect(page.getByText("Use at most 2 decimal places.")).toBeVisible()
    await expect(page.getByLabel("Price (USD)")).toHaveValue("12.345")
    await axe(page)
    await shot(page, "admin-models-new")

    const name = `Evening ${newWord()}`
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
    await page.getByRole("button", { name: "Add specification" }).click()
    await page.getByLabel("Name 1").fill("Finish")
    await page.getByLabel("Value 1").fill("Honed")
    let mend = await failing(page, "POST", /\/dolls\/create/)
    await save.click()
    await expect(alert(page, modelAdminTexts.createFailed)).toContainText(cross)
    await expect(alert(page, modelAdminTexts.saveFailed)).toContainText(cross)
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
    await losing(page, "POST", /\/dolls\/create/)
    await save.click()
    await expect(alert(page, modelAdminTexts.saveFailed)).toContainText("We couldn't reach the shop.")
    await save.click()
    await expect(page.getByText(modelAdminTexts.created)).toBeVisible()
    const drafts = await ask<Doll[]>(site.url, `GET /dolls?all=1&q=${encodeURIComponent(name)}`, { token })
    expect(drafts).toHaveLength(1)

    // Step 2 survives a reload. The primary picture comes first. Until then, nobody else sees the model.
    const second = page.getByRole("heading", { name: `Step 2 of 2: images of ${name}` })
    await expect(second).toBeVisible()
    await page.reload()
    await expect(second).toBeVisible()
    const inShop = () => ask<Doll[]>(site.url, `GET /dolls?q=${encodeURIComponent(name)}`)
    expect(await inShop()).toEqual([])
    await expect(
      page.getByRole("row", { name }).or(page.getByRole("listitem").filter({ hasText: name })),
    ).toContainText("Draft")
    const add = page.getByRole("button", { name: "Add Model", exact: true })
    await add.click()
    await expect(page.getByText("Please upload a primary image first.")).toBeVisible()
    const icon = Buffer.from(await (await fetch(`${site.url}/icon-512.png`)).arrayBuffer())
    const picture = (name: string) => ({ name, mimeType: "image/png", buffer: icon })
    const primary = page.locator('input[type="file"][aria-label="Primary image"]')
    await primary.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no") })
    await expect(alert(page, modelAdminTexts.notAnImage)).toBeVisible()
    await primary.setInputFiles({ ...picture("big.png"), buffer: Buffer.alloc(20 * 1024 * 1024 + 1) })
    await expect(alert(page, modelAdminTexts.imageTooLargeTitle)).toContainText(modelAdminTexts.imageTooLarge)
    mend = await failing(page, "POST", /\/images\/upload/)
    await primary.setInputFiles(picture("front.png"))
    await expect(alert(page, modelAdminTexts.imageFailed)).toContainText(cross)
    await mend()
    await primary.setInputFiles(picture("front.png"))
    const pictures = page.getByRole("list", { name: "Images", exact: true }).getByRole("listitem")
    await expect(pictures).toHaveCount(1)
    const extras = page.locator('input[type="file"][aria-label="Additional images"]')
    mend = await failing(page, "POST", /\/images\/bulk/)
    await extras.setInputFiles([picture("side.png")])
    await expect(alert(page, modelAdminTexts.additionalFailed)).toContainText(cross)
    await mend()
    await extras.setInputFiles([
      picture("side.png"),
      { name: "torn.png", mimeType: "image/png", buffer: Buffer.from("torn") },
      picture("back.png"),
    ])
    await expect(alert(page, modelAdminTexts.partlyUploaded)).toContainText("torn.png")
    await expect(pictures).toHaveCount(3)
    await page.getByLabel("Caption of image 3").fill("From behind")
    await page.getByRole("button", { name: "Move image 3 forward" }).click()
    await expect(page.getByText(panelTexts.captionSaved)).toBeVisible()
    await expect(page.getByLabel("Caption of image 2")).toHaveValue("From behind")
    await page.getByRole("button", { name: "Make image 2 the primary image" }).click()
    await expect(page.getByRole("button", { name: "Make image 2 the primary image" })).toBeDisabled()
    await page
      .locator('input[type="file"][aria-label="Add dark version of image 2"]')
      .setInputFiles(picture("dark.png"))
    await page.getByRole("button", { name: "Remove dark version of image 2" }).click()
    await expect(page.getByRole("button", { name: "Add dark version of image 2" })).toBeVisible()
    await page.getByRole("button", { name: "Delete image 3" }).click()
    await axe(page, "dialog[open]")
    await page.getByRole("dialog").getByRole("button", { name: "Delete image" }).click()
    await expect(pictures).toHaveCount(2)
    await axe(page)
    await shot(page, "admin-models-pictures")
    await add.click()
    // The form is empty again, and the new model is the first of the list.
    await expect(page.getByLabel("Name *").first()).toHaveValue("")
    expect(await inShop()).toHaveLength(1)
    await page.getByRole("button", { name: "Close" }).click()
    await page.getByRole("searchbox", { name: "Search models" }).fill("nothing of this name")
    await expect(page.getByText(adminTexts.noModels)).toBeVisible()
    await page.getByRole("searchbox", { name: "Search models" }).fill(name)
    await expect(page.getByText("1 model")).toBeVisible()

    await act(page, name, "Edit")
    await expect(page).toHaveURL(/\/admin\/model\/edit\/\d+$/)
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible()
    const archive = () =>
      test.info().project.use.isMobile
        ? act(page, name, "Archive")
        : page.getByRole("button", { name: "Archive" }).click()
    await archive()
    const question = page.getByRole("dialog", { name: `Archive ${name}?` })
    mend = await failing(page, "DELETE", /\/dolls\/delete/)
    await question.getByRole("button", { name: "Archive model" }).click()
    await expect(alert(page, modelAdminTexts.deleteFailed)).toContainText(cross)
    await mend()
    await archive()
    await question.getByRole("button", { name: "Archive model" }).click()
    await expect(page).toHaveURL("/admin?tab=models")
    await expect(page.getByText(`${name} archived`)).toBeVisible()

    // An archived model is found with the filter, opened on its page, and restored there.
    await page.getByRole("button", { name: "Archived", exact: true }).click()
    await expect(page).toHaveURL(/archived=1/)
    await page.getByRole("searchbox", { name: "Search models" }).fill(name)
    await page.getByRole("link", { name, exact: true }).click()
    await expect(page.getByText(/^This model was archived on /)).toBeVisible()
    await expect(page.getByLabel("Price (USD)")).toBeDisabled()
    await expect(page.getByRole("button", { name: "Save changes" })).toHaveCount(0)
    await axe(page)
    await shot(page, "admin-model-archived")
    expect(await inShop()).toHaveLength(0)
    await losing(page, "POST", /\/restore$/)
    await page.getByRole("button", { name: "Restore" }).click()
    await expect(alert(page, modelAdminTexts.updateFailed).first()).toContainText("We couldn't reach the shop.")
    await page.getByRole("button", { name: "Restore" }).click()
    await expect(page.getByText(`${name} restored`)).toBeVisible()
    await expect(page.getByLabel("Price (USD)")).toBeEnabled()
    expect(await inShop()).toHaveLength(1)
    // Other journeys need the models of the shop.
    await archive()
    await question.getByRole("button", { name: "Archive model" }).click()
    await expect(page).toHaveURL("/admin?tab=models")
  })

  test("two admins edit one model: the second sees the conflict, and loses nothing", { tag: "@desktop" }, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/)
    const token = await panel(page, site.url, "models")
    await page.goto("/admin/model/edit/7")
    const price = page.getByLabel("Price (USD)")
    await expect(price).not.toHaveValue("")
    await axe(page)
    await shot(page, "admin-model-edit")
    await price.fill("-1")
    await page.getByRole("button", { name: "Save changes" }).click()
    await expect(price).toBeFocused()
    await expect(price).toHaveAccessibleDescription("This can't be less than 0.")
    await expect(alert(page, modelAdminTexts.missingTitle)).toHaveCount(0)
    await page.getByLabel("Material").fill("Bronze, waxed twice")
    await price.fill("777.77")
    const other = await tokenOf(site.url, "content@demo.example")
    await ask(site.url, "PATCH /dolls/7", { token: other, body: { price: 555, doll_body_size: "44 × 30 × 160 cm" } })
    const save = page.getByRole("button", { name: "Save changes" })
    await save.click()
    const told = page.getByRole("region", { name: "Conflicting changes" })
    await expect(told).toContainText("Another admin has changed this model in the meantime.")
    await expect(told).toBeFocused()
    await expect(told).toContainText(
      "Price (changed by both of you)Their version, saved555Your version, not saved777.77",
    )
    await expect(told).toContainText("Body sizeTheir version, saved44 × 30 × 160 cmYour version, unchanged")
    await expect(told).toContainText("MaterialTheir version, unchanged")
    await shot(page, "admin-model-meanwhile")
    await expect(price).toHaveValue("777.77")
    await axe(page)
    await told.getByRole("button", { name: "Keep my changes" }).click()
    await save.click()
    await expect(page.getByText(modelAdminTexts.updated)).toBeVisible()
    const doll = await ask<Doll>(site.url, "GET /dolls/7", { token })
    expect(doll).toMatchObject({
      price: 777.77,
      doll_body_size: "44 × 30 × 160 cm",
      doll_material: "Bronze, waxed twice",
    })

    // A save whose answer was lost does not conflict with itself.
    await price.fill("778")
    await losing(page, "PATCH", /\/dolls\/7$/)
    await save.click()
    await expect(alert(page, modelAdminTexts.updateFailed).first()).toContainText("We couldn't reach the shop.")
    await save.click()
    await expect(page.getByText("You have unsaved changes.")).toHaveCount(0)
    await expect(told).toHaveCount(0)

    const mend = await failing(page, "PATCH", /\/dolls\/7$/)
    await page.getByLabel("Name *").first().fill("Another name")
    await save.click()
    await expect(alert(page, modelAdminTexts.updateFailed).first()).toContainText(cross)
    await expect(page.getByLabel("Name *").first()).toHaveValue("Another name")
    await mend()
    await page.getByRole("link", { name: "All models" }).click()
    const question = page.getByRole("dialog", { name: "Leave without saving?" })
    await axe(page, "dialog[open]")
    await question.getByRole("button", { name: "Keep editing" }).click()
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
    await expect(alert(page, modelAdminTexts.imagesFailed)).toContainText(cross)
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

  test("a model is approved with the pictures that were seen", { tag: "@desktop" }, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/409|412/)
    const maker = await tokenOf(site.url, "content@demo.example")
    const body = { name: `Low ${newWord()}`, description: "A glazed form.", price: 100, doll_height: 130 }
    const { id } = await ask<Doll>(site.url, "POST /dolls/create", { token: maker, body })
    const token = await panel(page, site.url, "models")
    await page.goto(`/admin/model/edit/${id}`)
    const approve = page.getByRole("button", { name: "Approve" })
    await expect(approve).toBeVisible()
    const form = new FormData()
    form.append("doll_id", String(id))
    form.append("file", await (await fetch(`${site.url}/icon-192.png`)).blob(), "side.png")
    const headers = { authorization: `Bearer ${maker}` }
    const added = await fetch(`${site.url}/api/images/upload`, { method: "POST", headers, body: form })
    expect(added.status).toBe(201)
    await approve.click()
    const told = page.getByRole("region", { name: "Conflicting changes" })
    await expect(told).toContainText("Only images or stock changed.")
    const pictures = page.getByRole("list", { name: "Images" }).getByRole("listitem")
    await expect(pictures).toHaveCount(1)
    await told.getByRole("button", { name: "Use their change and continue" }).click()
    await approve.click()
    await expect(page.getByText(`${body.name} is now in the shop`)).toBeVisible()
    await expect(approve).toBeHidden()

    // If somebody archives the model while it is edited, the page keeps the input and offers to restore the model.
    const price = page.getByLabel("Price (USD)")
    const save = page.getByRole("button", { name: "Save changes" })
    await price.fill("779")
    await ask(site.url, `PATCH /dolls/${id}`, { token: maker, body: { doll_material: "Slate" } })
    await ask(site.url, `DELETE /dolls/delete/${id}`, { token: maker })
    await save.click()
    await expect(alert(page, modelAdminTexts.archived)).toContainText(modelAdminTexts.updateFailed)
    const kept = page.getByText("Your changes haven't been saved, but they're still here. Restore the model")
    await expect(kept).toBeVisible()
    await expect(price).toHaveValue("779")
    await axe(page)
    await shot(page, "admin-model-archived-meanwhile")
    await page.getByRole("button", { name: "Restore and keep editing" }).click()
    await expect(kept).toHaveCount(0)
    await expect(told).toContainText("MaterialTheir version, savedSlate")
    await told.getByRole("button", { name: "Use their change and continue" }).click()
    await expect(price).toHaveValue("779")
    await save.click()
    await expect(page.getByText("You have unsaved changes.")).toHaveCount(0)
    const saved = await ask<Doll>(site.url, `GET /dolls/${id}`, { token })
    expect(saved).toMatchObject({ price: 779, doll_material: "Slate" })
    await ask(site.url, `DELETE /dolls/delete/${id}`, { token })
  })
})

test.describe("the panel", () => {
  test("tables are searched, sorted, paged, saved as views, and exported as files", { tag: "@desktop" }, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/)
    await panel(page, site.url, "models")
    const isNarrow = page.viewportSize()!.width < 768
    await page.getByRole("button", { name: "Next page" }).click()
    await expect(page).toHaveURL("/admin?tab=models&page=2")
    await expect(page.getByText("11-20 of 50 models")).toBeVisible()
    if (!isNarrow) {
      await page.getByRole("button", { name: "Price" }).click()
      await expect(page).toHaveURL("/admin?tab=models&sort=price_asc")
      await expect(page.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "ascending")
      await page.getByRole("button", { name: "Price" }).click()
      await expect(page.getByRole("columnheader", { name: "Price" })).toHaveAttribute("aria-sort", "descending")
      await page.getByRole("button", { name: "Compact rows" }).click()
      await expect(page.getByRole("button", { name: "Comfortable rows" })).toBeVisible()
      const first = page.getByRole("checkbox", { name: /^Select / }).nth(1)
      await first.focus()
      await page.keyboard.press("ArrowDown")
      await expect(page.getByRole("checkbox", { name: /^Select / }).nth(2)).toBeFocused()
    } else {
      await filterBy(page, "Sort by", { label: "Price, descending" })
      await expect(page).toHaveURL("/admin?tab=models&sort=price_desc")
      await expect(page.getByText("1-10 of 50 models")).toBeVisible()
    }
    await filterBy(page, "Category", "limited_edition")
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
    await page.getByRole("button", { name: "Delete view “Rare with an a”" }).click()
    await page.getByRole("button", { name: "All", exact: true }).click()

    // The chosen columns and the density survive a reload.
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
    await expect(page.getByText("1-10 of 50 models")).toBeVisible()
    await expect(stock).toHaveCount(0)
    if (!isNarrow) await expect(page.getByRole("button", { name: "Comfortable rows" })).toBeVisible()
    const file = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export CSV" }).click()
    const rows = (await readFile(await (await file).path(), "utf8")).trim().split("\r\n")
    expect(rows).toHaveLength(51)
    const prices = rows.slice(1).map((row) => Number(/,(\d+(?:\.\d+)?),/.exec(row)![1]))
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))

    await page
      .getByRole("checkbox", { name: /^Select (?!all)/ })
      .first()
      .check()
    await page
      .getByRole("checkbox", { name: /^Select (?!all)/ })
      .nth(1)
      .check()
    // The actions stay in view wherever the list is scrolled, above a phone's tab bar.
    const bar = page.getByRole("toolbar", { name: "Selected rows" })
    await expect(bar).toContainText("2 selected")
    for (const end of [0, 1e6]) {
      await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), end)
      await expect(bar.getByRole("button", { name: "Archive" })).toBeInViewport({ ratio: 1 })
    }
    await axe(page)
    // Another page or sort order keeps the selection, another search does not. A page can have more rows.
    await page.getByRole("button", { name: "Next page" }).click()
    await expect(bar).toContainText("2 selected, 2 on other pages")
    await page.getByLabel("Rows per page").selectOption("25")
    await expect(page.getByText("1-25 of 50 models")).toBeVisible()
    await expect(bar).toContainText(/2 selected(?!,)/)
    if (!isNarrow) {
      await page.getByRole("button", { name: "Name", exact: true }).click()
      await expect(page).toHaveURL(/sort=name(&|$)/)
      await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending")
      await expect(bar).toContainText("2 selected")
    }
    const download = page.waitForEvent("download")
    await bar.getByRole("button", { name: "Export selected" }).click()
    expect((await download).suggestedFilename()).toBe("models-chosen.csv")
    await bar.getByRole("button", { name: "Clear" }).click()
    await expect(bar).toBeHidden()
    await expect(table.getByRole("checkbox").first()).toBeFocused()
    await cold(page, /\/api\/dolls\?/, "/admin?tab=models", generalTexts.failedToLoad)
  })

  test("the palette, the shortcut sheet and the URLs lead to every permitted page", { tag: "@desktop" }, async ({
    page,
    site,
  }) => {
    await panel(page, site.url, "models")
    await expect(page.getByText("1-10 of 50 models")).toBeVisible()
    await page.keyboard.press("Control+k")
    const palette = page.getByRole("dialog", { name: "Search or run a command" })
    const field = palette.getByRole("combobox")
    await expect(field).toBeFocused()
    await axe(page, "dialog[open]")
    await shot(page, "admin-palette", { fullPage: false })
    // Shortcuts are shown where there is a keyboard.
    const isTouch = page.viewportSize()!.width < 768
    await expect(palette.getByRole("option", { name: isTouch ? /^Orders$/ : "Orders G O" })).toBeVisible()
    const about = `Kiln hours ${newWord()}`
    const message = { name: "Ilse Demo", email: "ilse@demo.example", subject: about, message: "When is it lit?" }
    await ask(site.url, "POST /contact", { body: message })
    await field.fill(about)
    await palette.getByRole("option", { name: about }).click()
    await expect(page).toHaveURL(/tab=contacts&q=ilse/)
    await expect(page.getByText(about).first()).toBeVisible()
    await page.locator("main h1").focus()
    await page.keyboard.press("g")
    await page.keyboard.press("o")
    await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible()
    await page.goto("/admin?tab=models")
    await page.keyboard.press("Control+k")
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

    // The open tab stays open until an address names another one. An unknown tab shows an error.
    await page.goto("/admin")
    await expect(page.getByRole("heading", { level: 1, name: "Models" })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem("admin-tab"))).toBe("models")
    await page.goto("/admin?tab=nonsense")
    await expect(page.getByText("This page doesn't exist.")).toBeVisible()
    await axe(page)
  })

  test("no public page loads code of the staff screens", { tag: "@desktop" }, async ({ page, site }) => {
    const scripts: string[] = []
    page.on("response", async (response) => {
      if (response.url().endsWith(".js")) scripts.push(await response.text().catch(() => ""))
    })
    for (const path of ["/", "/models", "/model/1"]) {
      await page.goto(site.url + path)
      await page.waitForLoadState("networkidle")
    }
    expect(scripts.length).toBeGreaterThan(3)
    for (const mark of ["getHeaderGroups", "admin_views"]) {
      expect(scripts.filter((text) => text.includes(mark)).length, mark).toBe(0)
    }
  })
})
