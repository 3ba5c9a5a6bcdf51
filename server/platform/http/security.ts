import type { Settings } from "../settings.ts"
import type { Http } from "./http.ts"

const onAll: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), " +
    "magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
}
const overHttps = { "strict-transport-security": "max-age=31536000; includeSubDomains" }
/** The policy of everything but pages: data and files. */
const dataOnly = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const isDescription = (url: string) => url.startsWith("/api/docs")

/** Returns the security headers of every response. A page replaces the policy with its own. */
export function headersFor({ publicUrl }: Settings, url = "/api/"): Record<string, string> {
  return {
    ...onAll,
    ...(publicUrl?.startsWith("https:") && overHttps),
    ...(!isDescription(url) && { "content-security-policy": dataOnly }),
  }
}

/** Returns the same headers for responses that are written directly to the socket. */
export function headerLines(settings: Settings): string {
  return Object.entries(headersFor(settings))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")
}

/** Sets the headers on every response, before anything can refuse the request. */
export function secureAnswers(http: Http, settings: Settings): void {
  const forAll = headersFor(settings)
  const forDescription = headersFor(settings, "/api/docs")
  http.addHook("onRequest", (request, reply, done) => {
    reply.headers(isDescription(request.url) ? forDescription : forAll)
    done()
  })
}
