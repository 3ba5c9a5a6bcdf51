import type * as z from "zod"
import type { Activity, RevenuePoint } from "#contract/admin.ts"
import { assertAdmin, onlyAdmins } from "../../platform/auth/actor.ts"
import { hours } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import { inOneBatch } from "../../platform/db/batches.ts"
import { type Column, csvOr } from "../../platform/http/csv.ts"
import { homeOrigin } from "../../platform/http/origin.ts"
import { routesOf } from "../../platform/http/route.ts"
import { exportActivity, recentActivity } from "./feed.ts"
import { setupOf } from "./setup.ts"
import { dashboardStats, revenue } from "./stats.ts"
import { sendTestEmail } from "./testEmail.ts"

const route = routesOf("Staff")

export function statsRoutes({ http, store, settings, limits }: Context): void {
  const tests = limits.make("mailTests", 20, hours(1))
  route(http, "GET /admin/dashboard-stats", {
    summary: "Dashboard figures; revenue is null for content admins",
    onRequest: onlyAdmins(),
    handler: ({ actor }) => dashboardStats(store, actor),
  })
  route(http, "GET /admin/setup", {
    summary: "Setup steps that are still open",
    handler: ({ actor }) => setupOf(store, actor, settings),
  })
  route(http, "POST /admin/letters/test", {
    summary: "Send a test email to the caller",
    onRequest: onlyAdmins("super_admin"),
    handler: async ({ actor }) => {
      assertAdmin(actor, "super_admin")
      await tests.take(actor.id)
      return sendTestEmail(store, actor, settings, `${homeOrigin(settings, http)}/admin`)
    },
  })
  route(http, "GET /admin/revenue", {
    summary: "Revenue by day or month",
    onRequest: onlyAdmins("financial_admin"),
    handler: async (request, reply) => {
      const read = () => revenue(store, request.actor, request.query)
      const rows = () => inOneBatch(async () => (await read()).points)
      return csvOr(request, reply, { name: "revenue", columns: revenueColumns, rows }, read)
    },
  })
  route(http, "GET /admin/recent-activity", {
    summary: "Recent activity, newest first",
    onRequest: onlyAdmins(),
    handler: (request, reply) => {
      const { actor, query } = request
      const table = { name: "activity", columns: activityColumns, rows: () => exportActivity(store, actor, query) }
      return csvOr(request, reply, table, () => recentActivity(store, actor, query))
    },
  })
}

const revenueColumns: Column<z.infer<typeof RevenuePoint>>[] = [
  { name: "date", of: (row) => row.date },
  { name: "orders_usd", of: (row) => row.orders },
  { name: "subscriptions_usd", of: (row) => row.subscriptions },
  { name: "refunds_usd", of: (row) => row.refunds },
  { name: "total_usd", of: (row) => row.total },
  { name: "payments", of: (row) => row.payments },
]

const activityColumns: Column<Activity>[] = [
  { name: "id", of: (row) => row.id },
  { name: "time", of: (row) => row.time },
  { name: "type", of: (row) => row.type },
  { name: "title", of: (row) => row.title },
  { name: "message", of: (row) => row.message },
]
