import * as z from "zod"
import { DeleteAccount, EditPreferences, Preferences, Session } from "#contract/accounts.ts"
import { IdParams } from "#contract/common.ts"
import { AccountExport } from "#contract/export.ts"
import type { App } from "../app.ts"
import { originOf } from "../http/origin.ts"
import { deleteAccount } from "./deletion.ts"
import { exportAccount } from "./export.ts"
import { houseOf } from "./house.ts"
import * as ownSessions from "./ownSessions.ts"
import * as preferences from "./preferences.ts"

const Done = z.null().describe("Done")
const said = (summary: string) => ({ tags: ["Accounts"], summary })

/** What people manage about their own account. */
export function selfcareRoutes({ http, store, settings, limits }: App): void {
  http.get(
    "/api/auth/sessions",
    { schema: { ...said("Where the account is signed in"), response: { 200: z.array(Session) } } },
    ({ actor }) => ownSessions.listSessions(store, actor),
  )
  http.delete(
    "/api/auth/sessions/:id",
    { schema: { ...said("End one session"), params: IdParams, response: { 204: Done } } },
    async ({ actor, params }, reply) => {
      await ownSessions.endOwnSession(store, actor, params.id)
      return reply.status(204).send(null)
    },
  )
  http.delete(
    "/api/auth/sessions",
    { schema: { ...said("End every other session"), response: { 204: Done } } },
    async ({ actor }, reply) => {
      await ownSessions.endOtherSessions(store, actor)
      return reply.status(204).send(null)
    },
  )

  http.get(
    "/api/auth/me/preferences",
    { schema: { ...said("What the account wants to be told, and how"), response: { 200: Preferences } } },
    ({ actor }) => preferences.ownPreferences(store, actor),
  )
  http.get(
    "/api/users/account/export",
    { schema: { ...said("Everything held about the caller"), response: { 200: AccountExport } } },
    async ({ actor }, reply) => {
      const held = await exportAccount(store, actor)
      return reply.header("content-disposition", 'attachment; filename="vitrine-account.json"').send(held)
    },
  )
  http.delete(
    "/api/users/account",
    {
      schema: {
        ...said("Delete the account: with the password, or within ten minutes of signing in"),
        body: DeleteAccount,
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      const { actor, body } = request
      if (actor.kind === "person" && body?.password) await limits.ownPassword.take(actor.id)
      await deleteAccount(store, actor, body, originOf(request, settings))
      return reply.status(204).send(null)
    },
  )

  http.patch(
    "/api/auth/me/preferences",
    { schema: { ...said("Change preferences"), body: EditPreferences, response: { 200: Preferences } } },
    (request) => preferences.editPreferences(store, request.actor, request.body, houseOf(request, settings)),
  )
}
