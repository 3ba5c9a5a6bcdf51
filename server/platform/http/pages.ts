import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import fastifyStatic from "@fastify/static"
import type { FastifyReply, FastifyRequest } from "fastify"
import { addressIn, type Language, splitLanguage } from "#contract/languages.ts"
import { t } from "#contract/t.ts"
import type { Settings } from "../settings.ts"
import { isUnreadable } from "./address.ts"
import { publicly, type ResponseCache, type Shared } from "./caching.ts"
import type { Http } from "./http.ts"
import { type Limit, addressOf as visitorOf } from "./limits.ts"
import { isLoopback, originOf } from "./origin.ts"
import { policy } from "./policy.ts"
import { type ProblemSummary, problemOf } from "./problems.ts"
import { finishPage, withoutScripts } from "./routerHtml.ts"

export interface Visit {
  /** Passed through to web/, which knows their type. */
  services: unknown
  origin: string
  nonce: string
  /** The page as text, instead of in the body of the response. */
  html?: string
  /** The loaders' data, for the router in the browser. */
  handoff?: string
  /** Texts of the shop to show instead of the published ones. */
  draft?: Record<string, string>
  /** The inline style of the page, which the policy allows by its hash. */
  style?: string
  /** Reports an error during rendering. */
  fault(error: unknown): void
}

export interface Web {
  render(request: Request, visit: Visit): Promise<Response>
  constantScripts: string[]
  /** True if the pages are rebuilt on every change of the code; their scripts stay unchanged then. */
  isLive?: boolean
}

export interface Pages {
  /** Renders a page with other texts, as a document without scripts. */
  draft(of: Draft): Promise<string>
}

interface Draft {
  language: Language
  /** The path without its language. */
  path: string
  hasGate: boolean
  origin: string
  words: Record<string, string>
}

type Webs = (language: Language) => Promise<Web>

/** The parameters that affect how a page is rendered; all others are left to the browser. */
const rendered: Record<string, readonly string[]> = {
  "/login": ["mode"],
  "/models": ["q", "price", "category", "form", "material", "sort", "page"],
  "/sitemap.xml": ["part"],
  // The text that the shop comes with, from which an editor can start.
  "/terms": ["default"],
  "/privacy": ["default"],
  "/accessibility": ["default"],
  "/contact": ["default"],
}

/**
 * Serves web/: every address that is neither API nor file is a page, rendered once for everybody and kept in `cache`.
 */
export async function servePages(
  http: Http,
  settings: Settings,
  services: unknown,
  making: Limit,
  cache: ResponseCache,
  given?: Web,
): Promise<Pages> {
  const webs = given ? async () => given : settings.dev ? await developmentWeb(http) : await builtWebs(http)
  http.route({ method: ["GET", "HEAD"], url: "/*", schema: { hide: true }, handler: answer })
  return { draft }

  async function draft({ language, path, hasGate, origin, words }: Draft): Promise<string> {
    const of = { origin, path: addressIn(language, path), hasGate, s3: settings.s3 }
    const { bytes } = await renderPage(webs, { services, fault, draft: words }, of)
    return withoutScripts(bytes.toString(), hasGate)
  }

  function fault(error: unknown): void {
    http.log.error({ err: error }, "could not render a page")
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (request.url.startsWith("/api/") || request.url.startsWith("/media/") || request.url.startsWith("/assets/")) {
      return reply.callNotFound()
    }
    const origin = originOf(request, settings)
    const path = addressOf(request.url)
    const hasGate = cache.regions.asksToDeclare(request.raw)
    const key = `${hasGate ? "" : "entered "}${origin} ${path}`
    if (!cache.has(key)) making.takeNow(visitorOf(request))
    // `hit` may answer this address only if the origin follows from the values in its key, of which the socket's local
    // address is none.
    const isSpelled = settings.publicUrl !== null || (!settings.isPublic && isLoopback(request.host))
    const make = () => renderPage(webs, { services, fault }, { origin, path, hasGate, s3: settings.s3 })
    return cache.send(request, reply, { key, isSpelled, make })
  }
}

/** Returns the address that a page is rendered for: the path and the parameters it uses, sorted. */
function addressOf(url: string): string {
  const [path = "/", search = ""] = url.split("?", 2)
  const data = path.endsWith(".data")
  const page = data ? path.slice(0, -".data".length) : path.length > 1 ? path.replace(/\/+$/, "") || "/" : path
  const known = rendered[splitLanguage(page).path] ?? []
  const given = new URLSearchParams(search)
  const wanted = new URLSearchParams()
  for (const name of data ? [...known, "_routes", "index"] : known) {
    const value = given.get(name)
    if (value !== null) wanted.set(name, value.slice(0, 200))
  }
  const kept = wanted.size > 0 ? `?${wanted}` : ""
  return (data ? path : page) + kept
}

async function renderPage(
  webs: Webs,
  { services, fault, draft }: Pick<Visit, "services" | "fault" | "draft">,
  { origin, path, hasGate, s3 }: { origin: string; path: string; hasGate: boolean; s3: Settings["s3"] },
): Promise<Shared> {
  const nonce = randomBytes(16).toString("base64")
  let problem: ProblemSummary | undefined
  const noted = (error: unknown) => {
    problem ??= problemOf(error)
    fault(error)
  }
  const visit: Visit = { services, origin, nonce, draft, fault: noted }
  const web = await webs(splitLanguage(path).language)
  const response = await web.render(new Request(origin + path), visit)
  const type = response.headers.get("content-type") ?? "application/octet-stream"
  const isHtml = type.startsWith("text/html")
  const headers: Record<string, string> = {
    "content-type": type,
    "cache-control":
      response.status >= 500
        ? "no-store"
        : (response.headers.get("cache-control") ?? (isHtml ? publicly : "public, max-age=10, s-maxage=1")),
  }
  const isAway = response.status === 500 && problem?.status === 503
  if (isAway && problem?.retryAfter) headers["retry-after"] = String(problem.retryAfter)
  for (const name of [
    "content-security-policy",
    "location",
    "service-worker-allowed",
    "x-remix-response",
    "x-remix-status",
    "x-remix-redirect",
  ]) {
    const value = response.headers.get(name)
    if (value) headers[name] = value
  }
  const isRefused = isUnreadable(path)
  const status = isRefused ? 400 : isAway ? 503 : response.status
  if (!isHtml) return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) }
  const { html = await response.text(), handoff, style } = visit
  const changes = { constantScripts: web.constantScripts, isLate: !web.isLive, isStatic: isRefused, hasGate }
  const { text, hashes } = finishPage({ html, handoff, nonce }, changes)
  headers["content-security-policy"] = policy(hashes, s3, style)
  return { status, headers, bytes: Buffer.from(text) }
}

/**
 * Loads the built pages and their files. Assets have a hash in their names and never change. Languages other than
 * English are loaded with their first request.
 */
async function builtWebs(http: Http): Promise<Webs> {
  const root = new URL("../../../build/", import.meta.url)
  const entryOf = (language: Language) => new URL(`${language === "en" ? "" : `${language}/`}server/index.js`, root)
  if (!existsSync(entryOf("en"))) return async () => unbuiltWeb
  await http.register(fastifyStatic, {
    root: new URL("client/", root),
    wildcard: false,
    index: false,
    preCompressed: true,
    schemaHide: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/")
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600")
      reply.header("x-content-type-options", "nosniff")
    },
  })
  await import(entryOf("en").href)
  return (language) => import(entryOf(language).href)
}

/** Answers pages with this message in tests of the API, which run without a build. */
const unbuiltWeb: Web = {
  constantScripts: [],
  render: async () =>
    new Response(t`The pages are not built: run npm run build.`, {
      status: 503,
      headers: { "content-type": "text/plain; charset=utf-8" },
    }),
}

/** Runs Vite as middleware of this server for `npm run dev`, in English or in the language of VITE_LANGUAGE. */
async function developmentWeb(http: Http): Promise<Webs> {
  const { createServer } = await import("vite")
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: http.server } }, appType: "custom" })
  http.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith("/api/") || request.url.startsWith("/media/")) return done()
    vite.middlewares(request.raw, reply.raw, done)
  })
  http.addHook("onClose", () => vite.close())
  const load = () => vite.ssrLoadModule("/web/handler.ts") as unknown as Promise<Web>
  const web: Web = {
    constantScripts: (await load()).constantScripts,
    isLive: true,
    render: async (request, visit) => (await load()).render(request, visit),
  }
  return async () => web
}
