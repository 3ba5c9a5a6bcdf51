import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { Notification, NotificationQuery, ReadNotifications } from "#contract/notifications.ts"
import { assertSignedIn, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { languageOf, translatorTo } from "../languages.ts"
import { listNotifications, readOne, readUpTo } from "./notifications.ts"

const Done = z.null().describe("Done")
const docs = (summary: string) => ({ tags: ["Notifications"], summary })

export function notificationRoutes({ http, store }: Context): void {
  http.get(
    "/api/notifications",
    {
      onRequest: only(assertSignedIn),
      schema: {
        ...docs("List notifications; X-Total-Count and X-Unread-Count hold the counts"),
        querystring: NotificationQuery,
        response: { 200: z.array(Notification) },
      },
    },
    async ({ actor, query, headers }, reply) => {
      const translate = translatorTo(languageOf({ headers }))
      const { items, total, unread } = await listNotifications(store, actor, query, translate)
      return reply.headers({ "x-total-count": total, "x-unread-count": unread }).send(items)
    },
  )
  http.post(
    "/api/notifications/read",
    {
      onRequest: only(assertSignedIn),
      schema: {
        ...docs("Mark notifications as read, up to a given one; X-Unread-Count holds the remaining count"),
        body: ReadNotifications,
        response: { 204: Done },
      },
    },
    async ({ actor, body }, reply) => {
      const unread = await readUpTo(store, actor, body.up_to_id)
      return reply.header("x-unread-count", unread).status(204).send(null)
    },
  )
  http.post(
    "/api/notifications/:id/read",
    {
      onRequest: only(assertSignedIn),
      schema: {
        ...docs("Mark a notification as read; X-Unread-Count holds the remaining count"),
        params: IdParams,
        response: { 204: Done },
      },
    },
    async ({ actor, params }, reply) => {
      const unread = await readOne(store, actor, params.id)
      return reply.header("x-unread-count", unread).status(204).send(null)
    },
  )
}
