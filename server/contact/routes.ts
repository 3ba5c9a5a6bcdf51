import * as z from "zod"
import {
  AnswerContact,
  ContactAssignee,
  ContactDetail,
  ContactMessage,
  ContactsQuery,
  EditContact,
} from "#contract/admin.ts"
import { IdParams, Message } from "#contract/common.ts"
import { ContactForm } from "#contract/contact.ts"
import { assertSignedIn, onlyAdmins } from "../auth/actor.ts"
import type { Context } from "../context.ts"
import { type Column, csvOrPage } from "../http/csv.ts"
import { once } from "../http/idempotency.ts"
import { perAddress } from "../http/limits.ts"
import { requestContextOf } from "../http/requestContext.ts"
import { languageOf } from "../languages.ts"
import * as contact from "./contact.ts"
import * as inbox from "./inbox.ts"

const docs = (summary: string) => ({ tags: ["Contact"], summary })
const staffDocs = (summary: string) => ({ tags: ["Staff"], summary })

export function contactRoutes(context: Context): void {
  formRoute(context)
  inboxRoutes(context)
}

function formRoute({ http, store, settings, limits }: Context): void {
  http.post(
    "/api/contact",
    {
      preHandler: perAddress(limits.contact),
      schema: { ...docs("Send a message to the shop"), body: ContactForm, response: { 202: Message } },
    },
    (request, reply) => {
      const { actor, headers, body } = request
      const { supportEmail } = settings
      // For guests too, whose address may change before they send again. The answer tells nothing about the sender.
      return once(store, { headers, reply, scope: "contact", body }, (finish) =>
        contact.send(store, actor, body, { supportEmail, language: languageOf(request), finish }),
      )
    },
  )
}

function inboxRoutes({ http, store, settings }: Context): void {
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
    "/api/admin/contacts/people",
    {
      onRequest: onlyAdmins(),
      schema: {
        ...staffDocs("Admins to whom a contact message can be assigned"),
        response: { 200: z.array(ContactAssignee) },
      },
    },
    ({ actor }) => inbox.assignees(store, actor),
  )
  http.get(
    "/api/admin/contacts/:id",
    {
      onRequest: onlyAdmins(),
      schema: {
        ...staffDocs("Get a contact message with its answers"),
        params: IdParams,
        response: { 200: ContactDetail },
      },
    },
    ({ actor, params }) => inbox.getContact(store, actor, params.id),
  )
  http.patch(
    "/api/admin/contacts/:id",
    {
      onRequest: onlyAdmins(),
      schema: {
        ...staffDocs("Mark a contact message as handled, or assign it"),
        params: IdParams,
        body: EditContact,
        response: { 200: ContactMessage },
      },
    },
    ({ actor, params, body }) => store.transaction((tx) => inbox.edit(tx, actor, params.id, body)),
  )
  http.post(
    "/api/admin/contacts/:id/answers",
    {
      onRequest: onlyAdmins(),
      schema: {
        ...staffDocs("Answer a contact message by email"),
        params: IdParams,
        body: AnswerContact,
        response: { 201: Message },
      },
    },
    (request, reply) => {
      const { actor, headers, params, body } = request
      assertSignedIn(actor)
      const { origin } = requestContextOf(request, settings)
      const call = { headers, reply, scope: `contact ${params.id} answer user ${actor.id}`, body }
      return once(store, call, (finish) =>
        inbox.answer(store, actor, params.id, body, { origin, support: settings.supportEmail, finish }),
      )
    },
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
  { name: "order_number", of: (row) => row.order_number },
  { name: "assignee", of: (row) => row.assignee },
]
