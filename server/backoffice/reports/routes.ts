import type { MembershipRow, ResponseRow, SalesRow } from "#contract/reports.ts"
import { onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { type Column, csvOr } from "../../platform/http/csv.ts"
import { routesOf } from "../../platform/http/route.ts"
import { responseReport } from "./responses.ts"
import { membershipReport, salesReport } from "./sales.ts"

const route = routesOf("Reports")

export function reportRoutes({ http, store }: Context): void {
  route(http, "GET /admin/reports/sales", {
    summary: "Sales by day, model, category, country or kind of customer",
    onRequest: onlyAdmins("financial_admin"),
    handler: async (request, reply) => {
      const read = () => salesReport(store, request.actor, request.query)
      const name = `sales-by-${request.query.by}`
      return csvOr(request, reply, { name, columns: salesColumns, rows: () => rowsOf(read) }, read)
    },
  })
  route(http, "GET /admin/reports/memberships", {
    summary: "Memberships by level",
    onRequest: onlyAdmins("financial_admin"),
    handler: async (request, reply) => {
      const read = () => membershipReport(store, request.actor, request.query)
      const table = { name: "memberships", columns: membershipColumns, rows: () => rowsOf(read) }
      return csvOr(request, reply, table, read)
    },
  })
  route(http, "GET /admin/reports/responses", {
    summary: "Response times by moderator",
    onRequest: onlyAdmins(),
    handler: async (request, reply) => {
      const read = () => responseReport(store, request.actor, request.query)
      const table = { name: "response-times", columns: responseColumns, rows: () => rowsOf(read) }
      return csvOr(request, reply, table, read)
    },
  })
}

async function* rowsOf<Row>(read: () => Promise<{ rows: Row[] }>): AsyncGenerator<Row[]> {
  yield (await read()).rows
}

const money: Column<Pick<SalesRow, "paid" | "refunded" | "net" | "net_before">>[] = [
  { name: "paid_usd", of: (row) => row.paid },
  { name: "refunded_usd", of: (row) => row.refunded },
  { name: "net_usd", of: (row) => row.net },
  { name: "net_before_usd", of: (row) => row.net_before },
]
const salesColumns: Column<SalesRow>[] = [
  { name: "key", of: (row) => row.key },
  { name: "name", of: (row) => row.name },
  { name: "orders", of: (row) => row.orders },
  { name: "pieces", of: (row) => row.pieces },
  ...money,
]
const membershipColumns: Column<MembershipRow>[] = [
  { name: "level", of: (row) => row.level },
  { name: "new", of: (row) => row.started },
  { name: "renewed", of: (row) => row.renewed },
  { name: "ended", of: (row) => row.ended },
  ...money,
]
const responseColumns: Column<ResponseRow>[] = [
  { name: "moderator_id", of: (row) => row.id },
  { name: "moderator", of: (row) => row.name },
  { name: "messages", of: (row) => row.messages },
  { name: "answers", of: (row) => row.answers },
  { name: "minutes", of: (row) => row.minutes },
  { name: "minutes_before", of: (row) => row.minutes_before },
]
