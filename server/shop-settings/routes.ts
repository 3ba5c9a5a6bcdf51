import type { FastifyReply } from "fastify"
import { EditShopSettings, PublicSettings, ShopSettings } from "#contract/admin.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { preconditionOf, versionTag } from "../http/preconditions.ts"
import type { ShopState } from "./shopSettings.ts"
import { editSettings, getSettings } from "./shopSettings.ts"

const docs = (summary: string) => ({ tags: ["Settings"], summary })

export function settingsRoutes({ http, store, shop }: Context & { shop: ShopState }): void {
  http.get(
    "/api/settings",
    { schema: { ...docs("Public shop settings"), response: { 200: PublicSettings } } },
    (_, reply) => {
      reply.header("cache-control", "no-cache")
      return shop.current
    },
  )
  http.get(
    "/api/admin/settings",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: { ...docs("Get the shop's settings"), response: { 200: ShopSettings } },
    },
    async ({ actor }, reply) => send(reply, await getSettings(store, actor)),
  )
  http.patch(
    "/api/admin/settings",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: { ...docs("Change the shop's settings"), body: EditShopSettings, response: { 200: ShopSettings } },
    },
    async (request, reply) => {
      const input = { fields: request.body, seen: preconditionOf(request) }
      const settings = await store.transaction((tx) => editSettings(tx, request.actor, input))
      await shop.reload()
      return send(reply, settings)
    },
  )
}

function send(reply: FastifyReply, settings: ShopSettings) {
  return reply.header("etag", `"${versionTag({ version: settings.version })}"`).send(settings)
}
