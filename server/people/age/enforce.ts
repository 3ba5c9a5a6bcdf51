import type { FastifyReply, FastifyRequest } from "fastify"
import { splitLanguage } from "#contract/languages.ts"
import type { Tokens } from "../../platform/auth/tokens.ts"
import { privately } from "../../platform/http/caching.ts"
import type { Http } from "../../platform/http/http.ts"
import { sendPlainPage } from "../../platform/http/plainPage.ts"
import { languageOf } from "../../platform/languages.ts"
import { type Age, required } from "./age.ts"
import type { AgePages } from "./agePages.ts"

/**
 * The paths that are open to everybody: signing in, people's own data, the shop's settings, legal pages, machines that
 * have no age, and the frames of the staff's pages, which are empty until the API fills them. Every other path is
 * closed, so that a new page or call is closed until it is listed here.
 */
const open = [
  /^\/api\/(auth|newsletter|docs)\//,
  /^\/api\/(settings|contact|newsletter|nowpayments\/ipn|openapi\.json|docs|users\/account(\/export)?)\/?$/,
  /^\/(healthz|readyz|metrics|__manifest|robots\.txt|licenses\.txt|\.well-known\/security\.txt|favicon\.svg|manifest\.webmanifest|sw\.js|icon-\d+\.png)\/?$/,
  /^\/(apple-touch-icon\.png|login|forgot-password|reset-password|invitation|verify-email|undo-email-change|undo-second-factor)\/?$/,
  /^\/((?:terms|privacy)(?:\/versions\/\d+)?|accessibility|imprint|underage|contact|newsletter\/(confirm|unsubscribe))\/?$/i,
  /^\/(admin|moderator|moderator-assignments|moderator-chat-activity|staff-dashboard|assets|brand|age|plain)(\/|$)/,
  /^\/sandbox\/(api|age)\//,
  // These pictures show an empty plinth, and nothing of the catalogue.
  /^\/media\/demo\/empty-(plinth|room)(-night)?\//,
  // Vite serves these in development only.
  /^\/(@|node_modules\/|web\/|contract\/)/,
]

/** A program with an API key has no age; the admin who created the key has seen the shop. */
const isMachine = ({ actor }: FastifyRequest) => actor.kind === "person" && actor.apiKey !== undefined

const pathOf = (url: string) => url.split("?", 1)[0]!
const isOpen = (path: string) => open.some((one) => one.test(path))

/** The calls that respond with a token: the browser belongs to that account afterwards. */
const signsIn = /^\/api\/auth\/(login|second-step|passkey)\/?$/

/** Refuses everybody whose age must be verified and is not, before any page, file or call is answered. */
export function requireAge(http: Http, age: Age, tokens: Pick<Tokens, "personOf">, pages: AgePages): void {
  http.addHook("onRequest", async (request, reply) => {
    if (!age.verifies || isMachine(request)) return
    const path = pathOf(request.url)
    const isOurs = isOpen(splitLanguage(path).path.replace(/\.data$/, ""))
    // An open call with a token can still bring the cookie for the pages that follow.
    if (isOurs && request.actor.kind === "guest") return
    const { isAdmitted, cookie } = await age.admit(age.visitOf(request.raw), request.actor)
    if (cookie) reply.header("set-cookie", cookie)
    if (isAdmitted || isOurs) return
    return refuse(request, reply, path, pages)
  })
  http.addHook("onSend", (request, reply, payload, done) => {
    if (!age.isRegional) return done(null, payload)
    keepPrivate(reply, request.url)
    if (!age.verifies || reply.statusCode !== 200 || !signsIn.test(pathOf(request.url))) return done(null, payload)
    signedIn(request, reply, payload).then(() => done(null, payload), done)
  })

  /** Sets the cookie when a token is issued: the first page after a sign-in may be requested before any other call. */
  async function signedIn(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    const { access_token: token } = JSON.parse(String(payload)) as { access_token?: string }
    if (!token) return
    const { cookie } = await age.admit(age.visitOf(request.raw), await tokens.personOf(token))
    if (cookie) reply.header("set-cookie", cookie)
  }
}

function refuse(request: FastifyRequest, reply: FastifyReply, path: string, pages: AgePages): FastifyReply {
  reply.header("cache-control", "no-store")
  if (path.endsWith(".data")) {
    // The router of an open page requests data: this response makes it load the page as a document instead.
    const page = path.replace(/(\/_)?\.data$/, "") || "/"
    const search = new URLSearchParams(request.url.split("?", 2)[1] ?? "")
    search.delete("_routes")
    return reply
      .status(204)
      .headers({ "x-remix-redirect": page + (search.size > 0 ? `?${search}` : ""), "x-remix-reload-document": "true" })
      .send()
  }
  const isRead = request.method === "GET" || request.method === "HEAD"
  if (!isRead || path.startsWith("/api/") || path.startsWith("/media/") || /\.\w+$/.test(path)) throw required()
  return sendPlainPage(reply, 403, pages.ask(request.url, languageOf(request)))
}

/** Makes a response private: a cache knows neither the country nor the cookie. Assets are the same everywhere. */
function keepPrivate(reply: FastifyReply, url: string): void {
  const told = reply.getHeader("cache-control")
  if (typeof told === "string" && !url.startsWith("/assets/")) reply.header("cache-control", privately(told))
}
