import type { FastifyReply, FastifyRequest } from "fastify"
import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import {
  EditVideo,
  ListedVideo,
  NewVideo,
  ReplaceForm,
  Video,
  VideoCategories,
  VideoCategoryParams,
  VideoForm,
  VideoLikes,
  VideoPage,
  VideoQuery,
  VideoTagParams,
  VideoViews,
} from "#contract/videos.ts"
import { mostThumbnailBytes, mostVideoBytes, videoTexts } from "#contract/videoText.ts"
import type { App } from "../app.ts"
import { hours, minutes } from "../clock.ts"
import { listed } from "../http/caching.ts"
import { type Column, sendCsv, wantsCsv } from "../http/csv.ts"
import { assertOpenTo } from "../http/maintenance.ts"
import { preconditionOf, versionTag } from "../http/preconditions.ts"
import { sendFile } from "../media/ranges.ts"
import { parseFields, receive, uploadRoutes } from "../media/uploads.ts"
import { notFound } from "../refusal.ts"
import * as desk from "./desk.ts"
import { tooLarge } from "./files.ts"
import { assertLink, LinkQuery } from "./links.ts"
import * as videos from "./videos.ts"
import * as viewers from "./viewers.ts"

const said = (summary: string) => ({ tags: ["videos"], summary })
const List = z.array(ListedVideo)
const one = "/api/videos/:id"
const form = { consumes: ["multipart/form-data"] }
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
  { name: "release_date", of: (row) => row.release_date },
  { name: "created_at", of: (row) => row.created_at },
  { name: "description", of: (row) => row.description },
]

export async function videoRoutes({ http, store, storage, cache, settings, shop }: App): Promise<void> {
  const { dataDir } = settings
  const list = (request: FastifyRequest, reply: FastifyReply, query: Parameters<typeof videos.listVideos>[2]) =>
    cache.answer(request, reply, async () => listed(await videos.listVideos(store, request.actor, query)))

  http.get(
    "/api/videos",
    { schema: { ...said("Videos, the newest first"), querystring: VideoQuery, response: { 200: List } } },
    (request, reply) => {
      const { actor, query } = request
      if (query.all && wantsCsv(request))
        return sendCsv(reply, "videos", columns, videos.exportVideos(store, actor, query))
      return list(request, reply, query)
    },
  )
  http.get(
    "/api/videos/category/:category",
    {
      schema: {
        ...said("Videos of a category"),
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
      schema: { ...said("Videos with a tag"), params: VideoTagParams, querystring: VideoPage, response: { 200: List } },
    },
    (request, reply) => list(request, reply, { ...request.query, ...request.params }),
  )
  http.get(
    "/api/videos/doll/:id",
    { schema: { ...said("Videos of a model"), params: IdParams, querystring: VideoPage, response: { 200: List } } },
    (request, reply) => list(request, reply, { ...request.query, doll_id: request.params.id }),
  )
  http.get(
    "/api/videos/categories",
    { schema: { ...said("The categories in use"), response: { 200: VideoCategories } } },
    (request, reply) => cache.answer(request, reply, async () => ({ body: await videos.listCategories(store) })),
  )
  http.get(
    one,
    {
      schema: {
        ...said("One video; with a signed link to its film for whoever may watch"),
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
    { schema: { ...said("The film behind a signed link, in ranges"), params: IdParams, querystring: LinkQuery } },
    async (request, reply) => {
      const row = await videos.fileOf(store, request.params.id)
      assertOpenTo(shop, await assertLink(store, row, request.query))
      if (!row.file) throw notFound(videoTexts.notFound)
      const headers = { "content-type": row.type!, "cache-control": "private, no-cache" }
      return sendFile(request, reply, { storage, name: row.file, headers })
    },
  )
  http.get(
    `${one}/captions`,
    {
      schema: { ...said("What is said in it, as WebVTT, by the same link"), params: IdParams, querystring: LinkQuery },
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
    { schema: { ...said("Counts once a day"), params: IdParams, response: { 200: VideoViews } } },
    (request) => viewers.countView(store, request.actor, request.params.id),
  )
  http.post(
    `${one}/likes`,
    { schema: { ...said("Likes, or not any more"), params: IdParams, response: { 200: VideoLikes } } },
    (request) => store.transaction((tx) => viewers.toggleLike(tx, request.actor, request.params.id)),
  )
  http.post(
    "/api/videos",
    { schema: { ...said("A record without a film"), body: NewVideo, response: { 201: Video } } },
    async (request, reply) => {
      const id = await store.transaction((tx) => desk.createVideo(tx, request.actor, request.body))
      return send(request, reply.status(201), id)
    },
  )
  http.delete(
    one,
    { schema: { ...said("Deletes it with its film"), params: IdParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const input = { id: request.params.id, seen: preconditionOf(request) }
      await store.transaction((tx) => desk.deleteVideo(tx, request.actor, input))
      return reply.status(204).send(null)
    },
  )

  await uploadRoutes(http, (scope) => {
    scope.post(
      "/api/videos/upload",
      {
        config: { bodyPatience: hours(1) },
        schema: { ...said("A film with its fields; video_id gives it to a record"), ...form, response: { 201: Video } },
      },
      async (request, reply) => {
        desk.assertMayWrite(request.actor)
        if (Number(request.headers["content-length"]) > mostVideoBytes + slack) throw tooLarge()
        request.raw.socket.setTimeout?.(minutes(1))
        const film = await receive(request, { dataDir, maxBytes: mostVideoBytes })
        const isGone = () => request.raw.socket.destroyed
        try {
          if (film.fields.video_id) {
            const { video_id: id } = parseFields(ReplaceForm, film.fields)
            await desk.replaceFilm(store, storage, request.actor, { id, form: film, isGone })
            return send(request, reply.status(201), id)
          }
          const input = { fields: parseFields(VideoForm, film.fields), form: film, isGone }
          return send(request, reply.status(201), await desk.uploadVideo(store, storage, request.actor, input))
        } finally {
          await film.discard()
        }
      },
    )
    // The three ways to a thumbnail; whichever a client tries first is there.
    const ways = [
      { method: "PUT" as const, url: "/api/images/videos/:id/thumbnail" },
      { method: "POST" as const, url: `${one}/thumbnail` },
    ]
    for (const way of ways) {
      scope.route({
        ...way,
        schema: { ...said("A thumbnail: file or thumbnail"), ...form, params: IdParams, response: { 200: Video } },
        handler: (request, reply) => thumbnail(request, reply, request.params.id),
      })
    }
    scope.put(
      one,
      {
        schema: {
          ...said("Changes what is sent; as a form with thumbnail_file, the thumbnail"),
          params: IdParams,
          body: EditVideo.nullish(),
          response: { 200: Video },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        if (request.isMultipart()) return thumbnail(request, reply, id)
        const input = { id, fields: request.body ?? {}, seen: preconditionOf(request) }
        await store.transaction((tx) => desk.editVideo(tx, request.actor, input))
        return send(request, reply, id)
      },
    )
  })

  async function thumbnail(request: FastifyRequest, reply: FastifyReply, id: number): Promise<Video> {
    desk.assertMayWrite(request.actor)
    const { files, discard } = await receive(request, { dataDir, maxBytes: mostThumbnailBytes })
    try {
      const input = { id, upload: files[0], seen: preconditionOf(request) }
      await desk.setThumbnail(store, storage, request.actor, input)
      return send(request, reply, id)
    } finally {
      await discard()
    }
  }

  async function send(request: FastifyRequest, reply: FastifyReply, id: number): Promise<Video> {
    const { video, version } = await viewers.openVideo(store, request.actor, id)
    return reply.header("etag", `"${versionTag({ version })}"`).send(video) as never
  }
}

/** What the fields and borders of a form may add to its file. */
const slack = 1024 * 1024
