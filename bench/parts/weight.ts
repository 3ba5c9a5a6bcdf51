import { chromium } from "@playwright/test"
import { chromiumArgs, chromiumPath } from "../chromium.ts"
import { serveShop } from "../processes.ts"
import { type Row, verdict } from "../table.ts"

/** Measures what a first visit on a phone loads by type, as sent (brotli), and the largest image painted. */
export async function weight(): Promise<Row[]> {
  const shop = await serveShop()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs })
  const most = { script: 0, style: 0, picture: 0 }
  const pages = ["/", "/models", "/model/1"]
  for (const path of pages) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
    await context.addInitScript(() => localStorage.setItem("age_verified", "true"))
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send("Network.enable")
    const kinds = new Map<string, { type: string; url: string }>()
    const sums = { script: 0, style: 0 }
    const sizes = new Map<string, number>()
    session.on("Network.responseReceived", ({ requestId, type, response }) =>
      kinds.set(requestId, { type, url: response.url }),
    )
    // These are the bytes of the bodies as sent, without headers.
    session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId)
      if (kind?.type === "Script") sums.script += encodedDataLength
      if (kind?.type === "Stylesheet") sums.style += encodedDataLength
      if (kind?.type === "Image") sizes.set(kind.url, (sizes.get(kind.url) ?? 0) + encodedDataLength)
    })
    await page.goto(shop.url + path, { waitUntil: "networkidle" })
    const largest = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          new PerformanceObserver((list) =>
            resolve((list.getEntries().at(-1) as unknown as { url: string }).url ?? ""),
          ).observe({ type: "largest-contentful-paint", buffered: true })
          setTimeout(() => resolve(""), 2000)
        }),
    )
    most.script = Math.max(most.script, sums.script / 1024)
    most.style = Math.max(most.style, sums.style / 1024)
    most.picture = Math.max(most.picture, (sizes.get(largest) ?? 0) / 1024)
    await context.close()
  }
  await browser.close()
  await shop.stop()
  const row = (what: string, value: number, must: number, wanted: number): Row => ({
    part: "weight",
    what: `${what}, the heaviest of ${pages.map((path) => `\`${path}\``).join(", ")}`,
    measured: `${value.toFixed(1)} kB`,
    must: `${must} kB`,
    wanted: `${wanted} kB`,
    reached: verdict(value, must, wanted),
  })
  return [
    row("JavaScript (brotli)", most.script, 135, 115),
    row("CSS (brotli)", most.style, 15, 10),
    row("LCP picture", most.picture, 60, 40),
  ]
}
