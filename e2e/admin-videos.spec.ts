import type { ListedVideo } from "#contract/videos.ts"
import { videoAdminTexts } from "#contract/videoText.ts"
import { videoFile } from "#test/videoFiles.ts"
import { act, alert, cross, email, failing, panel } from "./adminPanel.ts"
import { ask, tokenOf } from "./customers.ts"
import { axe, expect, shot, test } from "./fixtures.ts"
import { cold } from "./moderatorPage.ts"

const videoPath = videoFile("whole.webm")

test("a video is uploaded, given a thumbnail, found, changed and deleted", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const listed = page.waitForRequest(/\/api\/videos\/\?.*limit=100/)
  await panel(page, site.url, "videos")
  await listed
  const table = page.getByRole("region", { name: "Videos" })
  await expect(table.getByRole("button", { name: "Isolde, mended in gold", exact: true })).toBeVisible()
  await axe(page)
  await shot(page, "admin-videos")
  await page.getByRole("button", { name: "Upload a video" }).click()
  const form = page.getByRole("form", { name: "Upload a video" })
  const file = form.locator('input[type="file"]')
  await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no film") })
  await expect(alert(page, videoAdminTexts.notAVideo)).toBeVisible()
  await page.evaluate(() => Object.defineProperty(File.prototype, "size", { configurable: true, get: () => 4e8 }))
  await file.setInputFiles(videoPath)
  await expect(alert(page, videoAdminTexts.tooLargeTitle)).toContainText(videoAdminTexts.tooLarge)
  // The address keeps the form open.
  await page.reload()
  await form.getByRole("button", { name: "Upload video" }).click()
  for (const text of [
    videoAdminTexts.titleRequired,
    videoAdminTexts.descriptionRequired,
    videoAdminTexts.modelRequired,
  ]) {
    await expect(form.getByText(text)).toBeVisible()
  }
  await axe(page)
  await shot(page, "admin-videos-form")
  await file.setInputFiles(videoPath)
  await form.getByLabel("Title").fill("A turn at dusk")
  await form.getByLabel("Description").fill("It turns once.")
  await form.getByLabel("Search by name").fill("isol")
  await expect(form.getByLabel("Model").getByRole("option", { name: "Theodora" })).toHaveCount(0)
  await form.getByLabel("Model").selectOption({ label: "Isolde" })
  // The selected model stays, whatever is searched next.
  await form.getByLabel("Search by name").fill("theodora")
  await expect(form.getByLabel("Model").getByRole("option", { name: "Theodora" })).toHaveCount(1)
  await expect(form.getByLabel("Model").locator("option:checked")).toHaveText("Isolde")
  await form.getByLabel("Tags").fill("Dusk, turn")

  let mend = await failing(page, "POST", /\/videos\/upload/)
  await form.getByRole("button", { name: "Upload video" }).click()
  await expect(alert(page, videoAdminTexts.uploadFailed).first()).toContainText(cross)
  await mend()
  await page.route("**/videos/upload", (route) => route.abort())
  await form.getByRole("button", { name: "Upload video" }).click()
  await expect(alert(page, videoAdminTexts.cancelled).first()).toBeVisible()
  await page.unroute("**/videos/upload")
  // Without a network there is no message from the server.
  await page.route("**/videos/upload", (route) => route.abort())
  await form.getByLabel("Description").fill("It turns twice.")
  await form.getByRole("button", { name: "Upload video" }).click()
  await expect(alert(page, videoAdminTexts.uploadFailed).first()).toContainText(videoAdminTexts.cancelled)
  await page.unroute("**/videos/upload")
  await form.getByLabel("Description").fill("It turns once.")
  await expect(form.getByLabel("Title")).toHaveValue("A turn at dusk")
  await form.getByRole("button", { name: "Upload video" }).click()

  const step = page.getByRole("region", { name: "“A turn at dusk” has been uploaded" })
  await expect(step).toBeVisible()
  await axe(page)
  await shot(page, "admin-videos-thumbnail")
  const thumbnail = step.locator('input[type="file"]')
  await thumbnail.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") })
  await expect(alert(page, videoAdminTexts.notAnImage)).toBeVisible()
  const icon = Buffer.from(await (await fetch(`${site.url}/icon-512.png`)).arrayBuffer())
  const picture = { name: "dusk.png", mimeType: "image/png", buffer: icon }
  const ways = /\/api\/(?:images\/videos\/\d+\/thumbnail|videos\/\d+(?:\/thumbnail)?)$/
  for (const [status, text] of [
    [404, videoAdminTexts.thumbnailMissing],
    [413, videoAdminTexts.thumbnailTooLarge],
    [500, videoAdminTexts.thumbnailFailed],
  ] as const) {
    await page.route(ways, (route) => route.fulfill({ status, json: {} }))
    await thumbnail.setInputFiles(picture)
    await expect(alert(page, text)).toBeVisible()
    await page.unroute(ways)
  }
  await page.route(ways, (route) => route.abort())
  await thumbnail.setInputFiles(picture)
  await expect(alert(page, videoAdminTexts.thumbnailUnable)).toBeVisible()
  await page.unroute(ways)
  await thumbnail.setInputFiles(picture)
  await step.getByRole("button", { name: "Upload another video" }).click()
  await expect(form.getByLabel("Title")).toHaveValue("")
  await form.getByRole("button", { name: "Close" }).click()

  await table.getByRole("searchbox", { name: "Search videos" }).fill("DUSK")
  await expect(table.getByRole("button", { name: "A turn at dusk", exact: true })).toBeVisible()
  await expect(table.getByText("Isolde, mended in gold")).toHaveCount(0)
  const token = await tokenOf(site.url, email)
  const [added] = await ask<ListedVideo[]>(site.url, "GET /videos/?q=dusk&all=1", { token })
  expect(added).toMatchObject({ duration: 2, tags: ["dusk", "turn"], thumbnail: { width: 480, height: 480 } })

  // Another admin saves first. The input stays, and the other values are shown.
  await act(page, "A turn at dusk", "Edit")
  const dialog = page.getByRole("dialog", { name: "Edit video" })
  await expect(dialog.getByLabel("Title")).toHaveValue("A turn at dusk")
  await axe(page, "dialog[open]")
  await shot(page, "admin-videos-edit", { fullPage: false })
  await ask(site.url, `PUT /videos/${added!.id}`, { token, body: { title: "A turn at dawn" } })
  await dialog.getByLabel("Description").fill("It turns once, slowly.")
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog.getByText("Someone else has changed this video.")).toBeVisible()
  await dialog.getByRole("button", { name: "Save changes" }).click()
  await expect(dialog).toBeHidden()
  const [changed] = await ask<ListedVideo[]>(site.url, "GET /videos/?q=dawn&all=1", { token })
  expect(changed).toMatchObject({ title: "A turn at dawn", description: "It turns once, slowly." })

  await table.getByRole("searchbox", { name: "Search videos" }).fill("dawn")
  const question = page.getByRole("dialog", { name: "Delete “A turn at dawn”?" })
  mend = await failing(page, "DELETE", /\/videos\//)
  await act(page, "A turn at dawn", "Delete")
  await question.getByRole("button", { name: "Delete video" }).click()
  await expect(alert(page, videoAdminTexts.deleteFailed)).toContainText(cross)
  await mend()
  await act(page, "A turn at dawn", "Delete")
  await question.getByRole("button", { name: "Delete video" }).click()
  await expect(table.getByText("No videos found.")).toBeVisible()
  await cold(page, /\/videos\/\?/, "/admin?tab=videos", videoAdminTexts.fetchFailed)
})
