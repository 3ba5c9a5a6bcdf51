import type { IncomingMessage } from "node:http"
import { countryCodes } from "#contract/countries.ts"
import { trustedProxies } from "../../platform/http/createHttp.ts"
import type { Settings } from "../../platform/settings.ts"

/** What a request reveals about its visitor's age. */
export interface Visit {
  /** The country in the header of a trusted proxy; null if there is none, or it names no country or more than one. */
  country: string | null
  /** The value of the cookie, which is not verified. */
  cookie: string | null
}

const known = new Set<string>(countryCodes)

export function createVisits(settings: Settings): { of(request: IncomingMessage): Visit; cookieName: string } {
  const { countryHeader } = settings
  const trusts = trustedProxies(settings)
  const cookieName = cookieNameOf("age", settings)
  return {
    cookieName,
    of: (request) => ({ country: countryOf(request), cookie: readCookie(request, cookieName) }),
  }

  function countryOf({ headers, socket }: IncomingMessage): string | null {
    if (countryHeader === null || !trusts(socket.remoteAddress ?? "", 0)) return null
    // A repeated header is joined as "US, GB", which names no country, so the strictest rule applies.
    const given = String(headers[countryHeader] ?? "").toUpperCase()
    return known.has(given) ? given : null
  }
}

/** The `__Host-` prefix, with https, ensures that this host has set the cookie, and no subdomain. */
export function cookieNameOf(name: string, settings: Settings): string {
  return isSecure(settings) ? `__Host-${name}` : name
}

export function readCookie({ headers }: IncomingMessage, name: string): string | null {
  for (const pair of headers.cookie?.split(";") ?? []) {
    const [key, value] = pair.split("=", 2)
    if (key!.trim() === name && value) return value.trim()
  }
  return null
}

/** Returns a Set-Cookie header. `seconds`: 0 removes the cookie, null ends it with the browser. */
export function cookieLine(name: string, value: string, seconds: number | null, settings: Settings): string {
  const age = seconds === null ? "" : `; Max-Age=${seconds}`
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure(settings) ? "; Secure" : ""}${age}`
}

const isSecure = ({ publicUrl }: Settings) => publicUrl?.startsWith("https:") ?? false
