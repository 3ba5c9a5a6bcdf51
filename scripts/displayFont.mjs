import { mkdir, readFile, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import subsetFont from "subset-font"

const source = "@fontsource-variable/imbue/files/imbue-"
const files = ["latin-opsz-normal.woff2", "latin-ext-opsz-normal.woff2"]
const folder = fileURLToPath(new URL("../node_modules/.cache/imbue/", import.meta.url))

/**
 * A Vite plugin that serves the display face with its weight fixed at 400, the only one in use, which is half of its
 * bytes. Its characters and its optical sizes stay.
 * @returns {import("vite").Plugin}
 */
export function displayFont() {
  return {
    name: "display-font",
    async config() {
      await mkdir(folder, { recursive: true })
      for (const name of files) {
        const whole = await readFile(fileURLToPath(import.meta.resolve(source + name)))
        const subset = await subsetFont(whole, latin, { targetFormat: "woff2", variationAxes: { wght: 400 } })
        await writeFile(`${folder}imbue-${name}`, subset)
      }
      // Matches imports with and without `?url`.
      return { resolve: { alias: [{ find: new RegExp(`^${source}`), replacement: `${folder}imbue-` }] } }
    },
  }
}

/** The range is larger than the files'; missing characters are skipped. */
const latin = String.fromCodePoint(
  ...range(0x20, 0x24f),
  ...range(0x1e00, 0x1eff),
  ...range(0x2b0, 0x36f),
  ...range(0x2000, 0x2215),
  0xfffd,
)

/**
 * @param {number} first
 * @param {number} last
 */
function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
