import * as z from "zod"
import { AdminOrder, AdminOrderDetail, AdminOrdersQuery } from "#contract/admin.ts"
import { Count, IdParams } from "#contract/common.ts"
import { orderColumns } from "#contract/csv.ts"
import { PackingSlips, PrintedInvoices, PrintInvoicesQuery, PrintSlipsQuery } from "#contract/invoicing.ts"
import { CorrectAddress, MoveOrder, Shipments, ShipOrders } from "#contract/orders.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { csvOrPage } from "../http/csv.ts"
import { originOf } from "../http/origin.ts"
import * as orders from "./orders.ts"
import { packingSlips, printInvoices } from "./paper.ts"
import { shipOrders } from "./parcels.ts"

const tags = ["Orders"]

/** The shop's setting: countries that nothing is shipped to. */
interface Shipping {
  readonly current: { readonly no_shipping: readonly string[] }
}

export function orderAdminRoutes({ http, store, reads, settings, shop }: Context & { shop: Shipping }): void {
  http.get(
    "/api/admin/orders",
    {
      config: { scope: "orders:read" },
      onRequest: onlyAdmins("financial_admin"),
      schema: { tags, querystring: AdminOrdersQuery, response: { 200: z.array(AdminOrder) } },
    },
    (request, reply) => {
      const { actor, query } = request
      const table = { name: "orders", columns: orderColumns, rows: () => orders.exportOrders(reads, actor, query) }
      return csvOrPage(request, reply, table, () => orders.listAllOrders(reads, actor, query))
    },
  )

  http.get(
    "/api/admin/orders/count",
    {
      config: { scope: "orders:read" },
      onRequest: onlyAdmins("financial_admin"),
      schema: {
        tags,
        summary: "How many orders wait for somebody",
        response: { 200: Count },
      },
    },
    async ({ actor }) => ({ count: await orders.countWaiting(store, actor) }),
  )

  http.post(
    "/api/admin/orders/ship",
    {
      config: { scope: "orders:write" },
      onRequest: onlyAdmins("financial_admin"),
      schema: {
        tags,
        summary: "Ships many orders, or says what would become of each",
        body: ShipOrders,
        response: { 200: Shipments },
      },
    },
    async (request) => {
      const { parcels, check, carrier } = request.body
      const home = originOf(request, settings)
      return { shipments: await shipOrders(store, request.actor, parcels, { check, home, carrier }) }
    },
  )

  http.get(
    "/api/admin/print/invoices",
    {
      onRequest: onlyAdmins("financial_admin"),
      schema: {
        tags,
        summary: "The invoices of orders or memberships, to be printed",
        querystring: PrintInvoicesQuery,
        response: { 200: PrintedInvoices },
      },
    },
    ({ actor, query }) => printInvoices(store, actor, query),
  )

  http.get(
    "/api/admin/print/slips",
    {
      onRequest: onlyAdmins("financial_admin"),
      schema: {
        tags,
        summary: "Packing slips and address labels of orders, to be printed",
        querystring: PrintSlipsQuery,
        response: { 200: PackingSlips },
      },
    },
    ({ actor, query }) => packingSlips(store, actor, query.orders),
  )

  http.get(
    "/api/admin/orders/:id",
    {
      config: { scope: "orders:read" },
      onRequest: onlyAdmins("financial_admin"),
      schema: { tags, params: IdParams, response: { 200: AdminOrderDetail } },
    },
    async ({ actor, params }, reply) => {
      const { order, etag } = await orders.getAnyOrder(store, actor, params.id)
      return reply.header("etag", etag).send(order)
    },
  )

  http.patch(
    "/api/admin/orders/:id",
    {
      onRequest: onlyAdmins("financial_admin"),
      schema: { tags, params: IdParams, body: MoveOrder, response: { 200: AdminOrderDetail } },
    },
    async (request, reply) => {
      const { actor, params, body, headers } = request
      // Emails caused by staff link to the shop's public address.
      const guarded = { ifMatch: headers["if-match"], home: originOf(request, settings) }
      const { order, etag } = await store.transaction((tx) => orders.moveOrder(tx, actor, params.id, body, guarded))
      return reply.header("etag", etag).send(order)
    },
  )

  http.put(
    "/api/admin/orders/:id/address",
    {
      onRequest: onlyAdmins("financial_admin"),
      schema: {
        tags,
        summary: "Corrects the delivery address of an order that has not shipped, and tells the customer",
        params: IdParams,
        body: CorrectAddress,
        response: { 200: AdminOrderDetail },
      },
    },
    async (request, reply) => {
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
  )

  http.post(
    "/api/admin/orders/:id/reopen",
    {
      onRequest: onlyAdmins("financial_admin"),
      schema: {
        tags,
        summary: "Takes the completion of an order back within a day",
        params: IdParams,
        response: { 200: AdminOrderDetail },
      },
    },
    async ({ actor, params, headers }, reply) => {
      const { order, etag } = await store.transaction((tx) =>
        orders.reopenOrder(tx, actor, params.id, { ifMatch: headers["if-match"] }),
      )
      return reply.header("etag", etag).send(order)
    },
  )
}
