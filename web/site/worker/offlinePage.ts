import { directionOf, type Language } from "#contract/languages.ts"

/** What the server passes to the worker. */
export interface ToldShop {
  name: string
  /** Where its icon is, and the colours of the page without a network: each in light and in dark. */
  icon: string
  colors: Record<"canvas" | "ink" | "button" | "onButton", [light: string, dark: string]>
  /** The fonts of its heading. */
  titles: string
  /** The texts of the page that is shown without a network. */
  offline: Record<Language, { title: string; text: string; again: string }>
}

const stylesOf = ({ titles, colors: { canvas, ink, button, onButton } }: ToldShop) => `html{color-scheme:light dark}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;place-items:center;background:light-dark(${canvas});color:light-dark(${ink});font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:34rem;padding:2rem;text-align:center}
svg{fill:currentColor}
h1{margin:.75rem 0;font:400 2.25rem/1.2 ${titles}}
p{margin:0 0 1.5rem}
a{display:inline-block;padding:.75rem 1.5rem;background:light-dark(${button});color:light-dark(${onButton});font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid;outline-offset:3px}`

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Shown if a page cannot be loaded. The page is part of the worker, so it needs neither network nor storage. */
export function offlinePage(shop: ToldShop, language: Language): Response {
  const { title, text, again } = shop.offline[language]
  const name = shop.name.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} - ${name}</title>
<style>${stylesOf(shop)}</style>
</head>
<body>
<main>
<svg width="64" height="64" viewBox="0 0 64 64" aria-hidden="true"><circle cx="32" cy="26" r="15"/><rect x="9" y="48" width="46" height="5" rx="1"/></svg>
<h1>${title}</h1>
<p>${text}</p>
<a href="">${again}</a>
</main>
</body>
</html>
`
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": policy,
  }
  return new Response(html, { status: 503, headers })
}
