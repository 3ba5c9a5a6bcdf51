import { randomUUID } from "node:crypto"
import { readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { chromium } from "@playwright/test"
import { build, type Rolldown } from "vite"
import type { Shot } from "./scene.ts"

const imbue = "@fontsource-variable/imbue/files/imbue-latin-opsz-normal.woff2"

/** Opens a headless Chromium that draws in software; `CHROMIUM` is its path. */
export async function openStudio() {
  const entry = join(import.meta.dirname, "scene.ts")
  const [bundle] = (await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: { write: false, minify: true, lib: { entry, formats: ["iife"], name: "scene" } },
  })) as Rolldown.RolldownOutput[]
  const page = join(tmpdir(), `vitrine-studio-${randomUUID()}.html`)
  const script = bundle!.output[0].code.replaceAll("</script", "<\\/script")
  const face = await readFile(fileURLToPath(import.meta.resolve(imbue)), "base64")
  const style = `@font-face{font-family:Imbue;src:url(data:font/woff2;base64,${face});font-weight:100 900}`
  await writeFile(
    page,
    `<!doctype html><meta charset="utf-8"><style>${style}</style><body style="margin:0"><script>${script}</script>`,
  )
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      ...["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
      ...["--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  })
  const tab = await browser.newPage()
  tab.on("pageerror", (error) => console.error(error))
  tab.on("console", (message) => {
    if (message.type() === "error") console.error(message.text())
  })
  await tab.goto(pathToFileURL(page).href)
  await tab.evaluate(() => Promise.all([400, 500, 600].map((weight) => document.fonts.load(`${weight} 40px Imbue`))))

  return {
    /** Returns the raw RGB of one picture. */
    async shoot(shot: Shot) {
      const text = await tab.evaluate(
        (wanted) => (globalThis as unknown as { shoot(shot: Shot): string }).shoot(wanted),
        shot,
      )
      return Buffer.from(text, "base64")
    },
    /** Returns a PNG of a page that loads nothing. */
    async print(html: string, size: { width: number; height: number }) {
      const sheet = await browser.newPage({ viewport: size })
      await sheet.setContent(html)
      await sheet.evaluate(() => document.fonts.ready)
      const png = await sheet.screenshot()
      await sheet.close()
      return png
    },
    async close() {
      await browser.close()
      await rm(page, { force: true })
    },
  }
}
