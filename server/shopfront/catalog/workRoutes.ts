import { readFile } from "node:fs/promises"
import { importLimits } from "#contract/adminLimits.ts"
import { megabyte } from "#contract/limits.ts"
import { ImportForm, importTexts } from "#contract/modelSheet.ts"
import { assertAdmin, onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { routesOf } from "../../platform/http/route.ts"
import { callOf, parseFields, receive, uploadRoutes } from "../../platform/media/uploads.ts"
import { invalid, Refusal } from "../../platform/refusal.ts"
import { openDoll } from "./catalog.ts"
import { duplicateDoll } from "./duplicate.ts"
import { editMany } from "./editMany.ts"
import { checkImport, importModels } from "./importModels.ts"
import { readSheet } from "./sheet.ts"

const route = routesOf("catalogue")

export async function catalogWorkRoutes({ http, store, storage, settings }: Context): Promise<void> {
  route(http, "POST /dolls/{id}/duplicate", {
    summary: "Copy a model with its pictures, as a draft",
    onRequest: onlyAdmins("content_admin"),
    status: 201,
    handler: async ({ actor, params: { id }, headers }, reply) => {
      assertAdmin(actor, "content_admin")
      const call = { headers, reply, scope: `copies user ${actor.id}`, body: { id } }
      const copy = await withIdempotencyKey(store, call, (finish) =>
        duplicateDoll(store, storage, actor, { id, finish }),
      )
      return (await openDoll(store, actor, copy)).doll
    },
  })
  route(http, "POST /dolls/edit-many", {
    summary: "Save many models, each by itself",
    onRequest: onlyAdmins("content_admin"),
    handler: ({ actor, body }) => editMany(store, actor, body.rows),
  })
  await uploadRoutes(http, (scope) =>
    route(scope, "POST /dolls/import", {
      summary: "Check a CSV file of models, or import it as checked",
      onRequest: onlyAdmins("content_admin"),
      handler: async (request, reply) => {
        assertAdmin(request.actor, "content_admin")
        const form = await receive(request, {
          dataDir: settings.dataDir,
          maxBytes: importLimits.megabytes * megabyte,
        })
        try {
          const { actor } = request
          const { plan: seen } = parseFields(ImportForm, form.fields)
          const [upload] = form.files
          if (!upload) throw invalid("file", importTexts.unreadable)
          if (upload.tooLarge) throw new Refusal("TOO_LARGE", importTexts.tooLarge)
          const sheet = readSheet(await readFile(upload.path))
          if (seen === undefined) return await checkImport(store, actor, sheet)
          return await withIdempotencyKey(store, callOf(request, reply, "import", form), (finish) =>
            store.longRunning(async (tx) =>
              finish(tx, 200, await importModels(tx, actor, { sheet, seen, file: upload.name })),
            ),
          )
        } finally {
          await form.discard()
        }
      },
    }),
  )
}
