import { assertSignedIn, only } from "../auth/actor.ts"
import { hours } from "../clock.ts"
import type { Context } from "../context.ts"
import { routesOf } from "../http/route.ts"
import { pushState, sendTest, subscribe, unsubscribe } from "./subscriptions.ts"

const route = routesOf("Notifications")

export function pushRoutes({ http, store, settings, limits }: Context): void {
  const keys = settings.webPushKeys
  const tests = limits.make("pushTests", 20, hours(1))
  const onRequest = only(assertSignedIn)
  route(http, "GET /push", {
    summary: "The key for Web Push subscriptions, and whether this session's browser is subscribed",
    onRequest,
    handler: ({ actor }) => pushState(store, actor, keys),
  })
  route(http, "PUT /push/subscription", {
    summary: "Subscribe the browser of this session; the subscription ends with the session",
    onRequest,
    handler: ({ actor, body }) => store.transaction((tx) => subscribe(tx, actor, body, keys)),
  })
  route(http, "DELETE /push/subscription", {
    summary: "Unsubscribe the browser of this session",
    onRequest,
    handler: ({ actor }) => unsubscribe(store, actor),
  })
  route(http, "POST /push/test", {
    summary: "Send a test notice to this session's browser",
    onRequest,
    handler: async ({ actor }) => {
      assertSignedIn(actor)
      await tests.take(actor.id)
      await sendTest(store, actor, keys)
    },
  })
}
