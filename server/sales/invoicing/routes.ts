import { assertUser, only, onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { preconditionOf } from "../../platform/http/preconditions.ts"
import { routesOf, withTotal } from "../../platform/http/route.ts"
import { editBusiness, getBusiness } from "./business.ts"
import { getOwnInvoice, listOwnInvoices } from "./invoices.ts"

const route = routesOf("Invoices")

export function invoicingRoutes({ http, store }: Context): void {
  route(http, "GET /invoices", {
    summary: "The caller's invoices",
    onRequest: only(assertUser),
    handler: async ({ actor, query }, reply) => withTotal(reply, await listOwnInvoices(store, actor, query)),
  })
  route(http, "GET /invoices/{number}", {
    summary: "An invoice of the caller",
    onRequest: only(assertUser),
    handler: ({ actor, params }) => getOwnInvoice(store, actor, params.number),
  })
  route(http, "GET /admin/business", {
    summary: "Business details on invoices and labels",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ actor }) => getBusiness(store, actor),
  })
  route(http, "PATCH /admin/business", {
    summary: "Change the business details",
    onRequest: onlyAdmins("super_admin"),
    handler: (request) => {
      const input = { fields: request.body, seen: preconditionOf(request) }
      return store.transaction((tx) => editBusiness(tx, request.actor, input))
    },
  })
}
