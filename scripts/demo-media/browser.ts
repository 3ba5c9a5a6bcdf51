import { rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { chromium } from "@playwright/test"
import * as esbuild from "esbuild"
import type { Shot } from "./scene.ts"

/** A headless Chromium that draws in software; `CHROMIUM` says where it is. */
export async function openStudio() {
  const bundle = await esbuild.build({
    entryPoints: [join(import.meta.dirname, "scene.ts")],
    bundle: true,
    format: "iife",
    minify: true,
    write: false,
  })
  const page = join(tmpdir(), `vitrine-studio-${process.pid}.html`)
  const script = bundle.outputFiles[0]!.text.replaceAll("</script", "<\\/script")
  await writeFile(page, `<!doctype html><meta charset="utf-8"><body style="margin:0"><script>${script}</script>`)
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

  return {
    /** Raw RGB of one picture. */
    async shoot(shot: Shot) {
      const text = await tab.evaluate(
        (wanted) => (globalThis as unknown as { shoot(shot: Shot): string }).shoot(wanted),
        shot,
      )
      return Buffer.from(text, "base64")
    },
    /** A PNG of a page that needs nothing from outside. */
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
