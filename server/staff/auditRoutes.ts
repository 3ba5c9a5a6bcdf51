import * as z from "zod"
import { AuditEntry, AuditQuery, AuditVerification } from "#contract/admin.ts"
import { IdParams } from "#contract/common.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { type Column, csvOrPage } from "../http/csv.ts"
import * as auditLog from "./auditLog.ts"

const docs = (summary: string) => ({ tags: ["Staff"], summary })

/** The audit log's routes. */
export function auditRoutes({ http, store, reads }: Context): void {
  http.get(
    "/api/admin/audit-log",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: { ...docs("List audit log entries"), querystring: AuditQuery, response: { 200: z.array(AuditEntry) } },
    },
    (request, reply) => {
      const { actor, query } = request
      const table = { name: "audit-log", columns: auditColumns, rows: () => auditLog.exportAudit(reads, actor, query) }
      return csvOrPage(request, reply, table, () => auditLog.listAudit(reads, actor, query))
    },
  )
  http.get(
    "/api/admin/audit-log/verify",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: { ...docs("Verify that the audit log has not been altered"), response: { 200: AuditVerification } },
    },
    ({ actor }) => auditLog.verifyAudit(store, actor),
  )
  http.get(
    "/api/admin/audit-log/:id",
    {
      onRequest: onlyAdmins("super_admin"),
      schema: { ...docs("Get an audit log entry"), params: IdParams, response: { 200: AuditEntry } },
    },
    ({ actor, params }) => auditLog.getAuditEntry(store, actor, params.id),
  )
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
