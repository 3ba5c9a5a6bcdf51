import * as z from "zod"
import { DeleteAccount } from "#contract/accounts.ts"
import { AccountExport } from "#contract/export.ts"
import { assertSignedIn, assertUser, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { requestContextOf } from "../http/requestContext.ts"
import { deleteAccount } from "./deletion.ts"
import { exportAccount } from "./export.ts"

const Done = z.null().describe("Done")
const docs = (summary: string) => ({ tags: ["Accounts"], summary })

/** Export of an account's data, and its deletion. */
export function privacyRoutes({ http, store, settings, limits }: Context): void {
  http.get(
    "/api/users/account/export",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Export all data held about the caller"), response: { 200: AccountExport } },
    },
    async ({ actor }, reply) => {
      const held = await exportAccount(store, actor)
      return reply.header("content-disposition", 'attachment; filename="vitrine-account.json"').send(held)
    },
  )
  http.delete(
    "/api/users/account",
    {
      onRequest: only(assertUser),
      schema: {
        ...docs("Delete the account: with the password, or within ten minutes of signing in"),
        body: DeleteAccount,
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      const { actor, body } = request
      if (actor.kind === "person" && body?.password) await limits.ownPassword.take(actor.id)
      await deleteAccount(store, actor, body, requestContextOf(request, settings))
      // Kept outside of the database: a restored backup has the account again.
      if (actor.kind === "person") request.log.info({ user: actor.id }, "account deleted")
      return reply.status(204).send(null)
    },
  )
}
