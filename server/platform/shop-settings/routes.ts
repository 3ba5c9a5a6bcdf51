import type { FastifyReply } from "fastify"
import type { ShopSettings } from "#contract/admin.ts"
import type { Selling } from "#contract/selling.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { preconditionOf, versionTag } from "../http/preconditions.ts"
import { routesOf } from "../http/route.ts"
import { editSelling, getSelling } from "./selling.ts"
import type { ShopState } from "./shopSettings.ts"
import { editSettings, getSettings } from "./shopSettings.ts"

const route = routesOf("Settings")

export function settingsRoutes({ http, store, shop }: Context & { shop: ShopState }): void {
  route(http, "GET /settings", {
    summary: "Public shop settings",
    handler: (_, reply) => {
      reply.header("cache-control", "no-cache")
      return shop.current
    },
  })
  route(http, "GET /admin/settings", {
    summary: "Get the shop's settings",
    onRequest: onlyAdmins("super_admin"),
    handler: async ({ actor }, reply) => send(reply, await getSettings(store, actor)),
  })
  route(http, "PATCH /admin/settings", {
    summary: "Change the shop's settings",
    onRequest: onlyAdmins("super_admin"),
    handler: async (request, reply) => {
      const input = { fields: request.body, seen: preconditionOf(request) }
      const settings = await store.transaction((tx) => editSettings(tx, request.actor, input))
      await shop.reload()
      return send(reply, settings)
    },
  })
  route(http, "GET /admin/shipping", {
    summary: "Get the shipping methods and the taxes",
    onRequest: onlyAdmins("financial_admin"),
    handler: async ({ actor }, reply) => send(reply, await getSelling(store, actor)),
  })
  route(http, "PATCH /admin/shipping", {
    summary: "Change the shipping methods and the taxes",
    onRequest: onlyAdmins("super_admin"),
    handler: async (request, reply) => {
      const input = { fields: request.body, seen: preconditionOf(request) }
      const selling = await store.transaction((tx) => editSelling(tx, request.actor, input))
      await shop.reload()
      return send(reply, selling)
    },
  })
}

function send<Answer extends ShopSettings | Selling>(reply: FastifyReply, settings: Answer) {
  return reply.header("etag", `"${versionTag({ version: settings.version })}"`).send(settings)
}
