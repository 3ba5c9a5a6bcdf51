import { readFile } from "node:fs/promises"
import type { FastifyReply } from "fastify"
import { importLimits } from "#contract/adminLimits.ts"
import { megabyte } from "#contract/limits.ts"
import { importTexts } from "#contract/modelSheet.ts"
import { ImportSubscribers, type Newsletter, newsletterLimits, subscriberImportTexts } from "#contract/newsletters.ts"
import { assertAdmin, onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { csvOrPage } from "../../platform/http/csv.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { originOf } from "../../platform/http/origin.ts"
import { preconditionOf, versionTag } from "../../platform/http/preconditions.ts"
import { routesOf, withTotal } from "../../platform/http/route.ts"
import { callOf, parseFields, receive, uploadRoutes } from "../../platform/media/uploads.ts"
import { invalid, Refusal } from "../../platform/refusal.ts"
import { readSheet } from "../../shopfront/catalog/sheet.ts"
import { checkSubscribers, importSubscribers } from "./importSubscribers.ts"
import * as newsletters from "./newsletters.ts"
import { exportSubscribers, listSubscribers, subscriberColumns, unsubscribeReader } from "./subscribers.ts"

const route = routesOf("Newsletter")

const onRequest = onlyAdmins("content_admin")

export async function newsletterAdminRoutes(context: Context): Promise<void> {
  const { http, store, settings } = context
  route(http, "GET /admin/newsletters", {
    summary: "List newsletters with their figures",
    onRequest,
    handler: async ({ actor, query }, reply) =>
      withTotal(reply, await newsletters.listNewsletters(store, actor, query)),
  })
  route(http, "POST /admin/newsletters", {
    summary: "Add a newsletter, as a draft",
    onRequest,
    status: 201,
    handler: async ({ actor }, reply) =>
      send(reply, await store.transaction((tx) => newsletters.addNewsletter(tx, actor))),
  })
  route(http, "POST /admin/newsletters/preview", {
    summary: "Render a newsletter's text as an email",
    onRequest,
    handler: (request) =>
      newsletters.previewNewsletter(store, request.actor, request.body, originOf(request, settings)),
  })
  route(http, "POST /admin/newsletters/audience", {
    summary: "Count the subscribers of a segment",
    onRequest,
    handler: ({ actor, body }) => newsletters.audienceOf(store, actor, body),
  })
  route(http, "GET /admin/newsletters/{id}", {
    summary: "Get a newsletter with its texts and figures",
    onRequest,
    handler: async ({ actor, params }, reply) => send(reply, await newsletters.getNewsletter(store, actor, params.id)),
  })
  route(http, "PUT /admin/newsletters/{id}", {
    summary: "Save a draft",
    onRequest,
    handler: async (request, reply) => {
      const change = { id: request.params.id, seen: preconditionOf(request), fields: request.body }
      return send(reply, await store.transaction((tx) => newsletters.editNewsletter(tx, request.actor, change)))
    },
  })
  route(http, "DELETE /admin/newsletters/{id}", {
    summary: "Delete a draft",
    onRequest,
    handler: (request) => {
      const change = { id: request.params.id, seen: preconditionOf(request) }
      return store.transaction((tx) => newsletters.deleteNewsletter(tx, request.actor, change))
    },
  })
  route(http, "POST /admin/newsletters/{id}/test", {
    summary: "Send a newsletter to oneself",
    onRequest,
    handler: (request) => {
      const test = { id: request.params.id, ...request.body, origin: originOf(request, settings) }
      return store.transaction((tx) => newsletters.testNewsletter(tx, request.actor, test))
    },
  })
  route(http, "POST /admin/newsletters/{id}/send", {
    summary: "Send a newsletter, at once or at a time",
    onRequest,
    handler: async (request, reply) => {
      const change = { id: request.params.id, seen: preconditionOf(request), at: request.body.at }
      return send(reply, await store.transaction((tx) => newsletters.scheduleNewsletter(tx, request.actor, change)))
    },
  })
  route(http, "POST /admin/newsletters/{id}/stop", {
    summary: "Stop a newsletter that is scheduled or being sent",
    onRequest,
    handler: async (request, reply) => {
      const change = { id: request.params.id, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => newsletters.stopNewsletter(tx, request.actor, change)))
    },
  })
  await subscriberRoutes(context)
}

async function subscriberRoutes({ http, store, reads, settings }: Context): Promise<void> {
  route(http, "GET /admin/subscribers", {
    summary: "List the newsletter's subscribers",
    onRequest,
    handler: (request, reply) => {
      const { actor, query } = request
      const table = {
        name: "subscribers",
        columns: subscriberColumns,
        rows: () => exportSubscribers(reads, actor, query),
      }
      return csvOrPage(request, reply, table, () => listSubscribers(reads, actor, query))
    },
  })
  route(http, "POST /admin/subscribers/{id}/unsubscribe", {
    summary: "Unsubscribe a reader",
    onRequest,
    handler: ({ actor, params }) => store.transaction((tx) => unsubscribeReader(tx, actor, params.id)),
  })
  await uploadRoutes(http, (scope) =>
    route(scope, "POST /admin/subscribers/import", {
      summary: "Check a CSV file of subscribers, or import it as checked",
      onRequest,
      handler: async (request, reply) => {
        assertAdmin(request.actor, "content_admin")
        const form = await receive(request, {
          dataDir: settings.dataDir,
          maxBytes: importLimits.megabytes * megabyte,
        })
        try {
          const { actor } = request
          const { plan: seen, consent } = parseFields(ImportSubscribers, form.fields)
          const [upload] = form.files
          if (!upload) throw invalid("file", importTexts.unreadable)
          if (upload.tooLarge) throw new Refusal("TOO_LARGE", importTexts.tooLarge)
          const limits = { ...newsletterLimits, tooMany: subscriberImportTexts.tooMany }
          const sheet = readSheet(await readFile(upload.path), limits)
          if (seen === undefined) return await checkSubscribers(store, actor, sheet)
          return await withIdempotencyKey(store, callOf(request, reply, "import of subscribers", form), (finish) =>
            store.longRunning(async (tx) =>
              finish(tx, 200, await importSubscribers(tx, actor, { sheet, seen, consent })),
            ),
          )
        } finally {
          await form.discard()
        }
      },
    }),
  )
}

function send(reply: FastifyReply, newsletter: Newsletter) {
  return reply.header("etag", `"${versionTag(newsletter)}"`).send(newsletter)
}
