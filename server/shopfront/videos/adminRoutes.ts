import type { FastifyReply, FastifyRequest } from "fastify"
import { maxImage, maxVideo, megabyte } from "#contract/limits.ts"
import { ReplaceForm, type Video, VideoForm } from "#contract/videos.ts"
import { onlyAdmins } from "../../platform/auth/actor.ts"
import { hours, minutes } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import type { Store } from "../../platform/db/store.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { preconditionOf, versionTag } from "../../platform/http/preconditions.ts"
import { routesOf } from "../../platform/http/route.ts"
import { callOf, parseFields, receive, uploadRoutes } from "../../platform/media/uploads.ts"
import * as admin from "./admin.ts"
import { tooLarge } from "./files.ts"
import { openVideo } from "./viewers.ts"

const route = routesOf("videos")

export async function adminVideoRoutes(context: Context): Promise<void> {
  recordRoutes(context)
  await uploadVideoRoutes(context)
}

function recordRoutes({ http, store }: Context): void {
  route(http, "POST /videos/", {
    summary: "Create a video without its file",
    onRequest: onlyAdmins("content_admin"),
    status: 201,
    handler: async (request, reply) => {
      const { actor, body, headers } = request
      admin.assertMayWrite(actor)
      const id = await withIdempotencyKey(store, { headers, reply, scope: `videos user ${actor.id}`, body }, (finish) =>
        store.transaction(async (tx) => finish(tx, 201, await admin.createVideo(tx, actor, body))),
      )
      return send(store, request, reply, id)
    },
  })
  route(http, "POST /videos/{id}/approve", {
    summary: "Approve a video that was removed",
    onRequest: onlyAdmins("content_admin"),
    handler: async (request, reply) => {
      await store.transaction((tx) =>
        admin.approveVideo(tx, request.actor, { id: request.params.id, seen: preconditionOf(request) }),
      )
      return send(store, request, reply, request.params.id)
    },
  })
  route(http, "DELETE /videos/{id}", {
    summary: "Delete a video and its file",
    onRequest: onlyAdmins("content_admin"),
    handler: async (request) => {
      const input = { id: request.params.id, seen: preconditionOf(request) }
      await store.transaction((tx) => admin.deleteVideo(tx, request.actor, input))
    },
  })
}

async function uploadVideoRoutes({ http, store, storage, settings: { dataDir } }: Context): Promise<void> {
  await uploadRoutes(http, (scope) => {
    route(scope, "POST /videos/upload", {
      summary: "Upload a video with its fields, or the file of an existing video (video_id)",
      config: { bodyTimeout: hours(1) },
      onRequest: onlyAdmins("content_admin"),
      status: 201,
      handler: async (request, reply) => {
        admin.assertMayWrite(request.actor)
        if (Number(request.headers["content-length"]) > maxVideo * megabyte + slack) throw tooLarge()
        request.raw.socket.setTimeout?.(minutes(1))
        const received = await receive(request, { dataDir, maxBytes: maxVideo * megabyte })
        const isGone = () => request.raw.socket.destroyed
        try {
          if (received.fields.video_id) {
            const { video_id: id } = parseFields(ReplaceForm, received.fields)
            await admin.replaceVideoFile(store, storage, request.actor, { id, form: received, isGone })
            return send(store, request, reply, id)
          }
          const fields = parseFields(VideoForm, received.fields)
          const id = await withIdempotencyKey(store, callOf(request, reply, "videos", received), (finish) =>
            admin.uploadVideo(store, storage, request.actor, { fields, form: received, isGone, finish }),
          )
          return send(store, request, reply, id)
        } finally {
          await received.discard()
        }
      },
    })
    // These two routes for a thumbnail exist beside the one below, so that clients may use any of them.
    for (const call of ["PUT /images/videos/{id}/thumbnail", "POST /videos/{id}/thumbnail"] as const) {
      route(scope, call, {
        summary: "Upload a thumbnail, in the part thumbnail, file, or both",
        onRequest: onlyAdmins("content_admin"),
        handler: (request, reply) => thumbnail(request, reply, request.params.id),
      })
    }
    route(scope, "PUT /videos/{id}", {
      summary: "Edit the given fields; as a form with thumbnail_file, the thumbnail",
      onRequest: onlyAdmins("content_admin"),
      handler: async (request, reply) => {
        const { id } = request.params
        if (request.isMultipart()) return thumbnail(request, reply, id)
        const input = { id, fields: request.body ?? {}, seen: preconditionOf(request) }
        await store.transaction((tx) => admin.editVideo(tx, request.actor, input))
        return send(store, request, reply, id)
      },
    })
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
