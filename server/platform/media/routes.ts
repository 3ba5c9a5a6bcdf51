import * as z from "zod"
import { text } from "#contract/common.ts"
import type { Http } from "../http/http.ts"
import { notFound } from "../refusal.ts"
import { sendFile } from "./ranges.ts"
import { isName, isPrivate, type Storage } from "./storage.ts"
import { typeOf } from "./types.ts"

/** Serves public files: `/media/{key}/{width}.avif` and videos of the slideshow. Names are never reused. */
export function mediaRoutes({ http, storage }: { http: Http; storage: Storage }): void {
  http.get("/media/*", { schema: { hide: true, params: z.object({ "*": text() }) } }, (request, reply) => {
    const name = request.params["*"]
    const type = typeOf(name)
    if (!type || !isName(name) || isPrivate(name)) throw notFound()
    const headers = { "content-type": type, "cache-control": "public, max-age=31536000, immutable" }
    return sendFile(request, reply, { storage, name, headers })
  })
}
