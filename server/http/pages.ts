import { createHash, randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import fastifyStatic from "@fastify/static"
import type { FastifyReply, FastifyRequest } from "fastify"
import { LRUCache } from "lru-cache"
import type { Services } from "../services.ts"
import type { Settings } from "../settings.ts"
import type { Http } from "./http.ts"
import { type Limit, addressOf as visitorOf } from "./limits.ts"
import { originOf } from "./origin.ts"

interface Web {
  render(request: Request, visit: { services: Services; origin: string; nonce: string }): Promise<Response>
  constantScripts: string[]
}

type Encoding = "br" | "gzip" | "identity"

interface Page {
  status: number
  headers: Record<string, string>
  bodies: Partial<Record<Encoding, Buffer>>
  etag: string
}

/** Parameters that a page is rendered by; everything else in an address is the browser's own business. */
const rendered: Record<string, readonly string[]> = {
  "/login": ["mode"],
  "/models": ["q", "price", "category", "sort", "page"],
}

export interface Pages {
  /** Something that public pages show has changed. */
  drop(): void
}

/**
 * The door to web/: every address that is neither API nor file is a page, rendered once for everyone and kept in memory,
 * compressed, until the catalogue changes or 30 seconds have gone (so that several nodes agree without talking).
 */
export async function servePages(http: Http, settings: Settings, services: Services, making: Limit): Promise<Pages> {
  const web = settings.dev ? await developmentWeb(http) : await builtWeb(http)
  const kept = new LRUCache<string, Page>({
    max: 2000,
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: sizeOf,
    ttl: settings.dev ? 1 : 30_000,
  })
  const underway = new Map<string, Promise<Page>>()
  let generation = 0

  http.route({ method: ["GET", "HEAD"], url: "/*", schema: { hide: true }, handler: answer })
  return {
    drop: () => {
      generation++
      kept.clear()
      underway.clear()
    },
  }

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (request.url.startsWith("/api/") || request.url.startsWith("/media/") || request.url.startsWith("/assets/")) {
      return reply.callNotFound()
    }
    const origin = originOf(request, settings)
    const path = addressOf(request.url)
    const key = `${origin} ${path}`
    let page = kept.get(key)
    if (!page) {
      making.take(visitorOf(request))
      page = await make(key, origin, path)
    }
    reply.headers(page.headers)
    if (matches(request.headers["if-none-match"], page.etag)) return reply.status(304).send()
    const encoding = encodingOf(request.headers["accept-encoding"])
    page.bodies[encoding] ??= await compress(page.bodies.identity!, encoding)
    if (encoding !== "identity") reply.header("content-encoding", encoding)
    reply.header("etag", tagged(page.etag, encoding))
    return reply.status(page.status).send(page.bodies[encoding])
  }

  /** One rendering at a time for one address, however many ask. */
  function make(key: string, origin: string, path: string): Promise<Page> {
    const waiting = underway.get(key)
    if (waiting) return waiting
    const born = generation
    const page = renderPage(web, services, origin, path)
      .then((made) => {
        if (settings.responseCache && born === generation && made.status < 500) kept.set(key, made)
        return made
      })
      .finally(() => underway.delete(key))
    underway.set(key, page)
    return page
  }
}

/** The address a page is rendered for: path and the parameters it knows, sorted. */
function addressOf(url: string): string {
  const [path = "/", search = ""] = url.split("?", 2)
  const data = path.endsWith(".data")
  const page = data ? path.slice(0, -".data".length) : path.length > 1 ? path.replace(/\/+$/, "") || "/" : path
  const known = rendered[page] ?? []
  const given = new URLSearchParams(search)
  const wanted = new URLSearchParams()
  for (const name of data ? [...known, "_routes", "index"] : known) {
    const value = given.get(name)
    if (value !== null) wanted.set(name, value.slice(0, 200))
  }
  const kept = wanted.size > 0 ? `?${wanted}` : ""
  return (data ? path : page) + kept
}

async function renderPage(web: Web, services: Services, origin: string, path: string): Promise<Page> {
  const nonce = randomBytes(16).toString("base64")
  const response = await web.render(new Request(new URL(path, origin)), { services, origin, nonce })
  const raw = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get("content-type") ?? "application/octet-stream"
  const isHtml = type.startsWith("text/html")
  const { text, hashes } = isHtml ? hashScripts(raw.toString(), nonce, web.constantScripts) : { text: null, hashes: [] }
  const body = text === null ? raw : Buffer.from(text)
  const headers: Record<string, string> = {
    "content-type": type,
    vary: "Accept-Encoding",
    "cache-control":
      response.headers.get("cache-control") ??
      (isHtml ? "public, max-age=0, s-maxage=30, stale-while-revalidate=60" : "public, max-age=10, s-maxage=30"),
  }
  for (const name of ["location", "x-remix-response", "x-remix-status", "x-remix-redirect"]) {
    const value = response.headers.get(name)
    if (value) headers[name] = value
  }
  if (isHtml) headers["content-security-policy"] = policy(hashes)
  return {
    status: response.status,
    headers,
    bodies: { identity: body },
    etag: createHash("sha256").update(body).digest("base64url").slice(0, 22),
  }
}

/** Takes the nonce out again, and the hash of exactly the inline scripts that carried it: an injected one has no hash. */
function hashScripts(html: string, nonce: string, constants: string[]): { text: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set(constants.map(sha256))
  const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
  for (const [, attributes = "", body = ""] of html.matchAll(scripts)) {
    if (attributes.includes(mark) && !/\ssrc=/.test(attributes)) hashes.add(sha256(body))
  }
  return { text: html.replaceAll(mark, ""), hashes: [...hashes] }
}

function sha256(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
}

function policy(hashes: string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(" ")}`,
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join("; ")
}

async function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "br") {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return promisify(brotliCompress)(body, { params })
  }
  return encoding === "gzip" ? promisify(gzip)(body) : body
}

function encodingOf(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? "")
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return "br"
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? "gzip" : "identity"
}

const tagged = (etag: string, encoding: Encoding) => `"${etag}-${encoding}"`
const matches = (header: string | undefined, etag: string) => header?.includes(`"${etag}-`)
const sizeOf = (page: Page) => Object.values(page.bodies).reduce((sum, body) => sum + body.length, 1000)

/** The built pages and their files. Assets carry a hash in their names and never change. */
async function builtWeb(http: Http): Promise<Web> {
  const root = new URL("../../build/", import.meta.url)
  const entry = new URL("server/index.js", root)
  if (!existsSync(entry)) return unbuiltWeb
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
  return import(entry.href)
}

/** Tests of the API run without a build; a page says so instead of breaking them. */
const unbuiltWeb: Web = {
  constantScripts: [],
  render: async () =>
    new Response("The pages are not built: run npm run build.", {
      status: 503,
      headers: { "content-type": "text/plain; charset=utf-8" },
    }),
}

/** Vite as middleware in this server, for `npm run dev`. */
async function developmentWeb(http: Http): Promise<Web> {
  const { createServer } = await import("vite")
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server: http.server } }, appType: "custom" })
  http.addHook("onRequest", (request, reply, done) => {
    if (request.url.startsWith("/api/") || request.url.startsWith("/media/")) return done()
    vite.middlewares(request.raw, reply.raw, done)
  })
  http.addHook("onClose", () => vite.close())
  const load = () => vite.ssrLoadModule("/web/handler.ts") as unknown as Promise<Web>
  return {
    constantScripts: (await load()).constantScripts,
    render: async (request, visit) => (await load()).render(request, visit),
  }
}
