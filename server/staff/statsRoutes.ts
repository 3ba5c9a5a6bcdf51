import type * as z from "zod"
import {
  Activities,
  type Activity,
  ActivityQuery,
  DashboardStats,
  Revenue,
  type RevenuePoint,
  RevenueQuery,
  Setup,
} from "#contract/admin.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { type Column, csvOr } from "../http/csv.ts"
import { exportActivity, recentActivity } from "./feed.ts"
import { setupOf } from "./setup.ts"
import { dashboardStats, revenue } from "./stats.ts"

const docs = (summary: string) => ({ tags: ["Staff"], summary })

/** The dashboard's routes: figures and recent activity. */
export function statsRoutes({ http, store, settings }: Context): void {
  http.get(
    "/api/admin/dashboard-stats",
    {
      onRequest: onlyAdmins(),
      schema: {
        ...docs("Dashboard figures; revenue is null for content admins"),
        response: { 200: DashboardStats },
      },
    },
    ({ actor }) => dashboardStats(store, actor),
  )
  http.get(
    "/api/admin/setup",
    { schema: { ...docs("Setup steps that are still open"), response: { 200: Setup } } },
    ({ actor }) => setupOf(store, actor, settings),
  )
  http.get(
    "/api/admin/revenue",
    {
      onRequest: onlyAdmins("financial_admin"),
      schema: { ...docs("Revenue by day or month"), querystring: RevenueQuery, response: { 200: Revenue } },
    },
    async (request, reply) => {
      const found = await revenue(store, request.actor, request.query)
      const table = { name: "revenue", columns: revenueColumns, rows: () => once(found.points) }
      return csvOr(request, reply, table, async () => found)
    },
  )
  http.get(
    "/api/admin/recent-activity",
    {
      onRequest: onlyAdmins(),
      schema: {
        ...docs("Recent activity, newest first"),
        querystring: ActivityQuery,
        response: { 200: Activities },
      },
    },
    (request, reply) => {
      const { actor, query } = request
      const table = { name: "activity", columns: activityColumns, rows: () => exportActivity(store, actor, query) }
      return csvOr(request, reply, table, () => recentActivity(store, actor, query))
    },
  )
}

async function* once<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
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
