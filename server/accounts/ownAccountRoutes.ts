import * as z from "zod"
import { EditPreferences, Preferences, Session } from "#contract/accounts.ts"
import { IdParams } from "#contract/common.ts"
import { assertSignedIn, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { requestContextOf } from "../http/requestContext.ts"
import * as ownSessions from "./ownSessions.ts"
import * as preferences from "./preferences.ts"

const Done = z.null().describe("Done")
const docs = (summary: string) => ({ tags: ["Accounts"], summary })

/** Calls by which people manage their own account. */
export function selfcareRoutes({ http, store, settings }: Context): void {
  http.get(
    "/api/auth/sessions",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("List the account's sessions"), response: { 200: z.array(Session) } },
    },
    ({ actor }) => ownSessions.listSessions(store, actor),
  )
  http.delete(
    "/api/auth/sessions/:id",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("End one session"), params: IdParams, response: { 204: Done } },
    },
    async ({ actor, params }, reply) => {
      await ownSessions.endOwnSession(store, actor, params.id)
      return reply.status(204).send(null)
    },
  )
  http.delete(
    "/api/auth/sessions",
    { onRequest: only(assertSignedIn), schema: { ...docs("End every other session"), response: { 204: Done } } },
    async ({ actor }, reply) => {
      await ownSessions.endOtherSessions(store, actor)
      return reply.status(204).send(null)
    },
  )

  http.get(
    "/api/auth/me/preferences",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("The account's notification preferences"), response: { 200: Preferences } },
    },
    ({ actor }) => preferences.ownPreferences(store, actor),
  )
  http.patch(
    "/api/auth/me/preferences",
    {
      onRequest: only(assertSignedIn),
      schema: { ...docs("Change preferences"), body: EditPreferences, response: { 200: Preferences } },
    },
    (request) => preferences.editPreferences(store, request.actor, request.body, requestContextOf(request, settings)),
  )
}
