import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import { Notification, NotificationQuery, ReadNotifications } from "#contract/notifications.ts"
import type { App } from "../app.ts"
import { listNotifications, readOne, readUpTo } from "./notifications.ts"

const Done = z.null().describe("Done")
const said = (summary: string) => ({ tags: ["Notifications"], summary })

export function notificationRoutes({ http, store }: App): void {
  http.get(
    "/api/notifications",
    {
      schema: {
        ...said("What has happened; X-Total-Count and X-Unread-Count count it"),
        querystring: NotificationQuery,
        response: { 200: z.array(Notification) },
      },
    },
    async ({ actor, query }, reply) => {
      const { items, total, unread } = await listNotifications(store, actor, query)
      return reply.headers({ "x-total-count": total, "x-unread-count": unread }).send(items)
    },
  )
  http.post(
    "/api/notifications/read",
    {
      schema: {
        ...said("Mark as read, up to one; X-Unread-Count counts what is left"),
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
      schema: {
        ...said("Mark one as read; X-Unread-Count counts what is left"),
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
