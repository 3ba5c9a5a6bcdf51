import * as z from "zod"
import { BulkUpload, EditImage, Image, ImageForm } from "#contract/catalog.ts"
import { IdParams } from "#contract/common.ts"
import { modelDeskTexts } from "#contract/panelText.ts"
import type { App } from "../app.ts"
import { parseFields, receive, uploadRoutes } from "../media/uploads.ts"
import { invalid } from "../refusal.ts"
import * as catalog from "./catalog.ts"
import * as images from "./images.ts"

const tags = ["images"]
const DollParams = z.object({ dollId: IdParams.shape.id })
const megabytes = 1024 * 1024
const mostFiles = 20

export async function imageRoutes({ http, store, storage, cache, settings }: App): Promise<void> {
  const limits = { dataDir: settings.dataDir, maxBytes: 20 * megabytes }

  http.get(
    "/api/images/:dollId/images",
    { schema: { tags, params: DollParams, response: { 200: z.array(Image) } } },
    (request, reply) =>
      cache.answer(request, reply, async () => ({
        body: await images.listImages(store, request.actor, request.params.dollId),
      })),
  )
  http.patch(
    "/api/images/:id",
    { schema: { tags, params: IdParams, body: EditImage, response: { 200: Image } } },
    (request) =>
      store.transaction((tx) => images.editImage(tx, request.actor, { id: request.params.id, fields: request.body })),
  )
  http.delete(
    "/api/images/:id",
    { schema: { tags, params: IdParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await store.transaction((tx) => images.deleteImage(tx, request.actor, { id: request.params.id, storage }))
      return reply.status(204).send(null)
    },
  )
  await uploadRoutes(http, (scope) => {
    scope.post(
      "/api/images/upload",
      { schema: { tags, consumes: ["multipart/form-data"], response: { 201: Image } } },
      async (request, reply) => {
        images.assertMayUpload(request.actor)
        const form = await receive(request, limits)
        try {
          const { doll_id, caption, is_primary } = parseFields(ImageForm, form.fields)
          const [upload] = form.files
          if (!upload) throw invalid("file", modelDeskTexts.notAnImage)
          const input = { dollId: doll_id, upload, caption: caption || null, isPrimary: is_primary }
          return reply.status(201).send(await images.addImage(store, storage, request.actor, input))
        } finally {
          await form.discard()
        }
      },
    )
    scope.post(
      "/api/images/:dollId/images/bulk",
      {
        schema: {
          tags,
          consumes: ["multipart/form-data"],
          params: DollParams,
          response: { 200: BulkUpload, 201: BulkUpload },
        },
      },
      async (request, reply) => {
        images.assertMayUpload(request.actor)
        const { dollId } = request.params
        await catalog.getDoll(store, request.actor, dollId)
        const form = await receive(request, { ...limits, maxFiles: mostFiles })
        try {
          if (form.files.length === 0) throw invalid("files", modelDeskTexts.notAnImage)
          const { is_primary: isPrimary } = parseFields(ImageForm.pick({ is_primary: true }), form.fields)
          const input = { dollId, uploads: form.files, isPrimary }
          const result = await images.addImages(store, storage, request.actor, input)
          return reply.status(result.images.length > 0 ? 201 : 200).send(result)
        } finally {
          await form.discard()
        }
      },
    )
  })
}
