import * as z from "zod"
import type { App } from "../app.ts"
import { notFound } from "../refusal.ts"
import { isName } from "./storage.ts"

const types: Record<string, string> = {
  avif: "image/avif",
  webp: "image/webp",
  mp4: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
}

/** Public files: `/media/{key}/{width}.avif` and the films of the slideshow. A name is never given twice, so they never change. */
export function mediaRoutes({ http, storage }: App): void {
  http.get("/media/*", { schema: { hide: true, params: z.object({ "*": z.string() }) } }, async (request, reply) => {
    const name = request.params["*"]
    const type = types[name.slice(name.lastIndexOf(".") + 1)]
    const file = type && isName(name) ? await storage.find(name) : null
    if (!file) throw notFound()
    const etag = `"${file.size.toString(36)}-${file.modified.toString(36)}"`
    reply.headers({
      "content-type": type,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      etag,
    })
    if (request.headers["if-none-match"]?.includes(etag)) return reply.status(304).send()
    const ifRange = request.headers["if-range"]
    const range = ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, file.size) : undefined
    if (range === null) return reply.status(416).header("content-range", `bytes */${file.size}`).send()
    const { start, end } = range ?? { start: 0, end: file.size - 1 }
    if (range) reply.status(206).header("content-range", `bytes ${start}-${end}/${file.size}`)
    reply.header("content-length", String(end - start + 1))
    if (file.size === 0) return reply.send("")
    return reply.send(storage.read(name, { start, end }))
  })
}

/** One byte range; undefined for none or one we may ignore, null for one that lies outside the file. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? "")
  if (!found || (found[1] === "" && found[2] === "")) return undefined
  const start = found[1] === "" ? Math.max(0, size - Number(found[2])) : Number(found[1])
  const end = found[1] === "" || found[2] === "" ? size - 1 : Math.min(Number(found[2]), size - 1)
  return start > end || start >= size ? null : { start, end }
}
