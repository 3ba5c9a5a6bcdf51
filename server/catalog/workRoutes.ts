import { readFile } from "node:fs/promises"
import * as z from "zod"
import { importLimits } from "#contract/adminLimits.ts"
import { Doll, EditedRow, EditMany } from "#contract/catalog.ts"
import { IdParams } from "#contract/common.ts"
import { megabyte } from "#contract/limits.ts"
import { ImportForm, ImportResult, importTexts } from "#contract/modelSheet.ts"
import { assertAdmin, onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { once } from "../http/idempotency.ts"
import { callOf, parseFields, receive, uploadRoutes } from "../media/uploads.ts"
import { invalid, Refusal } from "../refusal.ts"
import { openDoll } from "./catalog.ts"
import { duplicateDoll } from "./duplicate.ts"
import { editMany } from "./editMany.ts"
import { checkImport, importModels } from "./importModels.ts"
import { readSheet } from "./sheet.ts"

const docs = (summary: string) => ({ tags: ["catalogue"], summary })

/** Calls for many models at once, and for copies. */
export async function catalogWorkRoutes({ http, store, storage, settings }: Context): Promise<void> {
  http.post(
    "/api/dolls/:id/duplicate",
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Copy a model with its pictures, as a draft"), params: IdParams, response: { 201: Doll } },
    },
    async ({ actor, params: { id }, headers }, reply) => {
      assertAdmin(actor, "content_admin")
      const call = { headers, reply, scope: `copies user ${actor.id}`, body: { id } }
      const copy = await once(store, call, (finish) => duplicateDoll(store, storage, actor, { id, finish }))
      return (await openDoll(store, actor, copy)).doll
    },
  )
  http.post(
    "/api/dolls/edit-many",
    {
      onRequest: onlyAdmins("content_admin"),
      schema: { ...docs("Save many models, each by itself"), body: EditMany, response: { 200: z.array(EditedRow) } },
    },
    ({ actor, body }) => editMany(store, actor, body.rows),
  )
  await uploadRoutes(http, (scope) =>
    scope.post(
      "/api/dolls/import",
      {
        onRequest: onlyAdmins("content_admin"),
        schema: {
          ...docs("Check a CSV file of models, or import it as checked"),
          consumes: ["multipart/form-data"],
          response: { 200: ImportResult },
        },
      },
      async (request, reply) => {
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
          return await once(store, callOf(request, reply, "import", form), (finish) =>
            store.longRunning(async (tx) =>
              finish(tx, 200, await importModels(tx, actor, { sheet, seen, file: upload.name })),
            ),
          )
        } finally {
          await form.discard()
        }
      },
    ),
  )
}
