import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Negotiator } from "@fastify/accept-negotiator"
import type { FastifyReply } from "fastify"
import { LRUCache } from "lru-cache"

export type Encoding = "br" | "gzip" | "identity"

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

const encodings: Encoding[] = ["br", "gzip", "identity"]
const negotiator = new Negotiator({ supportedValues: encodings, cache: new LRUCache({ max: 200 }) })

/** Returns the best supported encoding for an Accept-Encoding header (RFC 9110, 12.5.3); `identity` without one. */
export function encodingFor(header: string | string[] | undefined): Encoding {
  if (header === undefined) return "identity"
  return (negotiator.negotiate(String(header)) as Encoding | null) ?? "identity"
}

/**
 * Compresses content that is sent many times: brotli up to level 8 costs little more than gzip at 6 and is a fifth
 * smaller; level 9 costs ten times as much.
 */
export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return bytes
  if (encoding === "gzip") return deflate(bytes, { level: 6 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return brotli(bytes, { params })
}

/** Returns the headers that hooks set on every response, such as the security headers, without this request's. */
export function sharedHeaders(reply: FastifyReply): Record<string, string> {
  const shared: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (name !== "x-request-id" && name !== "set-cookie" && value !== undefined) shared[name] = String(value)
  }
  return shared
}

/** Returns the headers of a 304. */
export function withoutLength({ "content-length": _, ...rest }: Record<string, string>): Record<string, string> {
  return rest
}
