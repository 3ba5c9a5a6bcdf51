import type { FastifyReply } from "fastify"
import { maxImage, megabyte } from "#contract/limits.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import type { SitePage } from "#contract/sitePages.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { preconditionOf, versionTag } from "../http/preconditions.ts"
import { routesOf } from "../http/route.ts"
import { receive, uploadRoutes } from "../media/uploads.ts"
import { invalid } from "../refusal.ts"
import * as pages from "./sitePages.ts"

const route = routesOf("Settings")

const onRequest = onlyAdmins("content_admin")

export async function sitePageRoutes({ http, store, storage, settings }: Context): Promise<void> {
  route(http, "GET /admin/pages", {
    summary: "List the shop's pages",
    onRequest,
    handler: ({ actor }) => pages.listPages(store, actor),
  })
  route(http, "POST /admin/pages", {
    summary: "Add a page",
    onRequest,
    status: 201,
    handler: async ({ actor, body }, reply) =>
      send(reply, await store.transaction((tx) => pages.addPage(tx, actor, body))),
  })
  route(http, "POST /admin/pages/preview", {
    summary: "Render a page's Markdown",
    onRequest,
    handler: ({ actor, body }) => pages.previewPage(store, actor, body, settings.s3?.publicUrl ?? null),
  })
  route(http, "GET /admin/pages/{id}", {
    summary: "Get a page with its draft",
    onRequest,
    handler: async ({ actor, params }, reply) => send(reply, await pages.getPage(store, actor, params.id)),
  })
  route(http, "GET /admin/pages/{id}/versions/{numberId}", {
    summary: "Get a published version of a page",
    onRequest,
    handler: ({ actor, params }) => pages.getVersion(store, actor, { id: params.id, number: params.numberId }),
  })
  route(http, "PUT /admin/pages/{id}", {
    summary: "Save a page's draft",
    onRequest,
    handler: async (request, reply) => {
      const input = { id: request.params.id, fields: request.body, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => pages.editPage(tx, request.actor, input)))
    },
  })
  route(http, "POST /admin/pages/{id}/publish", {
    summary: "Publish a page's draft",
    onRequest,
    handler: async (request, reply) => {
      const input = { id: request.params.id, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => pages.publishPage(tx, request.actor, input)))
    },
  })
  route(http, "POST /admin/pages/{id}/withdraw", {
    summary: "Go back to a page's default text, or hide a page",
    onRequest,
    handler: async (request, reply) => {
      const input = { id: request.params.id, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => pages.withdrawPage(tx, request.actor, input)))
    },
  })
  route(http, "DELETE /admin/pages/{id}", {
    summary: "Delete a page",
    onRequest,
    handler: async (request) => {
      const input = { id: request.params.id, seen: preconditionOf(request), storage }
      await store.transaction((tx) => pages.deletePage(tx, request.actor, input))
    },
  })
  await uploadRoutes(http, (scope) => {
    route(scope, "POST /admin/pages/{id}/pictures", {
      summary: "Add an image to a page",
      onRequest,
      status: 201,
      handler: async (request) => {
        await pages.assertMayAddPicture(store, request.actor, request.params.id)
        const form = await receive(request, { dataDir: settings.dataDir, maxBytes: maxImage * megabyte })
        try {
          const [upload] = form.files
          if (!upload) throw invalid("file", modelAdminTexts.notAnImage)
          return await pages.addPicture(store, storage, request.actor, { id: request.params.id, upload })
        } finally {
          await form.discard()
        }
      },
    })
  })
}

function send(reply: FastifyReply, page: SitePage) {
  return reply.header("etag", `"${versionTag(page)}"`).send(page)
}
