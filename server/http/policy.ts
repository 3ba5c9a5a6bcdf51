import { createHash } from "node:crypto"

/**
 * Removes the nonce, and returns the hashes of exactly those inline scripts that carried it: an injected script has
 * none.
 */
export function hashScripts(html: string, nonce: string, constants: string[]): { text: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set(hashesOf(constants))
  const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
  for (const [, attributes = "", body = ""] of html.matchAll(scripts)) {
    if (attributes.includes(mark) && !/\ssrc=/.test(attributes)) hashes.add(sha256(body))
  }
  return { text: html.replaceAll(mark, ""), hashes: [...hashes] }
}

/** The list of constants is the same object while the server runs. */
function hashesOf(constants: string[]): string[] {
  const hashes = known.get(constants) ?? constants.map(sha256)
  known.set(constants, hashes)
  return hashes
}
const known = new WeakMap<string[], string[]>()

function sha256(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
}

export function policy(hashes: string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join("; ")
}
