const base = "http://shop.invalid"

/** A local address as browsers write it: percent-encoded, without dot segments. Null for one of another host. */
export function addressOf(text: string): URL | null {
  if (!text.startsWith("/")) return null
  const url = URL.canParse(text, base) ? new URL(text, base) : null
  return url?.origin === base ? url : null
}

/** The path of a local address, without slashes at its end. */
export function pathOf(text: string): string | null {
  const url = addressOf(text)
  return url && (url.pathname.replace(/\/+$/, "") || "/")
}
