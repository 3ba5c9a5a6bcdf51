import { Readable } from "node:stream"
import type { FastifyReply, FastifyRequest } from "fastify"
import { notFound } from "../refusal.ts"
import type { Storage } from "./storage.ts"

/**
 * Sends a stored file, or the one range of it that was requested: 200, 206, 304 or 416. Throws when there is no such
 * file. A range is cut to `piece` bytes, as RFC 9110 allows, and the player requests the rest: each request is
 * authorized again.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    storage,
    name,
    headers,
    piece = Number.POSITIVE_INFINITY,
  }: { storage: Storage; name: string; headers: Record<string, string>; piece?: number },
): Promise<FastifyReply> {
  const file = await storage.find(name)
  if (!file) throw notFound()
  const etag = `"${file.size.toString(36)}-${file.modified.toString(36)}"`
  reply.headers({ "x-content-type-options": "nosniff", "accept-ranges": "bytes", etag, ...headers })
  if (request.headers["if-none-match"]?.includes(etag)) return reply.status(304).send()
  const ifRange = request.headers["if-range"]
  const range = ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, file.size, piece) : undefined
  if (range === null) return reply.status(416).header("content-range", `bytes */${file.size}`).send()
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  if (range) reply.status(206).header("content-range", `bytes ${start}-${end}/${file.size}`)
  reply.header("content-length", String(end - start + 1))
  if (file.size === 0) return reply.send("")
  if (request.method === "HEAD") return reply.send(Readable.from([]))
  return reply.send(await storage.read(name, { start, end }))
}

/** Parses one byte range; undefined for none or one that may be ignored, null for one outside the file. */
function rangeOf(
  header: string | undefined,
  size: number,
  piece: number,
): { start: number; end: number } | null | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? "")
  if (!found || (found[1] === "" && found[2] === "")) return undefined
  const start = found[1] === "" ? Math.max(0, size - Number(found[2])) : Number(found[1])
  const last = found[1] === "" || found[2] === "" ? size - 1 : Math.min(Number(found[2]), size - 1)
  const end = Math.min(last, start + piece - 1)
  return start > last || start >= size ? null : { start, end }
}
