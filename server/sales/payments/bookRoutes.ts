import type { AdminPayment } from "#contract/admin.ts"
import { onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { type Column, csvOr } from "../../platform/http/csv.ts"
import { routesOf } from "../../platform/http/route.ts"
import * as books from "./books.ts"

const route = routesOf("Payments")

export function bookRoutes({ http, store }: Context): void {
  for (const [path, ledger, summary] of [
    ["payments", "all", "Every payment"],
    ["subscription-payments", "subscriptions", "Payments for memberships"],
  ] as const) {
    route(http, `GET /admin/${path}`, {
      summary,
      config: { scope: "payments:read" },
      onRequest: onlyAdmins("financial_admin"),
      handler: (request, reply) => {
        const { actor, query } = request
        const table = { name: path, columns, rows: () => books.exportPayments(store, actor, ledger, query) }
        return csvOr(request, reply, table, () => books.listPayments(store, actor, ledger, query))
      },
    })
  }
  route(http, "GET /admin/payments/{id}", {
    summary: "Get a payment",
    config: { scope: "payments:read" },
    onRequest: onlyAdmins("financial_admin"),
    handler: ({ actor, params }) => books.getPayment(store, actor, params.id),
  })
  route(http, "GET /admin/payments/{id}/events", {
    summary: "The provider's webhooks for a payment, unchanged",
    onRequest: onlyAdmins("financial_admin"),
    handler: ({ actor, params }) => books.eventsOf(store, actor, params.id),
  })
  route(http, "POST /admin/payments/{id}/review", {
    summary: "Record the outcome of a payment that belongs to no order",
    onRequest: onlyAdmins("financial_admin"),
    handler: ({ actor, params, body }) => store.transaction((tx) => books.reviewPayment(tx, actor, params.id, body)),
  })
}

const columns: Column<AdminPayment>[] = [
  { name: "id", of: (row) => row.id },
  { name: "payment_id", of: (row) => row.payment_id },
  { name: "created_at", of: (row) => row.created_at },
  { name: "payment_date", of: (row) => row.payment_date },
  { name: "user", of: (row) => row.user },
  { name: "user_email", of: (row) => row.user_email },
  { name: "type", of: (row) => row.payment_type },
  { name: "plan", of: (row) => row.plan },
  { name: "order", of: (row) => row.orderNumber },
  { name: "amount_usd", of: (row) => row.amount },
  { name: "arrived_usd", of: (row) => row.arrived },
  { name: "status", of: (row) => row.status },
  { name: "provider_status", of: (row) => row.provider_status },
  { name: "pay_amount", of: (row) => row.pay_amount },
  { name: "pay_currency", of: (row) => row.pay_currency },
  { name: "actually_paid", of: (row) => row.actually_paid },
  { name: "review", of: (row) => row.review },
]
