import { createHash } from "node:crypto"
import type { Settings } from "../settings.ts"

/** Removes the nonce, and returns the hashes of exactly the inline scripts that had it: injected ones have none. */
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

export function policy(hashes: string[], s3: Settings["s3"] = null, style?: string): string {
  const pictures = s3?.publicUrl ? ` ${new URL(s3.publicUrl).origin}` : ""
  // Videos of the home page are public; the others have pre-signed addresses.
  const videos = pictures && [...new Set([pictures, ` ${s3!.origin}`])].join("")
  return [
    "default-src 'none'",
    "object-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`,
    `style-src-elem 'self'${style ? ` ${sha256(style)}` : ""}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${pictures}`,
    `media-src 'self' blob:${videos}`,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join("; ")
}
