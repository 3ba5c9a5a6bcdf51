import type { FastifyRequest } from "fastify"
import type { Role } from "#contract/accounts.ts"
import { deskTexts } from "#contract/adminText.ts"
import { Refusal } from "../refusal.ts"
import type { ShopState } from "../staff/shopSettings.ts"
import type { Http } from "./http.ts"

const retryAfter = 300

/**
 * Addresses that stay open: the way in for staff and their frames, files, and what the provider of the payments tells. A player
 * brings no token, so the page of a film and what its sealed link leads to stay open too: staff look at what they prepare, and
 * nobody is cut off in the middle of one.
 */
const staysOpen = [
  /^\/api\/auth\/(?!register)/,
  /^\/api\/settings\/?$/,
  /^\/api\/nowpayments\/ipn\/?$/,
  // A player brings no token: its link says who it is for (`assertOpenTo`).
  /^\/api\/videos\/\d+\/(media|captions)\/?$/,
  /^\/(healthz|readyz|metrics|__manifest|login|forgot-password|reset-password|staff-dashboard)\/?$/,
  /^\/(admin|moderator|moderator-assignments|moderator-chat-activity|assets|media|sandbox)(\/|$)/,
  /^\/video\/\d+\/?$/,
  /^\/api\/videos\/\d+\/(media|captions)$/,
  /\.(svg|png|ico|txt|webmanifest|woff2)$/,
]

/** While the shop is closed only its staff is let through; everybody else is told calmly that it will open again. */
export function closeWhileMaintained(http: Http, shop: ShopState): void {
  http.addHook("onRequest", async (request, reply) => {
    if (!shop.current.maintenance || mayPass(request)) return
    if (request.url.startsWith("/api/")) throw closed(shop)
    const note = noteOf(shop)
    return reply
      .status(503)
      .header("retry-after", String(retryAfter))
      .header("cache-control", "no-store")
      .header("content-security-policy", "default-src 'none'; style-src-attr 'unsafe-inline'; frame-ancestors 'none'")
      .type("text/html; charset=utf-8")
      .send(closedPage(shop.current.shop_name, note, shop.current.support_hours))
  })
}

/** For what says only later whom it is for. */
export function assertOpenTo(shop: ShopState, role: Role): void {
  if (shop.current.maintenance && role === "user") throw closed(shop)
}

const noteOf = ({ current }: ShopState) => current.maintenance_note ?? deskTexts.maintenance
const closed = (shop: ShopState) => new Refusal("MAINTENANCE", noteOf(shop), { retryAfter })

function mayPass({ actor, url }: FastifyRequest): boolean {
  if (actor.kind === "person" && actor.role !== "user") return true
  const path = url.split("?", 1)[0]!.replace(/\.data$/, "")
  return staysOpen.some((one) => one.test(path))
}

function closedPage(name: string, note: string, hours: string): string {
  const body =
    "margin:0;min-height:100vh;display:grid;place-items:center;background:light-dark(#f1f6f4,#150e14);color:light-dark(#17211d,#f3ebee);font:1.0625rem/1.6 system-ui,sans-serif"
  const title = "margin:0 0 .75rem;font:400 2.25rem/1.2 Georgia,serif"
  return `<!doctype html>
<html lang="en" style="color-scheme:light dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(name)}</title>
</head>
<body style="${body}">
<main style="max-width:34rem;padding:2rem;text-align:center">
<h1 style="${title}">${escaped(name)}</h1>
<p style="margin:0 0 .5rem">${escaped(note)}</p>
<p style="margin:0;opacity:.75">Support: ${escaped(hours)}</p>
</main>
</body>
</html>
`
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
