import { restockTexts } from "#contract/restockText.ts"
import { StockCode, type StockEntry, type StockRow } from "#contract/stock.ts"
import { assertUser, only } from "../../platform/auth/actor.ts"
import { hours } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import { type Column, csvOrPage } from "../../platform/http/csv.ts"
import { perAddress } from "../../platform/http/limits.ts"
import { oneClickRoute } from "../../platform/http/oneClick.ts"
import { requestContextOf } from "../../platform/http/requestContext.ts"
import { routesOf } from "../../platform/http/route.ts"
import { said } from "../../platform/languages.ts"
import * as requests from "./requests.ts"
import * as stock from "./stock.ts"

const route = routesOf("Stock")

export function stockRoutes(context: Context): void {
  const { http, store, reads } = context
  route(http, "GET /admin/stock", {
    summary: "List the stock of all models",
    onRequest: only(stock.assertMayReadStock),
    handler: (request, reply) => {
      const { actor, query } = request
      const rows = () => stock.exportStock(reads, actor, query)
      return csvOrPage(request, reply, { name: "stock", columns, rows }, () => stock.listStock(reads, actor, query))
    },
  })
  route(http, "POST /admin/stock", {
    summary: "Correct counts",
    onRequest: only(stock.assertMayCorrectStock),
    handler: ({ actor, body }) => store.transaction((tx) => stock.correctStock(tx, actor, body)),
  })
  route(http, "GET /admin/stock/{id}/entries", {
    summary: "List the changes of a model's stock",
    onRequest: only(stock.assertMayReadStock),
    handler: (request, reply) => {
      const { actor, query, params } = request
      const asked = { ...query, ...params }
      const rows = () => stock.exportEntries(reads, actor, asked)
      return csvOrPage(request, reply, { name: `stock-${params.id}`, columns: entryColumns, rows }, () =>
        stock.listEntries(reads, actor, asked),
      )
    },
  })
  requestRoutes(context)
}

function requestRoutes(context: Context): void {
  const { http, store, settings, limits } = context
  oneClickRoute(context, {
    path: "/restock/unsubscribe",
    query: StockCode,
    done: restockTexts.left,
    run: ({ oob_code }) => store.transaction((tx) => requests.leaveByCode(tx, oob_code)),
  })
  route(http, "POST /restock-requests", {
    summary: "Ask to be told when a model is back in stock",
    onRequest: only(requests.assertMayAsk),
    preHandler: perAddress(limits.make("restock", 20, hours(1))),
    status: 202,
    handler: async (request) => {
      const context = requestContextOf(request, settings)
      const message = await requests.askForStock(store, request.actor, request.body, context)
      return { message: said(message) }
    },
  })
  route(http, "POST /restock-requests/confirm", {
    summary: "Confirm a guest's request",
    handler: ({ body }) => store.transaction((tx) => requests.confirmRequest(tx, body.oob_code)),
  })
  route(http, "POST /restock-requests/unsubscribe", {
    summary: "End all requests of an address",
    handler: ({ body }) => store.transaction((tx) => requests.leaveByCode(tx, body.oob_code)),
  })
  route(http, "GET /auth/restock-requests", {
    summary: "List the models that the customer waits for",
    onRequest: only(assertUser),
    handler: ({ actor }) => requests.listRequests(store, actor),
  })
  route(http, "DELETE /auth/restock-requests/{id}", {
    summary: "End a request",
    onRequest: only(assertUser),
    handler: ({ actor, params }) => store.transaction((tx) => requests.leave(tx, actor, params.id)),
  })
}

const columns: Column<StockRow>[] = [
  { name: "id", of: (row) => row.id },
  { name: "name", of: (row) => row.name },
  { name: "state", of: (row) => row.state },
  { name: "available", of: (row) => row.stock },
  { name: "reserved", of: (row) => row.reserved },
  { name: "on_hand", of: (row) => row.on_hand },
  { name: "warn_at", of: (row) => row.threshold },
  { name: "people_waiting", of: (row) => row.waiting },
]
const entryColumns: Column<StockEntry>[] = [
  { name: "id", of: (row) => row.id },
  { name: "created_at", of: (row) => row.created_at },
  { name: "change", of: (row) => row.change },
  { name: "stock_after", of: (row) => row.stock_after },
  { name: "reason", of: (row) => row.reason },
  { name: "note", of: (row) => row.note },
  { name: "by", of: (row) => row.by },
  { name: "order", of: (row) => row.order_number },
]
