import * as z from "zod"
import type { App } from "../app.ts"
import { notFound } from "../refusal.ts"
import { sendFile } from "./ranges.ts"
import { isName, isPrivate } from "./storage.ts"

const types: Record<string, string> = {
  avif: "image/avif",
  webp: "image/webp",
  mp4: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
}

/** Public files: `/media/{key}/{width}.avif` and the films of the slideshow. A name is never given twice, so they never change. */
export function mediaRoutes({ http, storage }: App): void {
  http.get("/media/*", { schema: { hide: true, params: z.object({ "*": z.string() }) } }, (request, reply) => {
    const name = request.params["*"]
    const type = types[name.slice(name.lastIndexOf(".") + 1)]
    if (!type || !isName(name) || isPrivate(name)) throw notFound()
    const headers = { "content-type": type, "cache-control": "public, max-age=31536000, immutable" }
    return sendFile(request, reply, { storage, name, headers })
  })
}
