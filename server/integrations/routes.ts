import * as z from "zod"
import { IdParams } from "#contract/common.ts"
import {
  ApiKey,
  CreatedApiKey,
  CreatedWebhook,
  DeliveriesQuery,
  EditWebhook,
  NewApiKey,
  NewWebhook,
  SendAgain,
  Webhook,
  WebhookDelivery,
} from "#contract/integrations.ts"
import { onlyAdmins } from "../auth/actor.ts"
import { createSealer } from "../auth/sealed.ts"
import type { Context } from "../context.ts"
import { requestContextOf } from "../http/requestContext.ts"
import * as keys from "./apiKeys.ts"
import * as webhooks from "./webhooks.ts"

const docs = (summary: string) => ({ tags: ["Integrations"], summary })
const Done = z.null().describe("Done")
const onRequest = onlyAdmins("super_admin")

export function integrationRoutes(context: Context): void {
  keyRoutes(context)
  webhookRoutes(context)
  deliveryRoutes(context)
}

function keyRoutes({ http, store, settings }: Context): void {
  http.get(
    "/api/admin/api-keys",
    { onRequest, schema: { ...docs("List API keys"), response: { 200: z.array(ApiKey) } } },
    ({ actor }) => keys.listKeys(store, actor),
  )
  http.post(
    "/api/admin/api-keys",
    {
      onRequest,
      schema: { ...docs("Create an API key, which is shown once"), body: NewApiKey, response: { 201: CreatedApiKey } },
    },
    async (request, reply) => {
      const { origin } = requestContextOf(request, settings)
      const made = await store.transaction((tx) => keys.createKey(tx, request.actor, request.body, origin))
      return reply.status(201).send(made)
    },
  )
  http.delete(
    "/api/admin/api-keys/:id",
    { onRequest, schema: { ...docs("Revoke an API key"), params: IdParams, response: { 204: Done } } },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => keys.revokeKey(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )
}

function webhookRoutes({ http, store, settings }: Context): void {
  const sealer = createSealer(settings.encryptionKeys)
  const allowsLocal = settings.outgoingLocal
  http.get(
    "/api/admin/webhooks",
    { onRequest, schema: { ...docs("List webhooks"), response: { 200: z.array(Webhook) } } },
    ({ actor }) => webhooks.listWebhooks(store, actor),
  )
  http.post(
    "/api/admin/webhooks",
    {
      onRequest,
      schema: {
        ...docs("Add a webhook; its secret is shown once"),
        body: NewWebhook,
        response: { 201: CreatedWebhook },
      },
    },
    async (request, reply) => {
      const { actor, body } = request
      const context = { sealer, allowsLocal, origin: requestContextOf(request, settings).origin }
      const added = await store.transaction((tx) => webhooks.createWebhook(tx, actor, body, context))
      return reply.status(201).send(added)
    },
  )
  http.get(
    "/api/admin/webhooks/:id",
    { onRequest, schema: { ...docs("Get a webhook"), params: IdParams, response: { 200: Webhook } } },
    ({ actor, params }) => webhooks.getWebhook(store, actor, params.id),
  )
  http.patch(
    "/api/admin/webhooks/:id",
    {
      onRequest,
      schema: {
        ...docs("Edit a webhook; omitted fields are unchanged"),
        params: IdParams,
        body: EditWebhook,
        response: { 200: Webhook },
      },
    },
    (request) => {
      const { actor, params, body: changes } = request
      const context = { allowsLocal, origin: requestContextOf(request, settings).origin }
      return store.transaction((tx) => webhooks.editWebhook(tx, actor, { id: params.id, changes }, context))
    },
  )
  http.delete(
    "/api/admin/webhooks/:id",
    {
      onRequest,
      schema: { ...docs("Delete a webhook with its deliveries"), params: IdParams, response: { 204: Done } },
    },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => webhooks.deleteWebhook(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/admin/webhooks/:id/rotate-secret",
    {
      onRequest,
      schema: {
        ...docs("Replace the secret; the one before signs as well for a day"),
        params: IdParams,
        response: { 200: CreatedWebhook },
      },
    },
    (request) => {
      const context = { sealer, origin: requestContextOf(request, settings).origin }
      return store.transaction((tx) => webhooks.rotateSecret(tx, request.actor, request.params.id, context))
    },
  )
  http.post(
    "/api/admin/webhooks/:id/test",
    { onRequest, schema: { ...docs("Send a test event"), params: IdParams, response: { 202: WebhookDelivery } } },
    async ({ actor, params }, reply) =>
      reply.status(202).send(await store.transaction((tx) => webhooks.sendTest(tx, actor, params.id))),
  )
}

function deliveryRoutes({ http, store }: Context): void {
  http.get(
    "/api/admin/webhook-deliveries",
    {
      onRequest,
      schema: {
        ...docs("List the deliveries of a webhook"),
        querystring: DeliveriesQuery,
        response: { 200: z.array(WebhookDelivery) },
      },
    },
    async ({ actor, query }, reply) => {
      const { items, total } = await webhooks.listDeliveries(store, actor, query)
      reply.header("x-total-count", total)
      return items
    },
  )
  http.get(
    "/api/admin/webhook-deliveries/:id",
    { onRequest, schema: { ...docs("Get a delivery"), params: IdParams, response: { 200: WebhookDelivery } } },
    ({ actor, params }) => webhooks.getDelivery(store, actor, params.id),
  )
  http.post(
    "/api/admin/webhook-deliveries/:id/send",
    {
      onRequest,
      schema: {
        ...docs("Send an event once more, with the same id"),
        params: IdParams,
        body: SendAgain,
        response: { 202: WebhookDelivery },
      },
    },
    async ({ actor, params: { id }, body: { attempts } }, reply) =>
      reply.status(202).send(await store.transaction((tx) => webhooks.sendAgain(tx, actor, { id, attempts }))),
  )
}
