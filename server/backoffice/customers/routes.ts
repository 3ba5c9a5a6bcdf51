import type { SubjectKind } from "#contract/customers.ts"
import { assertAdmin, assertStaff, only, onlyAdmins } from "../../platform/auth/actor.ts"
import { hours } from "../../platform/clock.ts"
import type { Context } from "../../platform/context.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { originOf } from "../../platform/http/origin.ts"
import { requestContextOf } from "../../platform/http/requestContext.ts"
import { routesOf } from "../../platform/http/route.ts"
import * as account from "./account.ts"
import { getCustomer } from "./customers.ts"
import { listEmails, resendEmail } from "./emails.ts"
import { addNote, deleteNote, editNote, listNotes, mentionable } from "./notes.ts"
import * as sections from "./sections.ts"
import { assertOpens, assertReads } from "./subjects.ts"
import { addTag, removeTag, suggestTags } from "./tags.ts"
import { timelineOf } from "./timeline.ts"

const route = routesOf("Customers")

/** Registers a customer's page, and the notes and timelines of customers, orders and chats. */
export function customerRoutes(context: Context): void {
  pageRoutes(context)
  contactRoutes(context)
  accountRoutes(context)
  emailRoutes(context)
  tagRoutes(context)
  subjectRoutes(context, "customer", "/admin/customers/{id}")
  subjectRoutes(context, "order", "/admin/orders/{id}")
  subjectRoutes(context, "room", "/chat/rooms/{id}")
  noteRoutes(context)
}

function pageRoutes({ http, store, reads }: Context): void {
  route(http, "GET /admin/customers/{id}", {
    summary: "A customer, for their page",
    onRequest: onlyAdmins(),
    handler: ({ actor, params }) => getCustomer(store, actor, params.id),
  })
  for (const [part, list] of [
    ["orders", sections.listOrders],
    ["returns", sections.listReturns],
    ["payments", sections.listPayments],
    ["memberships", sections.listMemberships],
    ["reviews", sections.listReviews],
    ["chats", sections.listChats],
    ["reports", sections.listReports],
    ["sessions", sections.listSessions],
  ] as const) {
    route(http, `GET /admin/customers/{id}/${part}`, {
      summary: `A customer's ${part}, newest first`,
      onRequest: only((actor) => assertOpens(actor, part)),
      handler: ({ actor, params, query }) => list(reads, actor, { ...params, ...query }),
    })
  }
}

/** Registers the list of orders beside a contact message, which has no reference to them. */
function contactRoutes({ http, reads }: Context): void {
  route(http, "GET /admin/contacts/{id}/orders", {
    summary: "The orders of whoever sent a contact message, newest first",
    onRequest: only((actor) => assertOpens(actor, "orders")),
    handler: ({ actor, params, query }) => sections.listContactOrders(reads, actor, { ...params, ...query }),
  })
}

/** Registers the changes that a super admin can make to the account; each response is empty. */
function accountRoutes({ http, store, settings }: Context): void {
  const onRequest = onlyAdmins("super_admin")
  route(http, "POST /admin/customers/{id}/memberships", {
    summary: "Add membership time without a payment",
    onRequest,
    handler: async (request, reply) => {
      const { actor, params, body, headers } = request
      const home = originOf(request, settings)
      assertAdmin(actor, "super_admin")
      const asked = { headers, reply, scope: `memberships customer ${params.id} user ${actor.id}`, body }
      return withIdempotencyKey(store, asked, (finish) =>
        store.transaction(async (tx) => {
          await account.grantMembership(tx, actor, params.id, body, home)
          return finish(tx, 204, null)
        }),
      )
    },
  })
  route(http, "POST /admin/customers/{id}/memberships/end", {
    summary: "End a customer's membership now",
    onRequest,
    handler: async (request) => {
      const { actor, params, body } = request
      const home = originOf(request, settings)
      await store.transaction((tx) => account.endMembership(tx, actor, params.id, body, home))
    },
  })
  route(http, "PUT /admin/customers/{id}/email", {
    summary: "Change the email address of an account, once the new one is confirmed",
    onRequest,
    handler: async (request) => {
      const { actor, params, body } = request
      const context = requestContextOf(request, settings)
      await store.transaction((tx) => account.correctEmail(tx, actor, params.id, body, context))
    },
  })
  route(http, "POST /admin/customers/{id}/password-reset", {
    summary: "Email a customer a link to choose a new password",
    onRequest,
    handler: async (request) => {
      const { actor, params } = request
      const context = requestContextOf(request, settings)
      await store.transaction((tx) => account.sendPasswordReset(tx, actor, params.id, context))
    },
  })
}

function emailRoutes({ http, store, settings, limits }: Context): void {
  route(http, "GET /admin/customers/{id}/emails", {
    summary: "Emails to a customer in the last thirty days, newest first",
    onRequest: only((actor) => assertOpens(actor, "emails")),
    handler: ({ actor, params, query }) => listEmails(store, actor, { ...params, ...query }),
  })
  const limit = limits.make("resentEmails", 60, hours(1))
  route(http, "POST /admin/customers/{id}/emails/{emailId}/resend", {
    summary: "Send an email again; once if repeated within a minute",
    onRequest: only((actor) => assertOpens(actor, "emails")),
    handler: (request) =>
      resendEmail(store, request.actor, request.params, { ...requestContextOf(request, settings), limit }),
  })
}

function tagRoutes({ http, store, reads }: Context): void {
  route(http, "POST /admin/customers/{id}/tags", {
    summary: "Tag a customer",
    onRequest: onlyAdmins(),
    handler: ({ actor, params, body }) => store.transaction((tx) => addTag(tx, actor, params.id, body.tag)),
  })
  route(http, "DELETE /admin/customers/{id}/tags/{tag}", {
    summary: "Remove a tag from a customer",
    onRequest: onlyAdmins(),
    handler: ({ actor, params }) => store.transaction((tx) => removeTag(tx, actor, params.id, params.tag)),
  })
  route(http, "GET /admin/customer-tags", {
    summary: "Tags in use, most used first",
    onRequest: onlyAdmins(),
    handler: ({ actor, query }) => suggestTags(reads, actor, query.q),
  })
}

type SubjectPath = "/admin/customers/{id}" | "/admin/orders/{id}" | "/chat/rooms/{id}"

/** Registers the notes and the timeline of one kind of subject, below its own address. */
function subjectRoutes({ http, store }: Context, kind: SubjectKind, path: SubjectPath): void {
  const onRequest = only((actor) => assertReads(actor, kind))
  route(http, `GET ${path}/timeline`, {
    summary: `What happened to the ${kind}, newest first`,
    onRequest,
    handler: ({ actor, params, query }) => timelineOf(store, actor, kind, { ...params, ...query }),
  })
  route(http, `GET ${path}/notes`, {
    summary: `Notes of staff on the ${kind}, newest first`,
    onRequest,
    handler: ({ actor, params, query }) => listNotes(store, actor, kind, { ...params, ...query }),
  })
  route(http, `POST ${path}/notes`, {
    summary: `Add a note to the ${kind}`,
    onRequest,
    status: 201,
    handler: ({ actor, params, body }) => store.transaction((tx) => addNote(tx, actor, kind, { ...params, ...body })),
  })
  route(http, `GET ${path}/notes/people`, {
    summary: "Staff who can be mentioned in a note",
    onRequest,
    handler: ({ actor, params }) => mentionable(store, actor, kind, params.id),
  })
}

function noteRoutes({ http, store }: Context): void {
  route(http, "PATCH /notes/{id}", {
    summary: "Edit one's own note",
    onRequest: only(assertStaff),
    handler: ({ actor, params, body }) => store.transaction((tx) => editNote(tx, actor, { ...params, ...body })),
  })
  route(http, "DELETE /notes/{id}", {
    summary: "Delete a note: one's own, or any as an admin",
    onRequest: only(assertStaff),
    handler: ({ actor, params }) => store.transaction((tx) => deleteNote(tx, actor, params.id)),
  })
}
