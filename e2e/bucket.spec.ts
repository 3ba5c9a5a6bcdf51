import { openAsBlob } from "node:fs"
import sharp from "sharp"
import { aBucket, startS3 } from "../test/s3.ts"
import { videoFile } from "../test/videoFiles.ts"
import { ask, signInAs, tokenOf } from "./customers.ts"
import { expect, passAgeGate, test as shopTest } from "./fixtures.ts"

/** A shop whose files are in a bucket that browsers read from. Nothing may violate the content security policy. */

const test = shopTest.extend<object, { settings: Record<string, string> }>({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures
    async ({}, use) => {
      const s3 = await startS3()
      const bucket = aBucket(s3)
      // The origin differs from that of pre-signed addresses, as with a CDN.
      const publicUrl = `${s3.url.replace("127.0.0.1", "localhost")}/${bucket.S3_BUCKET}`
      await use({ ...bucket, S3_PUBLIC_URL: publicUrl })
      await s3.stop()
    },
    { scope: "worker" },
  ],
})

async function send<T>(url: string, path: string, fields: Record<string, string | Blob>): Promise<T> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const headers = { authorization: `Bearer ${await tokenOf(url, "content@demo.example")}` }
  const answer = await fetch(`${url}/api${path}`, { method: "POST", headers, body })
  expect(answer.status, path).toBe(201)
  return answer.json() as T
}

test("pictures and videos come from the bucket, by its public address and by pre-signed ones", {
  tag: "@desktop",
}, async ({ page, anotherPage, site, settings }) => {
  const doll_id = "1"
  const picture = await sharp({ create: { width: 700, height: 900, channels: 3, background: "#456" } })
    .png()
    .toBuffer()
  const image = new Blob([new Uint8Array(picture)])
  await send(site.url, "/images/upload", { doll_id, is_primary: "true", file: image })
  const slide = await send<{ id: number }>(site.url, "/slideshow/upload", {
    file: await openAsBlob(videoFile("whole.webm")),
    caption: "One turn",
  })
  const token = await tokenOf(site.url, "content@demo.example")
  await ask(site.url, `PATCH /slideshow/slideshows/${slide.id}`, { token, body: { position: 0 } })
  const fields = { title: "One turn of the stand", description: "It turns.", doll_id }
  const film = await send<{ id: number }>(site.url, "/videos/upload", {
    ...fields,
    file: await openAsBlob(videoFile("whole.webm")),
  })

  await passAgeGate(page)
  await expect
    .poll(() =>
      page
        .locator("video")
        .first()
        .evaluate((video: HTMLVideoElement) => [video.currentSrc, video.readyState > 0]),
    )
    .toEqual([expect.stringMatching(`^${settings.S3_PUBLIC_URL}/slides/`), true])
  await page.goto(`/model/${doll_id}`)
  const shown = page.locator(`img[src^="${settings.S3_PUBLIC_URL}/dolls/1/"]`).first()
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(page.locator('link[rel="preconnect"]')).toHaveAttribute("href", settings.S3_PUBLIC_URL!)
  // The demo's own pictures are on the server.
  await page.goto("/models")
  const ours = page.locator('img[src^="/media/demo/"]').first()
  await expect.poll(() => ours.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  const member = await anotherPage()
  const signed: string[] = []
  member.on("request", (request) => void (request.url().includes("X-Amz-Signature") && signed.push(request.url())))
  await signInAs(member, site.url, "vip@demo.example")
  await member.goto(`/video/${film.id}`)
  const video = member.locator("video")
  await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
  await member.getByRole("region", { name: /^Video player/ }).focus()
  await member.keyboard.press("Space")
  await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  expect(signed[0]).toMatch(new RegExp(`^${settings.S3_ENDPOINT}/.*/private/videos/.*film\\.webm\\?`))
})
