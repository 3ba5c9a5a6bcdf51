import { createHash } from "node:crypto"
import type { FastifyRequest } from "fastify"
import type { Role } from "#contract/accounts.ts"
import type { PublicSettings } from "#contract/admin.ts"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { type Look, logoSize, roomsFor, systemDisplay } from "#contract/brand.ts"
import { splitLanguage } from "#contract/languages.ts"
import type { Tokens } from "../auth/tokens.ts"
import type { Http } from "../http/http.ts"
import { Refusal } from "../refusal.ts"
import type { ShopState } from "./shopSettings.ts"

const retryAfter = 300

/**
 * Paths that stay open: the login and pages of staff, files, and the payment webhooks. A media player sends no token,
 * so a video's page and its signed link stay open too: staff can preview videos, and nobody is interrupted during one.
 */
const staysOpen = [
  /^\/api\/auth\/(?!register)/,
  /^\/api\/settings\/?$/,
  /^\/api\/nowpayments\/ipn\/?$/,
  // A player sends no token; its link identifies the user (`assertOpenTo`).
  /^\/api\/videos\/\d+\/(media|captions)\/?$/,
  /^\/(healthz|readyz|metrics|__manifest|login|forgot-password|reset-password|invitation|staff-dashboard)\/?$/,
  /^\/(admin|moderator|moderator-assignments|moderator-chat-activity|assets|brand|media|plain|sandbox)(\/|$)/,
  /^\/video\/\d+\/?$/,
  /^\/api\/videos\/\d+\/(media|captions)$/,
  /^\/(?!api\/).*\.(svg|png|ico|txt|webmanifest|woff2)$|^\/sw\.js$/,
]

/**
 * During maintenance only staff may pass; everybody else gets the maintenance page. Browsers authenticate API calls,
 * not page requests: the script `led` redirects staff to an open page, from where page data is requested with the token
 * (`staffPass.ts`).
 */
export function closeWhileMaintained(http: Http, shop: ShopState, tokens: Pick<Tokens, "personOf">): void {
  http.addHook("onRequest", async (request, reply) => {
    if (!shop.current.maintenance || mayPass(request) || (await isForStaff(request, tokens))) return
    if (request.url.startsWith("/api/")) throw closed(shop)
    const note = noteOf(shop)
    return reply
      .status(503)
      .header("retry-after", String(retryAfter))
      .header("cache-control", "no-store")
      .header(
        "content-security-policy",
        `default-src 'none'; ${shop.look.logo ? "img-src 'self'; " : ""}script-src ${ledHash}; style-src-attr 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type("text/html; charset=utf-8")
      .send(closedPage(shop.current, note, shop.look))
  })
  // Staff's views of the closed shop must not be cached for others.
  http.addHook("onSend", async ({ headers }, reply) => {
    if (shop.current.maintenance && headers.authorization) reply.header("cache-control", "private, no-store")
  })
}

/**
 * A script that sends a browser in which staff are signed in, in this tab or another, to the dashboard, which opens the
 * page by client-side navigation.
 */
const led = `try{const go=p=>{if(/^(admin|moderator)$/.test(JSON.parse(p).role))location.replace("/staff-dashboard?open="+encodeURIComponent(location.pathname+location.search))},
s=[localStorage,sessionStorage].find(s=>s.getItem("access_token"));
if(s)go(s.getItem("profile_hint"));
else{const c=new BroadcastChannel("session");c.onmessage=({data:{kept}})=>{if(kept&&kept[1])go(kept[1])};c.postMessage({ask:true})}}catch{}`
const ledHash = `'sha256-${createHash("sha256").update(led).digest("base64")}'`

async function isForStaff({ headers, url }: FastifyRequest, tokens: Pick<Tokens, "personOf">): Promise<boolean> {
  const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1]
  if (!token || url.startsWith("/api/")) return false
  const person = await tokens.personOf(token).catch(() => null)
  return person !== null && person.role !== "user"
}

/** Throws for customers during maintenance, for requests whose user is known only later. */
export function assertOpenTo(shop: ShopState, role: Role): void {
  if (shop.current.maintenance && role === "user") throw closed(shop)
}

const noteOf = ({ current }: ShopState) => current.maintenance_note ?? staffAnswerTexts.maintenance
const closed = (shop: ShopState) => new Refusal("MAINTENANCE", noteOf(shop), { retryAfter })

function mayPass({ actor, url }: FastifyRequest): boolean {
  if (actor.kind === "person" && actor.role !== "user") return true
  const { path } = splitLanguage(url.split("?", 1)[0]!.replace(/\.data$/, ""))
  return staysOpen.some((one) => one.test(path))
}

function closedPage({ shop_name: name, support_hours: hours }: PublicSettings, note: string, look: Look): string {
  const { ground, text } = closedColors(look)
  const body = `margin:0;min-height:100vh;display:grid;place-items:center;background:${ground};color:${text};font:1.0625rem/1.6 system-ui,sans-serif`
  const title = `margin:0 0 .75rem;font:400 2.25rem/1.2 ${systemDisplay(look)}`
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
<h1 style="${title}">${closedName(name, look)}</h1>
<p style="margin:0 0 .5rem">${escaped(note)}</p>
<p style="margin:0;opacity:.75">Support: ${escaped(hours)}</p>
</main>
<script>${led}</script>
</body>
</html>
`
}

function closedColors(look: Look): { ground: string; text: string } {
  if (!look.colors) return { ground: "light-dark(#f1f6f4,#150e14)", text: "light-dark(#17211d,#f3ebee)" }
  const { light, dark } = roomsFor(look)
  return { ground: `light-dark(${light.canvas},${dark.canvas})`, text: `light-dark(${light.ink},${dark.ink})` }
}

function closedName(name: string, { logo, logo_dark: dark }: Look): string {
  if (!logo) return escaped(name)
  const { width, height } = logoSize(logo)
  const night = dark ? `<source media="(prefers-color-scheme: dark)" srcset="${dark.url}">` : ""
  return `<picture>${night}<img src="${logo.url}" width="${width}" height="${height}" alt="${escaped(name)}"></picture>`
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
