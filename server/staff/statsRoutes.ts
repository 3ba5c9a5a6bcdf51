import type * as z from "zod"
import {
  Activities,
  type Activity,
  ActivityQuery,
  DashboardStats,
  Revenue,
  type RevenuePoint,
  RevenueQuery,
} from "#contract/admin.ts"
import type { App } from "../app.ts"
import { type Column, sendCsv, wantsCsv } from "../http/csv.ts"
import { exportActivity, recentActivity } from "./feed.ts"
import { dashboardStats, revenue } from "./stats.ts"

const said = (summary: string) => ({ tags: ["Staff"], summary })

/** How the shop stands, and what has happened in it. */
export function statsRoutes({ http, store }: App): void {
  http.get(
    "/api/admin/dashboard-stats",
    {
      schema: {
        ...said("How the shop stands; money is null for admins of the content"),
        response: { 200: DashboardStats },
      },
    },
    ({ actor }) => dashboardStats(store, actor),
  )
  http.get(
    "/api/admin/revenue",
    { schema: { ...said("What came in, by day or month"), querystring: RevenueQuery, response: { 200: Revenue } } },
    async (request, reply) => {
      const found = await revenue(store, request.actor, request.query)
      return wantsCsv(request) ? sendCsv(reply, "revenue", revenueColumns, once(found.points)) : found
    },
  )
  http.get(
    "/api/admin/recent-activity",
    {
      schema: {
        ...said("What has happened, the newest first"),
        querystring: ActivityQuery,
        response: { 200: Activities },
      },
    },
    async (request, reply) => {
      const { actor, query } = request
      if (wantsCsv(request)) return sendCsv(reply, "activity", activityColumns, exportActivity(store, actor, query))
      return recentActivity(store, actor, query)
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
