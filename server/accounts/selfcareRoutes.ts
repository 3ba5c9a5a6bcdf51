import * as z from "zod"
import { EditPreferences, Preferences, Session } from "#contract/accounts.ts"
import { IdParams } from "#contract/common.ts"
import type { App } from "../app.ts"
import { houseOf } from "./house.ts"
import * as ownSessions from "./ownSessions.ts"
import * as preferences from "./preferences.ts"

const Done = z.null().describe("Done")
const said = (summary: string) => ({ tags: ["Accounts"], summary })

/** What people manage about their own account. */
export function selfcareRoutes({ http, store, settings }: App): void {
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
  http.patch(
    "/api/auth/me/preferences",
    { schema: { ...said("Change preferences"), body: EditPreferences, response: { 200: Preferences } } },
    (request) => preferences.editPreferences(store, request.actor, request.body, houseOf(request, settings)),
  )
}
