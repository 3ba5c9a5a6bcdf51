import type { FastifyReply } from "fastify"
import { maxImage, maxSlide, megabyte } from "#contract/limits.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { SlideForm } from "#contract/slideshow.ts"
import { slideshowTexts } from "#contract/texts.ts"
import { onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { listed } from "../../platform/http/caching.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { preconditionOf, versionTag } from "../../platform/http/preconditions.ts"
import { routesOf } from "../../platform/http/route.ts"
import { fetchPublic } from "../../platform/media/remote.ts"
import { callOf, parseFields, receive, uploadRoutes } from "../../platform/media/uploads.ts"
import { invalid } from "../../platform/refusal.ts"
import * as slideshow from "./slideshow.ts"

const route = routesOf("slideshow")

const maxBytes = maxSlide * megabyte

export async function slideshowRoutes({ http, store, storage, cache, settings, fetcher }: Context): Promise<void> {
  route(http, "GET /slideshow/slideshows", {
    handler: (request, reply) =>
      cache.answer(request, reply, async () => listed(await slideshow.listSlides(store, request.actor, request.query))),
  })
  route(http, "GET /slideshow/slideshows/{id}", {
    handler: (request, reply) =>
      cache.answer(request, reply, async () => {
        const found = await slideshow.getSlide(store, request.actor, request.params.id)
        return { body: found.slide, version: versionTag(found) }
      }),
  })
  route(http, "PATCH /slideshow/slideshows/{id}", {
    onRequest: onlyAdmins("content_admin"),
    handler: async (request, reply) => {
      const input = { id: request.params.id, fields: request.body, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => slideshow.editSlide(tx, request.actor, input)))
    },
  })
  route(http, "DELETE /slideshow/slideshows/{id}", {
    onRequest: onlyAdmins("content_admin"),
    handler: async (request) => {
      const input = { id: request.params.id, seen: preconditionOf(request), storage }
      await store.transaction((tx) => slideshow.deleteSlide(tx, request.actor, input))
    },
  })
  route(http, "DELETE /slideshow/slideshows/{id}/dark", {
    onRequest: onlyAdmins("content_admin"),
    handler: async (request, reply) => {
      const input = { id: request.params.id, storage, dark: null }
      return send(reply, await store.transaction((tx) => slideshow.setDark(tx, request.actor, input)))
    },
  })
  await uploadRoutes(http, (scope) => {
    route(scope, "PUT /slideshow/slideshows/{id}/dark", {
      onRequest: onlyAdmins("content_admin"),
      handler: async (request, reply) => {
        slideshow.assertMayWrite(request.actor)
        const form = await receive(request, { dataDir: settings.dataDir, maxBytes: maxImage * megabyte })
        try {
          const [upload] = form.files
          if (!upload) throw invalid("file", modelAdminTexts.notAnImage)
          return send(
            reply,
            await slideshow.uploadDark(store, storage, request.actor, { id: request.params.id, upload }),
          )
        } finally {
          await form.discard()
        }
      },
    })
    route(scope, "POST /slideshow/upload", {
      onRequest: onlyAdmins("content_admin"),
      status: 201,
      handler: async (request, reply) => {
        slideshow.assertMayWrite(request.actor)
        const form = await receive(request, { dataDir: settings.dataDir, maxBytes })
        try {
          const { caption, url } = parseFields(SlideForm, form.fields)
          const id = await withIdempotencyKey(store, callOf(request, reply, "slides", form), async (finish) => {
            const upload =
              form.files[0] ?? (url ? await fetchPublic(url, { into: form.directory, maxBytes, fetcher }) : null)
            if (!upload) throw invalid("file", slideshowTexts.wrongKind)
            const input = { upload, caption: caption || null, finish }
            return slideshow.addSlide(store, storage, request.actor, input)
          })
          return send(reply, await slideshow.getSlide(store, request.actor, id))
        } finally {
          await form.discard()
        }
      },
    })
  })
}

function send(reply: FastifyReply, found: slideshow.FoundSlide) {
  return reply.header("etag", `"${versionTag(found)}"`).send(found.slide)
}
