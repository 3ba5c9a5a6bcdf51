import type { Settings } from "../settings.ts"
import type { Http } from "./http.ts"

const onAll: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
}
const dataOnly = "default-src 'none'; frame-ancestors 'none'"

/** Headers on every answer, set before anything can refuse the request. The policy of a page comes with the page. */
export function secureAnswers(http: Http, settings: Settings): void {
  const headers = { ...onAll }
  if (settings.publicUrl?.startsWith("https:")) headers["strict-transport-security"] = "max-age=31536000"
  const forData = { ...headers, "content-security-policy": dataOnly }
  http.addHook("onRequest", (request, reply, done) => {
    const isData = request.url.startsWith("/api/") && !request.url.startsWith("/api/docs")
    reply.headers(isData ? forData : headers)
    done()
  })
}
