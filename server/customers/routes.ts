import * as z from "zod"
import { IdInput, IdParams } from "#contract/common.ts"
import {
  ChatsQuery,
  CorrectEmail,
  Customer,
  CustomerChats,
  CustomerEmails,
  CustomerMemberships,
  CustomerOrders,
  CustomerPayments,
  CustomerReports,
  CustomerReturns,
  CustomerReviews,
  CustomerSessions,
  EndMembership,
  GrantMembership,
  KnownTag,
  Mentionable,
  NewNote,
  NewTag,
  Note,
  Notes,
  SectionQuery,
  type SubjectKind,
  TagParams,
  TagQuery,
  Timeline,
  TimelineQuery,
} from "#contract/customers.ts"
import { assertAdmin, assertStaff, only, onlyAdmins } from "../auth/actor.ts"
import { hours } from "../clock.ts"
import type { Context } from "../context.ts"
import { once } from "../http/idempotency.ts"
import { originOf } from "../http/origin.ts"
import { requestContextOf } from "../http/requestContext.ts"
import * as account from "./account.ts"
import { getCustomer } from "./customers.ts"
import { listEmails, resendEmail } from "./emails.ts"
import { addNote, deleteNote, editNote, listNotes, mentionable } from "./notes.ts"
import * as sections from "./sections.ts"
import { assertOpens, assertReads } from "./subjects.ts"
import { addTag, removeTag, suggestTags } from "./tags.ts"
import { timelineOf } from "./timeline.ts"

const docs = (summary: string) => ({ tags: ["Customers"], summary })
const Done = z.null().describe("Done")
const EmailParams = z.object({ id: IdInput, emailId: IdInput })

/** A customer's page, and the notes and timelines of customers, orders and chats. */
export function customerRoutes(context: Context): void {
  pageRoutes(context)
  contactRoutes(context)
  accountRoutes(context)
  emailRoutes(context)
  tagRoutes(context)
  subjectRoutes(context, "customer", "/api/admin/customers/:id")
  subjectRoutes(context, "order", "/api/admin/orders/:id")
  subjectRoutes(context, "room", "/api/chat/rooms/:id")
  noteRoutes(context)
}

function pageRoutes({ http, store, reads }: Context): void {
  http.get(
    "/api/admin/customers/:id",
    {
      onRequest: onlyAdmins(),
      schema: { ...docs("A customer, for their page"), params: IdParams, response: { 200: Customer } },
    },
    ({ actor, params }) => getCustomer(store, actor, params.id),
  )
  for (const [part, list, response, querystring = SectionQuery] of [
    ["orders", sections.listOrders, CustomerOrders],
    ["returns", sections.listReturns, CustomerReturns],
    ["payments", sections.listPayments, CustomerPayments],
    ["memberships", sections.listMemberships, CustomerMemberships],
    ["reviews", sections.listReviews, CustomerReviews],
    ["chats", sections.listChats, CustomerChats, ChatsQuery],
    ["reports", sections.listReports, CustomerReports],
    ["sessions", sections.listSessions, CustomerSessions],
  ] as const) {
    http.get(
      `/api/admin/customers/:id/${part}`,
      {
        onRequest: only((actor) => assertOpens(actor, part)),
        schema: {
          ...docs(`A customer's ${part}, newest first`),
          params: IdParams,
          querystring,
          response: { 200: response as z.ZodType },
        },
      },
      ({ actor, params, query }) => list(reads, actor, { ...params, ...query }),
    )
  }
}

/** Beside a contact message, which knows nothing of orders. */
function contactRoutes({ http, reads }: Context): void {
  http.get(
    "/api/admin/contacts/:id/orders",
    {
      onRequest: only((actor) => assertOpens(actor, "orders")),
      schema: {
        ...docs("The orders of whoever sent a contact message, newest first"),
        params: IdParams,
        querystring: SectionQuery,
        response: { 200: CustomerOrders },
      },
    },
    ({ actor, params, query }) => sections.listContactOrders(reads, actor, { ...params, ...query }),
  )
}

/** What a super admin can set right about the account; each answer is empty. */
function accountRoutes({ http, store, settings }: Context): void {
  const onRequest = onlyAdmins("super_admin")
  const response = { 204: Done }
  http.post(
    "/api/admin/customers/:id/memberships",
    {
      onRequest,
      schema: {
        ...docs("Add membership time without a payment"),
        params: IdParams,
        body: GrantMembership,
        response,
      },
    },
    async (request, reply) => {
      const { actor, params, body, headers } = request
      const home = originOf(request, settings)
      assertAdmin(actor, "super_admin")
      const asked = { headers, reply, scope: `memberships customer ${params.id} user ${actor.id}`, body }
      return once(store, asked, (finish) =>
        store.transaction(async (tx) => {
          await account.grantMembership(tx, actor, params.id, body, home)
          return finish(tx, 204, null)
        }),
      )
    },
  )
  http.post(
    "/api/admin/customers/:id/memberships/end",
    {
      onRequest,
      schema: { ...docs("End a customer's membership now"), params: IdParams, body: EndMembership, response },
    },
    async (request, reply) => {
      const { actor, params, body } = request
      const home = originOf(request, settings)
      await store.transaction((tx) => account.endMembership(tx, actor, params.id, body, home))
      return reply.status(204).send(null)
    },
  )
  http.put(
    "/api/admin/customers/:id/email",
    {
      onRequest,
      schema: {
        ...docs("Change the email address of an account, once the new one is confirmed"),
        params: IdParams,
        body: CorrectEmail,
        response,
      },
    },
    async (request, reply) => {
      const { actor, params, body } = request
      const context = requestContextOf(request, settings)
      await store.transaction((tx) => account.correctEmail(tx, actor, params.id, body, context))
      return reply.status(204).send(null)
    },
  )
  http.post(
    "/api/admin/customers/:id/password-reset",
    {
      onRequest,
      schema: { ...docs("Email a customer a link to choose a new password"), params: IdParams, response },
    },
    async (request, reply) => {
      const { actor, params } = request
      const context = requestContextOf(request, settings)
      await store.transaction((tx) => account.sendPasswordReset(tx, actor, params.id, context))
      return reply.status(204).send(null)
    },
  )
}

function emailRoutes({ http, store, settings, limits }: Context): void {
  http.get(
    "/api/admin/customers/:id/emails",
    {
      onRequest: only((actor) => assertOpens(actor, "emails")),
      schema: {
        ...docs("Emails to a customer in the last thirty days, newest first"),
        params: IdParams,
        querystring: SectionQuery,
        response: { 200: CustomerEmails },
      },
    },
    ({ actor, params, query }) => listEmails(store, actor, { ...params, ...query }),
  )
  const limit = limits.make("resentEmails", 60, hours(1))
  http.post(
    "/api/admin/customers/:id/emails/:emailId/resend",
    {
      onRequest: only((actor) => assertOpens(actor, "emails")),
      schema: {
        ...docs("Send an email again; once if repeated within a minute"),
        params: EmailParams,
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      await resendEmail(store, request.actor, request.params, { ...requestContextOf(request, settings), limit })
      return reply.status(204).send(null)
    },
  )
}

function tagRoutes({ http, store, reads }: Context): void {
  http.post(
    "/api/admin/customers/:id/tags",
    {
      onRequest: onlyAdmins(),
      schema: { ...docs("Tag a customer"), params: IdParams, body: NewTag, response: { 204: Done } },
    },
    async ({ actor, params, body }, reply) => {
      await store.transaction((tx) => addTag(tx, actor, params.id, body.tag))
      return reply.status(204).send(null)
    },
  )
  http.delete(
    "/api/admin/customers/:id/tags/:tag",
    {
      onRequest: onlyAdmins(),
      schema: { ...docs("Remove a tag from a customer"), params: TagParams, response: { 204: Done } },
    },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => removeTag(tx, actor, params.id, params.tag))
      return reply.status(204).send(null)
    },
  )
  http.get(
    "/api/admin/customer-tags",
    {
      onRequest: onlyAdmins(),
      schema: { ...docs("Tags in use, most used first"), querystring: TagQuery, response: { 200: z.array(KnownTag) } },
    },
    ({ actor, query }) => suggestTags(reads, actor, query.q),
  )
}

/** The notes and the timeline of one kind of subject, below its own address. */
function subjectRoutes({ http, store }: Context, kind: SubjectKind, path: string): void {
  const onRequest = only((actor) => assertReads(actor, kind))
  http.get(
    `${path}/timeline`,
    {
      onRequest,
      schema: {
        ...docs(`What happened to the ${kind}, newest first`),
        params: IdParams,
        querystring: TimelineQuery,
        response: { 200: Timeline },
      },
    },
    ({ actor, params, query }) => timelineOf(store, actor, kind, { ...params, ...query }),
  )
  http.get(
    `${path}/notes`,
    {
      onRequest,
      schema: {
        ...docs(`Notes of staff on the ${kind}, newest first`),
        params: IdParams,
        querystring: SectionQuery,
        response: { 200: Notes },
      },
    },
    ({ actor, params, query }) => listNotes(store, actor, kind, { ...params, ...query }),
  )
  http.post(
    `${path}/notes`,
    {
      onRequest,
      schema: { ...docs(`Add a note to the ${kind}`), params: IdParams, body: NewNote, response: { 201: Note } },
    },
    async ({ actor, params, body }, reply) =>
      reply.status(201).send(await store.transaction((tx) => addNote(tx, actor, kind, { ...params, ...body }))),
  )
  http.get(
    `${path}/notes/people`,
    {
      onRequest,
      schema: {
        ...docs("Staff who can be mentioned in a note"),
        params: IdParams,
        response: { 200: z.array(Mentionable) },
      },
    },
    ({ actor, params }) => mentionable(store, actor, kind, params.id),
  )
}

function noteRoutes({ http, store }: Context): void {
  http.patch(
    "/api/notes/:id",
    {
      onRequest: only(assertStaff),
      schema: { ...docs("Edit one's own note"), params: IdParams, body: NewNote, response: { 200: Note } },
    },
    ({ actor, params, body }) => store.transaction((tx) => editNote(tx, actor, { ...params, ...body })),
  )
  http.delete(
    "/api/notes/:id",
    {
      onRequest: only(assertStaff),
      schema: { ...docs("Delete a note: one's own, or any as an admin"), params: IdParams, response: { 204: Done } },
    },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => deleteNote(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )
}
