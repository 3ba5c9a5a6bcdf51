import type { ContactMessage } from "#contract/admin.ts"
import { assertSignedIn, onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { type Column, csvOrPage } from "../../platform/http/csv.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { perAddress } from "../../platform/http/limits.ts"
import { requestContextOf } from "../../platform/http/requestContext.ts"
import { routesOf } from "../../platform/http/route.ts"
import { languageOf } from "../../platform/languages.ts"
import * as contact from "./contact.ts"
import * as inbox from "./inbox.ts"

const route = routesOf("Contact")
const staffRoute = routesOf("Staff")

export function contactRoutes(context: Context): void {
  formRoute(context)
  inboxRoutes(context)
}

function formRoute({ http, store, settings, limits }: Context): void {
  route(http, "POST /contact", {
    summary: "Send a message to the shop",
    preHandler: perAddress(limits.contact),
    status: 202,
    handler: (request, reply) => {
      const { actor, headers, body } = request
      const { supportEmail } = settings
      // For guests too, whose address may change before they send again. The answer tells nothing about the sender.
      return withIdempotencyKey(store, { headers, reply, scope: "contact", body }, (finish) =>
        contact.send(store, actor, body, { supportEmail, language: languageOf(request), finish }),
      )
    },
  })
}

function inboxRoutes({ http, store, settings }: Context): void {
  staffRoute(http, "GET /admin/contacts", {
    summary: "List contact messages",
    onRequest: onlyAdmins(),
    handler: (request, reply) => {
      const { actor, query } = request
      const table = { name: "contacts", columns: contactColumns, rows: () => inbox.exportContacts(store, actor, query) }
      return csvOrPage(request, reply, table, () => inbox.listContacts(store, actor, query))
    },
  })
  staffRoute(http, "GET /admin/contacts/people", {
    summary: "Admins to whom a contact message can be assigned",
    onRequest: onlyAdmins(),
    handler: ({ actor }) => inbox.assignees(store, actor),
  })
  staffRoute(http, "GET /admin/contacts/{id}", {
    summary: "Get a contact message with its answers",
    onRequest: onlyAdmins(),
    handler: ({ actor, params }) => inbox.getContact(store, actor, params.id),
  })
  staffRoute(http, "PATCH /admin/contacts/{id}", {
    summary: "Mark a contact message as handled, or assign it",
    onRequest: onlyAdmins(),
    handler: ({ actor, params, body }) => store.transaction((tx) => inbox.edit(tx, actor, params.id, body)),
  })
  staffRoute(http, "POST /admin/contacts/{id}/answers", {
    summary: "Answer a contact message by email",
    onRequest: onlyAdmins(),
    status: 201,
    handler: (request, reply) => {
      const { actor, headers, params, body } = request
      assertSignedIn(actor)
      const { origin } = requestContextOf(request, settings)
      const call = { headers, reply, scope: `contact ${params.id} answer user ${actor.id}`, body }
      return withIdempotencyKey(store, call, (finish) =>
        inbox.answer(store, actor, params.id, body, { origin, support: settings.supportEmail, finish }),
      )
    },
  })
}

const contactColumns: Column<ContactMessage>[] = [
  { name: "id", of: (row) => row.id },
  { name: "created_at", of: (row) => row.created_at },
  { name: "name", of: (row) => row.name },
  { name: "email", of: (row) => row.email },
  { name: "subject", of: (row) => row.subject },
  { name: "message", of: (row) => row.message },
  { name: "handled_at", of: (row) => row.handled_at },
  { name: "order_number", of: (row) => row.order_number },
  { name: "assignee", of: (row) => row.assignee },
]
