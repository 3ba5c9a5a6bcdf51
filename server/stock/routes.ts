import * as z from "zod"
import { IdParams, Message } from "#contract/common.ts"
import { restockTexts } from "#contract/restockText.ts"
import {
  AskForStock,
  CorrectedStock,
  CorrectStock,
  StockCode,
  StockEntry,
  StockEntryQuery,
  StockQuery,
  StockRequest,
  StockRow,
} from "#contract/stock.ts"
import { assertUser, only } from "../auth/actor.ts"
import { hours } from "../clock.ts"
import type { Context } from "../context.ts"
import { type Column, csvOrPage } from "../http/csv.ts"
import { perAddress } from "../http/limits.ts"
import { oneClickRoute } from "../http/oneClick.ts"
import { requestContextOf } from "../http/requestContext.ts"
import * as requests from "./requests.ts"
import * as stock from "./stock.ts"

const Done = z.null().describe("Done")
const docs = (summary: string) => ({ tags: ["Stock"], summary })

export function stockRoutes(context: Context): void {
  const { http, store, reads } = context
  http.get(
    "/api/admin/stock",
    {
      onRequest: only(stock.assertMayReadStock),
      schema: {
        ...docs("List the stock of all models"),
        querystring: StockQuery,
        response: { 200: z.array(StockRow) },
      },
    },
    (request, reply) => {
      const { actor, query } = request
      const rows = () => stock.exportStock(reads, actor, query)
      return csvOrPage(request, reply, { name: "stock", columns, rows }, () => stock.listStock(reads, actor, query))
    },
  )
  http.post(
    "/api/admin/stock",
    {
      onRequest: only(stock.assertMayCorrectStock),
      schema: { ...docs("Correct counts"), body: CorrectStock, response: { 200: CorrectedStock } },
    },
    ({ actor, body }) => store.transaction((tx) => stock.correctStock(tx, actor, body)),
  )
  http.get(
    "/api/admin/stock/:id/entries",
    {
      onRequest: only(stock.assertMayReadStock),
      schema: {
        ...docs("List the changes of a model's stock"),
        params: IdParams,
        querystring: StockEntryQuery,
        response: { 200: z.array(StockEntry) },
      },
    },
    (request, reply) => {
      const { actor, query, params } = request
      const asked = { ...query, ...params }
      const rows = () => stock.exportEntries(reads, actor, asked)
      return csvOrPage(request, reply, { name: `stock-${params.id}`, columns: entryColumns, rows }, () =>
        stock.listEntries(reads, actor, asked),
      )
    },
  )
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
  http.post(
    "/api/restock-requests",
    {
      onRequest: only(requests.assertMayAsk),
      preHandler: perAddress(limits.make("restock", 20, hours(1))),
      schema: {
        ...docs("Ask to be told when a model is back in stock"),
        body: AskForStock,
        response: { 202: Message },
      },
    },
    async (request, reply) => {
      const context = requestContextOf(request, settings)
      const message = await requests.askForStock(store, request.actor, request.body, context)
      return reply.status(202).send({ message })
    },
  )
  http.post(
    "/api/restock-requests/confirm",
    { schema: { ...docs("Confirm a guest's request"), body: StockCode, response: { 204: Done } } },
    async ({ body }, reply) => {
      await store.transaction((tx) => requests.confirmRequest(tx, body.oob_code))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/restock-requests/unsubscribe",
    { schema: { ...docs("End all requests of an address"), body: StockCode, response: { 204: Done } } },
    async ({ body }, reply) => {
      await store.transaction((tx) => requests.leaveByCode(tx, body.oob_code))
      return reply.status(204).send(null)
    },
  )
  http.get(
    "/api/auth/restock-requests",
    {
      onRequest: only(assertUser),
      schema: { ...docs("List the models that the customer waits for"), response: { 200: z.array(StockRequest) } },
    },
    ({ actor }) => requests.listRequests(store, actor),
  )
  http.delete(
    "/api/auth/restock-requests/:id",
    { onRequest: only(assertUser), schema: { ...docs("End a request"), params: IdParams, response: { 204: Done } } },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => requests.leave(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )
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
