import type { IncomingMessage } from "node:http"

/** Replaces an address that cannot be decoded or stored. It is refused like any other, by the same rules. */
const unreadable = "/unreadable-address"
export const isUnreadable = (path: string) => path === unreadable || path === `/api${unreadable}`

/**
 * Normalizes the address of a request. The router accepts several spellings of one path (absolute, escaped, repeated
 * slashes), and the pages are rendered for a URL, which resolves `..`; access checks that look at the address must see
 * the same path as both.
 */
export function readAddress(request: Pick<IncomingMessage, "url" | "headers" | "httpVersion">): string {
  const isMissingHost = request.headers.host === undefined && request.httpVersion === "1.1"
  const isPlain = /^\/(?!\/)[^%]*$/.test(request.url ?? "") && !isRelative(request.url!)
  if (isPlain && !isMissingHost) return request.url!
  const url = relative(request)
  const [path = "/"] = url.split("?", 1)
  const plain = resolved(path.replace(/%[2-7][\da-f]/gi, unescapeUnreserved))
  if (isMissingHost || url.includes("%00") || !isDecodable(plain))
    return plain.startsWith("/api/") ? `/api${unreadable}` : unreadable
  return plain + url.slice(path.length)
}

/** RFC 9112, 3.2.2: the host of an absolute address takes precedence over the Host header. */
function relative({ url = "/", headers }: Pick<IncomingMessage, "url" | "headers">): string {
  const [whole, host] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url) ?? []
  if (whole !== undefined) headers.host = host
  const rest = whole === undefined ? url : url.slice(whole.length)
  return /^\/(?!\/)/.test(rest) ? rest : `/${rest.replace(/^\/+/, "")}`
}

/** RFC 3986, 6.2.2.2: unreserved characters mean the same escaped and unescaped. */
function unescapeUnreserved(escaped: string): string {
  const sign = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  return /[\w.~-]/.test(sign) ? sign : escaped
}

/** Returns whether a URL has another path than this: with a segment `.` or `..`, a backslash or a fragment. */
const isRelative = (path: string) => /[\\#]|\/\.{1,2}([/?]|$)/.test(path)

/** Resolves dot segments (RFC 3986, 6.2.2.3) as `URL` does. */
function resolved(path: string): string {
  return isRelative(path) ? new URL(`http://host${path}`).pathname.replace(/^\/+/, "/") : path
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}
