import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { FastifyReply } from "fastify"
import { LRUCache } from "lru-cache"

export type Encoding = "br" | "gzip" | "identity"

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** The best of ours that an Accept-Encoding header takes (RFC 9110, 12.5.3); without the header, as it is. */
export function encodingFor(header: string | string[] | undefined): Encoding {
  if (header === undefined || header === "") return "identity"
  const text = String(header)
  let found = accepted.get(text)
  if (!found) {
    const takes = (name: string) => new RegExp(`(?:^|[,\\s])${name}\\s*(?:$|,|;(?!\\s*q=0(?:\\.0*)?\\s*(?:$|,)))`, "i")
    found = takes("br").test(text) ? "br" : takes("gzip").test(text) ? "gzip" : "identity"
    accepted.set(text, found)
  }
  return found
}
const accepted = new LRUCache<string, Encoding>({ max: 200 })

/** For what is compressed once and sent many times: brotli up to 8 costs little more than gzip at 6 and is a fifth smaller; 9 costs ten times as much. */
export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return bytes
  if (encoding === "gzip") return deflate(bytes, { level: 6 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return brotli(bytes, { params })
}

/** What the hooks have put on every answer, such as the security headers; not what belongs to this one request. */
export function sharedHeaders(reply: FastifyReply): Record<string, string> {
  const shared: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (name !== "x-request-id" && name !== "set-cookie" && value !== undefined) shared[name] = String(value)
  }
  return shared
}

/** The headers of a 304. */
export function withoutLength({ "content-length": _, ...rest }: Record<string, string>): Record<string, string> {
  return rest
}
