import * as z from "zod"
import { Slide, SlideQuery } from "#contract/slideshow.ts"
import type { App } from "../app.ts"
import { listed } from "../http/caching.ts"
import * as slideshow from "./slideshow.ts"

const tags = ["slideshow"]

export function slideshowRoutes({ http, store, cache }: App): void {
  http.get(
    "/api/slideshow/slideshows",
    { schema: { tags, querystring: SlideQuery, response: { 200: z.array(Slide) } } },
    (request, reply) =>
      cache.answer(request, reply, async () => listed(await slideshow.listSlides(store, request.actor, request.query))),
  )
}
