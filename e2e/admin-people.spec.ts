import type { Page } from "@playwright/test"
import type { Moderator } from "#contract/admin.ts"
import { adminTexts } from "#contract/adminText.ts"
import { flaggedTexts, panelTexts } from "#contract/panelText.ts"
import { generalTexts, slideshowTexts } from "#contract/texts.ts"
import { act, alert, cross, email, failing, losing, panel } from "./adminPanel.ts"
import { ask, newWord, tokenOf } from "./customers.ts"
import { axe, expect, shot, test } from "./fixtures.ts"
import { cold, moderatorEmail } from "./moderatorPage.ts"

test.describe("the slideshow", () => {
  test("slides are added by file or URL, sorted, captioned and deleted", { tag: "@desktop" }, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/)
    await panel(page, site.url, "slideshow")
    const slides = page.getByRole("list", { name: "Slides" }).getByRole("listitem")
    await expect(slides.first()).toBeVisible()
    const before = await slides.count()
    await axe(page)
    await shot(page, "admin-slideshow")
    const file = page.locator('input[type="file"][aria-label="Images or videos"]')
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
    await expect(alert(page, slideshowTexts.tooLarge)).toContainText("long.mp4 was skipped")
    await expect(alert(page, slideshowTexts.wrongKind)).toContainText("notes.txt")
    await expect(slides).toHaveCount(before + 1)
    await expect(page.getByLabel(`Caption of slide ${before + 1}`)).toHaveValue("At dusk")
    await page.getByRole("button", { name: `Move slide ${before + 1} up` }).click()
    await expect(page.getByLabel(`Caption of slide ${before}`)).toHaveValue("At dusk")
    await expect
      .poll(async () => (await ask<{ slideshow_caption: string }[]>(site.url, "GET /slideshow/slideshows"))[before - 1])
      .toMatchObject({ slideshow_caption: "At dusk" })

    const dark = page.locator(`input[type="file"][aria-label="Add dark version of slide ${before}"]`)
    mend = await failing(page, "PUT", /\/dark$/)
    await dark.setInputFiles([picture])
    await expect(alert(page, panelTexts.uploadAlert)).toContainText(cross)
    await mend()
    await dark.setInputFiles([picture])
    await act(page, `slide ${before}`, "Remove dark version")
    await expect(page.getByRole("button", { name: `Add dark version of slide ${before}` })).toBeEnabled()

    await page.getByLabel(`Caption of slide ${before}`).fill("Past dusk")
    let show = () => {}
    const held = new Promise<void>((resolve) => {
      show = resolve
    })
    const list = /\/slideshow\/slideshows(\?|$)/
    await page.route(list, (route) => held.then(() => route.continue()))
    const caption = page.getByLabel(`Caption of slide ${before}`)
    await caption.press("Enter")
    await expect(page.getByText(panelTexts.captionSaved)).toBeVisible()

    // The list arrives with the previous caption while the next one is being typed.
    await caption.fill("At dawn")
    const shown = page.waitForResponse(list)
    show()
    await shown
    await page.unroute(list)
    await expect(caption).toHaveValue("At dawn")
    mend = await failing(page, "PATCH", /\/slideshow\//)
    await caption.press("Enter")
    await expect(alert(page, panelTexts.slideFailed)).toContainText(cross)
    await mend()
    await page.getByRole("button", { name: "Add from URL" }).click()
    await expect(page.getByText("Please enter a URL that starts with https://.")).toBeVisible()
    await page.getByLabel("Or a URL").fill("http://127.0.0.1:9/secret.png")
    await page.getByRole("button", { name: "Add from URL" }).click()
    await expect(alert(page, panelTexts.uploadAlert).last()).toContainText(slideshowTexts.uploadFailed)
    await expect(page.getByLabel("Or a URL")).toHaveValue("http://127.0.0.1:9/secret.png")

    const question = page.getByRole("dialog", { name: "Delete slide?" })
    mend = await failing(page, "DELETE", /\/slideshow\//)
    await act(page, `slide ${before}`, "Delete")
    await axe(page, "dialog[open]")
    await question.getByRole("button", { name: "Delete slide" }).click()
    await expect(alert(page, panelTexts.deleteAlert)).toContainText(`${slideshowTexts.deleteFailed}: ${cross}`)
    await mend()
    await act(page, `slide ${before}`, "Delete")
    await question.getByRole("button", { name: "Delete slide" }).click()
    await expect(slides).toHaveCount(before)
    await cold(page, /\/slideshow\/slideshows\?/, "/admin?tab=slideshow", slideshowTexts.loadFailed)
  })
})

/** Takes the link that a shop without a mail server shows once, and accepts the invitation. */
async function acceptShown(page: Page, url: string) {
  const dialog = page.getByRole("dialog", { name: "Pass on this invitation" })
  await axe(page, "dialog[open]")
  const oob_code = /oob_code=([\w-]{24})/.exec((await dialog.textContent())!)![1]!
  await ask(url, "POST /auth/invitation/accept", { body: { oob_code, new_password: "Copper-Lathe-25" } })
  await dialog.getByRole("button", { name: "Done" }).click()
  await page.reload()
}

test.describe("people", () => {
  test("an admin is added, found and removed; errors are shown at their field", { tag: "@desktop" }, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/)
    await panel(page, site.url, "admins")
    await expect(page.getByText("finance@demo.example")).toBeVisible()
    await axe(page)
    await shot(page, "admin-admins")
    await page.getByRole("button", { name: "Invite admin" }).click()
    const form = page.getByRole("dialog", { name: "Invite admin" })
    const add = form.getByRole("button", { name: "Send invitation" })
    await expect(form.getByLabel("Password")).toHaveCount(0)
    await form.getByLabel("Email").fill("boss")
    await add.click()
    await expect(form.getByText("Please enter your full name.")).toBeVisible()
    await expect(form.getByLabel("Email")).toHaveValue("boss")
    await axe(page, "dialog[open]")
    await shot(page, "admin-admins-add", { fullPage: false })
    const name = `Petra ${newWord()}`
    await form.getByLabel("Full name").fill(name)
    await form.getByLabel("Email").fill(`petra-${newWord()}@shop.example`)
    await form.getByLabel("Permissions").selectOption("financial_admin")
    const mend = await failing(page, "POST", /\/admin\/admins/)
    await add.click()
    await expect(alert(page, adminTexts.adminAddFailed)).toContainText(cross)
    await mend()
    let speak = await failing(page, "POST", /\/admin\/admins/, "")
    await add.click()
    await expect(alert(page, adminTexts.adminAddFailed)).toContainText(adminTexts.adminCreateFailed)
    await speak()
    await add.click()
    await acceptShown(page, site.url)
    // Text typed before the form has closed would go into the form.
    await expect(form).toBeHidden()
    await page.getByRole("searchbox", { name: "Search admins" }).fill("nobody of this name")
    await expect(page.getByText(adminTexts.noAdmins)).toBeVisible()
    await page.getByRole("searchbox", { name: "Search admins" }).fill(name)
    await expect(page.getByText("1 admin")).toBeVisible()
    await act(page, name, "Delete")
    const question = page.getByRole("dialog", { name: `Delete ${name}?` })
    await axe(page, "dialog[open]")
    speak = await failing(page, "DELETE", /\/admin\/admins/, "")
    await question.getByRole("button", { name: "Delete admin" }).click()
    await expect(alert(page, adminTexts.adminDeleteFailedFor(0).slice(0, -1))).toContainText(adminTexts.unknownError)
    await expect(question.getByRole("alert")).toContainText(adminTexts.adminDeleteFailed)
    await speak()
    // The answer is lost. The list no longer contains the admin, and the next click has nothing to delete.
    await losing(page, "DELETE", /\/admin\/admins/)
    await question.getByRole("button", { name: "Delete admin" }).click()
    await expect(question.getByRole("alert")).toContainText("We couldn't reach the shop.")
    await expect(page.getByText(adminTexts.noAdmins)).toBeAttached()
    await question.getByRole("button", { name: "Delete admin" }).click()
    await expect(page.getByText(`${name} removed from admins`)).toBeVisible()
    await cold(page, /\/admin\/admins/, "/admin?tab=admins", adminTexts.adminsLoadFailed)
    await page.route(/\/admin\/admins/, (route) => route.fulfill({ status: 500, body: "" }))
    await page.goto("/admin?tab=admins")
    await expect(alert(page, adminTexts.adminsLoadFailed)).toContainText(adminTexts.adminsFetchFailed)
  })

  test("a moderator is added with models, edited, deactivated and removed", { tag: "@desktop" }, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/)
    await panel(page, site.url, "moderators")
    await expect(page.getByText("moderator@demo.example")).toBeVisible()
    await axe(page)
    await shot(page, "admin-moderators")
    await page.getByRole("button", { name: "Invite moderator" }).click()
    const form = page.getByRole("dialog", { name: "Invite moderator" })
    const name = `Milo ${newWord()}`
    await form.getByLabel("Full name").fill(name)
    await form.getByLabel("Email").fill(`milo-${newWord()}@shop.example`)
    await expect(form.getByLabel("Password")).toHaveCount(0)
    const free = form.getByRole("list", { name: "Unassigned models" }).getByRole("button")
    await free.first().click()
    await expect(form.getByRole("list", { name: "Assigned models", exact: true }).getByRole("button")).toHaveCount(1)
    await axe(page, "dialog[open]")
    await shot(page, "admin-moderators-add", { fullPage: false })
    const mend = await failing(page, "POST", /\/admin\/moderators/)
    await form.getByRole("button", { name: "Send invitation" }).click()
    await expect(alert(page, adminTexts.moderatorAddFailed)).toContainText(cross)
    await mend()
    let speak = await failing(page, "POST", /\/admin\/moderators/, "")
    await form.getByRole("button", { name: "Send invitation" }).click()
    await expect(alert(page, adminTexts.moderatorAddFailed)).toContainText(adminTexts.moderatorCreateFailed)
    await speak()
    await form.getByRole("button", { name: "Send invitation" }).click()
    await acceptShown(page, site.url)
    await expect(form).toBeHidden()
    await expect(page.getByRole("heading", { name: "Moderators by models" })).toBeVisible()

    await page.getByRole("searchbox", { name: "Search moderators" }).fill("nobody of this name")
    await expect(page.getByText(adminTexts.noModerators)).toBeVisible()
    await page.getByRole("searchbox", { name: "Search moderators" }).fill(name)
    await expect(page.getByText("1 moderator")).toBeVisible()
    await act(page, name, "Edit")
    const edit = page.getByRole("dialog", { name: "Edit moderator" })
    await edit.getByLabel("Full name").fill(`${name} junior`)
    await edit.getByRole("list", { name: "Assigned models", exact: true }).getByRole("button").first().click()
    speak = await failing(page, "PUT", /\/moderators\//, "")
    await edit.getByRole("button", { name: "Save changes" }).click()
    await expect(alert(page, adminTexts.moderatorUpdateFailed)).toBeVisible()
    await speak()
    await edit.getByRole("button", { name: "Save changes" }).click()
    await expect(page.getByText(`${name} junior saved`)).toBeVisible()
    await act(page, `${name} junior`, "Deactivate")
    const leaving = page.getByRole("dialog", { name: `Deactivate ${name} junior?` })
    await expect(leaving.getByText("Nothing else is affected.")).toBeVisible()
    await leaving.getByRole("button", { name: "Cancel" }).click()
    await expect(leaving).toBeHidden()
    await act(page, `${name} junior`, "Deactivate")
    await leaving.getByRole("button", { name: "Deactivate" }).click()
    await expect(page.getByText(`${name} junior deactivated`)).toBeVisible()
    await expect(page.getByText("Inactive", { exact: true }).filter({ visible: true }).last()).toBeVisible()
    await act(page, `${name} junior`, "Delete")
    const question = page.getByRole("dialog", { name: `Delete ${name} junior?` })
    const heal = await failing(page, "DELETE", /\/moderators\//)
    await question.getByRole("button", { name: "Delete moderator" }).click()
    await expect(question.getByRole("alert")).toContainText(adminTexts.moderatorDeleteFailed)
    await heal()
    await losing(page, "DELETE", /\/moderators\//)
    await question.getByRole("button", { name: "Delete moderator" }).click()
    await expect(question.getByRole("alert")).toContainText("We couldn't reach the shop.")
    await question.getByRole("button", { name: "Delete moderator" }).click()
    await expect(page.getByText(`${name} junior removed from moderators`)).toBeVisible()

    await cold(page, /\/moderators\/moderators/, "/admin?tab=moderators", adminTexts.moderatorFetchFailed)
    await page.route(/\/dolls\/assigned\/false/, (route) => route.fulfill({ status: 500, json: { detail: cross } }))
    await page.getByRole("button", { name: "Invite moderator" }).click()
    await expect(alert(page, adminTexts.unassignedFailed)).toContainText(cross)
    await page.route(/\/moderators\/moderators/, (route) => route.fulfill({ status: 500, json: { detail: cross } }))
    await page.goto("/admin/model/edit/7")
    await expect(alert(page, adminTexts.moderatorsOfModelFailed)).toContainText(cross)
  })
})

test.describe("flagged", () => {
  test("an approved message requests nothing that was deleted", { tag: "@desktop" }, async ({ page, site }) => {
    const [vip, moderator] = [await tokenOf(site.url, "vip@demo.example"), await tokenOf(site.url, moderatorEmail)]
    const [room] = await ask<{ id: number }[]>(site.url, "GET /chat/user/rooms/", { token: vip })
    const content = `Is it as pale as it looks? ${newWord()}`
    const body = { content, chat_room_id: room!.id, message_type: "TEXT" }
    const { id } = await ask<{ id: number }>(site.url, "POST /chat/messages/", { token: vip, body })
    await ask(site.url, `PATCH /chat/messages/${id}/flag`, { token: moderator, body: { flagged: true } })
    await panel(page, site.url, `flagged&q=${encodeURIComponent(content)}`)
    const item = page.getByRole("list", { name: "Flagged items" }).locator(":scope > li")
    await item.getByRole("heading").getByRole("button").click()
    await item.getByRole("button", { name: "Show conversation" }).click()
    await expect(item.getByRole("region", { name: "Conversation" })).toBeVisible()
    await item.getByRole("button", { name: "Approve" }).click()
    await expect(page.getByText(flaggedTexts.approved)).toBeVisible()
    await expect(item).toHaveCount(0)
  })

  test("an item is opened, its moderator notified, and it is approved or deleted", { tag: "@desktop" }, async ({
    page,
    site,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/)
    const token = await tokenOf(site.url, email)
    const [moderator] = await ask<Moderator[]>(site.url, "GET /moderators/moderators?sort=models", { token })
    // Nobody can approve their own models, so somebody else makes these.
    const maker = await tokenOf(site.url, "content@demo.example")
    // These models are new, because other journeys need those of the shop.
    const pieces = await Promise.all(
      ["First of two", "Second of two"].map((name) =>
        ask<{ id: number }>(site.url, "POST /dolls/create/", {
          token: maker,
          body: { name, price: 310, description: "A piece to be looked at twice.", doll_height: 160 },
        }),
      ),
    )
    for (const { id } of pieces) {
      await ask(site.url, `POST /moderators/${moderator!.id}/dolls/${id}`, { token })
      await ask(site.url, "POST /reports", { body: { kind: "doll", id, reason: `Not what it says: ${id}` } })
    }
    await panel(page, site.url, "flagged")
    const items = page.getByRole("list", { name: "Flagged items" }).locator(":scope > li")
    await expect(items.first()).toBeVisible()
    const before = await items.count()
    const { count } = await ask<{ count: number }>(site.url, "GET /admin/flagged-messages/count", { token })
    expect(before).toBe(Math.min(50, count))
    await axe(page)
    await shot(page, "admin-flagged")
    const search = page.getByRole("searchbox", { name: "Search flagged items" })
    await search.fill(`not what it says: ${pieces[0]!.id}`)
    await expect(items).toHaveCount(1)
    await expect(page).toHaveURL(/[?&]q=not\+what/)
    await search.fill("nothing of this kind")
    await expect(page.getByText("No flagged items match your search.")).toBeVisible()
    await axe(page)
    await page.getByRole("button", { name: "Show all" }).click()
    await expect(search).toHaveValue("")
    await expect(items).toHaveCount(before)
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
    await expect(page.getByText(flaggedTexts.deleted, { exact: true })).toBeVisible()
    await page.route(/\/admin\/flagged-messages\?/, (route) => route.fulfill({ json: [] }))
    await page.goto("/admin?tab=flagged")
    await expect(page.getByText(adminTexts.noFlagged)).toBeVisible()
    await cold(page, /\/admin\/flagged-messages\?/, "/admin?tab=flagged", generalTexts.failedToLoad)
    for (const { id } of pieces) await ask(site.url, `DELETE /dolls/delete/${id}`, { token })
  })
})
