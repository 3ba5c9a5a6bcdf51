import type { FastifyReply, FastifyRequest } from "fastify"
import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import {
  ListedVideo,
  Video,
  VideoCategories,
  VideoCategoryParams,
  VideoLikes,
  VideoPage,
  VideoQuery,
  VideoTagParams,
  VideoViews,
} from "#contract/videos.ts"
import { videoTexts } from "#contract/videoText.ts"
import { only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { listed } from "../http/caching.ts"
import { type Column, csvOr } from "../http/csv.ts"
import { versionTag } from "../http/preconditions.ts"
import { sendFile } from "../media/ranges.ts"
import { notFound } from "../refusal.ts"
import { assertOpenTo } from "../shop-settings/maintenance.ts"
import type { ShopState } from "../shop-settings/shopSettings.ts"
import { adminVideoRoutes } from "./adminRoutes.ts"
import { assertLink, LinkQuery, secondsLeft } from "./links.ts"
import * as videos from "./videos.ts"
import { assertMayWatch } from "./videos.ts"
import * as viewers from "./viewers.ts"

const docs = (summary: string) => ({ tags: ["videos"], summary })
const List = z.array(ListedVideo)
const one = "/api/videos/:id"
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

  http.get(
    "/api/videos",
    { schema: { ...docs("List videos, newest first"), querystring: VideoQuery, response: { 200: List } } },
    (request, reply) => {
      const { actor, query } = request
      const answer = () => list(request, reply, query)
      const table = { name: "videos", columns, rows: () => videos.exportVideos(store, actor, query) }
      return query.all ? csvOr(request, reply, table, answer) : answer()
    },
  )
  http.get(
    "/api/videos/category/:category",
    {
      schema: {
        ...docs("List videos of a category"),
        params: VideoCategoryParams,
        querystring: VideoPage,
        response: { 200: List },
      },
    },
    (request, reply) => list(request, reply, { ...request.query, ...request.params }),
  )
  http.get(
    "/api/videos/tag/:tag",
    {
      schema: {
        ...docs("List videos with a tag"),
        params: VideoTagParams,
        querystring: VideoPage,
        response: { 200: List },
      },
    },
    (request, reply) => list(request, reply, { ...request.query, ...request.params }),
  )
  http.get(
    "/api/videos/doll/:id",
    {
      schema: { ...docs("List videos of a model"), params: IdParams, querystring: VideoPage, response: { 200: List } },
    },
    (request, reply) => list(request, reply, { ...request.query, doll_id: request.params.id }),
  )
  http.get(
    "/api/videos/categories",
    { schema: { ...docs("List the categories in use"), response: { 200: VideoCategories } } },
    (request, reply) => cache.answer(request, reply, async () => ({ body: await videos.listCategories(store) })),
  )
}

function viewerRoutes({ http, store, storage, cache, shop }: VideoContext): void {
  http.get(
    one,
    {
      schema: {
        ...docs("Get a video, with a signed link if the caller may watch it"),
        params: IdParams,
        response: { 200: Video },
      },
    },
    (request, reply) =>
      cache.answer(request, reply, async () => {
        const { video, version } = await viewers.openVideo(store, request.actor, request.params.id)
        return { body: video, version: versionTag({ version }) }
      }),
  )
  http.get(
    `${one}/media`,
    {
      schema: {
        ...docs("The video file behind a signed link; supports ranges"),
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
    `${one}/captions`,
    {
      schema: { ...docs("Captions as WebVTT, behind the same signed link"), params: IdParams, querystring: LinkQuery },
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
  http.post(
    `${one}/views`,
    {
      onRequest: only(assertMayWatch),
      schema: { ...docs("Count a view, once a day per account"), params: IdParams, response: { 200: VideoViews } },
    },
    (request) => viewers.countView(store, request.actor, request.params.id),
  )
  http.post(
    `${one}/likes`,
    {
      onRequest: only(assertMayWatch),
      schema: { ...docs("Toggle a like"), params: IdParams, response: { 200: VideoLikes } },
    },
    (request) => store.transaction((tx) => viewers.toggleLike(tx, request.actor, request.params.id)),
  )
}

/** The bytes of a video that are sent before access is checked again. */
const piece = 4 * 1024 * 1024
