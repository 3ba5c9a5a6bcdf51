import { readFile } from "node:fs/promises"
import type { Doll } from "#contract/catalog.ts"
import { redirectTexts } from "#contract/redirects.ts"
import { modelTexts } from "#contract/texts.ts"
import { act, alert, cross, failing, panel } from "./adminPanel.ts"
import { ask, newWord, tokenOf } from "./customers.ts"
import { axe, axeInBothThemes, expect, passAgeGate, shot, test } from "./fixtures.ts"

const own = "content@demo.example"

test("an operator's day: a model is copied, prepared, published, edited with others, imported and replaced", {
  tag: "@desktop",
}, async ({ page, site, anotherPage, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  const word = newWord()
  const [first, second] = [`Aurelia ${word}`, `Berenice ${word}`]
  const token = await panel(page, site.url, "models", own)
  const guest = await anotherPage()
  await passAgeGate(guest)
  const dialog = page.getByRole("dialog")
  let id = 0

  await test.step("A model of the shop is copied; the copy is a draft", async () => {
    const [model] = await ask<Doll[]>(site.url, "GET /dolls?limit=1")
    await page.goto(`/admin/model/edit/${model!.id}`)
    const mend = await failing(page, "POST", /\/duplicate$/)
    await page.getByRole("button", { name: "Duplicate" }).click()
    await expect(alert(page, `Failed to duplicate ${model!.name}`)).toContainText(cross)
    await mend()
    await page.getByRole("button", { name: "Duplicate" }).click()
    await expect(page).not.toHaveURL(new RegExp(`/${model!.id}$`))
    await expect(alert(page, "This model is a draft").or(page.getByText("This model is a draft"))).toBeVisible()
    id = Number(/\d+$/.exec(page.url())![0])
    await page.getByLabel("Name *").fill(first)
    await page.getByLabel("Price (USD)").fill("1240.5")
    await page.getByLabel("Reference").fill(`ref-${word}`)
    await page.getByRole("button", { name: "Save changes" }).click()
    await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible()
    await page.getByLabel("Alternative text of image 1").fill("A tall figure, seen from the left")
    await page.keyboard.press("Enter")
    await expect(page.getByText("Alternative text saved")).toBeVisible()
  })

  await test.step("It is looked at before anybody else can", async () => {
    await page.getByRole("link", { name: "Preview" }).click()
    await expect(page.getByText("This model is a draft. This is how its page looks.")).toBeVisible()
    await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible()
    await expect(page.getByRole("img", { name: "A tall figure, seen from the left" }).first()).toBeVisible()
    await axeInBothThemes(page, "operator-preview")
    expect((await guest.goto(`/model/${id}`))!.status()).toBe(404)
    await expect(guest.getByRole("heading", { level: 1, name: modelTexts.notFoundTitle })).toBeVisible()
  })

  await test.step("It is published, and is in the shop at once", async () => {
    await page.getByRole("link", { name: "Back to editing" }).click()
    await page.getByRole("button", { name: "Publish now" }).click()
    await expect(page.getByText(`${first} is published`)).toBeVisible()
    await expect(page.getByRole("link", { name: "View in shop" })).toBeVisible()
    expect((await guest.goto(`/model/${id}`))!.status()).toBe(200)
    await expect(guest.getByRole("heading", { level: 1, name: first })).toBeVisible()
  })

  await test.step("Two models are edited in the grid while somebody else edits one of them", async () => {
    await page.goto(`/admin?tab=models&q=${first}`)
    await act(page, first, "Duplicate")
    await expect(page.getByText(`${first} duplicated`)).toBeVisible()
    const copies = await ask<Doll[]>(site.url, `GET /dolls?all=1&drafts=1&q=${word}`, { token })
    const other = copies.find((one) => one.id !== id)!
    await ask(site.url, `PATCH /dolls/${other.id}`, { token, body: { name: second } })
    await page.goto(`/admin/models/grid?q=${word}`)
    const price = (name: string) => page.getByLabel(`Price (USD) of ${name}`)
    await expect(page.getByRole("button", { name: "No changes" })).toBeDisabled()
    await price(first).fill("12.345")
    await price(first).press("Enter")
    await expect(price(second)).toBeFocused()
    await expect(price(first)).toHaveAccessibleDescription("Use at most 2 decimal places.")
    await price(first).fill("1300")
    await price(second).fill("1400")
    await page.getByLabel(`Status of ${second}`).selectOption("Published")
    await ask(site.url, `PATCH /dolls/${other.id}`, {
      token: await tokenOf(site.url, "admin@demo.example"),
      body: { price: 999 },
    })
    await page.getByRole("button", { name: "Save 2 models" }).click()
    await expect(alert(page, "1 saved, 1 not saved")).toBeVisible()
    await expect(alert(page, `${second} wasn't saved.`)).toBeVisible()
    await expect(page.getByText("Price (USD) is now 999.", { exact: true })).toBeVisible()
    await expect(price(second)).toHaveValue("1400")
    await axeInBothThemes(page, "operator-grid")
    await page.getByRole("button", { name: "Keep my changes" }).click()
    await page.getByRole("button", { name: "Save 1 model" }).click()
    await expect(page.getByText("1 saved", { exact: true })).toBeVisible()
    const prices = await ask<Doll[]>(site.url, `GET /dolls?all=1&sort=name&q=${word}`, { token })
    expect(prices.map(({ name, price }) => [name, price])).toEqual([
      [first, 1300],
      [second, 1400],
    ])
  })

  await test.step("An export comes back unchanged; a wrong cell is named by its line; what is right is imported", async () => {
    await page.goto(`/admin?tab=models&q=${word}`)
    await expect(page.getByText("2 models", { exact: true })).toBeVisible()
    const download = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export CSV" }).click()
    const sheet = await readFile(await (await download).path(), "utf8")
    await page.getByRole("button", { name: "Import" }).click()
    const choose = (text: string) =>
      dialog
        .locator('input[type="file"]')
        .setInputFiles({ name: "models.csv", mimeType: "text/csv", buffer: Buffer.from(text) })
    await choose(sheet)
    await expect(dialog.getByText("No changes")).toBeVisible()
    await expect(dialog.getByText("0 new models, 0 changed, 2 unchanged.")).toBeVisible()
    await expect(dialog.getByRole("button", { name: "Nothing to import" })).toBeDisabled()

    const lines = sheet.split("\r\n")
    const wrong = lines.findIndex((line) => line.includes(second))
    await choose(sheet.replace(",1400,", ",a lot,"))
    const problems = dialog.getByRole("region", { name: "Problems" }).getByRole("row")
    await expect(problems.last()).toHaveText(`${wrong + 1}price_usdEnter a price, like 549.99.`)
    await axe(page, "dialog[open]")
    await shot(page, "operator-import-problem", { fullPage: false })
    await expect(dialog.getByRole("button", { name: /import/i }).last()).toBeDisabled()

    await choose(sheet.replace(",1400,", ",1450,"))
    const changes = dialog.getByRole("region", { name: "Changes" }).getByRole("row")
    await expect(changes.last()).toHaveText(`${wrong + 1}${second}price_usd`)
    await axe(page, "dialog[open]")
    // Somebody edits the model between the check and the import.
    await ask(site.url, `PATCH /dolls/${id}`, { token, body: { doll_material: "Basalt" } })
    await dialog.getByRole("button", { name: "Import 1 change" }).click()
    await expect(dialog.getByText("Nothing was imported")).toBeVisible()
    await dialog.getByRole("button", { name: "Check again" }).click()
    await dialog.getByRole("button", { name: /^Import \d change/ }).click()
    await expect(page.getByText("0 models created, 2 updated")).toBeVisible()
    await expect(page.getByRole("row", { name: second })).toContainText("$1,450.00")
  })

  await test.step("A model that leaves the shop leads guests to its successor", async () => {
    await page.goto(`/admin/model/edit/${id}`)
    await page.getByRole("button", { name: "Archive" }).click()
    await dialog.getByRole("button", { name: "Archive model" }).click()
    await expect(page.getByText(`${first} archived`)).toBeVisible()
    await page.goto(`/admin/model/edit/${id}`)
    await page.getByRole("link", { name: "Redirect its address" }).click()
    await expect(dialog.getByLabel("From")).toHaveValue(`/model/${id}`)
    await dialog.getByLabel("To").fill("https://elsewhere.example/")
    await dialog.getByRole("button", { name: "Add redirect" }).click()
    await expect(dialog.getByLabel("To")).toHaveAccessibleDescription(new RegExp(redirectTexts.form))
    await dialog.getByLabel("To").fill(`/models?q=${word}`)
    await axe(page, "dialog[open]")
    await dialog.getByRole("button", { name: "Add redirect" }).click()
    await expect(page.getByText("Redirect saved")).toBeVisible()
    await expect(page.getByRole("row", { name: `/model/${id}` })).toContainText(`/models?q=${word}`)
    await axeInBothThemes(page, "operator-redirects")
    await guest.goto(`/model/${id}`)
    await expect(guest).toHaveURL(`/models?q=${word}`)
    await expect(guest.getByRole("link", { name: second }).first()).toBeVisible()
    await act(page, `/model/${id}`, "Delete")
    await dialog.getByRole("button", { name: "Delete redirect" }).click()
    await expect(page.getByText("Redirect deleted")).toBeVisible()
    // A browser that cached the redirect gets a 404 now.
    expect((await fetch(`${site.url}/model/${id}`)).status).toBe(404)
  })

  // Other journeys count the models of the shop.
  for (const one of await ask<Doll[]>(site.url, `GET /dolls?q=${word}`)) {
    await ask(site.url, `DELETE /dolls/delete/${one.id}`, { token })
  }
})
