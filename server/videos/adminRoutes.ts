import type { FastifyReply, FastifyRequest } from "fastify"
import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { maxImage, maxVideo, megabyte } from "#contract/limits.ts"
import { EditVideoBody, NewVideo, ReplaceForm, Video, VideoForm } from "#contract/videos.ts"
import { onlyAdmins } from "../auth/actor.ts"
import { hours, minutes } from "../clock.ts"
import type { Context } from "../context.ts"
import type { Store } from "../db/store.ts"
import { once } from "../http/idempotency.ts"
import { preconditionOf, versionTag } from "../http/preconditions.ts"
import { callOf, parseFields, receive, uploadRoutes } from "../media/uploads.ts"
import * as admin from "./admin.ts"
import { tooLarge } from "./files.ts"
import { openVideo } from "./viewers.ts"

const docs = (summary: string) => ({ tags: ["videos"], summary })
const one = "/api/videos/:id"
const form = { consumes: ["multipart/form-data"] }

/** Creates, changes and deletes videos. */
export async function adminVideoRoutes(context: Context): Promise<void> {
  recordRoutes(context)
  await uploadVideoRoutes(context)
}

function recordRoutes({ http, store }: Context): void {
  http.post(
    "/api/videos",
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Create a video without its file"), body: NewVideo, response: { 201: Video } },
    },
    async (request, reply) => {
      const { actor, body, headers } = request
      admin.assertMayWrite(actor)
      const id = await once(store, { headers, reply, scope: `videos user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => finish(tx, 201, await admin.createVideo(tx, actor, body))),
      )
      return send(store, request, reply, id)
    },
  )
  http.post(
    `${one}/approve`,
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Approve a video that was removed"), params: IdParams, response: { 200: Video } },
    },
    async (request, reply) => {
      await store.transaction((tx) =>
        admin.approveVideo(tx, request.actor, { id: request.params.id, seen: preconditionOf(request) }),
      )
      return send(store, request, reply, request.params.id)
    },
  )
  http.delete(
    one,
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Delete a video and its file"), params: IdParams, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const input = { id: request.params.id, seen: preconditionOf(request) }
      await store.transaction((tx) => admin.deleteVideo(tx, request.actor, input))
      return reply.status(204).send(null)
    },
  )
}

async function uploadVideoRoutes({ http, store, storage, settings: { dataDir } }: Context): Promise<void> {
  await uploadRoutes(http, (scope) => {
    scope.post(
      "/api/videos/upload",
      {
        config: { bodyTimeout: hours(1) },
        onRequest: onlyAdmins("content_admin"),
        schema: {
          ...docs("Upload a video with its fields, or the file of an existing video (video_id)"),
          ...form,
          response: { 201: Video },
        },
      },
      async (request, reply) => {
        admin.assertMayWrite(request.actor)
        if (Number(request.headers["content-length"]) > maxVideo * megabyte + slack) throw tooLarge()
        request.raw.socket.setTimeout?.(minutes(1))
        const received = await receive(request, { dataDir, maxBytes: maxVideo * megabyte })
        const isGone = () => request.raw.socket.destroyed
        try {
          if (received.fields.video_id) {
            const { video_id: id } = parseFields(ReplaceForm, received.fields)
            await admin.replaceVideoFile(store, storage, request.actor, { id, form: received, isGone })
            return send(store, request, reply.status(201), id)
          }
          const fields = parseFields(VideoForm, received.fields)
          const id = await once(store, callOf(request, reply, "videos", received), (finish) =>
            admin.uploadVideo(store, storage, request.actor, { fields, form: received, isGone, finish }),
          )
          return send(store, request, reply, id)
        } finally {
          await received.discard()
        }
      },
    )
    // Three routes for a thumbnail, so that clients may use any of them.
    const thumbnailRoutes = [
      { method: "PUT" as const, url: "/api/images/videos/:id/thumbnail" },
      { method: "POST" as const, url: `${one}/thumbnail` },
    ]
    for (const way of thumbnailRoutes) {
      scope.route({
        ...way,
        onRequest: onlyAdmins("content_admin"),
        schema: {
          ...docs("Upload a thumbnail, in the part thumbnail, file, or both"),
          ...form,
          params: IdParams,
          response: { 200: Video },
        },
        handler: (request, reply) => thumbnail(request, reply, request.params.id),
      })
    }
    scope.put(
      one,
      {
        onRequest: onlyAdmins("content_admin"),
        schema: {
          ...docs("Edit the given fields; as a form with thumbnail_file, the thumbnail"),
          params: IdParams,
          body: EditVideoBody,
          response: { 200: Video },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        if (request.isMultipart()) return thumbnail(request, reply, id)
        const input = { id, fields: request.body ?? {}, seen: preconditionOf(request) }
        await store.transaction((tx) => admin.editVideo(tx, request.actor, input))
        return send(store, request, reply, id)
      },
    )
  })

  async function thumbnail(request: FastifyRequest, reply: FastifyReply, id: number): Promise<Video> {
    admin.assertMayWrite(request.actor)
    // The specification's form has two parts, `file` and `thumbnail`; either one is sufficient.
    const { files, discard } = await receive(request, { dataDir, maxBytes: maxImage * megabyte, maxFiles: 2 })
    try {
      const upload = files.find(({ field }) => field.startsWith("thumbnail")) ?? files[0]
      const input = { id, upload, seen: preconditionOf(request) }
      await admin.setThumbnail(store, storage, request.actor, input)
      return send(store, request, reply, id)
    } finally {
      await discard()
    }
  }
}

async function send(store: Store, request: FastifyRequest, reply: FastifyReply, id: number): Promise<Video> {
  const { video, version } = await openVideo(store, request.actor, id)
  return reply.header("etag", `"${versionTag({ version })}"`).send(video) as never
}

/** The maximum size of a form's fields and boundaries in addition to its file. */
const slack = 1024 * 1024
