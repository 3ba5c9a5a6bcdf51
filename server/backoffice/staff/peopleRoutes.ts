import type { FastifyReply, FastifyRequest } from "fastify"
import type { AdminAccount, AdminUser, Moderator, NewAdmin, NewModerator } from "#contract/admin.ts"
import { assertAdmin, only, onlyAdmins } from "../../platform/auth/actor.ts"
import type { Context } from "../../platform/context.ts"
import { type Column, csvOrPage } from "../../platform/http/csv.ts"
import { withIdempotencyKey } from "../../platform/http/idempotency.ts"
import { preconditionOf, versionTag } from "../../platform/http/preconditions.ts"
import { requestContextOf } from "../../platform/http/requestContext.ts"
import { routesOf } from "../../platform/http/route.ts"
import type { Settings } from "../../platform/settings.ts"
import type { PaymentContext } from "../../sales/payments/paymentContext.ts"
import * as members from "./members.ts"
import * as people from "./people.ts"
import { assertSeesModerators } from "./people.ts"

const route = routesOf("Staff")

export function peopleRoutes(context: Context & { paymentContext: PaymentContext }): void {
  userRoutes(context)
  adminRoutes(context)
  moderatorRoutes(context)
}

/** What an invitation is sent with, and its link for a shop that has no mail server. */
function inviter(request: FastifyRequest, settings: Settings) {
  const sent: { link: string | null } = { link: null }
  const inviting = { context: requestContextOf(request, settings), hasMail: settings.smtpUrl !== null }
  const onLink = (link: string | null) => {
    sent.link = link
  }
  return { sent, inviting, onLink }
}

function userRoutes({
  http,
  store,
  reads,
  settings,
  paymentContext,
}: Context & { paymentContext: PaymentContext }): void {
  route(http, "GET /admin/users", {
    summary: "List accounts; of customers only, unless a super admin asks",
    config: { scope: "customers:read" },
    onRequest: onlyAdmins(),
    handler: (request, reply) => {
      const { actor, query } = request
      const table = { name: "users", columns: userColumns, rows: () => members.exportUsers(reads, actor, query) }
      return csvOrPage(request, reply, table, () => members.listUsers(reads, actor, query))
    },
  })
  route(http, "GET /admin/users/{id}/dependents", {
    summary: "What depends on an account",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ actor, params }) => members.dependentsOf(store, actor, params.id),
  })
  route(http, "POST /admin/users/{id}/invitation", {
    summary: "Send an invitation to the staff again; its earlier link ends",
    onRequest: onlyAdmins("super_admin"),
    handler: (request) => {
      const { actor, params } = request
      const { inviting } = inviter(request, settings)
      return store.transaction((tx) => people.inviteAgain(tx, actor, params.id, inviting))
    },
  })
  route(http, "DELETE /admin/users/{id}/invitation", {
    summary: "Withdraw an invitation to the staff",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ actor, params }) => store.transaction((tx) => people.withdrawInvitation(tx, actor, params.id)),
  })
  for (const [name, act, summary] of [
    ["deactivate", members.deactivate, "Deactivate an account and end its sessions"],
    ["reactivate", members.reactivate, "Reactivate an account"],
    ["suspend", members.suspendUser, "Suspend an account: it may read only"],
    ["unsuspend", members.unsuspendUser, "Lift a suspension"],
    ["sign-out", members.signOutEverywhere, "End every session of an account"],
    ["revoke-keys", members.revokeKeys, "Revoke every API key of an account"],
  ] as const) {
    route(http, `POST /admin/users/{id}/${name}`, {
      summary,
      onRequest: onlyAdmins("super_admin"),
      handler: ({ actor, params }) => store.transaction((tx) => act(tx, actor, params.id, paymentContext.home())),
    })
  }
}

function adminRoutes({ http, store, reads, settings }: Context): void {
  route(http, "GET /admin/admins", {
    summary: "List admins",
    onRequest: onlyAdmins("super_admin"),
    handler: (request, reply) => {
      const { actor, query } = request
      const table = { name: "admins", columns: adminColumns, rows: () => people.exportAdmins(reads, actor, query) }
      return csvOrPage(request, reply, table, () => people.listAdmins(reads, actor, query))
    },
  })
  route(http, "GET /admin/admins/{id}", {
    summary: "Get an admin",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ actor, params }) => people.getAdmin(store, actor, params.id),
  })
  route(http, "POST /admin/admins", {
    summary: "Create an admin",
    onRequest: onlyAdmins("super_admin"),
    status: 201,
    handler: async (request, reply) => {
      const { actor, body, headers } = request
      assertAdmin(actor, "super_admin")
      const call = { headers, reply, scope: `admins user ${actor.id}`, body: withoutPassword(body) }
      const { sent, ...how } = inviter(request, settings)
      const id = await withIdempotencyKey(store, call, (finish) =>
        people.createAdmin(store, actor, body, { finish, ...how }),
      )
      if (reply.hasHeader("idempotent-replayed")) await people.assertMadeWith(store, actor, id, body.password)
      return { ...(await people.getAdmin(store, actor, id)), invitation_link: sent.link }
    },
  })
  route(http, "PUT /admin/admins/{id}", {
    summary: "Edit an admin; omitted fields are unchanged",
    onRequest: onlyAdmins("super_admin"),
    handler: async (request) => {
      const { inviting } = inviter(request, settings)
      const input = { id: request.params.id, fields: request.body, seen: preconditionOf(request), inviting }
      return store.transaction((tx) => people.editAdmin(tx, request.actor, input))
    },
  })
  route(http, "DELETE /admin/admins/{id}", {
    summary: "Delete an admin",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ actor, params }) => store.transaction((tx) => people.deleteAdmin(tx, actor, params.id)),
  })
}

function moderatorRoutes({ http, store, reads, settings }: Context): void {
  route(http, "GET /moderators/moderators", {
    summary: "List moderators; a moderator sees only themselves",
    onRequest: only(assertSeesModerators),
    handler: (request, reply) => {
      const { actor, query } = request
      const table = {
        name: "moderators",
        columns: moderatorColumns,
        rows: () => people.exportModerators(reads, actor, query),
      }
      return csvOrPage(request, reply, table, () => people.listModerators(reads, actor, query))
    },
  })
  route(http, "GET /moderators/moderators/{id}", {
    summary: "Get a moderator",
    onRequest: only(assertSeesModerators),
    handler: async ({ actor, params }, reply) => send(reply, await people.getModerator(store, actor, params.id)),
  })
  route(http, "POST /admin/moderators", {
    summary: "Create a moderator",
    onRequest: onlyAdmins("super_admin"),
    status: 201,
    handler: async (request, reply) => {
      const { actor, body, headers } = request
      assertAdmin(actor, "super_admin")
      const call = { headers, reply, scope: `moderators user ${actor.id}`, body: withoutPassword(body) }
      const { sent, ...how } = inviter(request, settings)
      const id = await withIdempotencyKey(store, call, (finish) =>
        people.createModerator(store, actor, body, { finish, ...how }),
      )
      if (reply.hasHeader("idempotent-replayed")) await people.assertMadeWith(store, actor, id, body.password)
      return send(reply, { ...(await people.getModerator(store, actor, id)), invitation_link: sent.link })
    },
  })
  route(http, "PUT /moderators/moderators/{id}", {
    summary: "Edit a moderator; omitted fields are unchanged",
    onRequest: onlyAdmins("super_admin"),
    handler: async (request, reply) => {
      const { inviting } = inviter(request, settings)
      const input = { id: request.params.id, fields: request.body, seen: preconditionOf(request), inviting }
      return send(reply, await store.transaction((tx) => people.editModerator(tx, request.actor, input)))
    },
  })
  route(http, "DELETE /moderators/{id}", {
    summary: "Delete a moderator; the models become unassigned, messages remain",
    onRequest: onlyAdmins("super_admin"),
    handler: ({ actor, params }) => store.transaction((tx) => people.deleteModerator(tx, actor, params.id)),
  })
}

/** A hash of the call is stored for a day. It must not include the password, whose only hash is the slow one. */
const withoutPassword = ({ password: _, ...others }: NewAdmin | NewModerator) => others

function send<M extends Moderator>(reply: FastifyReply, moderator: M) {
  return reply.header("etag", `"${versionTag({ version: moderator.version })}"`).send(moderator)
}

const userColumns: Column<AdminUser>[] = [
  { name: "id", of: (row) => row.id },
  { name: "full_name", of: (row) => row.full_name },
  { name: "email", of: (row) => row.email },
  { name: "region", of: (row) => row.region },
  { name: "role", of: (row) => row.role },
  { name: "admin_type", of: (row) => row.admin_type },
  { name: "membership_level", of: (row) => row.membership_level },
  { name: "membership_expires_at", of: (row) => row.membership_expires_at },
  { name: "is_active", of: (row) => row.is_active },
  { name: "suspended", of: (row) => row.suspended },
  { name: "email_verified", of: (row) => row.email_verified },
  { name: "created_at", of: (row) => row.created_at },
  { name: "last_seen_at", of: (row) => row.last_seen_at },
]

const adminColumns: Column<AdminAccount>[] = [
  { name: "id", of: (row) => row.id },
  { name: "full_name", of: (row) => row.full_name },
  { name: "email", of: (row) => row.email },
  { name: "region", of: (row) => row.region },
  { name: "admin_type", of: (row) => row.admin_type },
  { name: "is_active", of: (row) => row.is_active },
  { name: "created_at", of: (row) => row.created_at },
  { name: "last_seen_at", of: (row) => row.last_seen_at },
]

const moderatorColumns: Column<Moderator>[] = [
  { name: "id", of: (row) => row.id },
  { name: "full_name", of: (row) => row.full_name },
  { name: "email", of: (row) => row.email },
  { name: "region", of: (row) => row.region },
  { name: "is_active", of: (row) => row.is_active },
  { name: "models", of: (row) => row.assignedModels.map(({ name }) => name).join("; ") },
  { name: "created_at", of: (row) => row.created_at },
  { name: "last_seen_at", of: (row) => row.last_seen_at },
]
