import * as z from "zod"
import { PushState, PushSubscription } from "#contract/push.ts"
import { assertSignedIn, only } from "../auth/actor.ts"
import { hours } from "../clock.ts"
import type { Context } from "../context.ts"
import { pushState, sendTest, subscribe, unsubscribe } from "./subscriptions.ts"

const Done = z.null().describe("Done")
const docs = (summary: string) => ({ tags: ["Notifications"], summary })

export function pushRoutes({ http, store, settings, limits }: Context): void {
  const keys = settings.webPushKeys
  const tests = limits.make("pushTests", 20, hours(1))
  const onRequest = only(assertSignedIn)
  http.get(
    "/api/push",
    {
      onRequest,
      schema: {
        ...docs("The key for Web Push subscriptions, and whether this session's browser is subscribed"),
        response: { 200: PushState },
      },
    },
    ({ actor }) => pushState(store, actor, keys),
  )
  http.put(
    "/api/push/subscription",
    {
      onRequest,
      schema: {
        ...docs("Subscribe the browser of this session; the subscription ends with the session"),
        body: PushSubscription,
        response: { 204: Done },
      },
    },
    async ({ actor, body }, reply) => {
      await store.transaction((tx) => subscribe(tx, actor, body, keys))
      return reply.status(204).send(null)
    },
  )
  http.delete(
    "/api/push/subscription",
    { onRequest, schema: { ...docs("Unsubscribe the browser of this session"), response: { 204: Done } } },
    async ({ actor }, reply) => {
      await unsubscribe(store, actor)
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/push/test",
    { onRequest, schema: { ...docs("Send a test notice to this session's browser"), response: { 204: Done } } },
    async ({ actor }, reply) => {
      assertSignedIn(actor)
      await tests.take(actor.id)
      await sendTest(store, actor, keys)
      return reply.status(204).send(null)
    },
  )
}
