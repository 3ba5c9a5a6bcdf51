import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { FastifyReply } from "fastify"
import { defaultLook, type Look, logoSize, styleOf } from "#contract/brand.ts"
import { directionOf, type Language } from "#contract/languages.ts"
import { escapeHtml } from "./escapeHtml.ts"
import type { Http } from "./http.ts"

const styles = readFileSync(new URL("plainPage.css", import.meta.url), "utf8")
const fontFile = (path: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${path}-normal.woff2`))

/** The shop's fonts, under names without a hash. */
const fonts = {
  imbue: fontFile("imbue/files/imbue-latin-opsz"),
  instrument: fontFile("instrument-sans/files/instrument-sans-latin-wght"),
}

/** Serves the style and the fonts of pages without scripts. */
export function plainPageRoutes(http: Http): void {
  const schema = { hide: true }
  const caching = { "cache-control": "public, max-age=86400" }
  http.get("/plain/page.css", { schema }, (_request, reply) =>
    reply.headers(caching).type("text/css; charset=utf-8").send(styles),
  )
  for (const [name, file] of Object.entries(fonts)) {
    http.get(`/plain/${name}.woff2`, { schema }, async (_request, reply) =>
      reply
        .headers(caching)
        .type("font/woff2")
        .send(await readFile(file)),
    )
  }
}

interface PlainPage {
  language: Language
  title: string
  shopName: string
  look: Look
  /** HTML of the page's content. */
  main: string
  styles?: string[]
  /** Shows the page on the age gate's ground, whatever the visitor's theme. */
  isNight?: boolean
}

/** Renders a page in the shop's look, without scripts and without anything of the catalogue. */
export function plainPage({ language, title, shopName, look, main, styles = [], isNight = false }: PlainPage): string {
  const own = styleOf(look)
  // The address changes with the colours, so that browsers keep no old ones.
  const brand = own ? [`/plain/brand.css?${createHash("sha256").update(own).digest("hex").slice(0, 12)}`] : []
  const faces = look.faces === defaultLook.faces ? null : look.faces
  const links = ["/plain/page.css", ...(faces ? [`/brand/faces/${faces}.css`] : []), ...brand, ...styles].map(
    (href) => `<link rel="stylesheet" href="${href}">`,
  )
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${faces ? ` data-faces="${faces}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="rating" content="adult">
<meta name="color-scheme" content="${isNight ? "dark" : "light dark"}">
<title>${escapeHtml(title)} · ${escapeHtml(shopName)}</title>
<link rel="icon" href="data:,">
${links.join("\n")}
</head>
<body${isNight ? ' class="night"' : ""}>
<header><p class="mark">${nameOf(shopName, look, isNight)}</p></header>
<main>
${main}
</main>
</body>
</html>
`
}

/** The shop's logo, or its mark and name. */
function nameOf(shopName: string, { logo, logo_dark: dark }: Look, isNight: boolean): string {
  if (!logo) return mark + escapeHtml(shopName)
  const day = isNight && dark ? dark : logo
  const night = dark && !isNight ? `<source media="(prefers-color-scheme: dark)" srcset="${dark.url}">` : ""
  const { width, height } = logoSize(day)
  return `<picture>${night}<img src="${day.url}" width="${width}" height="${height}" alt="${escapeHtml(shopName)}"></picture>`
}

export function sendPlainPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .status(status)
    .type("text/html; charset=utf-8")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'",
    )
    .send(page)
}

export const icon = (width: number, height: number, strokes: string) =>
  `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true" fill="none" ` +
  `stroke="currentColor" stroke-width="1.75">${strokes}</svg>`

const mark = icon(20, 24, '<circle cx="10" cy="10" r="6.5"/><path d="M1 21.5h18"/>')
