import { adminTexts } from "#contract/adminText.ts"
import type { Doll } from "#contract/catalog.ts"
import { flaggedTexts, panelTexts } from "#contract/panelText.ts"
import { generalTexts, modelTexts, slideshowTexts } from "#contract/texts.ts"
import { ask, signInAs, tokenOf } from "./customers.ts"
import { cold } from "./desk.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"

/** An admin's day, part by part, through every dialog. */

const email = "admin@demo.example"
const cross = "The kiln is cold."

async function panel(page: Page, url: string, tab: string, as = email): Promise<string> {
  const token = await signInAs(page, url, as)
  await page.goto(`/admin?tab=${tab}`)
  return token
}

const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text })

/** Lets one kind of call fail until the answer is called. */
async function failing(page: Page, method: string, path: RegExp, status = 500): Promise<() => Promise<void>> {
  const fail = (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
    route.request().method() === method ? route.fulfill({ status, json: { detail: cross } }) : route.fallback()
  await page.route(path, fail)
  return () => page.unroute(path, fail)
}

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
    await expect(alert(page, modelTexts.missingTitle)).toContainText(modelTexts.missing)
    await expect(page.getByText(modelTexts.missing)).not.toHaveCount(0)
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
    await expect(alert(page, modelTexts.createFailed)).toContainText(cross)
    await expect(alert(page, modelTexts.saveFailed)).toContainText(cross)
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
    await expect(page.getByText(modelTexts.created)).toBeVisible()

    // Step 2: the primary picture first, the others after it.
    await expect(page.getByRole("heading", { name: `Step 2 of 2: pictures of ${name}` })).toBeVisible()
    const add = page.getByRole("button", { name: "Add Model", exact: true })
    await add.click()
    await expect(page.getByText("Please upload a primary image first.")).toBeVisible()
    const icon = Buffer.from(await (await fetch(`${site.url}/icon-512.png`)).arrayBuffer())
    const picture = (name: string) => ({ name, mimeType: "image/png", buffer: icon })
    const primary = page.locator('input[type="file"][aria-label="Primary image"]')
    await primary.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no") })
    await expect(alert(page, modelTexts.notAnImage)).toBeVisible()
    await primary.setInputFiles({ ...picture("big.png"), buffer: Buffer.alloc(20 * 1024 * 1024 + 1) })
    await expect(alert(page, modelTexts.imageTooLargeTitle)).toContainText(modelTexts.imageTooLarge)
    mend = await failing(page, "POST", /\/images\/upload/)
    await primary.setInputFiles(picture("front.png"))
    await expect(alert(page, modelTexts.imageFailed)).toContainText(cross)
    await mend()
    await primary.setInputFiles(picture("front.png"))
    const pictures = page.getByRole("list", { name: "Pictures" }).getByRole("listitem")
    await expect(pictures).toHaveCount(1)
    const extras = page.locator('input[type="file"][aria-label="Additional images"]')
    mend = await failing(page, "POST", /\/images\/bulk/)
    await extras.setInputFiles([picture("side.png")])
    await expect(alert(page, modelTexts.additionalFailed)).toContainText(cross)
    await mend()
    await extras.setInputFiles([
      picture("side.png"),
      { name: "torn.png", mimeType: "image/png", buffer: Buffer.from("torn") },
      picture("back.png"),
    ])
    await expect(alert(page, modelTexts.partlyUploaded)).toContainText("torn.png")
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
    await expect(alert(page, modelTexts.deleteFailed)).toContainText(cross)
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
    await ask(site.url, "PATCH /dolls/7", { token: other, body: { price: 555, doll_category: "premium" } })
    const save = page.getByRole("button", { name: "Save changes" })
    await save.click()
    const told = page.getByRole("status").filter({ hasText: "Another admin has changed this model meanwhile." })
    await expect(told).toContainText("now “555”, you have “777.77”")
    await expect(price).toHaveValue("777.77")
    await axe(page)
    await told.getByRole("button", { name: "Keep what I typed" }).click()
    await save.click()
    await expect(page.getByText(modelTexts.updated)).toBeVisible()
    const doll = await ask<Doll>(site.url, "GET /dolls/7", { token })
    expect(doll).toMatchObject({ price: 777.77, doll_category: "premium", doll_material: "Bronze, waxed twice" })

    const mend = await failing(page, "PATCH", /\/dolls\/7$/)
    await page.getByLabel("Name *").first().fill("Another name")
    await save.click()
    await expect(alert(page, modelTexts.updateFailed).first()).toContainText(cross)
    await expect(page.getByLabel("Name *").first()).toHaveValue("Another name")
    await mend()
    const icon = Buffer.from(await (await fetch(`${site.url}/icon-192.png`)).arrayBuffer())
    const heal = await failing(page, "POST", /\/images\/bulk/)
    await page
      .locator('input[type="file"][aria-label="Additional images"]')
      .setInputFiles([{ name: "side.png", mimeType: "image/png", buffer: icon }])
    await expect(alert(page, modelTexts.imagesFailed)).toContainText(cross)
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

test.describe("the slideshow", () => {
  test("slides come by file or address, are put in order, named and deleted", async ({ page, site, expectConsole }) => {
    test.setTimeout(120_000)
    expectConsole(/Failed to load resource/)
    await panel(page, site.url, "slideshow")
    const slides = page.getByRole("list", { name: "Slides" }).getByRole("listitem")
    await expect(slides.first()).toBeVisible()
    const before = await slides.count()
    await axe(page)
    await shot(page, "admin-slideshow")
    const file = page.locator('input[type="file"][aria-label="Pictures or videos"]')
    const icon = Buffer.from(await (await fetch(`${site.url}/icon-512.png`)).arrayBuffer())
    const picture = { name: "evening.png", mimeType: "image/png", buffer: icon }
    let mend = await failing(page, "POST", /\/slideshow\/upload/)
    await file.setInputFiles([picture])
    await expect(alert(page, panelTexts.uploadAlert)).toContainText(`${slideshowTexts.uploadFailed}: ${cross}`)
    await mend()
    await page.getByLabel("Caption", { exact: true }).fill("At dusk")
    await file.setInputFiles([
      { name: "long.mp4", mimeType: "video/mp4", buffer: Buffer.alloc(30 * 1024 * 1024 + 1) },
      { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no") },
      picture,
    ])
    await expect(alert(page, slideshowTexts.tooLarge)).toContainText("long.mp4 was skipped.")
    await expect(alert(page, slideshowTexts.wrongKind)).toContainText("notes.txt")
    await expect(slides).toHaveCount(before + 1)
    await expect(page.getByLabel(`Caption of slide ${before + 1}`)).toHaveValue("At dusk")
    await page.getByRole("button", { name: `Move slide ${before + 1} up` }).click()
    await expect(page.getByLabel(`Caption of slide ${before}`)).toHaveValue("At dusk")
    await expect
      .poll(async () => (await ask<{ slideshow_caption: string }[]>(site.url, "GET /slideshow/slideshows"))[before - 1])
      .toMatchObject({ slideshow_caption: "At dusk" })

    await page.getByRole("button", { name: "Add by address" }).click()
    await expect(page.getByText("Please enter an address that begins with https://.")).toBeVisible()
    await page.getByLabel("Or an address").fill("http://127.0.0.1:9/secret.png")
    await page.getByRole("button", { name: "Add by address" }).click()
    await expect(alert(page, panelTexts.uploadAlert).last()).toContainText(slideshowTexts.uploadFailed)
    await expect(page.getByLabel("Or an address")).toHaveValue("http://127.0.0.1:9/secret.png")

    const question = page.getByRole("dialog", { name: "Delete this slide?" })
    mend = await failing(page, "DELETE", /\/slideshow\//)
    await page.getByRole("button", { name: `Delete slide ${before}` }).click()
    await axe(page, "dialog[open]")
    await question.getByRole("button", { name: "Delete the slide" }).click()
    await expect(alert(page, panelTexts.deleteAlert)).toContainText(`${slideshowTexts.deleteFailed}: ${cross}`)
    await mend()
    await page.getByRole("button", { name: `Delete slide ${before}` }).click()
    await question.getByRole("button", { name: "Delete the slide" }).click()
    await expect(slides).toHaveCount(before)
    await cold(page, /\/slideshow\/slideshows\?/, "/admin?tab=slideshow", slideshowTexts.loadFailed)
  })
})

test.describe("people", () => {
  test("an admin is added, found and ended; what is wrong is said at its field", async ({
    page,
    site,
    expectConsole,
  }) => {
    test.setTimeout(120_000)
    expectConsole(/Failed to load resource/)
    await panel(page, site.url, "admins")
    await expect(page.getByText("finance@demo.example")).toBeVisible()
    await axe(page)
    await shot(page, "admin-admins")
    await page.getByRole("button", { name: "Add admin" }).click()
    const form = page.getByRole("dialog", { name: "Add admin" })
    const add = form.getByRole("button", { name: "Add admin" })
    await form.getByLabel("Password").fill("Short1")
    await add.click()
    await expect(form.getByText(adminTexts.passwordShort)).toBeVisible()
    await expect(form.getByText("Please enter your full name.")).toBeVisible()
    await expect(form.getByLabel("Password")).toHaveValue("Short1")
    await axe(page, "dialog[open]")
    await shot(page, "admin-admins-add", { fullPage: false })
    const name = `Petra ${Date.now()}`
    await form.getByLabel("Full name").fill(name)
    await form.getByLabel("Email").fill(`petra-${Date.now()}@shop.example`)
    await form.getByLabel("Password").fill("Vitrine2025")
    await form.getByLabel("May do").selectOption("financial_admin")
    const mend = await failing(page, "POST", /\/admin\/admins/)
    await add.click()
    await expect(alert(page, adminTexts.adminAddFailed)).toContainText(cross)
    await mend()
    const dumb = (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
      route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 500, body: "" })
    await page.route(/\/admin\/admins/, dumb)
    await add.click()
    await expect(alert(page, adminTexts.adminAddFailed)).toContainText(adminTexts.adminCreateFailed)
    await page.unroute(/\/admin\/admins/, dumb)
    await add.click()
    await expect(page.getByText(`${name} is an admin now.`)).toBeVisible()
    await page.getByRole("searchbox", { name: "Search admins" }).fill("nobody of this name")
    await expect(page.getByText(adminTexts.noAdmins)).toBeVisible()
    await page.getByRole("searchbox", { name: "Search admins" }).fill(name)
    await expect(page.getByText("1-1 of 1 admins")).toBeVisible()
    await page.getByRole("button", { name: `Delete ${name}` }).click()
    const question = page.getByRole("dialog", { name: `Delete ${name}?` })
    await axe(page, "dialog[open]")
    await page.route(/\/admin\/admins/, dumb)
    await question.getByRole("button", { name: "Delete the admin" }).click()
    await expect(alert(page, "Failed to delete admin with ID")).toContainText(adminTexts.unknownError)
    await expect(question.getByRole("alert")).toContainText(adminTexts.adminDeleteFailed)
    await page.unroute(/\/admin\/admins/, dumb)
    await question.getByRole("button", { name: "Delete the admin" }).click()
    await expect(page.getByText(`${name} is no admin any more.`)).toBeVisible()
    await cold(page, /\/admin\/admins/, "/admin?tab=admins", adminTexts.adminsLoadFailed)
    await page.route(/\/admin\/admins/, (route) => route.fulfill({ status: 500, body: "" }))
    await page.goto("/admin?tab=admins")
    await expect(alert(page, adminTexts.adminsLoadFailed)).toContainText(adminTexts.adminsFetchFailed)
  })

  test("a moderator is added with models, edited, deactivated and ended", async ({ page, site, expectConsole }) => {
    test.setTimeout(120_000)
    expectConsole(/Failed to load resource/)
    await panel(page, site.url, "moderators")
    await expect(page.getByText("moderator@demo.example")).toBeVisible()
    await expect(page.getByRole("heading", { name: "Most models in care" })).toBeVisible()
    await axe(page)
    await shot(page, "admin-moderators")
    await page.getByRole("button", { name: "Add moderator" }).click()
    const form = page.getByRole("dialog", { name: "Add moderator" })
    const name = `Milo ${Date.now()}`
    await form.getByLabel("Full name").fill(name)
    await form.getByLabel("Email").fill(`milo-${Date.now()}@shop.example`)
    await form.getByLabel("Password").fill("short")
    await form.getByRole("button", { name: "Add moderator" }).click()
    await expect(form.getByText("Password must be at least 8 characters long")).toBeVisible()
    await form.getByLabel("Password").fill("Vitrine2025")
    const free = form.getByRole("list", { name: "Unassigned models" }).getByRole("button")
    await free.first().click()
    await expect(form.getByRole("list", { name: "Assigned models" }).getByRole("button")).toHaveCount(1)
    await axe(page, "dialog[open]")
    await shot(page, "admin-moderators-add", { fullPage: false })
    const mend = await failing(page, "POST", /\/admin\/moderators/)
    await form.getByRole("button", { name: "Add moderator" }).click()
    await expect(alert(page, adminTexts.moderatorAddFailed)).toContainText(cross)
    await mend()
    const dumb = (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
      route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 500, body: "" })
    const people = /\/(admin\/moderators|moderators\/)/
    await page.route(people, dumb)
    await form.getByRole("button", { name: "Add moderator" }).click()
    await expect(alert(page, adminTexts.moderatorAddFailed)).toContainText(adminTexts.moderatorCreateFailed)
    await page.unroute(people, dumb)
    await form.getByRole("button", { name: "Add moderator" }).click()
    await expect(page.getByText(`${name} is a moderator now.`)).toBeVisible()

    await page.getByRole("searchbox", { name: "Search moderators" }).fill("nobody of this name")
    await expect(page.getByText(adminTexts.noModerators)).toBeVisible()
    await page.getByRole("searchbox", { name: "Search moderators" }).fill(name)
    await expect(page.getByText("1-1 of 1 moderators")).toBeVisible()
    await page.getByRole("button", { name: `Edit ${name}` }).click()
    const edit = page.getByRole("dialog", { name: "Edit moderator" })
    await edit.getByLabel("Full name").fill(`${name} junior`)
    await edit.getByRole("list", { name: "Assigned models" }).getByRole("button").first().click()
    await page.route(people, dumb)
    await edit.getByRole("button", { name: "Save changes" }).click()
    await expect(alert(page, adminTexts.moderatorUpdateFailed)).toBeVisible()
    await page.unroute(people, dumb)
    await edit.getByRole("button", { name: "Save changes" }).click()
    await expect(page.getByText(`${name} junior was saved.`)).toBeVisible()
    await page.getByRole("button", { name: `Deactivate ${name} junior` }).click()
    await expect(page.getByText("Inactive", { exact: true }).filter({ visible: true }).last()).toBeVisible()
    await page.getByRole("button", { name: `Delete ${name} junior` }).click()
    const question = page.getByRole("dialog", { name: `Delete ${name} junior?` })
    const heal = await failing(page, "DELETE", /\/moderators\//)
    await question.getByRole("button", { name: "Delete the moderator" }).click()
    await expect(question.getByRole("alert")).toContainText(adminTexts.moderatorDeleteFailed)
    await heal()
    await question.getByRole("button", { name: "Delete the moderator" }).click()
    await expect(page.getByText(`${name} junior is no moderator any more.`)).toBeVisible()

    await cold(page, /\/moderators\/moderators/, "/admin?tab=moderators", adminTexts.moderatorFetchFailed)
    await page.route(/\/dolls\/assigned\/false/, (route) => route.fulfill({ status: 500, json: { detail: cross } }))
    await page.getByRole("button", { name: "Add moderator" }).click()
    await expect(alert(page, adminTexts.unassignedFailed)).toContainText(cross)
    await page.route(/\/moderators\/moderators/, (route) => route.fulfill({ status: 500, json: { detail: cross } }))
    await page.goto("/admin/model/edit/7")
    await expect(alert(page, adminTexts.moderatorsOfModelFailed)).toContainText(cross)
  })
})

test.describe("flagged", () => {
  test("an item is opened, its moderator notified, and it is approved or deleted", async ({
    page,
    site,
    expectConsole,
  }) => {
    test.setTimeout(120_000)
    expectConsole(/Failed to load resource/)
    const token = await tokenOf(site.url, email)
    for (const reason of ["Not what it says", "The same again"]) {
      const doll = { "Not what it says": 30, "The same again": 31 }[reason]
      await ask(site.url, "POST /reports", { body: { kind: "doll", id: doll, reason } })
    }
    await panel(page, site.url, "flagged")
    const items = page.getByRole("list", { name: "Flagged items" }).locator(":scope > li")
    await expect(items.first()).toBeVisible()
    const before = await items.count()
    const { count } = await ask<{ count: number }>(site.url, "GET /admin/flagged-messages/count", { token })
    expect(before).toBe(Math.min(50, count))
    await axe(page)
    await shot(page, "admin-flagged")
    const first = items.filter({ hasText: "1 report" }).first()
    await first.getByRole("heading").getByRole("button").click()
    await expect(first.getByRole("region", { name: "Reports" })).toBeVisible()
    await axe(page)
    await shot(page, "admin-flagged-open")
    const mend = await failing(page, "POST", /\/approve$/)
    await first.getByRole("button", { name: "Approve" }).click()
    await expect(alert(page, flaggedTexts.actionFailed)).toContainText(cross)
    await mend()
    await first.getByRole("button", { name: "Notify moderator" }).click()
    await expect(page.getByText(flaggedTexts.notified)).toBeVisible()
    await expect(items).toHaveCount(before)
    await first.getByRole("button", { name: "Approve" }).click()
    await expect(page.getByText(flaggedTexts.approved)).toBeVisible()
    await expect(items).toHaveCount(before - 1)
    const second = items.filter({ hasText: "1 report" }).first()
    await second.getByRole("heading").getByRole("button").click()
    await second.getByRole("button", { name: "Delete", exact: true }).click()
    await axe(page, "dialog[open]")
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click()
    await expect(items).toHaveCount(before - 2)
    await page.route(/\/admin\/flagged-messages\?/, (route) => route.fulfill({ json: [] }))
    await page.goto("/admin?tab=flagged")
    await expect(page.getByText(adminTexts.noFlagged)).toBeVisible()
    await cold(page, /\/admin\/flagged-messages\?/, "/admin?tab=flagged", generalTexts.failedToLoad)
  })
})
