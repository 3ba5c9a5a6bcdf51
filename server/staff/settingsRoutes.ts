import type { FastifyReply } from "fastify"
import { EditShopSettings, PublicSettings, ShopSettings } from "#contract/admin.ts"
import type { App } from "../app.ts"
import { preconditionOf, versionTag } from "../http/preconditions.ts"
import { editSettings, getSettings, publicSettings } from "./shopSettings.ts"

const said = (summary: string) => ({ tags: ["Settings"], summary })

export function settingsRoutes({ http, store, shop }: App): void {
  http.get(
    "/api/settings",
    { schema: { ...said("What everybody may know of the shop's settings"), response: { 200: PublicSettings } } },
    (_, reply) => {
      reply.header("cache-control", "no-cache")
      return publicSettings(shop)
    },
  )
  http.get(
    "/api/admin/settings",
    { schema: { ...said("The shop's settings"), response: { 200: ShopSettings } } },
    async ({ actor }, reply) => send(reply, await getSettings(store, actor)),
  )
  http.patch(
    "/api/admin/settings",
    { schema: { ...said("Change the shop's settings"), body: EditShopSettings, response: { 200: ShopSettings } } },
    async (request, reply) => {
      const input = { fields: request.body, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => editSettings(tx, request.actor, input)))
    },
  )
}

function send(reply: FastifyReply, settings: ShopSettings) {
  return reply.header("etag", `"${versionTag({ version: settings.version })}"`).send(settings)
}
