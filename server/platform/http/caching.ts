import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { FastifyReply, FastifyRequest } from "fastify"
import { LRUCache } from "lru-cache"
import { type Clock, seconds } from "../clock.ts"
import type { Settings } from "../settings.ts"
import { compress, type Encoding, encodingFor, sharedHeaders, withoutLength } from "./encoding.ts"
import { routeOf } from "./metrics.ts"
import { matches } from "./preconditions.ts"

export interface Loaded {
  /** Bytes and text are sent unchanged with the content type in `headers`; anything else as JSON. */
  body: unknown
  headers?: Record<string, string>
  /** Prefix of the ETag, so that it can be used as `If-Match`: see preconditions.ts. */
  version?: string
}

/** A response of the API, or a page, that is the same for everybody. */
export interface Shared {
  status: number
  headers: Record<string, string>
  bytes: Buffer
  version?: string
}

/**
 * Caches responses that are the same for everybody as bytes, each compressed once, until the catalogue changes or for
 * 30 s.
 */
export interface ResponseCache {
  /**
   * Answers a public GET of the API. A request without Authorization is served from memory, and concurrent requests
   * share one `load`. Others get their own, uncached response. Return its result: it is `never`, because the response
   * has been sent as bytes and the route has nothing to add.
   */
  answer(request: FastifyRequest, reply: FastifyReply, load: () => Promise<Loaded>, key?: string): Promise<never>
  has(key: string): boolean
  /**
   * Sends the response from memory, or the one that `make` returns. With `isSpelled`, `hit` answers the next request
   * for the same address.
   */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, isSpelled, make }: { key: string; isSpelled: boolean; make(): Promise<Shared> },
  ): Promise<never>
  /**
   * Sends the cached response for exactly this address, before any other work, and returns the route that made it; null
   * leaves the request to its route.
   */
  hit(request: IncomingMessage, response: ServerResponse): string | null
  clear(): void
  /** The numbers of requests answered from memory, and of those for which a response was made, since the start. */
  readonly counts: Readonly<{ hits: number; misses: number }>
  readonly regions: Regions
}

interface Encoded {
  etag: string
  bytes: Buffer
  headers: Record<string, string>
}
interface Entry {
  route: string
  until: number
  status: number
  version: string
  headers: Record<string, string>
  encodings: { identity: Encoded } & { [E in Encoding]?: Encoded }
}

/** Lets a proxy keep a response for a second: kept longer, it would contradict the nodes after a change. */
export const publicly = "public, max-age=0, s-maxage=1"

/** Makes a response private that depends on the visitor: the browser may keep it, but no proxy. */
export function privately(cacheControl: string): string {
  return cacheControl.replace(/\bpublic\b/, "private").replace(/, s-maxage=\d+/, "")
}

/** Rules by which responses of the same address may differ, depending on the visitor's country. */
export interface Regions {
  readonly isRegional: boolean
  /** Whether pages ask this visitor to declare their age: there are two forms of each page. */
  asksToDeclare(request: IncomingMessage): boolean
}
const oneRegion: Regions = { isRegional: false, asksToDeclare: () => true }

const maxBytes = 128 * 1024 * 1024
/** The longest address that is remembered. */
const maxSpelling = 1000

export function createResponseCache(
  clock: Clock,
  settings: Pick<Settings, "responseCache" | "dev" | "trustProxy">,
  regions = oneRegion,
): ResponseCache {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  // Many spellings of an address map to one entry, so that reordered parameters do not fill the memory with copies.
  const spellings = new LRUCache<string, string>({ max: 40_000 })
  const loading = new Map<string, Promise<Entry>>()
  const counts = { hits: 0, misses: 0 }
  const lifetime = settings.dev ? 1 : seconds(30)

  return { answer, has: (key) => find(key) !== undefined, send, hit, clear, counts, regions }

  function clear(): void {
    entries.clear()
    spellings.clear()
    // A response that is being loaded may be older than the change: it goes to those who wait, and is not cached.
    loading.clear()
  }

  function find(key: string): Entry | undefined {
    const entry = entries.get(key)
    return entry && entry.until > clock.now().getTime() ? entry : undefined
  }

  function hit(request: IncomingMessage, response: ServerResponse): string | null {
    const { method, headers, url } = request
    if (method !== "GET" && method !== "HEAD") return null
    // Its route refuses the request.
    if (headers.host === undefined) return null
    const key = spellings.get(spellingOf(request))
    // A signed-in caller of the API gets a response of their own; a page is the same for everybody.
    if (key === undefined || (headers.authorization !== undefined && isApi(url!))) return null
    const entry = find(key)
    const encoded = entry?.encodings[encodingFor(headers["accept-encoding"])]
    if (!encoded) return null
    counts.hits++
    const matched = matches(headers["if-none-match"], encoded.etag)
    const sent = untilNextSecond(matched ? withoutLength(encoded.headers) : encoded.headers)
    response.writeHead(matched ? 304 : entry!.status, sent)
    response.end(matched || method === "HEAD" ? undefined : encoded.bytes)
    return entry!.route
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    load: () => Promise<Loaded>,
    given?: string,
  ): Promise<never> {
    const isOwn = !settings.responseCache || request.headers.authorization !== undefined
    if (isOwn) return answerUncached(reply, await load(), request)
    const make = async () => shared(await load(), reply)
    return send(request, reply, { key: given ?? keyOf(request), isSpelled: true, make })
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, isSpelled, make }: Parameters<ResponseCache["send"]>[2],
  ): Promise<never> {
    const found = find(key)
    if (found) counts.hits++
    else counts.misses++
    const entry = found ?? (await entryFor(key, reply, make))
    const encoded = await encode(key, entry, encodingFor(request.headers["accept-encoding"]))
    if (isSpelled && request.url.length < maxSpelling) spellings.set(spellingOf(request.raw), key)
    if (matches(request.headers["if-none-match"], encoded.etag)) {
      return reply
        .headers(untilNextSecond(withoutLength(encoded.headers)))
        .status(304)
        .send() as never
    }
    return reply.headers(untilNextSecond(encoded.headers)).status(entry.status).send(encoded.bytes) as never
  }

  /**
   * Adds a header for nginx, which counts whole seconds, and would keep for up to two seconds what it may keep for one.
   * Visitors do not get this header. It overrides Cache-Control, so private responses must not have it.
   */
  function untilNextSecond(headers: Record<string, string>): Record<string, string> {
    if (!settings.trustProxy || !headers["cache-control"]?.includes("s-maxage")) return headers
    return { ...headers, "x-accel-expires": `@${Math.floor(clock.now().getTime() / 1000)}` }
  }

  /** Runs one `make` at a time for each key; concurrent callers share it. */
  async function entryFor(key: string, reply: FastifyReply, make: () => Promise<Shared>): Promise<Entry> {
    const underWay = loading.get(key)
    if (underWay) return underWay
    const until = clock.now().getTime() + lifetime
    const mine = make().then((made) => entryOf(regional(made), until, reply))
    loading.set(key, mine)
    try {
      const entry = await mine
      const isKept = settings.responseCache && entry.status < 500 && !isPassing(entry) && loading.get(key) === mine
      if (isKept) entries.set(key, entry)
      return entry
    } finally {
      if (loading.get(key) === mine) loading.delete(key)
    }
  }

  /** Returns whether a page must be made again each time. */
  function isPassing({ headers }: Entry): boolean {
    return headers["cache-control"] === "no-store"
  }

  /** Makes a response private where countries differ. Entries are cleared when the rules change. */
  function regional(made: Shared): Shared {
    const told = made.headers["cache-control"]
    if (!told || !regions.isRegional) return made
    return { ...made, headers: { ...made.headers, "cache-control": privately(told) } }
  }

  async function encode(key: string, entry: Entry, encoding: Encoding): Promise<Encoded> {
    const found = entry.encodings[encoding]
    if (found) return found
    const encoded = encodedAs(entry, encoding, await compress(entry.encodings.identity.bytes, encoding))
    entry.encodings[encoding] = encoded
    if (entries.peek(key) === entry) entries.set(key, entry)
    return encoded
  }

  /** Returns the address as requested. A page also depends on the host, which appears in its links. */
  function spellingOf(request: IncomingMessage): string {
    const { headers, url } = request
    if (isApi(url!)) return url!
    const form = regions.asksToDeclare(request) ? "" : "entered "
    const proxy = settings.trustProxy ? `${headers["x-forwarded-proto"]} ${headers["x-forwarded-host"]} ` : ""
    return `${form}${proxy}${headers.host} ${url}`
  }
}

const isApi = (url: string) => url.startsWith("/api/")

/** Makes the response for a page of a list, with the full count in X-Total-Count. */
export function listed<T>({ items, total }: { items: T[]; total: number }): Loaded {
  return { body: items, headers: { "x-total-count": String(total) } }
}

async function answerUncached(reply: FastifyReply, { body, headers, version }: Loaded, request: FastifyRequest) {
  reply.headers({ ...headers })
  if (request.headers.authorization === undefined) reply.header("cache-control", publicly)
  else if (version) reply.header("etag", `"${version}"`)
  return reply.send(body) as never
}

/** Returns the cache key of the parsed parameters: without unknown ones, with defaults, in a fixed order. */
function keyOf({ routeOptions, params, query }: FastifyRequest): string {
  return `${routeOptions.url} ${JSON.stringify(params)} ${JSON.stringify(query)}`
}

function shared({ body, headers, version }: Loaded, reply: FastifyReply): Shared {
  const { bytes, type } = bytesOf(body, reply)
  return { status: 200, headers: { "cache-control": publicly, "content-type": type, ...headers }, bytes, version }
}

function bytesOf(body: unknown, reply: FastifyReply): { bytes: Buffer; type: string } {
  if (Buffer.isBuffer(body)) return { bytes: body, type: "application/octet-stream" }
  if (typeof body === "string") return { bytes: Buffer.from(body), type: "text/plain; charset=utf-8" }
  return { bytes: Buffer.from(reply.serialize(body as object) as string), type: "application/json; charset=utf-8" }
}

function entryOf(made: Shared, until: number, reply: FastifyReply): Entry {
  const { status, bytes, version = "" } = made
  const headers = { ...sharedHeaders(reply), vary: "Accept-Encoding", ...made.headers }
  const common = { route: routeOf(reply.request), until, status, version, headers }
  return { ...common, encodings: { identity: encodedAs(common, "identity", bytes) } }
}

function encodedAs({ version, headers: given }: Pick<Entry, "version" | "headers">, encoding: Encoding, bytes: Buffer) {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  const etag = `"${[version, hash, encoding === "identity" ? "" : encoding].filter(Boolean).join("-")}"`
  const headers: Record<string, string> = { ...given, etag, "content-length": String(bytes.length) }
  if (encoding !== "identity") headers["content-encoding"] = encoding
  return { etag, bytes, headers }
}

function sizeOf(entry: Entry, key: string): number {
  let size = 1000 + key.length * 2
  for (const encoded of Object.values(entry.encodings)) size += encoded.bytes.length + 500
  return size
}
