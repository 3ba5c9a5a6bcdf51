import * as z from "zod"
import { ContactMessage, ContactsQuery, EditContact } from "#contract/admin.ts"
import { IdParams, Message } from "#contract/common.ts"
import { ContactForm } from "#contract/contact.ts"
import { onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { type Column, csvOrPage } from "../http/csv.ts"
import { once } from "../http/idempotency.ts"
import { perAddress } from "../http/limits.ts"
import * as contact from "./contact.ts"
import * as inbox from "./inbox.ts"

const docs = (summary: string) => ({ tags: ["Contact"], summary })
const staffDocs = (summary: string) => ({ tags: ["Staff"], summary })

export function contactRoutes({ http, store, settings, limits }: Context): void {
  http.post(
    "/api/contact",
    {
      preHandler: perAddress(limits.contact),
      schema: { ...docs("Send a message to the shop"), body: ContactForm, response: { 202: Message } },
    },
    ({ actor, headers, body }, reply) =>
      // For guests too, whose address may change before they send again. The answer tells nothing about the sender.
      once(store, { headers, reply, scope: "contact", body }, (finish) =>
        contact.send(store, actor, body, { supportEmail: settings.supportEmail, finish }),
      ),
  )

  http.get(
    "/api/admin/contacts",
    {
      onRequest: onlyAdmins(),
      schema: {
        ...staffDocs("List contact messages"),
        querystring: ContactsQuery,
        response: { 200: z.array(ContactMessage) },
      },
    },
    (request, reply) => {
      const { actor, query } = request
      const table = { name: "contacts", columns: contactColumns, rows: () => inbox.exportContacts(store, actor, query) }
      return csvOrPage(request, reply, table, () => inbox.listContacts(store, actor, query))
    },
  )
  http.get(
    "/api/admin/contacts/:id",
    {
      onRequest: onlyAdmins(),
      schema: { ...staffDocs("Get a contact message"), params: IdParams, response: { 200: ContactMessage } },
    },
    ({ actor, params }) => inbox.getContact(store, actor, params.id),
  )
  http.patch(
    "/api/admin/contacts/:id",
    {
      onRequest: onlyAdmins(),
      schema: {
        ...staffDocs("Mark a contact message as handled"),
        params: IdParams,
        body: EditContact,
        response: { 200: ContactMessage },
      },
    },
    ({ actor, params, body }) => store.transaction((tx) => inbox.handle(tx, actor, params.id, body.handled)),
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
