import { generalTexts } from "#contract/texts.ts"
import type { ListedVideo, Video } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { aCustomer, ask, signInAs, tokenOf } from "./customers.ts"
import { axe, expect, type Page, shot, test } from "./fixtures.ts"

/** The video pages: who has access, what they show, and the player by mouse, touch and keyboard. */

const listVideos = (url: string) => ask<ListedVideo[]>(url, "GET /videos/?limit=100")
const toasted = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: "Messages" }).getByText(text).first()).toBeVisible()
const time = (page: Page) => page.locator("video").evaluate((film: HTMLVideoElement) => film.currentTime)
const isPaused = (page: Page) => page.locator("video").evaluate((film: HTMLVideoElement) => film.paused)

test("a guest is asked to sign in, and can read the details of a locked video", { tag: "@phone" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/video\/99999/)
  const [film] = await listVideos(site.url)
  await page.goto("/vip-content")
  await expect(page).toHaveURL(/\/login\?next=%2Fvip-content$/)
  const html = await (await fetch(`${site.url}/video/${film!.id}`)).text()
  expect(html).toContain('"@type":"VideoObject"')
  expect(html).not.toContain("/media?")
  await page.goto("/terms")
  await page.evaluate(() => localStorage.setItem("age_verified", "true"))
  await page.goto(`/video/${film!.id}`)
  await expect(page.getByRole("heading", { level: 1, name: film!.title })).toBeVisible()
  await expect(page.getByText("For VIP and VVIP members").first()).toBeVisible()
  await expect(page.locator("video")).toHaveCount(0)
  await expect(page.getByRole("link", { name: videoTexts.upgrade })).toHaveAttribute("href", "/upgrade")
  await expect(page.getByRole("main").getByRole("link", { name: "Login" })).toHaveAttribute(
    "href",
    `/login?next=%2Fvideo%2F${film!.id}`,
  )
  await expect(page.getByRole("link", { name: "View model" })).toHaveAttribute("href", `/model/${film!.doll_id}`)
  await axe(page)
  await shot(page, "video-guest")
  await page.getByRole("link", { name: "Next video" }).click()
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(film!.title)
  await page.goto("/video/99999")
  await expect(page.getByRole("heading", { level: 1, name: videoTexts.notFoundTitle })).toBeVisible()
  await expect(page.getByRole("link", { name: videoTexts.back })).toHaveAttribute("href", "/vip-content")
})

test("free and standard members are redirected to the memberships, and see why", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await aCustomer(page, site.url)
  const [film] = await listVideos(site.url)
  await page.goto("/vip-content")
  await toasted(page, videoTexts.notAllowed)
  await expect(page).toHaveURL(/\/upgrade$/)
  await page.goto(`/video/${film!.id}`)
  await expect(page.getByRole("main").getByRole("button", { name: "Play", exact: true })).toHaveCount(0)
  await page.getByRole("main").getByRole("link", { name: videoTexts.upgrade }).click()
  await expect(page).toHaveURL(/\/upgrade$/)
  // The link that standard members see here leads to an offer, not to a refusal.
  await signInAs(page, site.url, "standard@demo.example")
  await page.goto("/vip-content")
  await expect(page.getByRole("heading", { name: "VIP Content is for VIP and VVIP members" })).toBeVisible()
  await expect(page.getByRole("main").getByRole("link", { name: videoTexts.upgrade })).toHaveAttribute(
    "href",
    "/upgrade",
  )
  await expect(page).toHaveURL(/\/vip-content$/)
  await expect(page.getByText(videoTexts.notAllowed)).toHaveCount(0)
})

test("a vip finds videos by word, filter and date", { tag: "@phone" }, async ({ page, site, expectConsole }) => {
  await signInAs(page, site.url, "vip@demo.example")
  const all = await listVideos(site.url)
  const [film] = all
  const recent = all.filter((one) => Date.parse(one.created_at) > Date.now() - 30 * 86_400_000).length
  const alike = all.filter((one) => one.category === film!.category).length
  const featured = all.filter((one) => one.is_featured).length
  const others = all.length - featured
  expect(Math.min(featured, others)).toBeGreaterThan(0)
  await page.goto("/vip-content")
  const list = page.getByRole("region", { name: /^(All|More) videos$/ })
  await expect(page.getByRole("region", { name: "Featured" }).getByRole("article")).toHaveCount(featured)
  await expect(list.getByRole("article"), "featured videos are not repeated").toHaveCount(others)
  await axe(page)
  await shot(page, "vip-content")
  await page.getByRole("searchbox", { name: "Search videos" }).fill(film!.title.toUpperCase())
  await expect(list.getByRole("article")).toHaveCount(1)
  await expect(page).toHaveURL(/\?q=/)
  await page.getByRole("button", { name: "Clear search" }).click()
  await expect(list.getByRole("article")).toHaveCount(others)
  await page.getByRole("button", { name: "Recent" }).click()
  await expect(list.getByRole("article")).toHaveCount(recent)
  await expect(page.getByRole("button", { name: "Recent" })).toHaveAttribute("aria-pressed", "true")
  await page.getByRole("button", { name: "Recent" }).click()
  await page.getByRole("button", { name: "Filters" }).click()
  await page.getByLabel("Category").selectOption(film!.category)
  await expect(list.getByRole("article")).toHaveCount(alike)
  await page.getByLabel("Model").selectOption({ label: film!.model_name })
  await expect(list.getByRole("article")).toHaveCount(1)
  await page.getByRole("searchbox", { name: "Search videos" }).fill("nothing like it")
  await expect(page.getByText("No videos match.")).toBeVisible()
  await axe(page)
  await page.getByRole("link", { name: "Show all videos" }).click()
  await expect(list.getByRole("article")).toHaveCount(others)
  await page.getByLabel("Sort by").selectOption("likes")
  await expect(page).toHaveURL(/sort=likes/)
  await expect(list.getByRole("article"), "a ranking has them all").toHaveCount(all.length)

  expectConsole(/api\/videos/)
  await page.route("**/api/videos/?*", (route) => route.fulfill({ status: 500, json: { detail: "Out of film." } }))
  await page.goto("/vip-content")
  await expect(page.getByText(videoTexts.loadFailed)).toBeVisible()
  await expect(page.getByText(videoTexts.featuredFailed)).toBeVisible()
  await page.unroute("**/api/videos/?*")
  await list.getByRole("button", { name: "Try again" }).click()
  await expect(list.getByRole("article")).toHaveCount(all.length)
})

test("a vip plays a video with the keyboard, and every key works", { tag: "@desktop" }, async ({ page, site }) => {
  await signInAs(page, site.url, "vip@demo.example")
  const [film] = await listVideos(site.url)
  await page.goto(`/video/${film!.id}`)
  const player = page.getByRole("region", { name: `Video player: ${film!.title}` })
  await expect(player).toBeVisible()
  const video = page.locator("video")
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState)).toBeGreaterThan(0)
  expect(await video.evaluate((film: HTMLVideoElement) => film.volume)).toBeCloseTo(0.7)
  await axe(page)
  await shot(page, "video-vip")
  const seen = page.waitForResponse((response) => response.url().endsWith(`/api/videos/${film!.id}/views`))
  await player.focus()
  await page.keyboard.press("Space")
  await expect.poll(() => isPaused(page)).toBe(false)
  expect((await seen).status()).toBe(200)
  await expect(player.getByRole("status")).toHaveText("Playing")
  await page.keyboard.press("k")
  await expect.poll(() => isPaused(page)).toBe(true)
  await page.keyboard.press("Home")
  await page.keyboard.press("ArrowRight")
  await expect.poll(() => time(page)).toBeCloseTo(5, 1)
  await page.keyboard.press("ArrowLeft")
  await expect.poll(() => time(page)).toBeCloseTo(0, 1)
  await page.keyboard.press("5")
  await expect.poll(() => time(page)).toBeCloseTo(3, 1)
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("ArrowUp")
  expect(await video.evaluate((film: HTMLVideoElement) => film.volume)).toBeCloseTo(0.8)
  await page.keyboard.press("ArrowDown")
  expect(await video.evaluate((film: HTMLVideoElement) => film.volume)).toBeCloseTo(0.75)
  await page.keyboard.press("m")
  expect(await video.evaluate((film: HTMLVideoElement) => film.muted)).toBe(true)
  await expect(player.getByRole("button", { name: "Unmute" })).toBeVisible()
  await page.keyboard.press("m")
  await page.keyboard.press("f")
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.ariaLabel ?? null)).toContain("Video player")
  await page.keyboard.press("f")
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
  const shortcuts = page.getByRole("heading", { name: "Keyboard shortcuts" })
  await expect(shortcuts).toHaveCount(0)
  await page.keyboard.press("?")
  await expect(shortcuts).toBeFocused()
  await axe(page)
  await page.getByRole("button", { name: "Close keyboard shortcuts" }).press("Enter")
  await expect(shortcuts).toHaveCount(0)
  await expect(player).toBeFocused()

  // The focused element handles its own keys.
  const seek = player.getByRole("slider", { name: "Seek" })
  await expect(seek).toHaveAttribute("aria-valuetext", /3 seconds of 6 seconds/)
  await seek.focus()
  await page.keyboard.press("ArrowLeft")
  await expect.poll(() => time(page)).toBeCloseTo(0, 1)
  await player.getByRole("button", { name: "Captions" }).press("Enter")
  await expect(player.getByRole("button", { name: "Captions" })).toHaveAttribute("aria-pressed", "true")
  const caption = player.getByText("A silent film")
  await expect(caption).toBeVisible()
  const [said, bar] = [await caption.boundingBox(), await seek.boundingBox()]
  expect(said!.y + said!.height, "captions lie above the controls").toBeLessThanOrEqual(bar!.y)
  await player.getByRole("combobox", { name: "Speed" }).selectOption("2")
  expect(await video.evaluate((film: HTMLVideoElement) => film.playbackRate)).toBe(2)

  // At the end, the video returns to the beginning and stops.
  await player.focus()
  await page.keyboard.press("9")
  await page.keyboard.press("Space")
  await expect(player.getByRole("status")).toHaveText("Video ended")
  expect([await isPaused(page), await time(page)]).toEqual([true, 0])

  // The volume is remembered, and keys outside the player can be switched off.
  await player.getByRole("button", { name: "Keyboard shortcuts" }).click()
  const everywhere = page.getByRole("switch", { name: "Use shortcuts even when the player isn't focused" })
  await everywhere.focus()
  await page.keyboard.press("m")
  expect(await video.evaluate((film: HTMLVideoElement) => film.muted), "also from the switch itself").toBe(true)
  await page.keyboard.press("m")
  await everywhere.uncheck()
  await page.reload()
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.volume)).toBeCloseTo(0.75)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press("m")
  expect(await video.evaluate((film: HTMLVideoElement) => film.muted)).toBe(false)
})

test("the controls hide after three seconds of playing, but not while they have focus", { tag: "@desktop" }, async ({
  page,
  site,
}) => {
  await signInAs(page, site.url, "vvip@demo.example")
  const [film] = await listVideos(site.url)
  await page.goto(`/video/${film!.id}`)
  const player = page.getByRole("region", { name: `Video player: ${film!.title}` })
  const video = page.locator("video")
  await video.evaluate((film: HTMLVideoElement) => {
    film.loop = true
  })
  await player.getByRole("button", { name: `Play ${film!.title}` }).click()
  await expect.poll(() => isPaused(page)).toBe(false)
  await expect(player).toHaveClass(/player-idle/)
  await player.hover({ position: { x: 60, y: 60 } })
  await page.mouse.move(400, 300)
  await page.mouse.move(410, 310)
  await expect(player).not.toHaveClass(/player-idle/)
  await player.getByRole("button", { name: "Mute" }).focus()
  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("Tab")
  await page.waitForTimeout(3600)
  await expect(player).not.toHaveClass(/player-idle/)
  await player.getByRole("button", { name: "Pause" }).click()

  // A like is counted, and can be undone.
  const before = (await ask<Video>(site.url, `GET /videos/${film!.id}`)).likes
  const like = page.getByRole("button", { name: /^Liked?$/ })
  const isLiked = (await like.getAttribute("aria-pressed")) === "true"
  await like.click()
  await expect(like).toHaveAttribute("aria-pressed", String(!isLiked))
  const likes = before + (isLiked ? -1 : 1)
  await expect(page.getByText(likes === 1 ? "1 like" : `${likes} likes`, { exact: true }).first()).toBeVisible()
  await like.click()
  await expect(like).toHaveAttribute("aria-pressed", String(isLiked))
})

test("a failed call of the video pages shows its error and a way to try again", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/api\/videos|media|Failed to load resource/)
  const token = await signInAs(page, site.url, "vip@demo.example")
  const [film] = await listVideos(site.url)
  const address = `**/api/videos/${film!.id}`
  await page.route(address, (route) => route.fulfill({ status: 500, json: { detail: "Out of film." } }))
  await page.goto(`/video/${film!.id}`)
  await expect(page.getByText(videoTexts.oneFailed)).toBeVisible()
  await page.unroute(address)
  await page.route("**/media?*", (route) => route.fulfill({ status: 500, body: "" }))
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText(videoTexts.playFailed)).toBeVisible()
  await shot(page, "video-broken")
  await page.unroute("**/media?*")
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.locator("video")).toBeVisible()
  await page.route("**/likes", (route) => route.fulfill({ status: 503, json: { detail: "Later, please." } }))
  await page.getByRole("button", { name: /^Liked?$/ }).click()
  await toasted(page, videoTexts.likeFailed)

  // The file is served in ranges, and only at its signed URL.
  const { url } = await ask<Video>(site.url, `GET /videos/${film!.id}`, { token })
  const part = await fetch(site.url + url, { headers: { range: "bytes=4-7" } })
  expect([part.status, await part.text()]).toEqual([206, "ftyp"])
  expect((await fetch(site.url + url!.replace(/seal=.*/, "seal=x"))).status).toBe(403)

  // If the level ends while the page is open, the page offers the next one.
  await page.unroute("**/likes")
  await page.route(address, async (route) => {
    const answer = await route.fetch()
    return route.fulfill({ json: { ...(await answer.json()), locked: true, url: null } })
  })
  await page.route("**/media?*", (route) => route.fulfill({ status: 403, body: "" }))
  await page.reload()
  await expect(page.getByText("For VIP and VVIP members").first()).toBeVisible()
})

test("a video whose link expires while playing continues at the same position", { tag: "@desktop" }, async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/media|Failed to load resource/)
  await signInAs(page, site.url, "vip@demo.example")
  const [film] = await listVideos(site.url)
  const links = new Set<string>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  // The first link serves the beginning of the video, and has expired for the rest.
  await page.route("**/media?*", async (route) => {
    const request = route.request()
    links.add(new URL(request.url()).searchParams.get("until")!)
    if (links.size > 1) return route.continue()
    const from = Number(/bytes=(\d+)/.exec(request.headers().range ?? "")?.[1] ?? 0)
    if (from > 0) return ended.then(() => route.fulfill({ status: 403, body: "" }))
    const response = await route.fetch({ headers: { ...request.headers(), range: "bytes=0-99999" } })
    return route.fulfill({ response })
  })
  await page.goto(`/video/${film!.id}`)
  const opened = Date.now()
  const player = page.getByRole("region", { name: `Video player: ${film!.title}` })
  await player.getByRole("combobox", { name: "Speed" }).selectOption("0.5")
  await player.getByRole("button", { name: `Play ${film!.title}` }).click()
  await expect.poll(() => time(page)).toBeGreaterThan(0)
  // Links expire in whole seconds. A second link within the same second would be equal, and the player would stop.
  await expect.poll(() => Date.now() - opened).toBeGreaterThan(1000)
  const before = await time(page)
  end()
  // What is loaded plays first, at half speed.
  await expect.poll(() => links.size, { timeout: 60_000 }).toBe(2)
  await expect.poll(() => isPaused(page)).toBe(false)
  expect(await time(page)).toBeGreaterThanOrEqual(before)
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible()
  expect(await page.locator("video").evaluate((film: HTMLVideoElement) => film.playbackRate)).toBe(0.5)
  await player.press("9")
  await expect(player.getByRole("status")).toHaveText("Video ended")
})

test("staff see a preview, and have no video list of their own", { tag: "@desktop" }, async ({ page, site }) => {
  const token = await tokenOf(site.url, "moderator@demo.example")
  const [film] = await listVideos(site.url)
  expect((await ask<Video>(site.url, `GET /videos/${film!.id}`, { token })).url).toContain("/media?")
  await signInAs(page, site.url, "moderator@demo.example")
  await page.goto(`/video/${film!.id}`)
  await expect(page.getByRole("region", { name: `Video player: ${film!.title}` })).toBeVisible()
  await page.goto("/vip-content")
  await toasted(page, generalTexts.roleRequired("User"))
  await expect(page).toHaveURL(/\/moderator$/)
})
