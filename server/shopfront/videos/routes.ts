import type { FastifyReply, FastifyRequest } from "fastify"
import { IdParams } from "#contract/common.ts"
import type { ListedVideo } from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { only } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { listed } from "../../platform/http/caching.ts"
import { type Column, csvOr } from "../../platform/http/csv.ts"
import { versionTag } from "../../platform/http/preconditions.ts"
import { routesOf } from "../../platform/http/route.ts"
import { sendFile } from "../../platform/media/ranges.ts"
import { notFound } from "../../platform/refusal.ts"
import { assertOpenTo } from "../../platform/shop-settings/maintenance.ts"
import type { ShopState } from "../../platform/shop-settings/shopSettings.ts"
import { adminVideoRoutes } from "./adminRoutes.ts"
import { assertLink, LinkQuery, secondsLeft } from "./links.ts"
import * as videos from "./videos.ts"
import { assertMayWatch } from "./videos.ts"
import * as viewers from "./viewers.ts"

const route = routesOf("videos")

const columns: Column<ListedVideo>[] = [
  { name: "id", of: (row) => row.id },
  { name: "title", of: (row) => row.title },
  { name: "model", of: (row) => row.model_name },
  { name: "category", of: (row) => row.category },
  { name: "tags", of: (row) => row.tags.join(", ") },
  { name: "seconds", of: (row) => row.duration },
  { name: "views", of: (row) => row.views },
  { name: "likes", of: (row) => row.likes },
  { name: "is_featured", of: (row) => row.is_featured },
  { name: "is_published", of: (row) => row.is_published },
  { name: "needs_approval", of: (row) => row.needs_approval },
  { name: "release_date", of: (row) => row.release_date },
  { name: "created_at", of: (row) => row.created_at },
  { name: "description", of: (row) => row.description },
]

type VideoContext = Context & { shop: ShopState }

export async function videoRoutes(context: VideoContext): Promise<void> {
  listRoutes(context)
  viewerRoutes(context)
  await adminVideoRoutes(context)
}

function listRoutes({ http, store, cache }: VideoContext): void {
  const list = (request: FastifyRequest, reply: FastifyReply, query: Parameters<typeof videos.listVideos>[2]) =>
    cache.answer(request, reply, async () => listed(await videos.listVideos(store, request.actor, query)))

  route(http, "GET /videos/", {
    summary: "List videos, newest first",
    handler: (request, reply) => {
      const { actor, query } = request
      const answer = () => list(request, reply, query)
      const table = { name: "videos", columns, rows: () => videos.exportVideos(store, actor, query) }
      return query.all ? csvOr(request, reply, table, answer) : answer()
    },
  })
  route(http, "GET /videos/category/{category}", {
    summary: "List videos of a category",
    handler: (request, reply) => list(request, reply, { ...request.query, ...request.params }),
  })
  route(http, "GET /videos/tag/{tag}", {
    summary: "List videos with a tag",
    handler: (request, reply) => list(request, reply, { ...request.query, ...request.params }),
  })
  route(http, "GET /videos/doll/{id}", {
    summary: "List videos of a model",
    handler: (request, reply) => list(request, reply, { ...request.query, doll_id: request.params.id }),
  })
  route(http, "GET /videos/categories", {
    summary: "List the categories in use",
    handler: (request, reply) =>
      cache.answer(request, reply, async () => ({ body: await videos.listCategories(store) })),
  })
}

function viewerRoutes({ http, store, storage, cache, shop }: VideoContext): void {
  route(http, "GET /videos/{id}", {
    summary: "Get a video, with a signed link if the caller may watch it",
    handler: (request, reply) =>
      cache.answer(request, reply, async () => {
        const { video, version } = await viewers.openVideo(store, request.actor, request.params.id)
        return { body: video, version: versionTag({ version }) }
      }),
  })
  http.get(
    "/api/videos/:id/media",
    {
      schema: {
        tags: ["videos"],
        summary: "The video file behind a signed link; supports ranges",
        params: IdParams,
        querystring: LinkQuery,
      },
    },
    async (request, reply) => {
      const row = await videos.fileOf(store, request.params.id)
      assertOpenTo(shop, await assertLink(store, row, request.query))
      if (!row.file) throw notFound(videoTexts.notFound)
      const address = await storage.signedUrl(row.file, row.type!, secondsLeft(store, request.query))
      if (address) return reply.header("cache-control", "private, no-store").redirect(address)
      const headers = { "content-type": row.type!, "cache-control": "private, no-cache" }
      return sendFile(request, reply, { storage, name: row.file, headers, piece })
    },
  )
  http.get(
    "/api/videos/:id/captions",
    {
      schema: {
        tags: ["videos"],
        summary: "Captions as WebVTT, behind the same signed link",
        params: IdParams,
        querystring: LinkQuery,
      },
    },
    async (request, reply) => {
      const row = await videos.fileOf(store, request.params.id)
      assertOpenTo(shop, await assertLink(store, row, request.query))
      if (row.captions === null) throw notFound(videoTexts.notFound)
      return reply
        .headers({ "content-type": "text/vtt; charset=utf-8", "cache-control": "private, no-cache" })
        .send(row.captions)
    },
  )
  route(http, "POST /videos/{id}/views", {
    summary: "Count a view, once a day per account",
    onRequest: only(assertMayWatch),
    handler: (request) => viewers.countView(store, request.actor, request.params.id),
  })
  route(http, "POST /videos/{id}/likes", {
    summary: "Toggle a like",
    onRequest: only(assertMayWatch),
    handler: (request) => store.transaction((tx) => viewers.toggleLike(tx, request.actor, request.params.id)),
  })
}

/** The number of bytes of a video that are sent before access is checked again. */
const piece = 4 * 1024 * 1024
