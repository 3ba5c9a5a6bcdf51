import { createHash, randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import fastifyStatic from "@fastify/static"
import type { FastifyReply, FastifyRequest } from "fastify"
import { LRUCache } from "lru-cache"
import type { Services } from "../services.ts"
import type { Settings } from "../settings.ts"
import { compress, type Encoding, encodingFor, sharedHeaders, withoutLength } from "./encoding.ts"
import type { Http } from "./http.ts"
import { type Limit, addressOf as visitorOf } from "./limits.ts"
import { isLoopback, originOf } from "./origin.ts"
import { hashScripts, policy } from "./policy.ts"

export interface Visit {
  services: Services
  origin: string
  nonce: string
  /** A page is put here as text instead of into the body of its answer. */
  html?: string
}

export interface Web {
  render(request: Request, visit: Visit): Promise<Response>
  constantScripts: string[]
  /** Made anew with every change of the code: its scripts are left as they are. */
  isLive?: boolean
}

interface Page {
  status: number
  headers: Record<string, string>
  plain: Buffer
  etag: string
  /** What goes out, by encoding: compressed once, with every header it leaves with. */
  answers: Partial<Record<Encoding, { headers: Record<string, string>; body: Buffer }>>
}

/** Parameters that a page is rendered by; everything else in an address is the browser's own business. */
const rendered: Record<string, readonly string[]> = {
  "/login": ["mode"],
  "/models": ["q", "price", "category", "sort", "page"],
}

export interface Pages {
  /** Sends a page that is kept for this very address, before anything else is done; false leaves the request to its route. */
  hit(request: FastifyRequest, reply: FastifyReply): boolean
  /** Something that public pages show has changed. */
  drop(): void
}

/**
 * The door to web/: every address that is neither API nor file is a page, rendered once for everyone and kept in memory,
 * compressed, until the catalogue changes or 30 seconds have gone (so that several nodes agree without talking).
 */
export async function servePages(
  http: Http,
  settings: Settings,
  services: Services,
  making: Limit,
  given?: Web,
): Promise<Pages> {
  const web = given ?? (settings.dev ? await developmentWeb(http) : await builtWeb(http))
  const kept = new LRUCache<string, Page>({
    max: 2000,
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: sizeOf,
    ttl: settings.dev ? 1 : 30_000,
  })
  // Many spellings of an address lead to one page.
  const spellings = new LRUCache<string, string>({ max: 20_000 })
  const underway = new Map<string, Promise<Page>>()
  let generation = 0

  http.route({ method: ["GET", "HEAD"], url: "/*", schema: { hide: true }, handler: answer })
  return { hit, drop }

  function drop(): void {
    generation++
    kept.clear()
    underway.clear()
  }

  function hit(request: FastifyRequest, reply: FastifyReply): boolean {
    const { method, url, headers } = request.raw
    if ((method !== "GET" && method !== "HEAD") || url!.startsWith("/api/")) return false
    const key = spellings.get(spellingOf(request))
    const page = key === undefined ? undefined : kept.get(key)
    const ready = page?.answers[encodingFor(headers["accept-encoding"])]
    if (!page || !ready) return false
    reply.hijack()
    if (matches(headers["if-none-match"], page.etag)) {
      reply.raw.writeHead(304, withoutLength(ready.headers)).end()
    } else {
      reply.raw.writeHead(page.status, ready.headers)
      reply.raw.end(method === "HEAD" ? undefined : ready.body)
    }
    return true
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
      making.takeAtOnce(visitorOf(request))
      page = await make(key, origin, path)
    }
    const encoding = encodingFor(request.headers["accept-encoding"])
    page.answers[encoding] ??= await encoded(page, encoding, sharedHeaders(reply))
    // What the origin was told by is in the spelling, or it is not remembered: the socket's own address is not.
    if (request.url.length < 1000 && (settings.publicUrl || isLoopback(request.host))) {
      spellings.set(spellingOf(request), key)
    }
    const { headers, body } = page.answers[encoding]
    if (matches(request.headers["if-none-match"], page.etag)) {
      return reply.headers(withoutLength(headers)).status(304).send()
    }
    return reply.headers(headers).status(page.status).send(body)
  }

  function spellingOf({ raw: { headers, url } }: FastifyRequest): string {
    const proxy = settings.trustProxy ? `${headers["x-forwarded-proto"]} ${headers["x-forwarded-host"]} ` : ""
    return `${proxy}${headers.host} ${url}`
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

/** What is seen comes before what is done: modules are set aside until the page has been painted (`lateScript`). */
function seenFirst(html: string): string {
  const head = html.indexOf("</head>")
  return (
    html.slice(0, head).replaceAll('<link rel="modulepreload" ', '<link data-late="" ') +
    html.slice(head).replace('<script type="module" async="">', '<script type="text/plain" data-late="">')
  )
}

function bodyOf(html: string, nonce: string, web: Web): { body: Buffer; hashes: string[] } {
  const { text, hashes } = hashScripts(html, nonce, web.constantScripts)
  return { body: Buffer.from(web.isLive ? text : seenFirst(text)), hashes }
}

async function renderPage(web: Web, services: Services, origin: string, path: string): Promise<Page> {
  const nonce = randomBytes(16).toString("base64")
  const visit: Visit = { services, origin, nonce }
  const response = await web.render(new Request(new URL(path, origin)), visit)
  const type = response.headers.get("content-type") ?? "application/octet-stream"
  const isHtml = type.startsWith("text/html")
  const { body, hashes } = isHtml
    ? bodyOf(visit.html ?? (await response.text()), nonce, web)
    : { body: Buffer.from(await response.arrayBuffer()), hashes: [] }
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
    plain: body,
    answers: {},
    etag: createHash("sha256").update(body).digest("base64url").slice(0, 22),
  }
}

async function encoded(page: Page, encoding: Encoding, shared: Record<string, string>) {
  const body = await compress(page.plain, encoding)
  const headers: Record<string, string> = {
    ...shared,
    ...page.headers,
    etag: `"${page.etag}-${encoding}"`,
    "content-length": String(body.length),
  }
  if (encoding !== "identity") headers["content-encoding"] = encoding
  return { headers, body }
}

const matches = (header: string | undefined, etag: string) => header?.includes(`"${etag}-`)
const sizeOf = (page: Page) => 2 * page.plain.length + 2000

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
    isLive: true,
    render: async (request, visit) => (await load()).render(request, visit),
  }
}
