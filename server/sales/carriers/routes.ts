import { onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { routesOf } from "../../platform/http/route.ts"
import { createCarrier, editCarrier, listCarriers } from "./carriers.ts"

const route = routesOf("Orders")

export function carrierRoutes({ http, store }: Context): void {
  route(http, "GET /admin/carriers", {
    summary: "List carriers",
    config: { scope: "orders:read" },
    onRequest: onlyAdmins("financial_admin"),
    handler: ({ actor }) => listCarriers(store, actor),
  })
  route(http, "POST /admin/carriers", {
    summary: "Add a carrier",
    onRequest: onlyAdmins("super_admin"),
    status: 201,
    handler: ({ actor, body }) => store.transaction((tx) => createCarrier(tx, actor, body)),
  })
  route(http, "PUT /admin/carriers/{id}", {
    summary: "Edit a carrier",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ actor, params, body }) => store.transaction((tx) => editCarrier(tx, actor, params.id, body)),
  })
}
