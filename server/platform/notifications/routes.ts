import { assertSignedIn, only } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { routesOf } from "../http/route.ts"
import { listNotifications, readOne, readUpTo } from "./notifications.ts"

const route = routesOf("Notifications")

export function notificationRoutes({ http, store }: Context): void {
  route(http, "GET /notifications", {
    summary: "List notifications; X-Total-Count and X-Unread-Count hold the counts",
    onRequest: only(assertSignedIn),
    handler: async ({ actor, query }, reply) => {
      const { items, total, unread } = await listNotifications(store, actor, query)
      return reply.headers({ "x-total-count": total, "x-unread-count": unread }).send(items)
    },
  })
  route(http, "POST /notifications/read", {
    summary: "Mark notifications as read, up to a given one; X-Unread-Count holds the remaining count",
    onRequest: only(assertSignedIn),
    handler: async ({ actor, body }, reply) => {
      const unread = await readUpTo(store, actor, body.up_to_id)
      reply.header("x-unread-count", unread)
    },
  })
  route(http, "POST /notifications/{id}/read", {
    summary: "Mark a notification as read; X-Unread-Count holds the remaining count",
    onRequest: only(assertSignedIn),
    handler: async ({ actor, params }, reply) => {
      const unread = await readOne(store, actor, params.id)
      reply.header("x-unread-count", unread)
    },
  })
}
