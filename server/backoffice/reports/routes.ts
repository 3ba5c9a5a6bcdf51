import type { FastifyReply, FastifyRequest } from "fastify"
import type { MembershipRow, ResponseRow, SalesRow, TaxRow } from "#contract/reports.ts"
import { onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { inOneBatch } from "../../platform/db/batches.ts"
import { type Column, csvOr } from "../../platform/http/csv.ts"
import { routesOf } from "../../platform/http/route.ts"
import { responseReport } from "./responses.ts"
import { membershipReport, salesReport } from "./sales.ts"
import { taxReport } from "./taxes.ts"

const route = routesOf("Reports")

export function reportRoutes({ http, store }: Context): void {
  route(http, "GET /admin/reports/sales", {
    summary: "Sales by day, model, category, country or kind of customer",
    onRequest: onlyAdmins("financial_admin"),
    handler: (request, reply) =>
      rowsOrReport(request, reply, `sales-by-${request.query.by}`, salesColumns, () =>
        salesReport(store, request.actor, request.query),
      ),
  })
  route(http, "GET /admin/reports/memberships", {
    summary: "Memberships by level",
    onRequest: onlyAdmins("financial_admin"),
    handler: (request, reply) =>
      rowsOrReport(request, reply, "memberships", membershipColumns, () =>
        membershipReport(store, request.actor, request.query),
      ),
  })
  route(http, "GET /admin/reports/taxes", {
    summary: "VAT by country and rate",
    onRequest: onlyAdmins("financial_admin"),
    handler: (request, reply) =>
      rowsOrReport(request, reply, "vat", taxColumns, () => taxReport(store, request.actor, request.query)),
  })
  route(http, "GET /admin/reports/responses", {
    summary: "Response times by moderator",
    onRequest: onlyAdmins(),
    handler: (request, reply) =>
      rowsOrReport(request, reply, "response-times", responseColumns, () =>
        responseReport(store, request.actor, request.query),
      ),
  })
}

/** Answers with a report, or with its rows as CSV. */
function rowsOrReport<Row, Report extends { rows: Row[] }>(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  columns: Column<Row>[],
  read: () => Promise<Report>,
): Promise<Report> {
  return csvOr(request, reply, { name, columns, rows: () => inOneBatch(async () => (await read()).rows) }, read)
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
const taxColumns: Column<TaxRow>[] = [
  { name: "key", of: (row) => row.key },
  { name: "name", of: (row) => row.name },
  { name: "orders", of: (row) => row.orders },
  { name: "sales_usd", of: (row) => row.sales },
  { name: "vat_usd", of: (row) => row.tax },
  { name: "refunded_vat_usd", of: (row) => row.refunded },
  { name: "net_vat_usd", of: (row) => row.net },
  { name: "net_vat_before_usd", of: (row) => row.net_before },
]
const responseColumns: Column<ResponseRow>[] = [
  { name: "moderator_id", of: (row) => row.id },
  { name: "moderator", of: (row) => row.name },
  { name: "messages", of: (row) => row.messages },
  { name: "answers", of: (row) => row.answers },
  { name: "minutes", of: (row) => row.minutes },
  { name: "minutes_before", of: (row) => row.minutes_before },
]
