import { maxImagesPerUpload } from "#contract/adminLimits.ts"
import { ImageForm } from "#contract/catalog.ts"
import { maxImage, megabyte } from "#contract/limits.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { partOf, withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { routesOf } from "../../platform/http/route.ts"
import { callOf, parseFields, receive, uploadRoutes } from "../../platform/media/uploads.ts"
import { invalid } from "../../platform/refusal.ts"
import * as catalog from "./catalog.ts"
import * as images from "./images.ts"

const route = routesOf("images")

export async function imageRoutes({ http, store, storage, cache, settings }: Context): Promise<void> {
  const limits = { dataDir: settings.dataDir, maxBytes: maxImage * megabyte }

  route(http, "GET /images/{dollId}/images", {
    config: { scope: "models:read" },
    handler: (request, reply) =>
      cache.answer(request, reply, async () => ({
        body: await images.listImages(store, request.actor, request.params.dollId),
      })),
  })
  route(http, "PATCH /images/{id}", {
    onRequest: onlyAdmins("content_admin"),
    handler: (request) =>
      store.transaction((tx) => images.editImage(tx, request.actor, { id: request.params.id, fields: request.body })),
  })
  route(http, "DELETE /images/{id}", {
    onRequest: onlyAdmins("content_admin"),
    handler: (request) =>
      store.transaction((tx) => images.deleteImage(tx, request.actor, { id: request.params.id, storage })),
  })
  route(http, "DELETE /images/{id}/dark", {
    onRequest: onlyAdmins("content_admin"),
    handler: (request) =>
      store.transaction((tx) => images.removeDark(tx, request.actor, { id: request.params.id, storage })),
  })
  await uploadRoutes(http, (scope) => {
    route(scope, "POST /images/upload", {
      onRequest: onlyAdmins("content_admin"),
      status: 201,
      handler: async (request, reply) => {
        images.assertMayUpload(request.actor)
        const form = await receive(request, limits)
        try {
          const { doll_id, caption, is_primary } = parseFields(ImageForm, form.fields)
          const [upload] = form.files
          if (!upload) throw invalid("file", modelAdminTexts.notAnImage)
          const input = { dollId: doll_id, upload, caption: caption || null, isPrimary: is_primary }
          return await withIdempotencyKey(store, callOf(request, reply, "images", form), (finish) =>
            images.addImage(store, storage, request.actor, input, (tx, image) => finish(tx, 201, image)),
          )
        } finally {
          await form.discard()
        }
      },
    })
    route(scope, "PUT /images/{id}/dark", {
      onRequest: onlyAdmins("content_admin"),
      handler: async (request) => {
        images.assertMayUpload(request.actor)
        const form = await receive(request, limits)
        try {
          const [upload] = form.files
          if (!upload) throw invalid("file", modelAdminTexts.notAnImage)
          return await images.setDark(store, storage, request.actor, { id: request.params.id, upload })
        } finally {
          await form.discard()
        }
      },
    })
    route(scope, "POST /images/{dollId}/images/bulk", {
      onRequest: onlyAdmins("content_admin"),
      status: [200, 201],
      handler: async (request, reply) => {
        images.assertMayUpload(request.actor)
        const { dollId } = request.params
        await catalog.assertChangeable(store, request.actor, dollId)
        const form = await receive(request, { ...limits, maxFiles: maxImagesPerUpload })
        try {
          if (form.files.length === 0) throw invalid("files", modelAdminTexts.notAnImage)
          const { is_primary: isPrimary } = parseFields(ImageForm.pick({ is_primary: true }), form.fields)
          const call = callOf(request, reply, `images of ${dollId}`, form)
          return await withIdempotencyKey(store, call, async (finish) => {
            const result = await images.addImages(store, storage, request.actor, {
              dollId,
              uploads: form.files,
              isPrimary,
              // The process may die between two files: the repeated call must not add the first of them again.
              eachOnce: ({ name, size }, at, add) =>
                withIdempotencyKey(store, partOf(call, { name, size, at }), (finish) =>
                  add((tx, image) => finish(tx, 201, image)),
                ),
            })
            return finish(store, result.images.length > 0 ? 201 : 200, result)
          })
        } finally {
          await form.discard()
        }
      },
    })
  })
}
