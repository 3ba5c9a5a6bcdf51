import * as z from "zod"
import { IdInput } from "#contract/common.ts"
import { maxReturnPhoto } from "#contract/limits.ts"
import { assertUser, only, onlyAdmins } from "../../platform/auth/actor.ts"
import { hours } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { routesOf, withTotal } from "../../platform/http/route.ts"
import { pictureType } from "../../platform/media/privateFiles.ts"
import { callOf, receive, uploadRoutes } from "../../platform/media/uploads.ts"
import type { Moderation } from "../../platform/moderation/moderation.ts"
import { addPhoto, assertMayAdd, assertReadsPhotos, photoLimits, readPhoto } from "./photos.ts"
import * as returns from "./returns.ts"

const route = routesOf("Refunds and returns")

interface Terms {
  readonly current: { readonly return_days: number }
}

type ReturnContext = Context & { shop: Terms; moderation: Moderation }
const PhotoParams = z.object({ id: IdInput, photoId: IdInput })

export async function returnRoutes(context: ReturnContext): Promise<void> {
  ownRoutes(context)
  staffRoutes(context)
  await photoRoutes(context)
}

function ownRoutes({ http, store, shop, moderation }: ReturnContext): void {
  route(http, "GET /orders/{id}/returns", {
    summary: "An order's refunds and returns, and what can be returned",
    onRequest: only(assertUser),
    handler: ({ actor, params }) => returns.getReturns(store, actor, params.id, shop.current.return_days),
  })
  route(http, "POST /orders/{id}/returns", {
    summary: "Ask to return items",
    onRequest: only(assertUser),
    status: 201,
    handler: ({ actor, params, body }) => {
      const terms = { returnDays: shop.current.return_days, moderation }
      return returns.requestReturn(store, actor, params.id, body, terms)
    },
  })
  route(http, "POST /returns/{id}/withdraw", {
    summary: "Withdraw a return that has not arrived",
    onRequest: only(assertUser),
    handler: ({ actor, params }) =>
      store.transaction((tx) => returns.withdrawReturn(tx, actor, params.id, shop.current.return_days)),
  })
}

function staffRoutes({ http, store }: ReturnContext): void {
  route(http, "GET /admin/returns", {
    summary: "Every return",
    config: { scope: "orders:read" },
    onRequest: onlyAdmins("financial_admin"),
    handler: async ({ actor, query }, reply) => withTotal(reply, await returns.listReturns(store, actor, query)),
  })
  route(http, "GET /admin/returns/count", {
    summary: "How many returns wait for staff",
    config: { scope: "orders:read" },
    onRequest: onlyAdmins("financial_admin"),
    handler: async ({ actor }) => ({ count: await returns.countWaiting(store, actor) }),
  })
}

async function photoRoutes({ http, store, storage, settings, shop, limits }: ReturnContext): Promise<void> {
  const limit = limits.make("returnPhotos", 60, hours(1))
  http.get(
    "/api/returns/:id/photos/:photoId",
    {
      onRequest: only(assertReadsPhotos),
      schema: {
        tags: ["Refunds and returns"],
        summary: "A photograph of a return",
        params: PhotoParams,
        response: {
          200: {
            description: "For the order's owner and the admins of returns",
            content: { [pictureType]: { schema: z.any() } },
          },
        },
      },
    },
    async ({ actor, params }, reply) => {
      const { headers, content } = await readPhoto(store, storage, actor, params)
      return reply.headers(headers).send(content)
    },
  )
  await uploadRoutes(http, (scope) => {
    route(scope, "POST /returns/{id}/photos", {
      summary: `Add a photograph to a return for damage: one file of at most ${maxReturnPhoto} MB`,
      onRequest: only(assertUser),
      status: 201,
      handler: async (request, reply) => {
        const { id } = request.params
        await assertMayAdd(store, request.actor, id)
        const form = await receive(request, { dataDir: settings.dataDir, ...photoLimits })
        try {
          return await withIdempotencyKey(store, callOf(request, reply, `photo of return ${id}`, form), (finish) =>
            addPhoto(
              store,
              request.actor,
              { id, upload: form.files[0] },
              { storage, limit, returnDays: shop.current.return_days, finish },
            ),
          )
        } finally {
          await form.discard()
        }
      },
    })
  })
}
