import { onlyAdmins } from "../auth/actor.ts"
import { createSealer } from "../auth/sealed.ts"
import type { Context } from "../context.ts"
import { requestContextOf } from "../http/requestContext.ts"
import { routesOf, withTotal } from "../http/route.ts"
import * as keys from "./apiKeys.ts"
import * as webhooks from "./webhooks.ts"

const route = routesOf("Integrations")

const onRequest = onlyAdmins("super_admin")

export function integrationRoutes(context: Context): void {
  keyRoutes(context)
  webhookRoutes(context)
  deliveryRoutes(context)
}

function keyRoutes({ http, store, settings }: Context): void {
  route(http, "GET /admin/api-keys", {
    summary: "List API keys",
    onRequest,
    handler: ({ actor }) => keys.listKeys(store, actor),
  })
  route(http, "POST /admin/api-keys", {
    summary: "Create an API key, which is shown once",
    onRequest,
    status: 201,
    handler: (request) => {
      const { origin } = requestContextOf(request, settings)
      return store.transaction((tx) => keys.createKey(tx, request.actor, request.body, origin))
    },
  })
  route(http, "DELETE /admin/api-keys/{id}", {
    summary: "Revoke an API key",
    onRequest,
    handler: ({ actor, params }) => store.transaction((tx) => keys.revokeKey(tx, actor, params.id)),
  })
}

function webhookRoutes({ http, store, settings }: Context): void {
  const sealer = createSealer(settings.encryptionKeys)
  const allowsLocal = settings.outgoingLocal
  route(http, "GET /admin/webhooks", {
    summary: "List webhooks",
    onRequest,
    handler: ({ actor }) => webhooks.listWebhooks(store, actor),
  })
  route(http, "POST /admin/webhooks", {
    summary: "Add a webhook; its secret is shown once",
    onRequest,
    status: 201,
    handler: (request) => {
      const { actor, body } = request
      const context = { sealer, allowsLocal, origin: requestContextOf(request, settings).origin }
      return store.transaction((tx) => webhooks.createWebhook(tx, actor, body, context))
    },
  })
  route(http, "GET /admin/webhooks/{id}", {
    summary: "Get a webhook",
    onRequest,
    handler: ({ actor, params }) => webhooks.getWebhook(store, actor, params.id),
  })
  route(http, "PATCH /admin/webhooks/{id}", {
    summary: "Edit a webhook; omitted fields are unchanged",
    onRequest,
    handler: (request) => {
      const { actor, params, body: changes } = request
      const context = { allowsLocal, origin: requestContextOf(request, settings).origin }
      return store.transaction((tx) => webhooks.editWebhook(tx, actor, { id: params.id, changes }, context))
    },
  })
  route(http, "DELETE /admin/webhooks/{id}", {
    summary: "Delete a webhook with its deliveries",
    onRequest,
    handler: ({ actor, params }) => store.transaction((tx) => webhooks.deleteWebhook(tx, actor, params.id)),
  })
  route(http, "POST /admin/webhooks/{id}/rotate-secret", {
    summary: "Replace the secret; the one before signs as well for a day",
    onRequest,
    handler: (request) => {
      const context = { sealer, origin: requestContextOf(request, settings).origin }
      return store.transaction((tx) => webhooks.rotateSecret(tx, request.actor, request.params.id, context))
    },
  })
  route(http, "POST /admin/webhooks/{id}/test", {
    summary: "Send a test event",
    onRequest,
    status: 202,
    handler: ({ actor, params }) => store.transaction((tx) => webhooks.sendTest(tx, actor, params.id)),
  })
}

function deliveryRoutes({ http, store }: Context): void {
  route(http, "GET /admin/webhook-deliveries", {
    summary: "List the deliveries of a webhook",
    onRequest,
    handler: async ({ actor, query }, reply) => withTotal(reply, await webhooks.listDeliveries(store, actor, query)),
  })
  route(http, "GET /admin/webhook-deliveries/{id}", {
    summary: "Get a delivery",
    onRequest,
    handler: ({ actor, params }) => webhooks.getDelivery(store, actor, params.id),
  })
  route(http, "POST /admin/webhook-deliveries/{id}/send", {
    summary: "Send an event once more, with the same id",
    onRequest,
    status: 202,
    handler: ({ actor, params: { id }, body: { attempts } }) =>
      store.transaction((tx) => webhooks.sendAgain(tx, actor, { id, attempts })),
  })
}
