import * as z from "zod"
import {
  AuditEntry,
  AuditQuery,
  AuditVerification,
  ContactMessage,
  ContactsQuery,
  EditContact,
} from "#contract/admin.ts"
import { IdParams } from "#contract/common.ts"
import type { App } from "../app.ts"
import * as inbox from "../contact/inbox.ts"
import { type Column, sendCsv, wantsCsv } from "../http/csv.ts"
import * as auditLog from "./auditLog.ts"

const said = (summary: string) => ({ tags: ["Staff"], summary })

/** What people have written to the shop, and what its staff have done. */
export function recordRoutes({ http, store }: App): void {
  http.get(
    "/api/admin/contacts",
    {
      schema: {
        ...said("What people have written to the shop"),
        querystring: ContactsQuery,
        response: { 200: z.array(ContactMessage) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request
      if (wantsCsv(request))
        return sendCsv(reply, "contacts", contactColumns, inbox.exportContacts(store, actor, query))
      const { items, total } = await inbox.listContacts(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.patch(
    "/api/admin/contacts/:id",
    {
      schema: { ...said("Tick a message off"), params: IdParams, body: EditContact, response: { 200: ContactMessage } },
    },
    ({ actor, params, body }) => store.transaction((tx) => inbox.handle(tx, actor, params.id, body.handled)),
  )

  http.get(
    "/api/admin/audit-log",
    { schema: { ...said("What staff have done"), querystring: AuditQuery, response: { 200: z.array(AuditEntry) } } },
    async (request, reply) => {
      const { actor, query } = request
      if (wantsCsv(request)) return sendCsv(reply, "audit-log", auditColumns, auditLog.exportAudit(store, actor, query))
      const { items, total } = await auditLog.listAudit(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.get(
    "/api/admin/audit-log/verify",
    { schema: { ...said("Whether the log is as it was written"), response: { 200: AuditVerification } } },
    ({ actor }) => auditLog.verifyAudit(store, actor),
  )
}

const contactColumns: Column<ContactMessage>[] = [
  { name: "id", of: (row) => row.id },
  { name: "created_at", of: (row) => row.created_at },
  { name: "name", of: (row) => row.name },
  { name: "email", of: (row) => row.email },
  { name: "subject", of: (row) => row.subject },
  { name: "message", of: (row) => row.message },
  { name: "handled_at", of: (row) => row.handled_at },
]

const auditColumns: Column<AuditEntry>[] = [
  { name: "id", of: (row) => row.id },
  { name: "created_at", of: (row) => row.created_at },
  { name: "actor_id", of: (row) => row.actor_id },
  { name: "actor", of: (row) => row.actor },
  { name: "action", of: (row) => row.action },
  { name: "target_kind", of: (row) => row.target_kind },
  { name: "target_id", of: (row) => row.target_id },
  { name: "before", of: (row) => (row.before === null ? null : JSON.stringify(row.before)) },
  { name: "after", of: (row) => (row.after === null ? null : JSON.stringify(row.after)) },
  { name: "hash", of: (row) => row.hash },
]
