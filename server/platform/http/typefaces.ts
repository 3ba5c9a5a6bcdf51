import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import * as z from "zod"
import { type Faces, familiesOf } from "#contract/brand.ts"
import type { Http } from "./http.ts"

/**
 * A typeface and the one that a browser shows until it has it. That one gets the width and the height of the first, so
 * that nothing moves: its size, and above and below the line, in percent, measured in Chromium on texts of the shop.
 */
interface Typeface {
  /** The files of Latin and of further Latin letters. */
  files: [latin: string, more: string]
  weights: string
  /** The size in percent at which headings need about the same room in all pairs. */
  scale?: number
  local: string[]
  fallbacks: Record<string, [size: number, above: number, below: number]>
}

/** Headings have one weight; the range keeps browsers from synthesizing a bolder one. */
const heading = (name: string, weight: number) => ({
  files: ["latin", "latin-ext"].map((part) => `@fontsource/${name}/files/${name}-${part}-${weight}-normal.woff2`) as [
    string,
    string,
  ],
  weights: "100 900",
})
const running = (name: string): Pick<Typeface, "files" | "weights"> => ({
  files: ["latin", "latin-ext"].map(
    (part) => `@fontsource-variable/${name}/files/${name}-${part}-wght-normal.woff2`,
  ) as [string, string],
  weights: "400 700",
})
const times = ["Times New Roman", "Liberation Serif", "Tinos"]
const arial = ["Arial", "Liberation Sans", "Arimo"]
const [regular, bold] = ["400 599", "600 700"]

type Pair = Record<"display" | "text", Typeface>
/** The pairs beside that of a new shop, which is part of the pages' own style (fonts.css). */
const pairs: Record<Exclude<Faces, "imbue">, Pair> = {
  playfair: {
    display: {
      ...heading("playfair-display", 400),
      scale: 78,
      local: times,
      fallbacks: { "100 900": [86.6, 97.3, 22.5] },
    },
    text: {
      ...running("source-sans-3"),
      local: arial,
      fallbacks: { [regular]: [92.9, 109.8, 43.1], [bold]: [88, 115.9, 45.5] },
    },
  },
  cormorant: {
    display: {
      ...heading("cormorant-garamond", 500),
      scale: 88,
      local: times,
      fallbacks: { "100 900": [85.8, 94.4, 29.7] },
    },
    text: {
      ...running("figtree"),
      local: arial,
      fallbacks: { [regular]: [98.7, 96.3, 25.3], [bold]: [94.2, 100.8, 26.5] },
    },
  },
  bodoni: {
    display: { ...heading("bodoni-moda", 400), scale: 74, local: times, fallbacks: { "100 900": [85.1, 98.3, 34.8] } },
    text: {
      ...running("dm-sans"),
      local: arial,
      fallbacks: { [regular]: [101.4, 97.6, 30.6], [bold]: [99.6, 99.4, 31.1] },
    },
  },
  bricolage: {
    display: {
      ...heading("bricolage-grotesque", 400),
      scale: 80,
      local: arial,
      fallbacks: { "100 900": [83.8, 88.7, 25.8] },
    },
    text: {
      ...running("hanken-grotesk"),
      local: arial,
      fallbacks: { [regular]: [100.6, 99.4, 29.8], [bold]: [94.3, 106, 31.8] },
    },
  },
  quicksand: {
    display: { ...heading("quicksand", 500), scale: 80, local: arial, fallbacks: { "100 900": [84.7, 94.4, 23.6] } },
    text: {
      ...running("nunito"),
      local: arial,
      fallbacks: { [regular]: [100.8, 100.2, 34.7], [bold]: [95.6, 105.6, 36.6] },
    },
  },
}

const further = "U+0100-024F,U+1E00-1E9F,U+1EF2-1EFF"
const parts = ["display", "text"] as const

/** The style of a pair: its faces, and its use in a page, or a part of one, that is marked with its name. */
function styleOf(name: keyof typeof pairs): string {
  const families = familiesOf(name)
  const rules = parts.flatMap((part) => {
    const { weights, scale, local, fallbacks } = pairs[name][part]
    const [family, fallback] = families[part].split(",")
    const size = scale ? `;size-adjust:${scale}%` : ""
    const face = (file: string, more = "") =>
      `@font-face{font-family:${family};font-display:swap;font-weight:${weights};src:url(${name}-${file}.woff2)format("woff2")${size}${more}}`
    const like = Object.entries(fallbacks).map(([range, [width, above, below]]) => {
      const names = local.map((one) => `local(${range === bold ? `${one} Bold` : one})`).join(",")
      return `@font-face{font-family:${fallback};font-weight:${range};src:${names};size-adjust:${width}%;ascent-override:${above}%;descent-override:${below}%;line-gap-override:0%}`
    })
    return [face(part), face(`${part}-ext`, `;unicode-range:${further}`), ...like]
  })
  return `${rules.join("")}[data-faces=${name}]{--display:${families.display};--sans:${families.text};font-family:var(--sans)}`
}

/** Serves the pairs' styles and files. */
export function typefaceRoutes(http: Http): void {
  const caching = { "cache-control": "public, max-age=86400" }
  const names = Object.keys(pairs) as (keyof typeof pairs)[]
  const styles = new Map(names.map((name) => [`${name}.css`, styleOf(name)]))
  const files = new Map<string, string>(
    names.flatMap((name) =>
      parts.flatMap((part) => {
        const [latin, more] = pairs[name][part].files
        return [
          [`${name}-${part}.woff2`, latin],
          [`${name}-${part}-ext.woff2`, more],
        ] as const
      }),
    ),
  )
  const params = z.object({ file: z.enum([...styles.keys(), ...files.keys()]) })
  http.get("/brand/faces/:file", { schema: { hide: true, params } }, async (request, reply) => {
    const { file } = request.params
    const style = styles.get(file)
    reply.headers(caching)
    if (style !== undefined) return reply.type("text/css; charset=utf-8").send(style)
    const path = fileURLToPath(import.meta.resolve(files.get(file)!))
    return reply.type("font/woff2").send(await readFile(path))
  })
}
