import type { FastifyReply } from "fastify"
import * as z from "zod"
import {
  AdminAccount,
  AdminsQuery,
  AdminUser,
  EditModerator,
  Moderator,
  ModeratorsQuery,
  NewAdmin,
  NewModerator,
  UsersQuery,
} from "#contract/admin.ts"
import { IdParams } from "#contract/common.ts"
import * as members from "../accounts/members.ts"
import type { App } from "../app.ts"
import { type Column, sendCsv, wantsCsv } from "../http/csv.ts"
import { preconditionOf, versionTag } from "../http/preconditions.ts"
import * as people from "./people.ts"

const said = (summary: string) => ({ tags: ["Staff"], summary })
const Done = z.null().describe("Done")

/** Accounts, of everybody and of the staff. */
export function peopleRoutes({ http, store }: App): void {
  http.get(
    "/api/admin/users",
    { schema: { ...said("Every account"), querystring: UsersQuery, response: { 200: z.array(AdminUser) } } },
    async (request, reply) => {
      const { actor, query } = request
      if (wantsCsv(request)) return sendCsv(reply, "users", userColumns, members.exportUsers(store, actor, query))
      const { items, total } = await members.listUsers(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
  for (const [name, act, summary] of [
    ["deactivate", members.deactivate, "Close an account, and end its sessions everywhere"],
    ["reactivate", members.reactivate, "Open it again"],
    ["sign-out", members.signOutEverywhere, "End every session of an account"],
  ] as const) {
    http.post(
      `/api/admin/users/:id/${name}`,
      { schema: { ...said(summary), params: IdParams, response: { 204: Done } } },
      async ({ actor, params }, reply) => {
        await store.transaction((tx) => act(tx, actor, params.id))
        return reply.status(204).send(null)
      },
    )
  }

  http.get(
    "/api/admin/admins",
    { schema: { ...said("The admins"), querystring: AdminsQuery, response: { 200: z.array(AdminAccount) } } },
    async (request, reply) => {
      const { actor, query } = request
      if (wantsCsv(request)) return sendCsv(reply, "admins", adminColumns, people.exportAdmins(store, actor, query))
      const { items, total } = await people.listAdmins(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.post(
    "/api/admin/admins",
    { schema: { ...said("Make an admin"), body: NewAdmin, response: { 201: AdminAccount } } },
    async ({ actor, body }, reply) => reply.status(201).send(await people.createAdmin(store, actor, body)),
  )
  http.delete(
    "/api/admin/admins/:id",
    { schema: { ...said("Remove an admin"), params: IdParams, response: { 204: Done } } },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => people.deleteAdmin(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )

  http.get(
    "/api/moderators/moderators",
    {
      schema: {
        ...said("The moderators; a moderator sees itself"),
        querystring: ModeratorsQuery,
        response: { 200: z.array(Moderator) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request
      if (wantsCsv(request)) {
        return sendCsv(reply, "moderators", moderatorColumns, people.exportModerators(store, actor, query))
      }
      const { items, total } = await people.listModerators(store, actor, query)
      return reply.header("x-total-count", total).send(items)
    },
  )
  http.get(
    "/api/moderators/moderators/:id",
    { schema: { ...said("One moderator"), params: IdParams, response: { 200: Moderator } } },
    async ({ actor, params }, reply) => send(reply, await people.getModerator(store, actor, params.id)),
  )
  http.post(
    "/api/admin/moderators",
    { schema: { ...said("Make a moderator"), body: NewModerator, response: { 201: Moderator } } },
    async ({ actor, body }, reply) => send(reply.status(201), await people.createModerator(store, actor, body)),
  )
  http.put(
    "/api/moderators/moderators/:id",
    {
      schema: {
        ...said("Change a moderator; what is left out stays"),
        params: IdParams,
        body: EditModerator,
        response: { 200: Moderator },
      },
    },
    async (request, reply) => {
      const input = { id: request.params.id, fields: request.body, seen: preconditionOf(request) }
      return send(reply, await store.transaction((tx) => people.editModerator(tx, request.actor, input)))
    },
  )
  http.delete(
    "/api/moderators/:id",
    {
      schema: {
        ...said("Remove a moderator: the models wait for another one, the messages stay"),
        params: IdParams,
        response: { 204: Done },
      },
    },
    async ({ actor, params }, reply) => {
      await store.transaction((tx) => people.deleteModerator(tx, actor, params.id))
      return reply.status(204).send(null)
    },
  )
}

function send(reply: FastifyReply, moderator: Moderator) {
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
