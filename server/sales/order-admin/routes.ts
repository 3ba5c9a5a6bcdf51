import { orderColumns } from "#contract/csv.ts"
import { onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { csvOrPage } from "../../platform/http/csv.ts"
import { originOf } from "../../platform/http/origin.ts"
import { routesOf } from "../../platform/http/route.ts"
import * as orders from "./orders.ts"
import { packingSlips, printInvoices } from "./paper.ts"
import { shipOrders } from "./parcels.ts"

const route = routesOf("Orders")

interface Shipping {
  readonly current: { readonly no_shipping: readonly string[] }
}

export function orderAdminRoutes({ http, store, reads, settings, shop }: Context & { shop: Shipping }): void {
  route(http, "GET /admin/orders", {
    config: { scope: "orders:read" },
    onRequest: onlyAdmins("financial_admin"),
    handler: (request, reply) => {
      const { actor, query } = request
      const table = { name: "orders", columns: orderColumns, rows: () => orders.exportOrders(reads, actor, query) }
      return csvOrPage(request, reply, table, () => orders.listAllOrders(reads, actor, query))
    },
  })

  route(http, "GET /admin/orders/count", {
    summary: "How many orders wait for somebody",
    config: { scope: "orders:read" },
    onRequest: onlyAdmins("financial_admin"),
    handler: async ({ actor }) => ({ count: await orders.countWaiting(store, actor) }),
  })

  route(http, "POST /admin/orders/ship", {
    summary: "Ships many orders, or says what would become of each",
    config: { scope: "orders:write" },
    onRequest: onlyAdmins("financial_admin"),
    handler: async (request) => {
      const { parcels, check, carrier } = request.body
      const home = originOf(request, settings)
      return { shipments: await shipOrders(store, request.actor, parcels, { check, home, carrier }) }
    },
  })

  route(http, "GET /admin/print/invoices", {
    summary: "The invoices of orders or memberships, to be printed",
    onRequest: onlyAdmins("financial_admin"),
    handler: ({ actor, query }) => printInvoices(store, actor, query),
  })

  route(http, "GET /admin/print/slips", {
    summary: "Packing slips and address labels of orders, to be printed",
    onRequest: onlyAdmins("financial_admin"),
    handler: ({ actor, query }) => packingSlips(store, actor, query.orders),
  })

  route(http, "GET /admin/orders/{id}", {
    config: { scope: "orders:read" },
    onRequest: onlyAdmins("financial_admin"),
    handler: async ({ actor, params }, reply) => {
      const { order, etag } = await orders.getAnyOrder(store, actor, params.id)
      return reply.header("etag", etag).send(order)
    },
  })

  route(http, "PATCH /admin/orders/{id}", {
    onRequest: onlyAdmins("financial_admin"),
    handler: async (request, reply) => {
      const { actor, params, body, headers } = request
      // Emails caused by staff link to the shop's public address.
      const guarded = { ifMatch: headers["if-match"], home: originOf(request, settings) }
      const { order, etag } = await store.transaction((tx) => orders.moveOrder(tx, actor, params.id, body, guarded))
      return reply.header("etag", etag).send(order)
    },
  })

  route(http, "PUT /admin/orders/{id}/address", {
    summary: "Corrects the delivery address of an order that has not shipped, and tells the customer",
    onRequest: onlyAdmins("financial_admin"),
    handler: async (request, reply) => {
      const { actor, params, body, headers } = request
      const guarded = {
        ifMatch: headers["if-match"],
        home: originOf(request, settings),
        noShipping: shop.current.no_shipping,
      }
      const { order, etag } = await store.transaction((tx) =>
        orders.correctAddress(tx, actor, params.id, body, guarded),
      )
      return reply.header("etag", etag).send(order)
    },
  })

  route(http, "POST /admin/orders/{id}/reopen", {
    summary: "Takes the completion of an order back within a day",
    onRequest: onlyAdmins("financial_admin"),
    handler: async ({ actor, params, headers }, reply) => {
      const { order, etag } = await store.transaction((tx) =>
        orders.reopenOrder(tx, actor, params.id, { ifMatch: headers["if-match"] }),
      )
      return reply.header("etag", etag).send(order)
    },
  })
}
