import type { AuditEntry } from "#contract/admin.ts"
import { onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { type Column, csvOrPage } from "../../platform/http/csv.ts"
import { routesOf } from "../../platform/http/route.ts"
import * as auditLog from "./auditLog.ts"

const route = routesOf("Staff")

export function auditRoutes({ http, store, reads }: Context): void {
  route(http, "GET /admin/audit-log", {
    summary: "List audit log entries",
    onRequest: onlyAdmins("super_admin"),
    handler: (request, reply) => {
      const { actor, query } = request
      const table = { name: "audit-log", columns: auditColumns, rows: () => auditLog.exportAudit(reads, actor, query) }
      return csvOrPage(request, reply, table, () => auditLog.listAudit(reads, actor, query))
    },
  })
  route(http, "GET /admin/audit-log/verify", {
    summary: "Verify that the audit log has not been altered",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ actor }) => auditLog.verifyAudit(store, actor),
  })
  route(http, "GET /admin/audit-log/{id}", {
    summary: "Get an audit log entry",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ actor, params }) => auditLog.getAuditEntry(store, actor, params.id),
  })
}

const auditColumns: Column<AuditEntry>[] = [
  { name: "id", of: (row) => row.id },
  { name: "created_at", of: (row) => row.created_at },
  { name: "actor_id", of: (row) => row.actor_id },
  { name: "actor", of: (row) => row.actor },
  { name: "action", of: (row) => row.action },
  { name: "target_kind", of: (row) => row.target_kind },
  { name: "target_id", of: (row) => row.target_id },
  { name: "target", of: (row) => row.target_name },
  { name: "before", of: (row) => (row.before === null ? null : JSON.stringify(row.before)) },
  { name: "after", of: (row) => (row.after === null ? null : JSON.stringify(row.after)) },
  { name: "hash", of: (row) => row.hash },
]
