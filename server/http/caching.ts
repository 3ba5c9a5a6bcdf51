import { createHash } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"
import { LRUCache } from "lru-cache"
import { type Clock, seconds } from "../clock.ts"
import { compress, type Encoding, encodingFor, sharedHeaders, withoutLength } from "./encoding.ts"

export interface Loaded {
  /** Bytes and text go out as they are, under the content type in `headers`; anything else as JSON. */
  body: unknown
  headers?: Record<string, string>
  /** Begins the ETag, so that it serves as `If-Match` for a change: see preconditions.ts. */
  version?: string
}

export interface ResponseCache {
  /**
   * Answers a public GET. For a request without Authorization the bytes are kept, compressed once, and sent again until the
   * catalogue changes or 30 s have passed; many who ask at once cause one `load`. Others get their own, uncached answer.
   * Return what it returns: `never`, because the answer has left as bytes and the route has nothing to add.
   */
  answer(request: FastifyRequest, reply: FastifyReply, load: () => Promise<Loaded>, key?: string): Promise<never>
  /** Sends what is kept for this very URL, if there is any; false leaves the request to its route. */
  hit(request: FastifyRequest, reply: FastifyReply): boolean
  clear(): void
}

interface Encoded {
  etag: string
  bytes: Buffer
  headers: Record<string, string>
}
interface Entry {
  until: number
  type: string
  version: string
  headers: Record<string, string>
  encodings: { [E in Encoding]?: Encoded }
}

export const publicly = "public, max-age=0, s-maxage=30, stale-while-revalidate=60"
const kept = seconds(30)
const mostBytes = 64 * 1024 * 1024

export function createResponseCache(clock: Clock, enabled = true): ResponseCache {
  const entries = new LRUCache<string, Entry>({ maxSize: mostBytes, sizeCalculation: sizeOf })
  // Many spellings of an address lead to one entry, so that shuffled parameters fill no memory with the same bytes.
  const spellings = new LRUCache<string, string>({ max: 20_000 })
  const loading = new Map<string, Promise<Entry>>()

  return { answer, hit, clear }

  function clear(): void {
    entries.clear()
    spellings.clear()
    // What is being loaded may have been read before the change: it is answered to those who wait, and not kept.
    loading.clear()
  }

  function hit(request: FastifyRequest, reply: FastifyReply): boolean {
    const { method, url, headers } = request.raw
    if ((method !== "GET" && method !== "HEAD") || headers.authorization !== undefined) return false
    const key = spellings.get(url!)
    const entry = key === undefined ? undefined : entries.get(key)
    if (!entry || entry.until <= clock.now().getTime()) return false
    const encoded = entry.encodings[encodingFor(headers["accept-encoding"])]
    if (!encoded) return false
    reply.hijack()
    const matched = matches(headers["if-none-match"], encoded.etag)
    reply.raw.writeHead(matched ? 304 : 200, matched ? withoutLength(encoded.headers) : encoded.headers)
    reply.raw.end(matched || method === "HEAD" ? undefined : encoded.bytes)
    return true
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    load: () => Promise<Loaded>,
    given?: string,
  ): Promise<never> {
    if (!enabled || request.headers.authorization !== undefined) return answerAlone(reply, await load(), request)
    const key = given ?? keyOf(request)
    const entry = await entryFor(key, reply, load)
    const encoded = await encode(key, entry, encodingFor(request.headers["accept-encoding"]))
    if (request.url.length < 1000) spellings.set(request.url, key)
    reply.headers(encoded.headers)
    if (matches(request.headers["if-none-match"], encoded.etag)) {
      return reply.removeHeader("content-length").status(304).send() as never
    }
    return reply.send(encoded.bytes) as never
  }

  async function entryFor(key: string, reply: FastifyReply, load: () => Promise<Loaded>) {
    const found = entries.get(key)
    if (found && found.until > clock.now().getTime()) return found
    const underWay = loading.get(key)
    if (underWay) return underWay
    const mine = make(reply, load)
    loading.set(key, mine)
    try {
      const entry = await mine
      if (loading.get(key) === mine) entries.set(key, entry)
      return entry
    } finally {
      if (loading.get(key) === mine) loading.delete(key)
    }
  }

  async function make(reply: FastifyReply, load: () => Promise<Loaded>): Promise<Entry> {
    const until = clock.now().getTime() + kept
    const { body, headers, version = "" } = await load()
    const { bytes, type } = bytesOf(body, reply)
    const entry: Entry = {
      until,
      type: headers?.["content-type"] ?? type,
      version,
      headers: { ...sharedHeaders(reply), "cache-control": publicly, vary: "Accept-Encoding", ...headers },
      encodings: {},
    }
    entry.headers["content-type"] = entry.type
    entry.encodings.identity = encodedAs(entry, "identity", bytes)
    return entry
  }

  async function encode(key: string, entry: Entry, encoding: Encoding): Promise<Encoded> {
    const found = entry.encodings[encoding]
    if (found) return found
    const plain = entry.encodings.identity!.bytes
    const encoded = encodedAs(entry, encoding, await compress(plain, encoding))
    entry.encodings[encoding] = encoded
    if (entries.peek(key) === entry) entries.set(key, entry)
    return encoded
  }
}

/** A page of a list, its full count in X-Total-Count. */
export function listed<T>({ items, total }: { items: T[]; total: number }): Loaded {
  return { body: items, headers: { "x-total-count": String(total) } }
}

async function answerAlone(reply: FastifyReply, { body, headers, version }: Loaded, request: FastifyRequest) {
  reply.headers({ ...headers })
  if (request.headers.authorization === undefined) reply.header("cache-control", publicly)
  else if (version) reply.header("etag", `"${version}"`)
  return reply.send(body) as never
}

/** Fit for a key because the schema has parsed it: unknown parameters gone, defaults filled in, always in the same order. */
function keyOf({ routeOptions, params, query }: FastifyRequest): string {
  return `${routeOptions.url} ${JSON.stringify(params)} ${JSON.stringify(query)}`
}

function bytesOf(body: unknown, reply: FastifyReply): { bytes: Buffer; type: string } {
  if (Buffer.isBuffer(body)) return { bytes: body, type: "application/octet-stream" }
  if (typeof body === "string") return { bytes: Buffer.from(body), type: "text/plain; charset=utf-8" }
  return { bytes: Buffer.from(reply.serialize(body as object) as string), type: "application/json; charset=utf-8" }
}

function encodedAs(entry: Entry, encoding: Encoding, bytes: Buffer): Encoded {
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 22)
  const etag = `"${[entry.version, hash, encoding === "identity" ? "" : encoding].filter(Boolean).join("-")}"`
  const headers: Record<string, string> = { ...entry.headers, etag, "content-length": String(bytes.length) }
  if (encoding !== "identity") headers["content-encoding"] = encoding
  return { etag, bytes, headers }
}

function sizeOf(entry: Entry, key: string): number {
  let size = 1000 + key.length * 2
  for (const encoded of Object.values(entry.encodings)) size += encoded.bytes.length + 500
  return size
}

export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header.trim() === "*") return true
  return header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag)
}
