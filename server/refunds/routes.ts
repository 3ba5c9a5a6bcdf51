import * as z from "zod"
import { Count, IdInput, IdParams } from "#contract/common.ts"
import { maxReturnPhoto } from "#contract/limits.ts"
import { AdminReturns, AdminReturnsQuery, OrderReturns, RequestReturn } from "#contract/refunds.ts"
import { assertUser, only, onlyAdmins } from "../auth/actor.ts"
import { hours } from "../clock.ts"
import type { Context } from "../context.ts"
import { once } from "../http/idempotency.ts"
import { pictureType } from "../media/privateFiles.ts"
import { callOf, receive, uploadRoutes } from "../media/uploads.ts"
import type { Moderation } from "../moderation/moderation.ts"
import { addPhoto, assertMayAdd, assertReadsPhotos, photoLimits, readPhoto } from "./photos.ts"
import * as returns from "./returns.ts"

const docs = (summary: string) => ({ tags: ["Refunds and returns"], summary })

/** The shop's settings that a return depends on. */
interface Terms {
  readonly current: { readonly return_days: number }
}

type ReturnContext = Context & { shop: Terms; moderation: Moderation }
const PhotoParams = z.object({ id: IdInput, photoId: IdInput })

/** The customer's routes, and the lists of staff. */
export async function returnRoutes(context: ReturnContext): Promise<void> {
  ownRoutes(context)
  staffRoutes(context)
  await photoRoutes(context)
}

function ownRoutes({ http, store, shop, moderation }: ReturnContext): void {
  http.get(
    "/api/orders/:id/returns",
    {
      onRequest: only(assertUser),
      schema: {
        ...docs("An order's refunds and returns, and what can be returned"),
        params: IdParams,
        response: { 200: OrderReturns },
      },
    },
    ({ actor, params }) => returns.getReturns(store, actor, params.id, shop.current.return_days),
  )
  http.post(
    "/api/orders/:id/returns",
    {
      onRequest: only(assertUser),
      schema: {
        ...docs("Ask to return items"),
        params: IdParams,
        body: RequestReturn,
        response: { 201: OrderReturns },
      },
    },
    async ({ actor, params, body }, reply) => {
      const terms = { returnDays: shop.current.return_days, moderation }
      return reply.status(201).send(await returns.requestReturn(store, actor, params.id, body, terms))
    },
  )
  http.post(
    "/api/returns/:id/withdraw",
    {
      onRequest: only(assertUser),
      schema: { ...docs("Withdraw a return that has not arrived"), params: IdParams, response: { 200: OrderReturns } },
    },
    ({ actor, params }) =>
      store.transaction((tx) => returns.withdrawReturn(tx, actor, params.id, shop.current.return_days)),
  )
}

function staffRoutes({ http, store }: ReturnContext): void {
  http.get(
    "/api/admin/returns",
    {
      config: { scope: "orders:read" },
      onRequest: onlyAdmins("financial_admin"),
      schema: { ...docs("Every return"), querystring: AdminReturnsQuery, response: { 200: AdminReturns } },
    },
    async ({ actor, query }, reply) => {
      const { items, total } = await returns.listReturns(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.get(
    "/api/admin/returns/count",
    {
      config: { scope: "orders:read" },
      onRequest: onlyAdmins("financial_admin"),
      schema: { ...docs("How many returns wait for staff"), response: { 200: Count } },
    },
    async ({ actor }) => ({ count: await returns.countWaiting(store, actor) }),
  )
}

async function photoRoutes({ http, store, storage, settings, shop, limits }: ReturnContext): Promise<void> {
  const limit = limits.make("returnPhotos", 60, hours(1))
  http.get(
    "/api/returns/:id/photos/:photoId",
    {
      onRequest: only(assertReadsPhotos),
      schema: {
        ...docs("A photograph of a return"),
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
    scope.post(
      "/api/returns/:id/photos",
      {
        onRequest: only(assertUser),
        schema: {
          ...docs(`Add a photograph to a return for damage: one file of at most ${maxReturnPhoto} MB`),
          consumes: ["multipart/form-data"],
          params: IdParams,
          response: { 201: OrderReturns },
        },
      },
      async (request, reply) => {
        const { id } = request.params
        await assertMayAdd(store, request.actor, id)
        const form = await receive(request, { dataDir: settings.dataDir, ...photoLimits })
        try {
          return await once(store, callOf(request, reply, `photo of return ${id}`, form), (finish) =>
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
    )
  })
}
