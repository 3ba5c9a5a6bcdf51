const base = "http://shop.invalid"

/**
 * Returns a local address as browsers write it: percent-encoded, without dot segments. Null for one of another host,
 * also if only its path without dot segments is one: "/.//elsewhere.example".
 */
export function addressOf(text: string): URL | null {
  if (!text.startsWith("/")) return null
  const url = URL.parse(text, base)
  return url?.origin === base && !url.pathname.startsWith("//") ? url : null
}

/** Returns the path of a local address, without slashes at its end. */
export function pathOf(text: string): string | null {
  const url = addressOf(text)
  return url && (url.pathname.replace(/\/+$/, "") || "/")
}
