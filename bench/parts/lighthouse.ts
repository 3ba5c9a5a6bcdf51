import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "@playwright/test"
import lighthouseRun from "lighthouse"
import { chromiumArgs, chromiumPath } from "../chromium.ts"
import { serveShop } from "../processes.ts"
import { median, type Row, verdict } from "../table.ts"

const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5)
const categories = ["performance", "accessibility", "best-practices", "seo"] as const

/** Takes the median of five runs of Lighthouse's mobile preset with simulated throttling, with and without the gate. */
export async function lighthouse(): Promise<Row[]> {
  const shop = await serveShop()
  const rows: Row[] = []
  for (const path of ["/", "/models", "/model/1"]) {
    for (const accepted of [false, true]) rows.push(...(await measure(shop.url + path, path, accepted)))
  }
  await shop.stop()
  return rows
}

async function measure(url: string, path: string, accepted: boolean): Promise<Row[]> {
  const scores: Record<string, number[]> = { "layout shift": [], "largest paint": [] }
  const misses = new Set<string>()
  for (let run = 0; run < runs; run++) {
    const port = 9300 + Math.floor(Math.random() * 600)
    const profile = await mkdtemp(join(tmpdir(), "vitrine-lighthouse-"))
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath(),
      args: [...chromiumArgs, `--remote-debugging-port=${port}`],
    })
    if (accepted) {
      const page = await browser.newPage()
      await page.goto(`${url.replace(path, "")}/robots.txt`)
      await page.evaluate(() => localStorage.setItem("age_verified", "true"))
      await page.close()
    }
    const result = await lighthouseRun(url, {
      port,
      output: "json",
      logLevel: "error",
      disableStorageReset: true,
      onlyCategories: [...categories],
    })
    await browser.close()
    await rm(profile, { recursive: true, force: true })
    const { categories: found, audits } = result!.lhr
    for (const name of categories) {
      scores[name] ??= []
      scores[name].push((found[name]!.score ?? 0) * 100)
      if (name === "performance") continue
      for (const { id } of found[name]!.auditRefs)
        if (audits[id]!.score !== null && audits[id]!.score! < 1 && audits[id]!.scoreDisplayMode !== "informative")
          misses.add(id)
    }
    scores["layout shift"]!.push(audits["cumulative-layout-shift"]!.numericValue ?? 1)
    scores["largest paint"]!.push((audits["largest-contentful-paint"]!.numericValue ?? 99_999) / 1000)
  }
  const of = (name: string) => median(scores[name]!)
  const others = Math.min(of("accessibility"), of("best-practices"), of("seo"))
  const where = `\`${path.replace("1", "{id}")}\`, gate ${accepted ? "accepted" : "open"}`
  const row = (what: string, value: number, shown: string, must: number, wanted: number): Row => ({
    part: "lighthouse",
    what: `Lighthouse ${what}, ${where}`,
    measured: shown,
    must: String(must),
    wanted: String(wanted),
    reached: verdict(value, must, wanted, must >= 10),
    ...(what.startsWith("other") && misses.size > 0 ? { note: [...misses].join(", ") } : {}),
  })
  return [
    row("performance", of("performance"), of("performance").toFixed(0), 95, 100),
    row("other three (lowest)", others, others.toFixed(0), 100, 100),
    row("layout shift", of("layout shift"), of("layout shift").toFixed(3), 0, 0),
    row("largest paint, s", of("largest paint"), of("largest paint").toFixed(2), 2, 1.2),
  ]
}
