import type { FastifyReply } from "fastify"
import type { ShopSettings } from "#contract/admin.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { preconditionOf, versionTag } from "../http/preconditions.ts"
import { routesOf } from "../http/route.ts"
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
}

function send(reply: FastifyReply, settings: ShopSettings) {
  return reply.header("etag", `"${versionTag({ version: settings.version })}"`).send(settings)
}
